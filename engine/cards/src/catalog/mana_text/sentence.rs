//! Effects: the sentences of a spell, an activated or an entering ability.

use turnzero_contract::ColorSet;
use turnzero_contract::card::{
    Ability, Activated, Amount, CardType, Condition, CostPart, Effect, EffectFamily, ManaKind, ManaOutput,
    ManaRestriction, PlayerRef, Power, Selector, Timing, TokenSpec,
};

use super::condition::condition;
use super::noun::number;
use super::output::{output, restriction};
use super::search::search;

/// An activated ability's effect with the limits written behind it.
pub(super) struct Clause {
    pub(super) effect: Effect,
    pub(super) condition: Option<Condition>,
    pub(super) timing: Timing,
    pub(super) once_each_turn: bool,
}

/// Reads the effect of an activated ability: mana, a land search or Treasures.
pub(super) fn activated(text: &str) -> Option<Clause> {
    let mut clause = Clause {
        effect: Effect::Sequence(Vec::new()),
        condition: None,
        timing: Timing::Instant,
        once_each_turn: false,
    };
    let (limits, text) = take_limits(text);
    for limit in limits {
        apply_limit(&mut clause, limit)?;
    }
    clause.effect = effect(&text)?;
    Some(clause)
}

/// Sentences that limit activation, and the text without them.
fn take_limits(text: &str) -> (Vec<&str>, String) {
    let mut limits = Vec::new();
    let mut kept = Vec::new();
    for sentence in text.split(". ") {
        let bare = sentence.trim().trim_end_matches('.');
        match bare.strip_prefix("activate ") {
            Some(limit) => limits.push(limit),
            None if bare.starts_with("any player may activate") => {}
            None => kept.push(bare),
        }
    }
    (limits, kept.join(". "))
}

/// An unknown limit makes the whole ability unreadable: it might never be usable.
fn apply_limit(clause: &mut Clause, limit: &str) -> Option<()> {
    let rest = limit.strip_prefix("only ")?;
    match rest {
        "as a sorcery" => clause.timing = Timing::Sorcery,
        "as an instant" => {}
        "once each turn" => clause.once_each_turn = true,
        "during your turn" => clause.condition = Some(Condition::YourTurn),
        _ => clause.condition = Some(condition(rest.strip_prefix("if ")?)?),
    }
    Some(())
}

/// Reads one line of an instant or sorcery.
pub(super) fn spell(line: &str) -> Option<Effect> {
    effect(line.trim_end_matches('.'))
}

/// Several lines of one spell in order.
pub(super) fn join(mut parts: Vec<Effect>) -> Option<Effect> {
    if parts.len() > 1 {
        Some(Effect::Sequence(parts))
    } else {
        parts.pop()
    }
}

/// Reads a paragraph that must contain mana, a land search or Treasures; other sentences become
/// simple effects or `Pending`.
pub(super) fn effect(text: &str) -> Option<Effect> {
    let text = text.trim().trim_end_matches('.');
    if let Some(found) = search(text) {
        return Some(found);
    }
    let mut parts: Vec<Effect> = Vec::new();
    let mut useful = false;
    for sentence in text.split(". ") {
        let sentence = sentence.trim().trim_end_matches('.');
        let sentence = sentence.strip_prefix("then ").unwrap_or(sentence);
        if let Some(rest) = sentence.strip_prefix("spend this mana only ") {
            restrict(&mut parts, restriction(rest))?;
        } else if sentence.starts_with("this mana can't be spent") {
            restrict(&mut parts, ManaRestriction::Other)?;
        } else if let Some(rest) = sentence.strip_prefix("add ") {
            // "…, then add …" gives more under circumstances no forecast should count on.
            let (sure, more) = rest
                .split_once(", then add ")
                .map_or((rest, false), |(sure, _)| (sure, true));
            parts.push(Effect::AddMana(output(sure)?));
            if more {
                parts.push(Effect::Pending(EffectFamily::Other));
            }
            useful = true;
        } else if let Some(found) = search(sentence) {
            parts.push(found);
            useful = true;
        } else if let Some(made) = treasures(sentence) {
            // "Draw two cards and create two Treasure tokens".
            parts.extend(made);
            useful = true;
        } else if is_spawn_reminder(sentence) {
        } else if let Some(simple) = simple(sentence) {
            parts.push(simple);
        } else if useful {
            parts.push(Effect::Pending(EffectFamily::Other));
        } else {
            return None;
        }
    }
    if useful { join(parts) } else { None }
}

/// Puts a restriction on the mana added last.
fn restrict(parts: &mut [Effect], new: ManaRestriction) -> Option<()> {
    let last = parts.iter_mut().rev().find_map(|part| match part {
        Effect::AddMana(output) => Some(output),
        _ => None,
    })?;
    last.restriction = Some(new);
    Some(())
}

