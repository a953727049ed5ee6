//! Effects as sentences.

use turnzero_contract::card::{
    Amount, Count, Destination, Effect, Filter, ManaKind, ManaOutput, ManaRestriction, PlayerRef, SearchSpec, TokenSpec,
};

use super::ability::{ability_lines, keyword_text};
use super::clause::{condition, cost_clause, cost_clause_of_another};
use super::noun::{Form, Kind, MANY, ONE_CARD, amount_text, cards, count_words, counted, each, is_several, life, noun};
use super::object_effect::{destination, entering, on_objects};
use super::voice::{Voice, capital, list, number_word, owner_of, possessive, with_article};

/// An effect as full sentences.
pub(super) fn sentences(voice: &Voice, effect: &Effect) -> String {
    let mut parts = Vec::new();
    flatten(voice, effect, &mut parts);
    let parts: Vec<String> = parts.iter().map(|part| capital(part)).collect();
    let text = parts.join(". ");
    if text.is_empty() || text.ends_with(['.', '"', '\n']) || text.contains("\n•") {
        text
    } else {
        format!("{text}.")
    }
}

fn flatten(voice: &Voice, effect: &Effect, parts: &mut Vec<String>) {
    match effect {
        Effect::Sequence(steps) => {
            let mut before = None;
            for step in steps {
                let player = acting_player(step);
                match (before, parts.last_mut()) {
                    // The same other player goes on: one sentence, so that a target is named once.
                    (Some(last), Some(part)) if player == Some(last) && last != PlayerRef::You => {
                        *part = format!("{part} and {}", third_person(voice, last, step));
                    }
                    _ => flatten(voice, step, parts),
                }
                before = player;
            }
        }
        Effect::IfDone { first, then } => {
            flatten(voice, first, parts);
            parts.push(format!("if you do, {}", clause(voice, then)));
        }
        Effect::May {
            player,
            cost,
            effect,
            otherwise,
        } => {
            let voice = voice.about(*player);
            let subject = player.word();
            let done = clause(&voice, effect);
            if cost.is_empty() {
                let done = caused(&voice, effect).unwrap_or(done);
                parts.push(format!("{subject} may {done}"));
            } else {
                parts.push(format!("{subject} may {}", cost_clause(&voice, cost)));
                if done != NOTHING {
                    parts.push(format!(
                        "if {subject} do{}, {done}",
                        if *player == PlayerRef::You { "" } else { "es" }
                    ));
                }
            }
            if let Some(other) = otherwise {
                let negation = if *player == PlayerRef::You { "don't" } else { "doesn't" };
                let they = if *player == PlayerRef::You {
                    "you"
                } else {
                    "that player"
                };
                let you = voice.about(PlayerRef::You);
                parts.push(format!("if {they} {negation}, {}", clause(&you, other)));
            }
        }
        Effect::Unless { player, cost, effect } => {
            let price = match player {
                PlayerRef::You => cost_clause(voice, cost),
                _ => cost_clause_of_another(voice, cost),
            };
            parts.push(format!("{} unless {} {price}", clause(voice, effect), player.word()));
        }
        Effect::If {
            condition: when,
            then,
            otherwise,
        } => {
            parts.push(format!("if {}, {}", condition(voice, when), clause(voice, then)));
            if let Some(other) = otherwise {
                parts.push(format!("otherwise, {}", clause(voice, other)));
            }
        }
        simple => parts.push(clause(voice, simple)),
    }
}

/// What the deciding player lets somebody or something else do: `have target opponent lose 1 life`.
fn caused(voice: &Voice, effect: &Effect) -> Option<String> {
    if let Effect::DealDamage { source: None, .. } = effect {
        let clause = clause(voice, effect);
        let (source, rest) = clause.split_once(" deals ")?;
        return Some(format!("have {source} deal {rest}"));
    }
    let player = acting_player(effect).filter(|player| *player != voice.subject)?;
    Some(format!(
        "have {} {}",
        player.word(),
        clause_without_subject(voice, player, effect)
    ))
}

/// The clause of another player as an infinitive.
fn clause_without_subject(voice: &Voice, player: PlayerRef, effect: &Effect) -> String {
    clause(&voice.about(player), effect)
}

