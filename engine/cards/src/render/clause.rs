//! Costs, conditions, events and durations as clauses.

use turnzero_contract::card::{
    Amount, Comparison, Condition, CostPart, Count, Duration, Filter, PlayerRef, Selector, Trigger, TriggerEvent, Zone,
};

use super::noun::{
    Form, Kind, MANY, ONE, amount_text, count_words, counted, is_of_creatures, is_placed, life, noun, object,
};
use super::voice::{Voice, capital, number_word, owner_of, possessive, with_article};

/// A cost as printed before a colon: `{T}, Pay 1 life, Sacrifice this land`.
pub(super) fn cost(voice: &Voice, parts: &[CostPart]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| capital(&cost_part(voice, part))).collect();
    if parts.is_empty() {
        "{0}".to_owned()
    } else {
        parts.join(", ")
    }
}

/// A cost as a clause: `pay 2 life and discard a card`.
pub(super) fn cost_clause(voice: &Voice, parts: &[CostPart]) -> String {
    let parts: Vec<String> = parts
        .iter()
        .map(|part| match part {
            CostPart::Mana(mana) => format!("pay {mana}"),
            other => cost_part(voice, other),
        })
        .collect();
    parts.join(" and ")
}

/// A cost as a clause about somebody else: `pays {1}`.
pub(super) fn cost_clause_of_another(voice: &Voice, parts: &[CostPart]) -> String {
    let parts: Vec<String> = parts
        .iter()
        .map(|part| {
            let clause = cost_clause(voice, std::slice::from_ref(part));
            match clause.split_once(' ') {
                Some((verb, rest)) => format!("{verb}s {rest}"),
                None => clause,
            }
        })
        .collect();
    parts.join(" and ")
}

fn cost_part(voice: &Voice, part: &CostPart) -> String {
    let of =
        |verb: &str, count: &Count, filter: &Filter, kind| format!("{verb} {}", counted(voice, count, filter, kind));
    match part {
        CostPart::Mana(mana) => mana.to_string(),
        CostPart::Tap => "{T}".to_owned(),
        CostPart::Untap => "{Q}".to_owned(),
        CostPart::PayLife(amount) => format!("pay {}", life(voice, amount)),
        CostPart::SacrificeSelf => format!("sacrifice {}", voice.own),
        CostPart::DiscardSelf => "discard this card".to_owned(),
        CostPart::ExileSelf => format!("exile {}", place(voice)),
        CostPart::Sacrifice(count, filter) => of("sacrifice", count, filter, Kind::Permanent),
        CostPart::Discard(Count::All, Filter::Any) => "discard your hand".to_owned(),
        CostPart::Discard(count, filter) => of("discard", count, filter, Kind::Card),
        CostPart::Exile(count, filter) => of("exile", count, filter, Kind::Permanent),
        CostPart::TapOthers(count, filter) => {
            // Only one's own permanents pay (CR 118.3), said or not.
            let own = if is_placed(filter) { "" } else { " you control" };
            of("tap", count, filter, Kind::Permanent) + own
        }
        CostPart::Return(count, filter) => {
            format!("{} to its owner's hand", of("return", count, filter, Kind::Permanent))
        }
        CostPart::Reveal(count, filter) => format!("{} from your hand", of("reveal", count, filter, Kind::Card)),
        CostPart::RemoveCounters(Count::Exactly(Amount::Fixed(1)), kind) => {
            format!("remove {} counter from {}", with_article(kind), voice.own)
        }
        CostPart::RemoveCounters(count, kind) => {
            let number = count_words(voice, count);
            format!("remove {number} {kind} counters from {}", voice.own)
        }
    }
}

/// The card itself with the zone it lies in, when that is not the battlefield.
pub(super) fn place(voice: &Voice) -> String {
    match voice.zone {
        Zone::Battlefield | Zone::Stack => voice.own.clone(),
        zone => format!("{} from your {}", voice.own, zone.word()),
    }
}

/// A condition as a clause.
pub(super) fn condition(voice: &Voice, condition: &Condition) -> String {
    match condition {
        Condition::Controls {
            player,
            comparison,
            amount,
            filter,
        } => controls(voice, *player, *comparison, amount, filter),
        Condition::Compare(left, relation, right) => compare(voice, left, *relation, right),
        Condition::SourceIn(Zone::Battlefield) => format!("{} is on the battlefield", voice.own),
        Condition::SourceIn(zone) => format!("this card is in your {}", zone.word()),
        Condition::CastFrom(zone) => format!("this spell was cast from {}", with_article(zone.word())),
        Condition::Kicked => "this spell was kicked".to_owned(),
        Condition::Is(what, filter) => is(voice, what, filter),
        Condition::YourTurn => "it's your turn".to_owned(),
        Condition::ControlsCommander => "you control your commander".to_owned(),
        Condition::All(parts) => joined(voice, parts, " and "),
        Condition::AnyOf(parts) => joined(voice, parts, " or "),
        Condition::Not(inner) if **inner == Condition::YourTurn => "it's not your turn".to_owned(),
        Condition::Not(inner) => format!("it isn't true that {}", self::condition(voice, inner)),
    }
}

