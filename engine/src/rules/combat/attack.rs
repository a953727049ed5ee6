//! Declaring attackers (CR 508).

use super::Attack;
use crate::rules::characteristics::{Keywords, Types};
use crate::rules::decision::{Ask, Illegal};
use crate::rules::ids::{FaceId, ObjectId, Player, Ref, Slot};
use crate::rules::log::GameEvent;
use crate::rules::object::Flags;
use crate::rules::pool::{Ability, StaticKind, Traits, TriggerKind};
use crate::rules::query::Source;
use crate::rules::state::{ContinuousKind, State};
use crate::rules::triggers::Happening;
use turnzero_contract::card::GameVerb;

impl State {
    /// Asks the active player for attackers, unless there is only one way to declare them.
    pub(crate) fn ask_attackers(&mut self) {
        self.refresh();
        self.combat.attackers_declared = true;
        let forced = self.forced_attacks();
        if forced.is_none_or(|attacks| self.declare_attackers(&attacks).is_err()) {
            self.asked = self.turn.active;
            self.ask = Some(Ask::Attackers);
        }
    }

    /// The only legal declaration, if there is just one: all who can attack must, each somebody fixed.
    fn forced_attacks(&self) -> Option<Vec<(ObjectId, Ref)>> {
        let mut attacks = Vec::new();
        for slot in &self.battlefield {
            if !self.is_attack_candidate(*slot) {
                continue;
            }
            let mut able = self
                .defenders()
                .filter(|to| self.can_attack(*slot, *to) && !self.goaded_against(*slot, *to));
            let Some(defender) = able.next() else {
                continue;
            };
            if !self.is(*slot).has(Keywords::MUST_ATTACK) || able.next().is_some() {
                return None;
            }
            attacks.push((self.id(*slot), defender));
        }
        Some(attacks)
    }

    /// Whether a creature could be declared as an attacker against somebody (CR 508.1a, c).
    pub(crate) fn is_attack_candidate(&self, slot: Slot) -> bool {
        let (is, object) = (self.is(slot), self.object(slot));
        is.is_creature()
            && object.controller == self.turn.active
            && !object.flags.has(Flags::TAPPED)
            && !is.keywords.any(Keywords::DEFENDER.with(Keywords::CANT_ATTACK))
            && self.may_use_tap(slot)
    }

