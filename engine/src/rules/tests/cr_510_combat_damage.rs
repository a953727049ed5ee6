use super::cr_508_requirements::{grant, table};
use super::scene::Scene;
use crate::rules::characteristics::Keywords;
use crate::rules::decision::{Answer, Ask, Illegal};
use crate::rules::ids::Player;
use crate::rules::state::{Continuous, ContinuousKind};
use crate::rules::step::Step;
use turnzero_contract::card::Duration;
use turnzero_contract::card::Zone::{Battlefield, Graveyard};

#[test]
fn first_strike_kills_before_it_is_struck() {
    let mut scene = Scene::new(&[(0, Battlefield, "White Knight"), (1, Battlefield, "Grizzly Bears")]);
    scene.attack(&["White Knight"]).unwrap();
    scene.block(&[("Grizzly Bears", "White Knight")]).unwrap();
    scene.go_to(Step::EndOfCombat);
    assert_eq!(scene.zone("Grizzly Bears"), Graveyard);
    assert_eq!(scene.zone("White Knight"), Battlefield);
}

#[test]
fn double_strike_deals_damage_twice() {
    let mut scene = Scene::new(&[(0, Battlefield, "Mirran Crusader")]);
    scene.attack(&["Mirran Crusader"]).unwrap();
    scene.go_to(Step::EndOfCombat);
    assert_eq!(scene.life(1), 16);
}

#[test]
fn trample_needs_lethal_damage_on_every_blocker_first() {
    let mut scene = Scene::new(&[(0, Battlefield, "Colossal Dreadmaw"), (1, Battlefield, "Grizzly Bears")]);
    scene.attack(&["Colossal Dreadmaw"]).unwrap();
    scene.block(&[("Grizzly Bears", "Colossal Dreadmaw")]).unwrap();
    while !matches!(scene.state.ask, Some(Ask::Damage { .. })) {
        scene.decline();
    }
    assert!(scene.answer(Answer::Shares(&[1, 5])).is_err());
    assert!(scene.answer(Answer::Shares(&[2, 5])).is_err(), "six damage, not seven");
    scene.answer(Answer::Shares(&[2, 4])).unwrap();
    scene.go_to(Step::EndOfCombat);
    assert_eq!(scene.life(1), 16);
    assert_eq!(scene.zone("Grizzly Bears"), Graveyard);
}

#[test]
fn damage_is_divided_freely_among_two_blockers() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Craw Wurm"),
        (1, Battlefield, "Grizzly Bears"),
        (1, Battlefield, "Serra Angel"),
    ]);
    scene.attack(&["Craw Wurm"]).unwrap();
    scene
        .block(&[("Grizzly Bears", "Craw Wurm"), ("Serra Angel", "Craw Wurm")])
        .unwrap();
    while !matches!(scene.state.ask, Some(Ask::Damage { .. })) {
        scene.decline();
    }
    scene.answer(Answer::Shares(&[1, 5])).unwrap();
    scene.go_to(Step::EndOfCombat);
    assert_eq!(scene.zone("Serra Angel"), Graveyard);
    assert_eq!(scene.zone("Grizzly Bears"), Battlefield);
    assert_eq!(scene.zone("Craw Wurm"), Graveyard);
}

#[test]
fn lifelink_gains_as_damage_is_dealt() {
    let mut scene = Scene::new(&[(0, Battlefield, "Vampire Nighthawk"), (1, Battlefield, "Air Elemental")]);
    scene.attack(&["Vampire Nighthawk"]).unwrap();
    scene.block(&[("Air Elemental", "Vampire Nighthawk")]).unwrap();
    scene.go_to(Step::EndOfCombat);
    assert_eq!(scene.life(0), 22);
    assert_eq!(scene.zone("Air Elemental"), Graveyard, "deathtouch (CR 704.5h)");
    assert_eq!(scene.zone("Vampire Nighthawk"), Graveyard);
}

/// Goes on until damage is to be divided.
fn until_damage(scene: &mut Scene) {
    while !matches!(scene.state.ask, Some(Ask::Damage { .. })) {
        scene.decline();
    }
}

#[test]
fn deathtouch_makes_one_damage_lethal_for_trample() {
    let cards = [(0, "Colossal Dreadmaw"), (1, "Craw Wurm"), (1, "Grizzly Bears")];
    let mut scene = table(2, &cards, &[("Colossal Dreadmaw", 0, grant(Keywords::DEATHTOUCH))]);
    scene.state.advance();
    scene.attack(&["Colossal Dreadmaw"]).unwrap();
    let blocks = [
        ("Craw Wurm", "Colossal Dreadmaw"),
        ("Grizzly Bears", "Colossal Dreadmaw"),
    ];
    scene.block(&blocks).unwrap();
    until_damage(&mut scene);
    assert!(scene.answer(Answer::Shares(&[0, 1, 5])).is_err());
    scene.answer(Answer::Shares(&[1, 1, 4])).unwrap();
    scene.go_to(Step::EndOfCombat);
    assert_eq!(scene.life(1), 16);
    assert_eq!(scene.zone("Craw Wurm"), Graveyard);
    assert_eq!(scene.zone("Grizzly Bears"), Graveyard);
}

