//! Rules text in English, made from a card's syntax tree in our own words, without reminders.

mod ability;
mod clause;
mod effect;
mod noun;
mod object_effect;
mod voice;

use turnzero_contract::CardDefinition;
use turnzero_contract::card::{Ability, Face};

use voice::Voice;

/// The rules text of a card, one ability a line; faces are separated by a line `//`.
pub fn rules_text(card: &CardDefinition) -> String {
    let faces: Vec<String> = card.faces.iter().map(face_text).collect();
    faces.join("\n//\n")
}

/// The rules text of one face, one ability a line.
pub fn face_text(face: &Face) -> String {
    let lines: Vec<String> = face
        .abilities
        .iter()
        .map(|ability| ability_text(face, ability))
        .collect();
    lines.join("\n")
}

/// The rules text of one ability of a face.
pub fn ability_text(face: &Face, ability: &Ability) -> String {
    ability::ability_lines(&Voice::of(face), ability)
}
