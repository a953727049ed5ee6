//! What the player asked may answer, in an order that depends on what it sees alone.

use super::rows::card_name;
use super::{DefKey, Rows, count};
use crate::Mutant;
use crate::rules::characteristics::Keywords;
use crate::rules::decision::{Action, Ask, ChoosingFor};
use crate::rules::ids::{FaceId, Player, Ref, Slot};
use crate::rules::pool::Op;
use crate::rules::query::Source;
use crate::rules::stack::CastWay as EngineWay;
use crate::rules::state::State;
use crate::rules::view::answer::Chosen;
use turnzero_contract::card::Zone;
use turnzero_contract::{
    ActionKind, AttackCandidate, BlockCandidate, CastWay, ChoiceReason, Color, ManaCost, ManaSymbol, Name,
    ParameterFamily, Row,
};

/// An offer, and what it does when it needs no selection.
#[derive(Clone, Debug)]
pub(crate) struct Offer {
    /// As the player sees it.
    pub(crate) kind: ActionKind,
    /// What has to be selected.
    pub(crate) parameter: Option<ParameterFamily>,
    /// The answer it stands for; absent where something has to be selected.
    pub(crate) answer: Option<Chosen>,
}

impl Offer {
    const fn plain(kind: ActionKind, answer: Chosen) -> Self {
        Self {
            kind,
            parameter: None,
            answer: Some(answer),
        }
    }

    const fn selection(kind: ActionKind, parameter: ParameterFamily) -> Self {
        Self {
            kind,
            parameter: Some(parameter),
            answer: None,
        }
    }
}

/// The offers of the open question; none when nothing is asked.
pub(crate) fn offers(rows: &Rows<'_>, mutant: Option<Mutant>) -> Vec<Offer> {
    let state = rows.state();
    let Some(ask) = state.ask else {
        return Vec::new();
    };
    let shares = |kind| {
        let among = state.candidates.iter().map(|to| rows.of(*to)).collect();
        vec![Offer::selection(kind, ParameterFamily::Shares { among })]
    };
    match ask {
        Ask::Priority => priority(rows, mutant),
        Ask::Attackers => vec![attackers(rows)],
        Ask::Blockers => vec![blockers(rows)],
        Ask::Objects { min, max, why } => objects(rows, min, max, why),
        Ask::Modes { min, max, legal } => modes(min, max, legal),
        Ask::Number { min, max } => {
            let (min, max) = (u32::from(min), u32::from(max));
            vec![Offer::selection(
                ActionKind::ChooseNumber { min, max },
                ParameterFamily::Number,
            )]
        }
        Ask::May => vec![
            Offer::plain(ActionKind::Yes, Chosen::Yes(true)),
            Offer::plain(ActionKind::No, Chosen::Yes(false)),
        ],
        Ask::Mana { .. } => mana(state),
        Ask::Damage {
            source,
            amount,
            trample,
        } => shares(ActionKind::AssignDamage {
            source: rows.of_object(source),
            amount: u32::from(amount),
            trample,
        }),
        Ask::Shares { amount } => shares(ActionKind::Divide {
            amount: u32::from(amount),
        }),
        Ask::TriggerOrder { .. } => triggers(state),
    }
}

fn priority(rows: &Rows<'_>, mutant: Option<Mutant>) -> Vec<Offer> {
    let state = rows.state();
    let mut actions = Vec::new();
    state.legal_actions(rows.viewer(), &mut actions);
    let mut offers: Vec<(usize, Offer)> = actions
        .into_iter()
        .map(|action| {
            (
                arrival(state, rows.viewer(), action),
                Offer::plain(action_kind(rows, action), Chosen::Act(action)),
            )
        })
        .collect();
    if mutant == Some(Mutant::OfferOrder) {
        offers.sort_by_key(|(arrival, _)| *arrival);
    } else {
        offers.sort_by_key(|(_, offer)| rank(&offer.kind));
    }
    offers.into_iter().map(|(_, offer)| offer).collect()
}

/// Where the card of an action lies in the hand, in the order drawn.
fn arrival(state: &State, player: Player, action: Action) -> usize {
    let (Action::PlayLand { slot, .. } | Action::Cast { slot, .. } | Action::Activate { slot, .. }) = action else {
        return 0;
    };
    let hand = &state.players[player.index()].hand;
    hand.iter()
        .position(|other| *other == slot)
        .map_or(usize::MAX, |at| at + 1)
}

/// Pass, then lands, spells and abilities, each by row.
fn rank(kind: &ActionKind) -> (u8, Row, u32, bool) {
    match kind {
        ActionKind::PlayLand { card, .. } => (1, *card, 0, false),
        ActionKind::Cast { card, way, kicked, .. } => {
            let way = match way {
                CastWay::ManaCost => 0,
                CastWay::Alternative(number) => number + 1,
            };
            (2, *card, way, *kicked)
        }
        ActionKind::Activate { object, ability, .. } => (3, *object, *ability, false),
        _ => (0, Row::Gone, 0, false),
    }
}

