//! Companion conditions (CR 702.139, 103.2b) of the ten companions, as facts about the deck.

use turnzero_contract::card::{Ability, CardType, DefinitionSource, Keyword};
use turnzero_contract::{CardDefinition, ManaSymbol};

use super::Format;
use super::problem::{DeckProblem, ProblemKind};
use super::resolve::{ResolvedCard, ResolvedDeck, copies};

pub(super) fn check(deck: &ResolvedDeck, format: Format, problems: &mut Vec<DeckProblem>) {
    let line = |card: &ResolvedCard| card.lines.first().copied();
    if copies(&deck.companions) > 1 {
        problems.push(DeckProblem::new(
            ProblemKind::Companion,
            deck.companions.first().and_then(line),
            "",
            "only one companion may be chosen (CR 702.139a)",
        ));
    }
    for companion in &deck.companions {
        let name = companion.definition.name.as_str();
        let report = |text: String| DeckProblem::new(ProblemKind::Companion, line(companion), name, text);
        let known = rule(name);
        if known.is_none()
            && !companion
                .definition
                .front()
                .keywords()
                .any(|k| *k == Keyword::Companion)
        {
            problems.push(report("has no companion ability (CR 702.139)".to_owned()));
            continue;
        }
        let Some(rule) = known else {
            problems.push(report("this companion's condition cannot be checked here".to_owned()));
            continue;
        };
        if let Err(text) = rule(deck, format) {
            problems.push(report(format!("condition not met: {text} (CR 702.139b)")));
        }
    }
}

type Rule = fn(&ResolvedDeck, Format) -> Result<(), String>;

fn rule(name: &str) -> Option<Rule> {
    Some(match name {
        "Lurrus of the Dream-Den" => |deck, _| {
            each(deck, "permanent cards must have mana value 2 or less", |c| {
                !is_permanent(c) || c.mana_value() <= 2
            })
        },
        "Gyruda, Doom of Depths" => |deck, _| each(deck, "every mana value must be even", |c| c.mana_value() % 2 == 0),
        "Obosh, the Preypiercer" => |deck, _| {
            each(deck, "nonland cards must have odd mana values", |c| {
                c.is_land() || c.mana_value() % 2 == 1
            })
        },
        "Keruga, the Macrosage" => |deck, _| {
            each(deck, "nonland cards must have mana value 3 or more", |c| {
                c.is_land() || c.mana_value() >= 3
            })
        },
        "Kaheera, the Orphanguard" => |deck, _| {
            let kinds = ["Cat", "Elemental", "Nightmare", "Dinosaur", "Beast"];
            each(
                deck,
                "creatures must be Cats, Elementals, Nightmares, Dinosaurs or Beasts",
                |c| !c.front().is(CardType::Creature) || kinds.iter().any(|kind| c.front().has_subtype(kind)),
            )
        },
        "Jegantha, the Wellspring" => {
            |deck, _| each(deck, "no cost may repeat a mana symbol", |c| !repeats_a_symbol(c))
        }
        "Lutri, the Spellchaser" => |deck, _| {
            let twice = deck
                .main
                .iter()
                .chain(&deck.commanders)
                .find(|c| !c.definition.is_land() && c.count > 1);
            twice.map_or(Ok(()), |c| {
                Err(format!("nonland cards must differ, `{}` does not", c.definition.name))
            })
        },
        "Umori, the Collector" => |deck, _| {
            let shared = CardType::ALL
                .iter()
                .any(|kind| starting(deck).all(|c| c.definition.is_land() || c.definition.front().is(*kind)));
            if shared {
                Ok(())
            } else {
                Err("nonland cards must share a card type".to_owned())
            }
        },
        "Yorion, Sky Nomad" => |deck, format| {
            let least = if format == Format::Commander { 120 } else { 80 };
            let size = deck.size();
            if size >= least {
                Ok(())
            } else {
                Err(format!("{size} cards, at least {least} are needed"))
            }
        },
        "Zirda, the Dawnwaker" => |deck, _| {
            if let Some(card) = starting(deck).find(|c| c.facts_only() && is_permanent(&c.definition)) {
                return Err(format!(
                    "`{}` is known by facts only, so its abilities cannot be checked",
                    card.definition.name
                ));
            }
            each(deck, "permanent cards must have an activated ability", |c| {
                !is_permanent(c)
                    || c.front()
                        .expanded_abilities()
                        .iter()
                        .any(|a| matches!(a, Ability::Activated(_)))
                    || c.source == DefinitionSource::FactsOnly
            })
        },
        _ => return None,
    })
}

/// The starting deck; in Commander the commanders are part of it (CR 702.139d).
fn starting(deck: &ResolvedDeck) -> impl Iterator<Item = &ResolvedCard> {
    deck.commanders.iter().chain(&deck.main)
}

fn each(deck: &ResolvedDeck, text: &str, fits: impl Fn(&CardDefinition) -> bool) -> Result<(), String> {
    let breaking: Vec<&str> = starting(deck)
        .filter(|c| !fits(&c.definition))
        .map(|c| c.definition.name.as_str())
        .collect();
    match breaking.as_slice() {
        [] => Ok(()),
        [first] => Err(format!("{text}, `{first}` does not fit")),
        [first, rest @ ..] => Err(format!("{text}, `{first}` and {} more do not fit", rest.len())),
    }
}

fn is_permanent(card: &CardDefinition) -> bool {
    card.front().is_permanent()
}

fn repeats_a_symbol(card: &CardDefinition) -> bool {
    card.faces.iter().filter_map(|face| face.cost.as_ref()).any(|cost| {
        let mut symbols: Vec<ManaSymbol> = cost.0.clone();
        symbols.sort_unstable();
        symbols.windows(2).any(|pair| matches!(pair, [a, b] if a == b))
    })
}
