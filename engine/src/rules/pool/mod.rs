//! The compiled card pool of a game: definitions as flat tables, immutable and shared by all copies
//! of a state.

mod ability;
mod compile;
mod op;
mod traits;

pub(crate) use ability::{
    Ability, Activated, Becoming, Code, Cost, CostStep, Deontic, ManaPart, Output, Payment, Restriction, SearchCode,
    Static, StaticKind, TargetKind, TargetSlot, Trigger, TriggerKind, Triggered,
};
pub(crate) use compile::PoolBuilder;
pub use compile::Unplayable;
pub(crate) use op::{AmountNode, ConditionNode, CountNode, FilterNode, Op, Place, Selection};
pub(crate) use traits::Traits;

use super::characteristics::{Characteristics, Keywords};
use super::ids::{AmountId, CodeId, ConditionId, CostId, FaceId, FilterId, NameId, OutputId};
use super::view::Shown;
use std::ops::Range;
use std::sync::Arc;
use turnzero_contract::{CardDefinition, Name};

/// A face of a card, or a token, ready to be played.
#[derive(Clone, Debug)]
pub(crate) struct FaceProgram {
    /// Its name.
    pub(crate) name: NameId,
    /// The card it belongs to; absent for tokens.
    pub(crate) definition: Option<u16>,
    /// Printed characteristics.
    pub(crate) printed: Characteristics,
    /// Mana value.
    pub(crate) mana_value: u16,
    /// Mana cost; absent for lands and tokens.
    pub(crate) cost: Option<CostId>,
    /// What casting it costs beside mana (CR 601.2b).
    pub(crate) additional: Option<CostId>,
    /// What an instant or sorcery does.
    pub(crate) spell: Option<CodeId>,
    /// What an Aura may enchant (CR 702.5).
    pub(crate) enchant: Option<FilterId>,
    /// Kicker cost (CR 702.33).
    pub(crate) kicker: Option<CostId>,
    /// Flashback and other costs to cast it from a zone instead (CR 118.9).
    pub(crate) alternatives: Vec<Payment>,
    /// Starting loyalty (CR 306.5b).
    pub(crate) loyalty: u16,
    /// Its abilities in printed order.
    pub(crate) abilities: Vec<Ability>,
    /// Which kinds of event its triggered abilities look for, as bits of [`TriggerKind`].
    pub(crate) triggers: u32,
}

/// Every definition of a game, compiled.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool {
    /// Faces and tokens.
    pub(crate) faces: Vec<FaceProgram>,
    /// The standing facts of each face.
    pub(crate) traits: Vec<Traits>,
    /// Names, as printed.
    pub(crate) names: Vec<Name>,
    /// Cards.
    pub(crate) definitions: Vec<Arc<CardDefinition>>,
    /// Tokens, each kind once.
    pub(crate) tokens: Vec<Arc<CardDefinition>>,
    /// The faces of tokens and which token they are.
    pub(crate) token_faces: Vec<(FaceId, u16)>,
    /// How each face is shown.
    pub(crate) shown: Vec<Shown>,
    /// Canonical names in code-point order.
    pub(crate) names_in_order: Vec<Name>,
    /// Keywords and the words they are shown with.
    pub(crate) keyword_words: Vec<(Keywords, Name)>,
    /// For each card its faces.
    pub(crate) card_faces: Vec<Range<u16>>,
    /// Flat code; every effect is a slice of it.
    pub(crate) ops: Vec<Op>,
    /// Effects: where their code is and what they target.
    pub(crate) codes: Vec<Code>,
    /// Target slots of all effects.
    pub(crate) targets: Vec<TargetSlot>,
    /// Filters; composed ones point at a slice of `filter_lists`.
    pub(crate) filters: Vec<FilterNode>,
    /// Parts of composed filters.
    pub(crate) filter_lists: Vec<FilterId>,
    /// Amounts.
    pub(crate) amounts: Vec<AmountNode>,
    /// Conditions; composed ones point at a slice of `condition_lists`.
    pub(crate) conditions: Vec<ConditionNode>,
    /// Parts of composed conditions.
    pub(crate) condition_lists: Vec<ConditionId>,
    /// Costs.
    pub(crate) costs: Vec<Cost>,
    /// Mana outputs.
    pub(crate) outputs: Vec<Output>,
    /// Library searches.
    pub(crate) searches: Vec<SearchCode>,
    /// What objects become.
    pub(crate) becomings: Vec<Becoming>,
    /// Counter kinds by number; the first three are +1/+1, −1/−1 and loyalty.
    pub(crate) counter_kinds: Vec<Name>,
    /// Some filter asks what an object was dealt damage by this turn.
    pub(crate) remembers_damage: bool,
    /// Some static ability changes what spells cost.
    pub(crate) cost_changes: bool,
    /// Some static ability changes who controls permanents.
    pub(crate) control_changes: bool,
    /// Every kind of event that some ability of the pool looks for, as bits of [`TriggerKind`].
    pub(crate) all_triggers: u32,
    /// Those that some ability looks for outside the battlefield.
    pub(crate) hidden_triggers: u32,
    /// Subtypes that have a bit, in the order of their bits.
    pub(crate) subtypes: Vec<String>,
}

impl Pool {
    /// A face.
    pub(crate) fn face(&self, id: FaceId) -> &FaceProgram {
        &self.faces[id.index()]
    }

    /// A name.
    pub(crate) fn name(&self, id: NameId) -> &Name {
        &self.names[id.index()]
    }

    /// The standing facts of a face.
    pub(crate) fn traits(&self, id: FaceId) -> Traits {
        self.traits[id.index()]
    }

    /// Whether a face has a standing fact.
    pub(crate) fn has(&self, id: FaceId, traits: Traits) -> bool {
        self.traits(id).has(traits)
    }

    /// The name of a face.
    pub(crate) fn face_name(&self, id: FaceId) -> &Name {
        self.name(self.face(id).name)
    }

    /// A filter.
    pub(crate) fn filter(&self, id: FilterId) -> FilterNode {
        self.filters[id.index()]
    }

    /// An amount.
    pub(crate) fn amount(&self, id: AmountId) -> AmountNode {
        self.amounts[id.index()]
    }

    /// A condition.
    pub(crate) fn condition(&self, id: ConditionId) -> ConditionNode {
        self.conditions[id.index()]
    }

    /// A cost.
    pub(crate) fn cost(&self, id: CostId) -> &Cost {
        &self.costs[id.index()]
    }

    /// An effect.
    pub(crate) fn code(&self, id: CodeId) -> &Code {
        &self.codes[id.index()]
    }

    /// The target slots of an effect.
    pub(crate) fn target_slots(&self, id: CodeId) -> &[TargetSlot] {
        let range = &self.code(id).targets;
        &self.targets[range.start as usize..range.end as usize]
    }

    /// A mana output.
    pub(crate) fn output(&self, id: OutputId) -> &Output {
        &self.outputs[id.index()]
    }
}
