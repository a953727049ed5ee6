use super::scene::{Scene, player};
use crate::rules::ids::Ref;
use turnzero_contract::card::Zone::{Battlefield, Graveyard, Hand};

#[test]
fn a_spell_without_a_legal_target_is_not_offered() {
    let scene = Scene::new(&[
        (0, Battlefield, "Swamp"),
        (0, Battlefield, "Swamp"),
        (0, Hand, "Doom Blade"),
        (1, Battlefield, "Gravedigger"),
    ]);
    assert!(!scene.may("cast Doom Blade"), "Gravedigger is black");
}

#[test]
fn hexproof_stops_opponents_only() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Mountain"),
        (0, Hand, "Lightning Bolt"),
        (1, Battlefield, "Troll Ascetic"),
        (0, Battlefield, "Grizzly Bears"),
    ]);
    scene.take("cast Lightning Bolt", &[]);
    let candidates = scene.state.candidates.clone();
    assert!(!candidates.contains(&Ref::Object(scene.id("Troll Ascetic"))));
    assert!(candidates.contains(&Ref::Object(scene.id("Grizzly Bears"))));
    assert!(candidates.contains(&player(0)) && candidates.contains(&player(1)));
}

#[test]
fn protection_stops_spells_of_the_colour() {
    let scene = Scene::new(&[
        (0, Battlefield, "Swamp"),
        (0, Battlefield, "Swamp"),
        (0, Hand, "Disfigure"),
        (1, Battlefield, "White Knight"),
    ]);
    assert!(!scene.may("cast Disfigure"), "White Knight has protection from black");
}

#[test]
fn a_spell_whose_only_target_is_gone_does_nothing() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Mountain"),
        (0, Battlefield, "Mountain"),
        (0, Hand, "Lightning Bolt"),
        (0, Hand, "Shock"),
        (1, Battlefield, "Grizzly Bears"),
    ]);
    let bears = Ref::Object(scene.id("Grizzly Bears"));
    scene.take("cast Lightning Bolt", &[bears]);
    scene.take("cast Shock", &[bears]);
    scene.resolve();
    assert_eq!(scene.zone("Grizzly Bears"), Graveyard);
    assert_eq!(scene.zone("Lightning Bolt"), Graveyard);
    assert!(
        scene
            .state
            .log
            .iter()
            .any(|event| matches!(event, crate::rules::log::GameEvent::Fizzled { .. }))
    );
}
