//! Announcing spells and abilities, stage by stage (CR 601.2, 602.2, 603.3d).

use crate::rules::actions::Destination;
use crate::rules::decision::{Action, Answer, Ask, ChoosingFor, Illegal};
use crate::rules::ids::{CodeId, CostId, Player, Ref, Slot};
use crate::rules::log::GameEvent;
use crate::rules::mana::Need;
use crate::rules::object::Flags;
use crate::rules::pool::{Ability, Op, Selection, TriggerKind};
use crate::rules::query::Source;
use crate::rules::stack::{ChosenTarget, StackItem, StackKind};
use crate::rules::state::{Announcement, PendingTrigger, Stage, State};
use crate::rules::triggers::Happening;
use std::ops::ControlFlow;
use turnzero_contract::card::Zone;

impl State {
    /// Does what the player with priority chose among the legal actions.
    pub(crate) fn act(&mut self, player: Player, action: Action) -> Result<(), Illegal> {
        let mut offers = Vec::new();
        self.legal_actions(player, &mut offers);
        if !offers.contains(&action) {
            return Err(Illegal::NotOffered);
        }
        self.act_offered(player, action);
        Ok(())
    }

    /// Does an action known to be legal.
    pub(crate) fn act_offered(&mut self, player: Player, action: Action) {
        self.ask = None;
        match action {
            Action::Pass => self.pass(),
            Action::PlayLand { slot, .. } => self.play_land(player, slot),
            Action::Cast {
                slot,
                face,
                way,
                kicked,
            } => {
                let from = self.object(slot).zone;
                let id = self.move_to(slot, Destination::of(Zone::Stack));
                self.object_mut(slot).controller = player;
                let mut item = self.blank_item(StackKind::Spell, id, player);
                item.from = from;
                item.face = face;
                item.way = way;
                item.kicked = kicked;
                item.code = self.pool.face(face).spell;
                let cost = Self::cast_cost(self.pool.face(face), way);
                self.begin(item, cost);
            }
            Action::Activate { slot, face, ability } => {
                let program = self.pool.face(face);
                let Some(Ability::Activated(activated)) = program.abilities.get(usize::from(ability)) else {
                    return;
                };
                let (cost, code, once, loyalty) = (
                    activated.cost,
                    activated.code,
                    activated.once_each_turn,
                    activated.loyalty,
                );
                let id = self.id(slot);
                let mut item = self.blank_item(StackKind::Activated, id, player);
                item.face = face;
                item.ability = ability;
                item.code = Some(code);
                let object = self.object_mut(slot);
                if once && ability < 8 {
                    object.used |= 1 << ability;
                }
                if let Some(change) = loyalty {
                    object.flags.set(Flags::LOYALTY_USED, true);
                    self.put_counters(slot, crate::rules::actions::LOYALTY, i32::from(change));
                }
                self.begin(item, Some(cost));
            }
        }
    }

    fn play_land(&mut self, player: Player, slot: Slot) {
        let face = self.object(slot).face;
        let lands = &mut self.players[player.index()].lands_played;
        *lands = lands.saturating_add(1);
        self.note(GameEvent::LandPlayed { player, face });
        self.move_to(
            slot,
            Destination {
                controller: Some(player),
                ..Destination::of(Zone::Battlefield)
            },
        );
        self.priority_to(player);
    }

    /// A triggered ability is put on the stack; it is not when it needs targets and has none (CR 603.3d).
    pub(crate) fn announce_trigger(&mut self, trigger: &PendingTrigger) {
        let Some(Ability::Triggered(triggered)) =
            self.pool.face(trigger.face).abilities.get(usize::from(trigger.ability))
        else {
            return;
        };
        let code = triggered.code;
        let mut item = self.blank_item(StackKind::Triggered, trigger.source, trigger.controller);
        item.face = trigger.face;
        item.ability = trigger.ability;
        item.code = Some(code);
        item.event_object = trigger.event_object;
        item.event_player = trigger.event_player;
        item.event_amount = trigger.event_amount;
        if self.has_targets(code, &Source::of_item(&item)) {
            self.begin(item, None);
        }
    }

    fn begin(&mut self, mut item: crate::rules::stack::StackItem, cost: Option<CostId>) {
        item.targets = (u16::try_from(self.targets.len()).unwrap_or(u16::MAX), 0);
        self.announcement = Some(Announcement {
            item,
            cost,
            stage: Stage::Modes,
            progress: 0,
            part: 0,
        });
    }

