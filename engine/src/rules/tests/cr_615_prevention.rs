//! Preventing damage (CR 615).

use super::scene::{Scene, player};
use crate::rules::decision::Answer;
use crate::rules::ids::{Player, Ref};
use crate::rules::step::Step;
use turnzero_contract::card::Zone::{Battlefield, Graveyard, Hand};

/// The second mode of Healing Salve, cast by the first player.
fn salve(scene: &mut Scene, to: Ref) {
    scene.take("cast Healing Salve", &[]);
    scene.answer(Answer::Modes(2)).unwrap();
    scene.answer(Answer::Objects(&[to])).unwrap();
    scene.resolve();
}

fn scene() -> Scene {
    Scene::new(&[
        (0, Battlefield, "Plains"),
        (0, Battlefield, "Mogg Fanatic"),
        (0, Hand, "Healing Salve"),
        (0, Battlefield, "Grizzly Bears"),
        (1, Battlefield, "Craw Wurm"),
        (1, Battlefield, "White Knight"),
    ])
}

fn hit(scene: &mut Scene, to: Ref, amount: i32) -> i32 {
    let wurm = scene.id("Craw Wurm");
    scene.state.deal_damage(wurm, to, amount, false)
}

#[test]
fn the_first_mode_gains_life() {
    let mut scene = scene();
    scene.take("cast Healing Salve", &[]);
    scene.answer(Answer::Modes(1)).unwrap();
    scene.answer(Answer::Objects(&[player(1)])).unwrap();
    scene.resolve();
    assert_eq!(scene.life(1), 23);
}

#[test]
fn a_shield_counts_down() {
    let mut scene = scene();
    salve(&mut scene, player(0));
    assert_eq!(hit(&mut scene, player(1), 1), 1, "the shield is another player's");
    assert_eq!(hit(&mut scene, player(0), 2), 0);
    assert_eq!(scene.state.prevented(player(0)), Some(1));
    assert_eq!(hit(&mut scene, player(0), 2), 1);
    assert_eq!(hit(&mut scene, player(0), 2), 2);
    assert_eq!((scene.life(0), scene.life(1)), (17, 19));
}

#[test]
fn what_is_prevented_entirely_is_not_dealt() {
    let mut scene = scene();
    let bears = Ref::Object(scene.id("Grizzly Bears"));
    salve(&mut scene, bears);
    let logged = scene.state.log.len();
    assert_eq!(hit(&mut scene, bears, 3), 0);
    assert_eq!(scene.state.log.len(), logged);
    assert_eq!(hit(&mut scene, bears, 2), 2);
    scene.state.ask = None;
    scene.state.advance();
    assert_eq!(scene.zone("Grizzly Bears"), Graveyard);
}

#[test]
fn life_loss_is_no_damage() {
    let mut scene = scene();
    salve(&mut scene, player(0));
    scene.state.lose_life(Player(0), 2);
    assert_eq!(scene.life(0), 18);
    assert_eq!(scene.state.prevented(player(0)), Some(3));
}

#[test]
fn a_shield_ends_with_the_turn() {
    let mut scene = scene();
    salve(&mut scene, player(0));
    scene.go_to(Step::Upkeep);
    assert_eq!(hit(&mut scene, player(0), 2), 2);
}

#[test]
fn protection_uses_up_no_shield() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Plains"),
        (0, Battlefield, "Mogg Fanatic"),
        (0, Hand, "Healing Salve"),
        (0, Battlefield, "White Knight"),
        (1, Battlefield, "Hypnotic Specter"),
    ]);
    let knight = Ref::Object(scene.id("White Knight"));
    salve(&mut scene, knight);
    let specter = scene.id("Hypnotic Specter");
    assert_eq!(scene.state.deal_damage(specter, knight, 2, false), 0);
    assert_eq!(scene.state.prevented(knight), Some(3));
}

#[test]
fn two_shields_add_up() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Plains"),
        (0, Battlefield, "Plains"),
        (0, Battlefield, "Mogg Fanatic"),
        (0, Hand, "Healing Salve"),
        (0, Hand, "Healing Salve"),
        (1, Battlefield, "Craw Wurm"),
    ]);
    salve(&mut scene, player(0));
    salve(&mut scene, player(0));
    assert_eq!(scene.state.prevented(player(0)), Some(6));
    assert_eq!(hit(&mut scene, player(0), 5), 0);
    assert_eq!(hit(&mut scene, player(0), 5), 4);
}
