//! Abilities and costs.

use super::effect::small;
use super::noun::{keyword_bits, place};
use super::{PoolBuilder, Refused, number};
use crate::rules::characteristics::Keywords;
use crate::rules::ids::{CostId, OutputId};
use crate::rules::pool::{
    Ability, Activated, ConditionNode, Cost, CostStep, Deontic, ManaPart, Op, Output, Payment, Restriction, Static,
    StaticKind, Trigger, TriggerKind, Triggered,
};
use crate::rules::step::Step;
use turnzero_contract::card::{
    self, Amount, CostPart, Deontic as Mood, Destination, EntersTapped, Filter, GameVerb, Keyword, ManaOutput,
    ManaRestriction, PlayerRef, RuleModifier, StaticAbility, Timing, TriggerEvent,
};
use turnzero_contract::{ColorSet, ManaCost, ManaSymbol};

/// What a static ability of a card comes to.
pub(crate) enum Compiled {
    /// A keyword bit of the source itself.
    Bits(Keywords),
    /// An ability of its own.
    Ability(Ability),
    /// Another way to cast the card.
    Payment(Payment),
    /// An additional cost of casting it.
    Additional(CostId),
    /// The colours of mana that may pay for X in its mana cost (CR 106.6).
    SpendOnX(ColorSet),
    /// Nothing at play time.
    Nothing,
}

impl PoolBuilder {
    pub(crate) fn cost(&mut self, parts: &[CostPart]) -> Result<CostId, Refused> {
        let mut cost = Cost::default();
        for part in parts {
            let step = match part {
                CostPart::Mana(mana) => {
                    add_mana(&mut cost.mana, mana);
                    continue;
                }
                CostPart::Tap => CostStep::Tap,
                CostPart::Untap => CostStep::Untap,
                CostPart::PayLife(amount) => CostStep::PayLife(self.amount(amount)?),
                CostPart::SacrificeSelf => CostStep::SacrificeSelf,
                CostPart::Sacrifice(count, filter) => CostStep::Sacrifice(self.count(count)?, self.filter(filter)?),
                CostPart::DiscardSelf => CostStep::DiscardSelf,
                CostPart::Discard(count, filter) => CostStep::Discard(self.count(count)?, self.filter(filter)?),
                CostPart::Exile(count, filter) => CostStep::Exile(self.count(count)?, self.filter(filter)?),
                CostPart::ExileSelf => CostStep::ExileSelf,
                CostPart::TapOthers(count, filter) => CostStep::TapOthers(self.count(count)?, self.filter(filter)?),
                CostPart::Return(count, filter) => CostStep::Return(self.count(count)?, self.filter(filter)?),
                CostPart::Reveal(count, filter) => CostStep::Reveal(self.count(count)?, self.filter(filter)?),
                CostPart::RemoveCounters(count, kind) => {
                    CostStep::RemoveCounters(self.count(count)?, self.counter_kind(kind)?)
                }
            };
            cost.steps.push(step);
        }
        Ok(self.place_cost(cost))
    }

    /// The number of a cost; equal costs share one.
    pub(crate) fn place_cost(&mut self, cost: Cost) -> CostId {
        let costs = &mut self.pool.costs;
        let at = costs.iter().position(|other| *other == cost).unwrap_or_else(|| {
            costs.push(cost);
            costs.len() - 1
        });
        CostId(number(at))
    }

    pub(crate) fn mana_cost(&mut self, mana: &ManaCost) -> Result<CostId, Refused> {
        self.cost(&[CostPart::Mana(mana.clone())])
    }

