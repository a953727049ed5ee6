//! The operations of effects, and the nodes of filters, amounts and conditions.

use crate::rules::characteristics::{Keywords, Supertypes, Types};
use crate::rules::ids::{AmountId, ConditionId, CostId, FaceId, FilterId, NameId, OutputId};
use turnzero_contract::Color;
use turnzero_contract::card::{Comparison, Duration, PlayerRef, Zone};

/// A predicate on objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FilterNode {
    Any,
    Types(Types),
    Supertype(Supertypes),
    Subtype(u8),
    Color(Color),
    Colorless,
    Named(NameId),
    Permanent,
    Token,
    Commander,
    Itself,
    Other,
    Tapped,
    Attacking,
    Blocking,
    Keyword(Keywords),
    Controlled(PlayerRef),
    Owned(PlayerRef),
    In(Zone),
    ExiledWithSource,
    AttachedTo,
    DamagedBySource,
    ManaValue(Comparison, AmountId),
    Power(Comparison, AmountId),
    Toughness(Comparison, AmountId),
    /// All of `filter_lists[start..start + len]`.
    All(u16, u8),
    /// One of `filter_lists[start..start + len]`.
    AnyOf(u16, u8),
    Not(FilterId),
}

/// A number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AmountNode {
    Fixed(i32),
    X,
    Count(FilterId),
    ManaValueOf(Selection),
    PowerOf(Selection),
    Devotion(Color),
    ThatMany,
    Drained,
    Targets,
    HandSize(PlayerRef),
    LifeOf(PlayerRef),
    Opponents,
    Times(i32, AmountId),
    Plus(AmountId, AmountId),
    Minus(AmountId, AmountId),
    Quotient(AmountId, AmountId),
    If {
        condition: ConditionId,
        then: AmountId,
        otherwise: AmountId,
    },
}

/// How many objects a choice takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CountNode {
    Exactly(AmountId),
    UpTo(AmountId),
    Range(AmountId, AmountId),
    All,
    AnyNumber,
}

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConditionNode {
    Controls {
        player: PlayerRef,
        comparison: Comparison,
        amount: AmountId,
        filter: FilterId,
    },
    Compare(AmountId, Comparison, AmountId),
    /// Each of the objects passes, and there is one.
    Is(Selection, FilterId),
    /// The source was cast for its evoke cost (CR 702.74a).
    Evoked,
    /// The source has, or had, a +1/+1 counter.
    HasPlusCounter,
    SourceIn(Zone),
    CastFrom(Zone),
    Kicked,
    YourTurn,
    ControlsCommander,
    All(u16, u8),
    AnyOf(u16, u8),
    Not(ConditionId),
}

/// What an operation acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Selection {
    /// The source.
    Itself,
    /// The targets of a slot.
    Target(u8),
    /// What the step, cost or event before named.
    It,
    /// Every object that passes.
    Each(FilterId),
    /// Chosen on resolution.
    Chosen {
        by: PlayerRef,
        count: CountNode,
        filter: FilterId,
    },
    /// Taken at random.
    Random { count: CountNode, filter: FilterId },
    /// What the source is attached to.
    AttachedTo,
    /// Players.
    Player(PlayerRef),
}

/// Where an object goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Hand,
    Battlefield { tapped: bool, control: PlayerRef },
    Graveyard,
    Exile,
    LibraryTop,
    LibraryBottom,
    LibraryShuffled,
    Command,
}

/// One operation. Jumps are absolute positions in the pool's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// The effect is done.
    End,
    /// Goes on elsewhere.
    Jump(u32),
    /// Goes on elsewhere unless the condition holds.
    Unless(ConditionId, u32),
    /// Forgets whether anything was done, for the next [`Op::UnlessDone`].
    Attempt,
    /// Goes on elsewhere unless the steps since [`Op::Attempt`] did something (CR 608.2c "if you do").
    UnlessDone(u32),
    /// Asks the player whether to go on with the next operation, perhaps at a price; jumps if not.
    May {
        player: PlayerRef,
        /// The target slot whose object "its controller" speaks of; absent for what was named before.
        of: Option<u8>,
        cost: Option<CostId>,
        otherwise: u32,
    },
    AddMana(OutputId),
    /// The source is sacrificed by its controller.
    SacrificeSource,
    /// The source comes back from where it went, with a +1/+1 counter (CR 702.93a).
    ReturnWithCounter,
    Draw(PlayerRef, AmountId),
    Discard {
        player: PlayerRef,
        count: CountNode,
        filter: FilterId,
        random: bool,
        /// Who chooses the cards; absent for the player who discards.
        chosen_by: Option<PlayerRef>,
    },
    RevealHand(PlayerRef),
    Mill(PlayerRef, AmountId),
    Scry(AmountId),
    Surveil(AmountId),
    /// Index into the pool's searches.
    Search(u16),
    RevealTop {
        player: PlayerRef,
        count: AmountId,
        filter: FilterId,
        to: Place,
    },
    /// Looks at cards from the top of the library and puts them back in any order.
    Rearrange(PlayerRef, AmountId),
    Shuffle(PlayerRef),
    GainLife(PlayerRef, AmountId),
    LoseLife(PlayerRef, AmountId),
    DealDamage {
        source: Selection,
        amount: AmountId,
        to: Selection,
        divided: bool,
    },
    Fight(Selection, Selection),
    /// Prevents the next damage, or all of it when no amount is given (CR 615.6, 615.7).
    Prevent {
        to: Selection,
        amount: Option<AmountId>,
        duration: Duration,
    },
    Destroy {
        what: Selection,
        no_regeneration: bool,
    },
    Sacrifice {
        player: PlayerRef,
        count: CountNode,
        filter: FilterId,
    },
    Move {
        what: Selection,
        to: Place,
    },
    /// Counters, and puts a spell there (CR 701.6a).
    Counter {
        what: Selection,
        to: Place,
    },
    CreateToken {
        player: PlayerRef,
        count: AmountId,
        face: FaceId,
    },
    PutCounters {
        what: Selection,
        kind: u8,
        count: AmountId,
    },
    Tap(Selection),
    Untap(Selection),
    /// Taps or untaps, as the controller chooses.
    TapOrUntap(Selection),
    Pump {
        what: Selection,
        power: i16,
        toughness: i16,
        duration: Duration,
    },
    Grant {
        what: Selection,
        keywords: Keywords,
        duration: Duration,
    },
    /// A static ability of the given face works for a while.
    Continuous {
        face: FaceId,
        duration: Duration,
    },
    Goad(Selection),
    Attach(Selection),
    Regenerate(Selection),
    Become {
        what: Selection,
        /// Index into the pool's becomings.
        becoming: u16,
        duration: Duration,
    },
    /// Runs the code of the chosen modes in printed order (CR 608.2c).
    Modes,
}
