use super::scene::Scene;
use crate::rules::decision::{Answer, Ask};
use crate::rules::object::Flags;
use turnzero_contract::card::Zone::Hand;

#[test]
fn a_land_enters_untapped_for_life_only() {
    for pays in [true, false] {
        let mut scene = Scene::new(&[(0, Hand, "Stomping Ground")]);
        scene.take("play Stomping Ground", &[]);
        assert_eq!(scene.state.ask, Some(Ask::May));
        scene.answer(Answer::Yes(pays)).unwrap();
        let slot = scene.find("Stomping Ground");
        assert_eq!(scene.state.object(slot).flags.has(Flags::TAPPED), !pays);
        assert_eq!(scene.life(0), if pays { 18 } else { 20 });
    }
}

#[test]
fn nobody_is_asked_for_what_cannot_be_paid() {
    let mut scene = Scene::new(&[
        (0, Hand, "Foreboding Ruins"),
        (0, turnzero_contract::card::Zone::Battlefield, "Mogg Fanatic"),
    ]);
    scene.take("play Foreboding Ruins", &[]);
    assert_eq!(scene.state.ask, Some(Ask::Priority));
    let slot = scene.find("Foreboding Ruins");
    assert!(scene.state.object(slot).flags.has(Flags::TAPPED));
}
