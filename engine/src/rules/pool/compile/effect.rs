//! Effects as flat code.

use super::ability::deontic_bits;
use super::noun::{keyword_bits, place};
use super::{PoolBuilder, Refused, number};
use crate::rules::characteristics::{Keywords, Types};
use crate::rules::ids::CodeId;
use crate::rules::pool::{Becoming, Code, CountNode, Op, Place, SearchCode, Selection, TargetKind, TargetSlot};
use turnzero_contract::card::{
    CardType, CostPart, Deontic, Destination, Effect, Filter, GameVerb, PlayerRef, Power, Selector, StaticAbility, Zone,
};

/// Code under construction; jumps are relative to its start until it is placed.
#[derive(Default)]
struct Draft {
    ops: Vec<Op>,
    targets: Vec<TargetSlot>,
    player_slot: Option<u8>,
    modes: Option<(CountNode, Vec<CodeId>)>,
}

impl Draft {
    fn here(&self) -> u32 {
        u32::try_from(self.ops.len()).unwrap_or(u32::MAX)
    }

    fn push(&mut self, op: Op) -> usize {
        self.ops.push(op);
        self.ops.len() - 1
    }

    fn target(&mut self, kind: TargetKind, count: CountNode) -> u8 {
        self.targets.push(TargetSlot { kind, count });
        u8::try_from(self.targets.len() - 1).unwrap_or(u8::MAX)
    }
}

impl PoolBuilder {
    /// Compiles an effect.
    pub(crate) fn code(&mut self, effect: &Effect) -> Result<CodeId, Refused> {
        let mut draft = Draft::default();
        self.effect(effect, &mut draft)?;
        draft.push(Op::End);
        let start = u32::try_from(self.pool.ops.len()).unwrap_or(u32::MAX);
        self.pool.ops.extend(draft.ops.iter().map(|op| placed(*op, start)));
        let first = number(self.pool.targets.len());
        self.pool.targets.extend(&draft.targets);
        let targets = first..number(self.pool.targets.len());
        let modes = draft.modes.map(|(count, codes)| {
            let first = codes.first().map_or(0, |code| code.0);
            (count, first..first + number(codes.len()))
        });
        self.pool.codes.push(Code { start, targets, modes });
        Ok(CodeId(number(self.pool.codes.len() - 1)))
    }

    /// An effect of one operation without targets.
    pub(crate) fn plain_code(&mut self, op: Op) -> CodeId {
        let start = u32::try_from(self.pool.ops.len()).unwrap_or(u32::MAX);
        self.pool.ops.extend([op, Op::End]);
        let none = number(self.pool.targets.len());
        self.pool.codes.push(Code {
            start,
            targets: none..none,
            modes: None,
        });
        CodeId(number(self.pool.codes.len() - 1))
    }

    /// What an Aura spell does on its way to the battlefield: it only has its target (CR 303.4a).
    pub(crate) fn aura(&mut self, enchanted: crate::rules::ids::FilterId) -> CodeId {
        let start = u32::try_from(self.pool.ops.len()).unwrap_or(u32::MAX);
        self.pool.ops.push(Op::End);
        let first = number(self.pool.targets.len());
        self.pool.targets.push(TargetSlot {
            kind: TargetKind::Object(enchanted),
            count: CountNode::Exactly(Self::ONE),
        });
        self.pool.codes.push(Code {
            start,
            targets: first..first + 1,
            modes: None,
        });
        CodeId(number(self.pool.codes.len() - 1))
    }

