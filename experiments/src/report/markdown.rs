//! The report as Markdown.

use super::model::{Disagreement, Report};
use super::words;
use crate::cli::count;
use std::fmt::Write as _;

/// Hands printed; the JSON form holds all of them.
const MOST_HANDS: usize = 200;

/// The whole report.
pub fn render(report: &Report) -> String {
    let mut out = format!("# {}\n\n", escape(&report.title));
    for note in &report.notes {
        let _ = writeln!(out, "> {}\n>", escape(note));
    }
    out.push('\n');
    batches(report, &mut out);
    actors(report, &mut out);
    pairs(report, &mut out);
    decks(report, &mut out);
    extras(report, &mut out);
    disagreements(report, &mut out);
    out
}

fn batches(report: &Report, out: &mut String) {
    out.push_str("## Batches\n\n| batch | actor | games | complete | in-sample | first hands kept |\n|---|---|---|---|---|---|\n");
    for batch in &report.batches {
        for actor in &batch.actors {
            let _ = writeln!(
                out,
                "| {} | {} | {} of {} | {} | {} | {} |",
                batch.batch,
                escape(&actor.actor),
                actor.games,
                batch.games,
                if actor.complete { "yes" } else { "no" },
                actor.in_sample,
                escape(&words::rate(&actor.keep_rate))
            );
        }
        if batch.sealed {
            let _ = writeln!(out, "| {} | machine actors | sealed | | | |", batch.batch);
        }
    }
    out.push('\n');
    for batch in &report.batches {
        let _ = writeln!(
            out,
            "- batch {}: {}; decks {}; {}, {}; from {}{}",
            batch.batch,
            count(batch.games, "game"),
            escape(&batch.decks.join(", ")),
            count(batch.options.seats, "seat"),
            count(batch.options.free_mulligans, "free mulligan"),
            escape(&batch.files.join(", ")),
            batch
                .house_rule
                .as_ref()
                .map_or_else(String::new, |rule| format!("; house rule: {}", escape(rule)))
        );
    }
    out.push('\n');
}

fn actors(report: &Report, out: &mut String) {
    let Some(reference) = &report.reference else { return };
    let name = escape(reference);
    let _ = write!(
        out,
        "## Agreement with {name}\n\n| actor | agreement with {name}, first hands | kappa | AC1 | all decisions |\n|---|---|---|---|---|\n"
    );
    for label in report.actors.keys() {
        let Some(pair) = report.with_reference(label) else {
            continue;
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {}, {}; {} dropped |",
            escape(label),
            escape(&words::rate(&pair.agreement())),
            escape(&words::coefficient(&pair.kappa())),
            escape(&words::coefficient(&pair.ac1())),
            escape(&words::rate(&pair.all_decisions.agreement)),
            pair.all_decisions.condition,
            pair.all_decisions.dropped
        );
    }
    out.push('\n');
}

fn pairs(report: &Report, out: &mut String) {
    out.push_str("## Pairs\n\nFirst hands, one per game. p: sign-flip test over games; Holm over all pairs of the report; power for a true difference of 0.10 at 5 %, two-sided. \"Not separated\" is not \"equal\".\n\n");
    if report.pairs.is_empty() {
        out.push_str("No two actors have a common game to compare.\n\n");
    }
    for (test, pairs) in report.pairs_by_test() {
        let _ = writeln!(out, "### {}\n", escape(test));
        out.push_str(
            "| a | b | verdict | same choice | differ | difference | p | Holm p | McNemar mid-p | power | left out |\n",
        );
        out.push_str("|---|---|---|---|---|---|---|---|---|---|---|\n");
        for pair in pairs {
            let power = pair.power.zip(pair.n_for_80).map_or_else(
                || "undefined".to_owned(),
                |(power, n)| format!("{power:.2} (80 % needs {n} games)"),
            );
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {} of {} | {} | {} | {} | {} | {power} | {} |",
                escape(&pair.a),
                escape(&pair.b),
                escape(&pair.verdict_words),
                escape(&words::rate(&pair.agreement())),
                pair.discordant,
                pair.n_games,
                escape(&words::points(&pair.diff)),
                escape(&words::p_value(pair.sign_flip_p)),
                escape(&words::p_value(pair.holm_p)),
                escape(&words::p_value(pair.mcnemar_mid_p)),
                pair.dropped.total()
            );
        }
        out.push('\n');
    }
}

