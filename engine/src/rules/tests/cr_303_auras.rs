use super::scene::Scene;
use crate::rules::ids::Ref;
use turnzero_contract::card::Zone::{Battlefield, Graveyard, Hand};

#[test]
fn pacifism_stops_attacks_and_goes_with_its_creature() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Plains"),
        (0, Battlefield, "Plains"),
        (0, Battlefield, "Mountain"),
        (0, Hand, "Pacifism"),
        (0, Hand, "Lightning Bolt"),
        (0, Battlefield, "Grizzly Bears"),
        (1, Battlefield, "Trained Armodon"),
    ]);
    let bears = Ref::Object(scene.id("Grizzly Bears"));
    scene.take("cast Pacifism", &[bears]);
    scene.resolve();
    assert_eq!(scene.zone("Pacifism"), Battlefield);
    let slot = scene.find("Grizzly Bears");
    assert!(!scene.state.is_attack_candidate(slot));
    scene.take("cast Lightning Bolt", &[bears]);
    scene.resolve();
    assert_eq!(scene.zone("Grizzly Bears"), Graveyard);
    assert_eq!(scene.zone("Pacifism"), Graveyard);
}
