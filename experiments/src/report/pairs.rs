//! Two actors on the same first hands: agreement, difference, test, power, verdict.

use super::gather::{Actor, GameKey, Table};
use super::model::{AllDecisions, Dropped, Pair, TestKind};
use crate::error::{AppError, Result};
use std::collections::BTreeMap;
use turnzero_datasets::stats::{
    self, Estimate, Groups, PairTable, REPLICATES, Resampler, SignFlip, Undefined, Verdict, cohen_kappa, gwet_ac1,
    holm, mcnemar_mid_p, newcombe, paired_power, sign_flip, verdict, wilson,
};

/// What an all-decisions figure is conditional on.
const CONDITION: &str = "conditional on both reaching it";

/// One game of a pair.
#[derive(Clone, Debug)]
pub(super) struct Row<'a> {
    pub(super) key: GameKey,
    pub(super) deck: &'a str,
    pub(super) keep_a: bool,
    pub(super) keep_b: bool,
    /// The reference, when it is outside the pair.
    pub(super) keep_reference: Option<bool>,
}

impl Row<'_> {
    /// The two judgements whose difference is tested.
    pub(super) fn tested(&self) -> (bool, bool) {
        match self.keep_reference {
            Some(reference) => (self.keep_a == reference, self.keep_b == reference),
            None => (self.keep_a, self.keep_b),
        }
    }
}

/// The common first hands of two actors, and how many are left out.
pub(super) fn rows<'a>(a: &Actor<'a>, b: &Actor<'a>, reference: Option<&Actor<'a>>) -> (Vec<Row<'a>>, Dropped) {
    let mut rows = Vec::new();
    let mut dropped = Dropped::default();
    for (key, game_a) in &a.games {
        let Some(game_b) = b.games.get(key) else { continue };
        if !(game_a.finished() && game_b.finished()) {
            dropped.not_both += 1;
            continue;
        }
        if game_a.in_sample || game_b.in_sample {
            dropped.in_sample += 1;
            continue;
        }
        let (Some((first_a, keep_a)), Some((first_b, keep_b))) = (game_a.first(), game_b.first()) else {
            dropped.other_hand += 1;
            continue;
        };
        if first_a.state != first_b.state {
            dropped.other_hand += 1;
            continue;
        }
        let mut keep_reference = None;
        if let Some(reference) = reference {
            let counted = reference.games.get(key).and_then(|game| game.counted());
            let Some((_, keep)) = counted.filter(|(first, _)| first.state == first_a.state) else {
                dropped.no_reference += 1;
                continue;
            };
            keep_reference = Some(keep);
        }
        rows.push(Row {
            key: *key,
            deck: &game_a.record.deck,
            keep_a,
            keep_b,
            keep_reference,
        });
    }
    (rows, dropped)
}

/// The reference if it is neither of both.
pub(super) fn outside<'t, 'a>(
    table: &'t Table<'a>,
    reference: Option<usize>,
    a: usize,
    b: usize,
) -> Option<&'t Actor<'a>> {
    let index = reference.filter(|index| *index != a && *index != b)?;
    table.actors.get(index)
}

/// All pairs with a common game, Holm-adjusted together.
pub(super) fn all(table: &Table<'_>, reference: Option<usize>) -> Result<Vec<Pair>> {
    let mut pairs = Vec::new();
    let mut tests = Vec::new();
    for (i, a) in table.shown() {
        for (j, b) in table.shown().filter(|(j, _)| *j > i) {
            let outside = outside(table, reference, i, j);
            let (rows, dropped) = rows(a, b, outside);
            if rows.is_empty() {
                continue;
            }
            let (pair, test) = pair(table, a, b, outside, &rows, dropped)?;
            pairs.push(pair);
            tests.push((test, outside.map(|actor| actor.label.clone())));
        }
    }
    let p: Vec<f64> = tests.iter().map(|(test, _)| test.p).collect();
    let adjusted = holm(&p).map_err(AppError::input)?;
    for ((pair, (test, outside)), holm_p) in pairs.iter_mut().zip(&tests).zip(adjusted) {
        pair.holm_p = holm_p;
        pair.verdict = verdict(test, holm_p, outside.is_some());
        pair.verdict_words = words(pair, outside.as_deref());
    }
    Ok(pairs)
}

fn words(pair: &Pair, reference: Option<&str>) -> String {
    match (pair.verdict, reference) {
        (Verdict::A, Some(reference)) => format!("{} agrees with {reference} more often than {}", pair.a, pair.b),
        (Verdict::B, Some(reference)) => format!("{} agrees with {reference} more often than {}", pair.b, pair.a),
        (Verdict::Untested, None) => "untested: no reference outside the pair".to_owned(),
        (Verdict::Untested, Some(_)) => format!(
            "untested: {} games differ, a test needs {}",
            pair.discordant,
            stats::MIN_DISCORDANT
        ),
        (other, _) => other.words().to_owned(),
    }
}

