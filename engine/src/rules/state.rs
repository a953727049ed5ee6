//! The whole state of a game as plain data.

use super::characteristics::{Characteristics, Keywords};
use super::combat::Combat;
use super::decision::Ask;
use super::entering::Entering;
use super::ids::{CodeId, CostId, FaceId, NameId, ObjectId, Player, Ref, Slot};
use super::log::GameEvent;
use super::object::Object;
use super::player::PlayerState;
use super::pool::{Becoming, Pool};
use super::prevention::Prevention;
use super::stack::{CastWay, ChosenTarget, StackItem, StackKind};
use super::step::Step;
use super::turn::Stops;
use crate::random::Stream;
use std::sync::Arc;
use turnzero_contract::card::{Duration, Zone};

/// Where a turn stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts of a turn that hold or not, each on its own"
)]
pub(crate) struct Turn {
    /// Number of the turn, from 1; every player's turn counts.
    pub(crate) number: u32,
    /// Whose turn it is.
    pub(crate) active: Player,
    /// The step.
    pub(crate) step: Step,
    /// Who has priority.
    pub(crate) priority: Player,
    /// How many players passed in succession.
    pub(crate) passes: u8,
    /// The step's turn-based actions are done (CR 703).
    pub(crate) begun: bool,
    /// Players receive priority in this step.
    pub(crate) open: bool,
    /// Who took the first turn.
    pub(crate) first: Player,
    /// The first turn's draw is skipped (CR 103.8a).
    pub(crate) skip_first_draw: bool,
    /// Cleanup has to be repeated, because players received priority in it (CR 514.3a).
    pub(crate) cleanup_again: bool,
}

/// A continuous effect of a resolved spell or ability (CR 611.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Continuous {
    /// What it does.
    pub(crate) kind: ContinuousKind,
    /// On what; [`ObjectId::NONE`] for the player or for a set chosen by a filter.
    pub(crate) on: ObjectId,
    /// Its source.
    pub(crate) source: ObjectId,
    /// Who controls it.
    pub(crate) controller: Player,
    /// How long it lasts.
    pub(crate) duration: Duration,
    /// When it began (CR 613.7b).
    pub(crate) timestamp: u32,
}

/// What a continuous effect does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ContinuousKind {
    /// Layer 7c.
    Pump { power: i16, toughness: i16 },
    /// Layer 6.
    Grant(Keywords),
    /// Layer 6: goaded by the controller (CR 701.15a).
    Goaded,
    /// Layers 4, 5 and 7b.
    Become(Becoming),
    /// The static abilities of a face made for it.
    Statics(FaceId),
}

/// An event a triggered ability saw, waiting to be put on the stack (CR 603.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PendingTrigger {
    /// Where the ability comes from.
    pub(crate) source: ObjectId,
    /// The face it stands on.
    pub(crate) face: FaceId,
    /// Its index there.
    pub(crate) ability: u8,
    /// Who controls it.
    pub(crate) controller: Player,
    /// The object of the event.
    pub(crate) event_object: ObjectId,
    /// The player of the event.
    pub(crate) event_player: Option<Player>,
    /// The number of the event.
    pub(crate) event_amount: i32,
}

/// What is known of an object that is gone (CR 608.2h).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LastKnown {
    /// Which object.
    pub(crate) object: ObjectId,
    /// The object it became in its new zone.
    pub(crate) became: ObjectId,
    /// What it was.
    pub(crate) characteristics: Characteristics,
    /// The object itself as it was.
    pub(crate) was: Object,
}

/// A counter kind without a field of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CounterPile {
    /// On which object.
    pub(crate) on: ObjectId,
    /// The kind, by name.
    pub(crate) kind: u8,
    /// How many.
    pub(crate) count: u16,
}