/// The player who draws, discards, mills, gains or loses life, if the effect is one of these.
fn acting_player(effect: &Effect) -> Option<PlayerRef> {
    match effect {
        Effect::Draw(player, _)
        | Effect::Mill(player, _)
        | Effect::GainLife(player, _)
        | Effect::LoseLife(player, _)
        | Effect::RevealHand(player)
        | Effect::Discard { player, .. } => Some(*player),
        _ => None,
    }
}

/// The clause of another player without its subject.
fn third_person(voice: &Voice, player: PlayerRef, effect: &Effect) -> String {
    let clause = clause(voice, effect);
    clause
        .strip_prefix(player.word())
        .map_or_else(|| clause.clone(), |rest| rest.trim_start().to_owned())
}

/// What an empty effect does.
const NOTHING: &str = "do nothing";

/// An effect as a clause without a full stop.
fn clause(voice: &Voice, effect: &Effect) -> String {
    match effect {
        Effect::Sequence(steps) if steps.is_empty() => NOTHING.to_owned(),
        Effect::Sequence(steps) => {
            let steps: Vec<String> = steps.iter().map(|step| clause(voice, step)).collect();
            steps.join(", then ")
        }
        Effect::IfDone { .. } | Effect::May { .. } | Effect::Unless { .. } | Effect::If { .. } => {
            let mut parts = Vec::new();
            flatten(voice, effect, &mut parts);
            parts.join(". ")
        }
        Effect::Modal { choose, modes } => {
            let modes: Vec<String> = modes
                .iter()
                .map(|mode| format!("\n• {}", sentences(voice, &mode.effect)))
                .collect();
            format!("choose {} —{}", modes_count(voice, choose), modes.concat())
        }
        Effect::Draw(..)
        | Effect::Discard { .. }
        | Effect::Mill(..)
        | Effect::Scry(_)
        | Effect::Surveil(_)
        | Effect::Search(_)
        | Effect::RevealTop { .. }
        | Effect::RevealHand(_)
        | Effect::Rearrange(..)
        | Effect::Shuffle(_)
        | Effect::GainLife(..)
        | Effect::LoseLife(..)
        | Effect::Sacrifice { .. }
        | Effect::CreateToken { .. } => by_player(voice, effect),
        other => on_objects(voice, other),
    }
}

fn modes_count(voice: &Voice, count: &Count) -> String {
    match count {
        Count::AnyNumber => "any number".to_owned(),
        other => count_words(voice, other),
    }
}

