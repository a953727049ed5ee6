//! Reader for MTGJSON `AtomicCards.json`, one card at a time.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Read;

use serde::Deserialize;
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};

use super::mana_text::without_reminders;
use super::{CatalogCard, CatalogFace};
use crate::error::CardsError;

/// Most faces one card has in the catalogue (`Who // What // When // Where // Why` has five).
const MOST_FACES: usize = 16;

/// One face as MTGJSON writes it; unknown fields are ignored, wrong types are errors.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawFace {
    name: Option<String>,
    face_name: Option<String>,
    mana_cost: Option<String>,
    colors: Option<Vec<String>>,
    color_identity: Option<Vec<String>>,
    #[serde(default)]
    supertypes: Vec<String>,
    #[serde(default)]
    types: Vec<String>,
    #[serde(default)]
    subtypes: Vec<String>,
    power: Option<String>,
    toughness: Option<String>,
    loyalty: Option<String>,
    defense: Option<String>,
    text: Option<String>,
    layout: Option<String>,
    #[serde(default)]
    is_rebalanced: bool,
    #[serde(default)]
    legalities: BTreeMap<String, String>,
}

/// Reads an AtomicCards document and hands over every card in file order; memory holds one card.
///
/// `file` names the source in errors.
///
/// # Errors
/// [`CardsError::Catalog`] for anything that is not AtomicCards, naming the card concerned, and
/// whatever `sink` returns.
pub fn parse_atomic(
    file: &str,
    reader: impl Read,
    sink: &mut dyn FnMut(CatalogCard) -> Result<(), CardsError>,
) -> Result<(), CardsError> {
    let mut refused = None;
    let mut json = serde_json::Deserializer::from_reader(reader);
    let mut seen = false;
    let outcome = Document {
        sink,
        refused: &mut refused,
        seen: &mut seen,
    }
    .deserialize(&mut json)
    .and_then(|()| json.end());
    if let Some(error) = refused {
        return Err(error);
    }
    let catalog = |why: String| CardsError::Catalog {
        file: file.to_owned(),
        why,
    };
    outcome.map_err(|error| catalog(error.to_string()))?;
    if seen {
        Ok(())
    } else {
        Err(catalog("there is no `data` object".to_owned()))
    }
}

/// Reads a whole document from memory; pure, for tests and fuzzing.
///
/// # Errors
/// [`CardsError::Catalog`] for anything that is not AtomicCards.
pub fn parse_atomic_bytes(file: &str, bytes: &[u8]) -> Result<Vec<CatalogCard>, CardsError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut cards = Vec::new();
    parse_atomic(file, bytes, &mut |card| {
        cards.push(card);
        Ok(())
    })?;
    Ok(cards)
}

type Sink<'a> = &'a mut dyn FnMut(CatalogCard) -> Result<(), CardsError>;

struct Document<'a, 'b> {
    sink: Sink<'a>,
    refused: &'b mut Option<CardsError>,
    seen: &'b mut bool,
}

impl<'de> DeserializeSeed<'de> for Document<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Document<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `data`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key != "data" {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            if std::mem::replace(self.seen, true) {
                return Err(de::Error::custom("`data` stands there twice"));
            }
            map.next_value_seed(Cards {
                sink: &mut *self.sink,
                refused: &mut *self.refused,
            })?;
        }
        Ok(())
    }
}

struct Cards<'a, 'b> {
    sink: Sink<'a>,
    refused: &'b mut Option<CardsError>,
}

impl<'de> DeserializeSeed<'de> for Cards<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Cards<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of card names")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            let raw = map
                .next_value::<Vec<RawFace>>()
                .map_err(|error| de::Error::custom(format!("card `{name}`: {error}")))?;
            let card = join(&name, raw).map_err(de::Error::custom)?;
            if let Err(error) = (self.sink)(card) {
                *self.refused = Some(error);
                return Err(de::Error::custom("stopped"));
            }
        }
        Ok(())
    }
}

/// Puts the faces of one entry together and checks that they agree.
fn join(name: &str, mut raw: Vec<RawFace>) -> Result<CatalogCard, String> {
    let name = name.trim();
    if name.is_empty() {
        return Err("a card has an empty name".to_owned());
    }
    if raw.is_empty() || raw.len() > MOST_FACES {
        return Err(format!(
            "card `{name}`: {} faces, expected 1 to {MOST_FACES}",
            raw.len()
        ));
    }
    // Un-set cards that share a name with variants list each variant as an entry of its own;
    // entries without face names describe one card several times, so the first is enough.
    if raw.len() > 1 && raw.iter().all(|face| face.face_name.is_none()) {
        raw.truncate(1);
    }
    let mut card = CatalogCard {
        name: name.to_owned(),
        layout: "normal".to_owned(),
        ..CatalogCard::default()
    };
    let mut identity = String::new();
    for (at, mut face) in raw.into_iter().enumerate() {
        if let Some(own) = face.name.as_deref().filter(|own| own.trim() != card.name) {
            return Err(format!("card `{}`: face {} is named `{own}`", card.name, at + 1));
        }
        let layout = face.layout.take().unwrap_or_else(|| "normal".to_owned());
        if at == 0 {
            card.layout = layout;
            card.rebalanced = face.is_rebalanced;
            card.legalities = std::mem::take(&mut face.legalities);
        } else if layout != card.layout {
            return Err(format!("card `{}`: faces disagree on layout", card.name));
        } else if face.is_rebalanced != card.rebalanced {
            return Err(format!("card `{}`: faces disagree on isRebalanced", card.name));
        }
        match &face.color_identity {
            Some(given) => identity.push_str(&letters(&card.name, given)?),
            // CR 903.4: symbols of cost and text; reminder text does not count (CR 903.4c).
            None => identity.push_str(&symbols(&face)),
        }
        let colors = face
            .colors
            .as_deref()
            .map(|given| letters(&card.name, given))
            .transpose()?;
        card.faces.push(CatalogFace {
            name: face.face_name.unwrap_or_else(|| card.name.clone()),
            cost: face.mana_cost.filter(|cost| !cost.is_empty()),
            colors,
            supertypes: face.supertypes,
            types: face.types,
            subtypes: face.subtypes,
            power: face.power,
            toughness: face.toughness,
            loyalty: face.loyalty.or(face.defense),
            text: face.text.unwrap_or_default(),
        });
    }
    card.identity = "WUBRG".chars().filter(|&c| identity.contains(c)).collect();
    Ok(card)
}

fn symbols(face: &RawFace) -> String {
    let mut found = face.colors.iter().flatten().map(String::as_str).collect::<String>();
    let text = without_reminders(face.text.as_deref().unwrap_or_default());
    for source in [face.mana_cost.as_deref().unwrap_or_default(), text.as_str()] {
        let mut inside = false;
        for c in source.chars() {
            match c {
                '{' => inside = true,
                '}' => inside = false,
                c if inside => found.push(c),
                _ => {}
            }
        }
    }
    found
}

fn letters(card: &str, colors: &[String]) -> Result<String, String> {
    for color in colors {
        if !matches!(color.as_str(), "W" | "U" | "B" | "R" | "G") {
            return Err(format!("card `{card}`: `{color}` is not a colour letter"));
        }
    }
    Ok("WUBRG"
        .chars()
        .filter(|c| colors.iter().any(|own| own.starts_with(*c)))
        .collect())
}
