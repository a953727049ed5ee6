//! Synthetic studies: two small decks, one hand for everybody, answers given as letters.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use turnzero_contract::{
    ActionId, ActionKind, BottomTiming, Fact, LegalAction, OpeningObservation, PlayerObservation, RemainingDeck,
    Report, Seat,
};
use turnzero_datasets::{DecisionRecord, DeckList, Event, Provenance, Study, StudyHeader, StudyOptions, canonical};
use turnzero_experiments::report::{self, BundleFacts, Options, Source};

/// Games of each of the two decks.
pub(crate) const GAMES: u32 = 10;

/// The person of the examples: 20 games, half kept.
pub(crate) const HUMAN: &str = "KKKKKMMMMMKKKKKMMMMM";
/// Agrees with [`HUMAN`] but for the last game.
pub(crate) const CLOSE: &str = "KKKKKMMMMMKKKKKMMMMK";
/// Agrees with [`HUMAN`] in 7 games; errs wherever [`CLOSE`] does.
pub(crate) const FAR: &str = "MMMKKKKKMMMMMKKKKKMK";

pub(crate) fn header(seed: &str) -> StudyHeader {
    let deck = |name: &str, land: &str| {
        let cards = BTreeMap::from([
            (land.to_owned(), 60),
            ("Sol Ring".to_owned(), 1),
            ("Murder".to_owned(), 38),
        ]);
        DeckList::new(name, vec!["Chief <of> Tests".to_owned()], cards)
    };
    let options = StudyOptions {
        games_per_deck: GAMES,
        bottom_timing: BottomTiming::AfterKeep,
        ..StudyOptions::default()
    };
    StudyHeader::new(
        seed,
        vec![deck("swamps", "Swamp"), deck("islands", "Island")],
        options,
        None,
    )
    .unwrap()
}

pub(crate) fn card(name: &str, cost: Option<&str>, types: &[&str], subtypes: &[&str]) -> Value {
    let mut face = json!({"name": name, "colors": "", "types": types, "subtypes": subtypes});
    if let Some(cost) = cost {
        face["cost"] = json!(cost);
    }
    json!({"name": name, "layout": "normal", "colorIdentity": "", "source": "pool", "faces": [face]})
}

pub(crate) fn knowledge(land: &str) -> Value {
    let mut knowledge = json!({
        "seat": 0,
        "options": {"seats": 4, "freeMulligans": 1, "bottomTiming": "after-keep", "startingLife": 40, "houseRule": false},
        "commanders": [card("Chief <of> Tests", Some("{2}{B}"), &["creature"], &["Goblin"])],
        "deck": [
            {"count": 60, "definition": card(land, None, &["land"], &[land])},
            {"count": 38, "definition": card("Murder", Some("{1}{B}{B}"), &["instant"], &[])},
            {"count": 1, "definition": card("Sol Ring", Some("{1}"), &["artifact"], &[])},
        ],
    });
    let deck = knowledge["deck"].as_array_mut().unwrap();
    deck.sort_by_key(|card| card["definition"]["name"].to_string());
    knowledge
}

/// A study with knowledge and no actor.
pub(crate) fn study(seed: &str) -> Study {
    let mut study = Study::new(header(seed)).unwrap();
    for land in ["Swamp", "Island"] {
        let knowledge = knowledge(land);
        let sha256 = canonical::address(&knowledge).unwrap();
        study.apply(&Event::KnowledgeStored { sha256, knowledge }).unwrap();
    }
    study
}

fn observation(game: u32, taken: u32) -> Value {
    let land = if game < GAMES { "Swamp" } else { "Island" };
    let mut hand: Vec<String> = vec!["Murder".to_owned(); 3];
    hand.push("Sol Ring".to_owned());
    hand.extend(vec![land.to_owned(); 3]);
    hand.sort();
    let observation = PlayerObservation {
        play: None,
        seat: Seat(0),
        starting_player: Some(Seat(u8::try_from(game % 4).unwrap())),
        opening: Some(OpeningObservation {
            hand,
            commanders: vec!["Chief <of> Tests".to_owned()],
            command_zones: vec![vec![]; 4],
            remaining_deck: RemainingDeck {
                cards_by_name: [(land, 57 + game)].into_iter().collect(),
            },
            known_bottom: vec![],
            library_sizes: vec![92; 4],
            hand_sizes: vec![7; 4],
            mulligans_taken: vec![taken, 0, 0, 0],
            kept: vec![false; 4],
            free_mulligans_left: u32::from(taken == 0),
            pending_mulligan_bottom_cards: 0,
            chosen_for_bottom: vec![],
            declarations: vec![],
        }),
        events: vec![],
    };
    serde_json::to_value(observation).unwrap()
}

