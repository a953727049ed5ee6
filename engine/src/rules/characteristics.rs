//! Characteristics of objects as plain bits (CR 109.3).

use turnzero_contract::card::{CardType, Supertype};
use turnzero_contract::{Color, ColorSet};

/// A set of card types, one bit each in the order of [`CardType::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Types(pub(crate) u16);

impl Types {
    /// A creature.
    pub(crate) const CREATURE: Self = Self::of(CardType::Creature);
    /// A land.
    pub(crate) const LAND: Self = Self::of(CardType::Land);
    /// An artifact.
    pub(crate) const ARTIFACT: Self = Self::of(CardType::Artifact);
    /// An enchantment.
    pub(crate) const ENCHANTMENT: Self = Self::of(CardType::Enchantment);
    /// A planeswalker.
    pub(crate) const PLANESWALKER: Self = Self::of(CardType::Planeswalker);
    /// A battle.
    pub(crate) const BATTLE: Self = Self::of(CardType::Battle);
    /// An instant.
    pub(crate) const INSTANT: Self = Self::of(CardType::Instant);
    /// The permanent types (CR 110.4).
    pub(crate) const PERMANENT: Self = Self(
        Self::CREATURE.0
            | Self::LAND.0
            | Self::ARTIFACT.0
            | Self::ENCHANTMENT.0
            | Self::PLANESWALKER.0
            | Self::BATTLE.0,
    );

    /// The set of this one type.
    pub(crate) const fn of(card_type: CardType) -> Self {
        Self(1 << card_type as u16)
    }

    /// Whether the sets have a type in common.
    pub(crate) const fn any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Both sets.
    #[must_use]
    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A set of supertypes, one bit each in the order of [`Supertype::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Supertypes(pub(crate) u8);

impl Supertypes {
    /// The set of this one supertype.
    pub(crate) const fn of(supertype: Supertype) -> Self {
        Self(1 << supertype as u8)
    }
}

/// A set of keyword abilities and of the plain may-, must- and can't-clauses that read like one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Keywords(pub(crate) u64);

macro_rules! keyword_bits {
    ($($(#[$meta:meta])* $name:ident = $bit:literal),+ $(,)?) => {
        impl Keywords {
            $($(#[$meta])* pub(crate) const $name: Self = Self(1 << $bit);)+
        }
    };
}

keyword_bits! {
    /// CR 702.2.
    DEATHTOUCH = 0,
    /// CR 702.3.
    DEFENDER = 1,
    /// CR 702.4.
    DOUBLE_STRIKE = 2,
    /// CR 702.7.
    FIRST_STRIKE = 3,
    /// CR 702.8.
    FLASH = 4,
    /// CR 702.9.
    FLYING = 5,
    /// CR 702.10.
    HASTE = 6,
    /// CR 702.11.
    HEXPROOF = 7,
    /// CR 702.12.
    INDESTRUCTIBLE = 8,
    /// CR 702.15.
    LIFELINK = 9,
    /// CR 702.111.
    MENACE = 10,
    /// CR 702.17.
    REACH = 11,
    /// CR 702.18.
    SHROUD = 12,
    /// CR 702.19.
    TRAMPLE = 13,
    /// CR 702.20.
    VIGILANCE = 14,
    /// Plainswalk, the first of five in the order of [`Color::ALL`] (CR 702.14).
    PLAINSWALK = 17,
    /// Protection from white, the first of five in the order of [`Color::ALL`] (CR 702.16).
    PROTECTION_FROM_WHITE = 22,
    /// Cannot attack.
    CANT_ATTACK = 27,
    /// Cannot block.
    CANT_BLOCK = 28,
    /// Cannot be blocked.
    CANT_BE_BLOCKED = 29,
    /// Attacks each combat if able (CR 508.1d).
    MUST_ATTACK = 30,
    /// Blocks each combat if able (CR 509.1c).
    MUST_BLOCK = 31,
    /// Does not untap in its controller's untap step.
    DOESNT_UNTAP = 32,
    /// Cannot be regenerated.
    CANT_BE_REGENERATED = 33,
    /// Cannot be countered.
    CANT_BE_COUNTERED = 34,
    /// Attacks another player than the one who goaded it, if able (CR 701.15b).
    GOADED = 35,
    /// Exiled instead of put into a graveyard (CR 614.1a).
    EXILED_INSTEAD = 36,
}

impl Keywords {
    /// None.
    pub(crate) const NONE: Self = Self(0);

    /// Whether all of `other` are in.
    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether one of `other` is in.
    pub(crate) const fn any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Both sets.
    #[must_use]
    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// These but not the others.
    #[must_use]
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Landwalk of the basic land type of this colour.
    pub(crate) const fn landwalk(color: Color) -> Self {
        Self(Self::PLAINSWALK.0 << color as u64)
    }

    /// Protection from this colour.
    pub(crate) const fn protection_from(color: Color) -> Self {
        Self(Self::PROTECTION_FROM_WHITE.0 << color as u64)
    }

    /// Whether it protects from something of these colours (CR 702.16a).
    pub(crate) fn protects_from(self, colors: ColorSet) -> bool {
        let protections = self.0 >> Self::PROTECTION_FROM_WHITE.0.trailing_zeros() & 0b1_1111;
        protections != 0
            && Color::ALL
                .into_iter()
                .any(|color| colors.contains(color) && protections & 1 << color.index() != 0)
    }
}

/// What an object is at this moment, after all continuous effects (CR 613).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Characteristics {
    /// Subtypes that some filter or effect of the pool speaks of, one bit each.
    pub(crate) subtypes: u128,
    /// Keywords.
    pub(crate) keywords: Keywords,
    /// Power; meaningless unless a creature.
    pub(crate) power: i16,
    /// Toughness; meaningless unless a creature.
    pub(crate) toughness: i16,
    /// Card types.
    pub(crate) types: Types,
    /// Supertypes.
    pub(crate) supertypes: Supertypes,
    /// Colours.
    pub(crate) colors: ColorSet,
    /// Whether it has lost its printed abilities (CR 613.1f).
    pub(crate) blank: bool,
}

impl Characteristics {
    /// Whether it is a creature.
    pub(crate) const fn is_creature(&self) -> bool {
        self.types.any(Types::CREATURE)
    }

    /// Whether it is a land.
    pub(crate) const fn is_land(&self) -> bool {
        self.types.any(Types::LAND)
    }

    /// Whether it has all of these keywords.
    pub(crate) const fn has(&self, keywords: Keywords) -> bool {
        self.keywords.has(keywords)
    }
}
