//! From catalogue entry to card definition: facts and simple mana abilities only.

use turnzero_contract::card::{CardType, DefinitionSource, Face, Layout, Supertype};
use turnzero_contract::{CardDefinition, ColorSet, ManaCost};

use super::{CatalogCard, CatalogFace, mana_text};
use crate::error::CardsError;

/// Turns a catalogue card into a definition with `DefinitionSource::FactsOnly`.
///
/// # Errors
/// [`CardsError::Card`] naming card and field when a fact is missing or of an unknown form; a
/// split or modal card without its second face is refused, because mana value and land count
/// depend on it.
pub fn definition(card: &CatalogCard) -> Result<CardDefinition, CardsError> {
    let wrong = |field: &'static str, why: String| CardsError::Card {
        card: card.name.clone(),
        field,
        why,
    };
    let layout = layout(&card.layout).ok_or_else(|| wrong("layout", format!("unknown layout `{}`", card.layout)))?;
    if card.misses_a_face() && matches!(layout, Layout::Split | Layout::ModalDoubleFaced) {
        return Err(wrong("faces", "the second face is missing".to_owned()));
    }
    if card.faces.is_empty() {
        return Err(wrong("faces", "there is no face".to_owned()));
    }
    let color_identity = card
        .identity
        .parse::<ColorSet>()
        .map_err(|e| wrong("colorIdentity", e.to_string()))?;
    let faces = card
        .faces
        .iter()
        .map(|f| face(card, f))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(CardDefinition {
        name: card.name.clone(),
        layout,
        color_identity,
        source: DefinitionSource::FactsOnly,
        faces,
    })
}

/// The contract's layout for a catalogue word (CR 709–719).
fn layout(word: &str) -> Option<Layout> {
    Some(match word {
        "normal" => Layout::Normal,
        // Aftermath cards are split cards with one half castable from the graveyard (CR 702.127).
        "split" | "aftermath" => Layout::Split,
        "flip" => Layout::Flip,
        "transform" => Layout::Transform,
        "modal_dfc" => Layout::ModalDoubleFaced,
        "adventure" | "prepare" | "omen" => Layout::Adventure,
        "meld" => Layout::Meld,
        "saga" | "class" | "case" | "leveler" | "mutate" | "prototype" | "host" | "augment" | "planar" | "scheme"
        | "vanguard" | "reversible_card" => Layout::Other,
        _ => return None,
    })
}

fn face(card: &CatalogCard, face: &CatalogFace) -> Result<Face, CardsError> {
    let wrong = |field: &'static str, why: String| CardsError::Card {
        card: card.name.clone(),
        field,
        why,
    };
    let cost = face
        .cost
        .as_deref()
        .map(|text| text.parse::<ManaCost>().map_err(|e| wrong("manaCost", e.to_string())))
        .transpose()?;
    let colors = match &face.colors {
        Some(letters) => letters
            .parse::<ColorSet>()
            .map_err(|e| wrong("colors", e.to_string()))?,
        None => cost.as_ref().map_or(ColorSet::EMPTY, ManaCost::colors),
    };
    let types = face
        .types
        .iter()
        .map(|word| {
            if word == "Tribal" {
                Ok(CardType::Kindred)
            } else {
                word.parse()
            }
        })
        .collect::<Result<Vec<CardType>, _>>()
        .map_err(|e| wrong("types", e.to_string()))?;
    if types.is_empty() {
        return Err(wrong("types", "there is no card type".to_owned()));
    }
    let supertypes = face
        .supertypes
        .iter()
        .map(|word| word.parse())
        .collect::<Result<Vec<Supertype>, _>>()
        .map_err(|e| wrong("supertypes", e.to_string()))?;
    let number = |field, text: &Option<String>| {
        text.as_deref()
            .map(|t| {
                t.parse()
                    .map_err(|e: turnzero_contract::ContractError| wrong(field, e.to_string()))
            })
            .transpose()
    };
    Ok(Face {
        name: face.name.clone(),
        cost,
        colors,
        supertypes,
        types,
        subtypes: face.subtypes.clone(),
        power: number("power", &face.power)?,
        toughness: number("toughness", &face.toughness)?,
        loyalty: number("loyalty", &face.loyalty)?,
        abilities: mana_text::abilities(face),
    })
}