#[test]
fn marked_damage_counts_towards_lethal_damage() {
    let mut scene = table(2, &[(0, "Colossal Dreadmaw"), (1, "Craw Wurm")], &[]);
    scene.state.advance();
    let wurm = scene.find("Craw Wurm");
    scene.state.object_mut(wurm).damage = 3;
    scene.attack(&["Colossal Dreadmaw"]).unwrap();
    scene.block(&[("Craw Wurm", "Colossal Dreadmaw")]).unwrap();
    until_damage(&mut scene);
    assert_eq!(
        scene.answer(Answer::Shares(&[0, 6])),
        Err(Illegal::Division(
            "every blocker gets lethal damage before any tramples over (CR 702.19b)"
        ))
    );
    scene.answer(Answer::Shares(&[1, 5])).unwrap();
    scene.go_to(Step::EndOfCombat);
    assert_eq!(scene.life(1), 15);
}

/// The first step kills the blocker; in the second all of it tramples over (CR 702.19e).
#[test]
fn double_strike_with_trample_goes_through_the_second_time() {
    let cards = [(0, "Colossal Dreadmaw"), (1, "Craw Wurm")];
    let mut scene = table(2, &cards, &[("Colossal Dreadmaw", 0, grant(Keywords::DOUBLE_STRIKE))]);
    scene.state.advance();
    scene.attack(&["Colossal Dreadmaw"]).unwrap();
    scene.block(&[("Craw Wurm", "Colossal Dreadmaw")]).unwrap();
    // Toughness 4 of 6 damage: two may go through at once.
    until_damage(&mut scene);
    scene.answer(Answer::Shares(&[6, 0])).unwrap();
    scene.go_to(Step::EndOfCombat);
    assert_eq!(scene.life(1), 14);
    assert_eq!(scene.zone("Colossal Dreadmaw"), Battlefield);
}

/// Without trample a blocked creature stays blocked when its blocker is gone (CR 509.1h, 510.1c).
#[test]
fn double_strike_without_trample_does_not() {
    let cards = [(0, "Craw Wurm"), (1, "Grizzly Bears")];
    let mut scene = table(2, &cards, &[("Craw Wurm", 0, grant(Keywords::DOUBLE_STRIKE))]);
    scene.state.advance();
    scene.attack(&["Craw Wurm"]).unwrap();
    scene.block(&[("Grizzly Bears", "Craw Wurm")]).unwrap();
    scene.go_to(Step::EndOfCombat);
    assert_eq!(scene.life(1), 20);
    assert_eq!(scene.zone("Grizzly Bears"), Graveyard);
}

/// One that loses first strike between the steps deals no damage again (CR 510.4, 702.7c).
#[test]
fn first_strike_lost_between_the_steps_strikes_once() {
    let cards = [(0, "Craw Wurm"), (1, "Mogg Fanatic")];
    let mut scene = table(2, &cards, &[("Craw Wurm", 0, grant(Keywords::FIRST_STRIKE))]);
    scene.state.advance();
    scene.attack(&["Craw Wurm"]).unwrap();
    scene.go_to(Step::FirstStrikeDamage);
    assert_eq!(scene.life(1), 14);
    scene.state.effects.clear();
    scene.state.stale = true;
    scene.go_to(Step::EndOfCombat);
    assert_eq!(scene.life(1), 14);
}

/// One that gains first strike after the first step still deals its damage in the second (CR 702.7d).
#[test]
fn first_strike_gained_between_the_steps_strikes_once() {
    let cards = [(0, "White Knight"), (0, "Craw Wurm"), (1, "Mogg Fanatic")];
    let mut scene = table(2, &cards, &[]);
    scene.state.advance();
    scene.attack(&["White Knight", "Craw Wurm"]).unwrap();
    scene.go_to(Step::FirstStrikeDamage);
    assert_eq!(scene.life(1), 18);
    let (on, timestamp) = (scene.id("Craw Wurm"), scene.state.tick());
    scene.state.effects.push(Continuous {
        kind: grant(Keywords::FIRST_STRIKE),
        on,
        source: on,
        controller: Player(0),
        duration: Duration::EndOfTurn,
        timestamp,
    });
    scene.state.stale = true;
    scene.go_to(Step::EndOfCombat);
    assert_eq!(scene.life(1), 12);
}

#[test]
fn deathtouch_needs_damage_and_negative_power_deals_none() {
    let cards = [(0, "Grizzly Bears"), (1, "Craw Wurm")];
    let shrunk = ContinuousKind::Pump {
        power: -3,
        toughness: 9,
    };
    let effects = [
        ("Grizzly Bears", 0, shrunk),
        ("Grizzly Bears", 0, grant(Keywords::DEATHTOUCH)),
    ];
    let mut scene = table(2, &cards, &effects);
    scene.state.advance();
    scene.attack(&["Grizzly Bears"]).unwrap();
    scene.block(&[("Craw Wurm", "Grizzly Bears")]).unwrap();
    scene.go_to(Step::EndOfCombat);
    assert_eq!(scene.zone("Craw Wurm"), Battlefield);
    assert_eq!(scene.zone("Grizzly Bears"), Battlefield);
    assert_eq!(scene.life(1), 20);
}
