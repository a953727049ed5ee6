//! `spark advise`: keep or mulligan for one hand, and why.

use crate::advice::{self, Advice, Question, percent, word};
use crate::cli::{self, CatalogArg, Out, decks};
use crate::error::{AppError, Result};
use crate::hands::{self, Situation};
use crate::model::{self, LoadedModel};
use crate::study::screen;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use turnzero_contract::PlayerKnowledge;
use turnzero_spark::features::FEATURES;

/// A hand and the situation it is judged in.
#[derive(Clone, Debug, Args)]
pub struct HandArgs {
    /// Deck list in any common format
    #[arg(long, value_name = "FILE")]
    pub deck: PathBuf,
    /// On the draw (default: on the play)
    #[arg(long)]
    pub on_draw: bool,
    /// Mulligans taken before this hand: the free ones, and up to seven that cost a card
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=14))]
    pub mulligans_taken: u32,
    /// Players at the table (4 with commanders, else 2)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub seats: Option<u8>,
    /// Mulligans that cost no card (1 with commanders, else 0)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=7))]
    pub free_mulligans: Option<u8>,
    /// Where cards outside the pool come from
    #[command(flatten)]
    pub catalog: CatalogArg,
}

impl HandArgs {
    /// The deck and the situation.
    ///
    /// # Errors
    /// Exit-3 class for a deck that cannot be read or played.
    pub fn load(&self, root: &turnzero_datasets::DataRoot) -> Result<(decks::LoadedDeck, Situation)> {
        let deck = match decks::load_one(&self.deck, None) {
            Ok(deck) => deck,
            // The pool does not hold every card: the catalogue is opened only then.
            Err(_) => decks::load_one(&self.deck, decks::catalog(&self.catalog, root)?.as_ref())?,
        };
        let situation = Situation::new(&deck, self.seats, self.free_mulligans)?;
        Ok((deck, situation))
    }
}

/// Cards separated by `;`, in the deck's own spelling.
///
/// # Errors
/// Exit-3 class naming a card that the deck does not hold.
pub fn parse_hand(deck: &decks::LoadedDeck, text: &str) -> Result<Vec<String>> {
    let written: Vec<String> = text
        .split(';')
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    let mut hand = hands::names(deck, &written).map_err(|error| AppError::Input(format!("--hand: {error}")))?;
    hand.sort();
    Ok(hand)
}

/// Arguments of `spark advise`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  spark advise --deck decks/commander_quintorius_loremaster.txt \\
    --hand \"Boros Garrison; Plains; Sol Ring; Faithless Looting; Wrath of God; Sun Titan; Guttersnipe\"
  spark advise --deck burn.txt --on-draw --mulligans-taken 1 --json \\
    --hand \"Mountain; Mountain; Lightning Bolt; Lava Spike; Rift Bolt; Goblin Guide; Eidolon of the Great Revel\"")]
pub struct AdviseArgs {
    #[command(flatten)]
    hand_args: HandArgs,
    /// The hand: cards separated by `;`, seven, or seven minus counted mulligans when bottomed
    #[arg(long, value_name = "CARDS")]
    hand: String,
    /// Run id, unique prefix, `latest`, or a bundle folder
    #[arg(long, value_name = "RUN", default_value = "latest")]
    run: String,
}

impl AdviseArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// Exit-3 class for a hand that does not fit the deck, or a missing model.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let out = Out::new(global);
        let root = cli::data_root()?;
        let loaded = model::load(&root, Some(&self.run))?;
        let (deck, situation) = self.hand_args.load(&root)?;
        let hand = parse_hand(&deck, &self.hand)?;
        let question = Question {
            deck: &deck,
            situation: &situation,
            hand: &hand,
            on_play: Some(!self.hand_args.on_draw),
            mulligans_taken: self.hand_args.mulligans_taken,
        };
        let advice = advice::advise(&question, &loaded.model)?;
        let score = advice.judgment.score;
        let (knowledge, point) = question.ask()?;
        let facts_only: Vec<&String> = hand.iter().filter(|name| deck.facts_only.contains(name)).collect();

        out.text(wrapped(&screen::decision(out, &deck.name, &knowledge, &point, None)))?;
        say(out, &advice, &loaded, &knowledge)?;
        if !facts_only.is_empty() {
            out.line(wrapped(&format!(
                "{} of the cards known by catalogue facts and simple mana abilities only: {}",
                facts_only.len(),
                facts_only
                    .iter()
                    .map(|name| name.as_str())
                    .collect::<Vec<_>>()
                    .join("; ")
            )))?;
        }
        out.line(out.dim(format_args!("model {}", loaded.bundle.name)))?;

        let features: serde_json::Map<String, serde_json::Value> = FEATURES
            .iter()
            .zip(&advice.judgment.features.values)
            .map(|(feature, value)| (feature.name.to_owned(), json!(value)))
            .collect();
        out.object(&json!({
            "decision": word(score.keep()),
            "p_keep": score.p_keep,
            "p_keep_balanced": score.p_keep_balanced,
            "run": loaded.bundle.name,
            "labels": loaded.model.origin.labels,
            "options": {
                "seats": situation.options.seats,
                "free_mulligans": situation.options.free_mulligans,
                "mulligans_taken": self.hand_args.mulligans_taken,
                "on_play": !self.hand_args.on_draw,
                "house_rule": situation.options.house_rule,
            },
            "features": features,
            "truncated": advice.judgment.features.truncated,
            "facts_only": facts_only.len(),
            "for_keeping": advice.facts(true, 3),
            "against_keeping": advice.facts(false, 3),
            "baselines": advice.baselines,
            "bottom": advice.bottom.as_ref().map_or_else(Vec::new, |plan| plan.bottom.clone()),
            "changes": advice.changes,
            "outside_training": advice.outside,
        }))
    }
}

