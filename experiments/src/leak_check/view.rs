//! Every channel from a game to one viewer, as text, built from nothing.

use super::pilots::PilotMaker;
use super::render;
use crate::error::{AppError, Result};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use turnzero_contract::{ActionKind, Decision, DecisionPoint, PlayerKnowledge, Seat};
use turnzero_datasets::{BottomRow, Dataset, DecisionRecord, Label, LabelColumns, Origin, Row, canonical};
use turnzero_engine::{Game, WholeGame, rules_for};

/// The channels by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct View {
    pub(super) channels: BTreeMap<String, String>,
}

impl View {
    /// All channels of `game` to `viewer`; `history` holds the viewer's earlier decisions.
    pub(super) fn of(
        game: &Game,
        viewer: Seat,
        history: &[DecisionPoint],
        pilots: &[PilotMaker],
        encoded: &mut Encoded,
    ) -> Result<Self> {
        let mut view = Self {
            channels: BTreeMap::new(),
        };
        view.put("events", &game.events(viewer).map_err(AppError::input)?)?;
        let Some(point) = game.decision().filter(|point| point.seat == viewer) else {
            return Ok(view);
        };
        let knowledge = game.knowledge(viewer).map_err(AppError::input)?;
        let address = encoded.address(&knowledge)?;
        view.put("knowledge", &address)?;
        view.put("decision-number", &point.number)?;
        view.put("observation", &point.observation)?;
        view.put("offers", &point.legal_actions)?;
        view.put("definitions", &point.definitions)?;
        let prompt = render::prompt(&knowledge, &point);
        view.channels.insert("prompt".to_owned(), prompt);
        let rows = dataset_rows(&address, &point)?;
        view.channels.insert("dataset-row".to_owned(), rows);
        for maker in pilots {
            let answer = ask(maker, &knowledge, history, &point)?;
            view.channels.insert(format!("pilot {}", maker.name()), answer);
        }
        Ok(view)
    }

    /// All channels of a whole game to `viewer`, whether it is asked or not.
    pub(super) fn of_whole(
        game: &WholeGame,
        viewer: Seat,
        history: &[DecisionPoint],
        pilots: &[PilotMaker],
        encoded: &mut Encoded,
    ) -> Result<Self> {
        let mut view = Self {
            channels: BTreeMap::new(),
        };
        view.put("events", &game.events(viewer).map_err(AppError::input)?)?;
        let knowledge = game.knowledge(viewer).map_err(AppError::input)?;
        let address = encoded.address(&knowledge)?;
        view.put("knowledge", &address)?;
        let Some(point) = game.decision().filter(|point| point.seat == viewer) else {
            let (observation, definitions) = game.observation(viewer).map_err(AppError::input)?;
            view.put("observation", &observation)?;
            view.put("definitions", &definitions)?;
            return Ok(view);
        };
        view.put("decision-number", &point.number)?;
        view.put("observation", &point.observation)?;
        view.put("offers", &point.legal_actions)?;
        view.put("definitions", &point.definitions)?;
        let prompt = render::prompt(&knowledge, &point);
        view.channels.insert("prompt".to_owned(), prompt);
        for maker in pilots {
            let answer = ask(maker, &knowledge, history, &point)?;
            view.channels.insert(format!("pilot {}", maker.name()), answer);
        }
        Ok(view)
    }

    fn put(&mut self, channel: &str, value: &impl Serialize) -> Result<()> {
        let text = serde_json::to_string(value).map_err(AppError::input)?;
        self.channels.insert(channel.to_owned(), text);
        Ok(())
    }
}

/// The content address of the knowledge encoded last: equal values have equal bytes, so that only
/// a knowledge that differs is encoded again.
#[derive(Debug, Default)]
pub(super) struct Encoded(Option<(Arc<PlayerKnowledge>, String)>);

impl Encoded {
    fn address(&mut self, knowledge: &Arc<PlayerKnowledge>) -> Result<String> {
        if let Some((known, address)) = &self.0
            && known == knowledge
        {
            return Ok(address.clone());
        }
        let address = canonical::address(&**knowledge)?;
        self.0 = Some((Arc::clone(knowledge), address.clone()));
        Ok(address)
    }
}

/// The bytes of the dataset row that the first offer would become.
fn dataset_rows(knowledge: &str, point: &DecisionPoint) -> Result<String> {
    let mut dataset = Dataset::default();
    for (row, offer) in (1..).zip(point.legal_actions.iter().take(1)) {
        let record = DecisionRecord::of(point, &Decision::of(offer.id))?;
        let origin = Origin {
            knowledge: knowledge.to_owned(),
            group: "leak-check#0".to_owned(),
            row,
            source: "leak-check".to_owned(),
            deck: String::new(),
            actor: "first".to_owned(),
        };
        let label = match &offer.kind {
            ActionKind::Keep => Label::Keep,
            ActionKind::Mulligan => Label::Mulligan,
            ActionKind::Bottom { card } => {
                dataset.bottoms.push(BottomRow {
                    origin,
                    observation: record.observation,
                    offers: record.offers,
                    chosen: card.clone(),
                    reason: String::new(),
                });
                continue;
            }
            // No rows are made of the start of the game, nor of what is played.
            _ => continue,
        };
        dataset.rows.push(Row {
            origin,
            observation: record.observation,
            labels: LabelColumns::new(label, false, ""),
            reason: String::new(),
            unblinded: false,
        });
    }
    String::from_utf8(dataset.to_bytes()?).map_err(AppError::input)
}

/// What a new pilot answers after the viewer's earlier decisions; a failure is an answer too.
fn ask(
    maker: &PilotMaker,
    knowledge: &Arc<PlayerKnowledge>,
    history: &[DecisionPoint],
    point: &DecisionPoint,
) -> Result<String> {
    let mut pilot = maker
        .make()
        .ok_or_else(|| AppError::Input(format!("pilot {} cannot be made", maker.name())))?;
    let mut answer = pilot
        .start_game(knowledge, rules_for(Arc::clone(knowledge)))
        .map(|()| None);
    for point in history.iter().chain([point]) {
        answer = answer.and_then(|_| pilot.decide(point).map(Some));
    }
    match answer {
        Ok(decision) => serde_json::to_string(&decision).map_err(AppError::input),
        Err(error) => Ok(format!("failed: {error}")),
    }
}
