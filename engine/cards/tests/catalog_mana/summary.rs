//! One short line per ability, so that expectations are readable tables.

use std::fmt::Write as _;

use turnzero_contract::card::{
    Ability, Amount, Comparison, Condition, CostPart, Count, Destination, Effect, EntersTapped, Filter, ManaKind,
    ManaOutput, ManaRestriction, PlayerRef, Selector, StaticAbility, Timing, Zone,
};

/// Abilities as text, keywords by their debug form.
pub(crate) fn summary(abilities: &[Ability]) -> Vec<String> {
    abilities.iter().map(ability).collect()
}

fn ability(ability: &Ability) -> String {
    match ability {
        Ability::Static(StaticAbility::EntersTapped(how)) => match how {
            EntersTapped::Always => "tapped".into(),
            EntersTapped::Unless(c) => format!("tapped unless {}", condition(c)),
            EntersTapped::UnlessPaid(parts) => format!("tapped unless paid {}", costs(parts)),
        },
        Ability::Static(StaticAbility::AdditionalCost(parts)) => format!("additional cost {}", costs(parts)),
        Ability::Static(StaticAbility::Pending(_)) => "?".into(),
        Ability::Static(other) => format!("static {other:?}"),
        Ability::Activated(a) => {
            let mut text = format!("{}: {}", costs(&a.cost), effect(&a.effect));
            if let Some(c) = &a.condition {
                let _ = write!(text, " if {}", condition(c));
            }
            if a.zone != Zone::Battlefield {
                let _ = write!(text, " from {}", a.zone);
            }
            if a.timing == Timing::Sorcery {
                text += " at sorcery speed";
            }
            if a.once_each_turn {
                text += " once a turn";
            }
            text
        }
        Ability::Triggered(t) => format!("enters: {}", effect(&t.effect)),
        Ability::Spell(e) => format!("spell: {}", effect(e)),
        Ability::Keyword(k) => format!("{k:?}"),
    }
}