    #[expect(clippy::too_many_lines, reason = "one arm an effect, nothing else")]
    fn effect(&mut self, effect: &Effect, draft: &mut Draft) -> Result<(), Refused> {
        let op = match effect {
            Effect::Sequence(parts) => return parts.iter().try_for_each(|part| self.effect(part, draft)),
            Effect::May {
                player,
                cost,
                effect,
                otherwise,
            } => {
                let cost = (!cost.is_empty()).then(|| self.cost(cost)).transpose()?;
                let player = Self::player(*player, draft);
                let may = draft.push(Op::End);
                self.effect(effect, draft)?;
                let otherwise = self.otherwise(otherwise.as_deref(), draft)?;
                draft.ops[may] = Op::May {
                    player,
                    of: None,
                    cost,
                    otherwise,
                };
                return Ok(());
            }
            Effect::Unless { player, cost, effect } => return self.unless(*player, cost, effect, draft),
            Effect::IfDone { first, then } => {
                draft.push(Op::Attempt);
                self.effect(first, draft)?;
                let check = draft.push(Op::End);
                self.effect(then, draft)?;
                draft.ops[check] = Op::UnlessDone(draft.here());
                return Ok(());
            }
            Effect::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.condition(condition)?;
                let check = draft.push(Op::End);
                self.effect(then, draft)?;
                let otherwise = self.otherwise(otherwise.as_deref(), draft)?;
                draft.ops[check] = Op::Unless(condition, otherwise);
                return Ok(());
            }
            Effect::Modal { choose, modes } => {
                if draft.modes.is_some() {
                    return Err("two choices of modes in one effect".to_owned());
                }
                let mut codes = Vec::new();
                for mode in modes {
                    codes.push(self.code(&mode.effect)?);
                }
                let in_a_row = codes
                    .iter()
                    .zip(codes[0].0..)
                    .all(|(code, expected)| code.0 == expected);
                if !in_a_row || codes.len() > 16 {
                    return Err("modes within modes".to_owned());
                }
                draft.modes = Some((self.count(choose)?, codes));
                Op::Modes
            }
            Effect::AddMana(output) => Op::AddMana(self.output(output)?),
            Effect::Draw(who, amount) => Op::Draw(Self::player(*who, draft), self.amount(amount)?),
            Effect::Discard {
                player,
                count,
                filter,
                random,
                chosen_by,
            } => Op::Discard {
                player: Self::player(*player, draft),
                count: self.count(count)?,
                filter: self.filter(filter)?,
                random: *random,
                chosen_by: chosen_by.map(|who| Self::player(who, draft)),
            },
            Effect::RevealHand(who) => Op::RevealHand(Self::player(*who, draft)),
            Effect::Mill(who, amount) => Op::Mill(Self::player(*who, draft), self.amount(amount)?),
            Effect::Scry(amount) => Op::Scry(self.amount(amount)?),
            Effect::Surveil(amount) => Op::Surveil(self.amount(amount)?),
            Effect::Search(search) => {
                let code = SearchCode {
                    player: Self::player(search.player, draft),
                    count: self.count(&search.count)?,
                    filter: self.filter(&search.filter)?,
                    sharing_land_type: search.sharing_land_type,
                    reveal: search.reveal,
                    one_to: search.one_to.as_ref().map(place),
                    to: place(&search.to),
                };
                self.pool.searches.push(code);
                Op::Search(number(self.pool.searches.len() - 1))
            }
            Effect::RevealTop {
                player,
                count,
                filter,
                to,
            } => Op::RevealTop {
                player: Self::player(*player, draft),
                count: self.amount(count)?,
                filter: self.filter(filter)?,
                to: place(to),
            },
            Effect::Rearrange(who, amount) => Op::Rearrange(Self::player(*who, draft), self.amount(amount)?),
            Effect::Shuffle(who) => Op::Shuffle(Self::player(*who, draft)),
            Effect::GainLife(who, amount) => Op::GainLife(Self::player(*who, draft), self.amount(amount)?),
            Effect::LoseLife(who, amount) => Op::LoseLife(Self::player(*who, draft), self.amount(amount)?),
            Effect::DealDamage {
                source,
                amount,
                to,
                divided,
            } => Op::DealDamage {
                source: source
                    .as_ref()
                    .map_or(Ok(Selection::Itself), |what| self.selection(what, draft))?,
                amount: self.amount(amount)?,
                to: self.selection(to, draft)?,
                divided: *divided,
            },
            Effect::Fight(one, other) => Op::Fight(self.selection(one, draft)?, self.selection(other, draft)?),
            Effect::Prevent { amount, to, duration } => Op::Prevent {
                to: self.selection(to, draft)?,
                amount: amount.as_ref().map(|amount| self.amount(amount)).transpose()?,
                duration: *duration,
            },
            Effect::Destroy { what, no_regeneration } => Op::Destroy {
                what: self.selection(what, draft)?,
                no_regeneration: *no_regeneration,
            },
            Effect::Sacrifice { player, count, filter } => Op::Sacrifice {
                player: Self::player(*player, draft),
                count: self.count(count)?,
                filter: self.filter(filter)?,
            },
            Effect::Move { what, to } => Op::Move {
                what: self.selection(what, draft)?,
                to: place(to),
            },
            Effect::Counter(what) => Op::Counter {
                what: self.spell(what, draft)?,
                to: Place::Graveyard,
            },
            Effect::CounterTo { what, to } => Op::Counter {
                what: self.spell(what, draft)?,
                to: place(to),
            },
            Effect::CreateToken { player, count, token } => Op::CreateToken {
                player: Self::player(*player, draft),
                count: self.amount(count)?,
                face: self.token(token)?,
            },
            Effect::PutCounters { what, kind, count } => Op::PutCounters {
                what: self.selection(what, draft)?,
                kind: self.counter_kind(kind)?,
                count: self.amount(count)?,
            },
            Effect::Tap(what) => Op::Tap(self.selection(what, draft)?),
            Effect::Untap(what) => Op::Untap(self.selection(what, draft)?),
            Effect::TapOrUntap(what) => Op::TapOrUntap(self.selection(what, draft)?),
            Effect::Pump {
                what,
                power,
                toughness,
                duration,
            } => Op::Pump {
                what: self.selection(what, draft)?,
                power: small(*power)?,
                toughness: small(*toughness)?,
                duration: *duration,
            },
            Effect::Grant {
                what,
                keywords,
                duration,
            } => Op::Grant {
                what: self.selection(what, draft)?,
                keywords: keywords.iter().try_fold(Keywords::NONE, |all, keyword| {
                    Ok::<_, Refused>(all.with(keyword_bits(keyword)?))
                })?,
                duration: *duration,
            },
            Effect::Constrain {
                what,
                deontic,
                verb,
                duration,
            } => Op::Grant {
                what: self.selection(what, draft)?,
                keywords: constraint(*deontic, *verb)?,
                duration: *duration,
            },
            Effect::InsteadOfGraveyard { what, to, duration } => Op::Grant {
                what: self.selection(what, draft)?,
                keywords: instead_of_graveyard(to)?,
                duration: *duration,
            },
            Effect::Continuous { ability, duration } => Op::Continuous {
                face: self.granting(ability)?,
                duration: *duration,
            },
            Effect::Goad(what) => Op::Goad(self.selection(what, draft)?),
            Effect::Attach(what) => Op::Attach(self.selection(what, draft)?),
            Effect::Regenerate(what) => Op::Regenerate(self.selection(what, draft)?),
            Effect::Become {
                what,
                size,
                types,
                colors,
                duration,
            } => {
                let becoming = self.becoming(size.as_ref(), types, *colors)?;
                self.pool.becomings.push(becoming);
                Op::Become {
                    what: self.selection(what, draft)?,
                    becoming: number(self.pool.becomings.len() - 1),
                    duration: *duration,
                }
            }
            Effect::MayCast { .. } => return Err("permission to cast cards".to_owned()),
            Effect::Pending(family) => return Err(format!("a clause that is not spelled out ({family})")),
        };
        draft.push(op);
        Ok(())
    }

    /// "… unless a player pays": a question whose "no" leads to the effect (CR 118.12a).
    fn unless(
        &mut self,
        player: PlayerRef,
        cost: &[CostPart],
        effect: &Effect,
        draft: &mut Draft,
    ) -> Result<(), Refused> {
        let cost = self.cost(cost)?;
        let player = Self::player(player, draft);
        let target = u8::try_from(draft.targets.len()).unwrap_or(u8::MAX);
        let may = draft.push(Op::End);
        let paid = draft.push(Op::End);
        let otherwise = draft.here();
        self.effect(effect, draft)?;
        let targets = draft.targets.len() > usize::from(target);
        draft.ops[may] = Op::May {
            player,
            of: targets.then_some(target),
            cost: Some(cost),
            otherwise,
        };
        draft.ops[paid] = Op::Jump(draft.here());
        Ok(())
    }

    /// Code for the other case, jumped over by the first; where it starts.
    fn otherwise(&mut self, otherwise: Option<&Effect>, draft: &mut Draft) -> Result<u32, Refused> {
        let Some(otherwise) = otherwise else {
            return Ok(draft.here());
        };
        let jump = draft.push(Op::End);
        let start = draft.here();
        self.effect(otherwise, draft)?;
        draft.ops[jump] = Op::Jump(draft.here());
        Ok(start)
    }

    /// A player reference; a target player gets the effect's one slot for it.
    fn player(who: PlayerRef, draft: &mut Draft) -> PlayerRef {
        let kind = match who {
            PlayerRef::TargetPlayer => TargetKind::Player,
            PlayerRef::TargetOpponent => TargetKind::Opponent,
            _ => return who,
        };
        if draft.player_slot.is_none() {
            draft.player_slot = Some(draft.target(kind, CountNode::Exactly(Self::ONE)));
        }
        who
    }

    /// The target player whose cards or permanents a filter speaks of.
    fn player_of(filter: &Filter, draft: &mut Draft) {
        match filter {
            Filter::Controlled(who) | Filter::Owned(who) => {
                Self::player(*who, draft);
            }
            Filter::All(parts) | Filter::AnyOf(parts) => {
                for part in parts {
                    Self::player_of(part, draft);
                }
            }
            Filter::Not(part) => Self::player_of(part, draft),
            _ => {}
        }
    }

    fn selection(&mut self, what: &Selector, draft: &mut Draft) -> Result<Selection, Refused> {
        if let Selector::Each(filter) | Selector::Chosen { filter, .. } | Selector::Random { filter, .. } = what {
            Self::player_of(filter, draft);
        }
        Ok(match what {
            Selector::Itself => Selection::Itself,
            Selector::It => Selection::It,
            Selector::AttachedTo => Selection::AttachedTo,
            Selector::Each(filter) => Selection::Each(self.filter(filter)?),
            Selector::Player(who) => Selection::Player(Self::player(*who, draft)),
            Selector::Chosen { by, count, filter } => Selection::Chosen {
                by: *by,
                count: self.count(count)?,
                filter: self.filter(filter)?,
            },
            Selector::Random { count, filter } => Selection::Random {
                count: self.count(count)?,
                filter: self.filter(filter)?,
            },
            Selector::Target(spec) => {
                let count = self.count(&spec.count)?;
                let kind = if looks_at(&spec.filter, Zone::Stack) {
                    TargetKind::Spell(self.filter(&spec.filter)?)
                } else {
                    TargetKind::Object(self.filter(&spec.filter)?)
                };
                Selection::Target(draft.target(kind, count))
            }
            Selector::AnyTargets(count) => Selection::Target(draft.target(TargetKind::Any, self.count(count)?)),
            Selector::AnyTarget => Selection::Target(draft.target(TargetKind::Any, CountNode::Exactly(Self::ONE))),
            Selector::PlayerOrTarget(filter) => {
                let kind = TargetKind::PlayerOr(self.filter(filter)?);
                Selection::Target(draft.target(kind, CountNode::Exactly(Self::ONE)))
            }
        })
    }

    /// What a counterspell points at: its filter speaks of spells, whether it names the stack or not.
    fn spell(&mut self, what: &Selector, draft: &mut Draft) -> Result<Selection, Refused> {
        match what {
            Selector::Target(spec) => {
                let count = self.count(&spec.count)?;
                let kind = TargetKind::Spell(self.filter(&spec.filter)?);
                Ok(Selection::Target(draft.target(kind, count)))
            }
            Selector::It | Selector::Itself => self.selection(what, draft),
            other => Err(format!("countering {other:?}")),
        }
    }

    fn becoming(
        &mut self,
        size: Option<&(Power, Power)>,
        types: &[String],
        colors: Option<turnzero_contract::ColorSet>,
    ) -> Result<Becoming, Refused> {
        let fixed = |power: &Power| match power {
            Power::Fixed(number) => small(*number),
            Power::Defined(text) => Err(format!("becoming {text}")),
        };
        let size = match size {
            Some((power, toughness)) => Some((fixed(power)?, fixed(toughness)?)),
            None => None,
        };
        let mut becoming = Becoming {
            size,
            types: Types::default(),
            subtypes: 0,
            colors,
        };
        for word in types {
            match CardType::ALL
                .iter()
                .find(|card_type| card_type.word().eq_ignore_ascii_case(word))
            {
                Some(card_type) => becoming.types = becoming.types.with(Types::of(*card_type)),
                None => becoming.subtypes |= 1 << self.subtype_bit(word)?,
            }
        }
        Ok(becoming)
    }

    /// A face made for a continuous effect that works like this static ability.
    fn granting(&mut self, ability: &StaticAbility) -> Result<crate::rules::ids::FaceId, Refused> {
        self.nameless(&[turnzero_contract::card::Ability::Static(ability.clone())])
    }
}

