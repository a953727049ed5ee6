//! Choices while something is announced or resolves: targets, modes, numbers, cards.

use super::answers::{Several, smallest, with};
use super::board::Board;
use super::intent::Intent;
use turnzero_contract::card::Ability;
use turnzero_contract::{
    ActionKind, ChoiceReason, Decision, LegalAction, ParameterFamily, Row, Specialization, StackRowKind,
};

impl Board<'_> {
    /// What is being announced or resolves, and whether an opponent controls it.
    fn pending(&self) -> (Intent, bool) {
        let Some(pending) = &self.play.pending else {
            return (Intent::default(), false);
        };
        let Some(entry) = self.book.entry(&pending.card) else {
            return (Intent::default(), false);
        };
        let ability = pending
            .ability
            .and_then(|at| entry.abilities.get(usize::try_from(at).ok()?));
        let intent = match (pending.kind, ability) {
            (StackRowKind::Spell, _) | (_, None) => {
                let mut intent = entry.spell;
                if entry.enchants() && !intent.harms {
                    let bad = entry.abilities.iter().any(|ability| match ability {
                        Ability::Static(turnzero_contract::card::StaticAbility::Modify {
                            power, toughness, ..
                        }) => power + toughness < 0,
                        _ => false,
                    });
                    intent.harms = bad;
                    intent.helps = !bad;
                }
                intent
            }
            (_, Some(Ability::Activated(activated))) => Intent::of(&activated.effect),
            (_, Some(Ability::Triggered(triggered))) => Intent::of(&triggered.effect),
            (_, Some(_)) => entry.spell,
        };
        (intent, pending.controller != self.me())
    }

    /// How much the pilot wants this row chosen.
    fn want(&self, row: Row, why: ChoiceReason, intent: &Intent) -> i32 {
        match why {
            ChoiceReason::Targets => self.want_target(row, intent),
            ChoiceReason::Cost | ChoiceReason::HandSize | ChoiceReason::ScryBottom | ChoiceReason::Surveil => {
                -self.keep(row)
            }
            ChoiceReason::Legend | ChoiceReason::Order => self.keep(row),
            ChoiceReason::Effect => match row {
                Row::Battlefield(_) => match self.permanent(row) {
                    Some(permanent) if self.is_hostile(permanent) => self.worth(permanent),
                    Some(permanent) if intent.helps || intent.pump > 0 => self.worth(permanent),
                    Some(permanent) => -self.worth(permanent),
                    None => 0,
                },
                // Cards of the own hand go, cards found or shown come.
                Row::Hand(_) => -self.keep(row),
                _ => self.keep(row),
            },
        }
    }

    fn keep(&self, row: Row) -> i32 {
        match row {
            Row::Battlefield(_) => self.permanent(row).map_or(0, |permanent| self.worth(permanent)),
            _ => self.card(row).map_or(0, |card| self.card_worth(card)),
        }
    }

    fn want_target(&self, row: Row, intent: &Intent) -> i32 {
        let good = intent.helps && !intent.harms;
        match row {
            Row::Player(seat) if seat == self.me() => {
                if good || intent.cards > 0 && !intent.harms {
                    50
                } else {
                    -500
                }
            }
            Row::Player(seat) => {
                let damage = i32::try_from(intent.damage).unwrap_or(0);
                if good || intent.cards > 0 && !intent.harms {
                    return -50;
                }
                if intent.damage > 0 && damage >= self.life(seat) || intent.drain >= self.life(seat) && intent.drain > 0
                {
                    return 1_000;
                }
                // The weakest opponent first.
                12 - self.life(seat).min(40) / 4 + damage * self.weights.combat.damage / 2
            }
            Row::Battlefield(_) => {
                let Some(permanent) = self.permanent(row) else {
                    return 0;
                };
                let worth = self.worth(permanent);
                match (self.is_hostile(permanent), good) {
                    (true, true) => -worth,
                    (true, false) => self.harm(permanent, intent, false).unwrap_or(1),
                    (false, true) => worth,
                    (false, false) => -worth - 100,
                }
            }
            Row::Stack(at) => {
                let item = usize::try_from(at).ok().and_then(|at| self.play.stack.get(at));
                item.map_or(0, |item| if item.controller == self.me() { -100 } else { 100 })
            }
            _ => self.keep(row),
        }
    }

    /// The answer to anything but priority and combat, with its reason.
    pub(super) fn choose(&self) -> Option<(Decision, String)> {
        let (intent, _) = self.pending();
        let offers = &self.point.legal_actions;
        if let Some(several) = offers.iter().find_map(Several::of) {
            return Some(self.some(&several, &intent));
        }
        let singles = offers.iter().filter_map(|offer| match &offer.kind {
            ActionKind::Choose { why, object, .. } => Some((offer, self.want(*object, *why, &intent))),
            _ => None,
        });
        // The first of the best, so that equal offers fall the same way everywhere.
        let best = singles.fold(None, |best: Option<(&LegalAction, i32)>, next| match best {
            Some(best) if best.1 >= next.1 => Some(best),
            _ => Some(next),
        });
        if let Some((offer, _)) = best {
            return Some((Decision::of(offer.id), "the best of what is offered".to_owned()));
        }
        let (yes, no) = (self.point.find(&ActionKind::Yes), self.point.find(&ActionKind::No));
        if let (Some(yes), Some(_)) = (yes, no) {
            return Some((Decision::of(yes), "what is optional here is worth doing".to_owned()));
        }
        let offer = offers.first()?;
        Some(match (&offer.kind, &offer.parameter) {
            (ActionKind::ChooseNumber { max, .. }, Some(ParameterFamily::Number)) => (
                with(offer, Specialization::Number(*max)),
                "as much as can be paid".to_owned(),
            ),
            (_, Some(_)) => (
                with(offer, smallest(self.point, offer)?),
                "nothing better is known".to_owned(),
            ),
            (ActionKind::ChooseMode { .. }, None) => (Decision::of(self.mode()?), "the mode that does most".to_owned()),
            (_, None) => (Decision::of(offer.id), "the first that is offered".to_owned()),
        })
    }

    fn some(&self, several: &Several<'_>, intent: &Intent) -> (Decision, String) {
        let mut ranked: Vec<(usize, i32)> = several
            .candidates
            .iter()
            .map(|row| self.want(*row, several.why, intent))
            .enumerate()
            .collect();
        ranked.sort_by_key(|(at, want)| (-want, *at));
        let wanted = ranked.iter().filter(|(_, want)| *want > 0).count();
        let count = match several.why {
            ChoiceReason::Order => several.max,
            ChoiceReason::ScryBottom | ChoiceReason::Surveil => several.min,
            _ => wanted.clamp(several.min, several.max),
        };
        let chosen = ranked.iter().take(count).map(|(at, _)| several.candidates[*at]);
        (
            with(several.offer, Specialization::Objects(chosen.collect())),
            format!("{count} of {} are worth it", several.candidates.len()),
        )
    }

    /// The mode of the pending spell that is worth most.
    fn mode(&self) -> Option<turnzero_contract::ActionId> {
        use turnzero_contract::card::Effect;
        let pending = self.play.pending.as_ref()?;
        let entry = self.book.entry(&pending.card)?;
        let mut modes = Vec::new();
        for ability in &entry.abilities {
            let effect = match ability {
                Ability::Spell(effect) => effect,
                Ability::Triggered(triggered) => &triggered.effect,
                Ability::Activated(activated) => &activated.effect,
                _ => continue,
            };
            effect.walk(&mut |part| {
                if let Effect::Modal { modes: listed, .. } = part {
                    modes.extend(listed.iter().map(|mode| Intent::of(&mode.effect)));
                }
            });
        }
        let offered = self.point.legal_actions.iter().filter_map(|offer| match offer.kind {
            ActionKind::ChooseMode { mode } => Some((offer.id, mode)),
            _ => None,
        });
        let valued = offered.map(|(id, mode)| {
            let intent = usize::try_from(mode).ok().and_then(|at| modes.get(at));
            (id, intent.map_or(0, |intent| self.mode_worth(intent)))
        });
        valued
            .fold(
                None,
                |best: Option<(turnzero_contract::ActionId, i32)>, next| match best {
                    Some(best) if best.1 >= next.1 => Some(best),
                    _ => Some(next),
                },
            )
            .map(|(id, _)| id)
    }

    fn mode_worth(&self, intent: &Intent) -> i32 {
        let victims = self.play.battlefield.iter().filter(|row| self.is_hostile(row));
        let victim = victims.filter_map(|row| self.harm(row, intent, false)).max();
        let aimed = if intent.harms && intent.at_permanents {
            victim.unwrap_or(0)
        } else {
            0
        };
        aimed
            + intent.cards * self.weights.spell.card
            + intent.bodies * self.weights.spell.body / 2
            + intent.life
            + intent.pump.max(0) * self.weights.spell.pump
            + i32::try_from(intent.damage).unwrap_or(0)
    }
}
