//! Filters, counts, amounts and selectors as noun phrases.

use turnzero_contract::card::{Amount, CardType, Comparison, Count, Filter, PlayerRef, Selector, Zone};

use super::ability::keyword_text;
use super::clause::condition;
use super::voice::{Voice, list, number_word, owner_of, plural, with_article};

/// What kind of object a filter speaks of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A permanent.
    Permanent,
    /// A card in a zone that is not the battlefield.
    Card,
    /// A spell on the stack.
    Spell,
}

/// The words of a filter, by their place in the phrase.
#[derive(Default)]
struct Words {
    before: Vec<String>,
    nouns: Vec<String>,
    after: Vec<String>,
    zone: Option<Zone>,
    owner: Option<PlayerRef>,
    /// It speaks of cards exiled with the source.
    in_exile: bool,
    /// The noun stands for itself and takes no plural (`this creature`).
    fixed: Option<String>,
}

/// Whether only creatures pass, as far as its words say.
pub(super) fn is_of_creatures(filter: &Filter) -> bool {
    match filter {
        Filter::Type(CardType::Creature) | Filter::Itself | Filter::AttachedTo => true,
        Filter::All(parts) => parts.iter().any(is_of_creatures),
        Filter::AnyOf(parts) => parts.iter().all(is_of_creatures),
        _ => false,
    }
}

/// Whether it says whose or where its objects are.
pub(super) fn is_placed(filter: &Filter) -> bool {
    match filter {
        Filter::Controlled(_) | Filter::Owned(_) | Filter::In(_) | Filter::Itself | Filter::AttachedTo => true,
        Filter::All(parts) => parts.iter().any(is_placed),
        Filter::AnyOf(parts) => parts.iter().all(is_placed),
        _ => false,
    }
}

/// How a phrase is to be put.
#[derive(Clone, Copy)]
pub(super) struct Form {
    pub(super) kind: Kind,
    pub(super) plural: bool,
    /// `from` or `in`, before a zone.
    pub(super) preposition: &'static str,
}

/// One permanent.
pub(super) const ONE: Form = Form {
    kind: Kind::Permanent,
    plural: false,
    preposition: "from",
};
/// Several permanents.
pub(super) const MANY: Form = Form {
    kind: Kind::Permanent,
    plural: true,
    preposition: "from",
};
/// One card.
pub(super) const ONE_CARD: Form = Form {
    kind: Kind::Card,
    plural: false,
    preposition: "from",
};
/// Several cards.
pub(super) const MANY_CARDS: Form = Form {
    kind: Kind::Card,
    plural: true,
    preposition: "from",
};

/// A filter as a noun phrase without article.
pub(super) fn noun(voice: &Voice, filter: &Filter, form: Form) -> String {
    let mut words = Words::default();
    collect(voice, filter, form, &mut words);
    let counted = |word: &str| if form.plural { plural(word) } else { word.to_owned() };
    let kind = match words.zone {
        Some(Zone::Graveyard | Zone::Hand | Zone::Library | Zone::Exile | Zone::Command) => Kind::Card,
        Some(Zone::Stack) => Kind::Spell,
        None if words.in_exile => Kind::Card,
        _ => form.kind,
    };
    let mut phrase = words.before;
    if let Some(fixed) = words.fixed {
        phrase.push(fixed);
    } else {
        match kind {
            Kind::Permanent if words.nouns.is_empty() => phrase.push(counted("permanent")),
            Kind::Permanent => {
                let last = words.nouns.pop().unwrap_or_default();
                phrase.extend(words.nouns);
                phrase.push(join_counted(&last, &counted));
            }
            Kind::Card | Kind::Spell => {
                phrase.extend(words.nouns);
                phrase.push(counted(if kind == Kind::Card { "card" } else { "spell" }));
            }
        }
    }
    phrase.extend(words.after);
    if let Some(zone) = words.zone {
        phrase.push(form.preposition.to_owned());
        phrase.push(match (zone, words.owner) {
            (Zone::Battlefield | Zone::Stack | Zone::Command, _) => format!("the {}", zone.word()),
            (Zone::Exile, _) => "exile".to_owned(),
            (_, Some(owner)) => format!("{} {}", owner_of(owner), zone.word()),
            (_, None) if form.plural => format!("all {}", plural(zone.word())),
            (_, None) => with_article(zone.word()),
        });
    } else if let Some(owner) = words.owner {
        phrase.push(belonging(owner, "own", form.plural));
    }
    phrase.join(" ")
}

