//! Revealed hands, choices from them, cards put back in an order, searches for two places: what
//! happens, and who knows it (CR 701.9, 701.20, 701.23, 400.2).

use super::cr_400_hidden_zones::seen_by;
use super::scene::{Scene, player};
use crate::rules::decision::{Answer, Ask, ChoosingFor};
use crate::rules::ids::{Player, Ref, Slot};
use crate::rules::knowledge::{EVERYBODY, seat_bit};
use crate::rules::object::Flags;
use turnzero_contract::card::Zone::{self, Battlefield, Graveyard, Hand, Library};

const DURESS: [(u8, Zone, &str); 2] = [(0, Battlefield, "Swamp"), (0, Hand, "Duress")];

fn duress(hand: &[&'static str]) -> Scene {
    let mut cards = DURESS.to_vec();
    cards.push((0, Battlefield, "Mogg Fanatic"));
    cards.extend(hand.iter().map(|name| (1, Hand, *name)));
    let mut scene = Scene::new(&cards);
    scene.take("cast Duress", &[player(1)]);
    scene.resolve();
    scene
}

#[test]
fn the_caster_chooses_what_the_opponent_discards() {
    let mut scene = duress(&["Forest", "Lightning Bolt", "Grizzly Bears", "Shock"]);
    assert_eq!(scene.state.asked, Player(0));
    let Some(Ask::Objects { min: 1, max: 1, .. }) = scene.state.ask else {
        panic!("one of two cards: {:?}", scene.state.ask);
    };
    let mut names: Vec<&str> = scene
        .state
        .candidates
        .iter()
        .filter_map(|to| scene.state.living(*to))
        .map(|slot| &**scene.state.pool.face_name(scene.state.object(slot).face))
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["Lightning Bolt", "Shock"]);
    assert_eq!(seen_by(&scene, 0).players[1].known_hand.len(), 4);
    let bolt = Ref::Object(scene.id("Lightning Bolt"));
    scene.answer(Answer::Objects(&[bolt])).unwrap();
    assert_eq!(scene.zone("Lightning Bolt"), Graveyard);
    assert_eq!(scene.state.players[1].hand.len(), 3);
    let known = |slot: &Slot| scene.state.object(*slot).known == EVERYBODY;
    assert!(scene.state.players[1].hand.iter().all(known));
}

#[test]
fn a_hand_without_such_a_card_is_only_seen() {
    let scene = duress(&["Forest", "Grizzly Bears"]);
    assert_eq!(scene.state.ask, Some(Ask::Priority));
    assert_eq!(scene.state.players[1].hand.len(), 2);
    assert_eq!(scene.state.object(scene.find("Forest")).known, EVERYBODY);
}

#[test]
fn an_empty_hand_changes_nothing() {
    let scene = duress(&[]);
    assert_eq!(scene.zone("Duress"), Graveyard);
    assert!(scene.state.players[1].graveyard.is_empty());
}

#[test]
fn the_order_put_back_is_known_to_its_owner_alone() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Island"),
        (0, Battlefield, "Mogg Fanatic"),
        (0, Hand, "Ponder"),
        (0, Library, "Forest"),
        (0, Library, "Shock"),
        (0, Library, "Grizzly Bears"),
    ]);
    for slot in scene.state.players[0].library.clone() {
        scene.state.known_to_all(slot);
    }
    scene.take("cast Ponder", &[]);
    scene.resolve();
    let Some(Ask::Objects {
        min: 3,
        max: 3,
        why: ChoosingFor::Order,
    }) = scene.state.ask
    else {
        panic!("three cards in an order: {:?}", scene.state.ask);
    };
    let order = ["Shock", "Forest", "Grizzly Bears"].map(|name| Ref::Object(scene.id(name)));
    scene.answer(Answer::Objects(&order)).unwrap();
    for name in ["Shock", "Forest", "Grizzly Bears"] {
        assert_eq!(
            scene.state.object(scene.find(name)).known,
            seat_bit(Player(0)),
            "{name}"
        );
    }
    assert_eq!(scene.state.ask, Some(Ask::May));
    scene.answer(Answer::Yes(false)).unwrap();
    assert_eq!(scene.zone("Shock"), Hand);
    let library = &scene.state.players[0].library;
    let top = library[library.len() - 1];
    assert_eq!(top, scene.find("Forest"));
}

