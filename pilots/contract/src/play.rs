//! A game that is played, as one player sees it.

use crate::card::CardType;
use crate::{ColorSet, Name, NameCounts, RemainingDeck, Row, Seat};
use serde::{Deserialize, Serialize};

/// A step of a turn, or a phase without steps (CR 500.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Step {
    /// CR 502.
    #[default]
    Untap,
    /// CR 503.
    Upkeep,
    /// CR 504.
    Draw,
    /// CR 505.
    PrecombatMain,
    /// CR 507.
    BeginningOfCombat,
    /// CR 508.
    DeclareAttackers,
    /// CR 509.
    DeclareBlockers,
    /// The first of two combat damage steps (CR 510.4).
    FirstStrikeDamage,
    /// CR 510.
    CombatDamage,
    /// CR 511.
    EndOfCombat,
    /// CR 505.
    PostcombatMain,
    /// CR 513.
    End,
    /// CR 514.
    Cleanup,
}

/// Where the definition of something is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum DefinitionRef {
    /// By name in the viewer's own deck or among its commanders.
    Own,
    /// Delivered under this number, in this decision or an earlier one.
    Seen(u32),
    /// Nowhere: face down, or its source cannot be told any more.
    #[default]
    Unknown,
}

/// A card or token that the viewer may know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CardRow {
    /// The name of the face that is up; empty when face down.
    pub name: Name,
    /// Its definition.
    pub definition: DefinitionRef,
}

/// A card that the viewer knows at a place in a library.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct KnownCard {
    /// Cards above it.
    pub above: u32,
    /// The card.
    pub card: CardRow,
}

/// A player and the zones of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PlayerRow {
    /// Who.
    pub seat: Seat,
    /// Still in the game.
    pub playing: bool,
    /// Life total.
    pub life: i32,
    /// Damage to the player that is prevented next (CR 615.7); the largest number for all of it.
    pub prevention: u32,
    /// Mana pool: W, U, B, R, G, colourless.
    pub mana: [u8; 6],
    /// Poison counters.
    pub poison: u32,
    /// Lands played this turn.
    pub lands_played: u32,
    /// Cards in hand.
    pub hand_size: u32,
    /// Cards in the library.
    pub library_size: u32,
    /// Cards of another player's hand that the viewer knows, by name.
    pub known_hand: Vec<CardRow>,
    /// Cards of the library that the viewer knows where they lie, the uppermost first.
    pub known_library: Vec<KnownCard>,
    /// Graveyard, the oldest first.
    pub graveyard: Vec<CardRow>,
    /// Own cards in exile, the oldest first.
    pub exile: Vec<CardRow>,
    /// Own cards in the command zone.
    pub command: Vec<CardRow>,
}

/// A permanent as it is now, after all continuous effects (CR 613).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent yes-or-no facts of a permanent"
)]
pub struct PermanentRow {
    /// Its card or token.
    pub card: CardRow,
    /// A token.
    pub token: bool,
    /// Its controller.
    pub controller: Seat,
    /// Its owner.
    pub owner: Seat,
    /// Tapped.
    pub tapped: bool,
    /// Under its controller's control since the turn began (CR 302.6).
    pub settled: bool,
    /// Has lost its printed abilities (CR 613.1f).
    pub blank: bool,
    /// Damage marked on it.
    pub damage: u32,
    /// Counters by kind.
    #[serde(default, skip_serializing_if = "NameCounts::is_empty")]
    pub counters: NameCounts,
    /// Power, of creatures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<i32>,
    /// Toughness, of creatures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toughness: Option<i32>,
    /// Card types.
    pub types: Vec<CardType>,
    /// Colours.
    pub colors: ColorSet,
    /// Keywords and plain can't- and must-clauses, in lower-case words such as `first strike`,
    /// `protection from red`, `islandwalk`, `can't block`.
    pub keywords: Vec<Name>,
    /// Regeneration shields.
    pub shields: u32,
    /// Damage to it that is prevented next (CR 615.7); the largest number for all of it.
    pub prevention: u32,
    /// What it is attached to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attached_to: Option<Row>,
    /// Whom it attacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacking: Option<Row>,
    /// What it blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocking: Option<Row>,
}

/// What stands on the stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum StackRowKind {
    /// A spell.
    #[default]
    Spell,
    /// An activated ability.
    Activated,
    /// A triggered ability.
    Triggered,
}

/// A chosen target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TargetRow {
    /// What.
    pub to: Row,
    /// Its part of what is divided (CR 601.2d).
    pub share: u32,
}

/// A spell or ability.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StackRow {
    /// What it is.
    pub kind: StackRowKind,
    /// The spell, or the source of the ability.
    pub card: CardRow,
    /// Where the source of an ability is now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Row>,
    /// Number of the ability among those of its source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability: Option<u32>,
    /// Its controller.
    pub controller: Seat,
    /// Its targets.
    pub targets: Vec<TargetRow>,
    /// The value of X.
    pub x: u32,
    /// Chosen modes, counted from 0.
    pub modes: Vec<u32>,
    /// Kicked.
    pub kicked: bool,
}

/// An attack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AttackRow {
    /// The attacking creature.
    pub attacker: Row,
    /// Whom it attacks.
    pub defender: Row,
    /// Blocked, which it stays (CR 509.1h).
    pub blocked: bool,
    /// Its blockers, in the order declared.
    pub blockers: Vec<Row>,
}

/// Everything a seat may see of a game that is played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PlayObservation {
    /// Number of the turn, from 1; every player's turn counts.
    pub turn: u32,
    /// Whose turn it is.
    pub active: Seat,
    /// The step.
    pub step: Step,
    /// Who has priority, or had it last.
    pub priority: Seat,
    /// Players by seat.
    pub players: Vec<PlayerRow>,
    /// Own hand, by name.
    pub hand: Vec<CardRow>,
    /// Permanents in the order they entered.
    pub battlefield: Vec<PermanentRow>,
    /// The stack, the top last.
    pub stack: Vec<StackRow>,
    /// What is being announced or is resolving.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending: Option<StackRow>,
    /// The permanent whose controller says whether to pay as it enters (CR 614.1c).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entering: Option<Row>,
    /// Attacks in the order declared.
    pub combat: Vec<AttackRow>,
    /// Cards of hidden zones that this decision shows: the top first, or by name in a search.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub looked_at: Vec<CardRow>,
    /// What the own library holds, in no order.
    pub remaining_deck: RemainingDeck,
}