    /// Goes on with the announcement, until it is done or the player has to choose.
    pub(crate) fn announce(&mut self) {
        while let (Some(announcement), None) = (self.announcement, self.ask) {
            match announcement.stage {
                Stage::Modes => self.announce_modes(&announcement),
                Stage::X => self.announce_x(&announcement),
                Stage::Targets => self.announce_targets(&announcement),
                Stage::Shares => self.announce_shares(&announcement),
                Stage::Costs => self.announce_costs(&announcement),
                Stage::Done => self.announced(&announcement),
            }
        }
    }

    fn next_stage(&mut self, stage: Stage) {
        if let Some(announcement) = &mut self.announcement {
            announcement.stage = stage;
            announcement.progress = 0;
        }
    }

    fn announce_modes(&mut self, announcement: &Announcement) {
        let item = announcement.item;
        let by = Source::of_item(&item);
        let modes = item.code.and_then(|code| self.pool.code(code).modes.clone());
        let Some((count, modes)) = modes else {
            self.next_stage(Stage::X);
            return;
        };
        let (mut legal, mut number) = (0_u16, 0_u16);
        for (bit, mode) in modes.clone().enumerate() {
            if self.slots_have_targets(CodeId(mode), &by) {
                legal |= 1 << bit;
                number += 1;
            }
        }
        let (min, max) = self.count_range(count, &by, modes.len());
        let max = max.min(number);
        if min >= number {
            self.choose_modes(legal);
            return;
        }
        self.asked = item.controller;
        self.ask = Some(Ask::Modes {
            min: u8::try_from(min).unwrap_or(u8::MAX),
            max: u8::try_from(max).unwrap_or(u8::MAX),
            legal,
        });
    }

    fn choose_modes(&mut self, modes: u16) {
        if let Some(announcement) = &mut self.announcement {
            announcement.item.modes = modes;
        }
        self.next_stage(Stage::X);
    }

    fn announce_x(&mut self, announcement: &Announcement) {
        let item = announcement.item;
        let Some(cost) = announcement.cost.filter(|cost| self.pool.cost(*cost).mana.x > 0) else {
            self.next_stage(Stage::Targets);
            return;
        };
        let Some(need) = self.announced_need(announcement, 0) else {
            self.next_stage(Stage::Targets);
            return;
        };
        let part = &self.pool.cost(cost).mana;
        let most = self.most_x(item.controller, &need, part, self.announced_purpose(announcement));
        if most == 0 {
            self.next_stage(Stage::Targets);
            return;
        }
        self.asked = item.controller;
        self.ask = Some(Ask::Number { min: 0, max: most });
    }

    /// The mana of what is announced.
    pub(crate) fn announced_need(&self, announcement: &Announcement, x: u16) -> Option<Need> {
        let item = announcement.item;
        match item.kind {
            StackKind::Spell => self.spell_need(&item, x, 0),
            _ => announcement.cost.map(|cost| Need::of(&self.pool.cost(cost).mana, x)),
        }
    }

    /// The mana of a spell that is announced, for a value of X and with so many targets more.
    fn spell_need(&self, item: &StackItem, x: u16, more_targets: u16) -> Option<Need> {
        let by = Source {
            x,
            more_targets,
            ..Source::of_item(item)
        };
        self.cast_need(item.source.slot, self.pool.face(item.face), item.way, &by)
    }

    /// How many targets a slot takes at most: each gets at least 1 of what is divided (CR 601.2d),
    /// and the cost with all of them can be paid.
    fn most_targets(&self, announcement: &Announcement, code: CodeId, slot: u8, (min, max): (u16, u16)) -> u16 {
        let item = announcement.item;
        let by = Source::of_item(&item);
        let mut most = max;
        if most > 1
            && let Some((_, amount)) = self.divided(code, &by).filter(|(divided, _)| *divided == slot)
        {
            most = most.min(u16::try_from(amount.max(0)).unwrap_or(u16::MAX)).max(min);
        }
        if item.kind == StackKind::Spell && self.pool.cost_changes {
            let purpose = self.announced_purpose(announcement);
            let payable = |targets: u16| {
                self.spell_need(&item, item.x, targets)
                    .is_none_or(|need| self.can_pay(item.controller, &need, purpose))
            };
            while most > min.max(1) && !payable(most) {
                most -= 1;
            }
        }
        most
    }