fn action_kind(rows: &Rows<'_>, action: Action) -> ActionKind {
    let name = |face: FaceId| rows.state().pool.face_name(face).clone();
    match action {
        Action::Pass => ActionKind::Pass,
        Action::PlayLand { slot, face } => ActionKind::PlayLand {
            card: rows.of_slot(slot),
            name: name(face),
        },
        Action::Cast {
            slot,
            face,
            way,
            kicked,
        } => ActionKind::Cast {
            card: rows.of_slot(slot),
            name: name(face),
            way: match way {
                EngineWay::Normal => CastWay::ManaCost,
                EngineWay::Alternative(number) => CastWay::Alternative(u32::from(number)),
            },
            kicked,
        },
        Action::Activate { slot, face, ability } => ActionKind::Activate {
            object: rows.of_slot(slot),
            name: name(face),
            ability: u32::from(ability),
        },
    }
}

fn attackers(rows: &Rows<'_>) -> Offer {
    let state = rows.state();
    let candidate = |slot: &Slot| {
        let able = state
            .defenders()
            .filter(|to| state.can_attack(*slot, *to) && !state.goaded_against(*slot, *to));
        AttackCandidate {
            attacker: rows.of_slot(*slot),
            defenders: able.map(|to| rows.of(to)).collect(),
            required: state.is(*slot).has(Keywords::MUST_ATTACK),
        }
    };
    let candidates = state
        .battlefield
        .iter()
        .filter(|slot| state.is_attack_candidate(**slot))
        .map(candidate)
        .filter(|candidate| !candidate.defenders.is_empty())
        .collect();
    Offer::selection(ActionKind::DeclareAttackers, ParameterFamily::Attackers { candidates })
}

fn blockers(rows: &Rows<'_>) -> Offer {
    let state = rows.state();
    let candidate = |slot: &Slot| {
        let attacks = state.combat.attacks.iter();
        let able = attacks.filter(|attack| state.can_block(*slot, attack.attacker));
        BlockCandidate {
            blocker: rows.of_slot(*slot),
            attackers: able.map(|attack| rows.of_object(attack.attacker)).collect(),
        }
    };
    let candidates = state
        .battlefield
        .iter()
        .filter(|slot| state.object(**slot).controller == rows.viewer())
        .map(candidate)
        .filter(|candidate| !candidate.attackers.is_empty())
        .collect();
    let required = state
        .required_blocks(rows.viewer())
        .into_iter()
        .map(|(blocker, attacker)| (rows.of_object(blocker), rows.of_object(attacker)))
        .collect();
    Offer::selection(
        ActionKind::DeclareBlockers,
        ParameterFamily::Blockers { candidates, required },
    )
}

fn objects(rows: &Rows<'_>, min: u16, max: u16, why: ChoosingFor) -> Vec<Offer> {
    let state = rows.state();
    let mut candidates: Vec<(Row, Ref)> = state.candidates.iter().map(|to| (rows.of(*to), *to)).collect();
    candidates.sort_unstable();
    let why = reason(why);
    if (min, max) != (1, 1) {
        let kind = ActionKind::ChooseObjects {
            why,
            min: u32::from(min),
            max: u32::from(max),
        };
        let candidates = candidates.into_iter().map(|(row, _)| row).collect();
        return vec![Offer::selection(kind, ParameterFamily::Objects { candidates })];
    }
    let mut offers: Vec<Offer> = Vec::new();
    for (object, to) in candidates {
        let kind = ActionKind::Choose {
            why,
            object,
            name: name_of(state, to),
        };
        let is_copy = |offer: &Offer| match (&offer.kind, &kind) {
            (
                ActionKind::Choose {
                    object: one,
                    name: first,
                    ..
                },
                ActionKind::Choose {
                    object: other, name, ..
                },
            ) => first == name && is_hidden(*one) && is_hidden(*other),
            _ => false,
        };
        if !offers.iter().any(is_copy) {
            offers.push(Offer::plain(kind, Chosen::Objects(vec![to])));
        }
    }
    offers
}

