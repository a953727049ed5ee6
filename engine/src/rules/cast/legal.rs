//! What a player may do with priority, generated directly (CR 117.1).

use crate::rules::decision::Action;
use crate::rules::ids::{Player, Slot};
use crate::rules::mana::{Need, Purpose};
use crate::rules::object::Flags;
use crate::rules::pool::{Ability, Activated, StaticKind, Traits};
use crate::rules::query::Source;
use crate::rules::stack::CastWay;
use crate::rules::state::{ContinuousKind, State};
use std::ops::ControlFlow;
use turnzero_contract::card::Zone;

impl State {
    /// Everything the player may do now: pass, then lands, spells and abilities, in an order that
    /// depends on faces only, never on how cards were dealt or drawn.
    pub(crate) fn legal_actions(&self, player: Player, out: &mut Vec<Action>) {
        out.clear();
        let _ = self.each_action(player, &mut |action| {
            out.push(action);
            ControlFlow::Continue(())
        });
        out.sort_unstable_by_key(|action| match *action {
            Action::Pass => (0, 0, 0, 0),
            Action::PlayLand { slot, face } => (1, face.0, 0, slot.0),
            Action::Cast {
                slot,
                face,
                way,
                kicked,
            } => {
                let way = match way {
                    CastWay::Normal => 0,
                    CastWay::Alternative(index) => u16::from(index) + 1,
                };
                (2, face.0, way * 2 + u16::from(kicked), slot.0)
            }
            Action::Activate { slot, face, ability } => (3, face.0, u16::from(ability), slot.0),
        });
        out.insert(0, Action::Pass);
    }

    /// Whether the player may do anything but pass.
    pub(crate) fn has_action(&self, player: Player) -> bool {
        self.each_action(player, &mut |_| ControlFlow::Break(())).is_break()
    }

    fn each_action(&self, player: Player, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        let own_main = self.turn.active == player && self.turn.step.is_main() && self.stack.is_empty();
        let hand = &self.players[player.index()].hand;
        let may_play_land = own_main && self.lands_left(player);
        for (at, slot) in hand.iter().enumerate() {
            let face = self.object(*slot).face;
            let traits = self.pool.traits(face);
            let land = traits.has(Traits::LAND);
            let playable = if land {
                may_play_land
            } else {
                own_main || traits.has(Traits::INSTANT_SPEED)
            };
            let activates = traits.has(Traits::ACTIVATES);
            // Copies of one card are one offer.
            if !(playable || activates) || hand[..at].iter().any(|other| self.object(*other).face == face) {
                continue;
            }
            if playable && land {
                visit(Action::PlayLand { slot: *slot, face })?;
            } else if playable {
                self.castings(player, *slot, Zone::Hand, visit)?;
            }
            if activates {
                self.activations(player, *slot, own_main, Zone::Hand, visit)?;
            }
        }
        for slot in &self.players[player.index()].graveyard {
            let traits = self.pool.traits(self.object(*slot).face);
            if traits.has(Traits::ALTERNATIVES) && (own_main || traits.has(Traits::INSTANT_SPEED)) {
                self.castings(player, *slot, Zone::Graveyard, visit)?;
            }
            if traits.has(Traits::ACTIVATES) {
                self.activations(player, *slot, own_main, Zone::Graveyard, visit)?;
            }
        }
        for slot in &self.battlefield {
            let object = self.object(*slot);
            if self.pool.has(object.face, Traits::ACTIVATES) && object.controller == player && !self.is(*slot).blank {
                self.activations(player, *slot, own_main, Zone::Battlefield, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the player may play another land this turn (CR 305.2).
    pub(crate) fn lands_left(&self, player: Player) -> bool {
        let lands = self.players[player.index()].lands_played;
        if lands == 0 {
            return true;
        }
        let permanents = self
            .battlefield
            .iter()
            .map(|slot| self.object(*slot))
            .filter(|object| object.controller == player)
            .map(|object| object.face);
        let resolved = self.effects.iter().filter_map(|effect| match effect.kind {
            ContinuousKind::Statics(face) if effect.controller == player => Some(face),
            _ => None,
        });
        let extra: u32 = permanents
            .chain(resolved)
            .filter(|face| self.pool.has(*face, Traits::EXTRA_LANDS))
            .flat_map(|face| &self.pool.face(face).abilities)
            .map(|ability| match ability {
                Ability::Static(fixed) => match fixed.kind {
                    StaticKind::ExtraLands(lands) => u32::from(lands),
                    _ => 0,
                },
                _ => 0,
            })
            .sum();
        u32::from(lands) < 1 + extra
    }

    fn castings(
        &self,
        player: Player,
        slot: Slot,
        from: Zone,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let face = self.object(slot).face;
        let program = self.pool.face(face);
        let ways = (from == Zone::Hand).then_some(CastWay::Normal).into_iter().chain(
            program
                .alternatives
                .iter()
                .enumerate()
                .filter(move |(_, payment)| payment.zone == from)
                .map(|(index, _)| CastWay::Alternative(u8::try_from(index).unwrap_or(u8::MAX))),
        );
        for way in ways {
            if !self.can_announce(player, slot, face, way, false) {
                continue;
            }
            visit(Action::Cast {
                slot,
                face,
                way,
                kicked: false,
            })?;
            if program.kicker.is_some() && self.can_announce(player, slot, face, way, true) {
                visit(Action::Cast {
                    slot,
                    face,
                    way,
                    kicked: true,
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn activations(
        &self,
        player: Player,
        slot: Slot,
        own_main: bool,
        zone: Zone,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let face = self.object(slot).face;
        for (index, ability) in self.pool.face(face).abilities.iter().enumerate() {
            let Ability::Activated(activated) = ability else {
                continue;
            };
            let index = u8::try_from(index).unwrap_or(u8::MAX);
            if activated.mana.is_none()
                && activated.zone == zone
                && (own_main || !activated.sorcery)
                && self.can_activate(player, slot, index, activated)
            {
                visit(Action::Activate {
                    slot,
                    face,
                    ability: index,
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn can_activate(&self, player: Player, slot: Slot, index: u8, activated: &Activated) -> bool {
        let object = self.object(slot);
        if activated.once_each_turn && index < 8 && object.used & 1 << index != 0 {
            return false;
        }
        if activated.loyalty.is_some_and(|change| {
            object.flags.has(Flags::LOYALTY_USED) || i32::from(object.loyalty) + i32::from(change) < 0
        }) {
            return false;
        }
        let by = Source {
            controller: player,
            ..Source::of_object(self, slot)
        };
        if activated.condition.is_some_and(|condition| !self.holds(condition, &by))
            || !self.can_pay_steps(activated.cost, &by)
        {
            return false;
        }
        let cost = self.pool.cost(activated.cost);
        let purpose = Purpose::Activate {
            source: slot,
            uses_source: cost.uses_source(),
        };
        self.can_pay(player, &Need::of(&cost.mana, 0), purpose) && self.has_targets(activated.code, &by)
    }
}
