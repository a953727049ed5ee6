use super::scene::Scene;
use crate::rules::ids::Ref;
use crate::rules::step::Step;
use turnzero_contract::card::Zone::{Battlefield, Hand};

#[test]
fn anthems_add_up_and_stop_with_their_source() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Glorious Anthem"),
        (0, Battlefield, "Honor of the Pure"),
        (0, Battlefield, "Savannah Lions"),
        (0, Battlefield, "Grizzly Bears"),
        (1, Battlefield, "Elite Vanguard"),
        (0, Battlefield, "Plains"),
        (0, Battlefield, "Plains"),
        (0, Hand, "Disenchant"),
    ]);
    assert_eq!(scene.size("Savannah Lions"), (4, 3));
    assert_eq!(scene.size("Grizzly Bears"), (3, 3));
    assert_eq!(scene.size("Elite Vanguard"), (2, 1));
    let anthem = Ref::Object(scene.id("Glorious Anthem"));
    scene.take("cast Disenchant", &[anthem]);
    scene.resolve();
    assert_eq!(scene.size("Savannah Lions"), (3, 2));
    assert_eq!(scene.size("Grizzly Bears"), (2, 2));
}

#[test]
fn growth_ends_at_cleanup() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Forest"),
        (0, Hand, "Giant Growth"),
        (0, Battlefield, "Grizzly Bears"),
        (1, Battlefield, "Trained Armodon"),
    ]);
    let bears = Ref::Object(scene.id("Grizzly Bears"));
    scene.take("cast Giant Growth", &[bears]);
    scene.resolve();
    assert_eq!(scene.size("Grizzly Bears"), (5, 5));
    scene.go_to(Step::Upkeep);
    assert_eq!(scene.size("Grizzly Bears"), (2, 2));
}
