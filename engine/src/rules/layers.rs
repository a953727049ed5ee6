//! Continuous effects in layers (CR 613).

use super::characteristics::{Characteristics, Keywords, Types};
use super::ids::{FaceId, Player, Slot};
use super::object::Flags;
use super::pool::{Ability, Becoming, Pool, Static, StaticKind, Traits};
use super::query::Source;
use super::state::{ContinuousKind, State};
use std::sync::Arc;

/// The layers and sublayers the pool has effects for, in order (CR 613.1, 613.4).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layer {
    Control,
    Types,
    Colors,
    Abilities,
    Define,
    Set,
    Modify,
}

const LAYERS: [Layer; 7] = [
    Layer::Control,
    Layer::Types,
    Layer::Colors,
    Layer::Abilities,
    Layer::Define,
    Layer::Set,
    Layer::Modify,
];

impl State {
    /// Derives the characteristics of all permanents anew, when something changed.
    pub(crate) fn refresh(&mut self) {
        if self.stale {
            self.stale = false;
            self.derive();
        }
    }

    fn derive(&mut self) {
        let pool = Arc::clone(&self.pool);
        self.granted.clear();
        let (mut layered, mut fickle) = (!self.effects.is_empty(), false);
        let before = self.pool.control_changes.then(|| self.controllers());
        for at in 0..self.battlefield.len() {
            let slot = self.battlefield[at];
            let object = self.object_mut(slot);
            object.controller = object.base_controller;
            let face = pool.face(object.face);
            let traits = pool.traits(object.face);
            layered |= traits.has(Traits::LAYERED);
            fickle |= traits.has(Traits::FICKLE);
            self.characteristics[slot.index()] = face.printed;
        }
        self.fickle = fickle
            || self.effects.iter().any(|effect| match effect.kind {
                ContinuousKind::Statics(face) => pool.has(face, Traits::FICKLE),
                _ => false,
            });
        if layered {
            for layer in LAYERS {
                self.apply(&pool, layer);
            }
        }
        for at in 0..self.battlefield.len() {
            let slot = self.battlefield[at];
            let object = *self.object(slot);
            let counters = i32::from(object.plus_counters) - i32::from(object.minus_counters);
            if counters != 0 {
                let by = i16::try_from(counters).unwrap_or(i16::MAX);
                add(&mut self.characteristics[slot.index()], by, by);
            }
        }
        if let Some(before) = before {
            self.control_changed(&before);
        }
    }

    fn controllers(&self) -> Vec<(Slot, Player)> {
        let permanents = self.battlefield.iter();
        permanents.map(|slot| (*slot, self.object(*slot).controller)).collect()
    }

    /// What changed control leaves combat (CR 506.4) and has not been under its new controller's control
    /// since that player's turn began (CR 302.6).
    fn control_changed(&mut self, before: &[(Slot, Player)]) {
        for (slot, controller) in before {
            if self.object(*slot).controller != *controller {
                let id = self.id(*slot);
                self.combat.remove(id);
                self.object_mut(*slot).flags.set(Flags::SETTLED, false);
            }
        }
    }

    /// One layer: static abilities in the order their permanents entered, and the effects of resolved
    /// spells and abilities among them by timestamp (CR 613.7).
    fn apply(&mut self, pool: &Pool, layer: Layer) {
        let mut effect = 0;
        for at in 0..self.battlefield.len() {
            let slot = self.battlefield[at];
            let object = self.object(slot);
            let (face, timestamp) = (object.face, object.timestamp);
            if !pool.has(face, Traits::LAYERED) {
                continue;
            }
            while self
                .effects
                .get(effect)
                .is_some_and(|other| other.timestamp < timestamp)
            {
                self.apply_effect(pool, layer, effect);
                effect += 1;
            }
            let by = Source::of_object(self, slot);
            self.apply_statics(pool, layer, face, &by);
        }
        while effect < self.effects.len() {
            self.apply_effect(pool, layer, effect);
            effect += 1;
        }
    }

    fn apply_statics(&mut self, pool: &Pool, layer: Layer, face: FaceId, by: &Source) {
        for ability in &pool.face(face).abilities {
            if let Ability::Static(fixed) = ability {
                self.apply_static(layer, fixed, by);
            }
        }
    }

