//! Effects on objects as clauses: damage, destruction, movement, counters, lasting changes.

use turnzero_contract::card::{Amount, Count, Destination, Effect, Filter, PlayerRef, Selector, TargetSpec, Zone};

use super::ability::{deontic_text, keyword_text, static_text};
use super::clause::{condition, duration, place};
use super::effect::mana_text;
use super::noun::{Form, Kind, MANY, MANY_CARDS, amount_text, is_several, noun, object};
use super::voice::{Voice, capital, list, number_word, owner_of, with_article};

/// A one-shot effect on objects as a clause.
pub(super) fn on_objects(voice: &Voice, effect: &Effect) -> String {
    match effect {
        Effect::AddMana(mana) => mana_text(voice, mana),
        Effect::DealDamage {
            source,
            amount,
            to,
            divided,
        } => {
            let source = source
                .as_ref()
                .map_or_else(|| voice.own_or_it().to_owned(), |source| object(voice, source));
            let to = object(voice, to);
            let to = if *divided {
                format!("divided as you choose among {to}")
            } else {
                format!("to {to}")
            };
            match amount {
                Amount::Fixed(n) => format!("{source} deals {n} damage {to}"),
                Amount::X => format!("{source} deals X damage {to}"),
                Amount::ThatMany => format!("{source} deals that much damage {to}"),
                Amount::Quotient(of, by) if **by == Amount::Targets => {
                    let what = to.strip_prefix("to ").unwrap_or(&to);
                    let of = amount_text(voice, of);
                    format!("{source} deals {of} damage divided evenly, rounded down, among {what}")
                }
                Amount::If {
                    condition: when,
                    then,
                    otherwise,
                } => format!(
                    "{source} deals {} damage {to}. If {}, it deals {} damage instead",
                    amount_text(voice, otherwise),
                    condition(voice, when),
                    amount_text(voice, then)
                ),
                other => format!("{source} deals damage equal to {} {to}", amount_text(voice, other)),
            }
        }
        Effect::Destroy { what, no_regeneration } => {
            let (what, pronoun) = all_of(voice, what);
            let rest = if *no_regeneration {
                format!(". {} can't be regenerated", capital(pronoun))
            } else {
                String::new()
            };
            format!("destroy {what}{rest}")
        }
        Effect::Move { what, to } => movement(voice, what, to),
        Effect::CounterTo { what, to } => {
            let instead = match to {
                Destination::Hand => "put it into its owner's hand".to_owned(),
                other => destination(other, "it"),
            };
            format!(
                "counter {}. If that spell is countered this way, {instead} instead of into its owner's graveyard",
                counterable(voice, what)
            )
        }
        Effect::Fight(first, second) => format!("{} fights {}", object(voice, first), object(voice, second)),
        Effect::TapOrUntap(what) => format!("tap or untap {}", all_of(voice, what).0),
        Effect::Counter(what) => format!("counter {}", counterable(voice, what)),
        Effect::PutCounters { what, kind, count } => {
            let counters = match count {
                Amount::Fixed(1) => format!("{} counter", with_article(kind)),
                Amount::Fixed(n) => format!("{} {kind} counters", number_word(*n)),
                other => format!("{} {kind} counters", amount_text(voice, other)),
            };
            format!("put {counters} on {}", object(voice, what))
        }
        Effect::Tap(what) => format!("tap {}", all_of(voice, what).0),
        Effect::Untap(what) => format!("untap {}", all_of(voice, what).0),
        Effect::Goad(what) => format!("goad {}", all_of(voice, what).0),
        Effect::Attach(what) => format!("attach {} to {}", voice.own, object(voice, what)),
        Effect::Regenerate(what) => format!("regenerate {}", object(voice, what)),
        Effect::Pending(family) => format!("[{family}: not spelled out yet]"),
        other => lasting(voice, other),
    }
}

/// A spell to be countered.
fn counterable(voice: &Voice, what: &Selector) -> String {
    match what {
        Selector::Target(spec) if spec.count == Count::Exactly(Amount::Fixed(1)) => {
            let form = Form {
                kind: Kind::Spell,
                plural: false,
                ..MANY
            };
            format!("target {}", noun(voice, &spec.filter, form))
        }
        other => object(voice, other),
    }
}