#[test]
fn shuffling_forgets_the_order() {
    let mut scene = Scene::new(&[
        (0, Battlefield, "Island"),
        (0, Battlefield, "Mogg Fanatic"),
        (0, Hand, "Ponder"),
    ]);
    scene.take("cast Ponder", &[]);
    scene.resolve();
    let order: Vec<Ref> = scene.state.candidates.clone();
    scene.answer(Answer::Objects(&order)).unwrap();
    scene.answer(Answer::Yes(true)).unwrap();
    let unknown = |slot: &Slot| scene.state.object(*slot).known == 0;
    assert!(scene.state.players[0].library.iter().all(unknown));
    assert_eq!(scene.state.players[0].hand.len(), 1);
}

#[test]
fn fewer_cards_than_asked_for_are_looked_at() {
    for cards in [0, 1] {
        let mut scene = Scene::new(&[
            (0, Battlefield, "Island"),
            (0, Battlefield, "Mogg Fanatic"),
            (0, Hand, "Ponder"),
        ]);
        scene.state.players[0].library.truncate(cards);
        scene.take("cast Ponder", &[]);
        scene.resolve();
        assert_eq!(scene.state.ask, Some(Ask::May));
        let bit = seat_bit(Player(0));
        let known = |slot: &Slot| scene.state.object(*slot).known == bit;
        assert!(scene.state.players[0].library.iter().all(known));
    }
}

fn cultivate(library: &[&'static str]) -> Scene {
    let mut cards = vec![(0, Battlefield, "Mogg Fanatic"), (0, Hand, "Cultivate")];
    cards.extend(vec![(0, Battlefield, "Forest"); 3]);
    cards.extend(library.iter().map(|name| (0, Library, *name)));
    let mut scene = Scene::new(&cards);
    scene.take("cast Cultivate", &[]);
    scene.resolve();
    scene
}

#[test]
fn of_two_lands_found_one_enters_and_one_comes_to_hand() {
    let mut scene = cultivate(&["Island", "Swamp"]);
    let (island, swamp) = (Ref::Object(scene.id("Island")), Ref::Object(scene.id("Swamp")));
    scene.answer(Answer::Objects(&[island, swamp])).unwrap();
    let Some(Ask::Objects { min: 1, max: 1, .. }) = scene.state.ask else {
        panic!("which of the two enters: {:?}", scene.state.ask);
    };
    assert_eq!(scene.state.candidates, [island, swamp]);
    scene.answer(Answer::Objects(&[swamp])).unwrap();
    assert_eq!((scene.zone("Swamp"), scene.zone("Island")), (Battlefield, Hand));
    assert!(scene.state.object(scene.find("Swamp")).flags.has(Flags::TAPPED));
    assert_eq!(
        scene.state.object(scene.find("Island")).known,
        EVERYBODY,
        "it was revealed"
    );
    assert_eq!(scene.zone("Cultivate"), Graveyard);
}

#[test]
fn the_only_land_found_enters() {
    let mut scene = cultivate(&["Island", "Swamp"]);
    let island = Ref::Object(scene.id("Island"));
    scene.answer(Answer::Objects(&[island])).unwrap();
    assert_eq!((scene.zone("Swamp"), scene.zone("Island")), (Library, Battlefield));
    let scene = cultivate(&["Grizzly Bears"]);
    assert_eq!(scene.zone("Cultivate"), Graveyard);
    assert_eq!(scene.state.ask, Some(Ask::Priority));
}
