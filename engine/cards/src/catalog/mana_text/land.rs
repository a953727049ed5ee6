//! How a permanent enters: tapped, unless, paid, returned, sacrificed, with counters.

use turnzero_contract::card::{
    Ability, Amount, Comparison, Condition, Count, Deontic, Destination, Effect, EffectFamily, EntersTapped, Filter,
    GameVerb, PlayerRef, Selector, StaticAbility, Trigger, TriggerEvent, Triggered, Zone,
};

use super::condition::condition;
use super::cost;
use super::noun::{self, number};
use super::sentence;

/// Reads one line about entering or untapping; `None` when the line is about something else.
///
/// On lands, a way of entering that no template fits is read as tapped and marked `Pending`.
pub(super) fn entering(line: &str, land: bool) -> Option<Vec<Ability>> {
    let line = line.trim().trim_end_matches('.');
    tapped(line, land)
        .or_else(|| counters(line))
        .or_else(|| trigger(line, land))
        .or_else(|| untap(line))
        .or_else(|| instead(line))
}

fn statics(ability: StaticAbility) -> Ability {
    Ability::Static(ability)
}

fn enters_tapped(how: EntersTapped) -> Ability {
    statics(StaticAbility::EntersTapped(how))
}

fn unclear(land: bool) -> Option<Vec<Ability>> {
    land.then(|| {
        vec![
            enters_tapped(EntersTapped::Always),
            statics(StaticAbility::Pending(EffectFamily::Other)),
        ]
    })
}

fn tapped(line: &str, land: bool) -> Option<Vec<Ability>> {
    if let Some(rest) = line
        .strip_prefix("~ enters tapped")
        .or_else(|| line.strip_prefix("~ enter tapped"))
    {
        if rest.is_empty() || rest.starts_with(". as it enters, choose") || rest.starts_with(" and ") {
            return Some(vec![enters_tapped(EntersTapped::Always)]);
        }
        if let Some(words) = rest.strip_prefix(" unless ") {
            return match condition(words) {
                Some(condition) => Some(vec![enters_tapped(EntersTapped::Unless(condition))]),
                None => unclear(land),
            };
        }
        if rest.starts_with(" with ") {
            let mut found = vec![enters_tapped(EntersTapped::Always)];
            found.extend(counters(&format!("~ enters{rest}")).unwrap_or_default());
            return Some(found);
        }
        return unclear(land);
    }
    if let Some(words) = line
        .strip_prefix("if ")
        .and_then(|l| l.strip_suffix(", ~ enters tapped"))
    {
        return match condition(words).and_then(negate) {
            Some(condition) => Some(vec![enters_tapped(EntersTapped::Unless(condition))]),
            None => unclear(land),
        };
    }
    let offer = line.strip_prefix("as ~ enters, you may ")?;
    let (cost, rest) = offer.split_once(". ")?;
    if matches!(rest, "if you don't, it enters tapped" | "if you don't, ~ enters tapped") {
        return match cost::parts(cost) {
            Some((parts, _)) => Some(vec![enters_tapped(EntersTapped::UnlessPaid(parts))]),
            None => unclear(land),
        };
    }
    // "… enters tapped unless you revealed a Dragon card this way or you control a Dragon".
    if rest.starts_with("~ enters tapped") || rest.starts_with("it enters tapped") {
        unclear(land)
    } else {
        None
    }
}

/// The opposite of a condition, in its shortest form.
fn negate(condition: Condition) -> Option<Condition> {
    let Condition::Controls {
        player,
        comparison,
        amount: Amount::Fixed(n),
        filter,
    } = condition
    else {
        return None;
    };
    let (comparison, n) = match comparison {
        Comparison::AtLeast => (Comparison::AtMost, n.checked_sub(1)?),
        Comparison::AtMost => (Comparison::AtLeast, n + 1),
        _ => return None,
    };
    Some(Condition::Controls {
        player,
        comparison,
        amount: Amount::Fixed(n),
        filter,
    })
}

fn when_enters(effect: Effect) -> Ability {
    Ability::Triggered(Triggered {
        trigger: Trigger {
            events: vec![TriggerEvent::Enters(Filter::Itself)],
        },
        condition: None,
        effect,
        zone: Zone::Battlefield,
    })
}

