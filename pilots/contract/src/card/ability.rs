//! Abilities (CR 113.3): spell, activated, triggered, static; costs and triggers.

use super::filter::{Amount, Condition, Count, Filter, PlayerRef, Zone};
use super::types::words;
use super::{Destination, Effect, EffectFamily, Keyword};
use crate::{ColorSet, ContractError, ManaCost};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Starting loyalty or defence: a number or `X`/`*` text.
pub type Loyalty = super::Power;

/// An ability of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Ability {
    /// What an instant or sorcery does (CR 113.3a).
    Spell(Effect),
    /// Activated (CR 602).
    Activated(Activated),
    /// Triggered (CR 603).
    Triggered(Triggered),
    /// Static (CR 604).
    Static(StaticAbility),
    /// A keyword (CR 702).
    Keyword(Keyword),
}

impl Ability {
    /// The families of `Pending` clauses inside.
    pub fn pending(&self) -> Vec<EffectFamily> {
        match self {
            Self::Spell(effect) => effect.pending(),
            Self::Activated(ability) => ability.effect.pending(),
            Self::Triggered(ability) => ability.effect.pending(),
            Self::Static(ability) => ability.pending(),
            Self::Keyword(_) => Vec::new(),
        }
    }
}

words! {
    /// When an ability may be activated (CR 602.5).
    Timing, "a timing" {
        /// Whenever its player has priority.
        Instant = "instant",
        /// Only as a sorcery.
        Sorcery = "sorcery",
    }
}

/// An activated ability: cost, effect, and where and when it works.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Activated {
    /// What is paid, in printed order.
    pub cost: Vec<CostPart>,
    /// What it does.
    pub effect: Effect,
    /// "Activate only if …".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// The zone it works from.
    pub zone: Zone,
    /// When it may be activated.
    pub timing: Timing,
    /// At most once each turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub once_each_turn: bool,
}

impl Activated {
    /// An ability of a permanent, without further limits.
    pub const fn new(cost: Vec<CostPart>, effect: Effect) -> Self {
        Self {
            cost,
            effect,
            condition: None,
            zone: Zone::Battlefield,
            timing: Timing::Instant,
            once_each_turn: false,
        }
    }

    /// Whether it is a mana ability (CR 605.1a): it could add mana and has no target.
    pub fn is_mana_ability(&self) -> bool {
        let mut adds = false;
        self.effect
            .walk(&mut |effect| adds |= matches!(effect, Effect::AddMana(_)));
        adds
    }
}

/// One part of a cost (CR 118).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum CostPart {
    /// Mana.
    Mana(ManaCost),
    /// `{T}`.
    Tap,
    /// `{Q}`.
    Untap,
    /// Pay life.
    PayLife(Amount),
    /// Sacrifice the source.
    SacrificeSelf,
    /// Sacrifice permanents.
    Sacrifice(Count, Filter),
    /// Discard the source.
    DiscardSelf,
    /// Discard cards.
    Discard(Count, Filter),
    /// Exile cards, such as from the graveyard.
    Exile(Count, Filter),
    /// Exile the source.
    ExileSelf,
    /// Tap other permanents.
    TapOthers(Count, Filter),
    /// Return permanents to hand.
    Return(Count, Filter),
    /// Reveal cards from hand.
    Reveal(Count, Filter),
    /// Remove counters of a kind from the source.
    RemoveCounters(Count, String),
}

/// A triggered ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Triggered {
    /// When it triggers.
    pub trigger: Trigger,
    /// Intervening "if" (CR 603.4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// What it does.
    pub effect: Effect,
    /// The zone its source must be in (CR 113.6).
    pub zone: Zone,
}

/// The events that trigger an ability; any one is enough.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Trigger {
    /// The events, in printed order.
    pub events: Vec<TriggerEvent>,
}

/// One event an ability looks for (CR 603.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum TriggerEvent {
    /// An object enters the battlefield.
    Enters(Filter),
    /// An object dies (CR 700.4).
    Dies(Filter),
    /// An object leaves the battlefield.
    Leaves(Filter),
    /// A creature attacks.
    Attacks(Filter),
    /// A creature blocks.
    Blocks(Filter),
    /// A source deals damage, to what, perhaps only combat damage.
    DealsDamage {
        /// What deals it.
        source: Filter,
        /// Only combat damage.
        combat: bool,
        /// Only damage to a player.
        to_player: bool,
        /// Only damage to an opponent of the ability's controller.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        to_opponent: bool,
    },
    /// An object is dealt damage; once for all damage at one time (CR 120.3, 603.2c).
    IsDealtDamage(Filter),
    /// The beginning of a step of somebody's turn.
    BeginningOf {
        /// The step: `upkeep`, `draw`, `combat`, `end`.
        step: String,
        /// Whose turn.
        whose: PlayerRef,
    },
    /// A player casts a spell.
    Casts {
        /// Who.
        player: PlayerRef,
        /// Which spell.
        filter: Filter,
        /// Copying it counts too.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        or_copies: bool,
    },
    /// A player draws a card.
    Draws(PlayerRef),
    /// A player sacrifices a permanent.
    Sacrifices(PlayerRef, Filter),
    /// One or more cards leave the player's graveyard.
    LeavesGraveyard(PlayerRef),
    /// A player discards a card.
    Discards(PlayerRef, Filter),
    /// A player gains life.
    GainsLife(PlayerRef),
    /// A player cycles a card; the source itself in hand.
    Cycled,
    /// The object becomes a target of a spell or ability.
    BecomesTarget(Filter),
}

