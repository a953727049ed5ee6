//! Effects: what a spell or ability does when it resolves (CR 608, 609).

use super::filter::{Amount, Condition, Count, Duration, Filter, PlayerRef, Zone};
use super::types::words;
use super::{CostPart, Deontic, GameVerb, Keyword, Power, StaticAbility, TokenSpec};
use crate::{Color, ColorSet, ContractError};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

words! {
    /// The family of a clause that is named but not yet spelled out.
    EffectFamily, "an effect family" {
        /// Copying spells or permanents.
        Copy = "copy",
        /// Linked exile and casting from it.
        LinkedExile = "linked-exile",
        /// Revealing a card and acting on what it is.
        RevealAndPut = "reveal-and-put",
        /// Mass movement in several ordered steps.
        MassMovement = "mass-movement",
        /// Choosing objects without targeting for a later step.
        Choice = "choice",
        /// Prevention.
        Prevention = "prevention",
        /// Replacement of an event.
        Replacement = "replacement",
        /// Control change.
        ControlChange = "control-change",
        /// Counting or damage history.
        History = "history",
        /// Payment demanded of another player.
        Tax = "tax",
        /// Combat requirement or restriction.
        CombatRequirement = "combat-requirement",
        /// Opening-hand action or companion (CR 103.6, 702.139).
        OpeningHand = "opening-hand",
        /// Anything else.
        Other = "other",
    }
}

/// Which object or player an effect acts on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Selector {
    /// The ability's source.
    Itself,
    /// Targets chosen on announcement (CR 115).
    Target(TargetSpec),
    /// "Any target": creature, player, planeswalker or battle (CR 115.4).
    AnyTarget,
    /// Several of what "any target" allows, all different (CR 115.3, 115.4).
    AnyTargets(Count),
    /// One target: a player, or an object that passes the filter (CR 115.1).
    PlayerOrTarget(Filter),
    /// The object or objects named by the step, cost or event before.
    It,
    /// Every object that passes the filter.
    Each(Filter),
    /// Objects chosen on resolution.
    Chosen {
        /// Who chooses.
        by: PlayerRef,
        /// How many.
        count: Count,
        /// From which.
        filter: Filter,
    },
    /// Objects taken at random (CR 701.9b for discards).
    Random {
        /// How many.
        count: Count,
        /// From which.
        filter: Filter,
    },
    /// The object the source is attached to.
    AttachedTo,
    /// A player or players.
    Player(PlayerRef),
}

/// What may be targeted, and how often (CR 115.1, 601.2c).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TargetSpec {
    /// How many targets.
    pub count: Count,
    /// Which objects.
    pub filter: Filter,
}

/// What mana one ability makes (CR 106).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ManaOutput {
    /// Alternatives; one is chosen.
    pub choices: Vec<Vec<ManaKind>>,
    /// How often the chosen alternative is added.
    pub times: Amount,
    /// What the mana may be spent on; absent for anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restriction: Option<ManaRestriction>,
}

/// One unit of mana an ability can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ManaKind {
    /// Of this colour.
    Color(Color),
    /// Colourless.
    Colorless,
    /// Of any one colour.
    AnyColor,
    /// Of any colour in the commander's identity (CR 903.4f).
    CommanderIdentity,
    /// Of any colour an opponent's land could produce (CR 106.7).
    OpponentsLands,
    /// Of any colour one of your lands could produce (CR 106.7).
    OwnLands,
}

/// What restricted mana may be spent on (CR 106.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ManaRestriction {
    /// Only to cast spells that pass the filter.
    Cast(Filter),
    /// Only to activate abilities of sources that pass the filter.
    Activate(Filter),
    /// To cast or to activate, both with the filter.
    CastOrActivate(Filter),
    /// Anything else: unusable for forecasts.
    Other,
}

/// Where an object goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Destination {
    /// Its owner's hand.
    Hand,
    /// The battlefield.
    Battlefield {
        /// Tapped.
        tapped: bool,
        /// Under whose control; `ItsOwner` when not said.
        control: PlayerRef,
    },
    /// Its owner's graveyard.
    Graveyard,
    /// Exile.
    Exile,
    /// Top of its owner's library.
    LibraryTop,
    /// Bottom of its owner's library.
    LibraryBottom,
    /// Shuffled into its owner's library.
    LibraryShuffled,
    /// The command zone.
    Command,
}

/// A search of a library (CR 701.23); the library is shuffled afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SearchSpec {
    /// Whose library, and who searches.
    pub player: PlayerRef,
    /// How many cards.
    pub count: Count,
    /// Which cards.
    pub filter: Filter,
    /// The cards found must share a basic land type.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sharing_land_type: bool,
    /// The cards are revealed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reveal: bool,
    /// Where one of them goes instead, which the searcher chooses; the only one found goes there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_to: Option<Destination>,
    /// Where they go.
    pub to: Destination,
}

