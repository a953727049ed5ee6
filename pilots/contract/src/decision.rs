//! Decisions: what is offered, what is answered.

use crate::{
    AttackCandidate, BlockCandidate, CastWay, ChoiceReason, ContractError, ManaCost, Name, PlayerObservation, Row,
    Seat, VisibleDefinition,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Identity of an offer within one decision: `action-0`, `action-1`, …
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ActionId(pub u32);

impl fmt::Display for ActionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "action-{}", self.0)
    }
}

impl FromStr for ActionId {
    type Err = ContractError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.strip_prefix("action-")
            .and_then(|number| number.parse().ok().map(Self))
            .filter(|id| id.to_string() == text)
            .ok_or_else(|| ContractError::syntax("an action id such as action-0", text))
    }
}

impl TryFrom<String> for ActionId {
    type Error = ContractError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<ActionId> for String {
    fn from(id: ActionId) -> Self {
        id.to_string()
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for ActionId {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ActionId".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "pattern": "^action-(0|[1-9][0-9]*)$"})
    }
}

/// What an offer does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum ActionKind {
    /// Keep the hand (CR 103.5).
    Keep,
    /// Take a mulligan (CR 103.5).
    Mulligan,
    /// Choose a card for the bottom of the library.
    Bottom {
        /// Its name; copies are interchangeable.
        card: String,
    },
    /// Leave the mulligan phase.
    BeginGame,
    /// Added by the engine when nothing else is offered.
    EndTurn,
    /// Pass priority (CR 117.3d).
    Pass,
    /// Play a land (CR 305); copies in the own hand are one offer.
    PlayLand {
        /// The card.
        card: Row,
        /// Its name.
        name: Name,
    },
    /// Cast a spell (CR 601); copies in the own hand are one offer.
    Cast {
        /// The card.
        card: Row,
        /// Its name.
        name: Name,
        /// For which cost.
        way: CastWay,
        /// With kicker (CR 702.33).
        kicked: bool,
    },
    /// Activate an ability (CR 602).
    Activate {
        /// The source.
        object: Row,
        /// Its name.
        name: Name,
        /// Number of the ability, the same for all objects of one definition.
        ability: u32,
    },
    /// Declare attackers, perhaps none (CR 508.1).
    DeclareAttackers,
    /// Declare blockers, perhaps none (CR 509.1).
    DeclareBlockers,
    /// Choose this one; equal cards of a hidden zone are one offer.
    Choose {
        /// Why.
        why: ChoiceReason,
        /// What.
        object: Row,
        /// Its name; absent for players.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Name>,
    },
    /// Choose some of the candidates.
    ChooseObjects {
        /// Why.
        why: ChoiceReason,
        /// At least so many.
        min: u32,
        /// At most so many.
        max: u32,
    },
    /// Choose this mode (CR 700.2), counted from 0 in printed order.
    ChooseMode {
        /// Its number.
        mode: u32,
    },
    /// Choose several modes (CR 700.2).
    ChooseModes {
        /// At least so many.
        min: u32,
        /// At most so many.
        max: u32,
    },
    /// Choose a number, such as X.
    ChooseNumber {
        /// At least.
        min: u32,
        /// At most.
        max: u32,
    },
    /// Add this mana (CR 106.3).
    ChooseMana {
        /// The mana.
        mana: ManaCost,
    },
    /// Do what is optional.
    Yes,
    /// Leave it.
    No,
    /// Divide a creature's combat damage (CR 510.1c).
    AssignDamage {
        /// The creature.
        source: Row,
        /// How much in all.
        amount: u32,
        /// The last one gets what tramples over (CR 702.19).
        trample: bool,
    },
    /// Divide damage or counters among the targets, at least 1 to each (CR 601.2d).
    Divide {
        /// How much in all.
        amount: u32,
    },
    /// Put this one of the own triggered abilities on the stack next (CR 603.3b).
    OrderTrigger {
        /// Its number among those waiting.
        number: u32,
        /// The name of its source.
        name: Name,
    },
}

/// The family of an offer that stands for many selections and must be specialised, with what can be
/// selected.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ParameterFamily {
    /// An ordered selection of cards by name.
    Cards,
    /// Attackers, each once.
    Attackers {
        /// Those that can.
        candidates: Vec<AttackCandidate>,
    },
    /// Blockers, each once.
    Blockers {
        /// Those that can.
        candidates: Vec<BlockCandidate>,
        /// Blocks that obey as many requirements as possible (CR 509.1c), legal as they stand; a pilot
        /// that adds blocks, but takes none away, keeps to the requirements.
        required: Vec<(Row, Row)>,
    },
    /// Rows, each once, in order where the order matters.
    Objects {
        /// Those that can be chosen.
        candidates: Vec<Row>,
    },
    /// Numbers of modes, each once.
    Modes {
        /// Those that can be chosen.
        candidates: Vec<u32>,
    },
    /// A number within the offer's limits.
    Number,
    /// One number for each row, together the offer's amount.
    Shares {
        /// Those that get something.
        among: Vec<Row>,
    },
}

