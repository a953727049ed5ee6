//! Exiled instead of put into a graveyard, and what cannot be regenerated (CR 614.1a, 701.19c).

use super::scene::{Scene, player};
use crate::rules::decision::Answer;
use crate::rules::ids::Ref;
use turnzero_contract::card::Zone::{self, Battlefield, Exile, Graveyard, Hand};

fn scene(spell: &'static str, more: &[(u8, Zone, &'static str)]) -> Scene {
    let mut cards = vec![(0, Hand, spell), (0, Battlefield, "Mogg Fanatic")];
    cards.extend(vec![(0, Battlefield, "Mountain"); 4]);
    cards.extend(more);
    Scene::new(&cards)
}

fn disintegrate(scene: &mut Scene, x: u16, to: Ref) {
    scene.take("cast Disintegrate", &[]);
    scene.answer(Answer::Number(x)).unwrap();
    scene.answer(Answer::Objects(&[to])).unwrap();
    scene.resolve();
}

#[test]
fn what_dies_is_exiled_and_did_not_die() {
    let more = [(1, Battlefield, "Grizzly Bears"), (1, Battlefield, "Blood Artist")];
    let mut scene = scene("Disintegrate", &more);
    let bears = Ref::Object(scene.id("Grizzly Bears"));
    disintegrate(&mut scene, 2, bears);
    assert_eq!(scene.zone("Grizzly Bears"), Exile);
    assert!(scene.state.stack.is_empty(), "nothing died");
    assert_eq!(scene.life(0), 20);
}

#[test]
fn it_lasts_for_the_turn_whatever_kills_it() {
    let mut scene = scene("Disintegrate", &[(1, Battlefield, "Trained Armodon")]);
    let armodon = Ref::Object(scene.id("Trained Armodon"));
    disintegrate(&mut scene, 2, armodon);
    assert_eq!(scene.zone("Trained Armodon"), Battlefield);
    scene.take("activate Mogg Fanatic", &[armodon]);
    scene.resolve();
    assert_eq!(scene.zone("Trained Armodon"), Exile);
    assert_eq!(scene.zone("Mogg Fanatic"), Graveyard);
}

#[test]
fn no_damage_still_marks_the_creature() {
    let mut scene = scene("Disintegrate", &[(1, Battlefield, "Grizzly Bears")]);
    let bears = Ref::Object(scene.id("Grizzly Bears"));
    disintegrate(&mut scene, 0, bears);
    let slot = scene.find("Grizzly Bears");
    scene.state.sacrifice(slot);
    assert_eq!(scene.zone("Grizzly Bears"), Exile);
}

#[test]
fn a_player_is_no_creature() {
    let mut scene = scene("Disintegrate", &[(1, Battlefield, "Grizzly Bears")]);
    disintegrate(&mut scene, 3, player(1));
    assert_eq!(scene.life(1), 17);
    let slot = scene.find("Grizzly Bears");
    scene.state.sacrifice(slot);
    assert_eq!(scene.zone("Grizzly Bears"), Graveyard);
}

#[test]
fn what_incinerate_damaged_cannot_be_regenerated() {
    for (amount, zone) in [(0, Battlefield), (3, Graveyard)] {
        let mut scene = scene("Incinerate", &[(1, Battlefield, "Trained Armodon")]);
        let slot = scene.find("Trained Armodon");
        scene.state.object_mut(slot).shields = 2;
        let id = scene.id("Trained Armodon");
        // All damage prevented: then it is not "dealt damage this way".
        if amount == 0 {
            scene.state.prevention.push(crate::rules::prevention::Prevention {
                to: Ref::Object(id),
                left: None,
                duration: turnzero_contract::card::Duration::EndOfTurn,
                controller: crate::rules::ids::Player(1),
            });
        }
        scene.take("cast Incinerate", &[Ref::Object(id)]);
        scene.resolve();
        assert_eq!(scene.zone("Trained Armodon"), zone);
        if zone == Battlefield {
            assert!(!scene.state.would_be_destroyed(slot, true));
            assert_eq!(scene.zone("Trained Armodon"), Battlefield);
        }
    }
}
