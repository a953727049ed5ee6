//! Triggers on damage (CR 603.2, 120.3).

use super::scene::{Scene, board, player};
use crate::rules::ids::{Player, Ref};
use crate::rules::step::Step;
use turnzero_contract::card::Zone::{Battlefield, Graveyard, Hand};

fn damage(scene: &mut Scene, source: &str, to: Ref, amount: i32) {
    let source = scene.id(source);
    scene.state.deal_damage(source, to, amount, false);
    scene.state.ask = None;
    scene.state.check = true;
    scene.state.advance();
}

#[test]
fn damage_to_an_opponent_only() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Thieving Magpie"),
        (0, Battlefield, "Mogg Fanatic"),
        (1, Battlefield, "Trained Armodon"),
    ]);
    let armodon = Ref::Object(scene.id("Trained Armodon"));
    damage(&mut scene, "Thieving Magpie", player(0), 1);
    damage(&mut scene, "Thieving Magpie", armodon, 1);
    scene.resolve();
    assert_eq!(scene.state.players[0].hand.len(), 0);
    damage(&mut scene, "Thieving Magpie", player(1), 1);
    scene.resolve();
    assert_eq!(scene.state.players[0].hand.len(), 1);
}

#[test]
fn each_opponent_dealt_damage_is_that_player() {
    let mut state = board(
        3,
        &[
            (0, Battlefield, "Hypnotic Specter"),
            (0, Battlefield, "Mogg Fanatic"),
            (1, Hand, "Forest"),
            (2, Hand, "Forest"),
        ],
    );
    state.turn.step = Step::PrecombatMain;
    state.turn.begun = true;
    state.turn.open = true;
    state.advance();
    let mut scene = Scene { state };
    damage(&mut scene, "Hypnotic Specter", player(2), 2);
    scene.resolve();
    let hands: Vec<usize> = scene.state.players.iter().map(|player| player.hand.len()).collect();
    assert_eq!(hands, [0, 1, 0]);
    assert_eq!(scene.state.players[2].graveyard.len(), 1);
}

#[test]
fn an_aura_asks_whether_its_bearer_hit_its_own_controllers_opponent() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Mogg Fanatic"),
        (0, Battlefield, "Island"),
        (0, Hand, "Curiosity"),
        (1, Battlefield, "Grizzly Bears"),
    ]);
    let bears = Ref::Object(scene.id("Grizzly Bears"));
    scene.take("cast Curiosity", &[bears]);
    scene.resolve();
    damage(&mut scene, "Grizzly Bears", player(0), 2);
    assert!(
        scene.state.stack.is_empty(),
        "the Aura's controller is no opponent of its own"
    );
    damage(&mut scene, "Grizzly Bears", player(1), 2);
    assert_eq!(scene.state.stack.len(), 1);
    scene.resolve();
    scene.answer(crate::rules::decision::Answer::Yes(true)).unwrap();
    assert_eq!(scene.state.players[0].hand.len(), 1);
}

#[test]
fn damage_of_several_sources_at_one_time_triggers_once() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Jackal Pup"),
        (0, Battlefield, "Mogg Fanatic"),
        (1, Battlefield, "Grizzly Bears"),
        (1, Battlefield, "Trained Armodon"),
    ]);
    scene.attack(&["Jackal Pup"]).unwrap();
    scene
        .block(&[("Grizzly Bears", "Jackal Pup"), ("Trained Armodon", "Jackal Pup")])
        .unwrap();
    while scene.state.turn.step == Step::DeclareBlockers {
        scene.decline();
    }
    if let Some(crate::rules::decision::Ask::Damage { .. }) = scene.state.ask {
        scene.answer(crate::rules::decision::Answer::Shares(&[2, 0])).unwrap();
    }
    assert_eq!(scene.state.stack.len(), 1, "one ability for both blockers");
    scene.resolve();
    assert_eq!(scene.zone("Jackal Pup"), Graveyard);
    assert_eq!(scene.life(0), 20 - 5);
}

#[test]
fn what_it_damaged_this_turn_counts_when_it_dies() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Sengir Vampire"),
        (0, Battlefield, "Mogg Fanatic"),
        (1, Battlefield, "Craw Wurm"),
        (1, Battlefield, "Grizzly Bears"),
        (1, Battlefield, "Trained Armodon"),
    ]);
    let (wurm, bears) = (scene.id("Craw Wurm"), scene.id("Grizzly Bears"));
    damage(&mut scene, "Sengir Vampire", Ref::Object(wurm), 1);
    damage(&mut scene, "Mogg Fanatic", Ref::Object(bears), 2);
    scene.resolve();
    assert_eq!(scene.zone("Grizzly Bears"), Graveyard);
    assert_eq!(scene.size("Sengir Vampire"), (4, 4), "another source killed it");
    damage(&mut scene, "Mogg Fanatic", Ref::Object(wurm), 3);
    scene.resolve();
    assert_eq!(scene.zone("Craw Wurm"), Graveyard);
    assert_eq!(scene.size("Sengir Vampire"), (5, 5));
}

#[test]
fn what_it_damaged_in_an_earlier_turn_does_not_count() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Sengir Vampire"),
        (0, Battlefield, "Mogg Fanatic"),
        (1, Battlefield, "Craw Wurm"),
    ]);
    let wurm = scene.id("Craw Wurm");
    damage(&mut scene, "Sengir Vampire", Ref::Object(wurm), 1);
    scene.go_to(Step::Cleanup);
    while scene.state.turn.active == Player(0) {
        scene.decline();
    }
    damage(&mut scene, "Mogg Fanatic", Ref::Object(wurm), 4);
    scene.resolve();
    assert_eq!(scene.zone("Craw Wurm"), Graveyard);
    assert_eq!(scene.size("Sengir Vampire"), (4, 4));
}

#[test]
fn a_source_that_came_back_is_another_object() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Sengir Vampire"),
        (0, Battlefield, "Mogg Fanatic"),
        (1, Battlefield, "Grizzly Bears"),
    ]);
    let bears = scene.id("Grizzly Bears");
    damage(&mut scene, "Sengir Vampire", Ref::Object(bears), 1);
    let vampire = scene.find("Sengir Vampire");
    for zone in [Hand, Battlefield] {
        scene
            .state
            .move_to(vampire, crate::rules::actions::Destination::of(zone));
    }
    damage(&mut scene, "Mogg Fanatic", Ref::Object(bears), 1);
    scene.resolve();
    assert_eq!(scene.zone("Grizzly Bears"), Graveyard);
    assert_eq!(scene.size("Sengir Vampire"), (4, 4));
}
