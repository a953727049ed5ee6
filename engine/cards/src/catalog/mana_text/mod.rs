//! Mana abilities and land conditions read from rules text at run time.
//!
//! Only regular templates are read: adding mana, entering tapped, searching for lands, cycling,
//! Treasures, land drawbacks and plain keywords. What no template fits is left out, so a card
//! that merely mentions mana never counts as a source.

mod condition;
mod cost;
mod keyword;
mod land;
mod noun;
mod output;
mod search;
mod sentence;

use turnzero_contract::card::{Ability, Activated, CostPart, Effect, StaticAbility, Zone};

use super::CatalogFace;
use sentence::Clause;

/// The abilities of a face that the templates recognise, in printed order.
///
/// Total: any text gives a list, perhaps an empty one. "One mana of the chosen color" is read as
/// a free choice, because the choice is made as the permanent enters.
pub fn abilities(face: &CatalogFace) -> Vec<Ability> {
    let text = normalise(face);
    let is = |wanted: &str| face.types.iter().any(|own| own == wanted);
    let spell = is("Instant") || is("Sorcery");
    let land = is("Land");
    let mut out = Vec::new();
    let mut readable_costs = true;
    let mut spell_parts = Vec::new();
    let mut tap_riders = Vec::new();
    for line in text.lines() {
        if starts_level(line) {
            break;
        }
        if let Some(keyword) = keyword::deck_building(line.trim()) {
            out.push(Ability::Keyword(keyword));
            continue;
        }
        let Some(line) = plain_line(line) else { continue };
        if let Some(keywords) = keyword::keywords(line) {
            out.extend(keywords.into_iter().map(Ability::Keyword));
        } else if let Some(cost) = line.strip_prefix("as an additional cost to cast ~, ") {
            match cost::parts(cost.trim_end_matches('.')) {
                Some((parts, _)) => out.push(Ability::Static(StaticAbility::AdditionalCost(parts))),
                None => readable_costs = false,
            }
        } else if spell {
            if let Some(effect) = sentence::spell(line) {
                spell_parts.push(effect);
            }
        } else if let Some(found) = land::entering(line, land) {
            out.extend(found);
        } else if let Some(rider) = line
            .strip_prefix("whenever ~ becomes tapped, ")
            .and_then(sentence::simple)
        {
            tap_riders.push(rider);
        } else if let Some(ability) = activated(line) {
            out.push(ability);
        }
    }
    for rider in tap_riders {
        for ability in &mut out {
            ride_along(ability, &rider);
        }
    }
    // A ritual whose price is not understood must not look free.
    if readable_costs && let Some(effect) = sentence::join(spell_parts) {
        out.push(Ability::Spell(effect));
    }
    out
}

/// Adds what happens whenever the source becomes tapped to an ability that taps it.
fn ride_along(ability: &mut Ability, rider: &Effect) {
    if let Ability::Activated(activated) = ability
        && activated.cost.contains(&CostPart::Tap)
    {
        let first = std::mem::replace(&mut activated.effect, Effect::Sequence(Vec::new()));
        activated.effect = Effect::Sequence(vec![first, rider.clone()]);
    }
}

/// Reads `COST: EFFECT.` when both sides follow a template.
fn activated(line: &str) -> Option<Ability> {
    let (cost, effect) = line.split_once(": ")?;
    let (parts, zone) = cost::parts(cost)?;
    let Clause {
        effect,
        condition,
        timing,
        once_each_turn,
    } = sentence::activated(effect)?;
    // Loyalty abilities and free activations would be endless mana.
    if parts.is_empty() {
        return None;
    }
    let needs_hand = parts.iter().any(|part| matches!(part, CostPart::DiscardSelf));
    let zone = zone.unwrap_or(if needs_hand { Zone::Hand } else { Zone::Battlefield });
    let ability = Activated {
        condition,
        zone,
        timing,
        once_each_turn,
        ..Activated::new(parts, effect)
    };
    Some(Ability::Activated(ability))
}

/// Lines that begin levels, chapters, class levels or station marks: what follows is not yet there.
fn starts_level(line: &str) -> bool {
    line.starts_with("level ") || line.contains(": level ") || line.split_once(" | ").is_some()
}

/// Strips an ability word; drops lines whose abilities belong to something else.
fn plain_line(line: &str) -> Option<&str> {
    let line = line.trim();
    if line.is_empty() || line.starts_with(['•', '[', '−', '+']) {
        return None;
    }
    // Quoted abilities are granted to other objects; token abilities are known by name.
    if line.contains('"') && !line.contains("eldrazi") {
        return None;
    }
    let Some((word, rest)) = line.split_once(" — ") else {
        return Some(line);
    };
    let is_word = word.split(' ').count() <= 3 && !word.contains(['{', ':', '.', ',']);
    let limits = ["exhaust", "boast", "max speed", "solved", "forecast", "power-up"];
    let chapter = word.chars().all(|c| matches!(c, 'i' | 'v' | 'x' | ' '));
    if !is_word {
        return Some(line);
    }
    (!limits.contains(&word) && !chapter).then_some(rest)
}

/// Lower case, no reminder text, own name and "this …" as `~`, one spelling of entering.
fn normalise(face: &CatalogFace) -> String {
    let text = without_reminders(&face.text).replace('\u{2019}', "'");
    let mut text = if face.name.is_empty() {
        text
    } else {
        text.replace(&face.name, "~")
    };
    if let Some((short, _)) = face.name.split_once(", ")
        && short.chars().count() >= 3
    {
        text = text.replace(short, "~");
    }
    let mut text = text.to_lowercase();
    for word in [
        "land",
        "creature",
        "artifact",
        "enchantment",
        "permanent",
        "card",
        "spell",
        "token",
        "aura",
        "equipment",
        "vehicle",
        "spacecraft",
        "planeswalker",
        "class",
        "saga",
    ] {
        text = replace_word(&text, &format!("this {word}"), "~");
    }
    text.replace("enters the battlefield", "enters")
        .replace("enter the battlefield", "enter")
}

/// Replaces whole words only, so `this card's` changes and `this cardboard` does not.
fn replace_word(text: &str, from: &str, to: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(from) {
        out.push_str(before);
        let inside = before.ends_with(char::is_alphanumeric) || after.starts_with(char::is_alphanumeric);
        out.push_str(if inside { from } else { to });
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Removes text in round brackets (reminder text has no effect, CR 207.2).
pub(super) fn without_reminders(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut depth = 0_u32;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '\n' => {
                depth = 0;
                out.push(c);
            }
            _ if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}