    pub(crate) fn output(&mut self, output: &ManaOutput) -> Result<OutputId, Refused> {
        let restriction = match &output.restriction {
            None => None,
            Some(ManaRestriction::Cast(filter)) => Some(Restriction {
                cast: Some(self.filter(filter)?),
                activate: None,
            }),
            Some(ManaRestriction::Activate(filter)) => Some(Restriction {
                cast: None,
                activate: Some(self.filter(filter)?),
            }),
            Some(ManaRestriction::CastOrActivate(filter)) => {
                let filter = Some(self.filter(filter)?);
                Some(Restriction {
                    cast: filter,
                    activate: filter,
                })
            }
            Some(ManaRestriction::Other) => return Err("mana with an unusual restriction".to_owned()),
        };
        let output = Output {
            choices: output.choices.clone(),
            times: self.amount(&output.times)?,
            restriction,
        };
        self.pool.outputs.push(output);
        Ok(OutputId(number(self.pool.outputs.len() - 1)))
    }

    pub(crate) fn activated(&mut self, ability: &card::Activated) -> Result<Ability, Refused> {
        let code = self.code(&ability.effect)?;
        let is_mana = ability.is_mana_ability() && self.pool.code(code).targets.is_empty();
        let mut output = None;
        if is_mana {
            let start = self.pool.code(code).start as usize;
            output = self.pool.ops[start..].iter().find_map(|op| match op {
                super::super::Op::AddMana(output) => Some(*output),
                _ => None,
            });
        }
        Ok(Ability::Activated(Activated {
            cost: self.cost(&ability.cost)?,
            code,
            mana: output,
            condition: ability
                .condition
                .as_ref()
                .map(|condition| self.condition(condition))
                .transpose()?,
            zone: ability.zone,
            sorcery: ability.timing == Timing::Sorcery,
            once_each_turn: ability.once_each_turn,
            loyalty: None,
        }))
    }

    pub(crate) fn triggered(&mut self, ability: &card::Triggered) -> Result<Ability, Refused> {
        let mut events = Vec::new();
        for event in &ability.trigger.events {
            events.push(self.event(event)?);
        }
        // The card is in the graveyard by then (CR 702.29c).
        let cycled = events.iter().all(|event| event.kind == TriggerKind::Cycled);
        Ok(Ability::Triggered(Triggered {
            events,
            condition: ability
                .condition
                .as_ref()
                .map(|condition| self.condition(condition))
                .transpose()?,
            code: self.code(&ability.effect)?,
            zone: if cycled { card::Zone::Graveyard } else { ability.zone },
        }))
    }

    /// Evoke: another cost from hand, and a sacrifice when it enters after that (CR 702.74a).
    fn evoke(&mut self, cost: &ManaCost) -> Result<Vec<Compiled>, Refused> {
        let event = self.event(&TriggerEvent::Enters(Filter::Itself))?;
        let sacrifice = Ability::Triggered(Triggered {
            events: vec![event],
            condition: Some(self.place_condition(ConditionNode::Evoked)),
            code: self.plain_code(Op::SacrificeSource),
            zone: card::Zone::Battlefield,
        });
        let payment = Payment {
            zone: card::Zone::Hand,
            cost: self.mana_cost(cost)?,
            exiles: false,
            evokes: true,
        };
        Ok(vec![Compiled::Payment(payment), Compiled::Ability(sacrifice)])
    }

    /// Undying: it comes back with a +1/+1 counter if it had none (CR 702.93a).
    fn undying(&mut self) -> Result<Ability, Refused> {
        let had_one = self.place_condition(ConditionNode::HasPlusCounter);
        let event = self.event(&TriggerEvent::Dies(Filter::Itself))?;
        Ok(Ability::Triggered(Triggered {
            events: vec![event],
            condition: Some(self.place_condition(ConditionNode::Not(had_one))),
            code: self.plain_code(Op::ReturnWithCounter),
            zone: card::Zone::Battlefield,
        }))
    }