/// `artifact or creature` counts both words.
fn join_counted(nouns: &str, counted: &impl Fn(&str) -> String) -> String {
    match nouns.rsplit_once(" or ") {
        Some((first, last)) => {
            let first: Vec<String> = first.trim_end_matches(',').split(", ").map(counted).collect();
            let mut all = first;
            all.push(counted(last));
            list(&all, "or")
        }
        None => counted(nouns),
    }
}

fn belonging(player: PlayerRef, verb: &str, plural: bool) -> String {
    match player {
        PlayerRef::You => format!("you {verb}"),
        PlayerRef::AnOpponent if plural => format!("your opponents {verb}"),
        other => format!("{} {verb}s", other.word()),
    }
}

/// A filter that is one noun, for lists of alternatives.
fn single_noun(filter: &Filter) -> Option<String> {
    match filter {
        Filter::Type(card_type) => Some(card_type.word().to_lowercase()),
        Filter::Subtype(name) => Some(name.clone()),
        Filter::Permanent => Some("permanent".to_owned()),
        Filter::Token => Some("token".to_owned()),
        _ => None,
    }
}

fn collect(voice: &Voice, filter: &Filter, form: Form, words: &mut Words) {
    match filter {
        Filter::Any => {}
        Filter::Type(_) | Filter::Subtype(_) => words.nouns.extend(single_noun(filter)),
        Filter::Permanent => words.nouns.push("permanent".to_owned()),
        Filter::Token => words.nouns.push("token".to_owned()),
        Filter::Supertype(supertype) => words.before.push(supertype.word().to_lowercase()),
        Filter::Color(color) => words.before.push(color.word().to_owned()),
        Filter::Colorless => words.before.push("colorless".to_owned()),
        Filter::Named(name) => words.after.push(format!("named {name}")),
        Filter::Commander => words.before.push("commander".to_owned()),
        Filter::Itself => words.fixed = Some(voice.own.clone()),
        Filter::AttachedTo => words.fixed = Some(voice.bearer.to_owned()),
        Filter::Other => words
            .before
            .insert(0, if form.plural { "other" } else { "another" }.to_owned()),
        Filter::Tapped => words.before.push("tapped".to_owned()),
        Filter::Attacking => words.before.push("attacking".to_owned()),
        Filter::Blocking => words.before.push("blocking".to_owned()),
        Filter::Goaded => words.before.push("goaded".to_owned()),
        Filter::Keyword(keyword) => words
            .after
            .push(format!("with {}", keyword_text(voice, keyword).to_lowercase())),
        Filter::Controlled(player) => words.after.push(belonging(*player, "control", form.plural)),
        Filter::Owned(player) => words.owner = Some(*player),
        Filter::In(zone) => words.zone = Some(*zone),
        Filter::ExiledWithSource => {
            words.after.push(format!("exiled with {}", voice.own));
            words.in_exile = true;
        }
        Filter::DamagedBySource => words.after.push(format!("dealt damage by {} this turn", voice.own)),
        Filter::ManaValue(relation, amount) => words.after.push(compared(voice, "mana value", *relation, amount)),
        Filter::Power(relation, amount) => words.after.push(compared(voice, "power", *relation, amount)),
        Filter::Toughness(relation, amount) => words.after.push(compared(voice, "toughness", *relation, amount)),
        Filter::All(parts) => parts.iter().for_each(|part| collect(voice, part, form, words)),
        Filter::AnyOf(parts) => alternatives(voice, parts, form, words),
        Filter::Not(inner) => negation(voice, inner, form, words),
    }
}

fn alternatives(voice: &Voice, parts: &[Filter], form: Form, words: &mut Words) {
    let singles: Option<Vec<String>> = parts.iter().map(single_noun).collect();
    if let Some(singles) = singles {
        words.nouns.push(list(&singles, "or"));
        return;
    }
    let adjective = |part: &Filter| match part {
        Filter::Attacking => Some("attacking".to_owned()),
        Filter::Blocking => Some("blocking".to_owned()),
        Filter::Tapped => Some("tapped".to_owned()),
        Filter::Color(color) => Some(color.word().to_owned()),
        Filter::Supertype(supertype) => Some(supertype.word().to_lowercase()),
        _ => None,
    };
    let adjectives: Option<Vec<String>> = parts.iter().map(adjective).collect();
    if let Some(adjectives) = adjectives {
        words.before.push(list(&adjectives, "or"));
        return;
    }
    let phrases: Vec<String> = parts.iter().map(|part| noun(voice, part, form)).collect();
    words.fixed = Some(list(&phrases, "or"));
}

