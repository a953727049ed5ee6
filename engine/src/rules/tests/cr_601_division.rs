//! Dividing among targets, and how many of them can be paid for (CR 601.2c–f).

use super::scene::{Scene, player};
use crate::rules::decision::{Action, Answer, Ask};
use crate::rules::ids::Ref;
use turnzero_contract::card::Zone::{self, Battlefield, Graveyard, Hand};

fn mountains(count: usize) -> Vec<(u8, Zone, &'static str)> {
    vec![(0, Battlefield, "Mountain"); count]
}

fn with(mut cards: Vec<(u8, Zone, &'static str)>, more: &[(u8, Zone, &'static str)]) -> Scene {
    cards.extend(more);
    Scene::new(&cards)
}

fn cast(scene: &mut Scene, name: &str) {
    scene.take(&format!("cast {name}"), &[]);
    while scene.state.announcement.is_none() && !scene.state.stack.is_empty() && scene.state.ask == Some(Ask::Priority)
    {
        scene.answer(Answer::Act(Action::Pass)).unwrap();
    }
}

#[test]
fn five_damage_are_divided_among_any_targets() {
    let more = [
        (0, Hand, "Bogardan Hellkite"),
        (1, Battlefield, "Grizzly Bears"),
        (1, Battlefield, "Craw Wurm"),
    ];
    let mut scene = with(mountains(8), &more);
    cast(&mut scene, "Bogardan Hellkite");
    let Some(Ask::Objects { min: 0, max: 5, .. }) = scene.state.ask else {
        panic!("at least 1 each, so 5 at most: {:?}", scene.state.ask);
    };
    let targets = [Ref::Object(scene.id("Grizzly Bears")), player(1)];
    scene.answer(Answer::Objects(&targets)).unwrap();
    assert_eq!(scene.state.ask, Some(Ask::Shares { amount: 5 }));
    assert!(scene.answer(Answer::Shares(&[5, 0])).is_err(), "at least 1 each");
    scene.answer(Answer::Shares(&[2, 3])).unwrap();
    scene.resolve();
    assert_eq!(scene.zone("Grizzly Bears"), Graveyard);
    assert_eq!((scene.life(0), scene.life(1)), (20, 17));
}

#[test]
fn no_target_at_all_is_a_choice() {
    let mut scene = with(mountains(8), &[(0, Hand, "Bogardan Hellkite")]);
    cast(&mut scene, "Bogardan Hellkite");
    scene.answer(Answer::Objects(&[])).unwrap();
    scene.resolve();
    assert_eq!((scene.life(0), scene.life(1)), (20, 20));
}

#[test]
fn a_share_of_a_target_that_is_gone_is_lost() {
    let more = [
        (0, Hand, "Inferno Titan"),
        (1, Battlefield, "Mogg Fanatic"),
        (0, Battlefield, "Mogg Fanatic"),
        (1, Battlefield, "Grizzly Bears"),
    ];
    let mut scene = with(mountains(6), &more);
    cast(&mut scene, "Inferno Titan");
    let Some(Ask::Objects { min: 1, max: 3, .. }) = scene.state.ask else {
        panic!("one to three targets: {:?}", scene.state.ask);
    };
    let targets = [
        Ref::Object(scene.id("Mogg Fanatic")),
        Ref::Object(scene.id("Grizzly Bears")),
        player(1),
    ];
    scene.answer(Answer::Objects(&targets)).unwrap();
    scene.answer(Answer::Shares(&[1, 1, 1])).unwrap();
    while scene.state.asked.0 == 0 {
        scene.decline();
    }
    scene.take("activate Mogg Fanatic", &[player(0)]);
    scene.resolve();
    assert_eq!((scene.life(0), scene.life(1)), (19, 19));
    assert_eq!(scene.zone("Grizzly Bears"), Battlefield);
    assert_eq!(scene.state.object(scene.find("Grizzly Bears")).damage, 1);
}

/// Casts Fireball for X at these targets.
fn fireball(scene: &mut Scene, x: u16, targets: &[Ref]) {
    scene.take("cast Fireball", &[]);
    let Some(Ask::Number { .. }) = scene.state.ask else {
        panic!("X is asked for: {:?}", scene.state.ask);
    };
    scene.answer(Answer::Number(x)).unwrap();
    scene.answer(Answer::Objects(targets)).unwrap();
}

#[test]
fn each_target_beyond_the_first_costs_one_more() {
    let more = [
        (0, Hand, "Fireball"),
        (1, Battlefield, "Grizzly Bears"),
        (1, Battlefield, "Trained Armodon"),
    ];
    let mut scene = with(mountains(6), &more);
    scene.take("cast Fireball", &[]);
    assert_eq!(scene.state.ask, Some(Ask::Number { min: 0, max: 5 }));
    scene.answer(Answer::Number(4)).unwrap();
    let Some(Ask::Objects { min: 0, max: 2, .. }) = scene.state.ask else {
        panic!("a third target cannot be paid for: {:?}", scene.state.ask);
    };
    let targets = [Ref::Object(scene.id("Grizzly Bears")), player(1)];
    scene.answer(Answer::Objects(&targets)).unwrap();
    scene.resolve();
    assert_eq!(scene.zone("Grizzly Bears"), Graveyard);
    assert_eq!(scene.life(1), 18);
}

#[test]
fn the_damage_is_divided_evenly_among_targets_still_legal() {
    let more = [
        (0, Hand, "Fireball"),
        (1, Battlefield, "Mogg Fanatic"),
        (0, Battlefield, "Mogg Fanatic"),
        (1, Battlefield, "Trained Armodon"),
    ];
    let mut scene = with(mountains(7), &more);
    let targets = [
        Ref::Object(scene.id("Mogg Fanatic")),
        Ref::Object(scene.id("Trained Armodon")),
        player(1),
    ];
    fireball(&mut scene, 4, &targets);
    while scene.state.asked.0 == 0 {
        scene.decline();
    }
    scene.take("activate Mogg Fanatic", &[player(0)]);
    scene.resolve();
    // 4 to two, not to three.
    assert_eq!(scene.life(1), 18);
    assert_eq!(scene.state.object(scene.find("Trained Armodon")).damage, 2);
}

#[test]
fn nothing_is_divided_among_nobody() {
    let mut scene = with(mountains(3), &[(0, Hand, "Fireball")]);
    fireball(&mut scene, 2, &[]);
    scene.resolve();
    assert_eq!((scene.life(0), scene.life(1)), (20, 20));
    assert_eq!(scene.zone("Fireball"), Graveyard);
}