    fn event(&mut self, event: &TriggerEvent) -> Result<Trigger, Refused> {
        let plain = |kind, filter, player| Trigger {
            kind,
            filter,
            player,
            step: Step::Untap,
            combat: false,
            to_player: false,
            to_opponent: false,
        };
        let any = PlayerRef::APlayer;
        let mut of = |kind, filter: &Filter| Ok::<_, Refused>(plain(kind, Some(self.filter(filter)?), any));
        Ok(match event {
            TriggerEvent::Enters(filter) => of(TriggerKind::Enters, filter)?,
            TriggerEvent::Dies(filter) => of(TriggerKind::Dies, filter)?,
            TriggerEvent::Leaves(filter) => of(TriggerKind::Leaves, filter)?,
            TriggerEvent::Attacks(filter) => of(TriggerKind::Attacks, filter)?,
            TriggerEvent::Blocks(filter) => of(TriggerKind::Blocks, filter)?,
            TriggerEvent::BecomesTarget(filter) => of(TriggerKind::BecomesTarget, filter)?,
            TriggerEvent::DealsDamage {
                source,
                combat,
                to_player,
                to_opponent,
            } => Trigger {
                combat: *combat,
                to_player: *to_player,
                to_opponent: *to_opponent,
                ..of(TriggerKind::DealsDamage, source)?
            },
            TriggerEvent::IsDealtDamage(filter) => of(TriggerKind::IsDealtDamage, filter)?,
            TriggerEvent::BeginningOf { step, whose } => Trigger {
                step: match step.as_str() {
                    "upkeep" => Step::Upkeep,
                    "draw" => Step::Draw,
                    "combat" => Step::BeginningOfCombat,
                    "end" => Step::End,
                    other => return Err(format!("the beginning of {other}")),
                },
                ..plain(TriggerKind::BeginningOf, None, *whose)
            },
            TriggerEvent::Casts {
                player,
                filter,
                or_copies: false,
            } => plain(TriggerKind::Casts, Some(self.filter(filter)?), *player),
            TriggerEvent::Casts { .. } => return Err("triggering on copies".to_owned()),
            TriggerEvent::Draws(who) => plain(TriggerKind::Draws, None, *who),
            TriggerEvent::Sacrifices(who, filter) => plain(TriggerKind::Sacrifices, Some(self.filter(filter)?), *who),
            TriggerEvent::LeavesGraveyard(who) => plain(TriggerKind::LeavesGraveyard, None, *who),
            TriggerEvent::Discards(who, filter) => plain(TriggerKind::Discards, Some(self.filter(filter)?), *who),
            TriggerEvent::GainsLife(who) => plain(TriggerKind::GainsLife, None, *who),
            TriggerEvent::Cycled => plain(TriggerKind::Cycled, Some(self.filter(&Filter::Itself)?), any),
        })
    }