fn negation(voice: &Voice, inner: &Filter, form: Form, words: &mut Words) {
    match inner {
        Filter::Type(card_type) => words.before.push(format!("non{}", card_type.word().to_lowercase())),
        Filter::Supertype(supertype) => words.before.push(format!("non{}", supertype.word().to_lowercase())),
        Filter::Color(color) => words.before.push(format!("non{}", color.word())),
        Filter::Subtype(name) => words.before.push(format!("non-{name}")),
        Filter::Token => words.before.push("nontoken".to_owned()),
        Filter::Tapped => words.before.push("untapped".to_owned()),
        Filter::Controlled(PlayerRef::You) => words.after.push("you don't control".to_owned()),
        Filter::Keyword(keyword) => words
            .after
            .push(format!("without {}", keyword_text(voice, keyword).to_lowercase())),
        Filter::Itself => words.after.push(format!("other than {}", voice.own)),
        Filter::AttachedTo => words.after.push(format!("other than {}", voice.bearer)),
        other => words.after.push(format!(
            "that isn't {}",
            with_article(&noun(voice, other, Form { plural: false, ..form }))
        )),
    }
}

fn compared(voice: &Voice, what: &str, relation: Comparison, amount: &Amount) -> String {
    let fixed = matches!(amount, Amount::Fixed(_) | Amount::X);
    let amount = amount_text(voice, amount);
    match relation {
        Comparison::Equal => format!("with {what} {amount}"),
        Comparison::AtMost if !fixed => format!("with {what} less than or equal to {amount}"),
        Comparison::AtLeast if !fixed => format!("with {what} greater than or equal to {amount}"),
        Comparison::AtMost => format!("with {what} {amount} or less"),
        Comparison::AtLeast => format!("with {what} {amount} or greater"),
        Comparison::Less => format!("with {what} less than {amount}"),
        Comparison::More => format!("with {what} greater than {amount}"),
    }
}

/// One of several objects, after `each`.
pub(super) fn each(voice: &Voice, filter: &Filter, preposition: &'static str) -> String {
    let phrase = noun(voice, filter, Form { preposition, ..ONE });
    phrase
        .strip_prefix("another ")
        .map_or_else(|| phrase.clone(), |rest| format!("other {rest}"))
}

/// An amount on its own.
pub(super) fn amount_text(voice: &Voice, amount: &Amount) -> String {
    match amount {
        Amount::Fixed(n) => n.to_string(),
        Amount::X => "X".to_owned(),
        Amount::Count(filter) => format!(
            "the number of {}",
            noun(
                voice,
                filter,
                Form {
                    preposition: "in",
                    ..MANY
                }
            )
        ),
        Amount::ManaValueOf(of) => format!("{} mana value", of_object(voice, of)),
        Amount::PowerOf(of) => format!("{} power", of_object(voice, of)),
        Amount::Devotion(color) => format!("your devotion to {}", color.word()),
        Amount::ThatMany => "that many".to_owned(),
        Amount::HandSize(player) => format!("the number of cards in {} hand", owner_of(*player)),
        Amount::LifeOf(player) => format!("{} life total", owner_of(*player)),
        Amount::Targets => "the number of targets".to_owned(),
        Amount::Drained => "the damage dealt, but no more than the life total or loyalty before it, or the toughness, \
                            of what it was dealt to"
            .to_owned(),
        Amount::Minus(first, second) => format!("{} minus {}", amount_text(voice, first), amount_text(voice, second)),
        Amount::Quotient(first, second) => {
            format!(
                "{} divided by {}, rounded down",
                amount_text(voice, first),
                amount_text(voice, second)
            )
        }
        Amount::If {
            condition: when,
            then,
            otherwise,
        } => format!(
            "{} if {}, else {}",
            amount_text(voice, then),
            condition(voice, when),
            amount_text(voice, otherwise)
        ),
        Amount::Opponents => "the number of opponents you have".to_owned(),
        Amount::Times(factor, of) => format!("{} times {}", number_word(*factor), amount_text(voice, of)),
        Amount::Plus(first, second) => format!("{} plus {}", amount_text(voice, first), amount_text(voice, second)),
    }
}

fn of_object(voice: &Voice, selector: &Selector) -> String {
    match selector {
        Selector::It => "its".to_owned(),
        other => format!("{}'s", object(voice, other)),
    }
}

/// `a card`, `two cards`, `that many cards`, `cards equal to …`.
pub(super) fn cards(voice: &Voice, amount: &Amount) -> String {
    match amount {
        Amount::Fixed(1) => "a card".to_owned(),
        Amount::Fixed(n) => format!("{} cards", number_word(*n)),
        Amount::X => "X cards".to_owned(),
        Amount::ThatMany => "that many cards".to_owned(),
        other => format!("cards equal to {}", amount_text(voice, other)),
    }
}

