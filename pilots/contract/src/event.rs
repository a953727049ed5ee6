//! The per-viewer event log of the game; names appear only where the viewer may know them.

use crate::card::Zone;
use crate::{Declaration, Name, Seat, Step};
use serde::{Deserialize, Serialize};

/// Something that happened, as one viewer saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Event {
    /// A seat drew its opening hand or a new one (CR 103.5).
    DrewHand {
        /// Who.
        seat: Seat,
        /// How many cards.
        count: u32,
    },
    /// A seat declared keep or mulligan.
    Declared {
        /// Who.
        seat: Seat,
        /// What.
        declaration: Declaration,
    },
    /// A seat shuffled its hand away and drew again.
    TookMulligan {
        /// Who.
        seat: Seat,
        /// Mulligans taken by that seat so far, this one included.
        taken: u32,
        /// Whether this one costs no card (CR 103.5c).
        free: bool,
    },
    /// A seat put cards on the bottom of its library.
    Bottomed {
        /// Who.
        seat: Seat,
        /// How many.
        count: u32,
        /// Which, the lowest last; told to their owner only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        names: Option<Vec<String>>,
    },
    /// The mulligan phase is over.
    GameBegan,
    /// A turn began (CR 500).
    TurnBegan {
        /// Its number, from 1.
        turn: u32,
        /// Whose it is.
        active: Seat,
    },
    /// A step began (CR 500.1).
    StepBegan {
        /// Which.
        step: Step,
    },
    /// A card changed zones.
    Moved {
        /// Its name in the old zone, where the viewer may know it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Name>,
        /// Its owner.
        owner: Seat,
        /// From where.
        from: Zone,
        /// To where.
        to: Zone,
    },
    /// A token was created (CR 111.1).
    TokenCreated {
        /// Its name.
        name: Name,
        /// Under whose control.
        seat: Seat,
    },
    /// A token ceased to exist (CR 111.7).
    TokenCeased {
        /// Its name.
        name: Name,
    },
    /// A land was played (CR 305.1).
    LandPlayed {
        /// Its name.
        name: Name,
        /// By whom.
        seat: Seat,
    },
    /// A spell was cast (CR 601.2i).
    SpellCast {
        /// Its name.
        name: Name,
        /// By whom.
        seat: Seat,
    },
    /// An ability was activated (CR 602.2).
    Activated {
        /// The name of its source.
        name: Name,
        /// By whom.
        seat: Seat,
    },
    /// A triggered ability was put on the stack (CR 603.3).
    Triggered {
        /// The name of its source.
        name: Name,
        /// Whose it is.
        seat: Seat,
    },
    /// A spell or ability resolved (CR 608).
    Resolved {
        /// Its name, or that of its source.
        name: Name,
    },
    /// All its targets were illegal (CR 608.2b).
    Fizzled {
        /// Its name, or that of its source.
        name: Name,
    },
    /// A spell or ability was countered (CR 701.6).
    Countered {
        /// Its name, or that of its source.
        name: Name,
    },
    /// Something became a target.
    Targeted {
        /// What.
        target: Subject,
    },
    /// A life total changed.
    LifeChanged {
        /// Whose.
        seat: Seat,
        /// By how much.
        by: i32,
        /// What it is then.
        total: i32,
    },
    /// Damage was dealt (CR 120).
    Damage {
        /// The name of its source.
        name: Name,
        /// To what.
        target: Subject,
        /// How much.
        amount: u32,
        /// Combat damage.
        combat: bool,
    },
    /// A creature attacked (CR 508).
    Attacked {
        /// Its name.
        name: Name,
        /// Whom.
        target: Subject,
    },
    /// A creature blocked (CR 509).
    Blocked {
        /// Its name.
        name: Name,
        /// What.
        target: Subject,
    },
    /// A player drew a card.
    Drew {
        /// Who.
        seat: Seat,
        /// Which; told to that player only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Name>,
    },
    /// A player drew from an empty library (CR 704.5b).
    DrewFromEmpty {
        /// Who.
        seat: Seat,
    },
    /// A library was shuffled.
    Shuffled {
        /// Whose.
        seat: Seat,
    },
    /// A permanent was tapped.
    Tapped {
        /// Its name.
        name: Name,
    },
    /// A permanent was untapped by an effect or cost.
    Untapped {
        /// Its name.
        name: Name,
    },
    /// A card was revealed to everybody (CR 701.20).
    Revealed {
        /// Its name.
        name: Name,
        /// Whose it is.
        seat: Seat,
    },
    /// Counters were put on a permanent, or taken off.
    Counters {
        /// Its name.
        name: Name,
        /// The kind.
        counter: Name,
        /// How many; negative when taken off.
        by: i32,
    },
    /// A permanent regenerated (CR 701.19).
    Regenerated {
        /// Its name.
        name: Name,
    },
    /// A player left the game (CR 104.3).
    Lost {
        /// Who.
        seat: Seat,
    },
    /// The game ended.
    Ended {
        /// The winner; absent in a draw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
    },
}

/// What an event happened to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Subject {
    /// A player.
    Player(Seat),
    /// An object, by name; empty when it was gone at once.
    Object(Name),
}
