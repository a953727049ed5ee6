use super::scene::Scene;
use crate::rules::object::Flags;
use crate::rules::step::Step;
use turnzero_contract::card::Zone::Battlefield;

#[test]
fn attackers_tap_unless_vigilant() {
    let mut scene = Scene::new(&[(0, Battlefield, "Grizzly Bears"), (0, Battlefield, "Serra Angel")]);
    scene.attack(&["Grizzly Bears", "Serra Angel"]).unwrap();
    let is_tapped = |name: &str| scene.state.object(scene.find(name)).flags.has(Flags::TAPPED);
    assert!(is_tapped("Grizzly Bears"));
    assert!(!is_tapped("Serra Angel"));
    scene.go_to(Step::EndOfCombat);
    assert_eq!(scene.life(1), 20 - 2 - 4);
}

#[test]
fn unsettled_and_defending_creatures_do_not_attack() {
    let mut scene = Scene::new(&[(0, Battlefield, "Wall of Omens"), (0, Battlefield, "Grizzly Bears")]);
    let bears = scene.find("Grizzly Bears");
    scene.state.object_mut(bears).flags.set(Flags::SETTLED, false);
    assert!(!scene.state.is_attack_candidate(bears));
    assert!(!scene.state.is_attack_candidate(scene.find("Wall of Omens")));
}

#[test]
fn a_flyer_is_blocked_by_flying_or_reach_only() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Serra Angel"),
        (1, Battlefield, "Grizzly Bears"),
        (1, Battlefield, "Giant Spider"),
    ]);
    scene.attack(&["Serra Angel"]).unwrap();
    assert!(scene.block(&[("Grizzly Bears", "Serra Angel")]).is_err());
    scene.block(&[("Giant Spider", "Serra Angel")]).unwrap();
}
