//! Deck construction rules: size, copies, colour identity, commanders, companions, ban lists.

use std::collections::BTreeMap;

use turnzero_contract::card::{CardType, Keyword, Supertype};
use turnzero_contract::{CardDefinition, Color, ColorSet};

use super::companion;
use super::problem::{DeckProblem, ProblemKind};
use super::resolve::{ResolvedCard, ResolvedDeck, copies};
use super::{Format, Section};
use crate::catalog::{Catalog, Legality, Lookup};

/// Checks a deck against its format: the one it names, else Commander when it has commanders,
/// else constructed. A benchmark deck is checked for card existence only, which `resolve` did.
///
/// Ban lists need a catalogue that states legalities; without one they are not checked.
pub fn check(deck: &ResolvedDeck, catalog: Option<&Catalog>) -> Vec<DeckProblem> {
    let format = deck.format.unwrap_or(if deck.commanders.is_empty() {
        Format::Constructed
    } else {
        Format::Commander
    });
    let mut problems = Vec::new();
    match format {
        Format::Benchmark => return problems,
        Format::Commander => commander(deck, &mut problems),
        _ => constructed(deck, format, &mut problems),
    }
    companion::check(deck, format, &mut problems);
    if let Some((catalog, key)) = catalog.zip(format.legality_key()) {
        banned(deck, catalog, key, &mut problems);
    }
    problems.sort_by_key(|p| p.line);
    problems
}

fn line(card: &ResolvedCard) -> Option<usize> {
    card.lines.first().copied()
}

fn lines(numbers: &[usize]) -> String {
    let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
    format!(
        "{} {}",
        if words.len() == 1 { "line" } else { "lines" },
        words.join(", ")
    )
}

/// All copies by name over some sections, with their lines.
fn by_name<'a>(sections: &[&'a [ResolvedCard]]) -> BTreeMap<&'a str, (&'a CardDefinition, u64, Vec<usize>)> {
    let mut all: BTreeMap<&str, (&CardDefinition, u64, Vec<usize>)> = BTreeMap::new();
    for card in sections.iter().flat_map(|section| section.iter()) {
        let slot = all
            .entry(card.definition.name.as_str())
            .or_insert((&card.definition, 0, Vec::new()));
        slot.1 += u64::from(card.count);
        slot.2.extend(&card.lines);
    }
    for (_, _, lines) in all.values_mut() {
        lines.sort_unstable();
        lines.dedup();
    }
    all
}

/// Copies a deck may hold of a card: the format's limit, unless the card says otherwise.
fn limit(card: &CardDefinition, usual: u64) -> Option<u64> {
    if card.front().has_supertype(Supertype::Basic) && card.is_land() {
        return None;
    }
    let own = card.front().keywords().find_map(|keyword| match keyword {
        Keyword::DeckLimit(most) => Some(most.map(u64::from)),
        _ => None,
    });
    own.unwrap_or(Some(usual))
}

fn constructed(deck: &ResolvedDeck, format: Format, problems: &mut Vec<DeckProblem>) {
    for card in &deck.commanders {
        problems.push(DeckProblem::new(
            ProblemKind::Commander,
            line(card),
            &card.definition.name,
            format!("a {} deck has no commander", format.name()),
        ));
    }
    let main = copies(&deck.main);
    if main < 60 {
        problems.push(DeckProblem::new(
            ProblemKind::DeckSize,
            None,
            "",
            format!("{main} cards in the main deck, at least 60 are needed (CR 100.2a)"),
        ));
    }
    let side = copies(&deck.sideboard);
    if side > 15 {
        problems.push(DeckProblem::new(
            ProblemKind::DeckSize,
            None,
            "",
            format!("{side} cards in the sideboard, at most 15 are allowed (CR 100.4a)"),
        ));
    }
    // A companion counts as a sideboard card; exports often list it in both places.
    let apart: Vec<ResolvedCard> = deck
        .companions
        .iter()
        .filter(|c| !deck.sideboard.iter().any(|s| s.definition.name == c.definition.name))
        .cloned()
        .collect();
    for (name, (card, count, at)) in by_name(&[&deck.main, &deck.sideboard, &apart]) {
        if limit(card, 4).is_some_and(|most| count > most) {
            problems.push(DeckProblem::new(
                ProblemKind::TooManyCopies,
                at.first().copied(),
                name,
                format!(
                    "{count} copies in deck and sideboard together ({}), at most {} (CR 100.2a, 100.4a)",
                    lines(&at),
                    limit(card, 4).unwrap_or(4),
                ),
            ));
        }
    }
}

