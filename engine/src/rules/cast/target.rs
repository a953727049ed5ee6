//! What may be targeted (CR 115).

use crate::rules::characteristics::{Keywords, Types};
use crate::rules::ids::{CodeId, FilterId, Ref, Slot};
use crate::rules::pool::{Ability, Deontic, StaticKind, TargetKind, TargetSlot, Traits};
use crate::rules::query::Source;
use crate::rules::stack::{StackItem, StackKind};
use crate::rules::state::State;
use std::ops::ControlFlow;
use turnzero_contract::card::{GameVerb, Zone};

impl State {
    /// Calls `visit` with every legal target of a slot: objects, then opponents, then the player.
    pub(crate) fn each_target(&self, kind: TargetKind, by: &Source, mut visit: impl FnMut(Ref) -> ControlFlow<()>) {
        let _ = self.try_each_target(kind, by, &mut visit);
    }

    fn try_each_target(
        &self,
        kind: TargetKind,
        by: &Source,
        visit: &mut impl FnMut(Ref) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match kind {
            TargetKind::Object(filter) | TargetKind::PlayerOr(filter) => self.objects_of(filter, by, visit)?,
            TargetKind::Any => {
                for slot in &self.battlefield {
                    if self.is_any_target(*slot, by) {
                        visit(Ref::Object(self.id(*slot)))?;
                    }
                }
            }
            TargetKind::Spell(filter) => {
                for item in &self.stack {
                    if self.is_spell_target(item, filter, by) {
                        visit(Ref::Stack(item.serial))?;
                    }
                }
            }
            TargetKind::Player | TargetKind::Opponent => {}
        }
        if matches!(
            kind,
            TargetKind::Any | TargetKind::PlayerOr(_) | TargetKind::Player | TargetKind::Opponent
        ) {
            for player in self.opponents(by.controller) {
                visit(Ref::Player(player))?;
            }
            if kind != TargetKind::Opponent {
                visit(Ref::Player(by.controller))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn objects_of(
        &self,
        filter: FilterId,
        by: &Source,
        visit: &mut impl FnMut(Ref) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let zone = self.zone_of(filter);
        if zone == Zone::Battlefield {
            for slot in &self.battlefield {
                if self.matches(filter, *slot, by) && self.may_target(*slot, by) {
                    visit(Ref::Object(self.id(*slot)))?;
                }
            }
            return ControlFlow::Continue(());
        }
        let seats = if matches!(zone, Zone::Exile | Zone::Command) {
            1
        } else {
            self.players.len()
        };
        for player in self.players_from(self.turn.active).take(seats) {
            for slot in self.cards_in(zone, player) {
                if self.matches(filter, *slot, by) {
                    visit(Ref::Object(self.id(*slot)))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn is_any_target(&self, slot: Slot, by: &Source) -> bool {
        let types = self.is(slot).types;
        types.any(Types(Types::CREATURE.0 | Types::PLANESWALKER.0 | Types::BATTLE.0)) && self.may_target(slot, by)
    }

    fn is_spell_target(&self, item: &StackItem, filter: FilterId, by: &Source) -> bool {
        item.kind == StackKind::Spell && item.source != by.object && self.matches(filter, item.source.slot, by)
    }

    /// Shroud, hexproof, protection and other restrictions (CR 702.18, 702.11, 702.16b).
    fn may_target(&self, slot: Slot, by: &Source) -> bool {
        let keywords = self.is(slot).keywords;
        let hexproof = keywords.has(Keywords::HEXPROOF) && self.object(slot).controller != by.controller;
        if hexproof || keywords.has(Keywords::SHROUD) {
            return false;
        }
        let colors = self
            .known(by.object)
            .map_or(turnzero_contract::ColorSet::EMPTY, |(is, _)| is.colors);
        !keywords.protects_from(colors) && !self.forbids_targeting(slot, by)
    }

    fn forbids_targeting(&self, slot: Slot, by: &Source) -> bool {
        self.battlefield.iter().any(|other| {
            let face = self.object(*other).face;
            self.pool.has(face, Traits::DEONTIC)
                && self.pool.face(face).abilities.iter().any(|ability| match ability {
                    Ability::Static(fixed) => match fixed.kind {
                        StaticKind::Deontic(Deontic {
                            must: false,
                            verb: GameVerb::BeTargeted,
                            subject,
                            other: by_whom,
                        }) => {
                            let from = Source::of_object(self, *other);
                            fixed.condition.is_none_or(|condition| self.holds(condition, &from))
                                && self.matches(subject, slot, &from)
                                && by_whom.is_none_or(|whom| self.matches_known(whom, by.object, &from))
                        }
                        _ => false,
                    },
                    _ => false,
                })
        })
    }

    /// Whether this may be a target of a slot of this kind.
    pub(crate) fn legal_target(&self, kind: TargetKind, to: Ref, by: &Source) -> bool {
        let mut legal = false;
        self.each_target(kind, by, |other| {
            legal |= other == to;
            if legal {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        legal
    }

    /// Whether every slot of an effect has as many legal targets as it needs at least, and so have
    /// enough of its modes (CR 601.2c, 700.2a).
    pub(crate) fn has_targets(&self, code: CodeId, by: &Source) -> bool {
        self.slots_have_targets(code, by)
            && self.pool.code(code).modes.as_ref().is_none_or(|(count, modes)| {
                let legal = modes
                    .clone()
                    .filter(|mode| self.slots_have_targets(CodeId(*mode), by))
                    .count();
                let (min, _) = self.count_range(*count, by, modes.len());
                legal >= usize::from(min).max(1)
            })
    }

    pub(crate) fn slots_have_targets(&self, code: CodeId, by: &Source) -> bool {
        self.pool
            .target_slots(code)
            .iter()
            .all(|slot| self.slot_has_targets(*slot, by))
    }

    fn slot_has_targets(&self, slot: TargetSlot, by: &Source) -> bool {
        let (min, _) = self.count_range(slot.count, by, usize::from(u16::MAX));
        if min == 0 {
            return true;
        }
        let mut found = 0;
        self.each_target(slot.kind, by, |_| {
            found += 1;
            if found >= min {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        found >= min
    }

    /// The kind of the target slot with this number, counted over the effect and then all its modes.
    pub(crate) fn slot_kind(&self, code: CodeId, number: u8) -> Option<TargetSlot> {
        let own = self.pool.target_slots(code);
        let mut number = usize::from(number);
        if let Some(slot) = own.get(number) {
            return Some(*slot);
        }
        number -= own.len();
        let (_, modes) = self.pool.code(code).modes.as_ref()?;
        for mode in modes.clone() {
            let slots = self.pool.target_slots(CodeId(mode));
            if let Some(slot) = slots.get(number) {
                return Some(*slot);
            }
            number -= slots.len();
        }
        None
    }

    /// The number of the first target slot of a mode.
    pub(crate) fn mode_base(&self, code: CodeId, mode: u16) -> u8 {
        let before = self.pool.code(code).modes.as_ref().map_or(0, |(_, modes)| {
            let earlier = modes.clone().take(usize::from(mode));
            earlier.map(|other| self.pool.target_slots(CodeId(other)).len()).sum()
        });
        u8::try_from(self.pool.target_slots(code).len() + before).unwrap_or(u8::MAX)
    }

    /// Whether a chosen target is still legal (CR 608.2b).
    pub(crate) fn target_still_legal(&self, item: &StackItem, at: usize) -> bool {
        let (Some(code), Some(target)) = (item.code, self.targets.get(at)) else {
            return false;
        };
        self.slot_kind(code, target.slot)
            .is_some_and(|slot| self.legal_target(slot.kind, target.to, &Source::of_item(item)))
    }
}