/// Effects with a duration.
#[expect(clippy::too_many_lines, reason = "one arm an effect, nothing else")]
fn lasting(voice: &Voice, effect: &Effect) -> String {
    match effect {
        Effect::Pump {
            what,
            power,
            toughness,
            duration: how_long,
        } => {
            let (subject, verb) = plural_subject(voice, what, "gets", "get");
            format!("{subject} {verb} {power:+}/{toughness:+} {}", duration(*how_long))
        }
        Effect::Grant {
            what,
            keywords,
            duration: how_long,
        } => {
            let (subject, verb) = plural_subject(voice, what, "gains", "gain");
            let words: Vec<String> = keywords
                .iter()
                .map(|keyword| keyword_text(voice, keyword).to_lowercase())
                .collect();
            format!("{subject} {verb} {} {}", list(&words, "and"), duration(*how_long))
        }
        Effect::Continuous {
            ability,
            duration: how_long,
        } => {
            let text = static_text(voice, ability);
            format!("{}, {}", duration(*how_long), text.trim_end_matches('.'))
        }
        Effect::Constrain {
            what,
            deontic,
            verb,
            duration: how_long,
        } => {
            let single = !matches!(what, Selector::Each(_));
            let (subject, _) = plural_subject(voice, what, "", "");
            format!(
                "{} {}",
                deontic_text(&subject, single, *deontic, *verb, None),
                duration(*how_long)
            )
        }
        Effect::Prevent {
            amount,
            to,
            duration: how_long,
        } => {
            let damage = match amount {
                Some(amount) => format!("the next {} damage", amount_text(voice, amount)),
                None => "all damage".to_owned(),
            };
            format!(
                "prevent {damage} that would be dealt to {} {}",
                object(voice, to),
                duration(*how_long)
            )
        }
        Effect::MayCast {
            what,
            free,
            duration: how_long,
        } => {
            let free = if *free { " without paying its mana cost" } else { "" };
            format!("you may cast {} {}{free}", object(voice, what), duration(*how_long))
        }
        Effect::InsteadOfGraveyard {
            what,
            to,
            duration: how_long,
        } => {
            let it = object(voice, what);
            let to = destination(to, "it");
            format!(
                "if {it} would be put into a graveyard {}, {to} instead",
                duration(*how_long)
            )
        }
        Effect::Become {
            what,
            size,
            types,
            colors,
            duration: how_long,
        } => {
            let mut words = Vec::new();
            if let Some((power, toughness)) = size {
                words.push(format!("{power}/{toughness}"));
            }
            if let Some(colors) = colors {
                let names: Vec<String> = colors.iter().map(|color| color.word().to_owned()).collect();
                words.push(if names.is_empty() {
                    "colorless".to_owned()
                } else {
                    names.join(" and ")
                });
            }
            words.extend(types.iter().cloned());
            format!(
                "{} becomes {} {}",
                object(voice, what),
                with_article(&words.join(" ")),
                duration(*how_long)
            )
        }
        // Every other effect has its own function above.
        _ => String::new(),
    }
}

/// `all creatures` and `they` for a whole group, else the object and `it`.
fn all_of(voice: &Voice, selector: &Selector) -> (String, &'static str) {
    match selector {
        Selector::Each(filter) => (format!("all {}", noun(voice, filter, MANY)), "they"),
        Selector::Target(TargetSpec { count, .. }) if is_several(count) => (object(voice, selector), "they"),
        other => (object(voice, other), "it"),
    }
}

fn plural_subject(voice: &Voice, selector: &Selector, one: &'static str, many: &'static str) -> (String, &'static str) {
    match selector {
        Selector::Each(filter) => (noun(voice, filter, MANY), many),
        other => (object(voice, other), one),
    }
}

pub(super) fn destination(to: &Destination, what: &str) -> String {
    match to {
        Destination::Hand => format!("return {what} to its owner's hand"),
        Destination::Battlefield { tapped, control } => {
            format!("put {what} onto the battlefield{}", entering(*tapped, *control))
        }
        Destination::Graveyard => format!("put {what} into its owner's graveyard"),
        Destination::Exile => format!("exile {what}"),
        Destination::LibraryTop => format!("put {what} on top of its owner's library"),
        Destination::LibraryBottom => format!("put {what} on the bottom of its owner's library"),
        Destination::LibraryShuffled => format!("shuffle {what} into its owner's library"),
        Destination::Command => format!("put {what} into the command zone"),
    }
}

/// A filter that is all of one player's graveyard.
fn whole_graveyard(filter: &Filter) -> Option<PlayerRef> {
    match filter {
        Filter::All(parts) => match parts.as_slice() {
            [Filter::Any, Filter::In(Zone::Graveyard), Filter::Owned(player)]
            | [Filter::In(Zone::Graveyard), Filter::Owned(player)] => Some(*player),
            _ => None,
        },
        _ => None,
    }
}

fn from_own_graveyard(what: &Selector) -> bool {
    let filter = match what {
        Selector::Target(spec) => &spec.filter,
        Selector::Chosen { filter, .. } | Selector::Random { filter, .. } | Selector::Each(filter) => filter,
        _ => return false,
    };
    matches!(filter, Filter::All(parts) if parts.contains(&Filter::Owned(PlayerRef::You)) && parts.contains(&Filter::In(Zone::Graveyard)))
}

fn movement(voice: &Voice, what: &Selector, to: &Destination) -> String {
    let own_card = *what == Selector::Itself && !matches!(voice.zone, Zone::Battlefield | Zone::Stack);
    let returns = own_card || from_own_graveyard(what);
    let text = match what {
        Selector::Each(filter) => match whole_graveyard(filter) {
            Some(player) if *to == Destination::Exile => return format!("exile {} graveyard", owner_of(player)),
            _ => format!("all {}", noun(voice, filter, MANY_CARDS)),
        },
        Selector::Itself => place(voice),
        other => object(voice, other),
    };
    match to {
        Destination::Hand if returns => format!("return {text} to your hand"),
        Destination::Battlefield { tapped, control } if returns => {
            format!("return {text} to the battlefield{}", entering(*tapped, *control))
        }
        Destination::LibraryTop if returns => format!("put {text} on top of your library"),
        Destination::LibraryBottom if returns => format!("put {text} on the bottom of your library"),
        other => destination(other, &text),
    }
}

/// How and under whose control something enters.
pub(super) fn entering(tapped: bool, control: PlayerRef) -> String {
    let tapped = if tapped { " tapped" } else { "" };
    match control {
        PlayerRef::ItsOwner => tapped.to_owned(),
        other => format!("{tapped} under {} control", owner_of(other)),
    }
}
