use super::scene::{Scene, player};
use crate::rules::decision::{Answer, Ask};
use crate::rules::ids::{Player, Ref};
use crate::rules::state::Ending;
use crate::rules::step::Step;
use turnzero_contract::card::Zone::{Battlefield, Graveyard, Hand};

#[test]
fn no_life_left_loses() {
    let mut scene = Scene::new(&[(0, Battlefield, "Mountain"), (0, Hand, "Lightning Bolt")]);
    scene.state.players[1].life = 3;
    scene.take("cast Lightning Bolt", &[player(1)]);
    scene.resolve();
    assert_eq!(scene.state.ending, Some(Ending::Won(Player(0))));
}

#[test]
fn drawing_from_an_empty_library_loses_and_an_empty_library_alone_does_not() {
    let mut scene = Scene::new(&[(0, Battlefield, "Mogg Fanatic")]);
    scene.state.players[1].library.clear();
    for slot in 0..scene.state.objects.len() {
        let object = &mut scene.state.objects[slot];
        if object.owner == Player(1) && object.zone == turnzero_contract::card::Zone::Library {
            object.flags.set(crate::rules::object::Flags::GONE, true);
        }
    }
    scene.go_to(Step::End);
    assert_eq!(scene.state.ending, None);
    scene.go_to(Step::PrecombatMain);
    assert_eq!(scene.state.ending, Some(Ending::Won(Player(0))));
}

#[test]
fn the_player_keeps_one_of_two_legends() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Isamaru, Hound of Konda"),
        (0, Battlefield, "Plains"),
        (0, Hand, "Isamaru, Hound of Konda"),
    ]);
    scene.take("cast Isamaru, Hound of Konda", &[]);
    while !matches!(scene.state.ask, Some(Ask::Objects { .. })) {
        scene.decline();
    }
    let kept = scene.state.candidates[1];
    scene.answer(Answer::Objects(&[kept])).unwrap();
    let Ref::Object(id) = kept else { panic!() };
    assert_eq!(scene.state.object(id.slot).zone, Battlefield);
    let zones: Vec<_> = scene
        .all("Isamaru, Hound of Konda")
        .map(|slot| scene.state.object(slot).zone)
        .collect();
    assert!(zones.contains(&Graveyard));
}
