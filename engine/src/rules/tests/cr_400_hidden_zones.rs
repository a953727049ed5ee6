//! Who knows which card in a hidden zone (CR 400.2), and what crosses the boundary of it.

use super::scene::Scene;
use crate::rules::actions::Destination;
use crate::rules::decision::{Answer, Ask, ChoosingFor};
use crate::rules::ids::{Player, Ref};
use crate::rules::view::{Rows, Sight, observe};
use turnzero_contract::PlayObservation;
use turnzero_contract::card::Zone::{self, Battlefield, Graveyard, Hand, Library};

/// Whose ability keeps the first player's main phase open.
const WAITS: (u8, Zone, &str) = (0, Battlefield, "Mogg Fanatic");

pub(super) fn seen_by(scene: &Scene, viewer: u8) -> PlayObservation {
    let rows = Rows::new(&scene.state, Player(viewer), None);
    let mut seen = PlayObservation::default();
    observe(&rows, &mut Sight::new(&scene.state.pool, |_| false), None, &mut seen);
    seen
}

/// Names of the cards that a viewer knows in somebody's hand.
fn known_hand(scene: &Scene, viewer: u8, whose: usize) -> Vec<String> {
    let seen = seen_by(scene, viewer);
    seen.players[whose]
        .known_hand
        .iter()
        .map(|card| card.name.to_string())
        .collect()
}

/// Places, from the top, of the cards that a viewer knows in somebody's library.
fn known_library(scene: &Scene, viewer: u8, whose: usize) -> Vec<(u32, String)> {
    let seen = seen_by(scene, viewer);
    let known = seen.players[whose].known_library.iter();
    known.map(|known| (known.above, known.card.name.to_string())).collect()
}

#[test]
fn a_permanent_returned_to_hand_stays_known_until_one_like_it_leaves() {
    for leaves in [0, 1] {
        let mut scene = Scene::new(&[
            WAITS,
            (1, Battlefield, "Grizzly Bears"),
            (1, Hand, "Grizzly Bears"),
            (1, Hand, "Forest"),
        ]);
        assert!(known_hand(&scene, 0, 1).is_empty());
        let bears: Vec<_> = scene.all("Grizzly Bears").collect();
        scene.state.move_to(bears[0], Destination::of(Hand));
        assert_eq!(known_hand(&scene, 0, 1), ["Grizzly Bears"]);
        assert!(known_hand(&scene, 1, 1).is_empty(), "the own hand is listed as such");
        scene.state.draw(Player(1), 1);
        assert_eq!(known_hand(&scene, 0, 1), ["Grizzly Bears"]);
        // Whichever copy leaves, nobody else can tell.
        scene.state.move_to(bears[leaves], Destination::of(Battlefield));
        assert!(known_hand(&scene, 0, 1).is_empty());
    }
}

#[test]
fn a_card_that_goes_from_hand_to_library_unseen_may_be_any() {
    let mut scene = Scene::new(&[WAITS, (1, Battlefield, "Grizzly Bears"), (1, Hand, "Forest")]);
    let (bears, forest) = (scene.find("Grizzly Bears"), scene.find("Forest"));
    scene.state.move_to(bears, Destination::of(Hand));
    scene.state.move_to(forest, Destination::of(Library));
    assert!(known_hand(&scene, 0, 1).is_empty());
    assert!(known_library(&scene, 0, 1).is_empty());
    assert_eq!(known_library(&scene, 1, 1), [(0, "Forest".to_owned())]);
    assert_eq!(seen_by(&scene, 1).hand.len(), 1);
}

#[test]
fn a_card_put_into_a_library_from_a_public_zone_is_known_until_the_shuffle() {
    let mut scene = Scene::new(&[WAITS, (1, Graveyard, "Grizzly Bears")]);
    let bears = scene.find("Grizzly Bears");
    scene.state.move_to(
        bears,
        Destination {
            bottom: true,
            ..Destination::of(Library)
        },
    );
    for viewer in [0, 1] {
        assert_eq!(known_library(&scene, viewer, 1), [(10, "Grizzly Bears".to_owned())]);
    }
    scene.state.shuffle(Player(1));
    for viewer in [0, 1] {
        assert!(known_library(&scene, viewer, 1).is_empty());
    }
}

#[test]
fn a_known_top_card_stays_known_when_it_is_drawn() {
    let mut scene = Scene::new(&[WAITS, (1, Battlefield, "Grizzly Bears")]);
    let bears = scene.find("Grizzly Bears");
    scene.state.move_to(bears, Destination::of(Library));
    scene.state.draw(Player(1), 1);
    assert_eq!(known_hand(&scene, 0, 1), ["Grizzly Bears"]);
}

#[test]
fn a_scry_shows_cards_to_its_player_only() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Island"),
        (0, Hand, "Preordain"),
        (0, Library, "Grizzly Bears"),
    ]);
    scene.take("cast Preordain", &[]);
    scene.resolve();
    while scene.state.ask == Some(Ask::Priority) {
        scene.decline();
    }
    let Some(Ask::Objects {
        why: ChoosingFor::ScryBottom,
        ..
    }) = scene.state.ask
    else {
        panic!("{:?}", scene.state.ask);
    };
    let names = |scene: &Scene, viewer| -> Vec<String> {
        let seen = seen_by(scene, viewer);
        seen.looked_at.iter().map(|card| card.name.to_string()).collect()
    };
    assert_eq!(names(&scene, 0), ["Grizzly Bears", "Ornithopter"]);
    assert!(names(&scene, 1).is_empty());
    let bears = Ref::Object(scene.id("Grizzly Bears"));
    scene.answer(Answer::Objects(&[bears])).expect("a candidate");
    // Both cards were seen: the one at the bottom is known, the other was drawn.
    assert_eq!(known_library(&scene, 0, 0), [(9, "Grizzly Bears".to_owned())]);
    assert!(known_library(&scene, 1, 0).is_empty());
    assert!(known_hand(&scene, 1, 0).is_empty());
}

#[test]
fn a_search_shows_names_and_no_order() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Forest"),
        (0, Battlefield, "Forest"),
        (0, Hand, "Rampant Growth"),
        (0, Library, "Swamp"),
        (0, Library, "Island"),
        (0, Library, "Swamp"),
    ]);
    scene.take("cast Rampant Growth", &[]);
    scene.resolve();
    let seen = seen_by(&scene, 0);
    let names: Vec<&str> = seen.looked_at.iter().map(|card| card.name.as_str()).collect();
    assert_eq!(names, ["Island", "Swamp", "Swamp"]);
    assert!(seen_by(&scene, 1).looked_at.is_empty());
    assert!(known_library(&scene, 0, 0).is_empty());
}