/// The answer to a question that leaves no choice: all that can be chosen are copies of one card.
pub(crate) fn forced(state: &State) -> Option<Chosen> {
    let Some(Ask::Objects { min, max, why }) = state.ask else {
        return None;
    };
    if min != max {
        return None;
    }
    let rows = Rows::new(state, state.asked, None);
    let mut candidates: Vec<(Row, Ref)> = state.candidates.iter().map(|to| (rows.of(*to), *to)).collect();
    candidates.sort_unstable();
    let first = candidates.first().and_then(|(_, to)| name_of(state, *to))?;
    let copies = |(row, to): &(Row, Ref)| is_hidden(*row) && name_of(state, *to).as_ref() == Some(&first);
    // Cards in an order of their own are not copies of one another.
    let unordered = why != ChoosingFor::Order;
    (unordered && candidates.iter().all(copies)).then(|| {
        let chosen = candidates.iter().take(usize::from(min));
        Chosen::Objects(chosen.map(|(_, to)| *to).collect())
    })
}

/// A row whose copies cannot be told apart.
const fn is_hidden(row: Row) -> bool {
    matches!(row, Row::Hand(_) | Row::LookedAt(_))
}

/// The name of a candidate, which the player asked may know; none for players.
fn name_of(state: &State, to: Ref) -> Option<Name> {
    match to {
        Ref::Player(_) => None,
        Ref::Object(_) => {
            let slot = state.living(to)?;
            let object = state.object(slot);
            Some(if matches!(object.zone, Zone::Battlefield | Zone::Stack) {
                state.pool.face_name(object.face).clone()
            } else {
                card_name(state, slot).clone()
            })
        }
        Ref::Stack(serial) => {
            let item = state.stack.iter().find(|item| item.serial == serial)?;
            Some(state.pool.face_name(item.face).clone())
        }
    }
}

const fn reason(why: ChoosingFor) -> ChoiceReason {
    match why {
        ChoosingFor::Targets => ChoiceReason::Targets,
        ChoosingFor::Cost => ChoiceReason::Cost,
        ChoosingFor::Effect => ChoiceReason::Effect,
        ChoosingFor::HandSize => ChoiceReason::HandSize,
        ChoosingFor::Legend => ChoiceReason::Legend,
        ChoosingFor::ScryBottom => ChoiceReason::ScryBottom,
        ChoosingFor::Surveil => ChoiceReason::Surveil,
        ChoosingFor::Order => ChoiceReason::Order,
    }
}

fn modes(min: u8, max: u8, legal: u16) -> Vec<Offer> {
    let candidates: Vec<u32> = (0..16).filter(|mode| legal & 1 << mode != 0).collect();
    if (min, max) == (1, 1) {
        let one = |mode| Offer::plain(ActionKind::ChooseMode { mode }, Chosen::Modes(1 << mode));
        return candidates.into_iter().map(one).collect();
    }
    let kind = ActionKind::ChooseModes {
        min: u32::from(min),
        max: u32::from(max),
    };
    vec![Offer::selection(kind, ParameterFamily::Modes { candidates })]
}

/// The combinations of mana of the operation that asks.
fn mana(state: &State) -> Vec<Offer> {
    let Some(resolution) = state.resolution else {
        return Vec::new();
    };
    let at = resolution.at.checked_sub(1).and_then(|at| usize::try_from(at).ok());
    let Some(Op::AddMana(output)) = at.and_then(|at| state.pool.ops.get(at)).copied() else {
        return Vec::new();
    };
    let by = Source {
        target_base: resolution.target_base,
        that_many: resolution.that_many,
        ..Source::of_item(&resolution.item)
    };
    let options = state.mana_options(output, &by);
    (0..)
        .zip(options)
        .map(|(number, mana)| Offer::plain(ActionKind::ChooseMana { mana: symbols(mana) }, Chosen::Number(number)))
        .collect()
}

fn symbols(mana: [u8; 6]) -> ManaCost {
    let colors = Color::ALL.map(ManaSymbol::Colored);
    let kinds = colors.into_iter().chain([ManaSymbol::Colorless]);
    let each = kinds
        .zip(mana)
        .flat_map(|(symbol, times)| std::iter::repeat_n(symbol, usize::from(times)));
    ManaCost(each.collect())
}

/// The triggers of the player asked, in the order they triggered.
fn triggers(state: &State) -> Vec<Offer> {
    let own = state
        .triggers
        .iter()
        .filter(|trigger| trigger.controller == state.asked);
    let offer = |(number, trigger): (usize, &crate::rules::state::PendingTrigger)| {
        // Granted abilities stand on faces without a name; then the source says what it is.
        let nameless = DefKey::of(&state.pool, trigger.face).is_none();
        let face = match state.known(trigger.source) {
            Some((_, source)) if nameless => source.face,
            _ => trigger.face,
        };
        let kind = ActionKind::OrderTrigger {
            number: count(number),
            name: state.pool.face_name(face).clone(),
        };
        Offer::plain(kind, Chosen::Number(u16::try_from(number).unwrap_or(u16::MAX)))
    };
    own.enumerate().map(offer).collect()
}
