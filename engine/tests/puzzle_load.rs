//! Positions of puzzle files become games, and claims about them are judged.

use std::sync::Arc;
use turnzero_contract::{
    ActionKind, CardDefinition, Decision, ParameterFamily, PlayObservation, Row, Seat, Specialization,
};
use turnzero_engine::puzzle::{Class, Dialect, LoadOptions, Puzzle, PuzzleError, PuzzleGame};
use turnzero_engine::{Stream, WholeOutcome};

fn find(name: &str) -> Option<Arc<CardDefinition>> {
    let pool = turnzero_cards::pool::pool().expect("the embedded pool");
    pool.iter().find(|card| card.name.eq_ignore_ascii_case(name)).cloned()
}

fn parse(text: &str) -> Puzzle {
    Puzzle::parse("here.pzl", text.as_bytes(), Dialect::DeepScry)
        .expect("a puzzle")
        .puzzle
}

fn load(text: &str) -> Result<PuzzleGame, PuzzleError> {
    parse(text).load("here.pzl", &find, &LoadOptions::default())
}

fn position(state: &str) -> PuzzleGame {
    load(&format!("[state]\n{state}\n")).unwrap_or_else(|error| panic!("{error}"))
}

fn seen(game: &PuzzleGame, seat: u8) -> PlayObservation {
    let (observation, _) = game.game().observation(Seat(seat)).expect("a seat");
    observation.play.expect("a game in play")
}

/// Whether a claim holds; without one it reads as a line of `[final_assertions]`.
fn holds(game: &PuzzleGame, claim: &str) -> bool {
    let puzzle = parse(&format!("[state]\n[final_assertions]\n{claim}\n"));
    game.judge(&puzzle.assertions[0].value, Seat(0))
}

/// Everybody does the least there is, until the game ends or this many decisions are made.
fn pass(game: &mut PuzzleGame, decisions: usize) {
    for _ in 0..decisions {
        let Some(point) = game.game().decision() else { return };
        let offer = point
            .legal_actions
            .iter()
            .find(|offer| matches!(offer.kind, ActionKind::Pass))
            .unwrap_or(&point.legal_actions[0]);
        let specialization = match (&offer.parameter, &offer.kind) {
            (Some(ParameterFamily::Objects { candidates }), ActionKind::ChooseObjects { min, .. }) => {
                Some(Specialization::Objects(candidates[..*min as usize].to_vec()))
            }
            (Some(ParameterFamily::Attackers { .. }), _) => Some(Specialization::Attackers(Vec::new())),
            (Some(ParameterFamily::Blockers { .. }), _) => Some(Specialization::Blockers(Vec::new())),
            _ => None,
        };
        let decision = Decision {
            specialization,
            ..Decision::of(offer.id)
        };
        game.game_mut()
            .submit(point.seat, decision)
            .expect("the least is legal");
    }
}

/// Takes the offer of this kind; its target, if it asks for one, is the first that fits.
fn act(game: &mut PuzzleGame, wanted: impl Fn(&ActionKind) -> bool, target: impl Fn(&Row) -> bool) {
    let point = game.game().decision().expect("a decision");
    let offer = point
        .legal_actions
        .iter()
        .find(|offer| wanted(&offer.kind))
        .expect("offered");
    game.game_mut()
        .submit(point.seat, Decision::of(offer.id))
        .expect("legal");
    let point = game.game().decision().expect("targets");
    let chosen = point
        .legal_actions
        .iter()
        .find(|offer| matches!(&offer.kind, ActionKind::Choose { object, .. } if target(object)));
    let id = chosen.expect("a target").id;
    game.game_mut().submit(point.seat, Decision::of(id)).expect("legal");
}