/// One mode of a modal effect (CR 700.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Mode {
    /// What it does.
    pub effect: Effect,
}

/// What a spell or ability does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Effect {
    /// One after another (CR 608.2c).
    Sequence(Vec<Effect>),
    /// A player may, perhaps at a price.
    May {
        /// Who decides.
        player: PlayerRef,
        /// What they pay to do so.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cost: Vec<CostPart>,
        /// What then happens.
        effect: Box<Effect>,
        /// What happens otherwise.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        otherwise: Option<Box<Effect>>,
    },
    /// "… If you do, …": the second part only if the first was done.
    IfDone {
        /// First part.
        first: Box<Effect>,
        /// Second part.
        then: Box<Effect>,
    },
    /// "… unless a player pays": the player may pay, else it happens (CR 118.12a).
    Unless {
        /// Who may pay; `ItsController` and `It` speak of the effect's target.
        player: PlayerRef,
        /// What they pay.
        cost: Vec<CostPart>,
        /// What happens otherwise; its targets are chosen on announcement as ever.
        effect: Box<Effect>,
    },
    /// Only under a condition.
    If {
        /// The condition, checked on resolution.
        condition: Condition,
        /// What then happens.
        then: Box<Effect>,
        /// What happens otherwise.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        otherwise: Option<Box<Effect>>,
    },
    /// Choose among modes on announcement (CR 700.2).
    Modal {
        /// How many modes.
        choose: Count,
        /// The modes.
        modes: Vec<Mode>,
    },
    /// Add mana (CR 106.3).
    AddMana(ManaOutput),
    /// Draw cards (CR 121).
    Draw(PlayerRef, Amount),
    /// Discard cards (CR 701.9).
    Discard {
        /// Who discards.
        player: PlayerRef,
        /// How many.
        count: Count,
        /// Which cards.
        filter: Filter,
        /// At random.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        random: bool,
        /// Who chooses the cards, which they must be able to see; absent for the discarding player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chosen_by: Option<PlayerRef>,
    },
    /// Show the whole hand to every player (CR 701.20).
    RevealHand(PlayerRef),
    /// Mill cards (CR 701.17).
    Mill(PlayerRef, Amount),
    /// Scry (CR 701.22).
    Scry(Amount),
    /// Surveil (CR 701.25).
    Surveil(Amount),
    /// Search a library (CR 701.23).
    Search(SearchSpec),
    /// Reveal cards from the top of a library; those that pass the filter move (CR 701.20).
    RevealTop {
        /// Whose library, and who reveals.
        player: PlayerRef,
        /// How many cards.
        count: Amount,
        /// Which of them move.
        filter: Filter,
        /// Where they go; the others stay.
        to: Destination,
    },
    /// Look at cards from the top of one's library and put them back in any order.
    Rearrange(PlayerRef, Amount),
    /// Shuffle a library (CR 701.24).
    Shuffle(PlayerRef),
    /// Gain life (CR 119.3).
    GainLife(PlayerRef, Amount),
    /// Lose life (CR 119.3).
    LoseLife(PlayerRef, Amount),
    /// Deal damage; the source is the ability's unless said (CR 120).
    DealDamage {
        /// What deals it; absent for the ability's source.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<Selector>,
        /// How much.
        amount: Amount,
        /// To what.
        to: Selector,
        /// Divided as the controller chooses, at least 1 to each target (CR 601.2d).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        divided: bool,
    },
    /// Two creatures fight: each deals damage equal to its power to the other (CR 701.14).
    Fight(Selector, Selector),
    /// Prevent damage, the next of it or all (CR 615.6, 615.7).
    Prevent {
        /// How much; absent for all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<Amount>,
        /// Damage to what.
        to: Selector,
        /// How long.
        duration: Duration,
    },
    /// Destroy (CR 701.8).
    Destroy {
        /// What.
        what: Selector,
        /// Cannot be regenerated.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        no_regeneration: bool,
    },
    /// Sacrifice (CR 701.21): the player chooses among their own.
    Sacrifice {
        /// Who sacrifices.
        player: PlayerRef,
        /// How many.
        count: Count,
        /// Which permanents.
        filter: Filter,
    },
    /// Move objects to another zone.
    Move {
        /// What.
        what: Selector,
        /// Where to.
        to: Destination,
    },
    /// Counter a spell or ability (CR 701.6).
    Counter(Selector),
    /// Counter a spell; if that succeeds, it goes there instead of its owner's graveyard (CR 701.6a).
    CounterTo {
        /// What.
        what: Selector,
        /// Where to.
        to: Destination,
    },
    /// Create tokens (CR 701.7).
    CreateToken {
        /// Under whose control.
        player: PlayerRef,
        /// How many.
        count: Amount,
        /// What token.
        token: TokenSpec,
    },
    /// Put counters on something (CR 122).
    PutCounters {
        /// On what.
        what: Selector,
        /// Counter kind, such as `+1/+1`.
        kind: String,
        /// How many.
        count: Amount,
    },
    /// Tap.
    Tap(Selector),
    /// Untap.
    Untap(Selector),
    /// Tap or untap, as the controller chooses on resolution (CR 701.26).
    TapOrUntap(Selector),
    /// Change power and toughness for a while.
    Pump {
        /// What.
        what: Selector,
        /// Change of power.
        power: i32,
        /// Change of toughness.
        toughness: i32,
        /// How long.
        duration: Duration,
    },
    /// Give a keyword for a while.
    Grant {
        /// To what.
        what: Selector,
        /// Which keywords.
        keywords: Vec<Keyword>,
        /// How long.
        duration: Duration,
    },
    /// The objects must or can't do something for a while.
    Constrain {
        /// Which objects; the set is fixed on resolution (CR 611.2c).
        what: Selector,
        /// May, must or can't.
        deontic: Deontic,
        /// Do what.
        verb: GameVerb,
        /// How long.
        duration: Duration,
    },
    /// Create a continuous effect like a static ability's, for a while.
    Continuous {
        /// The static ability.
        ability: Box<StaticAbility>,
        /// How long.
        duration: Duration,
    },
    /// Goad (CR 701.15).
    Goad(Selector),
    /// Attach the source to something (CR 701.3).
    Attach(Selector),
    /// Regenerate (CR 701.19).
    Regenerate(Selector),
    /// Permission to cast cards, perhaps without paying (CR 601.3).
    MayCast {
        /// Which cards.
        what: Selector,
        /// Without paying the mana cost.
        free: bool,
        /// How long the permission lasts.
        duration: Duration,
    },
    /// Objects that would be put into a graveyard go elsewhere instead (CR 614.1a).
    InsteadOfGraveyard {
        /// What.
        what: Selector,
        /// Where to.
        to: Destination,
        /// How long.
        duration: Duration,
    },
    /// Become something else for a while: base power and toughness, types, colours.
    Become {
        /// What.
        what: Selector,
        /// Base power and toughness.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        size: Option<(Power, Power)>,
        /// Added types and subtypes, as words.
        types: Vec<String>,
        /// Colours, when they change.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colors: Option<ColorSet>,
        /// How long.
        duration: Duration,
    },
    /// A clause not yet spelled out.
    Pending(EffectFamily),
}

