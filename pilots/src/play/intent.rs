//! What an effect is good for: whom it hurts, whom it helps, and how much.

use turnzero_contract::card::{
    Ability, Amount, Deontic, Destination, Effect, Filter, PlayerRef, Selector, StaticAbility, TargetSpec,
};

/// What the parts of an effect come to. Amounts are in cards, damage and life; `x` marks an amount that is
/// chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent yes-or-no facts of an effect")]
pub(super) struct Intent {
    /// Does harm to what it targets.
    pub(super) harms: bool,
    /// Does good to what it targets.
    pub(super) helps: bool,
    /// It targets permanents.
    pub(super) at_permanents: bool,
    /// It may target players.
    pub(super) at_players: bool,
    /// It targets cards in graveyards.
    pub(super) at_graveyard: bool,
    /// Damage to the target.
    pub(super) damage: u32,
    /// The damage is X.
    pub(super) x: bool,
    /// Takes the target from the battlefield for good.
    pub(super) removes: bool,
    /// Counters a spell.
    pub(super) counters: bool,
    /// Cards drawn or found by its controller, less those discarded.
    pub(super) cards: i32,
    /// Cards that opponents lose.
    pub(super) discards: i32,
    /// Life for its controller.
    pub(super) life: i32,
    /// Damage or life loss to opponents without a target.
    pub(super) drain: i32,
    /// Bodies it makes: their size together.
    pub(super) bodies: i32,
    /// Damage to every creature that it names.
    pub(super) sweep: u32,
    /// Destroys every creature that it names.
    pub(super) wipe: bool,
    /// Power and toughness that the target gets.
    pub(super) pump: i32,
    /// Makes mana.
    pub(super) mana: bool,
}

fn number(amount: &Amount) -> i32 {
    match amount {
        Amount::Fixed(number) => i32::try_from(*number).unwrap_or(i32::MAX),
        Amount::X => 2,
        _ => 1,
    }
}

/// Whether a filter speaks of creatures or permanents on the battlefield, rather than cards elsewhere.
fn in_graveyard(filter: &Filter) -> bool {
    match filter {
        Filter::In(zone) => *zone == turnzero_contract::card::Zone::Graveyard,
        Filter::All(parts) | Filter::AnyOf(parts) => parts.iter().any(in_graveyard),
        _ => false,
    }
}

fn on_stack(filter: &Filter) -> bool {
    match filter {
        Filter::In(zone) => *zone == turnzero_contract::card::Zone::Stack,
        Filter::All(parts) | Filter::AnyOf(parts) => parts.iter().any(on_stack),
        _ => false,
    }
}

impl Intent {
    /// Of an effect and everything in it.
    pub(super) fn of(effect: &Effect) -> Self {
        let mut intent = Self::default();
        effect.walk(&mut |part| intent.add(part));
        intent
    }