/// A spell or ability being announced (CR 601.2, 602.2, 603.3d).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Announcement {
    /// The item as it will stand on the stack.
    pub(crate) item: StackItem,
    /// What is to be paid beside mana, and its mana.
    pub(crate) cost: Option<CostId>,
    /// The stage it is at.
    pub(crate) stage: Stage,
    /// Progress within the stage: the target slot, or the part of the cost.
    pub(crate) progress: u8,
    /// Which list of target slots is filled: 0 for the effect itself, then one for each chosen mode.
    pub(crate) part: u8,
}

/// Stages of an announcement, in the order of CR 601.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// CR 601.2b.
    Modes,
    /// CR 601.2b.
    X,
    /// CR 601.2c.
    Targets,
    /// CR 601.2d.
    Shares,
    /// CR 601.2f–h: the parts that are no mana, then mana.
    Costs,
    /// CR 601.2i.
    Done,
}

/// A spell or ability that is resolving (CR 608).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Resolution {
    /// What resolves.
    pub(crate) item: StackItem,
    /// The next operation.
    pub(crate) at: u32,
    /// Where to go on after the operations that were called.
    pub(crate) back: [u32; 4],
    /// How many returns are noted.
    pub(crate) depth: u8,
    /// Steps since the last attempt did something.
    pub(crate) done: bool,
    /// How many the last step moved, lost, drew or discarded.
    pub(crate) that_many: i32,
    /// Damage of the last step that dealt any, at most what each recipient had.
    pub(crate) drained: i32,
    /// How far an operation is that asks several players, or several times.
    pub(crate) turn_of: u8,
    /// The first target slot of the mode that runs.
    pub(crate) target_base: u8,
    /// Modes still to run, one bit each.
    pub(crate) modes_left: u16,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// One player is left (CR 104.2a).
    Won(Player),
    /// Nobody is left, or a mandatory loop (CR 104.4).
    Draw,
}

/// The state of a game. Cloning into a used state (`clone_from`) reuses its buffers.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "marks of what is to be done again, each on its own"
)]
pub(crate) struct State {
    /// Definitions, shared by every copy.
    pub(crate) pool: Arc<Pool>,
    /// Players by seat.
    pub(crate) players: Vec<PlayerState>,
    /// Every object, by slot.
    pub(crate) objects: Vec<Object>,
    /// What every object is now, by slot.
    pub(crate) characteristics: Vec<Characteristics>,
    /// Permanents, in the order they entered.
    pub(crate) battlefield: Vec<Slot>,
    /// Exiled cards.
    pub(crate) exile: Vec<Slot>,
    /// Cards in command zones.
    pub(crate) command: Vec<Slot>,
    /// Slots of tokens that ceased to exist, for use again.
    pub(crate) free: Vec<Slot>,
    /// The stack, the top last.
    pub(crate) stack: Vec<StackItem>,
    /// Targets of what stands on the stack.
    pub(crate) targets: Vec<ChosenTarget>,
    /// Where the turn stands.
    pub(crate) turn: Turn,
    /// Combat.
    pub(crate) combat: Combat,
    /// Continuous effects, oldest first.
    pub(crate) effects: Vec<Continuous>,
    /// Triggers to be put on the stack.
    pub(crate) triggers: Vec<PendingTrigger>,
    /// Objects that left, while something may still ask about them.
    pub(crate) last_known: Vec<LastKnown>,
    /// Other counters.
    pub(crate) counters: Vec<CounterPile>,
    /// What dealt damage to what this turn, while the pool asks for it.
    pub(crate) damaged: Vec<(ObjectId, ObjectId)>,
    /// Objects dealt damage at this time, and how much together, until their abilities trigger.
    pub(crate) hurt: Vec<(ObjectId, i32)>,
    /// Shields against damage, the oldest first.
    pub(crate) prevention: Vec<Prevention>,
    /// Abilities given to permanents, as the faces made for them; derived with the characteristics.
    pub(crate) granted: Vec<(Slot, FaceId)>,
    /// What is being announced.
    pub(crate) announcement: Option<Announcement>,
    /// What is resolving.
    pub(crate) resolution: Option<Resolution>,
    /// What the step, cost or event before named (CR 608.2c "it").
    pub(crate) it: Vec<Ref>,
    /// A buffer for what an operation acts on.
    pub(crate) scratch: Vec<Ref>,
    /// Permanents whose controllers still have to say whether they pay as these enter.
    pub(crate) entering: Vec<Entering>,
    /// The open question.
    pub(crate) ask: Option<Ask>,
    /// Whom the open question is put to.
    pub(crate) asked: Player,
    /// What may be chosen from, for questions that choose objects or players.
    pub(crate) candidates: Vec<Ref>,
    /// How the game ended.
    pub(crate) ending: Option<Ending>,
    /// The last timestamp given (CR 613.7).
    pub(crate) clock: u32,
    /// The last serial number given to a spell or ability.
    pub(crate) serial: u32,
    /// Characteristics have to be derived again.
    pub(crate) stale: bool,
    /// Static abilities or effects are there that may change with anything that happens.
    pub(crate) fickle: bool,
    /// State-based actions have to be checked again.
    pub(crate) check: bool,
    /// Whether it stops at the end of every step.
    pub(crate) stops: Stops,
    /// Random numbers of the game.
    pub(crate) random: Stream,
    /// The log; empty and unused when `logging` is off.
    pub(crate) log: Vec<GameEvent>,
    /// Whether events are logged.
    pub(crate) logging: bool,
}

