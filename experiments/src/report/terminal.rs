//! The report for the terminal.

use super::model::{Choice, Disagreement, Pair, Report};
use super::words;
use crate::cli::count;
use std::fmt::Write as _;

/// Hands printed on the terminal; `--html`, `--markdown` and `--json` hold more.
const MOST_HANDS: usize = 5;

/// The whole report; `bold` decorates headings.
pub fn render(report: &Report, bold: &dyn Fn(&str) -> String) -> String {
    let mut out = format!("{}\n", bold(&words::plain(&report.title)));
    for note in &report.notes {
        let _ = writeln!(out, "  ! {}", words::plain(note));
    }
    batches(report, bold, &mut out);
    agreement(report, bold, &mut out);
    pairs(report, bold, &mut out);
    decks(report, bold, &mut out);
    extras(report, bold, &mut out);
    disagreements(report, bold, &mut out);
    out
}

fn batches(report: &Report, bold: &dyn Fn(&str) -> String, out: &mut String) {
    for batch in &report.batches {
        let _ = writeln!(
            out,
            "\n{} {}, {}, {}; {}",
            bold(&format!("batch {}", batch.batch)),
            count(batch.games, "game"),
            count(batch.options.seats, "seat"),
            count(batch.options.free_mulligans, "free mulligan"),
            words::plain(&batch.decks.join(", "))
        );
        if let Some(rule) = &batch.house_rule {
            let _ = writeln!(out, "  house rule: {}", words::plain(rule));
        }
        for actor in &batch.actors {
            let mut state = format!("{} of {} games", actor.games, batch.games);
            if actor.complete {
                state.push_str(", complete");
            }
            if actor.in_sample > 0 {
                let _ = write!(state, ", {} in-sample", actor.in_sample);
            }
            let rate = match actor.keep_rate.estimate {
                None if actor.first_hands_kept.is_none() => "withheld".to_owned(),
                _ => format!("first hands kept {}", words::rate(&actor.keep_rate)),
            };
            let _ = writeln!(out, "  {:<12} {state}; {rate}", words::plain(&actor.actor));
        }
        if batch.sealed {
            let _ = writeln!(out, "  machine actors are sealed");
        }
    }
}

fn agreement(report: &Report, bold: &dyn Fn(&str) -> String, out: &mut String) {
    let Some(reference) = &report.reference else { return };
    let _ = writeln!(
        out,
        "\n{}",
        bold(&format!("Agreement with {}", words::plain(reference)))
    );
    for label in report.actors.keys() {
        let Some(pair) = report.with_reference(label) else {
            continue;
        };
        let _ = writeln!(
            out,
            "  {:<12} first hands {}",
            words::plain(label),
            words::rate(&pair.agreement())
        );
        let _ = writeln!(
            out,
            "  {:<12} kappa {}; AC1 {}",
            "",
            words::coefficient(&pair.kappa()),
            words::coefficient(&pair.ac1())
        );
        let _ = writeln!(
            out,
            "  {:<12} all decisions {}, {}; {} dropped",
            "",
            words::rate(&pair.all_decisions.agreement),
            pair.all_decisions.condition,
            pair.all_decisions.dropped
        );
    }
}

fn pairs(report: &Report, bold: &dyn Fn(&str) -> String, out: &mut String) {
    if report.pairs.is_empty() {
        let _ = writeln!(out, "\nNo two actors have a common game to compare.");
        return;
    }
    for (test, pairs) in report.pairs_by_test() {
        let _ = writeln!(out, "\n{}", bold("Pairs, first hands, one per game"));
        let _ = writeln!(out, "  {}", words::plain(test));
        for pair in pairs {
            one_pair(pair, out);
        }
    }
}

fn one_pair(pair: &Pair, out: &mut String) {
    let _ = writeln!(
        out,
        "  {} – {}: {}",
        words::plain(&pair.a),
        words::plain(&pair.b),
        words::plain(&pair.verdict_words)
    );
    let _ = writeln!(
        out,
        "    same choice {}; {} differ; difference {}",
        words::rate(&pair.agreement()),
        pair.discordant,
        words::points(&pair.diff)
    );
    let power = pair.power.zip(pair.n_for_80).map_or_else(String::new, |(power, n)| {
        format!("; power {power:.2} for a true difference of 0.10, 80 % needs {n} games")
    });
    let _ = writeln!(
        out,
        "    p {} (sign flip), {} after Holm, McNemar mid-p {}{power}",
        words::p_value(pair.sign_flip_p),
        words::p_value(pair.holm_p),
        words::p_value(pair.mcnemar_mid_p)
    );
    if pair.dropped.total() > 0 {
        let _ = writeln!(
            out,
            "    left out: {} unfinished, {} in-sample, {} other first hand, {} without the reference",
            pair.dropped.not_both, pair.dropped.in_sample, pair.dropped.other_hand, pair.dropped.no_reference
        );
    }
}

