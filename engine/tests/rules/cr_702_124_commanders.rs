//! Commanders alone and in pairs (CR 903.3, 702.124).

use crate::common::{background, card, legend, mirror, options, seed};
use std::sync::Arc;
use turnzero_contract::card::{CardType, DefinitionSource, Keyword, Power, Supertype};
use turnzero_contract::{BottomTiming, CardDefinition};
use turnzero_engine::{EngineError, Game, GameDeck};

fn deck(commanders: Vec<CardDefinition>) -> Result<GameDeck, EngineError> {
    let forest = Arc::new(card("Forest", &[CardType::Land]));
    GameDeck::new(commanders.into_iter().map(Arc::new).collect(), vec![(98, forest)])
}

fn rule(result: Result<GameDeck, EngineError>) -> &'static str {
    match result {
        Err(EngineError::NotPartners { rule, .. } | EngineError::NotACommander { rule, .. }) => rule,
        Err(EngineError::TooManyCommanders { .. }) => "702.124g",
        Err(other) => panic!("another error: {other}"),
        Ok(_) => "allowed",
    }
}

#[test]
fn cr_903_3_who_may_be_a_commander() {
    assert_eq!(rule(deck(vec![legend("Legend", &[])])), "allowed");
    assert_eq!(rule(deck(vec![card("Bear", &[CardType::Creature])])), "903.3");
    let mut planeswalker = card("Walker", &[CardType::Planeswalker]);
    planeswalker.faces[0].supertypes = vec![Supertype::Legendary];
    assert_eq!(rule(deck(vec![planeswalker.clone()])), "903.3");
    let mut facts = planeswalker.clone();
    facts.source = DefinitionSource::FactsOnly;
    assert_eq!(rule(deck(vec![facts])), "allowed");
    planeswalker.faces[0].abilities = legend("x", &[Keyword::MayBeCommander]).faces.remove(0).abilities;
    assert_eq!(rule(deck(vec![planeswalker])), "allowed");
    let mut ship = card("Ship", &[CardType::Artifact]);
    ship.faces[0].supertypes = vec![Supertype::Legendary];
    ship.faces[0].subtypes = vec!["Spacecraft".to_owned()];
    assert_eq!(rule(deck(vec![ship.clone()])), "903.3");
    ship.faces[0].power = Some(Power::Fixed(3));
    ship.faces[0].toughness = Some(Power::Fixed(3));
    assert_eq!(rule(deck(vec![ship])), "allowed");
}

#[test]
fn cr_702_124k_a_background_goes_with_a_card_that_chooses_one_only() {
    let chooser = legend("Chooser", &[Keyword::ChooseBackground]);
    assert_eq!(rule(deck(vec![chooser.clone(), background("Home")])), "allowed");
    assert_eq!(rule(deck(vec![background("Home"), chooser.clone()])), "allowed");
    assert_eq!(rule(deck(vec![chooser.clone()])), "allowed");
    assert_eq!(rule(deck(vec![background("Home")])), "702.124k");
    assert_eq!(
        rule(deck(vec![legend("Legend", &[Keyword::Partner]), background("Home")])),
        "702.124k"
    );
    assert_eq!(rule(deck(vec![background("Home"), background("Away")])), "702.124k");
    assert_eq!(
        rule(deck(vec![
            chooser.clone(),
            legend("Other", &[Keyword::ChooseBackground])
        ])),
        "702.124f"
    );
    assert_eq!(
        rule(deck(vec![chooser, legend("Other", &[Keyword::Partner])])),
        "702.124f"
    );
}

#[test]
fn cr_702_124_partner_families_do_not_mix() {
    let with = |name: &str, keyword| legend(name, &[keyword]);
    let family = |text: &str| Keyword::PartnerFamily(text.to_owned());
    let named = |text: &str| Keyword::PartnerWith(text.to_owned());
    assert_eq!(
        rule(deck(vec![with("A", Keyword::Partner), with("B", Keyword::Partner)])),
        "allowed"
    );
    assert_eq!(
        rule(deck(vec![with("A", Keyword::Partner), legend("B", &[])])),
        "702.124f"
    );
    assert_eq!(
        rule(deck(vec![
            with("A", family("friends forever")),
            with("B", family("friends forever"))
        ])),
        "allowed"
    );
    assert_eq!(
        rule(deck(vec![
            with("A", family("friends forever")),
            with("B", family("survivors"))
        ])),
        "702.124f"
    );
    assert_eq!(
        rule(deck(vec![
            with("A", family("friends forever")),
            with("B", Keyword::Partner)
        ])),
        "702.124f"
    );
    assert_eq!(
        rule(deck(vec![with("A", named("B")), with("B", named("A"))])),
        "allowed"
    );
    assert_eq!(
        rule(deck(vec![with("A", named("B")), with("B", named("C"))])),
        "702.124f"
    );
    assert_eq!(
        rule(deck(vec![with("A", Keyword::Partner), with("A", Keyword::Partner)])),
        "903.5b"
    );
}

#[test]
fn cr_702_124m_a_doctors_companion_goes_with_the_doctor() {
    let companion = legend("Companion", &[Keyword::DoctorsCompanion]);
    let mut doctor = legend("The Doctor", &[]);
    doctor.faces[0].subtypes = vec!["Time Lord".to_owned(), "Doctor".to_owned()];
    assert_eq!(rule(deck(vec![companion.clone(), doctor.clone()])), "allowed");
    doctor.faces[0].subtypes.push("Rogue".to_owned());
    assert_eq!(rule(deck(vec![companion, doctor])), "702.124f");
}

#[test]
fn cr_702_124g_never_more_than_two() {
    let three = ["A", "B", "C"].map(|name| legend(name, &[Keyword::Partner]));
    assert_eq!(rule(deck(three.to_vec())), "702.124g");
}

#[test]
fn cr_702_124a_both_start_in_the_command_zone_and_all_players_see_them() {
    let pair = [legend("Zed", &[Keyword::ChooseBackground]), background("Home")];
    let own = Arc::new(deck(pair.to_vec()).expect("a legal deck"));
    let point = mirror(&own, 4, BottomTiming::AfterKeep, 1)
        .decision()
        .expect("a declaration");
    let seen = point.observation.opening.expect("an opening part");
    assert_eq!(seen.commanders, ["Home", "Zed"]);
    assert_eq!(seen.command_zones, vec![vec!["Home".to_owned(), "Zed".to_owned()]; 4]);
    assert_eq!(seen.library_sizes, [91; 4]);
    assert!(point.definitions.is_empty(), "own definitions are in the knowledge");

    let other = Arc::new(deck(vec![legend("Other", &[])]).expect("a legal deck"));
    let game = Game::new(
        &[other.clone(), own.clone(), own, other],
        options(4, BottomTiming::AfterKeep),
        seed(1),
    );
    let mut game = game.expect("a legal table");
    let mut first = std::collections::BTreeSet::new();
    for point in crate::common::play(&mut game, |point| {
        turnzero_contract::Decision::of(point.legal_actions[0].id)
    }) {
        let new: Vec<(u32, &str)> = point
            .definitions
            .iter()
            .map(|seen| (seen.def_id, seen.definition.name.as_str()))
            .collect();
        if first.insert(point.seat) {
            let expected = if [0, 3].contains(&point.seat.0) {
                vec![(0, "Home"), (1, "Zed")]
            } else {
                vec![(0, "Other")]
            };
            assert_eq!(new, expected, "in order of first sight, at the first decision");
        } else {
            assert!(new.is_empty(), "each definition is delivered once");
        }
    }
}
