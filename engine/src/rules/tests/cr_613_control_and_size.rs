//! Control-changing effects, defined sizes, entering with counters and undying (CR 613.1b, 604.3, 614.1c, 702.93).

use super::scene::Scene;
use crate::rules::decision::{Answer, Ask};
use crate::rules::ids::{Player, Ref};
use crate::rules::object::Flags;
use crate::rules::step::Step;
use turnzero_contract::card::Zone;

fn islands(more: &[(u8, Zone, &'static str)]) -> Vec<(u8, Zone, &'static str)> {
    let mut cards = vec![(0, Zone::Battlefield, "Island"); 5];
    cards.extend_from_slice(more);
    cards
}

#[test]
fn an_aura_takes_a_creature_which_is_new_to_its_controller() {
    let mut scene = Scene::new(&islands(&[
        (0, Zone::Hand, "Control Magic"),
        (0, Zone::Battlefield, "Mogg Fanatic"),
        (1, Zone::Battlefield, "Hill Giant"),
    ]));
    let giant = scene.find("Hill Giant");
    scene.take("cast Control Magic", &[Ref::Object(scene.state.id(giant))]);
    scene.resolve();
    let object = scene.state.object(giant);
    assert_eq!((object.controller, object.owner), (Player(0), Player(1)));
    assert!(
        !object.flags.has(Flags::SETTLED),
        "it has summoning sickness (CR 302.6)"
    );
}

#[test]
fn control_ends_with_the_aura() {
    let mut scene = Scene::new(&islands(&[
        (0, Zone::Hand, "Control Magic"),
        (0, Zone::Hand, "Boomerang"),
        (0, Zone::Battlefield, "Island"),
        (0, Zone::Battlefield, "Mogg Fanatic"),
        (1, Zone::Battlefield, "Hill Giant"),
    ]));
    let giant = scene.find("Hill Giant");
    scene.take("cast Control Magic", &[Ref::Object(scene.state.id(giant))]);
    scene.resolve();
    assert_eq!(scene.state.object(giant).controller, Player(0));
    scene.take("cast Boomerang", &[Ref::Object(scene.id("Control Magic"))]);
    scene.resolve();
    assert_eq!(scene.zone("Control Magic"), Zone::Hand);
    assert_eq!(scene.state.object(giant).controller, Player(1));
}

#[test]
fn a_defined_size_counts_as_things_change() {
    let mut scene = Scene::new(&[
        (0, Zone::Battlefield, "Master of Etherium"),
        (0, Zone::Battlefield, "Memnite"),
        (1, Zone::Battlefield, "Ornithopter"),
        (0, Zone::Hand, "Memnite"),
    ]);
    scene.state.refresh();
    assert_eq!(scene.size("Master of Etherium"), (2, 2));
    assert_eq!(scene.size("Memnite"), (2, 2), "other artifact creatures get +1/+1");
    scene.take("cast Memnite", &[]);
    scene.resolve();
    assert_eq!(scene.size("Master of Etherium"), (3, 3));
}

#[test]
fn counters_are_there_as_it_enters_and_pay_for_its_ability() {
    let mut scene = Scene::new(&[
        (0, Zone::Hand, "Triskelion"),
        (0, Zone::Battlefield, "Sol Ring"),
        (0, Zone::Battlefield, "Sol Ring"),
        (0, Zone::Battlefield, "Sol Ring"),
    ]);
    scene.take("cast Triskelion", &[]);
    scene.resolve();
    assert_eq!(scene.size("Triskelion"), (4, 4));
    for left in [3, 2, 1] {
        scene.take("activate Triskelion", &[Ref::Player(Player(1))]);
        scene.resolve();
        assert_eq!(scene.size("Triskelion"), (left, left));
    }
    assert_eq!(scene.life(1), 17);
    assert!(!scene.may("activate Triskelion"));
}

#[test]
fn undying_returns_once_with_a_counter() {
    let mut scene = Scene::new(&[
        (0, Zone::Battlefield, "Strangleroot Geist"),
        (0, Zone::Hand, "Shock"),
        (0, Zone::Hand, "Lightning Bolt"),
        (0, Zone::Battlefield, "Mountain"),
        (0, Zone::Battlefield, "Mountain"),
    ]);
    scene.take("cast Shock", &[Ref::Object(scene.id("Strangleroot Geist"))]);
    scene.resolve();
    assert_eq!(scene.zone("Strangleroot Geist"), Zone::Battlefield);
    assert_eq!(scene.size("Strangleroot Geist"), (3, 2));
    scene.take("cast Lightning Bolt", &[Ref::Object(scene.id("Strangleroot Geist"))]);
    scene.resolve();
    assert_eq!(
        scene.zone("Strangleroot Geist"),
        Zone::Graveyard,
        "it had a counter (CR 702.93a)"
    );
}

#[test]
fn only_black_mana_pays_for_the_x_of_drain_life() {
    let mut scene = Scene::new(&[
        (0, Zone::Hand, "Drain Life"),
        (0, Zone::Battlefield, "Swamp"),
        (0, Zone::Battlefield, "Swamp"),
        (0, Zone::Battlefield, "Swamp"),
        (0, Zone::Battlefield, "Mountain"),
        (0, Zone::Battlefield, "Mountain"),
    ]);
    scene.take("cast Drain Life", &[]);
    // {1}{B} takes a Mountain and a Swamp; two Swamps are left.
    assert_eq!(scene.state.ask, Some(Ask::Number { min: 0, max: 2 }));
    scene.answer(Answer::Number(2)).expect("two can be paid");
    scene
        .answer(Answer::Objects(&[Ref::Player(Player(1))]))
        .expect("a player");
    scene.resolve();
    assert_eq!((scene.life(0), scene.life(1)), (22, 18));
    assert_eq!(scene.state.turn.step, Step::PrecombatMain);
}