impl Effect {
    /// The families of `Pending` clauses inside, in order.
    pub fn pending(&self) -> Vec<EffectFamily> {
        match self {
            Self::Pending(family) => vec![*family],
            Self::Sequence(effects) => effects.iter().flat_map(Self::pending).collect(),
            Self::May { effect, otherwise, .. } => both(effect, otherwise.as_deref()),
            Self::IfDone { first, then } => both(first, Some(then)),
            Self::Unless { effect, .. } => effect.pending(),
            Self::If { then, otherwise, .. } => both(then, otherwise.as_deref()),
            Self::Modal { modes, .. } => modes.iter().flat_map(|mode| mode.effect.pending()).collect(),
            Self::CreateToken { token, .. } => token.abilities.iter().flat_map(super::Ability::pending).collect(),
            Self::Continuous { ability, .. } => ability.pending(),
            _ => Vec::new(),
        }
    }

    /// Calls `visit` on this effect and every effect inside it, in printed order.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Effect)) {
        visit(self);
        match self {
            Self::Sequence(effects) => effects.iter().for_each(|effect| effect.walk(visit)),
            Self::May { effect, otherwise, .. } => {
                effect.walk(visit);
                if let Some(other) = otherwise {
                    other.walk(visit);
                }
            }
            Self::IfDone { first, then } => {
                first.walk(visit);
                then.walk(visit);
            }
            Self::If { then, otherwise, .. } => {
                then.walk(visit);
                if let Some(other) = otherwise {
                    other.walk(visit);
                }
            }
            Self::Unless { effect, .. } => effect.walk(visit),
            Self::Modal { modes, .. } => modes.iter().for_each(|mode| mode.effect.walk(visit)),
            _ => {}
        }
    }
}

fn both(first: &Effect, second: Option<&Effect>) -> Vec<EffectFamily> {
    let mut families = first.pending();
    families.extend(second.into_iter().flat_map(Effect::pending));
    families
}

impl SearchSpec {
    /// The zone the cards end in.
    pub const fn zone(&self) -> Zone {
        match self.to {
            Destination::Hand => Zone::Hand,
            Destination::Battlefield { .. } => Zone::Battlefield,
            Destination::Graveyard => Zone::Graveyard,
            Destination::Exile => Zone::Exile,
            Destination::Command => Zone::Command,
            Destination::LibraryTop | Destination::LibraryBottom | Destination::LibraryShuffled => Zone::Library,
        }
    }
}