    /// Whom creatures can attack: opponents, then their planeswalkers (CR 506.2, 508.1b).
    pub(crate) fn defenders(&self) -> impl Iterator<Item = Ref> + '_ {
        let active = self.turn.active;
        let players = self.opponents(active).map(Ref::Player);
        let walkers = self.battlefield.iter().filter(move |slot| {
            self.is(**slot).types.any(Types::PLANESWALKER) && self.object(**slot).controller != active
        });
        players.chain(walkers.map(|slot| Ref::Object(self.id(*slot))))
    }

    /// Whether this creature can attack this player or planeswalker.
    pub(crate) fn can_attack(&self, slot: Slot, defender: Ref) -> bool {
        self.is_attack_candidate(slot)
            && self.defenders().any(|other| other == defender)
            && !self.combat_forbids(GameVerb::Attack, slot, defender)
    }

    /// The player who defends against an attack on this.
    fn defending(&self, defender: Ref) -> Option<Player> {
        match defender {
            Ref::Player(player) => Some(player),
            Ref::Object(id) => self.on_battlefield(id).map(|slot| self.object(slot).controller),
            Ref::Stack(_) => None,
        }
    }

    /// A can't-clause that speaks of both sides: of a permanent, granted to one, or of a resolved effect.
    pub(crate) fn combat_forbids(&self, verb: GameVerb, slot: Slot, other: Ref) -> bool {
        let of = |from: Slot| Source::of_object(self, from);
        self.battlefield
            .iter()
            .any(|from| self.face_forbids(self.object(*from).face, &of(*from), verb, slot, other))
            || self
                .granted
                .iter()
                .any(|(from, face)| self.face_forbids(*face, &of(*from), verb, slot, other))
            || self.effects.iter().any(|effect| match effect.kind {
                ContinuousKind::Statics(face) => {
                    let by = Source {
                        object: effect.source,
                        controller: effect.controller,
                        ..of(effect.source.slot)
                    };
                    self.face_forbids(face, &by, verb, slot, other)
                }
                _ => false,
            })
    }

    fn face_forbids(&self, face: FaceId, by: &Source, verb: GameVerb, slot: Slot, other: Ref) -> bool {
        self.pool.has(face, Traits::DEONTIC)
            && self.pool.face(face).abilities.iter().any(|ability| match ability {
                Ability::Static(fixed) => match fixed.kind {
                    StaticKind::Deontic(deontic) if deontic.verb == verb && !deontic.must => {
                        let by = Source {
                            event_player: self.defending(other),
                            ..*by
                        };
                        self.matches(deontic.subject, slot, &by)
                            && fixed.condition.is_none_or(|condition| self.holds(condition, &by))
                            && deontic.other.is_none_or(|filter| match other {
                                Ref::Object(id) => self.matches_known(filter, id, &by),
                                Ref::Player(_) | Ref::Stack(_) => false,
                            })
                    }
                    _ => false,
                },
                _ => false,
            })
    }

    /// Declares attackers. Requirements that can be obeyed have to be (CR 508.1d).
    pub(crate) fn declare_attackers(&mut self, attacks: &[(ObjectId, Ref)]) -> Result<(), Illegal> {
        for (position, (attacker, defender)) in attacks.iter().enumerate() {
            let twice = attacks[..position].iter().any(|(other, _)| other == attacker);
            let slot = self
                .on_battlefield(*attacker)
                .filter(|slot| self.can_attack(*slot, *defender));
            if twice || slot.is_none() {
                return Err(Illegal::NotACandidate { position });
            }
        }
        for slot in &self.battlefield {
            let id = self.id(*slot);
            let declared = attacks.iter().find(|(attacker, _)| *attacker == id);
            let keywords = self.is(*slot).keywords;
            let able = self.is_attack_candidate(*slot) && self.defenders().any(|to| self.can_attack(*slot, to));
            if keywords.has(Keywords::MUST_ATTACK) && able && declared.is_none() {
                return Err(Illegal::Combat(
                    "a creature that attacks if able is left out (CR 508.1d)",
                ));
            }
            if let Some((_, defender)) = declared
                && self.goaded_against(*slot, *defender)
            {
                return Err(Illegal::Combat(
                    "a goaded creature attacks another player if able (CR 701.15b)",
                ));
            }
        }
        self.ask = None;
        for (attacker, defender) in attacks {
            self.attack(*attacker, *defender);
        }
        let active = self.turn.active;
        for (attacker, _) in attacks {
            self.trigger(&Happening::of(TriggerKind::Attacks, *attacker, active));
        }
        Ok(())
    }

    /// Whether another attack of this goaded creature would obey more of those who goaded it: each
    /// wants a player attacked who is somebody else, not a planeswalker (CR 508.1d, 701.15b).
    pub(crate) fn goaded_against(&self, slot: Slot, defender: Ref) -> bool {
        if !self.is(slot).has(Keywords::GOADED) {
            return false;
        }
        let goaders = self.goaders(slot);
        let obeyed = |to: Ref| match to {
            Ref::Player(player) => (goaders & !bit(player)).count_ones(),
            Ref::Object(_) | Ref::Stack(_) => 0,
        };
        self.defenders()
            .any(|to| obeyed(to) > obeyed(defender) && self.can_attack(slot, to))
    }

    /// Who goaded the creature, one bit a seat: by a resolved effect, or by a static ability (CR 701.15a).
    fn goaders(&self, slot: Slot) -> u8 {
        let id = self.id(slot);
        let resolved = self
            .effects
            .iter()
            .filter(|effect| effect.on == id && effect.kind == ContinuousKind::Goaded)
            .fold(0, |seats, effect| seats | bit(effect.controller));
        let lasting = self.battlefield.iter().filter(|from| self.goads(**from, slot));
        lasting.fold(resolved, |seats, from| seats | bit(self.object(*from).controller))
    }

    fn goads(&self, from: Slot, slot: Slot) -> bool {
        let face = self.object(from).face;
        self.pool.has(face, Traits::GOADS)
            && self.pool.face(face).abilities.iter().any(|ability| match ability {
                Ability::Static(fixed) => match fixed.kind {
                    StaticKind::GrantKeywords { filter, keywords } if keywords.has(Keywords::GOADED) => {
                        let by = Source::of_object(self, from);
                        self.matches(filter, slot, &by)
                            && fixed.condition.is_none_or(|condition| self.holds(condition, &by))
                    }
                    _ => false,
                },
                _ => false,
            })
    }

    fn attack(&mut self, attacker: ObjectId, defender: Ref) {
        let Some(defending) = self.defending(defender) else {
            return;
        };
        let slot = attacker.slot;
        if !self.is(slot).has(Keywords::VIGILANCE) {
            self.tap(slot);
        }
        self.object_mut(slot).flags.set(Flags::ATTACKED, true);
        self.combat.attacks.push(Attack {
            attacker,
            defender,
            defending,
            blocked: false,
            struck: false,
        });
        self.stale |= self.fickle;
        let face = self.object(slot).face;
        self.note(GameEvent::Attacked {
            attacker,
            face,
            defender,
        });
    }
}

/// The bit of a seat.
fn bit(player: Player) -> u8 {
    1_u8.checked_shl(u32::from(player.0)).unwrap_or(0)
}
