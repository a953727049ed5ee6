//! The same figures by deck: described, not tested.

use super::gather::{Actor, Table};
use super::model::{DeckActor, DeckPair, DeckSummary, Pair};
use super::pairs;
use crate::error::{AppError, Result};
use std::collections::BTreeMap;
use turnzero_datasets::stats::{PairTable, newcombe, wilson};

/// Figures by deck name.
pub(super) fn by_deck(
    table: &Table<'_>,
    reference: Option<usize>,
    reported: &[Pair],
) -> Result<BTreeMap<String, DeckSummary>> {
    let mut out = BTreeMap::new();
    for (hash, name) in &table.deck_names {
        let mut summary = DeckSummary {
            content_sha256: (*hash).to_owned(),
            ..DeckSummary::default()
        };
        for (index, actor) in table.shown() {
            if let Some(figures) = deck_actor(table, hash, index, actor, reference)? {
                summary.actors.insert(actor.label.clone(), figures);
            }
        }
        for pair in reported {
            summary.pairs.extend(deck_pair(table, hash, pair, reference)?);
        }
        if !summary.actors.is_empty() {
            out.insert(name.clone(), summary);
        }
    }
    Ok(out)
}

fn deck_actor(
    table: &Table<'_>,
    deck: &str,
    index: usize,
    actor: &Actor<'_>,
    reference: Option<usize>,
) -> Result<Option<DeckActor>> {
    let games = actor.games.values().filter(|game| game.record.deck == deck);
    let keeps: Vec<bool> = games.filter_map(|game| Some(game.counted()?.1)).collect();
    if keeps.is_empty() {
        return Ok(None);
    }
    let kept = count(keeps.iter().filter(|keep| **keep).count());
    let agreement = match reference
        .filter(|reference| *reference != index)
        .and_then(|index| table.actors.get(index))
    {
        Some(reference) => {
            let (rows, _) = pairs::rows(actor, reference, None);
            let own: Vec<_> = rows.into_iter().filter(|row| row.deck == deck).collect();
            let same = own.iter().filter(|row| row.keep_a == row.keep_b).count();
            Some(wilson(count(same), count(own.len())).map_err(AppError::input)?)
        }
        None => None,
    };
    Ok(Some(DeckActor {
        first_hands_kept: kept,
        keep_rate: wilson(kept, count(keeps.len())).map_err(AppError::input)?,
        agreement,
    }))
}

fn deck_pair(table: &Table<'_>, deck: &str, pair: &Pair, reference: Option<usize>) -> Result<Option<DeckPair>> {
    let find = |label: &str| table.actors.iter().position(|actor| actor.label == label);
    let Some((i, j)) = find(&pair.a).zip(find(&pair.b)) else {
        return Ok(None);
    };
    let Some((a, b)) = table.actors.get(i).zip(table.actors.get(j)) else {
        return Ok(None);
    };
    let (rows, _) = pairs::rows(a, b, pairs::outside(table, reference, i, j));
    let own: Vec<_> = rows.into_iter().filter(|row| row.deck == deck).collect();
    if own.is_empty() {
        return Ok(None);
    }
    let keeps = PairTable::from_pairs(own.iter().map(|row| (row.keep_a, row.keep_b)));
    let tested = PairTable::from_pairs(own.iter().map(pairs::Row::tested));
    let agreement = wilson(keeps.concordant(), keeps.n()).map_err(AppError::input)?;
    Ok(Some(DeckPair {
        a: pair.a.clone(),
        b: pair.b.clone(),
        n_games: keeps.n(),
        first_hand_agreement: agreement.estimate,
        agree_ci95: agreement.ci95,
        discordant: tested.discordant(),
        diff: newcombe(&tested),
    }))
}

fn count(n: usize) -> u64 {
    u64::try_from(n).unwrap_or(u64::MAX)
}