fn decks(report: &Report, out: &mut String) {
    out.push_str("## By deck (described, not tested)\n\n| deck | actor | first hands kept | agreement with the reference |\n|---|---|---|---|\n");
    for (deck, summary) in &report.by_deck {
        for (label, actor) in &summary.actors {
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} |",
                escape(deck),
                escape(label),
                escape(&words::rate(&actor.keep_rate)),
                actor
                    .agreement
                    .as_ref()
                    .map_or_else(|| "—".to_owned(), |figure| escape(&words::rate(figure)))
            );
        }
    }
    out.push('\n');
}

fn extras(report: &Report, out: &mut String) {
    for (label, retest) in &report.retest {
        let _ = writeln!(
            out,
            "## Retest of {}\n\n- the same answer on {} of {} blind repeats: {}\n- ceiling for a perfect model: {}{}\n",
            escape(label),
            retest.same,
            retest.repeats,
            escape(&words::rate(&retest.figures.retest)),
            escape(&words::rate(&retest.figures.ceiling)),
            retest
                .figures
                .ceiling
                .why
                .as_ref()
                .map_or_else(String::new, |why| format!(" ({})", escape(why)))
        );
    }
    for curve in &report.learning_curves {
        let labels = curve.labels.as_deref().unwrap_or("its label actor");
        let _ = writeln!(
            out,
            "## Learning curve of {}: agreement with {}\n",
            escape(&curve.actors.join(", ")),
            escape(labels)
        );
        for point in &curve.points {
            let _ = writeln!(
                out,
                "- {:.0} {}: {} {}",
                point.size,
                point.unit,
                point.metric,
                escape(&words::rate(&point.figure))
            );
        }
        out.push('\n');
    }
    if !report.in_sample.is_empty() {
        out.push_str("## In-sample games (left out of every rate and test)\n\n");
        for game in &report.in_sample {
            let _ = writeln!(
                out,
                "- {}: {} (bundle {})",
                escape(&game.actor),
                game.group,
                super::gather::short(&game.bundle)
            );
        }
        out.push('\n');
    }
}

fn disagreements(report: &Report, out: &mut String) {
    let _ = writeln!(out, "## Disagreements: {} hands\n", report.disagreements.len());
    for hand in report.disagreements.iter().take(MOST_HANDS) {
        disagreement(hand, out);
    }
    let more = report.disagreements.len().saturating_sub(MOST_HANDS);
    if more > 0 {
        let _ = writeln!(out, "{more} more hands are in the JSON form (`--json`).");
    }
}

fn disagreement(hand: &Disagreement, out: &mut String) {
    let _ = writeln!(
        out,
        "### {} · game {} of batch {}: {} keep, {} mulligan\n\n{}\n",
        escape(&hand.deck),
        hand.game,
        hand.batch,
        hand.keeps,
        hand.mulligans,
        escape(&hand.state)
    );
    for card in &hand.commanders {
        let _ = writeln!(out, "- commander: {}", escape(&card.text()));
    }
    for card in &hand.hand {
        let _ = writeln!(out, "- {}", escape(&card.text()));
    }
    out.push('\n');
    for choice in &hand.choices {
        let _ = writeln!(
            out,
            "- **{}**: {}",
            escape(&choice.actor),
            escape(&super::terminal::choice_words(choice))
        );
    }
    out.push('\n');
}

/// Foreign text as Markdown shows it unchanged.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in words::plain(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '#' | '|' | '~' | '!' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}
