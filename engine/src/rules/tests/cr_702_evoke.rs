//! Evoke (CR 702.74).

use super::scene::Scene;
use turnzero_contract::card::Zone;

#[test]
fn an_evoked_creature_does_what_it_does_on_entering_and_is_sacrificed() {
    let mut scene = Scene::new(&[
        (0, Zone::Hand, "Mulldrifter"),
        (0, Zone::Battlefield, "Island"),
        (0, Zone::Battlefield, "Island"),
        (0, Zone::Battlefield, "Island"),
        (0, Zone::Battlefield, "Mogg Fanatic"),
    ]);
    scene.take("cast Mulldrifter", &[]);
    scene.resolve();
    // Two triggers wait; their order makes no difference here.
    while scene
        .state
        .ask
        .is_some_and(|ask| matches!(ask, crate::rules::decision::Ask::TriggerOrder { .. }))
    {
        scene
            .answer(crate::rules::decision::Answer::Number(0))
            .expect("an order");
    }
    scene.resolve();
    assert_eq!(scene.zone("Mulldrifter"), Zone::Graveyard);
    assert_eq!(scene.state.players[0].hand.len(), 2);
}

#[test]
fn cast_for_its_mana_cost_it_stays() {
    let mut scene = Scene::new(&[
        (0, Zone::Hand, "Mulldrifter"),
        (0, Zone::Battlefield, "Island"),
        (0, Zone::Battlefield, "Sol Ring"),
        (0, Zone::Battlefield, "Sol Ring"),
        (0, Zone::Battlefield, "Mogg Fanatic"),
    ]);
    scene.take("cast Mulldrifter", &[]);
    scene.resolve();
    assert_eq!(scene.zone("Mulldrifter"), Zone::Battlefield);
    assert_eq!(scene.state.players[0].hand.len(), 2);
}
