//! Drawing afresh what a viewer does not know, and renaming every hidden identity.

use super::Logged;
use crate::random::Stream;
use crate::rules::decision::Ask;
use crate::rules::ids::{FaceId, ObjectId, Player, Ref, Slot};
use crate::rules::knowledge::seat_bit;
use crate::rules::log::GameEvent;
use crate::rules::pool::Pool;
use crate::rules::stack::StackItem;
use crate::rules::state::State;

/// A state that the viewer cannot tell from the original, with how many hidden places it has and how
/// many of them hold another card.
///
/// Other players' hidden cards become any cards of the game, so that the names in their decks change
/// too; own libraries change their order; slots, lives, serial numbers and random numbers change.
pub(crate) fn redeal(state: &State, viewer: Player, stream: &mut Stream) -> (State, u64, u64) {
    let mut new = state.clone();
    let bit = seat_bit(viewer);
    let fronts = fronts(&new.pool);
    for seat in 0..new.players.len() {
        let other = seat != viewer.index();
        let library = std::mem::take(&mut new.players[seat].library);
        let unknown: Vec<usize> = (0..library.len())
            .filter(|at| new.object(library[*at]).known & bit == 0)
            .collect();
        let mut order: Vec<Slot> = unknown.iter().map(|at| library[*at]).collect();
        stream.shuffle(&mut order);
        let mut shuffled = library;
        for (at, slot) in unknown.iter().zip(&order) {
            shuffled[*at] = *slot;
        }
        new.players[seat].library = shuffled;
        let mut hand = std::mem::take(&mut new.players[seat].hand);
        stream.shuffle(&mut hand);
        if other {
            let unknown_hand = hand.iter().copied().filter(|slot| new.object(*slot).known & bit == 0);
            for slot in order.into_iter().chain(unknown_hand.collect::<Vec<_>>()) {
                replace(&mut new, slot, &fronts, stream);
            }
        }
        new.players[seat].hand = hand;
    }
    new.random = Stream::new(stream.bytes());
    let (hidden, changed) = compare(state, &new, viewer);
    Renaming::draw(&new, stream).state(&mut new);
    (new, hidden, changed)
}

/// The log with other cards where the viewer saw none.
pub(crate) fn redeal_log(log: &[Logged], pool: &Pool, viewer: Player, stream: &mut Stream) -> Vec<Logged> {
    let fronts = fronts(pool);
    let mut any = || fronts.get(stream.index(fronts.len())).copied();
    let redealt = |entry: &Logged| {
        let mut entry = *entry;
        if !entry.shows_card_to(viewer)
            && let GameEvent::Drew { face, .. } | GameEvent::Moved { face, .. } = &mut entry.event
            && let Some(other) = any()
        {
            *face = other;
        }
        entry
    };
    log.iter().map(redealt).collect()
}

fn fronts(pool: &Pool) -> Vec<FaceId> {
    pool.card_faces.iter().map(|faces| FaceId(faces.start)).collect()
}

fn replace(state: &mut State, slot: Slot, fronts: &[FaceId], stream: &mut Stream) {
    let Some(face) = fronts.get(stream.index(fronts.len())).copied() else {
        return;
    };
    let object = state.object_mut(slot);
    object.face = face;
    object.card = face;
    state.characteristics[slot.index()] = state.pool.face(face).printed;
}

/// Places that hide a card from the viewer, and how many hold another card in `new`.
fn compare(old: &State, new: &State, viewer: Player) -> (u64, u64) {
    let bit = seat_bit(viewer);
    let (mut hidden, mut changed) = (0, 0);
    for (seat, (before, after)) in old.players.iter().zip(&new.players).enumerate() {
        for (before, after) in before.library.iter().zip(&after.library) {
            if old.object(*before).known & bit == 0 {
                hidden += 1;
                changed += u64::from(old.object(*before).card != new.object(*after).card);
            }
        }
        if seat != viewer.index() {
            let faces = |state: &State, hand: &[Slot]| {
                let unknown = hand.iter().filter(|slot| state.object(**slot).known & bit == 0);
                let mut faces: Vec<FaceId> = unknown.map(|slot| state.object(*slot).card).collect();
                faces.sort_unstable();
                faces
            };
            let (before, after) = (faces(old, &before.hand), faces(new, &after.hand));
            hidden += before.len() as u64;
            changed += before.iter().zip(&after).filter(|(a, b)| a != b).count() as u64;
        }
    }
    (hidden, changed)
}

