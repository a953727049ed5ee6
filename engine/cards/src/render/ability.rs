//! Abilities and keywords as lines of rules text.

use turnzero_contract::card::{
    Ability, Activated, Amount, CostPart, Deontic, Destination, EntersTapped, Filter, GameVerb, Keyword, PlayerRef,
    StaticAbility, Timing, TriggerEvent, Zone,
};

use super::clause::{condition, cost, cost_clause, events};
use super::effect::{quoted, sentences, your_opponents};
use super::noun::{Form, Kind, MANY, ONE, amount_text, each, is_placed, noun};
use super::object_effect::destination;
use super::voice::{Voice, capital, list, number_word, plural, with_article};

/// An ability as text; modes bring lines of their own.
pub(super) fn ability_lines(voice: &Voice, ability: &Ability) -> String {
    match ability {
        Ability::Keyword(keyword) => keyword_text(voice, keyword),
        Ability::Spell(effect) => sentences(voice, effect),
        Ability::Static(ability) => capital(&static_text(voice, ability)),
        Ability::Activated(ability) => activated(voice, ability),
        Ability::Triggered(ability) => {
            let voice = voice.in_zone(ability.zone);
            let when = events(&voice, &ability.trigger);
            let condition = ability
                .condition
                .as_ref()
                .map_or_else(String::new, |when| format!(", if {}", condition(&voice, when)));
            let named = !ability.trigger.events.is_empty() && ability.trigger.events.iter().all(is_about_itself);
            let voice = voice.after_naming(named);
            let effect = sentences(&voice, &ability.effect);
            format!("{when}{condition}, {}", lower_first(&effect, &voice))
        }
    }
}