    pub(crate) fn static_ability(&mut self, ability: &StaticAbility) -> Result<Compiled, Refused> {
        let fixed = |condition, kind| Compiled::Ability(Ability::Static(Static { condition, kind }));
        Ok(match ability {
            StaticAbility::EntersTapped(when) => fixed(None, self.enters_tapped(when)?),
            StaticAbility::AdditionalCost(parts) => Compiled::Additional(self.cost(parts)?),
            StaticAbility::AlternativeCost { zone, cost, leaves_to } => Compiled::Payment(Payment {
                zone: *zone,
                cost: self.cost(cost)?,
                exiles: match leaves_to {
                    None => false,
                    Some(Destination::Exile) => true,
                    Some(other) => return Err(format!("going to {:?} from the stack", place(other))),
                },
                evokes: false,
            }),
            StaticAbility::CostChange {
                player,
                filter,
                generic,
                times,
            } => {
                let own = *filter == Filter::Itself;
                let kind = StaticKind::CostChange {
                    player: *player,
                    filter: if own { None } else { Some(self.filter(filter)?) },
                    generic: small(*generic)?,
                    times: self.times(times)?,
                };
                fixed(None, kind)
            }
            StaticAbility::Modify {
                filter,
                power,
                toughness,
                times,
                condition,
            } => {
                let kind = StaticKind::Modify {
                    filter: self.filter(filter)?,
                    power: small(*power)?,
                    toughness: small(*toughness)?,
                    times: self.times(times)?,
                };
                let condition = condition
                    .as_ref()
                    .map(|condition| self.condition(condition))
                    .transpose()?;
                fixed(condition, kind)
            }
            StaticAbility::Grant {
                filter,
                abilities,
                condition,
            } => {
                let bits = abilities.iter().try_fold(Keywords::NONE, |all, ability| match ability {
                    card::Ability::Keyword(keyword) => keyword_bits(keyword).ok().map(|bits| all.with(bits)),
                    _ => None,
                });
                let filter = self.filter(filter)?;
                let kind = match bits {
                    Some(keywords) => StaticKind::GrantKeywords { filter, keywords },
                    None => StaticKind::GrantAbilities {
                        filter,
                        face: self.nameless(abilities)?,
                    },
                };
                let condition = condition
                    .as_ref()
                    .map(|condition| self.condition(condition))
                    .transpose()?;
                fixed(condition, kind)
            }
            StaticAbility::Deontic {
                deontic,
                subject,
                verb,
                other,
                condition,
            } => return self.deontic(*deontic, subject, *verb, other.as_ref(), condition.as_ref()),
            StaticAbility::Goaded(filter) => {
                let filter = self.filter(filter)?;
                let keywords = Keywords::GOADED.with(Keywords::MUST_ATTACK);
                fixed(None, StaticKind::GrantKeywords { filter, keywords })
            }
            StaticAbility::SpendOnX(colors) => Compiled::SpendOnX(*colors),
            StaticAbility::EntersWithCounters { kind, count } => {
                let kind = self.counter_kind(kind)?;
                let count = self.amount(count)?;
                fixed(None, StaticKind::EntersWith { kind, count })
            }
            StaticAbility::Size { power, toughness } => {
                let (power, toughness) = (self.amount(power)?, self.amount(toughness)?);
                fixed(None, StaticKind::Size { power, toughness })
            }
            StaticAbility::ControlledBy { filter, player } => fixed(None, self.controlled(filter, *player)?),
            StaticAbility::Rule(modifier) => Compiled::Bits(rule_bits(*modifier)),
            StaticAbility::Pending(family) => return Err(format!("a clause that is not spelled out ({family})")),
        })
    }

    fn controlled(&mut self, filter: &Filter, player: PlayerRef) -> Result<StaticKind, Refused> {
        if player != PlayerRef::You {
            return Err(format!("control of permanents by {player}"));
        }
        let filter = self.filter(filter)?;
        Ok(StaticKind::Control { filter })
    }

    fn enters_tapped(&mut self, when: &EntersTapped) -> Result<StaticKind, Refused> {
        let (unless, paid) = match when {
            EntersTapped::Always => (None, None),
            EntersTapped::Unless(condition) => (Some(self.condition(condition)?), None),
            EntersTapped::UnlessPaid(parts) => {
                let paid = self.cost(parts)?;
                let cost = self.pool.cost(paid);
                let simple = cost.mana == ManaPart::default()
                    && cost
                        .steps
                        .iter()
                        .all(|step| matches!(step, CostStep::PayLife(_) | CostStep::Reveal(..)));
                if !simple {
                    return Err("entering tapped unless more than life or a revealed card is paid".to_owned());
                }
                (None, Some(paid))
            }
        };
        Ok(StaticKind::EntersTapped { unless, paid })
    }

    fn times(&mut self, times: &Amount) -> Result<Option<crate::rules::ids::AmountId>, Refused> {
        Ok(match times {
            Amount::Fixed(1) => None,
            other => Some(self.amount(other)?),
        })
    }

    fn deontic(
        &mut self,
        mood: Mood,
        subject: &Filter,
        verb: GameVerb,
        other: Option<&Filter>,
        condition: Option<&card::Condition>,
    ) -> Result<Compiled, Refused> {
        let bits = deontic_bits(mood, verb).filter(|_| other.is_none());
        if let (Some(bits), Filter::Itself, None) = (bits, subject, condition) {
            return Ok(Compiled::Bits(bits));
        }
        let condition = condition.map(|condition| self.condition(condition)).transpose()?;
        let kind = match (bits, mood, verb) {
            (Some(keywords), ..) => StaticKind::GrantKeywords {
                filter: self.filter(subject)?,
                keywords,
            },
            (None, Mood::May, GameVerb::PlayExtraLand) => StaticKind::ExtraLands(1),
            (None, Mood::Cannot, GameVerb::Attack | GameVerb::Block | GameVerb::BeBlocked | GameVerb::BeTargeted) => {
                StaticKind::Deontic(Deontic {
                    must: false,
                    verb,
                    subject: self.filter(subject)?,
                    other: other.map(|other| self.filter(other)).transpose()?,
                })
            }
            _ => return Err(format!("that something {mood} {verb}")),
        };
        Ok(Compiled::Ability(Ability::Static(Static { condition, kind })))
    }

