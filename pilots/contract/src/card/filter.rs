//! Filters, amounts, conditions and durations: the nouns of the card language.

use super::effect::Selector;
use super::types::words;
use super::{CardType, Keyword, Supertype};
use crate::{Color, ContractError};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

words! {
    /// A zone (CR 400.1).
    Zone, "a zone" {
        /// The battlefield.
        Battlefield = "battlefield",
        /// A hand.
        Hand = "hand",
        /// A library.
        Library = "library",
        /// A graveyard.
        Graveyard = "graveyard",
        /// Exile.
        Exile = "exile",
        /// The stack.
        Stack = "stack",
        /// The command zone.
        Command = "command",
    }
}

words! {
    /// A player or players, as seen from the ability's controller.
    PlayerRef, "a player" {
        /// The controller.
        You = "you",
        /// Every player.
        Each = "each player",
        /// Every opponent.
        EachOpponent = "each opponent",
        /// Any one opponent, in filters and conditions.
        AnOpponent = "an opponent",
        /// Any one player, in filters and triggers.
        APlayer = "a player",
        /// A targeted player.
        TargetPlayer = "target player",
        /// A targeted opponent.
        TargetOpponent = "target opponent",
        /// The player of the triggering event.
        ThatPlayer = "that player",
        /// The controller of the object spoken of.
        ItsController = "its controller",
        /// The owner of the object spoken of.
        ItsOwner = "its owner",
        /// The controller of the object the source is attached to, now (CR 303.4e, 301.5d).
        BearersController = "bearer's controller",
    }
}

words! {
    /// An order relation on numbers.
    Comparison, "a comparison" {
        /// Equal.
        Equal = "=",
        /// At most.
        AtMost = "<=",
        /// At least.
        AtLeast = ">=",
        /// Less than.
        Less = "<",
        /// More than.
        More = ">",
    }
}

impl Comparison {
    /// Whether `left` stands in this relation to `right`.
    pub const fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::AtMost => left <= right,
            Self::AtLeast => left >= right,
            Self::Less => left < right,
            Self::More => left > right,
        }
    }
}

words! {
    /// How long a continuous effect lasts (CR 611.2).
    Duration, "a duration" {
        /// Until end of turn.
        EndOfTurn = "until end of turn",
        /// Until the controller's next turn begins.
        YourNextTurn = "until your next turn",
        /// This turn.
        ThisTurn = "this turn",
        /// While the source stays on the battlefield.
        WhileOnBattlefield = "while self is on the battlefield",
        /// With no end.
        Forever = "forever",
    }
}

/// A predicate on objects (permanents, cards, spells).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Filter {
    /// Anything.
    Any,
    /// Has this card type.
    Type(CardType),
    /// Has this supertype.
    Supertype(Supertype),
    /// Has this subtype.
    Subtype(String),
    /// Has this colour.
    Color(Color),
    /// Has no colour.
    Colorless,
    /// Has this name.
    Named(String),
    /// Is a permanent, or a card with a permanent type.
    Permanent,
    /// Is a token.
    Token,
    /// Is a commander (CR 903.3).
    Commander,
    /// Is the ability's source itself.
    Itself,
    /// Is anything but the ability's source.
    Other,
    /// Is tapped.
    Tapped,
    /// Is attacking.
    Attacking,
    /// Is blocking.
    Blocking,
    /// Is goaded (CR 701.15).
    Goaded,
    /// Has this keyword.
    Keyword(Box<Keyword>),
    /// Is controlled by.
    Controlled(PlayerRef),
    /// Is owned by.
    Owned(PlayerRef),
    /// Lies in this zone.
    In(Zone),
    /// Was exiled with the source (CR 607).
    ExiledWithSource,
    /// Is the object enchanted or equipped by the source.
    AttachedTo,
    /// Was dealt damage by the source this turn.
    DamagedBySource,
    /// Compares its mana value.
    ManaValue(Comparison, Amount),
    /// Compares its power.
    Power(Comparison, Amount),
    /// Compares its toughness.
    Toughness(Comparison, Amount),
    /// All of them hold.
    All(Vec<Filter>),
    /// At least one holds.
    AnyOf(Vec<Filter>),
    /// It does not hold.
    Not(Box<Filter>),
}

/// A number an effect uses (CR 107).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Amount {
    /// A number.
    Fixed(u32),
    /// The X of the cost.
    X,
    /// How many objects pass the filter.
    Count(Box<Filter>),
    /// Mana value of the object.
    ManaValueOf(Box<Selector>),
    /// Power of the object (last known, CR 608.2h).
    PowerOf(Box<Selector>),
    /// Devotion to the colour (CR 700.5).
    Devotion(Color),
    /// As many as the step before moved, lost or discarded, or the event dealt, gained or drew.
    ThatMany,
    /// Damage the step before dealt, at most what each recipient had: life total or loyalty before
    /// it, or toughness.
    Drained,
    /// Number of targets of the spell or ability: chosen on announcement, still legal on resolution.
    Targets,
    /// Cards in the player's hand.
    HandSize(PlayerRef),
    /// Life total of the player.
    LifeOf(PlayerRef),
    /// Number of opponents.
    Opponents,
    /// A multiple of another amount.
    Times(u32, Box<Amount>),
    /// The sum of two amounts.
    Plus(Box<Amount>, Box<Amount>),
    /// The first less the second, never below 0 (CR 107.1b).
    Minus(Box<Amount>, Box<Amount>),
    /// The first divided by the second, rounded down; 0 when the second is 0.
    Quotient(Box<Amount>, Box<Amount>),
    /// One amount under a condition, else the other.
    If {
        /// The condition.
        condition: Box<Condition>,
        /// The amount when it holds.
        then: Box<Amount>,
        /// The amount when it does not.
        otherwise: Box<Amount>,
    },
}

/// How many objects a choice takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Count {
    /// Exactly this many.
    Exactly(Amount),
    /// Up to this many.
    UpTo(Amount),
    /// At least the first, at most the second.
    Range(Amount, Amount),
    /// All that there are.
    All,
    /// Any number.
    AnyNumber,
}

/// A condition on the game (CR 603.4, 604.1, 614.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Condition {
    /// How many objects passing the filter the player controls.
    Controls {
        /// Whose.
        player: PlayerRef,
        /// Relation.
        comparison: Comparison,
        /// Number.
        amount: Amount,
        /// Which objects.
        filter: Filter,
    },
    /// Compares two amounts.
    Compare(Amount, Comparison, Amount),
    /// The object, or each of the objects, passes the filter; last known when gone (CR 608.2h).
    /// Players pass no filter.
    Is(Box<Selector>, Filter),
    /// The source lies in this zone.
    SourceIn(Zone),
    /// The spell was cast from this zone.
    CastFrom(Zone),
    /// The spell was kicked (CR 702.33d), or the permanent was as a spell.
    Kicked,
    /// It is the controller's turn.
    YourTurn,
    /// The controller has a commander on the battlefield.
    ControlsCommander,
    /// Everything holds.
    All(Vec<Condition>),
    /// At least one holds.
    AnyOf(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
}
