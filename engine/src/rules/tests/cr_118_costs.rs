use super::scene::board;
use crate::rules::actions::LOYALTY;
use crate::rules::ids::{AmountId, Player};
use crate::rules::object::Flags;
use crate::rules::pool::{CostStep, CountNode};
use crate::rules::query::Source;
use turnzero_contract::card::Zone::{self, Battlefield, Exile, Graveyard, Hand};

/// Every part that leaves no choice is really paid, whoever asks for it.
#[test]
fn no_part_of_a_cost_is_skipped() {
    let paid = |zone: Zone, step: CostStep| {
        let mut state = board(2, &[(0, zone, "Grizzly Bears")]);
        let slot = *if zone == Hand {
            &state.players[0].hand[0]
        } else {
            &state.battlefield[0]
        };
        state.put_counters(slot, LOYALTY, 3);
        if step == CostStep::Untap {
            state.tap(slot);
        }
        let by = Source::of_object(&state, slot);
        assert!(state.ask_or_pay(step, &by));
        (state, slot)
    };
    let one = AmountId(1);
    let (state, slot) = paid(Battlefield, CostStep::Tap);
    assert!(state.object(slot).flags.has(Flags::TAPPED));
    let (state, slot) = paid(Battlefield, CostStep::Untap);
    assert!(!state.object(slot).flags.has(Flags::TAPPED));
    let (state, _) = paid(Battlefield, CostStep::PayLife(one));
    assert_eq!(state.players[0].life, 19);
    let (state, slot) = paid(Battlefield, CostStep::SacrificeSelf);
    assert_eq!(state.object(slot).zone, Graveyard);
    let (state, slot) = paid(Hand, CostStep::DiscardSelf);
    assert_eq!(state.object(slot).zone, Graveyard);
    let (state, slot) = paid(Battlefield, CostStep::ExileSelf);
    assert_eq!(state.object(slot).zone, Exile);
    let (state, slot) = paid(Battlefield, CostStep::RemoveCounters(CountNode::Exactly(one), LOYALTY));
    assert_eq!(state.counters_on(slot, LOYALTY), 2);
    assert_eq!(state.asked, Player(0));
}