/// Simple effects that ride along with mana: damage, life, scry, cards, counters.
pub(super) fn simple(sentence: &str) -> Option<Effect> {
    let you = PlayerRef::You;
    let sentence = sentence.trim().trim_end_matches('.');
    let sentence = sentence.strip_prefix("and ").unwrap_or(sentence);
    for prefix in ["~ deals ", "it deals "] {
        if let Some(n) = sentence
            .strip_prefix(prefix)
            .and_then(|t| t.strip_suffix(" damage to you"))
        {
            return Some(Effect::DealDamage {
                source: None,
                amount: Amount::Fixed(number(n)?),
                to: Selector::Player(you),
                divided: false,
            });
        }
    }
    if let Some(n) = sentence.strip_prefix("you lose ").and_then(|t| t.strip_suffix(" life")) {
        return Some(Effect::LoseLife(you, Amount::Fixed(number(n)?)));
    }
    if let Some(n) = sentence.strip_prefix("you gain ").and_then(|t| t.strip_suffix(" life")) {
        return Some(Effect::GainLife(you, Amount::Fixed(number(n)?)));
    }
    let sentence = sentence.strip_prefix("you ").unwrap_or(sentence);
    if let Some(n) = sentence.strip_prefix("scry ") {
        return Some(Effect::Scry(Amount::Fixed(number(n)?)));
    }
    if let Some(n) = sentence.strip_prefix("surveil ") {
        return Some(Effect::Surveil(Amount::Fixed(number(n)?)));
    }
    if let Some(n) = sentence
        .strip_prefix("draw ")
        .and_then(|t| t.strip_suffix(" card").or(t.strip_suffix(" cards")))
    {
        return Some(Effect::Draw(you, Amount::Fixed(number(n)?)));
    }
    let (count, kind) = sentence.strip_prefix("put ")?.split_once(' ')?;
    let kind = kind
        .strip_suffix(" counter on ~")
        .or_else(|| kind.strip_suffix(" counters on ~"))?;
    Some(Effect::PutCounters {
        what: Selector::Itself,
        kind: kind.to_owned(),
        count: Amount::Fixed(number(count)?),
    })
}

/// Treasures, Gold and Eldrazi mana tokens, perhaps after a simple first half.
pub(super) fn treasures(sentence: &str) -> Option<Vec<Effect>> {
    if let Some((first, second)) = sentence.split_once(" and ")
        && let (Some(first), Some(second)) = (simple(first), created(second))
    {
        return Some(vec![first, second]);
    }
    created(sentence).map(|made| vec![made])
}

fn created(sentence: &str) -> Option<Effect> {
    let sentence = sentence.strip_prefix("you ").unwrap_or(sentence);
    let rest = sentence.strip_prefix("create ")?;
    let (count, what) = rest.split_once(' ')?;
    let count = number(count)?;
    let token = token(what)?;
    Some(Effect::CreateToken {
        player: PlayerRef::You,
        count: Amount::Fixed(count),
        token,
    })
}

/// A sentence that only spells out the token made before.
fn is_spawn_reminder(sentence: &str) -> bool {
    sentence.contains("eldrazi") || sentence.contains("\"sacrifice ~: add {c}")
}

fn token(what: &str) -> Option<TokenSpec> {
    let what = what.trim_end_matches('.');
    match what {
        "treasure token" | "treasure tokens" => {
            return Some(treasure("Treasure", vec![CostPart::Tap, CostPart::SacrificeSelf]));
        }
        "gold token" | "gold tokens" => return Some(treasure("Gold", vec![CostPart::SacrificeSelf])),
        _ => {}
    }
    // The reminder text with the ability follows in the same or the next sentence.
    let (head, tail) = what.split_once(" creature token").unwrap_or((what, ""));
    let plain = matches!(
        tail.trim_start_matches('s'),
        "" | " with \"sacrifice ~: add {c}.\"" | " with \"sacrifice ~: add {c}"
    );
    let (name, power) = match head {
        "0/1 colorless eldrazi spawn" => ("Spawn", 0),
        "1/1 colorless eldrazi scion" => ("Scion", 1),
        _ => return None,
    };
    plain.then(|| TokenSpec {
        name: format!("Eldrazi {name}"),
        colors: ColorSet::EMPTY,
        supertypes: Vec::new(),
        types: vec![CardType::Creature],
        subtypes: vec!["Eldrazi".to_owned(), name.to_owned()],
        power: Some(Power::Fixed(power)),
        toughness: Some(Power::Fixed(1)),
        abilities: vec![mana_ability(vec![CostPart::SacrificeSelf], ManaKind::Colorless)],
    })
}

/// A predefined artifact token that is sacrificed for any colour (CR 111.10a, 111.10c).
fn treasure(name: &str, cost: Vec<CostPart>) -> TokenSpec {
    TokenSpec {
        name: name.to_owned(),
        colors: ColorSet::EMPTY,
        supertypes: Vec::new(),
        types: vec![CardType::Artifact],
        subtypes: vec![name.to_owned()],
        power: None,
        toughness: None,
        abilities: vec![mana_ability(cost, ManaKind::AnyColor)],
    }
}

fn mana_ability(cost: Vec<CostPart>, kind: ManaKind) -> Ability {
    let output = ManaOutput {
        choices: vec![vec![kind]],
        times: Amount::Fixed(1),
        restriction: None,
    };
    Ability::Activated(Activated::new(cost, Effect::AddMana(output)))
}
