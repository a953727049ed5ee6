//! A small made-up study: what a runner would record, without an engine.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};
use turnzero_contract::{ActionId, ActionKind, LegalAction, Report};
use turnzero_datasets::{
    DecisionRecord, DeckList, Event, GameStatus, Provenance, Study, StudyHeader, StudyOptions, canonical,
};

pub(crate) fn header(games_per_deck: u32) -> StudyHeader {
    let deck = |name: &str, card: &str| {
        let cards = BTreeMap::from([(card.to_owned(), 60), ("Ash Barrens".to_owned(), 39)]);
        DeckList::new(name, vec![format!("{name} the Chief")], cards)
    };
    let options = StudyOptions {
        games_per_deck,
        ..StudyOptions::default()
    };
    let decks = vec![deck("Left", "Plains"), deck("Right", "Island")];
    StudyHeader::new("fixture", decks, options, None).unwrap()
}

pub(crate) fn knowledge() -> (String, Value) {
    let face = json!({"name": "Plains", "colors": "", "types": ["land"], "subtypes": ["Plains"]});
    let plains = json!({"name": "Plains", "layout": "normal", "colorIdentity": "", "source": "pool", "faces": [face]});
    let options = json!({
        "seats": 4, "freeMulligans": 1, "bottomTiming": "after-keep", "startingLife": 40, "houseRule": false,
    });
    let deck = json!([{"count": 60, "definition": plains}]);
    let value = json!({"commanders": [], "deck": deck, "options": options, "seat": 0});
    (canonical::address(&value).unwrap(), value)
}

pub(crate) fn setup(actor: &str) -> Vec<Event> {
    let (sha256, knowledge) = knowledge();
    vec![
        Event::KnowledgeStored { sha256, knowledge },
        Event::ActorStarted {
            actor: actor.to_owned(),
            provenance: provenance(actor),
        },
    ]
}

pub(crate) fn provenance(actor: &str) -> Provenance {
    Provenance {
        pilot: actor.to_owned(),
        ..Provenance::default()
    }
}

fn offer(id: u32, kind: ActionKind) -> LegalAction {
    LegalAction {
        id: ActionId(id),
        kind,
        parameter: None,
    }
}

pub(crate) fn judgment(game: u32, index: u32, keep: bool, reason: &str) -> DecisionRecord {
    let hand: Vec<String> = (0..7)
        .map(|card| format!("Card {}", (game * 7 + card + index) % 23))
        .collect();
    DecisionRecord {
        observation: json!({"seat": 0, "opening": {"hand": hand, "mulligansTaken": [index]}, "events": []}),
        offers: vec![offer(0, ActionKind::Keep), offer(1, ActionKind::Mulligan)],
        chosen: ActionId(u32::from(!keep)),
        specialization: None,
        report: Some(Report {
            reason: reason.to_owned(),
            unsure: (game + index).is_multiple_of(3),
            p_keep: Some(f64::from(game % 10) / 10.0),
            facts: vec![],
        }),
        automatic: false,
        unblinded: false,
        annotation: None,
    }
}

pub(crate) fn bottom(card: &str) -> DecisionRecord {
    let kinds = [card, "Other"].map(|card| ActionKind::Bottom { card: card.to_owned() });
    let [first, second] = kinds;
    DecisionRecord {
        offers: vec![offer(0, first), offer(1, second)],
        chosen: ActionId(0),
        ..judgment(0, 0, true, "dearest card")
    }
}

/// The decisions that a deterministic actor makes in a game.
pub(crate) fn decisions(game: u32) -> Vec<DecisionRecord> {
    let mulligans = game % 3;
    let mut made: Vec<DecisionRecord> = (0..mulligans)
        .map(|index| judgment(game, index, false, "no land"))
        .collect();
    made.push(judgment(game, mulligans, true, "three lands"));
    if mulligans == 2 {
        made.push(bottom("Card 5"));
    }
    made
}

pub(crate) fn started(actor: &str, game: u32) -> Event {
    Event::GameStarted {
        actor: actor.to_owned(),
        game,
        knowledge: knowledge().0,
    }
}

pub(crate) fn decided(actor: &str, game: u32, index: u32, decision: DecisionRecord) -> Event {
    Event::Decided {
        actor: actor.to_owned(),
        game,
        index,
        decision: Box::new(decision),
        timing: None,
    }
}

pub(crate) fn finished(actor: &str, game: u32) -> Event {
    Event::GameFinished {
        actor: actor.to_owned(),
        game,
        outcome: json!({"handSize": 7}),
    }
}

/// All events of one game.
pub(crate) fn game(actor: &str, game: u32) -> Vec<Event> {
    let mut events = vec![started(actor, game)];
    for (index, decision) in (0..).zip(decisions(game)) {
        events.push(decided(actor, game, index, decision));
    }
    events.push(finished(actor, game));
    events
}

/// What is left to do in this study for this actor; an open game is gone on with.
pub(crate) fn remaining(study: &Study, actor: &str) -> Vec<Vec<Event>> {
    let record = study.actors.get(actor);
    let mut left = Vec::new();
    if record.is_none() {
        left.push(setup(actor));
    }
    for number in 0..study.header.total_games() {
        let played = record.and_then(|record| record.games.get(&number));
        let done = match played {
            None => 0,
            Some(played) if played.status == GameStatus::Finished => continue,
            Some(played) => 1 + played.decisions.len(),
        };
        left.push(game(actor, number).split_off(done));
    }
    left
}

/// The study after all games of these actors, never interrupted.
pub(crate) fn uninterrupted(games_per_deck: u32, actors: &[&str]) -> Study {
    let mut study = Study::new(header(games_per_deck)).unwrap();
    for actor in actors {
        for event in remaining(&study, actor).into_iter().flatten() {
            study.apply(&event).unwrap();
        }
        assert!(study.complete(actor));
    }
    study
}

pub(crate) fn record_bytes(study: &Study, actor: &str) -> Vec<u8> {
    study.actors[actor].canonical_bytes().unwrap()
}

/// Names in a folder, to see that nothing strange is left.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