    /// A keyword of a card.
    pub(crate) fn keyword(&mut self, keyword: &Keyword) -> Result<Vec<Compiled>, Refused> {
        if let Ok(bits) = keyword_bits(keyword) {
            return Ok(vec![Compiled::Bits(bits)]);
        }
        if *keyword == Keyword::Undying {
            return Ok(vec![Compiled::Ability(self.undying()?)]);
        }
        if let Keyword::Evoke(cost) = keyword {
            return self.evoke(cost);
        }
        let plain = keyword.expand();
        let mut compiled = Vec::new();
        for ability in &plain {
            compiled.push(match ability {
                card::Ability::Activated(ability) => Compiled::Ability(self.activated(ability)?),
                card::Ability::Triggered(ability) => Compiled::Ability(self.triggered(ability)?),
                card::Ability::Static(ability) => self.static_ability(ability)?,
                card::Ability::Keyword(other) => return Err(format!("the keyword {other:?}")),
                card::Ability::Spell(_) => Compiled::Nothing,
            });
        }
        Ok(compiled)
    }
}

/// The bit of a must or can't without another side.
pub(crate) fn deontic_bits(mood: Mood, verb: GameVerb) -> Option<Keywords> {
    match (mood, verb) {
        (Mood::Cannot, GameVerb::Attack) => Some(Keywords::CANT_ATTACK),
        (Mood::Cannot, GameVerb::Block) => Some(Keywords::CANT_BLOCK),
        (Mood::Cannot, GameVerb::BeBlocked) => Some(Keywords::CANT_BE_BLOCKED),
        (Mood::Cannot, GameVerb::Untap) => Some(Keywords::DOESNT_UNTAP),
        (Mood::Cannot, GameVerb::BeRegenerated) => Some(Keywords::CANT_BE_REGENERATED),
        (Mood::Cannot, GameVerb::BeCountered) => Some(Keywords::CANT_BE_COUNTERED),
        (Mood::Cannot, GameVerb::BeTargeted) => Some(Keywords::SHROUD),
        (Mood::Must, GameVerb::Attack) => Some(Keywords::MUST_ATTACK),
        (Mood::Must, GameVerb::Block) => Some(Keywords::MUST_BLOCK),
        _ => None,
    }
}

fn rule_bits(modifier: RuleModifier) -> Keywords {
    match modifier {
        RuleModifier::DeathtouchDamage => Keywords::DEATHTOUCH,
        RuleModifier::LifelinkDamage => Keywords::LIFELINK,
        RuleModifier::FirstStrikeDamage => Keywords::FIRST_STRIKE,
        RuleModifier::DoubleStrikeDamage => Keywords::DOUBLE_STRIKE,
        RuleModifier::TrampleDamage => Keywords::TRAMPLE,
        RuleModifier::Indestructible => Keywords::INDESTRUCTIBLE,
        RuleModifier::NoSummoningSickness => Keywords::HASTE,
        RuleModifier::AttacksUntapped => Keywords::VIGILANCE,
        RuleModifier::InstantSpeed => Keywords::FLASH,
    }
}

fn add_mana(part: &mut ManaPart, mana: &ManaCost) {
    for symbol in &mana.0 {
        match symbol {
            ManaSymbol::X => part.x += 1,
            ManaSymbol::Generic(amount) => part.generic += u16::from(*amount),
            ManaSymbol::Colorless => part.colored[5] += 1,
            ManaSymbol::Colored(color) => part.colored[color.index()] += 1,
            other => part.special.push(*other),
        }
    }
}