fn pair(
    table: &Table<'_>,
    a: &Actor<'_>,
    b: &Actor<'_>,
    outside: Option<&Actor<'_>>,
    rows: &[Row<'_>],
    dropped: Dropped,
) -> Result<(Pair, SignFlip)> {
    let keeps = PairTable::from_pairs(rows.iter().map(|row| (row.keep_a, row.keep_b)));
    let tested = PairTable::from_pairs(rows.iter().map(Row::tested));
    let seed = format!("{}\n{}", a.label, b.label);
    let differences: Vec<i64> = rows.iter().map(|row| difference(row.tested())).collect();
    let test = sign_flip(&differences, &seed);
    let agreement = wilson(keeps.concordant(), keeps.n()).map_err(AppError::input)?;
    let kappa = chance_corrected(table, rows, &format!("{seed}\nkappa"), cohen_kappa)?;
    let ac1 = chance_corrected(table, rows, &format!("{seed}\nac1"), gwet_ac1)?;
    let power = paired_power(tested.discordant(), tested.n()).map_err(AppError::input)?;
    let (test_kind, words) = match outside {
        Some(reference) => (
            TestKind::AgreementWithReference,
            format!(
                "d = [a agrees with {0}] − [b agrees with {0}] on the first hand of each game",
                reference.label
            ),
        ),
        None => (
            TestKind::KeepRate,
            "d = [a keeps] − [b keeps] on the first hand of each game: who keeps more, not who is better".to_owned(),
        ),
    };
    let pair = Pair {
        a: a.label.clone(),
        b: b.label.clone(),
        test: words,
        test_kind,
        n_games: keeps.n(),
        dropped,
        first_hand_agreement: agreement.estimate,
        agree_ci95: agreement.ci95,
        kappa: kappa.estimate,
        kappa_ci95: kappa.ci95,
        kappa_why: kappa.why,
        ac1: ac1.estimate,
        ac1_ci95: ac1.ci95,
        ac1_why: ac1.why,
        discordant: tested.discordant(),
        table: tested,
        diff: newcombe(&tested),
        sign_flip_p: test.p,
        sign_flip_method: test.method,
        mcnemar_mid_p: mcnemar_mid_p(tested.only_a, tested.only_b),
        holm_p: 1.0,
        power: power.map(|power| power.power),
        power_discordant_share: power.map(|power| power.discordant_share),
        n_for_80: power.map(|power| power.n_for_80),
        verdict: Verdict::Untested,
        verdict_words: String::new(),
        all_decisions: all_decisions(table, a, b, &seed)?,
    };
    Ok((pair, test))
}

fn difference((a, b): (bool, bool)) -> i64 {
    i64::from(a) - i64::from(b)
}

/// Kappa or AC1 with a bootstrap interval over games within deck.
fn chance_corrected(
    table: &Table<'_>,
    rows: &[Row<'_>],
    seed: &str,
    figure: fn(&PairTable) -> Result<f64, Undefined>,
) -> Result<Estimate> {
    let plain = PairTable::from_pairs(rows.iter().map(|row| (row.keep_a, row.keep_b)));
    if let Err(why) = figure(&plain) {
        return Ok(Estimate::undefined(rows.len(), why));
    }
    let groups = Groups::from_ids(rows.iter().map(|row| table.group(row.key))).map_err(AppError::input)?;
    let decks: Vec<&str> = rows.iter().map(|row| row.deck).collect();
    let resampler = Resampler::new(&groups, &decks).map_err(AppError::input)?;
    let bootstrap = resampler.run(REPLICATES, seed, |times| {
        let mut table = PairTable::default();
        for (row, times) in rows.iter().zip(times) {
            table.add(row.keep_a, row.keep_b, *times);
        }
        figure(&table).ok()
    });
    Ok(bootstrap.estimate)
}

/// Agreement over the unforced decisions in states that both reached.
fn all_decisions(table: &Table<'_>, a: &Actor<'_>, b: &Actor<'_>, seed: &str) -> Result<AllDecisions> {
    let mut same: Vec<bool> = Vec::new();
    let mut groups: Vec<String> = Vec::new();
    let mut decks: Vec<&str> = Vec::new();
    let mut dropped = 0;
    for (key, game_a) in &a.games {
        let Some(game_b) = b.games.get(key) else { continue };
        let counts = |finished: bool, in_sample: bool| finished && !in_sample;
        if !counts(game_a.finished(), game_a.in_sample) || !counts(game_b.finished(), game_b.in_sample) {
            continue;
        }
        let mut reached: BTreeMap<&str, &str> = game_b
            .decisions
            .iter()
            .map(|judged| (judged.state.as_str(), judged.choice.as_str()))
            .collect();
        for judged in &game_a.decisions {
            match reached.remove(judged.state.as_str()) {
                Some(choice) => {
                    same.push(choice == judged.choice);
                    groups.push(table.group(*key));
                    decks.push(&game_a.record.deck);
                }
                None => dropped += 1,
            }
        }
        dropped += reached.len();
    }
    let groups = Groups::from_ids(&groups).map_err(AppError::input)?;
    let resampler = Resampler::new(&groups, &decks).map_err(AppError::input)?;
    let bootstrap = resampler.run(REPLICATES, &format!("{seed}\nall decisions"), |times| {
        let (mut agreeing, mut n) = (0_u64, 0_u64);
        for (same, times) in same.iter().zip(times) {
            n += u64::from(*times);
            agreeing += if *same { u64::from(*times) } else { 0 };
        }
        (n > 0).then(|| agreeing as f64 / n as f64)
    });
    Ok(AllDecisions {
        agreement: bootstrap.estimate,
        games: groups.n_groups(),
        dropped,
        condition: CONDITION,
    })
}
