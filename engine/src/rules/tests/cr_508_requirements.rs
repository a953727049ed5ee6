use super::scene::{Scene, board, player};
use crate::rules::characteristics::{Keywords, Types};
use crate::rules::decision::{Answer, Ask, Illegal};
use crate::rules::ids::{ObjectId, Player, Ref};
use crate::rules::pool::Becoming;
use crate::rules::state::{Continuous, ContinuousKind};
use crate::rules::step::Step;
use turnzero_contract::card::{Duration, Zone};

/// Of the cards of these tests the one that is made a planeswalker.
const WALKER: &str = "Elite Vanguard";

/// What makes it one.
const WALKS: ContinuousKind = ContinuousKind::Become(Becoming {
    size: None,
    types: Types::PLANESWALKER,
    subtypes: 0,
    colors: None,
});

/// The beginning of combat of seat 0, at a table of some seats with these permanents on the battlefield
/// and effects on them by name and controller.
pub(super) fn table(seats: u8, cards: &[(u8, &str)], effects: &[(&str, u8, ContinuousKind)]) -> Scene {
    let placed: Vec<_> = cards
        .iter()
        .map(|(seat, name)| (*seat, Zone::Battlefield, *name))
        .collect();
    let mut state = board(seats, &placed);
    for at in 0..state.battlefield.len() {
        let slot = state.battlefield[at];
        state.object_mut(slot).loyalty = 3;
    }
    let mut scene = Scene { state };
    for (name, controller, kind) in effects {
        let on = scene.id(name);
        let timestamp = scene.state.tick();
        scene.state.effects.push(Continuous {
            kind: *kind,
            on,
            source: ObjectId::NONE,
            controller: Player(*controller),
            duration: Duration::EndOfTurn,
            timestamp,
        });
    }
    scene.state.turn.step = Step::BeginningOfCombat;
    scene.state.turn.begun = true;
    scene.state.turn.open = true;
    scene.state.logging = true;
    scene
}

pub(super) fn grant(keywords: Keywords) -> ContinuousKind {
    ContinuousKind::Grant(keywords)
}

fn declare(scene: &mut Scene, attacks: &[(&str, Ref)]) -> Result<(), Illegal> {
    while scene.state.ask == Some(Ask::Priority) && scene.state.turn.step < Step::DeclareAttackers {
        scene.decline();
    }
    assert_eq!(scene.state.ask, Some(Ask::Attackers));
    let attacks: Vec<_> = attacks.iter().map(|(name, to)| (scene.id(name), *to)).collect();
    scene.answer(Answer::Attackers(&attacks))
}

#[test]
fn a_creature_that_must_attack_is_not_left_out() {
    let cards = [(0, "Craw Wurm"), (0, "Grizzly Bears")];
    let mut scene = table(2, &cards, &[("Craw Wurm", 0, grant(Keywords::MUST_ATTACK))]);
    scene.state.advance();
    assert!(matches!(declare(&mut scene, &[]), Err(Illegal::Combat(_))));
    assert!(declare(&mut scene, &[("Grizzly Bears", player(1))]).is_err());
    assert!(
        scene.state.combat.attacks.is_empty(),
        "a refused declaration changes nothing"
    );
    declare(&mut scene, &[("Craw Wurm", player(1))]).unwrap();
}

#[test]
fn a_tapped_or_defending_creature_need_not_attack() {
    let cards = [(0, "Craw Wurm"), (0, "Grizzly Bears")];
    let must = grant(Keywords::MUST_ATTACK.with(Keywords::DEFENDER));
    let mut scene = table(2, &cards, &[("Craw Wurm", 0, must)]);
    scene.state.advance();
    declare(&mut scene, &[]).unwrap();
}

#[test]
fn an_attack_that_leaves_no_choice_is_not_asked_for() {
    let mut scene = table(
        2,
        &[(0, "Craw Wurm")],
        &[("Craw Wurm", 0, grant(Keywords::MUST_ATTACK))],
    );
    scene.state.advance();
    while scene.state.ask == Some(Ask::Priority) && scene.state.turn.number == 1 {
        scene.decline();
    }
    assert_ne!(scene.state.ask, Some(Ask::Attackers));
    assert_eq!(scene.life(1), 14);
}

