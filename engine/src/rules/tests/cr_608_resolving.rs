use super::scene::{Scene, player};
use crate::rules::decision::{Answer, Ask};
use crate::rules::ids::Ref;
use turnzero_contract::card::Zone::{Battlefield, Exile, Graveyard, Hand};

#[test]
fn swords_gives_life_to_the_controller_by_last_known_power() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Plains"),
        (0, Hand, "Swords to Plowshares"),
        (1, Battlefield, "Craw Wurm"),
    ]);
    let wurm = Ref::Object(scene.id("Craw Wurm"));
    scene.take("cast Swords to Plowshares", &[wurm]);
    scene.resolve();
    assert_eq!(scene.zone("Craw Wurm"), Exile);
    assert_eq!(scene.life(1), 26);
}

#[test]
fn wrath_destroys_everything_at_once() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Plains"),
        (0, Battlefield, "Plains"),
        (0, Battlefield, "Plains"),
        (0, Battlefield, "Plains"),
        (0, Hand, "Wrath of God"),
        (0, Battlefield, "Serra Angel"),
        (1, Battlefield, "Grizzly Bears"),
    ]);
    scene.take("cast Wrath of God", &[]);
    scene.resolve();
    assert_eq!(scene.zone("Serra Angel"), Graveyard);
    assert_eq!(scene.zone("Grizzly Bears"), Graveyard);
}

#[test]
fn the_target_player_chooses_what_to_discard() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Swamp"),
        (0, Battlefield, "Swamp"),
        (0, Battlefield, "Swamp"),
        (0, Hand, "Mind Rot"),
        (1, Hand, "Forest"),
        (1, Hand, "Grizzly Bears"),
        (1, Hand, "Trained Armodon"),
    ]);
    scene.take("cast Mind Rot", &[player(1)]);
    scene.resolve();
    let Some(Ask::Objects { min: 2, max: 2, .. }) = scene.state.ask else {
        panic!("two cards are asked for: {:?}", scene.state.ask);
    };
    let chosen = [
        Ref::Object(scene.id("Forest")),
        Ref::Object(scene.id("Trained Armodon")),
    ];
    assert!(scene.answer(Answer::Objects(&[chosen[0], chosen[0]])).is_err());
    scene.answer(Answer::Objects(&chosen)).unwrap();
    assert_eq!(scene.zone("Forest"), Graveyard);
    assert_eq!(scene.zone("Grizzly Bears"), Hand);
}

#[test]
fn a_bounced_creature_is_a_new_object() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Island"),
        (0, Hand, "Unsummon"),
        (1, Battlefield, "Grizzly Bears"),
    ]);
    let before = scene.id("Grizzly Bears");
    scene.take("cast Unsummon", &[Ref::Object(before)]);
    scene.resolve();
    assert_eq!(scene.zone("Grizzly Bears"), Hand);
    assert_ne!(scene.id("Grizzly Bears"), before);
    assert!(!scene.state.lives(before));
}