fn commander(deck: &ResolvedDeck, problems: &mut Vec<DeckProblem>) {
    let size = deck.size();
    if size != 100 {
        problems.push(DeckProblem::new(
            ProblemKind::DeckSize,
            None,
            "",
            format!("{size} cards with the commanders, exactly 100 are needed (CR 903.5a)"),
        ));
    }
    if let Some(card) = deck.sideboard.first() {
        problems.push(
            DeckProblem::new(
                ProblemKind::DeckSize,
                line(card),
                &card.definition.name,
                format!(
                    "{} cards in a sideboard; a Commander deck has none (CR 903.5e, 903.11)",
                    copies(&deck.sideboard)
                ),
            )
            .suggest(format!(
                "remove the section or call it `{}`",
                Section::Outside.heading()
            )),
        );
    }
    for (name, (card, count, at)) in by_name(&[&deck.commanders, &deck.main]) {
        if limit(card, 1).is_some_and(|most| count > most) {
            problems.push(DeckProblem::new(
                ProblemKind::Singleton,
                at.first().copied(),
                name,
                format!("{count} copies ({}) in a singleton deck (CR 903.5b)", lines(&at)),
            ));
        }
    }
    eligible(&deck.commanders, problems);
    identity(deck, problems);
}

/// Colours of the commanders together (CR 702.124c, 903.4).
fn commanders_identity(deck: &ResolvedDeck) -> ColorSet {
    deck.commanders
        .iter()
        .fold(ColorSet::EMPTY, |all, c| all.union(c.definition.color_identity))
}

fn identity(deck: &ResolvedDeck, problems: &mut Vec<DeckProblem>) {
    if deck.commanders.is_empty() {
        return;
    }
    let allowed = commanders_identity(deck);
    let shown = |set: ColorSet| {
        if set.is_empty() {
            "colourless".to_owned()
        } else {
            set.to_string()
        }
    };
    for card in deck.main.iter().chain(&deck.companions) {
        let own = card.definition.color_identity;
        let land_types: ColorSet = card
            .definition
            .faces
            .iter()
            .filter(|face| face.is(CardType::Land))
            .flat_map(|face| face.subtypes.iter())
            .filter_map(|subtype| Color::of_basic_land_type(subtype))
            .collect();
        let (what, rule) = if !own.is_subset(allowed) {
            (own, "903.5c")
        } else if !land_types.is_subset(allowed) {
            (land_types, "903.5d")
        } else {
            continue;
        };
        problems.push(DeckProblem::new(
            ProblemKind::ColorIdentity,
            line(card),
            &card.definition.name,
            format!(
                "colour identity {} is outside the commanders' {} (CR {rule})",
                shown(what),
                shown(allowed)
            ),
        ));
    }
}