/// `it is a creature`, `this artifact is untapped`.
fn is(voice: &Voice, what: &Selector, filter: &Filter) -> String {
    let subject = object(voice, what);
    match filter {
        Filter::Tapped => format!("{subject} is tapped"),
        Filter::Not(inner) if **inner == Filter::Tapped => format!("{subject} is untapped"),
        other => format!("{subject} is {}", with_article(&noun(voice, other, ONE))),
    }
}

fn joined(voice: &Voice, parts: &[Condition], joint: &str) -> String {
    let parts: Vec<String> = parts.iter().map(|part| condition(voice, part)).collect();
    parts.join(joint)
}

fn controls(voice: &Voice, player: PlayerRef, relation: Comparison, amount: &Amount, filter: &Filter) -> String {
    let subject = format!(
        "{} control{}",
        player.word(),
        if player == PlayerRef::You { "" } else { "s" }
    );
    let many = |words: String| {
        let words = words + " " + &noun(voice, filter, Form { plural: true, ..MANY });
        format!("{subject} {words}")
    };
    match (relation, amount) {
        (Comparison::AtLeast, Amount::Fixed(1)) => {
            let phrase = noun(voice, filter, ONE);
            let phrase = if phrase.starts_with("another ") {
                phrase
            } else {
                with_article(&phrase)
            };
            format!("{subject} {phrase}")
        }
        (Comparison::AtLeast, Amount::Fixed(n)) => many(format!("{} or more", number_word(*n))),
        (Comparison::AtMost | Comparison::Equal, Amount::Fixed(0)) => many("no".to_owned()),
        (Comparison::AtMost, Amount::Fixed(n)) => many(format!("{} or fewer", number_word(*n))),
        (Comparison::Equal, Amount::Fixed(n)) => many(format!("exactly {}", number_word(*n))),
        (Comparison::More, Amount::Count(other)) if own_same(other, filter) => {
            format!("{} than you", many("more".to_owned()))
        }
        (Comparison::Less, Amount::Count(other)) if own_same(other, filter) => {
            format!("{} than you", many("fewer".to_owned()))
        }
        (relation, amount) => {
            let words = match relation {
                Comparison::Equal => "exactly",
                Comparison::AtMost => "at most",
                Comparison::AtLeast => "at least",
                Comparison::Less => "fewer than",
                Comparison::More => "more than",
            };
            many(format!("{words} {}", amount_text(voice, amount)))
        }
    }
}

/// Whether `other` is the same filter with the controller's own objects.
fn own_same(other: &Filter, filter: &Filter) -> bool {
    match other {
        Filter::All(parts) => matches!(parts.as_slice(), [same, Filter::Controlled(PlayerRef::You)] if same == filter),
        _ => false,
    }
}

fn compare(voice: &Voice, left: &Amount, relation: Comparison, right: &Amount) -> String {
    let right = match right {
        Amount::Fixed(n) if matches!(left, Amount::Opponents) => number_word(*n),
        other => amount_text(voice, other),
    };
    let bound = match relation {
        Comparison::Equal => format!("exactly {right}"),
        Comparison::AtMost => format!("{right} or less"),
        Comparison::AtLeast => format!("{right} or more"),
        Comparison::Less => format!("less than {right}"),
        Comparison::More => format!("more than {right}"),
    };
    match left {
        Amount::Opponents => format!("you have {bound} opponents"),
        Amount::LifeOf(PlayerRef::You) => format!("you have {bound} life"),
        Amount::LifeOf(player) => format!("{} has {bound} life", player.word()),
        Amount::HandSize(PlayerRef::You) => format!("you have {bound} cards in hand"),
        Amount::HandSize(player) => format!("{} has {bound} cards in {} hand", player.word(), possessive(*player)),
        Amount::Count(filter) if relation == Comparison::Equal && right == "0" => {
            let place = if is_placed(filter) { "" } else { " on the battlefield" };
            format!(
                "there are no {}{place}",
                noun(
                    voice,
                    filter,
                    Form {
                        preposition: "in",
                        ..MANY
                    }
                )
            )
        }
        Amount::Count(filter) => {
            format!(
                "there are {bound} {}",
                noun(
                    voice,
                    filter,
                    Form {
                        preposition: "in",
                        ..MANY
                    }
                )
            )
        }
        other => format!("{} is {bound}", amount_text(voice, other)),
    }
}

/// A duration as words.
pub(super) const fn duration(duration: Duration) -> &'static str {
    match duration {
        Duration::EndOfTurn => "until end of turn",
        Duration::YourNextTurn => "until your next turn",
        Duration::ThisTurn => "this turn",
        Duration::WhileOnBattlefield => "for as long as this permanent remains on the battlefield",
        Duration::Forever => "for the rest of the game",
    }
}

