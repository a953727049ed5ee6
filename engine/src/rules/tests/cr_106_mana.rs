use super::scene::Scene;
use crate::rules::ids::Player;
use crate::rules::mana::{Need, Purpose};
use crate::rules::object::Flags;
use crate::rules::pool::ManaPart;
use turnzero_contract::ManaSymbol;
use turnzero_contract::card::Zone::{Battlefield, Hand};

fn tapped(scene: &Scene, name: &str) -> usize {
    scene
        .all(name)
        .filter(|slot| scene.state.object(*slot).flags.has(Flags::TAPPED))
        .count()
}

#[test]
fn coloured_mana_comes_from_the_source_that_leaves_the_rest_payable() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Karplusan Forest"),
        (0, Battlefield, "Mountain"),
        (0, Hand, "Lightning Bolt"),
    ]);
    scene.take("cast Lightning Bolt", &[super::scene::player(1)]);
    assert_eq!(tapped(&scene, "Mountain"), 1);
    assert_eq!(tapped(&scene, "Karplusan Forest"), 0);
}

#[test]
fn a_spell_is_not_offered_without_its_colour() {
    let scene = Scene::new(&[
        (0, Battlefield, "Forest"),
        (0, Hand, "Lightning Bolt"),
        (0, Battlefield, "Mogg Fanatic"),
    ]);
    assert_eq!(scene.state.asked, Player(0));
    assert!(!scene.may("cast Lightning Bolt"));
}

#[test]
fn creatures_make_mana_only_when_settled() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Llanowar Elves"),
        (0, Battlefield, "Forest"),
        (0, Hand, "Grizzly Bears"),
    ]);
    assert!(scene.may("cast Grizzly Bears"));
    let elves = scene.find("Llanowar Elves");
    scene.state.object_mut(elves).flags.set(Flags::SETTLED, false);
    assert!(!scene.may("cast Grizzly Bears"));
}

#[test]
fn hybrid_symbols_take_either_colour_and_life_is_never_paid_unasked() {
    let scene = Scene::new(&[(0, Battlefield, "Forest"), (0, Battlefield, "Mountain")]);
    let part = |special: Vec<ManaSymbol>| ManaPart {
        special,
        ..ManaPart::default()
    };
    let color = |text: &str| text.parse::<ManaSymbol>().unwrap();
    let can = |symbols: &[&str]| {
        let need = Need::of(&part(symbols.iter().map(|text| color(text)).collect()), 0);
        scene.state.can_pay(Player(0), &need, Purpose::Other)
    };
    assert!(can(&["{R/G}", "{R/G}"]));
    assert!(can(&["{W/G}", "{R/B}"]));
    assert!(!can(&["{W/G}", "{U/G}"]), "one Forest does not pay twice");
    assert!(can(&["{2/W}"]), "two generic instead");
    assert!(!can(&["{2/W}", "{R/G}"]));
    assert!(!can(&["{W/P}"]), "life is the player's to offer");
}
