//! From typed definitions to the flat pool.

mod ability;
mod effect;
mod face;
mod noun;
mod watch;

use super::{Pool, TriggerKind};
use crate::rules::ids::{AmountId, FaceId, NameId};
use crate::rules::pool::AmountNode;
use crate::rules::view;
use std::sync::Arc;
use thiserror::Error;
use turnzero_contract::{CardDefinition, Name};

/// A card that whole games cannot play yet.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{card}` cannot be played in whole games yet: {clause}; use a deck without it, or study opening hands only")]
pub struct Unplayable {
    /// The card.
    pub card: String,
    /// What is not executed.
    pub clause: String,
}

/// Why a clause is refused, before the card's name is known.
pub(super) type Refused = String;

/// Compiles definitions; cards may be added in any order, each once.
#[derive(Debug)]
pub(crate) struct PoolBuilder {
    pool: Pool,
    /// Subtypes of each face, until it is known which of them anything asks for.
    face_subtypes: Vec<Vec<String>>,
    /// Faces made for granted abilities and effects bear no card.
    card: String,
}

impl Default for PoolBuilder {
    fn default() -> Self {
        let mut builder = Self {
            pool: Pool::default(),
            face_subtypes: Vec::new(),
            card: String::new(),
        };
        builder.pool.counter_kinds = ["+1/+1", "-1/-1", "loyalty"].map(Name::from).to_vec();
        // Amounts 0 and 1 are the numbers 0 and 1.
        builder.pool.amounts = vec![AmountNode::Fixed(0), AmountNode::Fixed(1)];
        builder
    }
}

impl PoolBuilder {
    /// The amount 1.
    pub(super) const ONE: AmountId = AmountId(1);

    /// Adds a card, or finds it; its number in the pool.
    ///
    /// # Errors
    /// [`Unplayable`] names the first clause that the engine does not execute.
    pub(crate) fn add(&mut self, definition: &Arc<CardDefinition>) -> Result<u16, Unplayable> {
        if let Some(known) = self.pool.definitions.iter().position(|other| other == definition) {
            return Ok(number(known));
        }
        self.card.clone_from(&definition.name);
        let card = number(self.pool.definitions.len());
        let refused = |clause| Unplayable {
            card: definition.name.clone(),
            clause,
        };
        let mut faces = Vec::new();
        for face in &definition.faces {
            faces.push(self.face(face, Some(card)).map_err(refused)?);
        }
        self.pool.definitions.push(Arc::clone(definition));
        let first = faces.first().map_or(0, |face| face.0);
        // The faces of a card follow one another, tokens and granted abilities come before them.
        let in_a_row = faces.iter().zip(first..).all(|(face, expected)| face.0 == expected);
        if !in_a_row && faces.len() > 1 {
            return Err(refused("several faces with tokens or granted abilities".to_owned()));
        }
        self.pool.card_faces.push(first..first + number(faces.len()));
        Ok(card)
    }

    /// The front face of a card that was added.
    pub(crate) fn front(&self, card: u16) -> FaceId {
        FaceId(self.pool.card_faces[usize::from(card)].start)
    }

    /// The finished pool.
    pub(crate) fn build(mut self) -> Pool {
        for (face, subtypes) in self.face_subtypes.iter().enumerate() {
            for (bit, asked) in self.pool.subtypes.iter().enumerate() {
                if subtypes.contains(asked) {
                    self.pool.faces[face].printed.subtypes |= 1 << bit;
                }
            }
        }
        for face in &self.pool.faces {
            self.pool.all_triggers |= face.triggers;
            for ability in &face.abilities {
                if let super::Ability::Static(fixed) = ability {
                    self.pool.cost_changes |= matches!(fixed.kind, super::StaticKind::CostChange { .. });
                    self.pool.control_changes |= matches!(fixed.kind, super::StaticKind::Control { .. });
                }
                if let super::Ability::Triggered(triggered) = ability
                    && triggered.zone != turnzero_contract::card::Zone::Battlefield
                {
                    let bits = triggered.events.iter().map(|event| TriggerKind::bit(event.kind));
                    self.pool.hidden_triggers |= bits.fold(0, |mask, bit| mask | bit);
                }
            }
        }
        self.mark_traits();
        (self.pool.shown, self.pool.names_in_order) = view::shown(&self.pool);
        self.pool.keyword_words = view::keyword_words();
        self.pool
    }

    pub(crate) fn name_id(&mut self, name: &str) -> NameId {
        let names = &mut self.pool.names;
        let at = names.iter().position(|other| *other == name).unwrap_or_else(|| {
            names.push(name.into());
            names.len() - 1
        });
        NameId(number(at))
    }

    /// The bit of a subtype that something asks for.
    pub(crate) fn subtype_bit(&mut self, subtype: &str) -> Result<u8, Refused> {
        let subtypes = &mut self.pool.subtypes;
        let at = subtypes.iter().position(|other| other == subtype).unwrap_or_else(|| {
            subtypes.push(subtype.to_owned());
            subtypes.len() - 1
        });
        u8::try_from(at)
            .ok()
            .filter(|bit| *bit < 128)
            .ok_or_else(|| "the decks ask for more than 128 different subtypes".to_owned())
    }

    pub(crate) fn counter_kind(&mut self, kind: &str) -> Result<u8, Refused> {
        let kinds = &mut self.pool.counter_kinds;
        let at = kinds.iter().position(|other| *other == kind).unwrap_or_else(|| {
            kinds.push(kind.into());
            kinds.len() - 1
        });
        u8::try_from(at).map_err(|_| "more than 256 kinds of counters".to_owned())
    }
}

/// A position as a 16-bit number; the tables of a pool are far smaller.
pub(crate) fn number(position: usize) -> u16 {
    u16::try_from(position).unwrap_or(u16::MAX)
}