    /// How many target slots the effect and all its modes have.
    fn slots_total(&self, code: CodeId) -> usize {
        let own = self.pool.target_slots(code).len();
        let modes = self.pool.code(code).modes.clone();
        own + modes.map_or(0, |(_, modes)| {
            modes.map(|mode| self.pool.target_slots(CodeId(mode)).len()).sum()
        })
    }

    /// Whether the slot belongs to the effect itself or to a mode that was chosen.
    fn slot_is_used(&self, code: CodeId, slot: u8, chosen: u16) -> bool {
        let own = self.pool.target_slots(code).len();
        if usize::from(slot) < own {
            return true;
        }
        let Some((_, modes)) = self.pool.code(code).modes.clone() else {
            return false;
        };
        (0..modes.len()).any(|mode| {
            let mode = u16::try_from(mode).unwrap_or(0);
            let base = self.mode_base(code, mode);
            let id = modes.clone().nth(usize::from(mode)).map(CodeId);
            let len = id.map_or(0, |id| self.pool.target_slots(id).len());
            chosen & 1 << mode != 0 && slot >= base && usize::from(slot) < usize::from(base) + len
        })
    }

    fn announce_targets(&mut self, announcement: &Announcement) {
        let item = announcement.item;
        let slot = announcement.progress;
        let Some(code) = item.code.filter(|code| usize::from(slot) < self.slots_total(*code)) else {
            self.next_stage(Stage::Shares);
            return;
        };
        if let Some(announcement) = &mut self.announcement {
            announcement.progress += 1;
        }
        let Some(target) = self
            .slot_kind(code, slot)
            .filter(|_| self.slot_is_used(code, slot, item.modes))
        else {
            return;
        };
        let by = Source::of_item(&item);
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        self.each_target(target.kind, &by, |to| {
            candidates.push(to);
            ControlFlow::Continue(())
        });
        let (min, max) = self.count_range(target.count, &by, candidates.len());
        self.candidates = candidates;
        let max = self.most_targets(announcement, code, slot, (min, max));
        if usize::from(min) >= self.candidates.len() {
            let all = std::mem::take(&mut self.candidates);
            self.take_targets(slot, &all);
            self.candidates = all;
        } else if max > 0 {
            self.asked = item.controller;
            self.ask = Some(Ask::Objects {
                min,
                max,
                why: ChoosingFor::Targets,
            });
        }
    }

    fn take_targets(&mut self, slot: u8, chosen: &[Ref]) {
        let Some(mut announcement) = self.announcement else {
            return;
        };
        for to in chosen {
            self.targets.push(ChosenTarget {
                slot,
                share: 0,
                to: *to,
            });
            announcement.item.targets.1 += 1;
            self.note(GameEvent::Targeted {
                serial: announcement.item.serial,
                to: *to,
            });
        }
        self.announcement = Some(announcement);
    }

    /// The amount an effect divides among the targets of a slot, if it divides any (CR 601.2d).
    fn divided(&self, code: CodeId, by: &Source) -> Option<(u8, i32)> {
        let start = self.pool.code(code).start as usize;
        let ops = self.pool.ops.get(start..)?;
        ops.iter().take_while(|op| **op != Op::End).find_map(|op| match op {
            Op::DealDamage {
                amount,
                to: Selection::Target(slot),
                divided: true,
                ..
            } => Some((*slot, self.amount(*amount, by))),
            _ => None,
        })
    }

    fn announce_shares(&mut self, announcement: &Announcement) {
        let item = announcement.item;
        let by = Source::of_item(&item);
        self.next_stage(Stage::Costs);
        let Some((slot, amount)) = item.code.and_then(|code| self.divided(code, &by)) else {
            return;
        };
        let amount = u16::try_from(amount.max(0)).unwrap_or(u16::MAX);
        let (start, len) = (usize::from(item.targets.0), usize::from(item.targets.1));
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let chosen = self.targets.get(start..start + len).unwrap_or_default();
        candidates.extend(
            chosen
                .iter()
                .filter(|target| target.slot == slot)
                .map(|target| target.to),
        );
        self.candidates = candidates;
        match self.candidates.len() {
            0 => {}
            1 => self.share(slot, &[amount]),
            // Nothing to divide: every share is 0.
            several if usize::from(amount) < several => {}
            _ => {
                self.next_stage(Stage::Shares);
                self.asked = item.controller;
                self.ask = Some(Ask::Shares { amount });
            }
        }
    }

