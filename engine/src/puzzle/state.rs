//! `[state]`: the position a puzzle starts from.

use super::Dialect;
use super::card::{self, Card, Modifier, TextKey};
use super::counters::{self, CounterKind};
use super::diagnostic::{Class, Fault, Sink};
use super::phase::{STEP_NAMES, Step, parse_step};
use super::sections::{Line, pairs};
use std::collections::BTreeSet;

/// What one player starts with. Libraries are listed from the top, whatever the dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the keys of the section")]
pub struct PlayerState {
    pub life: i32,
    pub lands_played: u32,
    pub lands_played_last_turn: u32,
    pub counters: Vec<(CounterKind, u32)>,
    /// Letters of WUBRGC.
    pub mana_pool: String,
    pub persistent_mana: String,
    pub hand: Vec<Card>,
    pub battlefield: Vec<Card>,
    pub graveyard: Vec<Card>,
    pub library: Vec<Card>,
    pub exile: Vec<Card>,
    pub command: Vec<Card>,
    pub sideboard: Vec<Card>,
    /// Kept as written; not executed.
    pub precast: Option<String>,
    /// Kept as written; not executed.
    pub put_on_stack: Option<String>,
    pub ring_tempted: u32,
    pub speed: u32,
}

impl Default for PlayerState {
    fn default() -> Self {
        Self {
            life: 20,
            lands_played: 0,
            lands_played_last_turn: 0,
            counters: Vec::new(),
            mana_pool: String::new(),
            persistent_mana: String::new(),
            hand: Vec::new(),
            battlefield: Vec::new(),
            graveyard: Vec::new(),
            library: Vec::new(),
            exile: Vec::new(),
            command: Vec::new(),
            sideboard: Vec::new(),
            precast: None,
            put_on_stack: None,
            ring_tempted: 0,
            speed: 0,
        }
    }
}

