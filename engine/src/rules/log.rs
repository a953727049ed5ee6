//! What happened, for logs and assertions, with full information; viewers get a projection of it.

use super::ids::{FaceId, ObjectId, Player, Ref};
use super::step::Step;
use turnzero_contract::card::Zone;

/// Something that happened in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameEvent {
    /// A turn began.
    TurnBegan { number: u32, active: Player },
    /// A step began.
    StepBegan(Step),
    /// A card changed zones; `face` is what was up in the old zone.
    Moved {
        object: ObjectId,
        face: FaceId,
        owner: Player,
        controller: Player,
        from: Zone,
        to: Zone,
        creature: bool,
        /// Which seats know the card in its new zone.
        known: u8,
    },
    /// A token was created.
    TokenCreated {
        object: ObjectId,
        face: FaceId,
        controller: Player,
    },
    /// A token ceased to exist (CR 111.7).
    TokenCeased { face: FaceId },
    /// A land was played.
    LandPlayed { player: Player, face: FaceId },
    /// A spell was cast (CR 601.2i).
    SpellCast { player: Player, face: FaceId, serial: u32 },
    /// An ability was activated (CR 602.2).
    Activated { player: Player, face: FaceId, serial: u32 },
    /// A triggered ability was put on the stack (CR 603.3).
    Triggered { player: Player, face: FaceId, serial: u32 },
    /// A spell or ability resolved (CR 608).
    Resolved { face: FaceId, serial: u32 },
    /// A spell or ability did not resolve, since all its targets were illegal (CR 608.2b).
    Fizzled { face: FaceId, serial: u32 },
    /// A spell or ability was countered (CR 701.6).
    Countered { face: FaceId, serial: u32 },
    /// A target was chosen.
    Targeted { serial: u32, to: Ref },
    /// Life changed; damage included.
    LifeChanged { player: Player, by: i32, total: i32 },
    /// Damage was dealt.
    Damage {
        source: FaceId,
        to: Ref,
        amount: u16,
        combat: bool,
    },
    /// A creature attacked.
    Attacked {
        attacker: ObjectId,
        face: FaceId,
        defender: Ref,
    },
    /// A creature blocked.
    Blocked {
        blocker: ObjectId,
        face: FaceId,
        attacker: ObjectId,
    },
    /// A player drew a card.
    Drew {
        player: Player,
        object: ObjectId,
        face: FaceId,
    },
    /// A player drew from an empty library.
    DrewFromEmpty { player: Player },
    /// A library was shuffled.
    Shuffled { player: Player },
    /// A permanent was tapped.
    Tapped { face: FaceId, object: ObjectId },
    /// A permanent was untapped by an effect or cost.
    Untapped { face: FaceId, object: ObjectId },
    /// Cards were revealed to everybody.
    Revealed { player: Player, face: FaceId },
    /// Counters were put on or taken from a permanent.
    Counters {
        face: FaceId,
        object: ObjectId,
        kind: u8,
        by: i32,
    },
    /// A permanent regenerated.
    Regenerated { face: FaceId, object: ObjectId },
    /// A player left the game.
    Lost { player: Player },
    /// The game ended; nobody won when `winner` is absent.
    Ended { winner: Option<Player> },
}
