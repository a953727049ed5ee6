//! Countering a spell to elsewhere than the graveyard (CR 701.6a, 614.1a, 616.1).

use super::scene::{Scene, player};
use crate::rules::characteristics::Keywords;
use crate::rules::decision::{Action, Answer};
use crate::rules::ids::Player;
use crate::rules::knowledge::EVERYBODY;
use crate::rules::stack::CastWay;
use turnzero_contract::card::Zone::{self, Battlefield, Exile, Graveyard, Hand, Library};

fn board(counter: &'static str, more: &[(u8, Zone, &'static str)]) -> Scene {
    let mut cards = vec![
        (1, Hand, counter),
        (1, Battlefield, "Island"),
        (1, Battlefield, "Island"),
        (0, Battlefield, "Mogg Fanatic"),
    ];
    cards.extend(more);
    Scene::new(&cards)
}

fn counter(scene: &mut Scene, name: &str) {
    while scene.state.asked != Player(1) {
        scene.decline();
    }
    scene.take(&format!("cast {name}"), &[]);
    scene.resolve();
}

const BOLT: [(u8, Zone, &str); 2] = [(0, Hand, "Lightning Bolt"), (0, Battlefield, "Mountain")];

#[test]
fn remand_returns_the_spell_and_draws() {
    let mut scene = board("Remand", &BOLT);
    scene.take("cast Lightning Bolt", &[player(1)]);
    counter(&mut scene, "Remand");
    assert_eq!(scene.zone("Lightning Bolt"), Hand);
    assert_eq!(scene.state.object(scene.find("Lightning Bolt")).known, EVERYBODY);
    assert_eq!(scene.state.players[1].hand.len(), 1);
    assert_eq!(scene.life(1), 20);
}

#[test]
fn memory_lapse_puts_it_on_top_where_all_know_it() {
    let mut scene = board("Memory Lapse", &BOLT);
    scene.take("cast Lightning Bolt", &[player(1)]);
    counter(&mut scene, "Memory Lapse");
    assert_eq!(scene.zone("Lightning Bolt"), Library);
    let top = *scene.state.players[0].library.last().unwrap();
    assert_eq!(top, scene.find("Lightning Bolt"));
    assert_eq!(scene.state.object(top).known, EVERYBODY);
    scene.state.shuffle(Player(0));
    assert_eq!(scene.state.object(top).known, 0);
}

#[test]
fn a_spell_that_cannot_be_countered_stays() {
    let mut scene = board("Remand", &BOLT);
    scene.take("cast Lightning Bolt", &[player(1)]);
    let bolt = scene.find("Lightning Bolt");
    let is = &mut scene.state.characteristics[bolt.index()];
    is.keywords = is.keywords.with(Keywords::CANT_BE_COUNTERED);
    counter(&mut scene, "Remand");
    assert_eq!((scene.zone("Lightning Bolt"), scene.life(1)), (Graveyard, 17));
    assert_eq!(scene.zone("Remand"), Graveyard);
    assert_eq!(scene.state.players[1].hand.len(), 1, "the rest of it still happens");
}

#[test]
fn a_flashed_back_spell_is_exiled_whichever_replacement_comes_first() {
    let more = [(0, Graveyard, "Faithless Looting")];
    let mut cards = more.to_vec();
    cards.extend(vec![(0, Battlefield, "Mountain"); 3]);
    let mut scene = board("Remand", &cards);
    let mut actions = Vec::new();
    scene.state.legal_actions(Player(0), &mut actions);
    let back = actions.iter().find(|action| {
        matches!(
            action,
            Action::Cast {
                way: CastWay::Alternative(_),
                ..
            }
        )
    });
    scene.answer(Answer::Act(*back.expect("flashback is offered"))).unwrap();
    counter(&mut scene, "Remand");
    assert_eq!(scene.zone("Faithless Looting"), Exile);
}