fn decks(report: &Report, bold: &dyn Fn(&str) -> String, out: &mut String) {
    let _ = writeln!(out, "\n{}", bold("By deck (described, not tested)"));
    for (deck, summary) in &report.by_deck {
        let _ = writeln!(out, "  {}", words::plain(deck));
        for (label, actor) in &summary.actors {
            let agreement = actor
                .agreement
                .as_ref()
                .map_or_else(String::new, |figure| format!("; agreement {}", words::rate(figure)));
            let _ = writeln!(
                out,
                "    {:<12} kept {}{agreement}",
                words::plain(label),
                words::rate(&actor.keep_rate)
            );
        }
    }
}

fn extras(report: &Report, bold: &dyn Fn(&str) -> String, out: &mut String) {
    for (label, retest) in &report.retest {
        let _ = writeln!(out, "\n{}", bold(&format!("Retest of {}", words::plain(label))));
        let _ = writeln!(
            out,
            "  same answer on {} of {}: {}; ceiling for a perfect model {}{}",
            retest.same,
            words::counted(usize::try_from(retest.repeats).unwrap_or(usize::MAX), "blind repeat"),
            words::rate(&retest.figures.retest),
            words::rate(&retest.figures.ceiling),
            retest
                .figures
                .ceiling
                .why
                .as_ref()
                .map_or_else(String::new, |why| format!(" ({why})"))
        );
    }
    for curve in &report.learning_curves {
        let labels = curve.labels.as_deref().unwrap_or("its label actor");
        let heading = format!("Learning curve of {}: agreement with {labels}", curve.actors.join(", "));
        let _ = writeln!(out, "\n{}", bold(&words::plain(&heading)));
        for point in &curve.points {
            let _ = writeln!(
                out,
                "  {:>7.0} {}: {} {}",
                point.size,
                point.unit,
                point.metric,
                words::rate(&point.figure)
            );
        }
    }
}

fn disagreements(report: &Report, bold: &dyn Fn(&str) -> String, out: &mut String) {
    let n = report.disagreements.len();
    let _ = writeln!(
        out,
        "\n{}",
        bold(&format!("Disagreements: {}", words::counted(n, "hand")))
    );
    for hand in report.disagreements.iter().take(MOST_HANDS) {
        disagreement(hand, out);
    }
    let more = n.saturating_sub(MOST_HANDS);
    if more > 0 {
        let _ = writeln!(out, "\n{more} more: --html FILE, --markdown FILE or --json");
    }
}

fn disagreement(hand: &Disagreement, out: &mut String) {
    let _ = writeln!(
        out,
        "\n  {} · game {} of batch {} · {} keep, {} mulligan",
        words::plain(&hand.deck),
        hand.game,
        hand.batch,
        hand.keeps,
        hand.mulligans
    );
    let _ = writeln!(out, "  {}", words::plain(&hand.state));
    for card in &hand.commanders {
        let _ = writeln!(out, "    commander {}", words::plain(&card.text()));
    }
    for card in &hand.hand {
        let _ = writeln!(out, "    • {}", words::plain(&card.text()));
    }
    for choice in &hand.choices {
        let _ = writeln!(out, "    {}: {}", words::plain(&choice.actor), choice_words(choice));
    }
}

/// A choice with everything said about it, on one line.
pub(super) fn choice_words(choice: &Choice) -> String {
    let mut out = choice.choice.clone();
    if let Some(played) = &choice.played {
        let _ = write!(out, " on review (played {played})");
    }
    if choice.unsure {
        out.push_str(", unsure");
    }
    if let Some(p) = choice.p_keep {
        let _ = write!(out, ", states {} keep", words::percent(p));
    }
    if choice.in_sample {
        out.push_str(", in-sample: counts in no figure");
    }
    if choice.unblinded {
        out.push_str(", unblinded");
    }
    if !choice.reason.is_empty() {
        let _ = write!(out, " — {}", words::plain(&choice.reason));
    }
    if !choice.facts.is_empty() {
        let facts: Vec<String> = choice
            .facts
            .iter()
            .map(|fact| format!("{} {}", words::plain(&fact.name), words::number(fact.value)))
            .collect();
        let _ = write!(out, " ({})", facts.join(", "));
    }
    out
}