#[test]
fn everything_the_file_says_is_seen() {
    let game = position(
        "turn = 4\nactiveplayer = p1\nactivephase = MAIN2\np0life = 7\np1life = 33\np0hand = Shock; Forest\n\
         p0graveyard = Island\np0exile = Swamp\np1manapool = R R\np1landsplayed = 1\n\
         p0library = Plains; Mountain\n\
         p0battlefield = Serra Angel|Tapped|SummonSick|Counters:P1P1=2|Id:3; Pacifism|AttachedTo:3\n\
         p1battlefield = Hill Giant|Damage:2; Mountain; Mogg Fanatic",
    );
    let view = seen(&game, 0);
    assert_eq!(
        (view.turn, view.active.0, view.players[0].life, view.players[1].life),
        (4, 1, 7, 33)
    );
    assert_eq!(
        (view.players[1].mana, view.players[1].lands_played),
        ([0, 0, 0, 2, 0, 0], 1)
    );
    let names: Vec<&str> = view.hand.iter().map(|row| &*row.name).collect();
    assert_eq!(names, ["Forest", "Shock"]);
    assert_eq!(&*view.players[0].graveyard[0].name, "Island");
    assert_eq!(&*view.players[0].exile[0].name, "Swamp");
    let angel = &view.battlefield[0];
    assert_eq!(
        (angel.tapped, angel.settled, angel.power, angel.toughness),
        (true, false, Some(6), Some(6))
    );
    assert!(view.battlefield[1].attached_to.is_some());
    let giant = view.battlefield.iter().find(|row| &*row.card.name == "Hill Giant");
    assert_eq!(giant.map(|row| (row.damage, row.settled)), Some((2, true)));
    assert!(holds(&game, "library top 1 contains Mountain") && !holds(&game, "library top 1 contains Plains"));
}

#[test]
fn claims_about_zones_and_life_are_true_or_false() {
    let game = position("p0life = 7\np0hand = Shock\np0battlefield = Mogg Fanatic; Mountain\np1graveyard = Island");
    for claim in [
        "life eq 7",
        "opponent life gt 7",
        "life gained eq 0",
        "hand count eq 1",
        "hand contains shock",
        "battlefield count ge 2",
        "battlefield contains Mogg Fanatic",
        "opponent graveyard contains Island",
        "turn eq 0",
    ] {
        assert!(holds(&game, claim) && !holds(&game, &format!("NOT {claim}")), "{claim}");
    }
    for claim in [
        "life eq 8",
        "hand contains Island",
        "graveyard contains Island",
        "opponent battlefield count ge 1",
        "exile count gt 0",
        "game won",
        "game lost",
        "game drawn",
        "game ended",
        "spell cast",
        "trigger fired",
        "creature died",
        "turn ge 1",
        "life gained gt 0",
        "library top 3 contains Shock",
    ] {
        assert!(!holds(&game, claim) && holds(&game, &format!("NOT {claim}")), "{claim}");
    }
}

#[test]
fn events_are_claimed_by_name() {
    let mut game = position(
        "p0hand = Shock\np0battlefield = Mountain; Soul Warden; Fecundity\np1battlefield = Grizzly Bears; Serra Angel",
    );
    act(
        &mut game,
        |kind| matches!(kind, ActionKind::Cast { .. }),
        |row| matches!(row, Row::Battlefield(3)),
    );
    pass(&mut game, 2);
    for (claim, truth) in [
        ("spell cast Shock", true),
        ("spell cast", true),
        ("spell cast Bolt", false),
        ("creature died Grizzly Bears", true),
        ("creature died Serra Angel", false),
        ("trigger fired from Fecundity", true),
        ("trigger fired from Soul Warden", false),
        ("opponent graveyard contains Grizzly Bears", true),
    ] {
        assert_eq!(holds(&game, claim), truth, "{claim}: {:#?}", game.events());
    }
    assert!(
        game.events().iter().any(|line| line == "p0 casts Shock"),
        "{:?}",
        game.events()
    );
}

#[test]
fn an_empty_library_loses_on_the_draw_only() {
    let mut game = position("p0battlefield = Forest\np1library = Forest");
    assert_eq!(game.game().outcome(), WholeOutcome::Open);
    pass(&mut game, 50);
    assert!(
        holds(&game, "game lost") && holds(&game, "turn eq 2"),
        "{:#?}",
        game.events()
    );
}

#[test]
fn attackers_of_the_file_deal_their_damage() {
    let mut game = position(
        "activephase = COMBAT_DECLARE_BLOCKERS\np0battlefield = Hill Giant|Tapped|Attacking; Serra Angel|Attacking\n\
         p1battlefield = Grizzly Bears|Blocking:hill",
    );
    pass(&mut game, 2);
    assert!(holds(&game, "opponent life eq 16"), "{:#?}", game.events());
    assert!(holds(&game, "creature died Grizzly Bears") && holds(&game, "battlefield contains Hill Giant"));
    let none = load("[state]\nactivephase = MAIN1\np0battlefield = Hill Giant|Attacking\n").expect_err("no combat");
    assert_eq!(none.faults[0].line, 3);
}