/// One offer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LegalAction {
    /// Its identity in this decision.
    pub id: ActionId,
    /// What it does.
    #[serde(flatten)]
    pub kind: ActionKind,
    /// What a specialisation has to be, for offers that take one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameter: Option<ParameterFamily>,
}

/// A question to one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DecisionPoint {
    /// Counts this seat's decisions in this game from 0.
    pub number: u64,
    /// Who is asked.
    pub seat: Seat,
    /// What that seat may see now.
    pub observation: PlayerObservation,
    /// Definitions that became visible since the last decision.
    pub definitions: Vec<VisibleDefinition>,
    /// The offers, in a fixed order.
    pub legal_actions: Vec<LegalAction>,
}

impl DecisionPoint {
    /// The offer with this identity.
    pub fn action(&self, id: ActionId) -> Option<&LegalAction> {
        self.legal_actions.iter().find(|action| action.id == id)
    }

    /// The identity of the first offer that does this.
    pub fn find(&self, kind: &ActionKind) -> Option<ActionId> {
        self.legal_actions
            .iter()
            .find(|action| action.kind == *kind)
            .map(|action| action.id)
    }
}

/// A selection within a parameterised offer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Specialization {
    /// For [`ParameterFamily::Cards`].
    Cards(Vec<String>),
    /// For [`ParameterFamily::Attackers`]: attacker and whom it attacks.
    Attackers(Vec<(Row, Row)>),
    /// For [`ParameterFamily::Blockers`]: blocker and what it blocks.
    Blockers(Vec<(Row, Row)>),
    /// For [`ParameterFamily::Objects`].
    Objects(Vec<Row>),
    /// For [`ParameterFamily::Modes`].
    Modes(Vec<u32>),
    /// For [`ParameterFamily::Number`].
    Number(u32),
    /// For [`ParameterFamily::Shares`].
    Shares(Vec<u32>),
}

/// A fact a pilot names for its choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Fact {
    /// Its name.
    pub name: String,
    /// Its value; always finite.
    pub value: f64,
}

/// What a pilot says about its choice; it never affects legality.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Why, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// A close call.
    #[serde(default)]
    pub unsure: bool,
    /// Probability that the hand is one to keep, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p_keep: Option<f64>,
    /// Facts behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
}

/// An answer: an offered identity, perhaps specialised, perhaps with a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// The chosen offer.
    pub action_id: ActionId,
    /// The decision it answers; when given, it must be the open one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The selection, for parameterised offers only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub specialization: Option<Specialization>,
    /// What the pilot says about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
}

impl Decision {
    /// A bare choice.
    pub const fn of(action_id: ActionId) -> Self {
        Self {
            action_id,
            number: None,
            specialization: None,
            report: None,
        }
    }
}