/// "enters with two charge counters on it".
fn counters(line: &str) -> Option<Vec<Ability>> {
    let rest = line.strip_prefix("~ enters with ")?;
    let (n, rest) = rest.split_once(' ')?;
    let kind = rest
        .strip_suffix(" counter on it")
        .or_else(|| rest.strip_suffix(" counters on it"))?;
    let count = Amount::Fixed(number(n)?);
    let simple = !kind.is_empty() && !kind.contains(' ');
    simple.then(|| {
        vec![when_enters(Effect::PutCounters {
            what: Selector::Itself,
            kind: kind.to_owned(),
            count,
        })]
    })
}

fn sacrifice_itself() -> Effect {
    Effect::Sacrifice {
        player: PlayerRef::You,
        count: Count::Exactly(Amount::Fixed(1)),
        filter: Filter::Itself,
    }
}

/// A price on entering; a price no template fits counts as not paid.
fn or_else_sacrificed(price: &str) -> Ability {
    let Some((cost, _)) = cost::parts(price) else {
        return when_enters(sacrifice_itself());
    };
    when_enters(Effect::May {
        player: PlayerRef::You,
        cost,
        effect: Box::new(Effect::Sequence(Vec::new())),
        otherwise: Some(Box::new(sacrifice_itself())),
    })
}

fn trigger(line: &str, land: bool) -> Option<Vec<Ability>> {
    let body = line.strip_prefix("when ~ enters, ")?;
    if let Some(rest) = body.strip_prefix("return a land you control to its owner's hand") {
        // What follows is a bonus; the returned land is what matters.
        let _ = rest;
        let bounce = Effect::Move {
            what: Selector::Chosen {
                by: PlayerRef::You,
                count: Count::Exactly(Amount::Fixed(1)),
                filter: cost::own_land(),
            },
            to: Destination::Hand,
        };
        return Some(vec![when_enters(bounce)]);
    }
    if let Some(words) = body.strip_prefix("sacrifice it unless you ") {
        return Some(vec![or_else_sacrificed(words)]);
    }
    if let Some(what) = body
        .strip_prefix("sacrifice ")
        .filter(|what| *what != "it" && !what.contains('.'))
        && let Some((n, phrase)) = what.split_once(' ')
        && let (Some(n), Some(filter)) = (number(n), noun::filter(phrase))
    {
        let count = Count::Exactly(Amount::Fixed(n));
        return Some(vec![when_enters(Effect::Sacrifice {
            player: PlayerRef::You,
            count,
            filter,
        })]);
    }
    if let Some(rest) = body.strip_prefix("sacrifice it. when you do, ") {
        let (found, bonus) = rest
            .rsplit_once(" and ")
            .filter(|(_, b)| sentence::simple(b).is_some())
            .unwrap_or((rest, ""));
        let mut parts = vec![sacrifice_itself(), sentence::effect(found)?];
        parts.extend(sentence::simple(bonus));
        return Some(vec![when_enters(Effect::Sequence(parts))]);
    }
    if let Some(rest) = body.strip_prefix("you may ") {
        let effect = Box::new(sentence::effect(rest)?);
        return Some(vec![when_enters(Effect::May {
            player: PlayerRef::You,
            cost: Vec::new(),
            effect,
            otherwise: None,
        })]);
    }
    let effect = sentence::effect(body).or_else(|| if land { sentence::simple(body) } else { None })?;
    Some(vec![when_enters(effect)])
}

fn untap(line: &str) -> Option<Vec<Ability>> {
    if line.starts_with("~ doesn't untap during your untap step if ") {
        return Some(vec![statics(StaticAbility::Pending(EffectFamily::Other))]);
    }
    (line == "~ doesn't untap during your untap step").then(|| {
        vec![statics(StaticAbility::Deontic {
            deontic: Deontic::Cannot,
            subject: Filter::Itself,
            verb: GameVerb::Untap,
            other: None,
            condition: None,
        })]
    })
}

/// "If this land would enter, sacrifice two untapped lands instead. …"
fn instead(line: &str) -> Option<Vec<Ability>> {
    let rest = line.strip_prefix("if ~ would enter, ")?;
    let (price, _) = rest.split_once(" instead")?;
    Some(vec![or_else_sacrificed(
        price.strip_prefix("you may ").unwrap_or(price),
    )])
}