#[test]
fn a_planeswalker_of_the_file_is_there_to_stay_or_the_file_says_why_not() {
    let pool = turnzero_cards::pool::pool().expect("the embedded pool");
    let walkers = pool
        .iter()
        .filter(|card| card.front().is(turnzero_contract::card::CardType::Planeswalker));
    for card in walkers {
        let game = load(&format!("[state]\np0battlefield = {}; Mogg Fanatic\n", card.name));
        assert!(game.is_err() || holds(&game.expect("loaded"), &format!("battlefield contains {}", card.name)));
    }
}

#[test]
fn every_fault_is_named_with_its_line() {
    let error = load("[state]\np0hand = No Such Card; Shock; Nor This\np0battlefield = Forest|FaceDown\np1speed = 2\n")
        .expect_err("faults");
    let told: Vec<(u32, Class, bool)> = error
        .faults
        .iter()
        .map(|fault| (fault.line, fault.class, fault.message.contains("No Such Card")))
        .collect();
    assert_eq!(
        told,
        [
            (0, Class::Unsupported, false),
            (2, Class::Card, true),
            (2, Class::Card, false),
            (3, Class::Unsupported, false),
        ],
        "{error}"
    );
    let opening = "[opening]\ndeck = x.txt\nhand = a;b;c;d;e;f;g\nplaydraw = play\n";
    assert!(load(opening).is_err());
}

#[test]
fn a_blank_card_does_nothing_of_its_own() {
    let text = "[state]\np0battlefield = Forest; Glorious Anthem; Grizzly Bears; Mogg Fanatic\np0hand = Shock\n";
    let blank = |name: &str| {
        let options = LoadOptions {
            blank: Some(name.to_owned()),
            ..LoadOptions::default()
        };
        parse(text).load("here.pzl", &find, &options).expect("loaded")
    };
    let bears = |game: &PuzzleGame| {
        let view = seen(game, 0);
        let row = view.battlefield.iter().find(|row| &*row.card.name == "Grizzly Bears");
        row.and_then(|row| Some((row.power?, row.toughness?)))
            .expect("the bears")
    };
    assert_eq!(bears(&blank("Shock")), (3, 3));
    assert_eq!(bears(&blank("Glorious Anthem")), (2, 2));
    assert_eq!(bears(&blank("Grizzly Bears")), (1, 2));
    let fanatic = |game: &PuzzleGame| {
        let offers = game.game().decision().map(|point| point.legal_actions);
        offers.is_some_and(|offers| {
            offers
                .iter()
                .any(|offer| matches!(offer.kind, ActionKind::Activate { .. }))
        })
    };
    assert!(fanatic(&blank("Forest")) && !fanatic(&blank("Mogg Fanatic")));
}

#[test]
fn what_a_viewer_does_not_know_of_a_position_does_not_show() {
    let game = position(
        "p0hand = Shock; Forest\np1hand = Counterspell; Island; Terror\np0battlefield = Mountain; Mogg Fanatic\n\
         p1battlefield = Island|Tapped; Serra Angel|Counters:P1P1=1\np0library = Plains; Island; Swamp; Mountain\n\
         p1library = Forest; Mountain; Shock",
    );
    let bytes = |game: &turnzero_engine::WholeGame, seat: u8| {
        let point = game.decision().filter(|point| point.seat == Seat(seat));
        let known = game.knowledge(Seat(seat)).expect("a seat");
        serde_json::to_string(&(point, game.observation(Seat(seat)).expect("a seat"), &*known)).expect("plain data")
    };
    let mut random = Stream::new([9; 32]);
    let mut changed = 0;
    for _ in 0..50 {
        for seat in 0..2 {
            let twin = game.game().redealt(Seat(seat), &mut random).expect("a twin");
            changed += twin.changed;
            assert_eq!(bytes(game.game(), seat), bytes(&twin.game, seat));
        }
    }
    assert!(changed > 100, "{changed} hidden cards changed");
}