/// Whether a filter names this zone.
pub(crate) fn looks_at(filter: &Filter, zone: Zone) -> bool {
    match filter {
        Filter::In(named) => *named == zone,
        Filter::All(parts) | Filter::AnyOf(parts) => parts.iter().any(|part| looks_at(part, zone)),
        _ => false,
    }
}

/// What a must or can't of an effect gives permanents.
fn constraint(mood: Deontic, verb: GameVerb) -> Result<Keywords, Refused> {
    deontic_bits(mood, verb).ok_or_else(|| format!("that something {mood} {verb}"))
}

/// What an effect gives permanents that do not go to a graveyard (CR 614.1a).
fn instead_of_graveyard(to: &Destination) -> Result<Keywords, Refused> {
    match to {
        Destination::Exile => Ok(Keywords::EXILED_INSTEAD),
        other => Err(format!("going to {:?} instead of a graveyard", place(other))),
    }
}

pub(crate) fn small(number: i32) -> Result<i16, Refused> {
    i16::try_from(number).map_err(|_| format!("the number {number}"))
}

/// An operation with its jumps moved to where the code starts.
fn placed(op: Op, start: u32) -> Op {
    match op {
        Op::Jump(to) => Op::Jump(start + to),
        Op::Unless(condition, to) => Op::Unless(condition, start + to),
        Op::UnlessDone(to) => Op::UnlessDone(start + to),
        Op::May {
            player,
            of,
            cost,
            otherwise,
        } => Op::May {
            player,
            of,
            cost,
            otherwise: start + otherwise,
        },
        other => other,
    }
}
