//! "… unless a player pays" (CR 118.12a).

use super::scene::{Scene, player};
use crate::rules::decision::{Action, Answer, Ask};
use crate::rules::ids::{Player, Ref};
use crate::rules::stack::CastWay;
use turnzero_contract::card::Zone::{self, Battlefield, Graveyard, Hand};

fn island(seat: u8) -> (u8, Zone, &'static str) {
    (seat, Battlefield, "Island")
}

fn mountain(seat: u8) -> (u8, Zone, &'static str) {
    (seat, Battlefield, "Mountain")
}

/// The first player casts a bolt at the second, who answers with the named offer.
fn bolt_answered(mut cards: Vec<(u8, Zone, &str)>, offer: &str) -> Scene {
    cards.extend([(0, Hand, "Lightning Bolt"), mountain(0)]);
    let mut scene = Scene::new(&cards);
    scene.take("cast Lightning Bolt", &[player(1)]);
    while scene.state.asked != Player(1) {
        scene.decline();
    }
    scene.take(offer, &[]);
    scene
}

#[test]
fn who_cannot_pay_is_not_asked() {
    let mut scene = bolt_answered(vec![(1, Hand, "Force Spike"), island(1)], "cast Force Spike");
    scene.resolve();
    assert_eq!(scene.zone("Lightning Bolt"), Graveyard);
    assert_eq!((scene.life(0), scene.life(1)), (20, 20));
}

#[test]
fn the_controller_of_the_spell_may_pay() {
    for (pays, life) in [(true, 17), (false, 20)] {
        let cards = vec![(1, Hand, "Force Spike"), island(1), mountain(0)];
        let mut scene = bolt_answered(cards, "cast Force Spike");
        scene.resolve();
        assert_eq!((scene.state.ask, scene.state.asked), (Some(Ask::May), Player(0)));
        scene.answer(Answer::Yes(pays)).unwrap();
        scene.resolve();
        assert_eq!(scene.life(1), life);
        assert_eq!(scene.zone("Lightning Bolt"), Graveyard);
        let untapped = scene.all("Mountain").filter(|slot| {
            let flags = scene.state.object(*slot).flags;
            !flags.has(crate::rules::object::Flags::TAPPED)
        });
        assert_eq!(untapped.count(), usize::from(!pays));
    }
}

#[test]
fn three_mana_are_more_than_two() {
    let cards = vec![(1, Hand, "Mana Leak"), island(1), island(1), mountain(0), mountain(0)];
    let mut scene = bolt_answered(cards, "cast Mana Leak");
    scene.resolve();
    assert_eq!(scene.life(1), 20);
}

#[test]
fn the_island_returned_for_the_cost_does_not_make_its_controller_pay() {
    // The caster of Daze has mana to pay with, the bolt's controller has none.
    let cards = [
        (0, Hand, "Lightning Bolt"),
        mountain(0),
        (1, Hand, "Daze"),
        island(1),
        island(1),
        (1, Battlefield, "Mogg Fanatic"),
    ];
    let mut scene = Scene::new(&cards);
    scene.take("cast Lightning Bolt", &[player(1)]);
    while scene.state.asked != Player(1) {
        scene.decline();
    }
    let mut actions = Vec::new();
    scene.state.legal_actions(Player(1), &mut actions);
    let free = actions.iter().find(|action| {
        matches!(
            action,
            Action::Cast {
                way: CastWay::Alternative(_),
                ..
            }
        )
    });
    scene
        .answer(Answer::Act(*free.expect("an Island can be returned")))
        .unwrap();
    scene.decline();
    scene.resolve();
    assert_ne!(scene.state.ask, Some(Ask::May));
    assert_eq!(scene.life(1), 20);
    let islands: Vec<Zone> = scene.all("Island").map(|slot| scene.state.object(slot).zone).collect();
    assert_eq!(islands.iter().filter(|zone| **zone == Hand).count(), 1);
}

#[test]
fn a_sacrificed_source_still_counters() {
    let cards = vec![(1, Battlefield, "Spiketail Hatchling")];
    let mut scene = bolt_answered(cards, "activate Spiketail Hatchling");
    scene.resolve();
    assert_eq!(scene.zone("Spiketail Hatchling"), Graveyard);
    assert_eq!(scene.life(1), 20);
}

#[test]
fn cursecatcher_sees_instants_and_sorceries_only() {
    let bears = &[
        (0, Hand, "Grizzly Bears"),
        (0, Battlefield, "Forest"),
        (0, Battlefield, "Forest"),
        (1, Battlefield, "Cursecatcher"),
        (1, Battlefield, "Mogg Fanatic"),
    ];
    let mut scene = Scene::new(bears);
    scene.take("cast Grizzly Bears", &[]);
    while scene.state.asked != Player(1) {
        scene.decline();
    }
    assert!(!scene.may("activate Cursecatcher"));
    assert!(scene.may("activate Mogg Fanatic"));
    let mut scene = bolt_answered(vec![(1, Battlefield, "Cursecatcher")], "activate Cursecatcher");
    scene.resolve();
    assert_eq!(scene.life(1), 20);
}

#[test]
fn nothing_happens_when_the_spell_is_gone() {
    // Two Force Spikes at one bolt: the second has no target left and asks nobody.
    let cards = vec![
        (1, Hand, "Force Spike"),
        (1, Hand, "Force Spike"),
        island(1),
        island(1),
        mountain(0),
    ];
    let mut scene = bolt_answered(cards, "cast Force Spike");
    let bolt = scene.state.stack.first().map(|item| Ref::Stack(item.serial)).unwrap();
    scene.take("cast Force Spike", &[bolt]);
    scene.resolve();
    assert_eq!(scene.state.ask, Some(Ask::May));
    scene.answer(Answer::Yes(false)).unwrap();
    scene.resolve();
    assert!(scene.state.stack.is_empty());
    assert_eq!(scene.all("Force Spike").count(), 2);
    assert_eq!(scene.life(1), 20);
}