    fn apply_static(&mut self, layer: Layer, fixed: &Static, by: &Source) {
        let applies = match fixed.kind {
            StaticKind::Control { .. } => layer == Layer::Control,
            StaticKind::GrantKeywords { .. } | StaticKind::GrantAbilities { .. } => layer == Layer::Abilities,
            StaticKind::Size { .. } => layer == Layer::Define,
            StaticKind::Modify { .. } => layer == Layer::Modify,
            _ => false,
        };
        if !applies || fixed.condition.is_some_and(|condition| !self.holds(condition, by)) {
            return;
        }
        match fixed.kind {
            StaticKind::GrantKeywords { filter, keywords } => self.each(filter, by, &mut |state, slot| {
                let is = &mut state.characteristics[slot.index()];
                is.keywords = is.keywords.with(keywords);
            }),
            StaticKind::Control { filter } => {
                let controller = by.controller;
                self.each(filter, by, &mut |state, slot| {
                    state.object_mut(slot).controller = controller;
                });
            }
            StaticKind::Size { power, toughness } => {
                let size = (clamp(self.amount(power, by)), clamp(self.amount(toughness, by)));
                let is = &mut self.characteristics[by.object.slot.index()];
                (is.power, is.toughness) = size;
            }
            StaticKind::GrantAbilities { filter, face } => {
                self.each(filter, by, &mut |state, slot| state.granted.push((slot, face)));
            }
            StaticKind::Modify {
                filter,
                power,
                toughness,
                times,
            } => {
                let times = times.map_or(1, |times| self.amount(times, by));
                let (power, toughness) = (
                    clamp(times.saturating_mul(i32::from(power))),
                    clamp(times.saturating_mul(i32::from(toughness))),
                );
                self.each(filter, by, &mut |state, slot| {
                    add(&mut state.characteristics[slot.index()], power, toughness);
                });
            }
            _ => {}
        }
    }

    fn apply_effect(&mut self, pool: &Pool, layer: Layer, at: usize) {
        let effect = self.effects[at];
        if let ContinuousKind::Statics(face) = effect.kind {
            let by = Source {
                object: effect.source,
                controller: effect.controller,
                ..Source::of_object(self, effect.source.slot)
            };
            self.apply_statics(pool, layer, face, &by);
            return;
        }
        let Some(slot) = self.on_battlefield(effect.on) else {
            return;
        };
        match (effect.kind, layer) {
            (ContinuousKind::Become(becoming), _) => {
                become_it(&mut self.characteristics[slot.index()], &becoming, layer);
            }
            (ContinuousKind::Grant(keywords), Layer::Abilities) => {
                let is = &mut self.characteristics[slot.index()];
                is.keywords = is.keywords.with(keywords);
            }
            (ContinuousKind::Goaded, Layer::Abilities) => {
                let is = &mut self.characteristics[slot.index()];
                is.keywords = is.keywords.with(Keywords::GOADED).with(Keywords::MUST_ATTACK);
            }
            (ContinuousKind::Pump { power, toughness }, Layer::Modify) => {
                add(&mut self.characteristics[slot.index()], power, toughness);
            }
            _ => {}
        }
    }

    /// Calls `visit` with every permanent that passes.
    fn each(&mut self, filter: super::ids::FilterId, by: &Source, visit: &mut dyn FnMut(&mut State, Slot)) {
        for at in 0..self.battlefield.len() {
            let slot = self.battlefield[at];
            if self.matches(filter, slot, by) {
                visit(self, slot);
            }
        }
    }
}

fn become_it(is: &mut Characteristics, becoming: &Becoming, layer: Layer) {
    match layer {
        Layer::Types => {
            is.types = is.types.with(becoming.types);
            is.subtypes |= becoming.subtypes;
        }
        Layer::Colors => is.colors = becoming.colors.unwrap_or(is.colors),
        Layer::Set => {
            if let Some((power, toughness)) = becoming.size {
                is.power = power;
                is.toughness = toughness;
            }
        }
        _ => {}
    }
}

fn add(is: &mut Characteristics, power: i16, toughness: i16) {
    if is.types.any(Types::CREATURE) {
        is.power = is.power.saturating_add(power);
        is.toughness = is.toughness.saturating_add(toughness);
    }
}

fn clamp(number: i32) -> i16 {
    i16::try_from(number).unwrap_or(if number < 0 { i16::MIN } else { i16::MAX })
}
