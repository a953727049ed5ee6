//! A card without its abilities, to see whether a puzzle notices.

use turnzero_contract::card::{CardType, Face, Power};
use turnzero_contract::{CardDefinition, Color};

/// The card with its abilities taken away, and the characteristics and tokens that they make; cost, types,
/// power and toughness stay. A land loses its basic land types, which make mana (CR 305.6); a creature that
/// has no abilities becomes 0/1, so that something is gone.
pub fn blanked(card: &CardDefinition) -> CardDefinition {
    let mut blank = card.clone();
    for face in &mut blank.faces {
        blank_face(face);
    }
    blank
}

fn blank_face(face: &mut Face) {
    let vanilla = face.abilities.is_empty();
    face.abilities.clear();
    if face.is(CardType::Land) {
        let makes_mana = |subtype: &String| Color::ALL.iter().any(|color| color.basic_land_type() == subtype);
        face.subtypes.retain(|subtype| !makes_mana(subtype));
    }
    if vanilla && face.is(CardType::Creature) {
        face.power = Some(Power::Fixed(0));
        face.toughness = Some(Power::Fixed(1));
    }
    for number in [&mut face.power, &mut face.toughness] {
        if matches!(number, Some(Power::Defined(_))) {
            *number = Some(Power::Fixed(0));
        }
    }
}