/// A sentence continued after a comma; names keep their capital.
fn lower_first(text: &str, voice: &Voice) -> String {
    if text.starts_with(&voice.own) {
        return text.to_owned();
    }
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// Whether the event names the card itself, so that `it` stands for it afterwards.
fn is_about_itself(event: &TriggerEvent) -> bool {
    matches!(
        event,
        TriggerEvent::Enters(Filter::Itself)
            | TriggerEvent::Dies(Filter::Itself)
            | TriggerEvent::Leaves(Filter::Itself)
            | TriggerEvent::Attacks(Filter::Itself)
            | TriggerEvent::Blocks(Filter::Itself)
            | TriggerEvent::IsDealtDamage(Filter::Itself)
    )
}

fn activated(voice: &Voice, ability: &Activated) -> String {
    let voice = voice.in_zone(ability.zone);
    let named = ability
        .cost
        .iter()
        .any(|part| matches!(part, CostPart::SacrificeSelf | CostPart::RemoveCounters(..)));
    let price = cost(&voice, &ability.cost);
    let voice = voice.after_naming(named);
    let mut text = format!("{price}: {}", sentences(&voice, &ability.effect));
    if let Some(when) = &ability.condition {
        text = format!("{text} Activate only if {}.", condition(&voice, when));
    }
    if ability.timing == Timing::Sorcery {
        text.push_str(" Activate only as a sorcery.");
    }
    if ability.once_each_turn {
        text.push_str(" Activate only once each turn.");
    }
    if !matches!(ability.zone, Zone::Battlefield | Zone::Graveyard) {
        text = format!("{text} Activate only from your {}.", ability.zone.word());
    }
    text
}

fn alternative_cost(voice: &Voice, zone: Zone, parts: &[CostPart], leaves_to: Option<&Destination>) -> String {
    let price = cost_clause(voice, parts);
    let from = match zone {
        Zone::Hand => None,
        other => Some(other.word()),
    };
    let then = leaves_to.map_or_else(String::new, |to| {
        format!(" When it would leave the stack, {} instead.", destination(to, "it"))
    });
    match from {
        Some(zone) => format!("you may cast this card from your {zone}: {price} rather than pay its mana cost.{then}"),
        None => format!("you may {price} rather than pay this spell's mana cost.{then}"),
    }
}

/// Whether the subject of a static ability is one object.
fn is_single(filter: &Filter) -> bool {
    matches!(filter, Filter::Itself | Filter::AttachedTo)
}

fn subject(voice: &Voice, filter: &Filter) -> String {
    noun(voice, filter, if is_single(filter) { ONE } else { MANY })
}

/// A static ability as a sentence.
#[expect(clippy::too_many_lines, reason = "one arm an ability, nothing else")]
pub(super) fn static_text(voice: &Voice, ability: &StaticAbility) -> String {
    let only_while = |when: &Option<turnzero_contract::card::Condition>| {
        when.as_ref()
            .map_or_else(String::new, |when| format!(" as long as {}", condition(voice, when)))
    };
    let verb = |filter: &Filter, one: &'static str, many: &'static str| if is_single(filter) { one } else { many };
    match ability {
        StaticAbility::EntersTapped(EntersTapped::Always) => format!("{} enters tapped.", voice.own),
        StaticAbility::EntersTapped(EntersTapped::Unless(when)) => {
            format!("{} enters tapped unless {}.", voice.own, condition(voice, when))
        }
        StaticAbility::EntersTapped(EntersTapped::UnlessPaid(parts)) => {
            let price = cost_clause(voice, parts);
            // After a revealed or discarded card `it` would be unclear.
            let only_life = parts
                .iter()
                .all(|part| matches!(part, CostPart::PayLife(_) | CostPart::Mana(_)));
            let it = if only_life { "it" } else { &voice.own };
            format!(
                "as {} enters, you may {price}. If you don't, {it} enters tapped.",
                voice.own
            )
        }
        StaticAbility::AdditionalCost(parts) => {
            format!(
                "as an additional cost to cast this spell, {}.",
                cost_clause(voice, parts)
            )
        }
        StaticAbility::AlternativeCost {
            zone,
            cost: parts,
            leaves_to,
        } => alternative_cost(voice, *zone, parts, leaves_to.as_ref()),
        StaticAbility::CostChange {
            player,
            filter,
            generic,
            times,
        } => cost_change(voice, *player, filter, *generic, times),
        StaticAbility::Modify {
            filter,
            power,
            toughness,
            times,
            condition: when,
        } => {
            let each = per_unit(voice, times);
            format!(
                "{} {} {power:+}/{toughness:+}{each}{}.",
                subject(voice, filter),
                verb(filter, "gets", "get"),
                only_while(when)
            )
        }
        StaticAbility::Grant {
            filter,
            abilities,
            condition: when,
        } => {
            let own = if is_single(filter) {
                voice.in_zone(Zone::Battlefield)
            } else {
                Voice::token()
            };
            let parts: Vec<String> = abilities.iter().map(|ability| quoted(&own, ability)).collect();
            let text = format!(
                "{} {} {}",
                subject(voice, filter),
                verb(filter, "has", "have"),
                list(&parts, "and")
            );
            let end = if text.ends_with('"') { "" } else { "." };
            match when {
                Some(when) if !is_single(filter) => format!("as long as {}, {text}{end}", condition(voice, when)),
                _ => format!("{text}{}{end}", only_while(when)),
            }
        }
        StaticAbility::Deontic {
            deontic,
            subject: who,
            verb: what,
            other,
            condition: when,
        } => {
            let other = other.as_ref().map(|other| noun(voice, other, MANY));
            deontic_text(&subject(voice, who), is_single(who), *deontic, *what, other.as_deref())
                + &only_while(when)
                + "."
        }
        StaticAbility::EntersWithCounters { kind, count } => {
            let counters = match count {
                Amount::Fixed(1) => format!("{} counter", with_article(kind)),
                Amount::Fixed(n) => format!("{} {kind} counters", number_word(*n)),
                other => format!("{} {kind} counters", amount_text(voice, other)),
            };
            format!("{} enters with {counters} on it.", voice.own)
        }
        StaticAbility::SpendOnX(colors) => {
            let names: Vec<String> = colors.iter().map(|color| color.word().to_owned()).collect();
            let names = if names.is_empty() {
                "colorless".to_owned()
            } else {
                list(&names, "or")
            };
            format!("spend only {names} mana on X.")
        }
        StaticAbility::Size { power, toughness } if power == toughness => format!(
            "{}'s power and toughness are each equal to {}.",
            voice.own,
            amount_text(voice, power)
        ),
        StaticAbility::Size { power, toughness } => format!(
            "{}'s power is equal to {} and its toughness is equal to {}.",
            voice.own,
            amount_text(voice, power),
            amount_text(voice, toughness)
        ),
        StaticAbility::ControlledBy { filter, player } => {
            let verb = if *player == PlayerRef::You {
                "control"
            } else {
                "controls"
            };
            format!("{} {verb} {}.", player.word(), subject(voice, filter))
        }
        StaticAbility::Goaded(filter) => format!("{} {} goaded.", subject(voice, filter), verb(filter, "is", "are")),
        StaticAbility::Rule(modifier) => format!("{} has the rule: {modifier}.", voice.own),
        StaticAbility::Pending(family) => format!("[{family}: not spelled out yet]"),
    }
}

pub(super) fn deontic_text(
    subject: &str,
    single: bool,
    deontic: Deontic,
    verb: GameVerb,
    other: Option<&str>,
) -> String {
    let attack = if single { "attacks" } else { "attack" };
    let text = match (deontic, verb) {
        (Deontic::Must, GameVerb::Attack) => format!("{subject} {attack} each combat if able"),
        (Deontic::Must, GameVerb::AttackAnother) => {
            format!("{subject} {attack} a player other than you if able")
        }
        (Deontic::May, GameVerb::PlayExtraLand) => "you may play an additional land".to_owned(),
        (Deontic::Cannot, GameVerb::Untap) if single => {
            format!("{subject} doesn't untap during its controller's untap step")
        }
        (Deontic::Cannot, GameVerb::Untap) => {
            format!("{subject} don't untap during their controllers' untap steps")
        }
        (Deontic::Must, verb) => format!("{subject} must {verb} if able"),
        (deontic, verb) => format!("{subject} {deontic} {verb}"),
    };
    match other {
        Some(other) if matches!(verb, GameVerb::Attack | GameVerb::Block) => format!("{text} {other}"),
        Some(other) => format!("{text} by {other}"),
        None => text,
    }
}

fn per_unit(voice: &Voice, times: &Amount) -> String {
    match times {
        Amount::Fixed(1) => String::new(),
        Amount::Count(filter) => {
            let each = each(voice, filter, "in");
            let place = if is_placed(filter) { "" } else { " on the battlefield" };
            format!(" for each {}{place}", your_opponents(&each))
        }
        Amount::Fixed(n) => format!(" {n} times"),
        Amount::Minus(all, one) if **all == Amount::Targets && **one == Amount::Fixed(1) => {
            " for each target beyond the first".to_owned()
        }
        other => format!(" times {}", amount_text(voice, other)),
    }
}

fn cost_change(voice: &Voice, player: PlayerRef, filter: &Filter, generic: i32, times: &Amount) -> String {
    let direction = if generic < 0 { "less" } else { "more" };
    let amount = generic.unsigned_abs();
    let each = per_unit(voice, times);
    if *filter == Filter::Itself {
        return format!("this spell costs {{{amount}}} {direction} to cast{each}.");
    }
    let spells = noun(
        voice,
        filter,
        Form {
            kind: Kind::Spell,
            ..MANY
        },
    );
    let who = match player {
        PlayerRef::You => "you cast ".to_owned(),
        PlayerRef::Each | PlayerRef::APlayer => String::new(),
        PlayerRef::EachOpponent | PlayerRef::AnOpponent => "your opponents cast ".to_owned(),
        other => format!("{} casts ", other.word()),
    };
    format!("{spells} {who}cost {{{amount}}} {direction} to cast{each}.")
}

/// A keyword as printed, without reminder text.
pub(super) fn keyword_text(voice: &Voice, keyword: &Keyword) -> String {
    let with_cost = |word: &str, parts: &[CostPart]| {
        let only_mana = parts.iter().all(|part| matches!(part, CostPart::Mana(_)));
        let price = cost(voice, parts);
        if only_mana {
            format!("{word} {price}")
        } else {
            format!("{word}—{price}.")
        }
    };
    match keyword {
        Keyword::Landwalk(name) => format!("{name}walk"),
        Keyword::Enchant(filter) => format!("Enchant {}", noun(voice, filter, ONE)),
        Keyword::Equip(parts) => with_cost("Equip", parts),
        Keyword::Cycling(parts) => with_cost("Cycling", parts),
        Keyword::Typecycling { name, cost, .. } => with_cost(&format!("{name}cycling"), cost),
        Keyword::Flashback(parts) => with_cost("Flashback", parts),
        Keyword::Kicker(mana) => format!("Kicker {mana}"),
        Keyword::Evoke(mana) => format!("Evoke {mana}"),
        Keyword::Ward(parts) => with_cost("Ward", parts),
        Keyword::Protection(Filter::Color(color)) => format!("Protection from {}", color.word()),
        Keyword::Protection(filter) => format!("Protection from {}", noun(voice, filter, MANY)),
        Keyword::Affinity(Filter::Subtype(name)) => format!("Affinity for {}", plural(name)),
        Keyword::Affinity(filter) => format!("Affinity for {}", noun(voice, filter, MANY)),
        Keyword::PartnerWith(name) => format!("Partner with {name}"),
        Keyword::PartnerFamily(name) => format!("Partner—{name}"),
        Keyword::DoctorsCompanion => "Doctor's companion".to_owned(),
        Keyword::ChooseBackground => "Choose a Background".to_owned(),
        Keyword::MayBeCommander => "This card can be your commander.".to_owned(),
        Keyword::DeckLimit(None) => "A deck can have any number of cards with this name.".to_owned(),
        Keyword::DeckLimit(Some(limit)) => format!("A deck can have up to {limit} cards with this name."),
        simple => capital(crate::language::keyword_words(simple)),
    }
}
