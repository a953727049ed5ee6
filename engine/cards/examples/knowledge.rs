//! Prints what a player knows of a deck list as JSON: seat 0 of 4, one free mulligan, 40 life.
//! A second argument names a catalogue for cards outside the pool.

use std::error::Error;
use std::io::Write as _;
use std::path::Path;

use turnzero_cards::catalog::Catalog;
use turnzero_cards::coverage::Coverage;
use turnzero_cards::decklist::{ResolvedCard, read, resolve};
use turnzero_cards::pool::pool;
use turnzero_contract::card::CardDefinition;
use turnzero_contract::{BottomTiming, DeckCard, FormatOptions, PlayerKnowledge, Seat};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: knowledge DECK [CATALOGUE]")?;
    let catalog = arguments
        .next()
        .map(|file| Catalog::open(Path::new(&file)))
        .transpose()?;
    let deck = resolve(&read(Path::new(&path))?, pool()?, catalog.as_ref())
        .map_err(|problems| format!("{path}:\n{problems}"))?;
    let definition = |card: &ResolvedCard| CardDefinition::clone(&card.definition);
    let knowledge = PlayerKnowledge {
        seat: Seat(0),
        starting_player: None,
        options: FormatOptions {
            seats: 4,
            free_mulligans: 1,
            bottom_timing: BottomTiming::AfterKeep,
            starting_life: 40,
            house_rule: false,
        },
        commanders: deck.commanders.iter().map(definition).collect(),
        deck: deck
            .main
            .iter()
            .map(|card| DeckCard {
                count: card.count,
                definition: definition(card),
            })
            .collect(),
    };
    let cards = deck.commanders.iter().chain(&deck.main);
    let coverage = Coverage::of(cards.map(|card| &*card.definition));
    writeln!(
        std::io::stderr(),
        "{} of {} cards spelled out",
        coverage.supported,
        coverage.cards
    )?;
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &knowledge)?;
    out.write_all(b"\n")?;
    Ok(())
}
