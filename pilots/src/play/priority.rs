//! What to do with priority: lands, then the spell or ability that is worth most.

use super::board::Board;
use super::book::{Entry, costs_dearly};
use super::intent::Intent;
use super::shares::lethal;
use turnzero_contract::card::{CardType, Keyword};
use turnzero_contract::{ActionKind, Color, ColorSet, LegalAction, PermanentRow, Row, Step};

/// An offer with its worth and why it is taken.
pub(super) struct Choice {
    pub(super) at: usize,
    pub(super) worth: i32,
    pub(super) why: String,
}

impl Board<'_> {
    /// The best offer at this priority; passing is worth nothing.
    pub(super) fn act(&self) -> Option<Choice> {
        let offers = self.point.legal_actions.iter().enumerate();
        let judged = offers.filter_map(|(at, offer)| {
            let (worth, why) = self.judge(offer)?;
            (worth >= self.weights.spell.least).then_some(Choice { at, worth, why })
        });
        judged.fold(None, |best: Option<Choice>, next| match best {
            // Of equals the last: lands by name, so that an order is fixed.
            Some(best) if best.worth > next.worth => Some(best),
            _ => Some(next),
        })
    }

    fn judge(&self, offer: &LegalAction) -> Option<(i32, String)> {
        match &offer.kind {
            ActionKind::PlayLand { card, name } => {
                Some((1_000 + self.land(*card), format!("{name} is the land for this turn")))
            }
            ActionKind::Cast { card, name, .. } => {
                let entry = self.book.entry(self.card(*card)?)?;
                self.cast(entry).map(|(worth, why)| (worth, format!("{name}: {why}")))
            }
            ActionKind::Activate { object, name, ability } => {
                let entry = self.book.entry(self.card(*object)?)?;
                self.activate(*object, entry, *ability)
                    .map(|(worth, why)| (worth, format!("{name}: {why}")))
            }
            _ => None,
        }
    }

    /// The colours of the spells in hand and library.
    fn needed(&self) -> ColorSet {
        let left = self
            .play
            .remaining_deck
            .cards_by_name
            .iter()
            .map(|(name, _)| self.book.own(name));
        let hand = self.play.hand.iter().map(|card| self.book.entry(card));
        let spells = left.chain(hand).flatten().filter(|entry| !entry.is(CardType::Land));
        spells.fold(ColorSet::EMPTY, |colors, entry| {
            colors.union(entry.definition.front().colors)
        })
    }

    /// A land that makes a needed colour not there yet comes first; one that enters untapped before others.
    fn land(&self, card: Row) -> i32 {
        let Some(entry) = self.card(card).and_then(|card| self.book.entry(card)) else {
            return 0;
        };
        let identity = entry.definition.color_identity;
        let lands = self
            .play
            .battlefield
            .iter()
            .filter(|row| row.controller == self.me() && row.types.contains(&CardType::Land));
        let known = lands.filter_map(|row| self.book.entry(&row.card));
        let there = known.fold(ColorSet::EMPTY, |colors, entry| {
            colors.union(entry.definition.color_identity)
        });
        let needed = self.needed();
        let new = Color::ALL
            .into_iter()
            .filter(|color| identity.contains(*color) && needed.contains(*color) && !there.contains(*color));
        i32::try_from(new.count()).unwrap_or(0) * 10 - i32::from(entry.abilities.len() > 1)
    }

    fn my_main(&self) -> bool {
        self.play.active == self.me()
            && matches!(self.play.step, Step::PrecombatMain | Step::PostcombatMain)
            && self.play.stack.is_empty()
    }

    fn cast(&self, entry: &Entry) -> Option<(i32, String)> {
        let intent = &entry.spell;
        if intent.counters {
            return self.counter();
        }
        if !self.my_main() {
            // Tricks and answers in other players' turns are for pilots that look further.
            return self.finisher(intent);
        }
        let mana = entry.mana_value() * self.weights.creature.mana_value;
        if entry.definition.front().is_permanent() {
            return self.permanent_spell(entry, mana);
        }
        self.finisher(intent).or_else(|| self.effect(intent))
    }

    fn permanent_spell(&self, entry: &Entry, mana: i32) -> Option<(i32, String)> {
        let intent = &entry.spell;
        if entry.enchants() {
            let aimed = if intent.harms || !grants(entry) {
                self.best_victim(intent, true)
            } else {
                self.best_own().map(|row| self.worth(row) / 3)
            };
            return aimed.map(|worth| (worth + mana, "an Aura with something to sit on".to_owned()));
        }
        if entry.equips() {
            return Some((10 + mana, "an Equipment for later".to_owned()));
        }
        let body = if entry.is(CardType::Creature) { 15 } else { 8 };
        let extra = self.effect(intent).map_or(0, |(worth, _)| worth);
        Some((body + mana + extra.max(0), "the best use of this mana".to_owned()))
    }

    /// Damage that ends a player's game now.
    fn finisher(&self, intent: &Intent) -> Option<(i32, String)> {
        let damage = i32::try_from(intent.damage).unwrap_or(0);
        let direct = if intent.at_players { damage } else { 0 } + intent.drain;
        let open = self.open_mana();
        let direct = if intent.x { direct.max(open - 1) } else { direct };
        let dying = self.opponents().find(|seat| self.life(*seat) <= direct && direct > 0);
        dying.map(|seat| (900, format!("lethal for p{}", seat.0)))
    }

    /// Untapped lands, as a bound on mana.
    fn open_mana(&self) -> i32 {
        let mine = self
            .play
            .battlefield
            .iter()
            .filter(|row| row.controller == self.me() && !row.tapped && row.types.contains(&CardType::Land));
        i32::try_from(mine.count()).unwrap_or(0)
    }

    /// What an effect is worth on this board.
    fn effect(&self, intent: &Intent) -> Option<(i32, String)> {
        let w = &self.weights.spell;
        let mut worth = intent.cards * w.card + intent.life * w.life + intent.bodies * w.body / 2;
        let mut why = Vec::new();
        if intent.cards > 0 {
            why.push("more cards");
        }
        let enemies: i32 = self.opponents().map(|seat| self.hand_size(seat)).sum();
        if intent.discards > 0 && enemies > 0 {
            worth += intent.discards.min(enemies) * w.discard;
            why.push("they lose cards");
        }
        worth += intent.drain * w.damage_to_player;
        if intent.sweep > 0 || intent.wipe {
            let swept = self.swept(intent);
            if swept <= 0 {
                return None;
            }
            worth += swept;
            why.push("it clears more of theirs than of mine");
        }
        if intent.harms && intent.at_permanents {
            match self.best_victim(intent, false) {
                Some(victim) => {
                    worth += victim;
                    why.push("it answers their best");
                }
                None if intent.at_players && intent.damage > 0 => {
                    worth += self.burn(intent);
                    why.push("damage to the face");
                }
                None if intent.cards > 0 || intent.bodies > 0 => {}
                None => return None,
            }
        } else if intent.harms && intent.at_players && intent.damage > 0 {
            worth += self.burn(intent);
            why.push("damage to the face");
        } else if intent.helps && intent.at_permanents && intent.pump != 0 {
            // A trick for combat: it stays in hand.
            return None;
        }
        if intent.mana && worth == 0 {
            return None;
        }
        (worth > 0).then(|| (worth, why.join(", ")))
    }

    fn hand_size(&self, seat: turnzero_contract::Seat) -> i32 {
        let player = self.play.players.get(seat.index());
        player.map_or(0, |player| i32::try_from(player.hand_size).unwrap_or(0))
    }

    /// Burn is kept for creatures and for the end, unless a hand is full of it.
    fn burn(&self, intent: &Intent) -> i32 {
        let damage = i32::try_from(intent.damage).unwrap_or(0);
        let weakest = self.opponents().map(|seat| self.life(seat)).min().unwrap_or(20);
        let creatures: i32 = self.opponents().map(|seat| self.count(seat, CardType::Creature)).sum();
        let near = if weakest <= 10 || creatures == 0 { 2 } else { 1 };
        damage * self.weights.spell.damage_to_player * near
    }

    /// What their creatures that would die are worth, less mine.
    fn swept(&self, intent: &Intent) -> i32 {
        let dies = |row: &PermanentRow| intent.wipe || lethal(row, false) <= intent.sweep;
        let creatures = self
            .play
            .battlefield
            .iter()
            .filter(|row| row.power.is_some() && dies(row));
        creatures
            .map(|row| {
                if self.is_hostile(row) {
                    self.worth(row)
                } else {
                    -self.worth(row)
                }
            })
            .sum()
    }

    /// The most that harming one of their permanents is worth.
    fn best_victim(&self, intent: &Intent, lasting: bool) -> Option<i32> {
        let victims = self.play.battlefield.iter().filter(|row| self.is_hostile(row));
        let worth = victims.filter_map(|row| self.harm(row, intent, lasting));
        worth.max()
    }

    /// What harming this permanent is worth.
    pub(super) fn harm(&self, row: &PermanentRow, intent: &Intent, lasting: bool) -> Option<i32> {
        let worth = self.worth(row);
        if intent.removes || lasting {
            return Some(worth);
        }
        if intent.damage > 0 || intent.x {
            let damage = if intent.x {
                u32::try_from(self.open_mana()).unwrap_or(0)
            } else {
                intent.damage
            };
            let dies = row.toughness.is_some() && lethal(row, false) <= damage;
            return dies.then_some(worth);
        }
        if intent.pump < 0 {
            let dies = row.toughness.is_some_and(|toughness| toughness + intent.pump / 2 <= 0);
            return dies.then_some(worth);
        }
        Some(worth / 4)
    }

    fn best_own(&self) -> Option<&PermanentRow> {
        self.creatures(self.me()).max_by_key(|row| self.worth(row))
    }

    /// A counterspell is for a spell of theirs that costs something, or that is aimed at the pilot.
    fn counter(&self) -> Option<(i32, String)> {
        let spell = self.play.stack.last().filter(|item| item.controller != self.me())?;
        let cost = self.book.entry(&spell.card).map_or(2, Entry::mana_value);
        let aimed = spell.targets.iter().any(|target| match target.to {
            Row::Player(seat) => seat == self.me(),
            to => self.permanent(to).is_some_and(|row| !self.is_hostile(row)),
        });
        (cost >= 2 || aimed).then(|| {
            let worth = self.weights.spell.counter + cost * self.weights.creature.mana_value;
            (worth, format!("{} is worth countering", spell.card.name))
        })
    }

    fn activate(&self, object: Row, entry: &Entry, ability: u32) -> Option<(i32, String)> {
        let all = entry.abilities.get(usize::try_from(ability).ok()?);
        let activated = match all {
            Some(turnzero_contract::card::Ability::Activated(activated)) => activated,
            _ => entry.activated().next()?,
        };
        let row = self.permanent(object);
        if entry.equips() && row.is_some() {
            return self.equip(row?);
        }
        let intent = Intent::of(&activated.effect);
        if let Some(finish) = self.finisher(&intent) {
            return Some(finish);
        }
        if costs_dearly(&activated.cost) || intent.pump != 0 && !intent.harms || intent.mana {
            return None;
        }
        // What costs only a tap waits for the end of the turn before the own one, or for the own main phase.
        if !self.my_main() {
            return None;
        }
        self.effect(&intent).map(|(worth, why)| (worth.min(60), why))
    }

    fn equip(&self, equipment: &PermanentRow) -> Option<(i32, String)> {
        if !self.my_main() {
            return None;
        }
        let bearer = equipment.attached_to.and_then(|row| self.permanent(row));
        if bearer.is_some_and(|bearer| !self.is_hostile(bearer)) {
            return None;
        }
        let best = self.best_own()?;
        Some((20, format!("{} carries it", best.card.name)))
    }
}

/// Whether an Aura makes what it enchants better.
fn grants(entry: &Entry) -> bool {
    use turnzero_contract::card::{Ability, StaticAbility};
    let cannot = |keyword: &Keyword| matches!(keyword, Keyword::Defender);
    entry.abilities.iter().any(|ability| match ability {
        Ability::Static(StaticAbility::Modify { power, toughness, .. }) => power + toughness > 0,
        Ability::Static(StaticAbility::Grant { abilities, .. }) => !abilities
            .iter()
            .any(|ability| matches!(ability, Ability::Keyword(keyword) if cannot(keyword))),
        _ => false,
    })
}