/// `When this creature enters`, `Whenever you cast …`, `At the beginning of your upkeep`.
pub(super) fn events(voice: &Voice, trigger: &Trigger) -> String {
    let Some(first) = trigger.events.first() else {
        return "Never".to_owned();
    };
    let word = if trigger.events.iter().all(happens_once) {
        "When"
    } else if matches!(first, TriggerEvent::BeginningOf { .. }) {
        "At"
    } else {
        "Whenever"
    };
    let mut phrases: Vec<(String, String)> = Vec::new();
    for own in &trigger.events {
        let (subject, verb) = event(voice, own);
        match phrases.last_mut() {
            Some((last, verbs)) if *last == subject => *verbs = format!("{verbs} or {verb}"),
            Some((last, verbs)) if *verbs == verb => *last = format!("{last} or {subject}"),
            _ => phrases.push((subject, verb)),
        }
    }
    let phrases: Vec<String> = phrases
        .into_iter()
        .map(|(subject, verb)| format!("{subject} {verb}").trim().to_owned())
        .collect();
    format!("{word} {}", phrases.join(", or "))
}

/// Whether the event happens to the card itself and so once.
fn happens_once(event: &TriggerEvent) -> bool {
    matches!(
        event,
        TriggerEvent::Enters(Filter::Itself)
            | TriggerEvent::Dies(Filter::Itself)
            | TriggerEvent::Leaves(Filter::Itself)
            | TriggerEvent::Cycled
    )
}

fn event(voice: &Voice, event: &TriggerEvent) -> (String, String) {
    let object = |filter: &Filter| {
        let phrase = noun(voice, filter, ONE);
        let bare = matches!(filter, Filter::Itself | Filter::AttachedTo) || phrase.starts_with("another ");
        if bare { phrase } else { with_article(&phrase) }
    };
    let does = |player: &PlayerRef, base: &str, rest: String| {
        let verb = if *player == PlayerRef::You {
            base.to_owned()
        } else {
            format!("{base}s")
        };
        (player.word().to_owned(), format!("{verb} {rest}"))
    };
    let of_kind = |filter: &Filter, kind| with_article(&noun(voice, filter, Form { kind, ..ONE }));
    match event {
        TriggerEvent::Enters(filter) => (object(filter), "enters".to_owned()),
        TriggerEvent::Dies(Filter::Itself) if !voice.creature => (
            object(&Filter::Itself),
            "is put into a graveyard from the battlefield".to_owned(),
        ),
        TriggerEvent::Dies(filter) if is_of_creatures(filter) => (object(filter), "dies".to_owned()),
        TriggerEvent::Dies(filter) => (
            object(filter),
            "is put into a graveyard from the battlefield".to_owned(),
        ),
        TriggerEvent::Leaves(filter) => (object(filter), "leaves the battlefield".to_owned()),
        TriggerEvent::Attacks(filter) => (object(filter), "attacks".to_owned()),
        TriggerEvent::Blocks(filter) => (object(filter), "blocks".to_owned()),
        TriggerEvent::IsDealtDamage(filter) => (object(filter), "is dealt damage".to_owned()),
        TriggerEvent::BecomesTarget(filter) => (object(filter), "becomes the target of a spell or ability".to_owned()),
        TriggerEvent::DealsDamage {
            source,
            combat,
            to_player,
            to_opponent,
        } => {
            let damage = if *combat { "combat damage" } else { "damage" };
            let to = match (to_player, to_opponent) {
                (_, true) => " to an opponent",
                (true, false) => " to a player",
                (false, false) => "",
            };
            (object(source), format!("deals {damage}{to}"))
        }
        TriggerEvent::BeginningOf { step, whose } => {
            let step = match step.as_str() {
                "end" => "end step",
                "draw" => "draw step",
                other => other,
            };
            let whose = match whose {
                PlayerRef::You => "your".to_owned(),
                PlayerRef::Each => "each player's".to_owned(),
                PlayerRef::BearersController => format!("{}'s controller's", voice.bearer),
                other => owner_of(*other),
            };
            let beginning = match (step, whose.as_str()) {
                ("combat", whose) => format!("the beginning of combat on {whose} turn"),
                (step, whose) => format!("the beginning of {whose} {step}"),
            };
            (String::new(), beginning)
        }
        TriggerEvent::Casts {
            player,
            filter,
            or_copies,
        } => {
            let what = of_kind(filter, Kind::Spell);
            let base = if *or_copies { "cast or copy" } else { "cast" };
            does(player, base, what)
        }
        TriggerEvent::Draws(player) => does(player, "draw", "a card".to_owned()),
        TriggerEvent::Sacrifices(player, filter) => does(player, "sacrifice", of_kind(filter, Kind::Permanent)),
        TriggerEvent::LeavesGraveyard(player) => (
            "one or more cards".to_owned(),
            format!("leave {} graveyard", owner_of(*player)),
        ),
        TriggerEvent::Discards(player, filter) => does(player, "discard", of_kind(filter, Kind::Card)),
        TriggerEvent::GainsLife(player) => does(player, "gain", "life".to_owned()),
        TriggerEvent::Cycled => ("you".to_owned(), "cycle this card".to_owned()),
    }
}