impl Clone for State {
    fn clone(&self) -> Self {
        let mut copy = Self::empty(Arc::clone(&self.pool), self.players.len(), self.random.clone());
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        if !Arc::ptr_eq(&self.pool, &source.pool) {
            self.pool = Arc::clone(&source.pool);
        }
        self.players.clone_from(&source.players);
        self.objects.clone_from(&source.objects);
        self.characteristics.clone_from(&source.characteristics);
        self.battlefield.clone_from(&source.battlefield);
        self.exile.clone_from(&source.exile);
        self.command.clone_from(&source.command);
        self.free.clone_from(&source.free);
        self.stack.clone_from(&source.stack);
        self.targets.clone_from(&source.targets);
        self.turn = source.turn;
        self.combat.clone_from(&source.combat);
        self.effects.clone_from(&source.effects);
        self.triggers.clone_from(&source.triggers);
        self.last_known.clone_from(&source.last_known);
        self.counters.clone_from(&source.counters);
        self.damaged.clone_from(&source.damaged);
        self.hurt.clone_from(&source.hurt);
        self.prevention.clone_from(&source.prevention);
        self.granted.clone_from(&source.granted);
        self.announcement = source.announcement;
        self.resolution = source.resolution;
        self.it.clone_from(&source.it);
        self.entering.clone_from(&source.entering);
        self.ask = source.ask;
        self.asked = source.asked;
        self.candidates.clone_from(&source.candidates);
        self.ending = source.ending;
        self.clock = source.clock;
        self.serial = source.serial;
        self.stale = source.stale;
        self.fickle = source.fickle;
        self.check = source.check;
        self.stops = source.stops;
        self.random.clone_from(&source.random);
        self.log.clone_from(&source.log);
        self.logging = source.logging;
    }
}

impl State {
    /// A game with nobody's cards in it, before the first turn.
    pub(crate) fn empty(pool: Arc<Pool>, seats: usize, random: Stream) -> Self {
        let player = PlayerState {
            life: 20,
            playing: true,
            ..PlayerState::default()
        };
        Self {
            pool,
            players: vec![player; seats],
            objects: Vec::new(),
            characteristics: Vec::new(),
            battlefield: Vec::new(),
            exile: Vec::new(),
            command: Vec::new(),
            free: Vec::new(),
            stack: Vec::new(),
            targets: Vec::new(),
            turn: Turn {
                number: 1,
                active: Player(0),
                step: Step::Untap,
                priority: Player(0),
                passes: 0,
                begun: false,
                open: false,
                first: Player(0),
                skip_first_draw: seats == 2,
                cleanup_again: false,
            },
            combat: Combat::default(),
            effects: Vec::new(),
            triggers: Vec::new(),
            last_known: Vec::new(),
            counters: Vec::new(),
            damaged: Vec::new(),
            hurt: Vec::new(),
            prevention: Vec::new(),
            granted: Vec::new(),
            announcement: None,
            resolution: None,
            it: Vec::new(),
            scratch: Vec::new(),
            entering: Vec::new(),
            ask: None,
            asked: Player(0),
            candidates: Vec::new(),
            ending: None,
            clock: 0,
            serial: 0,
            stale: true,
            fickle: false,
            check: true,
            stops: Stops::Never,
            random,
            log: Vec::new(),
            logging: false,
        }
    }

