//! Keywords in plain form: the same typed abilities, so that nobody needs a second table.

use super::filter::{Amount, Comparison, Condition, Count, Duration, Filter, PlayerRef, Zone};
use super::{
    Ability, Activated, CardType, CostPart, Deontic, Destination, Effect, Face, GameVerb, Keyword, ManaKind,
    ManaOutput, RuleModifier, SearchSpec, Selector, StaticAbility, TargetSpec, Timing, Trigger, TriggerEvent,
    Triggered,
};
use crate::Color;

pub(super) fn expand_face(face: &Face) -> Vec<Ability> {
    let mut abilities: Vec<Ability> = face
        .subtypes
        .iter()
        .filter(|_| face.is(CardType::Land))
        .filter_map(|subtype| Color::of_basic_land_type(subtype))
        .map(intrinsic_mana)
        .collect();
    for ability in &face.abilities {
        match ability {
            Ability::Keyword(keyword) => abilities.extend(keyword.expand()),
            other => abilities.push(other.clone()),
        }
    }
    abilities
}

/// `{T}: Add one mana of the colour` (CR 305.6).
fn intrinsic_mana(color: Color) -> Ability {
    Ability::Activated(Activated::new(
        vec![CostPart::Tap],
        Effect::AddMana(ManaOutput {
            choices: vec![vec![ManaKind::Color(color)]],
            times: Amount::Fixed(1),
            restriction: None,
        }),
    ))
}

fn all(filters: Vec<Filter>) -> Filter {
    Filter::All(filters)
}

fn one() -> Count {
    Count::Exactly(Amount::Fixed(1))
}

fn deontic(deontic: Deontic, verb: GameVerb, other: Option<Filter>) -> StaticAbility {
    StaticAbility::Deontic {
        deontic,
        subject: Filter::Itself,
        verb,
        other,
        condition: None,
    }
}

impl Keyword {
    /// Its plain form. Keywords that only matter to deck construction give nothing.
    #[expect(clippy::too_many_lines, reason = "one arm a keyword, nothing else")]
    pub fn expand(&self) -> Vec<Ability> {
        let statics = |ability: StaticAbility| vec![Ability::Static(ability)];
        let rule = |modifier: RuleModifier| vec![Ability::Static(StaticAbility::Rule(modifier))];
        match self {
            Self::Deathtouch => rule(RuleModifier::DeathtouchDamage),
            Self::Defender => statics(deontic(Deontic::Cannot, GameVerb::Attack, None)),
            Self::DoubleStrike => rule(RuleModifier::DoubleStrikeDamage),
            Self::FirstStrike => rule(RuleModifier::FirstStrikeDamage),
            Self::Flash => rule(RuleModifier::InstantSpeed),
            Self::Flying => statics(deontic(
                Deontic::Cannot,
                GameVerb::BeBlocked,
                Some(Filter::Not(Box::new(Filter::AnyOf(vec![
                    Filter::Keyword(Box::new(Self::Flying)),
                    Filter::Keyword(Box::new(Self::Reach)),
                ])))),
            )),
            Self::Haste => rule(RuleModifier::NoSummoningSickness),
            Self::Hexproof => statics(deontic(
                Deontic::Cannot,
                GameVerb::BeTargeted,
                Some(Filter::Controlled(PlayerRef::AnOpponent)),
            )),
            Self::Indestructible => rule(RuleModifier::Indestructible),
            Self::Lifelink => rule(RuleModifier::LifelinkDamage),
            Self::Shroud => statics(deontic(Deontic::Cannot, GameVerb::BeTargeted, None)),
            Self::Trample => rule(RuleModifier::TrampleDamage),
            Self::Vigilance => rule(RuleModifier::AttacksUntapped),
            Self::Landwalk(subtype) => statics(StaticAbility::Deontic {
                deontic: Deontic::Cannot,
                subject: Filter::Itself,
                verb: GameVerb::BeBlocked,
                other: None,
                condition: Some(Condition::Controls {
                    player: PlayerRef::ThatPlayer,
                    comparison: Comparison::AtLeast,
                    amount: Amount::Fixed(1),
                    filter: Filter::Subtype(subtype.clone()),
                }),
            }),
            Self::Prowess => vec![Ability::Triggered(Triggered {
                trigger: Trigger {
                    events: vec![TriggerEvent::Casts {
                        player: PlayerRef::You,
                        filter: Filter::Not(Box::new(Filter::Type(CardType::Creature))),
                        or_copies: false,
                    }],
                },
                condition: None,
                effect: Effect::Pump {
                    what: Selector::Itself,
                    power: 1,
                    toughness: 1,
                    duration: Duration::EndOfTurn,
                },
                zone: Zone::Battlefield,
            })],
            Self::Equip(cost) => vec![Ability::Activated(Activated {
                timing: Timing::Sorcery,
                ..Activated::new(
                    cost.clone(),
                    Effect::Attach(Selector::Target(TargetSpec {
                        count: one(),
                        filter: all(vec![
                            Filter::Type(CardType::Creature),
                            Filter::Controlled(PlayerRef::You),
                        ]),
                    })),
                )
            })],
            Self::Cycling(cost) => from_hand(cost, Effect::Draw(PlayerRef::You, Amount::Fixed(1))),
            Self::Typecycling { filter, cost, .. } => from_hand(
                cost,
                Effect::Search(SearchSpec {
                    player: PlayerRef::You,
                    count: one(),
                    filter: filter.clone(),
                    sharing_land_type: false,
                    reveal: true,
                    one_to: None,
                    to: Destination::Hand,
                }),
            ),
            Self::Flashback(cost) => statics(StaticAbility::AlternativeCost {
                zone: Zone::Graveyard,
                cost: cost.clone(),
                leaves_to: Some(Destination::Exile),
            }),
            Self::Affinity(filter) => statics(StaticAbility::CostChange {
                player: PlayerRef::You,
                filter: Filter::Itself,
                generic: -1,
                times: Amount::Count(Box::new(all(vec![filter.clone(), Filter::Controlled(PlayerRef::You)]))),
            }),
            // Kept as keywords: their meaning is a rule of its own (menace counts blockers, ward taxes, …)
            // or belongs to deck construction.
            Self::Banding
            | Self::Menace
            | Self::Reach
            | Self::Enchant(_)
            | Self::Kicker(_)
            | Self::Evoke(_)
            | Self::Ward(_)
            | Self::Protection(_)
            | Self::Undying
            | Self::Companion => vec![Ability::Keyword(self.clone())],
            Self::Partner
            | Self::PartnerWith(_)
            | Self::PartnerFamily(_)
            | Self::DoctorsCompanion
            | Self::ChooseBackground
            | Self::MayBeCommander
            | Self::DeckLimit(_) => Vec::new(),
        }
    }
}

fn from_hand(cost: &[CostPart], effect: Effect) -> Vec<Ability> {
    let mut cost = cost.to_vec();
    cost.push(CostPart::DiscardSelf);
    vec![Ability::Activated(Activated {
        zone: Zone::Hand,
        ..Activated::new(cost, effect)
    })]
}
