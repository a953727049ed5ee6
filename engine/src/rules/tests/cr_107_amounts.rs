//! Amounts under a condition (CR 107, 608.2h) and kicked spells (CR 702.33).

use super::scene::{Scene, player};
use crate::rules::decision::{Action, Answer};
use crate::rules::ids::Ref;
use crate::rules::step::Step;
use turnzero_contract::card::Zone::{self, Battlefield, Hand};

fn kicked(scene: &mut Scene) {
    let mut actions = Vec::new();
    scene.state.legal_actions(scene.state.asked, &mut actions);
    let cast = actions
        .iter()
        .find(|action| matches!(action, Action::Cast { kicked: true, .. }));
    scene.answer(Answer::Act(*cast.expect("kicker can be paid"))).unwrap();
}

#[test]
fn metalcraft_is_counted_on_resolution() {
    for (artifacts, life) in [(2, 18), (3, 16)] {
        let mut cards = vec![(0, Battlefield, "Mountain"), (0, Hand, "Galvanic Blast")];
        cards.extend(vec![(0, Battlefield, "Ornithopter"); artifacts]);
        cards.push((1, Battlefield, "Ornithopter"));
        let mut scene = Scene::new(&cards);
        scene.take("cast Galvanic Blast", &[player(1)]);
        scene.resolve();
        assert_eq!(scene.life(1), life);
    }
}

#[test]
fn a_kicked_burst_deals_four() {
    let cards = |lands| {
        let mut cards: Vec<(u8, Zone, &str)> = vec![(0, Battlefield, "Mountain"); lands];
        cards.push((0, Hand, "Burst Lightning"));
        Scene::new(&cards)
    };
    let mut scene = cards(4);
    let mut actions = Vec::new();
    scene.state.legal_actions(scene.state.asked, &mut actions);
    assert!(
        !actions
            .iter()
            .any(|action| matches!(action, Action::Cast { kicked: true, .. }))
    );
    scene.take("cast Burst Lightning", &[player(1)]);
    scene.resolve();
    assert_eq!(scene.life(1), 18);
    let mut scene = cards(5);
    kicked(&mut scene);
    scene.answer(Answer::Objects(&[player(1)])).unwrap();
    scene.resolve();
    assert_eq!(scene.life(1), 16);
}

#[test]
fn only_a_kicked_roil_draws() {
    for (kick, hand) in [(false, 0), (true, 1)] {
        let mut cards = vec![(0, Battlefield, "Island"); 4];
        cards.extend([(0, Hand, "Into the Roil"), (1, Battlefield, "Grizzly Bears")]);
        let mut scene = Scene::new(&cards);
        let bears = Ref::Object(scene.id("Grizzly Bears"));
        if kick {
            kicked(&mut scene);
        } else {
            scene.take("cast Into the Roil", &[]);
        }
        if scene.state.announcement.is_some() {
            scene.answer(Answer::Objects(&[bears])).unwrap();
        }
        scene.resolve();
        assert_eq!(scene.zone("Grizzly Bears"), Hand);
        assert_eq!(scene.state.players[0].hand.len(), hand);
    }
}

#[test]
fn a_tapped_mine_gives_nobody_a_card() {
    for (tapped, drawn) in [(false, 2), (true, 1)] {
        let mut scene = Scene::new(&[(0, Battlefield, "Howling Mine"), (0, Battlefield, "Mogg Fanatic")]);
        scene.go_to(Step::End);
        if tapped {
            let mine = scene.find("Howling Mine");
            scene.state.tap(mine);
        }
        scene.go_to(Step::Upkeep);
        scene.go_to(Step::Draw);
        scene.go_to(Step::PrecombatMain);
        assert_eq!(scene.state.turn.active.0, 1);
        assert_eq!(scene.state.players[1].hand.len(), drawn);
        assert_eq!(scene.state.players[0].hand.len(), 0);
    }
}