    /// The object in a slot.
    pub(crate) fn object(&self, slot: Slot) -> &Object {
        &self.objects[slot.index()]
    }

    /// The object in a slot, to change.
    pub(crate) fn object_mut(&mut self, slot: Slot) -> &mut Object {
        &mut self.objects[slot.index()]
    }

    /// What the object in a slot is now.
    pub(crate) fn is(&self, slot: Slot) -> &Characteristics {
        &self.characteristics[slot.index()]
    }

    /// The identity of what is in a slot now.
    pub(crate) fn id(&self, slot: Slot) -> ObjectId {
        ObjectId {
            slot,
            life: self.object(slot).life,
        }
    }

    /// Whether this very object is still there.
    pub(crate) fn lives(&self, id: ObjectId) -> bool {
        self.objects
            .get(id.slot.index())
            .is_some_and(|object| object.life == id.life)
    }

    /// The slot of this very object, if it is still there and on the battlefield.
    pub(crate) fn on_battlefield(&self, id: ObjectId) -> Option<Slot> {
        (self.lives(id) && self.object(id.slot).zone == Zone::Battlefield).then_some(id.slot)
    }

    /// What an object is, or was when it left (CR 608.2h).
    pub(crate) fn known(&self, id: ObjectId) -> Option<(Characteristics, Object)> {
        if self.lives(id) {
            return Some((*self.is(id.slot), *self.object(id.slot)));
        }
        let last = self.last_known.iter().rev().find(|last| last.object == id)?;
        Some((last.characteristics, last.was))
    }

    /// The name of the object in a slot.
    pub(crate) fn name(&self, slot: Slot) -> NameId {
        self.pool.face(self.object(slot).face).name
    }

    /// The players still in the game, in turn order from `from`.
    pub(crate) fn players_from(&self, from: Player) -> impl Iterator<Item = Player> + '_ {
        let seats = self.players.len();
        (0..seats)
            .map(move |step| (from.index() + step) % seats)
            .filter(|seat| self.players[*seat].playing)
            .map(|seat| Player(u8::try_from(seat).unwrap_or(0)))
    }

    /// The opponents of a player still in the game, in turn order.
    pub(crate) fn opponents(&self, of: Player) -> impl Iterator<Item = Player> + '_ {
        self.players_from(of).filter(move |player| *player != of)
    }

    /// The player after this one in turn order.
    pub(crate) fn next_player(&self, after: Player) -> Player {
        self.players_from(after)
            .find(|player| *player != after)
            .unwrap_or(after)
    }

    /// The next timestamp.
    pub(crate) fn tick(&mut self) -> u32 {
        self.clock += 1;
        self.clock
    }

    /// Notes an event in the log, when there is one.
    pub(crate) fn note(&mut self, event: GameEvent) {
        if self.logging {
            self.log.push(event);
        }
    }

    /// A stack item for an object, to be completed.
    pub(crate) fn blank_item(&mut self, kind: StackKind, source: ObjectId, controller: Player) -> StackItem {
        self.serial += 1;
        StackItem {
            serial: self.serial,
            kind,
            source,
            face: self.object(source.slot).face,
            controller,
            code: None::<CodeId>,
            ability: 0,
            way: CastWay::Normal,
            kicked: false,
            from: self.object(source.slot).zone,
            x: 0,
            modes: 0,
            targets: (0, 0),
            event_object: ObjectId::NONE,
            event_player: None,
            event_amount: 0,
        }
    }
}
