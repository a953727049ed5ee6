//! Fighting (CR 701.14), tapping or untapping (CR 701.26).

use super::scene::Scene;
use crate::rules::decision::{Answer, Ask};
use crate::rules::ids::Ref;
use crate::rules::object::Flags;
use turnzero_contract::card::Zone::{Battlefield, Graveyard, Hand};

#[test]
fn each_deals_its_power_to_the_other() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Forest"),
        (0, Hand, "Prey Upon"),
        (0, Battlefield, "Trained Armodon"),
        (1, Battlefield, "Grizzly Bears"),
        (1, Battlefield, "Serra Angel"),
    ]);
    let bears = Ref::Object(scene.id("Grizzly Bears"));
    scene.take("cast Prey Upon", &[bears]);
    scene.resolve();
    assert_eq!(scene.zone("Grizzly Bears"), Graveyard);
    assert_eq!(scene.state.object(scene.find("Trained Armodon")).damage, 2);
}

#[test]
fn nobody_fights_a_creature_that_is_gone() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Forest"),
        (0, Hand, "Prey Upon"),
        (0, Battlefield, "Trained Armodon"),
        (1, Battlefield, "Mogg Fanatic"),
        (1, Battlefield, "Grizzly Bears"),
    ]);
    let fanatic = Ref::Object(scene.id("Mogg Fanatic"));
    scene.take("cast Prey Upon", &[fanatic]);
    while scene.state.asked.0 == 0 {
        scene.decline();
    }
    scene.take("activate Mogg Fanatic", &[super::scene::player(0)]);
    scene.resolve();
    assert_eq!(scene.state.object(scene.find("Trained Armodon")).damage, 0);
    assert_eq!(scene.life(0), 19);
}

#[test]
fn fight_damage_is_no_combat_damage_and_is_dealt_at_once() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Forest"),
        (0, Hand, "Prey Upon"),
        (0, Battlefield, "Grizzly Bears"),
        (1, Battlefield, "Jackal Pup"),
    ]);
    scene.take("cast Prey Upon", &[]);
    scene.resolve();
    assert_eq!(scene.zone("Grizzly Bears"), Graveyard);
    assert_eq!(scene.zone("Jackal Pup"), Graveyard);
    scene.resolve();
    assert_eq!(scene.life(1), 18);
}

#[test]
fn the_controller_taps_or_untaps_on_resolution() {
    for (answer, was, tapped) in [(1, false, true), (2, false, false), (1, true, true), (2, true, false)] {
        let mut scene = Scene::new(&[
            (0, Battlefield, "Island"),
            (0, Battlefield, "Island"),
            (0, Battlefield, "Island"),
            (0, Hand, "Pestermite"),
            (0, Battlefield, "Mogg Fanatic"),
            (1, Battlefield, "Grizzly Bears"),
        ]);
        let bears = scene.find("Grizzly Bears");
        scene.state.object_mut(bears).flags.set(Flags::TAPPED, was);
        let target = Ref::Object(scene.id("Grizzly Bears"));
        scene.take("cast Pestermite", &[]);
        scene.resolve();
        scene.answer(Answer::Objects(&[target])).unwrap();
        scene.resolve();
        assert_eq!(scene.state.ask, Some(Ask::May));
        scene.answer(Answer::Yes(true)).unwrap();
        assert!(matches!(scene.state.ask, Some(Ask::Modes { .. })));
        assert!(scene.answer(Answer::Modes(3)).is_err(), "one of the two");
        scene.answer(Answer::Modes(answer)).unwrap();
        assert_eq!(scene.state.object(bears).flags.has(Flags::TAPPED), tapped);
    }
}

#[test]
fn two_untapped_artifacts_let_a_creature_pass() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Whirler Rogue"),
        (0, Battlefield, "Ornithopter"),
        (0, Battlefield, "Ornithopter"),
        (0, Battlefield, "Craw Wurm"),
        (1, Battlefield, "Grizzly Bears"),
    ]);
    let wurm = Ref::Object(scene.id("Craw Wurm"));
    scene.take("activate Whirler Rogue", &[wurm]);
    scene.resolve();
    assert!(!scene.may("activate Whirler Rogue"), "the artifacts are tapped");
    scene.attack(&["Craw Wurm"]).unwrap();
    assert!(scene.block(&[("Grizzly Bears", "Craw Wurm")]).is_err());
}
