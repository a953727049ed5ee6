//! Compiled abilities, costs and targets.

use crate::rules::characteristics::{Keywords, Types};
use crate::rules::ids::{AmountId, CodeId, ConditionId, CostId, FilterId, OutputId};
use crate::rules::pool::{CountNode, Place};
use crate::rules::step::Step;
use std::ops::Range;
use turnzero_contract::card::{GameVerb, ManaKind, PlayerRef, Zone};
use turnzero_contract::{ColorSet, ManaSymbol};

/// An ability of a face.
#[derive(Clone, Debug)]
pub(crate) enum Ability {
    /// Activated (CR 602).
    Activated(Activated),
    /// Triggered (CR 603).
    Triggered(Triggered),
    /// Static (CR 604).
    Static(Static),
}

/// An activated ability.
#[derive(Clone, Debug)]
pub(crate) struct Activated {
    /// What is paid.
    pub(crate) cost: CostId,
    /// What it does.
    pub(crate) code: CodeId,
    /// The mana it makes, when it is a mana ability (CR 605.1a).
    pub(crate) mana: Option<OutputId>,
    /// Only while this holds.
    pub(crate) condition: Option<ConditionId>,
    /// Where it works.
    pub(crate) zone: Zone,
    /// Only when a sorcery could be cast.
    pub(crate) sorcery: bool,
    /// Only once a turn.
    pub(crate) once_each_turn: bool,
    /// Loyalty change, of planeswalker abilities (CR 606).
    pub(crate) loyalty: Option<i8>,
}

/// A triggered ability.
#[derive(Clone, Debug)]
pub(crate) struct Triggered {
    /// Any of these events triggers it.
    pub(crate) events: Vec<Trigger>,
    /// Intervening "if" (CR 603.4).
    pub(crate) condition: Option<ConditionId>,
    /// What it does.
    pub(crate) code: CodeId,
    /// Where its source must be.
    pub(crate) zone: Zone,
}

/// Kinds of events, for quick tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum TriggerKind {
    Enters,
    Dies,
    Leaves,
    Attacks,
    Blocks,
    DealsDamage,
    IsDealtDamage,
    BeginningOf,
    Casts,
    Draws,
    Sacrifices,
    LeavesGraveyard,
    Discards,
    GainsLife,
    Cycled,
    BecomesTarget,
    BecomesTapped,
}

impl TriggerKind {
    /// Its bit in the masks of faces.
    pub(crate) const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// One event a triggered ability looks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trigger {
    /// What kind of event.
    pub(crate) kind: TriggerKind,
    /// Which object does it.
    pub(crate) filter: Option<FilterId>,
    /// Which player does it, or whose turn it is.
    pub(crate) player: PlayerRef,
    /// Which step begins.
    pub(crate) step: Step,
    /// Only combat damage.
    pub(crate) combat: bool,
    /// Only damage to a player.
    pub(crate) to_player: bool,
    /// Only damage to an opponent of the ability's controller.
    pub(crate) to_opponent: bool,
}

/// A static ability that the layers or the rules ask for.
#[derive(Clone, Debug)]
pub(crate) struct Static {
    /// Only while this holds.
    pub(crate) condition: Option<ConditionId>,
    /// What it does.
    pub(crate) kind: StaticKind,
}

/// What a static ability does.
#[derive(Clone, Debug)]
pub(crate) enum StaticKind {
    /// Changes power and toughness (layer 7c).
    Modify {
        /// Of what.
        filter: FilterId,
        /// Per unit.
        power: i16,
        /// Per unit.
        toughness: i16,
        /// How many units; absent for one.
        times: Option<AmountId>,
    },
    /// Gives keywords (layer 6).
    GrantKeywords {
        /// To what.
        filter: FilterId,
        /// Which.
        keywords: Keywords,
    },
    /// Gives other abilities (layer 6): those of the ability list of a face made for it.
    GrantAbilities {
        /// To what.
        filter: FilterId,
        /// The face whose abilities are given.
        face: crate::rules::ids::FaceId,
    },
    /// Changes what the spells of somebody cost (CR 601.2f).
    CostChange {
        /// Whose.
        player: PlayerRef,
        /// Which; `None` for the source itself.
        filter: Option<FilterId>,
        /// Generic mana per unit.
        generic: i16,
        /// How many units; absent for one.
        times: Option<AmountId>,
    },
    /// Enters tapped (CR 614.1c), unless the condition holds.
    EntersTapped {
        /// Unless this holds.
        unless: Option<ConditionId>,
        /// Unless this is paid as it enters.
        paid: Option<CostId>,
    },
    /// A can't or must with a subject and another side.
    Deontic(Deontic),
    /// More land plays each turn (CR 305.2).
    ExtraLands(u8),
    /// Enters with counters (CR 614.1c).
    EntersWith {
        /// Their kind.
        kind: u8,
        /// How many.
        count: AmountId,
    },
    /// Defines its own power and toughness (layer 7a, CR 604.3).
    Size {
        /// Power.
        power: AmountId,
        /// Toughness.
        toughness: AmountId,
    },
    /// Its controller controls other permanents (layer 2).
    Control {
        /// Which.
        filter: FilterId,
    },
}