    fn share(&mut self, slot: u8, shares: &[u16]) {
        let Some(announcement) = self.announcement else {
            return;
        };
        let (start, len) = announcement.item.targets;
        let own = self.targets.iter_mut().skip(usize::from(start)).take(usize::from(len));
        for (target, share) in own.filter(|target| target.slot == slot).zip(shares) {
            target.share = *share;
        }
    }

    /// The spell is cast, the ability activated or put on the stack (CR 601.2i).
    fn announced(&mut self, announcement: &Announcement) {
        let item = announcement.item;
        self.announcement = None;
        self.stack.push(item);
        let (player, face, serial) = (item.controller, item.face, item.serial);
        match item.kind {
            StackKind::Spell => {
                self.note(GameEvent::SpellCast { player, face, serial });
                self.trigger(&Happening::of(TriggerKind::Casts, item.source, player));
            }
            StackKind::Activated => self.note(GameEvent::Activated { player, face, serial }),
            StackKind::Triggered => self.note(GameEvent::Triggered { player, face, serial }),
        }
        let (start, len) = (usize::from(item.targets.0), usize::from(item.targets.1));
        for at in start..start + len {
            if let Some(Ref::Object(id)) = self.targets.get(at).map(|target| target.to) {
                self.trigger(&Happening::of(TriggerKind::BecomesTarget, id, player));
            }
        }
        if item.kind == StackKind::Triggered {
            self.turn.passes = 0;
            self.check = true;
        } else {
            self.priority_to(player);
        }
    }

    /// An answer to a question of the announcement.
    pub(crate) fn answer_announcement(&mut self, answer: &Answer<'_>) -> Result<(), Illegal> {
        let (Some(ask), Some(announcement)) = (self.ask, self.announcement) else {
            return Err(Illegal::NothingAsked);
        };
        match (ask, *answer) {
            (Ask::Modes { min, max, legal }, Answer::Modes(modes)) => {
                let given = modes.count_ones() as usize;
                if modes & !legal != 0 {
                    return Err(Illegal::NotOffered);
                }
                let (min, max) = (usize::from(min), usize::from(max));
                if !(min..=max).contains(&given) {
                    return Err(Illegal::WrongNumber { given, min, max });
                }
                self.ask = None;
                self.choose_modes(modes);
            }
            (Ask::Number { min, max }, Answer::Number(x)) => {
                if !(min..=max).contains(&x) {
                    return Err(Illegal::WrongNumber {
                        given: usize::from(x),
                        min: usize::from(min),
                        max: usize::from(max),
                    });
                }
                self.ask = None;
                if let Some(announcement) = &mut self.announcement {
                    announcement.item.x = x;
                }
                self.next_stage(Stage::Targets);
            }
            (
                Ask::Objects {
                    why: ChoosingFor::Targets,
                    ..
                },
                Answer::Objects(chosen),
            ) => {
                self.ask = None;
                self.take_targets(announcement.progress.saturating_sub(1), chosen);
            }
            (
                Ask::Objects {
                    why: ChoosingFor::Cost, ..
                },
                Answer::Objects(chosen),
            ) => {
                self.ask = None;
                self.pay_chosen(&announcement, chosen);
            }
            (Ask::Shares { amount }, Answer::Shares(shares)) => {
                let total: u32 = shares.iter().map(|share| u32::from(*share)).sum();
                if shares.len() != self.candidates.len() || total != u32::from(amount) || shares.contains(&0) {
                    return Err(Illegal::Division(
                        "each target gets at least 1, and all of it is divided (CR 601.2d)",
                    ));
                }
                self.ask = None;
                let by = Source::of_item(&announcement.item);
                if let Some((slot, _)) = announcement.item.code.and_then(|code| self.divided(code, &by)) {
                    self.share(slot, shares);
                }
                self.next_stage(Stage::Costs);
            }
            _ => return Err(Illegal::WrongKind),
        }
        Ok(())
    }
}