/// The verdict and what it rests on, for people.
fn say(out: Out, advice: &Advice, loaded: &LoadedModel, knowledge: &PlayerKnowledge) -> Result<()> {
    let score = advice.judgment.score;
    let verdict = word(score.keep());
    out.line(format_args!("\n{}", out.bold(verdict)))?;
    out.line(format_args!(
        "  {:>6}  keep with both choices weighted alike; this decides, at 50 %",
        percent(score.p_keep_balanced)
    ))?;
    out.line(format_args!(
        "  {:>6}  keep at the class mix of the training hands",
        percent(score.p_keep)
    ))?;
    out.line(out.dim(wrapped(&model::label_note(&loaded.model.origin.labels))))?;
    if !advice.outside.is_empty() {
        out.line("\noutside the training data, so these figures are extrapolated")?;
        for line in advice.outside.lines(knowledge) {
            out.line(hanging("  ", &line))?;
        }
    }
    for (keeping, title) in [(true, "for keeping"), (false, "against keeping")] {
        out.line(format_args!("\n{title}"))?;
        let facts = advice.facts(keeping, 3);
        if facts.is_empty() {
            out.line("  nothing")?;
        }
        for fact in &facts {
            out.line(hanging(&format!("  {:+.2}  ", fact.weight), &fact.words))?;
        }
    }
    if let Some(plan) = &advice.bottom {
        out.line("\nif kept, to the bottom")?;
        out.line(hanging("  ", &plan.bottom.join("; ")))?;
        out.line(hanging(
            &format!("  {:>6}  ", percent(plan.score.p_keep_balanced)),
            "for what is left; no bottom choice was learned, the model extrapolates",
        ))?;
    }
    out.line(format_args!("\nwhat would make it {}", word(!score.keep())))?;
    if advice.changes.is_empty() {
        out.line("  no other turn order, mulligan count or single card of this deck")?;
    }
    for change in &advice.changes {
        out.line(hanging(
            &format!("  {:>6}  ", percent(change.p_keep_balanced)),
            &if change.outside_training {
                format!("{} (outside the training data)", change.what)
            } else {
                change.what.clone()
            },
        ))?;
    }
    out.line("\nothers on this hand")?;
    for (title, wanted) in [("keep", "KEEP"), ("mulligan", "MULLIGAN")] {
        let names: Vec<&str> = advice
            .baselines
            .iter()
            .filter(|(name, answer)| *answer == wanted && *name != "spark")
            .map(|(name, _)| name.as_str())
            .collect();
        let names = if names.is_empty() {
            "nobody".to_owned()
        } else {
            names.join(", ")
        };
        out.line(hanging(&format!("  {title:10}"), &names))?;
    }
    out.line("")
}

/// Columns of the text, as on the narrowest terminal in use.
const COLUMNS: usize = 80;

/// Text whose long lines continue below, indented by two.
fn wrapped(text: &str) -> String {
    text.split('\n')
        .map(|line| fold("", "    ", line))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Text behind a lead, continued below its first letter.
fn hanging(lead: &str, text: &str) -> String {
    fold(lead, &" ".repeat(lead.chars().count()), text)
}

fn fold(lead: &str, indent: &str, text: &str) -> String {
    let mut done = String::from(lead);
    let mut column = width(lead);
    let mut fresh = true;
    for part in text.split_inclusive(' ') {
        if !fresh && column + width(part.trim_end()) > COLUMNS {
            done.truncate(done.trim_end().len());
            done.push('\n');
            done.push_str(indent);
            column = width(indent);
        }
        done.push_str(part);
        column += width(part);
        fresh = false;
    }
    done
}

/// Letters that take room: escape sequences of colours take none.
fn width(text: &str) -> usize {
    let (mut count, mut escaped) = (0, false);
    for letter in text.chars() {
        match (escaped, letter) {
            (true, 'm') => escaped = false,
            (true, _) => {}
            (false, '\u{1b}') => escaped = true,
            (false, _) => count += 1,
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_within_the_columns() {
        let text = "word ".repeat(60);
        for line in hanging("  +1.00  ", &text).lines().chain(wrapped(&text).lines()) {
            assert!(width(line) <= COLUMNS, "{line}");
        }
        let painted = format!("\u{1b}[1m{}\u{1b}[0m", "x".repeat(COLUMNS));
        assert_eq!(wrapped(&painted), painted);
        assert_eq!(wrapped("a\n\nb\n"), "a\n\nb\n");
    }
}