fn by_player(voice: &Voice, effect: &Effect) -> String {
    match effect {
        Effect::Draw(player, amount) => voice.clause(*player, "draw", "draws", &cards(voice, amount)),
        Effect::Mill(player, amount) => voice.clause(*player, "mill", "mills", &cards(voice, amount)),
        Effect::Scry(amount) => format!("scry {}", amount_text(voice, amount)),
        Effect::Surveil(amount) => format!("surveil {}", amount_text(voice, amount)),
        Effect::GainLife(player, amount) => gain(voice, *player, ("gain", "gains"), amount),
        Effect::LoseLife(player, amount) => gain(voice, *player, ("lose", "loses"), amount),
        Effect::RevealHand(player) => {
            voice.clause(*player, "reveal", "reveals", &format!("{} hand", possessive(*player)))
        }
        Effect::Rearrange(player, amount) => {
            let whose = possessive(*player);
            let rest = format!(
                "at the top {} of {whose} library, then put them back in any order",
                cards(voice, amount)
            );
            voice.clause(*player, "look", "looks", &rest)
        }
        Effect::Shuffle(player) => voice.clause(*player, "shuffle", "shuffles", ""),
        Effect::Discard {
            player,
            count: Count::All,
            filter: Filter::Any,
            chosen_by: None,
            ..
        } => {
            let hand = if *player == PlayerRef::You {
                "your hand"
            } else {
                "their hand"
            };
            voice.clause(*player, "discard", "discards", hand)
        }
        Effect::Discard {
            player,
            count,
            filter,
            random,
            chosen_by,
        } => {
            let mut what = counted(voice, count, filter, Kind::Card);
            if *random {
                what.push_str(" at random");
            }
            if let Some(by) = chosen_by {
                what = format!("{what} of {} choice", owner_of(*by));
            }
            voice.clause(*player, "discard", "discards", &what)
        }
        Effect::Sacrifice { player, count, filter } => {
            let mut what = match filter {
                Filter::Itself => voice.own_or_it().to_owned(),
                other => counted(voice, count, other, Kind::Permanent),
            };
            match (player, count) {
                (PlayerRef::You, _) => {}
                (_, Count::All) => what.push_str(" they control"),
                _ => what.push_str(" of their choice"),
            }
            voice.clause(*player, "sacrifice", "sacrifices", &what)
        }
        Effect::Search(search) => search_text(voice, search),
        Effect::RevealTop {
            player,
            count,
            filter,
            to,
        } => {
            let whose = if *player == PlayerRef::You { "your" } else { "their" };
            let single = *count == Amount::Fixed(1);
            let top = match count {
                Amount::Fixed(1) => "card".to_owned(),
                other => cards(voice, other),
            };
            let reveal = voice.clause(
                *player,
                "reveal",
                "reveals",
                &format!("the top {top} of {whose} library"),
            );
            let what = with_article(&noun(voice, filter, ONE_CARD));
            let moved = match to {
                Destination::Hand => format!("put it into {whose} hand"),
                other => destination(other, "it"),
            };
            if single && *filter == Filter::Any {
                format!("{reveal} and {moved}")
            } else if single {
                format!("{reveal}. If it's {what}, {moved}")
            } else {
                format!("{reveal}. For each of them that is {what}, {moved}")
            }
        }
        Effect::CreateToken { player, count, token } => {
            voice.clause(*player, "create", "creates", &token_text(count, token, voice))
        }
        // The caller passes only the effects above.
        _ => String::new(),
    }
}

/// A change of life of the controller says `you`, as one cannot command a life total.
fn gain(voice: &Voice, player: PlayerRef, (base, third): (&str, &str), amount: &Amount) -> String {
    let clause = voice.clause(player, base, third, &life(voice, amount));
    if player == PlayerRef::You && voice.subject == PlayerRef::You {
        format!("you {clause}")
    } else {
        clause
    }
}

fn search_text(voice: &Voice, search: &SearchSpec) -> String {
    let whose = if search.player == PlayerRef::You {
        "your"
    } else {
        "their"
    };
    let what = counted(voice, &search.count, &search.filter, Kind::Card);
    let sharing = if search.sharing_land_type {
        " that share a land type"
    } else {
        ""
    };
    let them = if is_several(&search.count) { "them" } else { "it" };
    let reveal = if search.reveal {
        format!("reveal {them}, ")
    } else {
        String::new()
    };
    let to = match &search.to {
        Destination::Hand => format!("put {them} into {whose} hand"),
        Destination::Battlefield { tapped, control } => {
            format!("put {them} onto the battlefield{}", entering(*tapped, *control))
        }
        Destination::Graveyard => format!("put {them} into {whose} graveyard"),
        Destination::Exile => format!("exile {them}"),
        Destination::LibraryTop => {
            let rest = format!("{whose} library for {what}{sharing}, {reveal}then shuffle and put {them} on top");
            return voice.clause(search.player, "search", "searches", &rest);
        }
        Destination::LibraryBottom => {
            let rest =
                format!("{whose} library for {what}{sharing}, {reveal}then shuffle and put {them} on the bottom");
            return voice.clause(search.player, "search", "searches", &rest);
        }
        Destination::LibraryShuffled => format!("put {them} back"),
        Destination::Command => format!("put {them} into the command zone"),
    };
    let to = match &search.one_to {
        None => to,
        Some(one) => format!(
            "{} and {}",
            destination(one, "one of them"),
            to.replacen(them, "the rest", 1)
        ),
    };
    let rest = format!("{whose} library for {what}{sharing}, {reveal}{to}, then shuffle");
    voice.clause(search.player, "search", "searches", &rest)
}