words! {
    /// A thing a player or permanent may, must or cannot do.
    GameVerb, "a game verb" {
        /// Attack.
        Attack = "attack",
        /// Block.
        Block = "block",
        /// Be blocked.
        BeBlocked = "be blocked",
        /// Be countered.
        BeCountered = "be countered",
        /// Be targeted.
        BeTargeted = "be targeted",
        /// Be regenerated.
        BeRegenerated = "be regenerated",
        /// Attack a player other than the ability's controller, if able (CR 508.1d, 701.15b).
        AttackAnother = "attack another player",
        /// Untap in the untap step.
        Untap = "untap",
        /// Play an additional land.
        PlayExtraLand = "play an additional land",
        /// Transform.
        Transform = "transform",
    }
}

words! {
    /// May, must or can't (CR 101.2, 508.1c–d).
    Deontic, "may, must or can't" {
        /// May.
        May = "may",
        /// Must, if able.
        Must = "must",
        /// Cannot.
        Cannot = "can't",
    }
}

words! {
    /// A rule of the game that a keyword changes and that is no deontic clause.
    RuleModifier, "a rule modifier" {
        /// Damage to a creature is lethal (CR 702.2b).
        DeathtouchDamage = "deathtouch damage",
        /// Damage also gains life (CR 702.15b).
        LifelinkDamage = "lifelink damage",
        /// Deals combat damage in the first step (CR 702.7b).
        FirstStrikeDamage = "first strike damage",
        /// Deals combat damage in both steps (CR 702.4b).
        DoubleStrikeDamage = "double strike damage",
        /// Excess combat damage goes on (CR 702.19b).
        TrampleDamage = "trample damage",
        /// Not destroyed by damage or destroy effects (CR 702.12b).
        Indestructible = "indestructible",
        /// No summoning sickness (CR 702.10b).
        NoSummoningSickness = "no summoning sickness",
        /// Attacking does not tap it (CR 702.20b).
        AttacksUntapped = "attacks untapped",
        /// Castable at instant speed (CR 702.8a).
        InstantSpeed = "instant speed",
    }
}

/// A static ability (CR 604), replacement effects of the source included (CR 614).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum StaticAbility {
    /// The source enters tapped, unless … (CR 614.1c–d).
    EntersTapped(EntersTapped),
    /// An additional cost to cast the source (CR 601.2b).
    AdditionalCost(Vec<CostPart>),
    /// Another way to cast the source, from a zone, instead of its mana cost (CR 118.9).
    AlternativeCost {
        /// From where.
        zone: Zone,
        /// What is paid instead.
        cost: Vec<CostPart>,
        /// Where it goes instead of anywhere else when it leaves the stack.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        leaves_to: Option<Destination>,
    },
    /// Spells cost less or more generic mana (CR 601.2f).
    CostChange {
        /// Whose spells; the source's own when `filter` is `Itself`.
        player: PlayerRef,
        /// Which spells.
        filter: Filter,
        /// Generic mana per unit, negative for less.
        generic: i32,
        /// How many units.
        times: Amount,
    },
    /// Changes power and toughness (CR 613.4c).
    Modify {
        /// Of what.
        filter: Filter,
        /// Change of power per unit.
        power: i32,
        /// Change of toughness per unit.
        toughness: i32,
        /// How many units.
        times: Amount,
        /// Only while.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        condition: Option<Condition>,
    },
    /// Gives abilities (CR 613.1f).
    Grant {
        /// To what.
        filter: Filter,
        /// Which abilities.
        abilities: Vec<Ability>,
        /// Only while.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        condition: Option<Condition>,
    },
    /// May, must or can't.
    Deontic {
        /// Which.
        deontic: Deontic,
        /// Who or what.
        subject: Filter,
        /// Do what.
        verb: GameVerb,
        /// By, or whom: the other side, when limited.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        other: Option<Filter>,
        /// Only while.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        condition: Option<Condition>,
    },
    /// Only mana of these colours pays for the source's `{X}` (CR 106.6, 601.2h).
    SpendOnX(ColorSet),
    /// The source enters with counters on it (CR 122.6, 614.1c).
    EntersWithCounters {
        /// Counter kind, such as `+1/+1`.
        kind: String,
        /// How many.
        count: Amount,
    },
    /// Defines the source's power and toughness in every zone (CR 604.3, 613.4a).
    Size {
        /// Its power.
        power: Amount,
        /// Its toughness.
        toughness: Amount,
    },
    /// A player controls the objects (CR 613.1b).
    ControlledBy {
        /// What.
        filter: Filter,
        /// Who.
        player: PlayerRef,
    },
    /// Permanents are goaded while the ability lasts (CR 701.15).
    Goaded(Filter),
    /// A rule modifier on the source.
    Rule(RuleModifier),
    /// A clause not yet spelled out.
    Pending(EffectFamily),
}

impl StaticAbility {
    /// The families of `Pending` clauses inside.
    pub fn pending(&self) -> Vec<EffectFamily> {
        match self {
            Self::Pending(family) => vec![*family],
            Self::Grant { abilities, .. } => abilities.iter().flat_map(Ability::pending).collect(),
            _ => Vec::new(),
        }
    }
}

/// When a permanent enters tapped (CR 614.12a: judged before it is on the battlefield).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum EntersTapped {
    /// Always.
    Always,
    /// Unless the condition holds.
    Unless(Condition),
    /// Unless the player pays, which is optional.
    UnlessPaid(Vec<CostPart>),
}
