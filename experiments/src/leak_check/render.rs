//! Knowledge and decision as one plain text, for a reader that takes text only.

use std::fmt::Write;
use turnzero_contract::card::Face;
use turnzero_contract::{CardDefinition, DecisionPoint, OpeningObservation, PlayerKnowledge};

/// The text: what the player knows, what it sees, what it is offered. Equal input, equal bytes.
pub(super) fn prompt(knowledge: &PlayerKnowledge, point: &DecisionPoint) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write_prompt(&mut text, knowledge, point);
    text
}

fn write_prompt(text: &mut String, knowledge: &PlayerKnowledge, point: &DecisionPoint) -> std::fmt::Result {
    let options = &knowledge.options;
    writeln!(
        text,
        "seat {} of {}; free mulligans {}; life {}; decision {}",
        point.seat, options.seats, options.free_mulligans, options.starting_life, point.number
    )?;
    if let Some(seat) = point.observation.starting_player {
        writeln!(text, "starting player: {seat}")?;
    }
    writeln!(text, "deck:")?;
    for card in &knowledge.deck {
        writeln!(text, "  {} {}", card.count, line(&card.definition))?;
    }
    for card in &knowledge.commanders {
        writeln!(text, "commander: {}", line(card))?;
    }
    for seen in &point.definitions {
        writeln!(text, "new card {}: {}", seen.def_id, line(&seen.definition))?;
    }
    for event in &point.observation.events {
        writeln!(text, "event: {event:?}")?;
    }
    if let Some(opening) = &point.observation.opening {
        write_opening(text, knowledge, opening)?;
    }
    if let Some(play) = &point.observation.play {
        writeln!(text, "table: {play:?}")?;
    }
    for offer in &point.legal_actions {
        writeln!(text, "{}: {:?}", offer.id, offer.kind)?;
    }
    Ok(())
}

fn write_opening(text: &mut String, knowledge: &PlayerKnowledge, opening: &OpeningObservation) -> std::fmt::Result {
    for name in &opening.hand {
        match knowledge.definition(name) {
            Some(card) => writeln!(text, "hand: {}", line(card))?,
            None => writeln!(text, "hand: {name}")?,
        }
    }
    for (name, count) in &opening.remaining_deck.cards_by_name {
        writeln!(text, "library: {count} {name}")?;
    }
    writeln!(text, "command zones: {:?}", opening.command_zones)?;
    writeln!(text, "known bottom: {:?}", opening.known_bottom)?;
    writeln!(text, "chosen for the bottom: {:?}", opening.chosen_for_bottom)?;
    writeln!(
        text,
        "to put down: {}; free mulligans left: {}",
        opening.pending_mulligan_bottom_cards, opening.free_mulligans_left
    )?;
    writeln!(
        text,
        "libraries {:?}, hands {:?}, mulligans {:?}, kept {:?}",
        opening.library_sizes, opening.hand_sizes, opening.mulligans_taken, opening.kept
    )?;
    for made in &opening.declarations {
        writeln!(text, "declared by {}: {:?}", made.seat, made.declaration)?;
    }
    Ok(())
}

/// Name, cost, types and size of every face.
fn line(card: &CardDefinition) -> String {
    let faces: Vec<String> = card.faces.iter().map(face).collect();
    faces.join(" // ")
}

fn face(face: &Face) -> String {
    let mut text = face.name.clone();
    if let Some(cost) = &face.cost {
        let _ = write!(text, " {cost}");
    }
    for word in face.supertypes.iter().map(|word| word.word()) {
        let _ = write!(text, " {word}");
    }
    for word in face.types.iter().map(|word| word.word()) {
        let _ = write!(text, " {word}");
    }
    for subtype in &face.subtypes {
        let _ = write!(text, " {subtype}");
    }
    if let (Some(power), Some(toughness)) = (&face.power, &face.toughness) {
        let _ = write!(text, " {power}/{toughness}");
    }
    text
}