fn costs(parts: &[CostPart]) -> String {
    let one = |part: &CostPart| match part {
        CostPart::Mana(cost) => cost.to_string(),
        CostPart::Tap => "T".into(),
        CostPart::Untap => "Q".into(),
        CostPart::PayLife(n) => format!("life {}", amount(n)),
        CostPart::SacrificeSelf => "sac".into(),
        CostPart::Sacrifice(n, f) => format!("sac {} {}", count(n), filter(f)),
        CostPart::DiscardSelf => "discard self".into(),
        CostPart::Discard(n, f) => format!("discard {} {}", count(n), filter(f)),
        CostPart::ExileSelf => "exile self".into(),
        CostPart::Exile(n, f) => format!("exile {} {}", count(n), filter(f)),
        CostPart::TapOthers(n, f) => format!("tap {} {}", count(n), filter(f)),
        CostPart::Return(n, f) => format!("return {} {}", count(n), filter(f)),
        CostPart::Reveal(n, f) => format!("reveal {} {}", count(n), filter(f)),
        CostPart::RemoveCounters(n, kind) => format!("remove {} {kind}", count(n)),
    };
    parts.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn effect(effect_: &Effect) -> String {
    match effect_ {
        Effect::AddMana(output) => mana(output),
        Effect::Sequence(parts) => parts.iter().map(effect).collect::<Vec<_>>().join("; "),
        Effect::Search(s) => {
            let to = match s.to {
                Destination::Battlefield { tapped: true, .. } => "battlefield tapped",
                Destination::Battlefield { .. } => "battlefield",
                Destination::Hand => "hand",
                _ => "elsewhere",
            };
            let shared = if s.sharing_land_type { " sharing a type" } else { "" };
            format!("search {} {}{shared} to {to}", count(&s.count), filter(&s.filter))
        }
        Effect::If { condition: c, then, .. } => format!("if {} {}", condition(c), effect(then)),
        Effect::May {
            cost,
            effect: e,
            otherwise,
            ..
        } => {
            let other = otherwise
                .as_ref()
                .map_or(String::new(), |o| format!(" or {}", effect(o)));
            format!("may {}{}{other}", costs(cost), effect(e))
        }
        Effect::Untap(Selector::It) => "untap it".into(),
        Effect::DealDamage { amount: n, .. } => format!("damage {}", amount(n)),
        Effect::LoseLife(_, n) => format!("lose {}", amount(n)),
        Effect::GainLife(_, n) => format!("gain {}", amount(n)),
        Effect::Scry(n) => format!("scry {}", amount(n)),
        Effect::Surveil(n) => format!("surveil {}", amount(n)),
        Effect::Draw(_, n) => format!("draw {}", amount(n)),
        Effect::PutCounters { kind, count: n, .. } => format!("put {} {kind}", amount(n)),
        Effect::Move {
            what: Selector::Chosen {
                count: n, filter: f, ..
            },
            ..
        } => format!("return {} {}", count(n), filter(f)),
        Effect::Sacrifice {
            count: n, filter: f, ..
        } => format!("sacrifice {} {}", count(n), filter(f)),
        Effect::CreateToken { count: n, token, .. } => format!("create {} {}", amount(n), token.name),
        Effect::Pending(_) => "?".into(),
        other => format!("{other:?}"),
    }
}

fn mana(output: &ManaOutput) -> String {
    let kind = |kind: &ManaKind| match kind {
        ManaKind::Color(color) => color.letter(),
        ManaKind::Colorless => 'C',
        ManaKind::AnyColor => '*',
        ManaKind::CommanderIdentity => 'I',
        ManaKind::OpponentsLands => 'O',
        ManaKind::OwnLands => 'L',
    };
    let choices: Vec<String> = output.choices.iter().map(|c| c.iter().map(kind).collect()).collect();
    let mut text = choices.join("/");
    if output.times != Amount::Fixed(1) {
        let _ = write!(text, " x {}", amount(&output.times));
    }
    match &output.restriction {
        None => {}
        Some(ManaRestriction::Cast(f)) => drop(write!(text, " only to cast {}", filter(f))),
        Some(ManaRestriction::Activate(f)) => drop(write!(text, " only to activate {}", filter(f))),
        Some(ManaRestriction::CastOrActivate(f)) => drop(write!(text, " only to cast or activate {}", filter(f))),
        Some(ManaRestriction::Other) => text += " only ?",
    }
    text
}

fn amount(n: &Amount) -> String {
    match n {
        Amount::Fixed(n) => n.to_string(),
        Amount::Count(f) => format!("#{}", filter(f)),
        Amount::Opponents => "opponents".into(),
        Amount::LifeOf(who) => format!("life of {who}"),
        Amount::PowerOf(_) => "power".into(),
        other => format!("{other:?}"),
    }
}

fn count(n: &Count) -> String {
    match n {
        Count::Exactly(n) => amount(n),
        Count::UpTo(n) => format!("<={}", amount(n)),
        other => format!("{other:?}"),
    }
}

fn condition(c: &Condition) -> String {
    match c {
        Condition::Controls {
            player,
            comparison,
            amount: n,
            filter: f,
        } => {
            let who = if *player == PlayerRef::You {
                String::new()
            } else {
                format!("{player} ")
            };
            format!("{who}{}{} {}", relation(*comparison), amount(n), filter(f))
        }
        Condition::Compare(a, comparison, b) => format!("{}{}{}", amount(a), relation(*comparison), amount(b)),
        other => format!("{other:?}"),
    }
}

fn relation(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::AtMost => "<=",
        Comparison::AtLeast => ">=",
        Comparison::Less => "<",
        Comparison::More => ">",
    }
}

fn filter(f: &Filter) -> String {
    match f {
        Filter::Any => "card".into(),
        Filter::Type(t) => t.to_string().to_lowercase(),
        Filter::Supertype(t) => t.to_string().to_lowercase(),
        Filter::Subtype(s) => s.clone(),
        Filter::Color(c) => c.word().into(),
        Filter::Other => "other".into(),
        Filter::Itself => "itself".into(),
        Filter::Tapped => "tapped".into(),
        Filter::Permanent => "permanent".into(),
        Filter::Controlled(PlayerRef::You) => "yours".into(),
        Filter::Controlled(who) => format!("of {who}"),
        Filter::All(parts) => parts.iter().map(filter).collect::<Vec<_>>().join(" "),
        Filter::AnyOf(parts) => parts.iter().map(filter).collect::<Vec<_>>().join("|"),
        Filter::Not(inner) => format!("non-{}", filter(inner)),
        Filter::ManaValue(c, n) => format!("MV{}{}", relation(*c), amount(n)),
        Filter::Power(c, n) => format!("power{}{}", relation(*c), amount(n)),
        other => format!("{other:?}"),
    }
}