/// New slots, lives and serial numbers for everything.
struct Renaming {
    slots: Vec<Slot>,
    lives: Vec<u16>,
    serial: u32,
}

impl Renaming {
    fn draw(state: &State, stream: &mut Stream) -> Self {
        let number = |at: usize| u16::try_from(at).unwrap_or(u16::MAX);
        let mut slots: Vec<Slot> = (0..state.objects.len()).map(|at| Slot(number(at))).collect();
        stream.shuffle(&mut slots);
        Self {
            lives: slots
                .iter()
                .map(|_| u16::try_from(stream.below(1000)).unwrap_or(0))
                .collect(),
            slots,
            serial: stream.below(1000),
        }
    }

    fn slot(&self, slot: &mut Slot) {
        if let Some(new) = self.slots.get(slot.index()) {
            *slot = *new;
        }
    }

    fn slots(&self, slots: &mut [Slot]) {
        for slot in slots {
            self.slot(slot);
        }
    }

    fn id(&self, id: &mut ObjectId) {
        if id.is_some() {
            id.life = id
                .life
                .wrapping_add(self.lives.get(id.slot.index()).copied().unwrap_or(0));
            self.slot(&mut id.slot);
        }
    }

    fn to(&self, to: &mut Ref) {
        match to {
            Ref::Object(id) => self.id(id),
            Ref::Stack(serial) => *serial += self.serial,
            Ref::Player(_) => {}
        }
    }

    fn item(&self, item: &mut StackItem) {
        item.serial += self.serial;
        self.id(&mut item.source);
        self.id(&mut item.event_object);
    }

    fn state(&self, state: &mut State) {
        self.objects(state);
        for player in &mut state.players {
            self.slots(&mut player.library);
            self.slots(&mut player.hand);
            self.slots(&mut player.graveyard);
        }
        self.slots(&mut state.battlefield);
        self.slots(&mut state.exile);
        self.slots(&mut state.command);
        self.slots(&mut state.free);
        state.stack.iter_mut().for_each(|item| self.item(item));
        state.targets.iter_mut().for_each(|target| self.to(&mut target.to));
        self.combat(state);
        for effect in &mut state.effects {
            self.id(&mut effect.on);
            self.id(&mut effect.source);
        }
        for trigger in &mut state.triggers {
            self.id(&mut trigger.source);
            self.id(&mut trigger.event_object);
        }
        for last in &mut state.last_known {
            self.id(&mut last.object);
            self.id(&mut last.became);
            self.id(&mut last.was.attached_to);
            // The life it had goes with the identity it had.
            last.was.life = last.object.life;
        }
        for entering in &mut state.entering {
            self.id(&mut entering.object);
        }
        state.counters.iter_mut().for_each(|pile| self.id(&mut pile.on));
        for (source, to) in &mut state.damaged {
            self.id(source);
            self.id(to);
        }
        state.hurt.iter_mut().for_each(|(to, _)| self.id(to));
        state.prevention.iter_mut().for_each(|shield| self.to(&mut shield.to));
        state.granted.iter_mut().for_each(|(slot, _)| self.slot(slot));
        if let Some(announcement) = &mut state.announcement {
            self.item(&mut announcement.item);
        }
        if let Some(resolution) = &mut state.resolution {
            self.item(&mut resolution.item);
        }
        for list in [&mut state.it, &mut state.scratch, &mut state.candidates] {
            for to in list.iter_mut() {
                self.to(to);
            }
        }
        if let Some(Ask::Damage { source, .. }) = &mut state.ask {
            self.id(source);
        }
        state.serial += self.serial;
    }

    fn objects(&self, state: &mut State) {
        let (objects, characteristics) = (state.objects.clone(), state.characteristics.clone());
        for (at, (mut object, is)) in objects.into_iter().zip(characteristics).enumerate() {
            object.life = object.life.wrapping_add(self.lives[at]);
            self.id(&mut object.attached_to);
            let new = self.slots[at].index();
            state.objects[new] = object;
            state.characteristics[new] = is;
        }
    }

    fn combat(&self, state: &mut State) {
        for attack in &mut state.combat.attacks {
            self.id(&mut attack.attacker);
            self.to(&mut attack.defender);
        }
        for block in &mut state.combat.blocks {
            self.id(&mut block.blocker);
            self.id(&mut block.attacker);
        }
        for (source, to, _) in &mut state.combat.damage {
            self.id(source);
            self.to(to);
        }
    }
}