/// A may, must or can't between two sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deontic {
    /// Must instead of can't.
    pub(crate) must: bool,
    /// What is meant.
    pub(crate) verb: GameVerb,
    /// Who or what.
    pub(crate) subject: FilterId,
    /// By whom, or whom.
    pub(crate) other: Option<FilterId>,
}

/// Another way to cast a card (CR 118.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Payment {
    /// From where.
    pub(crate) zone: Zone,
    /// What is paid instead of the mana cost.
    pub(crate) cost: CostId,
    /// Exiled instead of going anywhere else when it leaves the stack (CR 702.34a).
    pub(crate) exiles: bool,
    /// The permanent is sacrificed when it enters (CR 702.74a).
    pub(crate) evokes: bool,
}

/// A cost: mana and the rest (CR 118).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Cost {
    /// Its mana part.
    pub(crate) mana: ManaPart,
    /// Everything else, in printed order.
    pub(crate) steps: Vec<CostStep>,
}

impl Cost {
    /// Whether the source taps, is sacrificed or leaves for it, so that it makes no mana for the same cost.
    pub(crate) fn uses_source(&self) -> bool {
        self.steps.iter().any(|step| {
            matches!(
                step,
                CostStep::Tap | CostStep::SacrificeSelf | CostStep::ExileSelf | CostStep::DiscardSelf
            )
        })
    }
}

/// The mana part of a cost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ManaPart {
    /// Needed of each colour, `WUBRG`, and of colourless mana.
    pub(crate) colored: [u8; 6],
    /// Generic mana.
    pub(crate) generic: u16,
    /// How many times X.
    pub(crate) x: u8,
    /// The one colour of mana that pays for X, in the order of `colored`, if it has to be one (CR 106.6).
    pub(crate) x_color: Option<u8>,
    /// Hybrid, Phyrexian and snow symbols.
    pub(crate) special: Vec<ManaSymbol>,
}

/// One part of a cost that is no mana.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CostStep {
    /// `{T}`.
    Tap,
    /// `{Q}`.
    Untap,
    /// Pay life.
    PayLife(AmountId),
    /// Sacrifice the source.
    SacrificeSelf,
    /// Sacrifice permanents.
    Sacrifice(CountNode, FilterId),
    /// Discard the source.
    DiscardSelf,
    /// Discard cards.
    Discard(CountNode, FilterId),
    /// Exile cards.
    Exile(CountNode, FilterId),
    /// Exile the source.
    ExileSelf,
    /// Tap other permanents.
    TapOthers(CountNode, FilterId),
    /// Return permanents to hand.
    Return(CountNode, FilterId),
    /// Reveal cards from hand.
    Reveal(CountNode, FilterId),
    /// Remove counters of the kind from the source.
    RemoveCounters(CountNode, u8),
}

/// An effect: its code and what it targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    /// Where its operations start; it ends with [`super::Op::End`].
    pub(crate) start: u32,
    /// Its target slots.
    pub(crate) targets: Range<u16>,
    /// Modes to choose on announcement (CR 700.2): how many, and the code of each mode.
    pub(crate) modes: Option<(CountNode, Range<u16>)>,
}

/// What one target slot accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TargetKind {
    /// A permanent, or an object in the zone that the filter names.
    Object(FilterId),
    /// A creature, player, planeswalker or battle (CR 115.4).
    Any,
    /// A player, or an object that passes.
    PlayerOr(FilterId),
    /// A player.
    Player,
    /// An opponent.
    Opponent,
    /// A spell on the stack.
    Spell(FilterId),
}

/// One "target" of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TargetSlot {
    /// What it accepts.
    pub(crate) kind: TargetKind,
    /// How many.
    pub(crate) count: CountNode,
}

/// What mana one ability makes (CR 106).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Output {
    /// Alternatives; one is chosen.
    pub(crate) choices: Vec<Vec<ManaKind>>,
    /// How often.
    pub(crate) times: AmountId,
    /// Only for spells or abilities of sources that pass.
    pub(crate) restriction: Option<Restriction>,
}

/// What restricted mana may be spent on (CR 106.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Restriction {
    /// To cast spells that pass.
    pub(crate) cast: Option<FilterId>,
    /// To activate abilities of sources that pass.
    pub(crate) activate: Option<FilterId>,
}

/// A library search (CR 701.23).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SearchCode {
    /// Whose library, and who searches.
    pub(crate) player: PlayerRef,
    /// How many cards.
    pub(crate) count: CountNode,
    /// Which cards.
    pub(crate) filter: FilterId,
    /// The cards must share a basic land type.
    pub(crate) sharing_land_type: bool,
    /// The cards are revealed.
    pub(crate) reveal: bool,
    /// Where one of them goes instead.
    pub(crate) one_to: Option<Place>,
    /// Where they go.
    pub(crate) to: Place,
}

/// What [`super::Op::Become`] makes of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Becoming {
    /// Base power and toughness.
    pub(crate) size: Option<(i16, i16)>,
    /// Added types.
    pub(crate) types: Types,
    /// Added subtypes.
    pub(crate) subtypes: u128,
    /// New colours.
    pub(crate) colors: Option<ColorSet>,
}