    /// Of what a permanent does when it enters, and of the spell itself.
    pub(super) fn of_abilities<'a>(abilities: impl Iterator<Item = &'a Ability>) -> Self {
        let mut intent = Self::default();
        for ability in abilities {
            match ability {
                Ability::Spell(effect) => effect.walk(&mut |part| intent.add(part)),
                Ability::Triggered(triggered)
                    if triggered.trigger.events.iter().any(|event| {
                        matches!(event, turnzero_contract::card::TriggerEvent::Enters(Filter::Itself))
                    }) =>
                {
                    triggered.effect.walk(&mut |part| intent.add(part));
                }
                Ability::Static(fixed) => intent.add_static(fixed),
                _ => {}
            }
        }
        intent
    }

    fn add_static(&mut self, fixed: &StaticAbility) {
        if let StaticAbility::Deontic { .. } = fixed {
            self.harms = true;
        }
    }

    /// Notes what is targeted.
    fn aim(&mut self, selector: &Selector) -> bool {
        match selector {
            Selector::Target(TargetSpec { filter, .. }) => {
                self.at_graveyard |= in_graveyard(filter);
                self.at_permanents |= !in_graveyard(filter) && !on_stack(filter);
                true
            }
            Selector::AnyTarget | Selector::AnyTargets(_) | Selector::PlayerOrTarget(_) => {
                self.at_players = true;
                self.at_permanents = true;
                true
            }
            Selector::Player(player) => {
                let targets = matches!(player, PlayerRef::TargetPlayer | PlayerRef::TargetOpponent);
                self.at_players |= targets;
                targets
            }
            _ => false,
        }
    }

    fn add(&mut self, effect: &Effect) {
        match effect {
            Effect::AddMana(_) => self.mana = true,
            Effect::Draw(player, amount) => match player {
                PlayerRef::You | PlayerRef::Each => self.cards += number(amount),
                PlayerRef::TargetPlayer => {
                    self.cards += number(amount);
                    self.at_players = true;
                    self.helps = true;
                }
                _ => self.cards -= number(amount),
            },
            Effect::Search(_) | Effect::RevealTop { .. } => self.cards += 1,
            Effect::Scry(_) | Effect::Surveil(_) | Effect::Rearrange(..) => self.life += 1,
            Effect::Discard { player, .. } => match player {
                PlayerRef::You => self.cards -= 1,
                PlayerRef::TargetPlayer | PlayerRef::TargetOpponent => {
                    self.at_players = true;
                    self.harms = true;
                    self.discards += 1;
                }
                _ => self.discards += 1,
            },
            Effect::GainLife(PlayerRef::You, amount) => self.life += number(amount),
            Effect::LoseLife(player, amount) => match player {
                PlayerRef::You => self.life -= number(amount),
                PlayerRef::TargetPlayer | PlayerRef::TargetOpponent => {
                    self.at_players = true;
                    self.harms = true;
                    self.drain += number(amount);
                }
                _ => self.drain += number(amount),
            },
            Effect::DealDamage { amount, to, .. } => self.damage(amount, to),
            Effect::Destroy { what, .. } | Effect::InsteadOfGraveyard { what, .. } => match what {
                Selector::Each(_) => self.wipe = true,
                _ => {
                    if self.aim(what) {
                        self.harms = true;
                        self.removes = true;
                    }
                }
            },
            Effect::Move { what, to } => self.movement(what, to),
            Effect::Counter(_) | Effect::CounterTo { .. } => {
                self.counters = true;
                self.harms = true;
            }
            Effect::CreateToken {
                player: PlayerRef::You,
                count,
                token,
            } => {
                let size = match &token.power {
                    Some(turnzero_contract::card::Power::Fixed(power)) => *power,
                    _ => 1,
                };
                self.bodies += number(count) * (1 + size.max(0));
            }
            Effect::Sacrifice { player, .. } => match player {
                PlayerRef::You => self.bodies -= 2,
                _ => self.discards += 1,
            },
            Effect::PutCounters { what, kind, count } => {
                let good = !kind.starts_with('-');
                if self.aim(what) {
                    self.helps |= good;
                    self.harms |= !good;
                }
                self.pump += if good { number(count) } else { -number(count) };
            }
            Effect::Pump {
                what, power, toughness, ..
            } => {
                if self.aim(what) {
                    self.helps |= power + toughness > 0;
                    self.harms |= power + toughness < 0;
                }
                self.pump += power + toughness;
            }
            Effect::Grant { what, .. }
            | Effect::Regenerate(what)
            | Effect::Prevent { to: what, .. }
            | Effect::Untap(what)
            | Effect::Attach(what) => self.helps |= self.aim(what),
            Effect::Tap(what) | Effect::TapOrUntap(what) | Effect::Goad(what) => self.harms |= self.aim(what),
            Effect::Constrain { what, deontic, .. } if self.aim(what) => {
                let harm = matches!(deontic, Deontic::Cannot | Deontic::Must);
                self.harms |= harm;
                self.helps |= !harm;
            }
            _ => {}
        }
    }

    fn damage(&mut self, amount: &Amount, to: &Selector) {
        let much = u32::try_from(number(amount)).unwrap_or(0);
        match to {
            Selector::Each(_) => self.sweep = self.sweep.max(much),
            Selector::Player(PlayerRef::You) => self.life -= number(amount),
            Selector::Player(PlayerRef::Each | PlayerRef::EachOpponent | PlayerRef::AnOpponent) => {
                self.drain += number(amount);
            }
            other => {
                if self.aim(other) {
                    self.harms = true;
                    self.damage += much;
                    self.x |= matches!(amount, Amount::X);
                }
            }
        }
    }

    fn movement(&mut self, what: &Selector, to: &Destination) {
        if !self.aim(what) {
            return;
        }
        let back = matches!(to, Destination::Hand | Destination::Battlefield { .. });
        if self.at_graveyard && back {
            self.helps = true;
            self.cards += 1;
        } else if !self.at_graveyard && !matches!(to, Destination::Battlefield { .. }) {
            self.harms = true;
            self.removes |= !back;
        }
    }
}
