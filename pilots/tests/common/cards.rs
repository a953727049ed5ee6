//! Card facts for tests, from one line a card: `name | cost | types | subtypes | rules`.
//!
//! Rules, separated by `;`: `tapped`, `T: B/R` (tap for one of the alternatives, `CC` for two colourless),
//! `1,T: BR` (mana in the cost), `draw 2`, `size 2/2`, `haste`.

use turnzero_contract::card::{
    Ability, Activated, Amount, CardType, CostPart, DefinitionSource, Effect, EntersTapped, Face, Keyword, Layout,
    ManaKind, ManaOutput, PlayerRef, Power, StaticAbility, Supertype,
};
use turnzero_contract::{CardDefinition, Color, ColorSet, ManaCost};

const CARDS: &str = include_str!("../data/cards.txt");

/// The definition of a card of the test list.
pub(crate) fn card(name: &str) -> CardDefinition {
    CARDS
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| line.split('|').map(str::trim).collect::<Vec<_>>())
        .find(|columns| columns[0] == name)
        .map_or_else(
            || panic!("tests/data/cards.txt has no `{name}`"),
            |columns| definition(&columns),
        )
}

fn definition(columns: &[&str]) -> CardDefinition {
    let [name, cost, types, subtypes, rules] = columns else {
        panic!("a card line has five columns: {columns:?}");
    };
    let cost: Option<ManaCost> = (!cost.is_empty()).then(|| cost.parse().expect("a mana cost"));
    let mut face = Face {
        name: (*name).to_owned(),
        colors: cost.as_ref().map_or(ColorSet::EMPTY, ManaCost::colors),
        cost,
        supertypes: types
            .split(' ')
            .filter_map(|word| word.parse::<Supertype>().ok())
            .collect(),
        types: types
            .split(' ')
            .filter_map(|word| word.parse::<CardType>().ok())
            .collect(),
        subtypes: subtypes
            .split(' ')
            .filter(|s| !s.is_empty())
            .map(str::to_owned)
            .collect(),
        power: None,
        toughness: None,
        loyalty: None,
        abilities: Vec::new(),
    };
    for rule in rules.split(';').map(str::trim).filter(|rule| !rule.is_empty()) {
        apply(&mut face, rule);
    }
    let identity = face
        .expanded_abilities()
        .iter()
        .fold(face.colors, |all, ability| all.union(mana_colors(ability)));
    CardDefinition {
        name: (*name).to_owned(),
        layout: Layout::Normal,
        color_identity: identity,
        source: DefinitionSource::FactsOnly,
        faces: vec![face],
    }
}

fn apply(face: &mut Face, rule: &str) {
    if let Some((cost, output)) = rule.split_once(": ") {
        let cost = cost
            .split(',')
            .map(|part| match part {
                "T" => CostPart::Tap,
                mana => CostPart::Mana(format!("{{{mana}}}").parse().expect("a mana symbol")),
            })
            .collect();
        let choices = output
            .split('/')
            .map(|choice| choice.chars().map(kind).collect())
            .collect();
        face.abilities.push(Ability::Activated(Activated::new(
            cost,
            Effect::AddMana(ManaOutput {
                choices,
                times: Amount::Fixed(1),
                restriction: None,
            }),
        )));
        return;
    }
    match rule.split_once(' ') {
        None if rule == "tapped" => {
            face.abilities
                .push(Ability::Static(StaticAbility::EntersTapped(EntersTapped::Always)));
        }
        None if rule == "haste" => face.abilities.push(Ability::Keyword(Keyword::Haste)),
        Some(("draw", count)) => {
            let draw = Effect::Draw(PlayerRef::You, Amount::Fixed(count.parse().expect("a number")));
            face.abilities.push(Ability::Spell(draw));
        }
        Some(("size", size)) => {
            let (power, toughness) = size.split_once('/').expect("power/toughness");
            face.power = Some(power.parse::<Power>().expect("power"));
            face.toughness = Some(toughness.parse::<Power>().expect("toughness"));
        }
        _ => panic!("unknown rule `{rule}`"),
    }
}

fn kind(letter: char) -> ManaKind {
    match letter {
        'C' => ManaKind::Colorless,
        '*' => ManaKind::AnyColor,
        letter => ManaKind::Color(Color::from_letter(letter).expect("a colour letter")),
    }
}

fn mana_colors(ability: &Ability) -> ColorSet {
    let mut colors = ColorSet::EMPTY;
    if let Ability::Activated(activated) = ability
        && let Effect::AddMana(output) = &activated.effect
    {
        for kind in output.choices.iter().flatten() {
            if let ManaKind::Color(color) = kind {
                colors = colors.with(*color);
            }
        }
    }
    colors
}