/// One legal commander, or a legal pair (CR 903.3, 702.124).
fn eligible(commanders: &[ResolvedCard], problems: &mut Vec<DeckProblem>) {
    let total = copies(commanders);
    match commanders {
        [] => problems.push(
            DeckProblem::new(ProblemKind::Commander, None, "", "no commander is named (CR 903.3)")
                .suggest("put the commander under a heading `Commander`"),
        ),
        [one] if total == 1 => {
            if !may_lead(&one.definition) {
                let background = is_background(&one.definition);
                problems.push(DeckProblem::new(
                    ProblemKind::Commander,
                    line(one),
                    &one.definition.name,
                    if background {
                        "a Background is a commander only beside one with \"choose a Background\" (CR 702.124k)"
                    } else {
                        "is no legendary creature, Vehicle or Spacecraft and does not say it can be a commander (CR 903.3)"
                    },
                ));
            }
        }
        [a, b] if total == 2 => {
            if !may_pair(&a.definition, &b.definition) {
                problems.push(DeckProblem::new(
                    ProblemKind::Commander,
                    line(a),
                    &format!("{} + {}", a.definition.name, b.definition.name),
                    "these two cannot be commanders together (CR 702.124)",
                ));
            }
        }
        [first, ..] => problems.push(DeckProblem::new(
            ProblemKind::Commander,
            line(first),
            &first.definition.name,
            format!("{total} commanders, at most two are allowed (CR 702.124g)"),
        )),
    }
}

fn may_lead(card: &CardDefinition) -> bool {
    let face = card.front();
    let body = face.is(CardType::Creature)
        || face.has_subtype("Vehicle")
        || (face.has_subtype("Spacecraft") && face.power.is_some() && face.toughness.is_some());
    (face.has_supertype(Supertype::Legendary) && body) || face.keywords().any(|k| *k == Keyword::MayBeCommander)
}

fn is_background(card: &CardDefinition) -> bool {
    let face = card.front();
    face.has_supertype(Supertype::Legendary) && face.is(CardType::Enchantment) && face.has_subtype("Background")
}

/// A Time Lord Doctor with no other creature type (CR 702.124m).
fn is_the_doctor(card: &CardDefinition) -> bool {
    let face = card.front();
    face.has_subtype("Doctor") && face.has_subtype("Time Lord") && face.subtypes.len() == 2
}

fn may_pair(a: &CardDefinition, b: &CardDefinition) -> bool {
    let one_way = |x: &CardDefinition, y: &CardDefinition| {
        x.front().keywords().any(|own| match own {
            Keyword::Partner | Keyword::PartnerFamily(_) => {
                y.front().keywords().any(|k| k == own) && may_lead(x) && may_lead(y)
            }
            Keyword::PartnerWith(name) => {
                let named =
                    |card: &CardDefinition, wanted: &str| crate::names::key(&card.name) == crate::names::key(wanted);
                let back = y
                    .front()
                    .keywords()
                    .any(|k| matches!(k, Keyword::PartnerWith(n) if named(x, n)));
                named(y, name) && back && may_lead(x) && may_lead(y)
            }
            Keyword::ChooseBackground => may_lead(x) && is_background(y),
            Keyword::DoctorsCompanion => may_lead(x) && is_the_doctor(y) && may_lead(y),
            _ => false,
        })
    };
    one_way(a, b) || one_way(b, a)
}

fn banned(deck: &ResolvedDeck, catalog: &Catalog, format: &str, problems: &mut Vec<DeckProblem>) {
    let sections: [&[ResolvedCard]; 4] = [&deck.commanders, &deck.companions, &deck.main, &deck.sideboard];
    for (name, (_, count, at)) in by_name(&sections) {
        // Every name came from pool or catalogue; a pool card the catalogue lacks has no status.
        let Ok(Lookup::Card(card)) = catalog.lookup(name, true) else {
            continue;
        };
        let text = match catalog.legality(&card, format) {
            Legality::Banned => format!("is banned in {format}"),
            Legality::NotLegal => format!("is not part of {format}"),
            Legality::Restricted if count > 1 => format!("is restricted in {format}: {count} copies, at most 1"),
            Legality::Legal | Legality::Restricted | Legality::Unknown => continue,
        };
        problems.push(DeckProblem::new(ProblemKind::Banned, at.first().copied(), name, text));
    }
}
