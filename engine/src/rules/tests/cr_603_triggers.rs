use super::scene::{Scene, player};
use crate::rules::ids::Ref;
use crate::rules::step::Step;
use turnzero_contract::card::Zone::{Battlefield, Graveyard, Hand};

#[test]
fn entering_triggers_and_draws() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Forest"),
        (0, Battlefield, "Forest"),
        (0, Hand, "Elvish Visionary"),
    ]);
    scene.take("cast Elvish Visionary", &[]);
    scene.resolve();
    assert_eq!(scene.zone("Elvish Visionary"), Battlefield);
    assert_eq!(scene.state.players[0].hand.len(), 1);
}

#[test]
fn dying_triggers_look_back() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Blood Artist"),
        (0, Battlefield, "Mountain"),
        (0, Hand, "Lightning Bolt"),
        (1, Battlefield, "Grizzly Bears"),
    ]);
    let bears = Ref::Object(scene.id("Grizzly Bears"));
    scene.take("cast Lightning Bolt", &[bears]);
    while scene.life(1) == 20 && scene.state.ending.is_none() {
        if let Some(crate::rules::decision::Ask::Objects { .. }) = scene.state.ask {
            scene
                .answer(crate::rules::decision::Answer::Objects(&[player(1)]))
                .unwrap();
        } else {
            scene.decline();
        }
    }
    assert_eq!(scene.zone("Grizzly Bears"), Graveyard);
    assert_eq!((scene.life(0), scene.life(1)), (21, 19));
}

#[test]
fn upkeep_triggers_come_every_turn_of_their_player() {
    let mut scene = Scene::new(&[(0, Battlefield, "Phyrexian Arena"), (0, Battlefield, "Mogg Fanatic")]);
    scene.go_to(Step::Upkeep);
    scene.go_to(Step::End);
    assert_eq!(scene.life(0), 20, "that was the other player's upkeep");
    scene.go_to(Step::Upkeep);
    scene.go_to(Step::PrecombatMain);
    assert_eq!(scene.life(0), 19);
}
