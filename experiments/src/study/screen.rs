//! What a person sees at a decision: deck, commander, mulligan state, hand with one line a card.

use crate::cli::Out;
use std::fmt::Write as _;
use turnzero_contract::card::{CardType, Face};
use turnzero_contract::{
    ActionKind, BottomTiming, CardDefinition, Color, DecisionPoint, OpeningObservation, PlayerKnowledge,
};

/// Where a person stands in the study.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Number of this hand's game, from 1.
    pub game: u32,
    /// Games in all.
    pub games: u32,
    /// Unsure judgments so far.
    pub unsure: u32,
    /// Median seconds a decision of this session took so far.
    pub median_seconds: Option<f64>,
}

/// The whole screen of one decision.
pub fn decision(
    out: Out,
    deck: &str,
    knowledge: &PlayerKnowledge,
    point: &DecisionPoint,
    progress: Option<Progress>,
) -> String {
    let mut text = String::new();
    if let Some(progress) = progress {
        let _ = write!(
            text,
            "\n{}",
            out.bold(format!("hand {}/{} · {deck}", progress.game, progress.games))
        );
        let _ = write!(text, " · {} unsure", progress.unsure);
        if let Some(seconds) = progress.median_seconds {
            let _ = write!(text, " · {seconds:.1} s median");
        }
        text.push('\n');
    } else {
        let _ = writeln!(text, "\n{}", out.bold(deck));
    }
    let Some(opening) = &point.observation.opening else {
        return text;
    };
    for name in &opening.commanders {
        let _ = writeln!(text, "commander {}", card_line(out, knowledge, name));
    }
    let _ = writeln!(text, "{}", out.dim(situation(knowledge, point, opening)));
    for name in &opening.hand {
        let _ = writeln!(text, "• {}", card_line(out, knowledge, name));
    }
    if !opening.chosen_for_bottom.is_empty() {
        let _ = writeln!(text, "to the bottom: {}", opening.chosen_for_bottom.join(", then "));
    }
    text
}

/// Turn order, mulligans taken, and what the next one costs, in one line.
fn situation(knowledge: &PlayerKnowledge, point: &DecisionPoint, opening: &OpeningObservation) -> String {
    let order = match point.observation.starting_player {
        Some(starting) if starting == point.seat => "on the play",
        Some(_) => "on the draw",
        None => "turn order unknown",
    };
    let taken = opening.mulligans_taken.get(point.seat.index()).copied().unwrap_or(0);
    let mut text = format!("{}, {order}; ", crate::cli::count(knowledge.options.seats, "player"));
    match taken {
        0 => text.push_str("first hand"),
        1 => text.push_str("after 1 mulligan"),
        n => {
            let _ = write!(text, "after {n} mulligans");
        }
    }
    let counted = taken.saturating_sub(u32::from(knowledge.options.free_mulligans));
    if opening.pending_mulligan_bottom_cards > 0 {
        let _ = write!(
            text,
            "; {} to put on the bottom",
            cards(opening.pending_mulligan_bottom_cards)
        );
    } else if counted > 0 && knowledge.options.bottom_timing == BottomTiming::AfterKeep {
        let _ = write!(text, "; a keep puts {} on the bottom", cards(counted));
    }
    if point.find(&ActionKind::Mulligan).is_some() {
        let next = if opening.free_mulligans_left > 0 {
            "the next mulligan is free".to_owned()
        } else {
            format!("the next mulligan leaves {}", cards(6_u32.saturating_sub(counted)))
        };
        let _ = write!(text, "; {next}");
    }
    text
}

fn cards(n: u32) -> String {
    crate::cli::count(n, "card")
}

/// Name, cost, type line and size of a card.
pub fn card_line(out: Out, knowledge: &PlayerKnowledge, name: &str) -> String {
    knowledge
        .definition(name)
        .map_or_else(|| name.to_owned(), |card| definition_line(out, card))
}

/// Name, cost, type line and size of a definition.
pub fn definition_line(out: Out, card: &CardDefinition) -> String {
    let faces: Vec<String> = card.faces.iter().map(|face| face_line(out, face)).collect();
    faces.join("  //  ")
}

fn face_line(out: Out, face: &Face) -> String {
    let mut text = if face.is(CardType::Land) {
        out.paint("32", &face.name)
    } else {
        out.bold(&face.name)
    };
    if let Some(cost) = &face.cost {
        let _ = write!(text, "  {cost}");
    }
    let _ = write!(text, "  {}", out.dim(type_line(face)));
    if let (Some(power), Some(toughness)) = (&face.power, &face.toughness) {
        let _ = write!(text, "  {power}/{toughness}");
    }
    text
}

/// The type line of a face, such as `Legendary Creature — Elf Shaman` (CR 205.1).
pub fn type_line(face: &Face) -> String {
    let words: Vec<&str> = face
        .supertypes
        .iter()
        .map(|s| s.word())
        .chain(face.types.iter().map(|t| t.word()))
        .collect();
    let mut text = words.join(" ");
    if !face.subtypes.is_empty() {
        let _ = write!(text, " — {}", face.subtypes.join(" "));
    }
    text
}

/// Rules text of a card, the mana that basic land types bring by rule included (CR 305.6).
pub fn card_text(card: &CardDefinition) -> String {
    let mut text = String::new();
    for subtype in card
        .faces
        .iter()
        .filter(|face| face.is(CardType::Land))
        .flat_map(|face| &face.subtypes)
    {
        if let Some(color) = Color::of_basic_land_type(subtype) {
            let _ = writeln!(text, "{{T}}: Add {{{color}}}.");
        }
    }
    text.push_str(&turnzero_cards::render::rules_text(card));
    text
}

/// Rules text of every card of the hand and the commanders, or of the one that `name` means.
pub fn rules_text(out: Out, knowledge: &PlayerKnowledge, point: &DecisionPoint, name: Option<&str>) -> String {
    let Some(opening) = &point.observation.opening else {
        return String::new();
    };
    let mut names: Vec<&String> = opening.commanders.iter().chain(&opening.hand).collect();
    names.dedup();
    if let Some(wanted) = name {
        let wanted = wanted.to_lowercase();
        names.retain(|name| name.to_lowercase().starts_with(&wanted));
        if names.is_empty() {
            return format!("No card of this hand starts with \"{wanted}\".\n");
        }
    }
    let mut text = String::new();
    for name in names {
        let Some(card) = knowledge.definition(name) else {
            continue;
        };
        let _ = writeln!(text, "{}", definition_line(out, card));
        for line in card_text(card).lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    text
}
