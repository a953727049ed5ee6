//! A small made-up study, its journal and its rows: seeds whose digests fit.

use crate::mutate::{Random, json_node};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use turnzero_contract::{ActionId, ActionKind, LegalAction, Report};
use turnzero_datasets::{
    Dataset, DecisionRecord, DeckList, Event, Provenance, Study, StudyHeader, StudyOptions, canonical,
};

const ACTOR: &str = "human";

/// The study before and after its events, and the events.
pub(crate) struct Documents {
    pub(crate) empty: Study,
    pub(crate) full: Study,
    events: Vec<Value>,
}

fn decision(game: u32, index: u32, offers: &[ActionKind], chosen: u32) -> DecisionRecord {
    let hand: Vec<String> = (0..7)
        .map(|card| format!("Card {}", (game * 7 + card + index) % 23))
        .collect();
    let offers = offers.iter().zip(0..).map(|(kind, id)| LegalAction {
        id: ActionId(id),
        kind: kind.clone(),
        parameter: None,
    });
    DecisionRecord {
        observation: json!({"seat": 0, "opening": {"hand": hand, "mulligansTaken": [index]}, "events": []}),
        offers: offers.collect(),
        chosen: ActionId(chosen),
        specialization: None,
        report: Some(Report {
            reason: "on review: KEEP + UNSURE".to_owned(),
            unsure: game.is_multiple_of(2),
            p_keep: Some(0.25),
            facts: vec![],
        }),
        automatic: false,
        unblinded: false,
        annotation: None,
    }
}

fn events() -> Vec<Event> {
    let face = json!({"name": "Plains", "colors": "", "types": ["land"], "subtypes": ["Plains"]});
    let plains = json!({"name": "Plains", "layout": "normal", "colorIdentity": "", "source": "pool", "faces": [face]});
    let options = json!({
        "seats": 4, "freeMulligans": 1, "bottomTiming": "after-keep", "startingLife": 40, "houseRule": false,
    });
    let deck = json!([{"count": 60, "definition": plains}]);
    let knowledge = json!({"commanders": [], "deck": deck, "options": options, "seat": 0});
    let sha256 = canonical::address(&knowledge).expect("finite");
    let actor = || ACTOR.to_owned();
    let provenance = Provenance {
        pilot: actor(),
        ..Provenance::default()
    };
    let mut events = vec![
        Event::KnowledgeStored {
            sha256: sha256.clone(),
            knowledge,
        },
        Event::ActorStarted {
            actor: actor(),
            provenance,
        },
    ];
    let decided = |game, index, decision| Event::Decided {
        actor: actor(),
        game,
        index,
        decision: Box::new(decision),
        timing: None,
    };
    for game in 0..2 {
        events.push(Event::GameStarted {
            actor: actor(),
            game,
            knowledge: sha256.clone(),
        });
        let judge = [ActionKind::Keep, ActionKind::Mulligan];
        events.push(decided(game, 0, decision(game, 0, &judge, 1)));
        events.push(decided(game, 1, decision(game, 1, &judge, 0)));
        let cards = ["Card 3", "Card 9"].map(|card| ActionKind::Bottom { card: card.to_owned() });
        events.push(decided(game, 2, decision(game, 1, &cards, 1)));
        events.push(Event::GameFinished {
            actor: actor(),
            game,
            outcome: json!({"handSize": 6}),
        });
    }
    events.push(Event::Unsealed {
        at: "2026-11-30T00:00:00Z".to_owned(),
        command: "study report".to_owned(),
    });
    events
}

impl Documents {
    pub(crate) fn new() -> Self {
        let deck = |name: &str| {
            DeckList::new(
                name,
                vec![format!("{name} the Chief")],
                BTreeMap::from([("Plains".to_owned(), 99)]),
            )
        };
        let options = StudyOptions {
            games_per_deck: 1,
            ..StudyOptions::default()
        };
        let header = StudyHeader::new("fuzz", vec![deck("Left"), deck("Right")], options, None).expect("a header");
        let empty = Study::new(header).expect("a study");
        let mut full = empty.clone();
        let mut values = Vec::new();
        for event in events() {
            full.apply(&event).expect("the fixture is legal");
            values.push(canonical::to_value(&event).expect("finite"));
        }
        Self {
            empty,
            full,
            events: values,
        }
    }

    pub(crate) fn journal(&self) -> Vec<u8> {
        chain(&self.empty, &self.events, 0)
    }

    /// A journal whose events were changed and whose digests were then made to fit.
    pub(crate) fn forged_journal(&self, random: &mut Random) -> Vec<u8> {
        let mut events = self.events.clone();
        let at = random.below(events.len());
        match random.below(4) {
            0 => drop(events.remove(at)),
            1 => {
                let copy = events[at].clone();
                let to = random.below(events.len());
                events.insert(to, copy);
            }
            _ => json_node(random, &mut events[at]),
        }
        let skip = if random.one_in(8) {
            random.next() >> random.below(64)
        } else {
            0
        };
        chain(&self.empty, &events, skip)
    }

    pub(crate) fn rows(&self) -> Vec<u8> {
        Dataset::of_study(&self.full, ACTOR, "fuzz.json")
            .to_bytes()
            .expect("rows")
    }

    /// Rows with changed nodes; the digest of a changed knowledge is often made to fit.
    pub(crate) fn changed_rows(&self, random: &mut Random) -> Vec<u8> {
        let text = self.rows();
        let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let mut lines: Vec<Value> = lines.map(|line| serde_json::from_slice(line).expect("JSON")).collect();
        let at = random.below(lines.len());
        json_node(random, &mut lines[at]);
        if random.one_in(2)
            && let Some(knowledge) = lines[0].get("knowledge")
        {
            let digest = Value::from(canonical::sha256_hex(&canonical::value_bytes(knowledge)));
            for line in &mut lines {
                if line.get("sha256").is_some() {
                    line["sha256"] = digest.clone();
                } else if line.is_object() {
                    line["knowledge"] = digest.clone();
                }
            }
        }
        lines
            .iter()
            .flat_map(|line| [line.to_string(), "\n".to_owned()])
            .collect::<String>()
            .into_bytes()
    }
}

/// Journal lines with fitting digests; numbers begin `skip` later than they should.
fn chain(empty: &Study, events: &[Value], skip: u64) -> Vec<u8> {
    let mut prev = empty.journal.head.clone();
    let mut bytes = Vec::new();
    for (event, n) in events.iter().zip(1_u64..) {
        let mut line = json!({"event": event, "n": n.saturating_add(skip), "prev": prev, "study": empty.id()});
        prev = canonical::sha256_hex(&canonical::value_bytes(&line));
        line["sha256"] = Value::from(prev.clone());
        bytes.extend(canonical::value_bytes(&line));
        bytes.push(b'\n');
    }
    bytes
}