/// One keep-or-mulligan decision.
pub(crate) fn decision(game: u32, taken: u32, keep: bool, said: Option<Report>) -> DecisionRecord {
    let offer = |id, kind| LegalAction {
        id: ActionId(id),
        kind,
        parameter: None,
    };
    DecisionRecord {
        observation: observation(game, taken),
        offers: vec![offer(0, ActionKind::Keep), offer(1, ActionKind::Mulligan)],
        chosen: ActionId(u32::from(!keep)),
        specialization: None,
        report: said,
        automatic: false,
        unblinded: false,
        annotation: None,
    }
}

pub(crate) fn said(reason: &str) -> Report {
    Report {
        reason: reason.to_owned(),
        unsure: true,
        p_keep: Some(0.75),
        facts: vec![Fact {
            name: "lands".to_owned(),
            value: 3.0,
        }],
    }
}

/// Starts an actor under a provenance.
pub(crate) fn start(study: &mut Study, actor: &str, provenance: Provenance) {
    study
        .apply(&Event::ActorStarted {
            actor: actor.to_owned(),
            provenance,
        })
        .unwrap();
}

/// Plays the first games by letters: `K` keeps, `M` takes one mulligan and keeps, `.` leaves the game out.
pub(crate) fn play(study: &mut Study, actor: &str, letters: &str, said: &dyn Fn(u32) -> Option<Report>) {
    if !study.actors.contains_key(actor) {
        start(
            study,
            actor,
            Provenance {
                pilot: actor.to_owned(),
                ..Provenance::default()
            },
        );
    }
    for (game, letter) in letters.chars().enumerate().filter(|(_, letter)| *letter != '.') {
        let game = u32::try_from(game).unwrap();
        let land = if game < GAMES { "Swamp" } else { "Island" };
        let actor = actor.to_owned();
        let knowledge = canonical::address(&knowledge(land)).unwrap();
        study
            .apply(&Event::GameStarted {
                actor: actor.clone(),
                game,
                knowledge,
            })
            .unwrap();
        let keeps: &[bool] = if letter == 'K' { &[true] } else { &[false, true] };
        for (index, keep) in keeps.iter().enumerate() {
            let index = u32::try_from(index).unwrap();
            let decision = Box::new(decision(game, index, *keep, said(game)));
            study
                .apply(&Event::Decided {
                    actor: actor.clone(),
                    game,
                    index,
                    decision,
                    timing: None,
                })
                .unwrap();
        }
        study
            .apply(&Event::GameFinished {
                actor,
                game,
                outcome: Value::Null,
            })
            .unwrap();
    }
}

/// The events that add up to this study, all of whose games are finished.
pub(crate) fn events(study: &Study) -> Vec<Event> {
    let stored = study.knowledge.iter();
    let mut events: Vec<Event> = stored
        .map(|(sha256, knowledge)| Event::KnowledgeStored {
            sha256: sha256.clone(),
            knowledge: knowledge.clone(),
        })
        .collect();
    for (actor, record) in &study.actors {
        let actor = || actor.clone();
        events.push(Event::ActorStarted {
            actor: actor(),
            provenance: record.provenance.clone(),
        });
        for (&game, played) in &record.games {
            events.push(Event::GameStarted {
                actor: actor(),
                game,
                knowledge: played.knowledge.clone(),
            });
            events.extend((0..).zip(&played.decisions).map(|(index, decision)| Event::Decided {
                actor: actor(),
                game,
                index,
                decision: Box::new(decision.clone()),
                timing: None,
            }));
            events.push(Event::GameFinished {
                actor: actor(),
                game,
                outcome: played.outcome.clone(),
            });
        }
    }
    events
}

/// Plays without a word.
pub(crate) fn mute(study: &mut Study, actor: &str, letters: &str) {
    play(study, actor, letters, &|_| None);
}

/// The example study: a person and two programs.
pub(crate) fn example() -> Study {
    let mut study = study("example");
    mute(&mut study, "human", HUMAN);
    mute(&mut study, "x", CLOSE);
    mute(&mut study, "y", FAR);
    study
}

/// No bundle is known.
pub(crate) fn no_bundles(_: &str) -> Result<BundleFacts, String> {
    Err("no such run".to_owned())
}

/// The report of some studies.
pub(crate) fn report(studies: &[&Study], reference: Option<&str>) -> report::Report {
    try_report(studies, reference).unwrap()
}

pub(crate) fn try_report(studies: &[&Study], reference: Option<&str>) -> Result<report::Report, String> {
    let names: Vec<String> = (0..studies.len())
        .map(|number| format!("study-{number}.json"))
        .collect();
    let sources: Vec<Source<'_>> = studies
        .iter()
        .zip(&names)
        .map(|(study, file)| Source { file, study })
        .collect();
    let options = Options {
        reference,
        bundles: &no_bundles,
    };
    report::build(&sources, &options).map_err(|error| error.to_string())
}

/// The pair of two actors, in either order.
pub(crate) fn pair<'r>(report: &'r report::Report, a: &str, b: &str) -> &'r report::Pair {
    report
        .pairs
        .iter()
        .find(|pair| (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a))
        .unwrap_or_else(|| panic!("no pair {a} {b}"))
}
