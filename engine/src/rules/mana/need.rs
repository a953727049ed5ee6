//! The mana a cost needs, and what it is spent on.

use crate::rules::ids::{FaceId, Slot};
use crate::rules::pool::ManaPart;
use turnzero_contract::ManaSymbol;

/// The most hybrid, Phyrexian and snow symbols of one cost.
const SPECIAL: usize = 8;

/// The mana part of a cost after all changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Need {
    /// Of each colour, `WUBRG`, and of colourless mana.
    pub(crate) colored: [u8; 6],
    /// Generic mana.
    pub(crate) generic: u16,
    /// Other symbols.
    pub(crate) special: [Option<ManaSymbol>; SPECIAL],
}

impl Need {
    /// The mana of a cost for a value of X.
    pub(crate) fn of(part: &ManaPart, x: u16) -> Self {
        let mut special = [None; SPECIAL];
        for (place, symbol) in special.iter_mut().zip(&part.special) {
            *place = Some(*symbol);
        }
        let need = Self {
            colored: part.colored,
            generic: part.generic,
            special,
        };
        need.for_x(part, x)
    }

    /// With the mana for a value of the cost's X.
    #[must_use]
    pub(crate) fn for_x(mut self, part: &ManaPart, x: u16) -> Self {
        let variable = x.saturating_mul(u16::from(part.x));
        match part.x_color.and_then(|color| self.colored.get_mut(usize::from(color))) {
            Some(symbols) => *symbols = symbols.saturating_add(u8::try_from(variable).unwrap_or(u8::MAX)),
            None => self.generic = self.generic.saturating_add(variable),
        }
        self
    }

    /// This and the mana of another cost.
    #[must_use]
    pub(crate) fn with(mut self, part: &ManaPart) -> Self {
        for (have, more) in self.colored.iter_mut().zip(part.colored) {
            *have = have.saturating_add(more);
        }
        self.generic = self.generic.saturating_add(part.generic);
        let free = self.special.iter_mut().filter(|place| place.is_none());
        for (place, symbol) in free.zip(&part.special) {
            *place = Some(*symbol);
        }
        self
    }

    /// With more generic mana.
    #[must_use]
    pub(crate) fn raise(mut self, generic: u16) -> Self {
        self.generic = self.generic.saturating_add(generic);
        self
    }

    /// With less generic mana; coloured mana is never reduced (CR 118.7c).
    #[must_use]
    pub(crate) fn reduce(mut self, generic: u16) -> Self {
        self.generic = self.generic.saturating_sub(generic);
        self
    }

    /// Whether nothing is needed.
    pub(crate) fn is_nothing(&self) -> bool {
        self.colored == [0; 6] && self.generic == 0 && self.special[0].is_none()
    }
}

/// What mana is spent on: decides about restricted mana (CR 106.6) and which sources are not free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Casting a card.
    Cast {
        /// The card.
        slot: Slot,
        /// The face that is cast.
        face: FaceId,
    },
    /// Activating an ability.
    Activate {
        /// Its source.
        source: Slot,
        /// The source taps or leaves for the cost, so that it makes no mana for it.
        uses_source: bool,
    },
    /// Anything else.
    Other,
}