fn token_text(count: &Amount, token: &TokenSpec, voice: &Voice) -> String {
    let mut words: Vec<String> = Vec::new();
    if let (Some(power), Some(toughness)) = (&token.power, &token.toughness) {
        words.push(format!("{power}/{toughness}"));
    }
    let colors: Vec<String> = token.colors.iter().map(|color| color.word().to_owned()).collect();
    words.extend((!colors.is_empty()).then(|| colors.join(" and ")));
    words.extend(token.supertypes.iter().map(|t| t.word().to_lowercase()));
    words.extend(token.subtypes.iter().cloned());
    let predefined = *token == crate::language::treasure();
    if !predefined {
        words.extend(token.types.iter().map(|t| t.word().to_lowercase()));
    }
    let several = *count != Amount::Fixed(1);
    words.push(if several { "tokens" } else { "token" }.to_owned());
    let mut phrase = words.join(" ");
    phrase = match count {
        Amount::Fixed(1) => with_article(&phrase),
        Amount::Fixed(n) => format!("{} {phrase}", number_word(*n)),
        other => format!("{} {phrase}", amount_text(voice, other)),
    };
    if token.name != token.subtypes.join(" ") {
        phrase = format!("{phrase} named {}", token.name);
    }
    if !predefined && !token.abilities.is_empty() {
        let own = Voice::token();
        let lines: Vec<String> = token.abilities.iter().map(|ability| quoted(&own, ability)).collect();
        phrase = format!("{phrase} with {}", list(&lines, "and"));
    }
    phrase
}

/// An ability that is given away: a keyword as it is, others in quotation marks.
pub(super) fn quoted(voice: &Voice, ability: &turnzero_contract::card::Ability) -> String {
    match ability {
        turnzero_contract::card::Ability::Keyword(keyword) => keyword_text(voice, keyword).to_lowercase(),
        other => format!("\"{}\"", ability_lines(voice, other)),
    }
}

/// What mana is added, in words.
pub(super) fn mana_text(voice: &Voice, mana: &ManaOutput) -> String {
    let unit = |kind: &ManaKind| match kind {
        ManaKind::Color(color) => format!("{{{color}}}"),
        ManaKind::Colorless => "{C}".to_owned(),
        ManaKind::AnyColor => "one mana of any color".to_owned(),
        ManaKind::CommanderIdentity => "one mana of any color in your commander's color identity".to_owned(),
        ManaKind::OpponentsLands => "one mana of any color that a land an opponent controls could produce".to_owned(),
        ManaKind::OwnLands => "one mana of any color that a land you control could produce".to_owned(),
    };
    let choices: Vec<String> = mana
        .choices
        .iter()
        .map(|choice| {
            let units: Vec<String> = choice.iter().map(unit).collect();
            let joint = if units.iter().all(|unit| unit.starts_with('{')) {
                ""
            } else {
                " and "
            };
            units.join(joint)
        })
        .collect();
    let mut text = format!("add {}", list(&choices, "or"));
    match &mana.times {
        Amount::Fixed(1) => {}
        Amount::Count(filter) => {
            let each = each(voice, filter, "in");
            text = format!("{text} for each {}", your_opponents(&each));
        }
        Amount::Fixed(n) => text = format!("{text} {} times", number_word(*n)),
        other => text = format!("{text} X times, where X is {}", amount_text(voice, other)),
    }
    let spells = |filter: &Filter| {
        noun(
            voice,
            filter,
            Form {
                kind: Kind::Spell,
                ..MANY
            },
        )
    };
    let sources = |filter: &Filter| noun(voice, filter, MANY);
    let only = match &mana.restriction {
        None => return text,
        Some(ManaRestriction::Cast(filter)) => format!("to cast {}", spells(filter)),
        Some(ManaRestriction::Activate(filter)) => format!("to activate abilities of {}", sources(filter)),
        Some(ManaRestriction::CastOrActivate(filter)) => {
            format!(
                "to cast {} or activate abilities of {}",
                spells(filter),
                sources(filter)
            )
        }
        Some(ManaRestriction::Other) => "as its source allows".to_owned(),
    };
    format!("{text}. Spend this mana only {only}")
}

/// In a count over all opponents their objects are counted together.
pub(super) fn your_opponents(phrase: &str) -> String {
    phrase.replace("an opponent controls", "your opponents control")
}
