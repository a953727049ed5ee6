//! Colour identity from the definition itself (CR 903.4).

use turnzero_contract::card::CardType;
use turnzero_contract::{CardDefinition, Color, ColorSet, ManaSymbol};

use crate::render::rules_text;

/// The colour identity a definition gives: colours of its faces, mana symbols of its costs and
/// rules text, and basic land types of its land faces (CR 903.4, 903.4c, 305.6).
pub fn color_identity(card: &CardDefinition) -> ColorSet {
    let mut identity = symbols(&rules_text(card));
    for face in &card.faces {
        identity = identity.union(face.colors);
        if let Some(cost) = &face.cost {
            identity = identity.union(cost.colors());
        }
        if face.is(CardType::Land) {
            identity = face
                .subtypes
                .iter()
                .filter_map(|t| Color::of_basic_land_type(t))
                .fold(identity, ColorSet::with);
        }
    }
    identity
}

/// The colours of all mana symbols in a text.
fn symbols(text: &str) -> ColorSet {
    text.split('{')
        .skip(1)
        .filter_map(|part| part.split_once('}'))
        .filter_map(|(inner, _)| format!("{{{inner}}}").parse::<ManaSymbol>().ok())
        .fold(ColorSet::EMPTY, |set, symbol| set.union(symbol.colors()))
}
