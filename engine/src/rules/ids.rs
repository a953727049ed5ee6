//! Small identities of everything in a game.

/// A player by seat number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Player(pub(crate) u8);

impl Player {
    /// The seat as an index.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place in the table of objects: a card keeps its slot for the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Slot(pub(crate) u16);

impl Slot {
    /// The slot as an index.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An object: a slot and which of its lives. Every change of zone begins a new one (CR 400.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ObjectId {
    /// Where it is.
    pub(crate) slot: Slot,
    /// Which life of the slot it is.
    pub(crate) life: u16,
}

impl ObjectId {
    /// No object; it equals no object's identity.
    pub(crate) const NONE: Self = Self {
        slot: Slot(u16::MAX),
        life: u16::MAX,
    };

    /// Whether it names an object, alive or gone.
    pub(crate) fn is_some(self) -> bool {
        self != Self::NONE
    }
}

macro_rules! pool_id {
    ($($(#[$meta:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) struct $name(pub(crate) u16);

        impl $name {
            /// As an index into its table of the pool.
            pub(crate) const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )+};
}

pool_id! {
    /// A face of a card, or a token, in the compiled pool.
    FaceId,
    /// A compiled filter.
    FilterId,
    /// A compiled amount.
    AmountId,
    /// A compiled condition.
    ConditionId,
    /// A compiled cost.
    CostId,
    /// A compiled effect with its targets.
    CodeId,
    /// A compiled mana output.
    OutputId,
    /// A name of a card or token.
    NameId,
}

/// What an effect, attack or target points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Ref {
    /// A player.
    Player(Player),
    /// An object outside the stack.
    Object(ObjectId),
    /// A spell or ability on the stack, by its serial number.
    Stack(u32),
}