/// `2 life`, `that much life`, `life equal to …`.
pub(super) fn life(voice: &Voice, amount: &Amount) -> String {
    match amount {
        Amount::Fixed(n) => format!("{n} life"),
        Amount::X => "X life".to_owned(),
        Amount::ThatMany => "that much life".to_owned(),
        Amount::Devotion(_) => format!("X life, where X is {}", amount_text(voice, amount)),
        other => format!("life equal to {}", amount_text(voice, other)),
    }
}

/// A count as words before a noun: `two`, `up to two`, `one, two, or three`.
pub(super) fn count_words(voice: &Voice, count: &Count) -> String {
    let words = |amount: &Amount| match amount {
        Amount::Fixed(n) => number_word(*n),
        other => amount_text(voice, other),
    };
    match count {
        Count::Exactly(amount) => words(amount),
        Count::UpTo(amount) => format!("up to {}", words(amount)),
        Count::Range(Amount::Fixed(least), Amount::Fixed(most)) if most.saturating_sub(*least) < 4 => {
            let numbers: Vec<String> = (*least..=*most).map(number_word).collect();
            list(&numbers, "or")
        }
        Count::Range(least, most) => format!("from {} to {}", words(least), words(most)),
        Count::All => "all".to_owned(),
        Count::AnyNumber => "any number of".to_owned(),
    }
}

/// A count of objects: `a creature`, `up to two basic land cards`, `all creatures`.
pub(super) fn counted(voice: &Voice, count: &Count, filter: &Filter, kind: Kind) -> String {
    let form = |plural| Form { kind, plural, ..ONE };
    match count {
        Count::Exactly(Amount::Fixed(1)) => {
            let phrase = noun(voice, filter, form(false));
            if phrase.starts_with("another ") || *filter == Filter::Itself {
                phrase
            } else {
                with_article(&phrase)
            }
        }
        other => format!(
            "{} {}",
            count_words(voice, other),
            noun(voice, filter, form(is_several(other)))
        ),
    }
}

/// Whether a count may speak of several.
pub(super) fn is_several(count: &Count) -> bool {
    !matches!(count, Count::Exactly(Amount::Fixed(1)) | Count::UpTo(Amount::Fixed(1)))
}

/// What an effect acts on.
pub(super) fn object(voice: &Voice, selector: &Selector) -> String {
    match selector {
        Selector::Itself => voice.own.clone(),
        Selector::Target(spec) => {
            let plural = is_several(&spec.count);
            let phrase = noun(voice, &spec.filter, Form { plural, ..ONE });
            let phrase = match phrase.strip_prefix("another ") {
                Some(rest) => format!("another target {rest}"),
                None => format!("target {phrase}"),
            };
            match &spec.count {
                Count::Exactly(Amount::Fixed(1)) => phrase,
                other => format!("{} {phrase}", count_words(voice, other)),
            }
        }
        Selector::AnyTargets(count) => {
            let noun = if is_several(count) { "targets" } else { "target" };
            format!("{} {noun}", count_words(voice, count))
        }
        Selector::AnyTarget => "any target".to_owned(),
        Selector::PlayerOrTarget(filter) => format!("target player or {}", noun(voice, filter, ONE)),
        Selector::It => "it".to_owned(),
        Selector::Each(filter) => format!("each {}", each(voice, filter, "from")),
        Selector::Chosen { by, count, filter } => {
            let what = counted(voice, count, filter, Kind::Permanent);
            if *by == PlayerRef::You {
                what
            } else {
                format!("{what} of {} choice", owner_of(*by))
            }
        }
        Selector::Random { count, filter } => {
            let several = is_several(count);
            let mut plain = filter.clone();
            let zone = take_zone(&mut plain);
            let what = counted(
                voice,
                count,
                &plain,
                if zone.is_empty() { Kind::Permanent } else { Kind::Card },
            );
            let random = if several { "chosen at random" } else { "at random" };
            format!("{what} {random}{zone}")
        }
        Selector::AttachedTo => voice.bearer.to_owned(),
        Selector::Player(player) => player.word().to_owned(),
    }
}

/// Takes a zone and its owner out of a filter, as words to stand at the end.
fn take_zone(filter: &mut Filter) -> String {
    let Filter::All(parts) = filter else {
        return String::new();
    };
    let zone = parts
        .iter()
        .find_map(|part| if let Filter::In(zone) = part { Some(*zone) } else { None });
    let Some(zone) = zone else { return String::new() };
    let owner = parts.iter().find_map(|part| {
        if let Filter::Owned(owner) = part {
            Some(*owner)
        } else {
            None
        }
    });
    parts.retain(|part| !matches!(part, Filter::In(_) | Filter::Owned(_)));
    match owner {
        Some(owner) => format!(" from {} {}", owner_of(owner), zone.word()),
        None => format!(" from {}", with_article(zone.word())),
    }
}