#[test]
fn a_goaded_creature_attacks_a_player_who_did_not_goad_it() {
    let mut scene = table(
        3,
        &[(0, "Craw Wurm"), (0, "Grizzly Bears")],
        &[("Craw Wurm", 1, ContinuousKind::Goaded)],
    );
    scene.state.advance();
    assert!(declare(&mut scene, &[]).is_err());
    assert!(declare(&mut scene, &[("Craw Wurm", player(1))]).is_err());
    declare(&mut scene, &[("Craw Wurm", player(2))]).unwrap();
}

#[test]
fn a_goaded_creature_attacks_the_goader_when_nobody_else_is_there() {
    let cards = [(0, "Craw Wurm"), (0, "Grizzly Bears")];
    let mut scene = table(2, &cards, &[("Craw Wurm", 1, ContinuousKind::Goaded)]);
    scene.state.advance();
    assert!(declare(&mut scene, &[]).is_err());
    declare(&mut scene, &[("Craw Wurm", player(1))]).unwrap();
}

/// The requirement names a player, so attacking a planeswalker does not obey it (CR 701.15b).
#[test]
fn a_goaded_creature_does_not_turn_on_a_planeswalker_instead() {
    let cards = [(0, "Craw Wurm"), (0, "Grizzly Bears"), (2, WALKER)];
    let mut scene = table(
        3,
        &cards,
        &[("Craw Wurm", 1, ContinuousKind::Goaded), (WALKER, 2, WALKS)],
    );
    scene.state.advance();
    let walker = Ref::Object(scene.id(WALKER));
    assert!(declare(&mut scene, &[("Craw Wurm", walker)]).is_err());
    declare(&mut scene, &[("Craw Wurm", player(2)), ("Grizzly Bears", walker)]).unwrap();
}

/// Goaded by both, either player obeys one of the two, a planeswalker none (CR 508.1d, 701.15c).
#[test]
fn goaded_by_everybody_it_still_attacks_a_player() {
    let cards = [(0, "Craw Wurm"), (0, "Grizzly Bears"), (2, WALKER)];
    let effects = [
        ("Craw Wurm", 1, ContinuousKind::Goaded),
        ("Craw Wurm", 2, ContinuousKind::Goaded),
        (WALKER, 2, WALKS),
    ];
    let mut scene = table(3, &cards, &effects);
    scene.state.advance();
    let walker = Ref::Object(scene.id(WALKER));
    assert!(declare(&mut scene, &[("Craw Wurm", walker)]).is_err());
    declare(&mut scene, &[("Craw Wurm", player(1))]).unwrap();
}

#[test]
fn four_seats_two_goaders_leave_one_player() {
    let cards = [(0, "Craw Wurm"), (0, "Grizzly Bears")];
    let effects = [
        ("Craw Wurm", 1, ContinuousKind::Goaded),
        ("Craw Wurm", 2, ContinuousKind::Goaded),
    ];
    let mut scene = table(4, &cards, &effects);
    scene.state.advance();
    for seat in [1, 2] {
        assert!(declare(&mut scene, &[("Craw Wurm", player(seat))]).is_err());
    }
    declare(&mut scene, &[("Craw Wurm", player(3))]).unwrap();
}

/// Goaded by a static ability, the one who controls it is the goader (CR 701.15a).
#[test]
fn an_aura_goads_in_the_name_of_its_controller() {
    let cards = [(0, "Craw Wurm"), (0, "Grizzly Bears"), (1, "Parasitic Impetus")];
    let mut scene = table(3, &cards, &[]);
    let wurm = scene.id("Craw Wurm");
    let aura = scene.find("Parasitic Impetus");
    scene.state.object_mut(aura).attached_to = wurm;
    scene.state.stale = true;
    scene.state.advance();
    assert!(declare(&mut scene, &[("Craw Wurm", player(1))]).is_err());
    declare(&mut scene, &[("Craw Wurm", player(2))]).unwrap();
}
