use super::scene::{Scene, player};
use crate::rules::ids::{Player, Ref};
use crate::rules::step::Step;
use turnzero_contract::card::Zone::{Battlefield, Graveyard, Hand};

#[test]
fn sorcery_speed_needs_the_own_main_phase_and_an_empty_stack() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Forest"),
        (0, Battlefield, "Forest"),
        (0, Battlefield, "Mountain"),
        (0, Battlefield, "Mogg Fanatic"),
        (0, Hand, "Grizzly Bears"),
        (0, Hand, "Lightning Bolt"),
    ]);
    assert!(scene.may("cast Grizzly Bears"));
    scene.take("cast Lightning Bolt", &[player(1)]);
    assert!(!scene.may("cast Grizzly Bears"));
    scene.resolve();
    assert_eq!(scene.life(1), 17);
    scene.go_to(Step::End);
    assert!(!scene.may("cast Grizzly Bears"));
}

#[test]
fn one_land_a_turn() {
    let mut scene = Scene::new(&[(0, Hand, "Forest"), (0, Hand, "Forest"), (0, Hand, "Mountain")]);
    scene.take("play Forest", &[]);
    assert_eq!(scene.zone("Mountain"), Hand);
    assert!(!scene.may("play Mountain") && !scene.may("play Forest"));
}

#[test]
fn a_counterspell_answers_on_the_stack() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Forest"),
        (0, Battlefield, "Forest"),
        (0, Hand, "Grizzly Bears"),
        (1, Battlefield, "Island"),
        (1, Battlefield, "Island"),
        (1, Hand, "Counterspell"),
    ]);
    scene.take("cast Grizzly Bears", &[]);
    while scene.state.asked == Player(0) {
        scene.decline();
    }
    let bears = Ref::Stack(scene.state.stack[0].serial);
    scene.take("cast Counterspell", &[bears]);
    scene.resolve();
    assert_eq!(scene.zone("Grizzly Bears"), Graveyard);
    assert_eq!(scene.zone("Counterspell"), Graveyard);
}

#[test]
fn additional_costs_are_paid_and_asked_for() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Swamp"),
        (0, Hand, "Village Rites"),
        (0, Battlefield, "Grizzly Bears"),
        (0, Battlefield, "Trained Armodon"),
    ]);
    let bears = Ref::Object(scene.id("Grizzly Bears"));
    scene.take("cast Village Rites", &[bears]);
    assert_eq!(scene.zone("Grizzly Bears"), Graveyard);
    scene.resolve();
    assert_eq!(scene.state.players[0].hand.len(), 2);
}

#[test]
fn flashback_exiles_the_card_afterwards() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Mountain"),
        (0, Battlefield, "Mountain"),
        (0, Battlefield, "Mountain"),
        (0, Battlefield, "Mountain"),
        (0, Battlefield, "Mountain"),
        (0, Graveyard, "Firebolt"),
    ]);
    scene.take("cast Firebolt", &[player(1)]);
    scene.resolve();
    assert_eq!(scene.life(1), 18);
    assert_eq!(scene.zone("Firebolt"), turnzero_contract::card::Zone::Exile);
}