impl PlayerState {
    /// The zones by their keys, in loading order.
    pub fn zones(&self) -> [(&'static str, &Vec<Card>); 7] {
        [
            ("hand", &self.hand),
            ("battlefield", &self.battlefield),
            ("graveyard", &self.graveyard),
            ("library", &self.library),
            ("exile", &self.exile),
            ("command", &self.command),
            ("sideboard", &self.sideboard),
        ]
    }
}

/// The whole position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the keys of the section")]
pub struct Board {
    pub turn: u32,
    pub active_player: u8,
    pub step: Step,
    /// Two to four, by seat.
    pub players: Vec<PlayerState>,
    /// Advance here after loading; not executed.
    pub advance_to: Option<Step>,
    pub remove_summoning_sickness: bool,
}

fn number<T: std::str::FromStr>(value: &str, what: &str) -> Result<T, Fault> {
    value.parse().map_err(|_| {
        Fault::value(
            format!("Invalid {what} value: {value}"),
            "write a whole number in range",
        )
    })
}

fn mana(value: &str) -> String {
    value.to_uppercase().chars().filter(|c| "WUBRGC".contains(*c)).collect()
}

fn step(value: &str) -> Result<Step, Fault> {
    parse_step(value).ok_or_else(|| Fault::value(format!("Unknown phase: {value}"), format!("use one of {STEP_NAMES}")))
}

fn unsupported(what: &str) -> Fault {
    Fault::new(
        Class::Unsupported,
        format!("{what} is read but not executed"),
        "build the position without it",
    )
}

fn cards(value: &str, line: &Line<'_>, players: u8, sink: &mut Sink<'_>) -> Vec<Card> {
    let mut out = Vec::new();
    for item in value.split(';').map(str::trim).filter(|item| !item.is_empty()) {
        let at = line.at_part(item);
        let Some((mut card, warnings)) = sink.keep(at, card::parse(item, players)) else {
            continue;
        };
        for fault in warnings {
            sink.warn(at, fault);
        }
        for modifier in &card.modifiers {
            if let Modifier::Text(key @ (TextKey::Ability | TextKey::ExecuteScript), _) = modifier {
                sink.warn(at, unsupported(&format!("modifier {key:?}")));
            }
        }
        card.line = line.number;
        out.push(card);
    }
    out
}

/// Splits a player's key: the seat, and the field.
fn prefix(key: &str, dialect: Dialect) -> Option<(u8, &str)> {
    if dialect == Dialect::Forge {
        if let Some(field) = key.strip_prefix("human") {
            return Some((0, field));
        }
        if let Some(field) = key.strip_prefix("ai") {
            return Some((1, field));
        }
    }
    let rest = key.strip_prefix('p')?;
    let digit = rest.chars().next()?.to_digit(10)?;
    Some((u8::try_from(digit).ok()?, rest.get(1..)?))
}

fn field(
    player: &mut PlayerState,
    (key, value): (&str, &str),
    line: &Line<'_>,
    (players, dialect): (u8, Dialect),
    sink: &mut Sink<'_>,
) -> bool {
    let at = line.at_part(value);
    match key {
        "life" => player.life = sink.keep(at, number(value, "life")).unwrap_or(20),
        "landsplayed" => player.lands_played = sink.keep(at, number(value, "lands played")).unwrap_or(0),
        "landsplayedlastturn" => {
            player.lands_played_last_turn = sink.keep(at, number(value, "lands played last turn")).unwrap_or(0);
        }
        "counters" => {
            if let Some((list, skipped)) = sink.keep(at, counters::parse_list(value)) {
                for item in skipped {
                    let message = format!("counter item `{item}` without `=` is ignored");
                    sink.warn(at, Fault::new(Class::Ignored, message, "write TYPE=n"));
                }
                player.counters = list;
            }
        }
        "manapool" => player.mana_pool = mana(value),
        "persistentmana" => player.persistent_mana = mana(value),
        "hand" => player.hand = cards(value, line, players, sink),
        "battlefield" | "play" => player.battlefield = cards(value, line, players, sink),
        "graveyard" => player.graveyard = cards(value, line, players, sink),
        "library" => {
            player.library = cards(value, line, players, sink);
            if dialect == Dialect::DeepScry {
                player.library.reverse();
            }
        }
        "exile" => player.exile = cards(value, line, players, sink),
        "command" => {
            player.command = cards(value, line, players, sink);
            if player.command.len() > 2 {
                let message = format!("{} commanders given", player.command.len());
                sink.error(at, Fault::value(message, "at most two are possible (CR 702.124g)"));
            }
        }
        "sideboard" => player.sideboard = cards(value, line, players, sink),
        "precast" => player.precast = (!value.is_empty()).then(|| value.to_owned()),
        "putonstack" => player.put_on_stack = (!value.is_empty()).then(|| value.to_owned()),
        "numringtemptedyou" => player.ring_tempted = sink.keep(at, number(value, "numringtemptedyou")).unwrap_or(0),
        "speed" => player.speed = sink.keep(at, number(value, "speed")).unwrap_or(0),
        _ => return false,
    }
    if matches!(key, "precast" | "putonstack") && !value.is_empty() {
        sink.warn(at, unsupported(key));
    }
    true
}

fn game_field(board: &mut Board, key: &str, value: &str, line: &Line<'_>, sink: &mut Sink<'_>) -> bool {
    let at = line.at_part(value);
    match key {
        "players" => {}
        "turn" => board.turn = sink.keep(at, number(value, "turn")).unwrap_or(1),
        "activephase" => board.step = sink.keep(at, step(value)).unwrap_or(Step::PrecombatMain),
        "activeplayer" => {
            let players = u8::try_from(board.players.len()).unwrap_or(2);
            let seat = card::player(value, players).ok_or_else(|| {
                Fault::value(
                    format!("Invalid player reference: {value}"),
                    format!("write p0 to p{}", players - 1),
                )
            });
            board.active_player = sink.keep(at, seat).unwrap_or(0);
        }
        "activephaseadvance" if value.is_empty() || value.eq_ignore_ascii_case("none") => {}
        "activephaseadvance" => {
            board.advance_to = sink.keep(at, step(value));
            sink.warn(at, unsupported("activephaseadvance"));
        }
        "removesummoningsickness" => board.remove_summoning_sickness = value.eq_ignore_ascii_case("true"),
        _ => return false,
    }
    true
}

pub(super) fn parse(lines: &[Line<'_>], dialect: Dialect, sink: &mut Sink<'_>) -> Board {
    let pairs = pairs(lines, "state", sink);
    let mut players = 2_u8;
    if let Some((_, value, line)) = pairs.iter().find(|(key, ..)| key == "players") {
        let count = value.parse().ok().filter(|count| (2..=4).contains(count));
        let result = count.ok_or_else(|| Fault::value(format!("Invalid players value: {value}"), "write 2, 3 or 4"));
        players = sink.keep(line.at_part(value), result).unwrap_or(2);
    }
    let mut board = Board {
        turn: 1,
        active_player: 0,
        step: Step::PrecombatMain,
        players: vec![PlayerState::default(); usize::from(players)],
        advance_to: None,
        remove_summoning_sickness: false,
    };
    for (key, value, line) in &pairs {
        if game_field(&mut board, key, value, line, sink) {
            continue;
        }
        if let Some((seat, name)) = prefix(key, dialect) {
            let Some(player) = board.players.get_mut(usize::from(seat)) else {
                let remedy = format!(
                    "add `players = {}` for a larger game (at most 4)",
                    seat.saturating_add(1)
                );
                sink.error(line.at(), Fault::value(format!("Invalid player index: {seat}"), remedy));
                continue;
            };
            if field(player, (name, value), line, (players, dialect), sink) {
                continue;
            }
        }
        let remedy = if key.starts_with("human") || key.starts_with("ai") {
            "write p0 for human and p1 for ai, or read the file in the Forge dialect"
        } else {
            "see the keys of [state] in docs/puzzles.md"
        };
        sink.warn(
            line.at(),
            Fault::new(Class::Ignored, format!("`{key}` in [state] has no effect"), remedy),
        );
    }
    references(&board, &pairs, sink);
    board
}

/// Every `Id` is given once, and every reference finds one (never the card itself for attachments).
fn references(board: &Board, pairs: &[(String, &str, Line<'_>)], sink: &mut Sink<'_>) {
    let cards = || {
        board
            .players
            .iter()
            .flat_map(PlayerState::zones)
            .flat_map(|(_, zone)| zone)
    };
    let place = |modifier: &str, id: u32| {
        let needle = format!("{modifier}:");
        let hit = pairs.iter().find(|(_, value, _)| {
            value.split(['|', ';']).map(str::trim).any(|part| {
                part.get(..needle.len())
                    .is_some_and(|head| head.eq_ignore_ascii_case(&needle))
                    && part
                        .get(needle.len()..)
                        .is_some_and(|rest| rest.split(',').any(|number| number.trim().parse() == Ok(id)))
            })
        });
        hit.map_or(super::diagnostic::At { line: 0, column: None }, |(_, _, line)| {
            line.at()
        })
    };
    let mut ids = BTreeSet::new();
    for id in cards().filter_map(Card::id) {
        if !ids.insert(id) {
            let message = format!("Id {id} is given to two cards");
            sink.error(
                place("Id", id),
                Fault::new(Class::Reference, message, "give every card its own Id"),
            );
        }
    }
    for (name, wanted) in cards().flat_map(|card| &card.modifiers).map(Modifier::references) {
        for id in wanted.into_iter().filter(|id| !ids.contains(id)) {
            let message = format!("Unknown Id {id} in {name}");
            sink.error(
                place(name, id),
                Fault::new(Class::Reference, message, format!("give the card meant |Id:{id}")),
            );
        }
    }
}
