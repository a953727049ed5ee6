//! The observation of a game that is played, refilled in place: rows keep their room.

use super::rows::{card_name, name_rank};
use super::{DefKey, Rows, Sight, count, seat};
use crate::Mutant;
use crate::rules::characteristics::{Keywords, Types};
use crate::rules::ids::{FaceId, Player, Ref, Slot};
use crate::rules::knowledge::seat_bit;
use crate::rules::object::Flags;
use crate::rules::stack::{StackItem, StackKind};
use crate::rules::state::State;
use crate::rules::step::Step as EngineStep;
use turnzero_contract::card::CardType;
use turnzero_contract::{
    AttackRow, CardRow, KnownCard, Name, PermanentRow, PlayObservation, PlayerRow, RemainingDeck, StackRow,
    StackRowKind, Step, TargetRow,
};

/// Fills in everything the viewer of the rows may see now, whatever stood there before.
pub(crate) fn observe(rows: &Rows<'_>, sight: &mut Sight, mutant: Option<Mutant>, into: &mut PlayObservation) {
    let state = rows.state();
    let mut view = View { state, rows, sight };
    into.turn = state.turn.number;
    into.active = seat(state.turn.active);
    into.step = step(state.turn.step);
    into.priority = seat(state.turn.priority);
    refill(&mut into.battlefield, state.battlefield.iter(), |row, slot| {
        view.permanent(*slot, row);
    });
    refill(&mut into.stack, state.stack.iter(), |row, item| view.item(item, row));
    match rows.pending() {
        Some(item) => view.item(&item, into.pending.get_or_insert_default()),
        None => into.pending = None,
    }
    into.entering = state.entering.first().map(|entering| rows.of_object(entering.object));
    view.combat(&mut into.combat);
    refill(&mut into.players, 0..state.players.len(), |row, at| {
        view.player(Player(u8::try_from(at).unwrap_or(u8::MAX)), row);
    });
    view.cards(&mut into.hand, rows.hand.iter().copied());
    view.cards(&mut into.looked_at, rows.looked_at.iter().copied());
    view.remaining_deck(mutant, &mut into.remaining_deck);
}

/// Makes as many rows as there are items and fills in each.
fn refill<R: Default, T>(rows: &mut Vec<R>, items: impl Iterator<Item = T>, mut fill: impl FnMut(&mut R, T)) {
    let mut filled = 0;
    for item in items {
        if filled == rows.len() {
            rows.push(R::default());
        }
        fill(&mut rows[filled], item);
        filled += 1;
    }
    rows.truncate(filled);
}

/// A step as it crosses the boundary.
pub(crate) const fn step(step: EngineStep) -> Step {
    match step {
        EngineStep::Untap => Step::Untap,
        EngineStep::Upkeep => Step::Upkeep,
        EngineStep::Draw => Step::Draw,
        EngineStep::PrecombatMain => Step::PrecombatMain,
        EngineStep::BeginningOfCombat => Step::BeginningOfCombat,
        EngineStep::DeclareAttackers => Step::DeclareAttackers,
        EngineStep::DeclareBlockers => Step::DeclareBlockers,
        EngineStep::FirstStrikeDamage => Step::FirstStrikeDamage,
        EngineStep::CombatDamage => Step::CombatDamage,
        EngineStep::EndOfCombat => Step::EndOfCombat,
        EngineStep::PostcombatMain => Step::PostcombatMain,
        EngineStep::End => Step::End,
        EngineStep::Cleanup => Step::Cleanup,
    }
}

struct View<'v, 's> {
    state: &'s State,
    rows: &'v Rows<'s>,
    sight: &'v mut Sight,
}

impl View<'_, '_> {
    /// A card by its canonical name, in a zone without faces that are up.
    fn card(&mut self, slot: Slot, row: &mut CardRow) {
        row.name.clone_from(card_name(self.state, slot));
        row.definition = self
            .sight
            .see(DefKey::of(&self.state.pool, self.state.object(slot).card));
    }

    /// The face that is up.
    fn face(&mut self, face: FaceId, row: &mut CardRow) {
        row.name.clone_from(self.state.pool.face_name(face));
        row.definition = self.sight.see(DefKey::of(&self.state.pool, face));
    }

    fn cards(&mut self, rows: &mut Vec<CardRow>, slots: impl Iterator<Item = Slot>) {
        refill(rows, slots, |row, slot| self.card(slot, row));
    }

    fn permanent(&mut self, slot: Slot, row: &mut PermanentRow) {
        let (object, is) = (self.state.object(slot), self.state.is(slot));
        let id = self.state.id(slot);
        let combat = &self.state.combat;
        let attack = combat.attacks.iter().find(|attack| attack.attacker == id);
        let block = combat.blocks.iter().find(|block| block.blocker == id);
        let creature = is.is_creature();
        self.face(object.face, &mut row.card);
        row.token = object.flags.has(Flags::TOKEN);
        row.controller = seat(object.controller);
        row.owner = seat(object.owner);
        row.tapped = object.flags.has(Flags::TAPPED);
        row.settled = object.flags.has(Flags::SETTLED);
        row.blank = is.blank;
        row.damage = u32::from(object.damage);
        self.counters(slot, row);
        row.power = creature.then_some(i32::from(is.power));
        row.toughness = creature.then_some(i32::from(is.toughness));
        row.types.clear();
        let has = |card_type: &CardType| is.types.any(Types::of(*card_type));
        row.types.extend(CardType::ALL.iter().copied().filter(has));
        row.colors = is.colors;
        row.keywords.clear();
        let mut unseen = is.keywords;
        for (keyword, word) in &self.state.pool.keyword_words {
            if unseen == Keywords::NONE {
                break;
            }
            if unseen.has(*keyword) {
                row.keywords.push(word.clone());
                unseen = unseen.without(*keyword);
            }
        }
        row.shields = u32::from(object.shields);
        row.prevention = self.prevented(Ref::Object(id));
        let attached_to = object.attached_to;
        row.attached_to = attached_to.is_some().then(|| self.rows.of_object(attached_to));
        row.attacking = attack.map(|attack| self.rows.of(attack.defender));
        row.blocking = block.map(|block| self.rows.of_object(block.attacker));
    }

    fn prevented(&self, to: Ref) -> u32 {
        self.state.prevented(to).unwrap_or(u32::MAX)
    }

    fn counters(&self, slot: Slot, row: &mut PermanentRow) {
        let (state, object) = (self.state, self.state.object(slot));
        let id = state.id(slot);
        let plain = [object.plus_counters, object.minus_counters, object.loyalty];
        let piles = state.counters.iter().filter(|pile| pile.on == id);
        if plain == [0; 3] && piles.clone().next().is_none() {
            row.counters.refill(std::iter::empty());
            return;
        }
        let all = (0_u8..)
            .zip(plain)
            .chain(piles.map(|pile| (pile.kind, pile.count)))
            .filter(|(_, number)| *number > 0);
        row.counters = all
            .map(|(kind, number)| (counter_name(state, kind), u32::from(number)))
            .collect();
    }

    fn item(&mut self, item: &StackItem, row: &mut StackRow) {
        let ability = item.kind != StackKind::Spell;
        // Granted abilities stand on faces without a name; then the source says what it is.
        let nameless = DefKey::of(&self.state.pool, item.face).is_none();
        let face = match self.state.known(item.source) {
            Some((_, source)) if nameless => source.face,
            _ => item.face,
        };
        let (start, len) = (usize::from(item.targets.0), usize::from(item.targets.1));
        let targets = self.state.targets.get(start..start + len).unwrap_or_default();
        let source = self.rows.of_object(item.source);
        self.face(face, &mut row.card);
        row.kind = match item.kind {
            StackKind::Spell => StackRowKind::Spell,
            StackKind::Activated => StackRowKind::Activated,
            StackKind::Triggered => StackRowKind::Triggered,
        };
        row.source = ability.then_some(source);
        row.ability = ability.then_some(u32::from(item.ability));
        row.controller = seat(item.controller);
        row.targets.clear();
        row.targets.extend(targets.iter().map(|target| TargetRow {
            to: self.rows.of(target.to),
            share: u32::from(target.share),
        }));
        row.x = u32::from(item.x);
        row.modes.clear();
        row.modes.extend((0..16).filter(|mode| item.modes & 1 << mode != 0));
        row.kicked = item.kicked;
    }

    fn combat(&self, into: &mut Vec<AttackRow>) {
        let combat = &self.state.combat;
        refill(into, combat.attacks.iter(), |row, attack| {
            row.attacker = self.rows.of_object(attack.attacker);
            row.defender = self.rows.of(attack.defender);
            row.blocked = attack.blocked;
            row.blockers.clear();
            let own = combat.blocks.iter().filter(|block| block.attacker == attack.attacker);
            row.blockers.extend(own.map(|block| self.rows.of_object(block.blocker)));
        });
    }

    fn player(&mut self, player: Player, row: &mut PlayerRow) {
        let (state, rows) = (self.state, self.rows);
        let zones = &state.players[player.index()];
        let bit = seat_bit(rows.viewer());
        let known = |slot: &Slot| state.object(*slot).known & bit != 0;
        row.seat = seat(player);
        row.playing = zones.playing;
        row.life = zones.life;
        row.prevention = self.prevented(Ref::Player(player));
        row.mana = zones.mana.0;
        row.poison = u32::from(zones.poison);
        row.lands_played = u32::from(zones.lands_played);
        row.hand_size = count(zones.hand.len());
        row.library_size = count(zones.library.len());
        row.known_hand.clear();
        if player != rows.viewer() && zones.hand.iter().any(known) {
            let mut known_hand: Vec<Slot> = zones.hand.iter().copied().filter(known).collect();
            known_hand.sort_by_key(|slot| card_name(state, *slot));
            self.cards(&mut row.known_hand, known_hand.into_iter());
        }
        let from_the_top = (0..).zip(zones.library.iter().rev());
        let known_library = from_the_top.filter(|(_, slot)| known(slot));
        refill(
            &mut row.known_library,
            known_library,
            |row: &mut KnownCard, (above, slot)| {
                row.above = above;
                self.card(*slot, &mut row.card);
            },
        );
        self.cards(&mut row.graveyard, zones.graveyard.iter().copied());
        self.cards(&mut row.exile, rows.owned(&state.exile, player));
        self.cards(&mut row.command, rows.owned(&state.command, player));
    }

    /// Names in the own library: what is left of the own deck.
    fn remaining_deck(&mut self, mutant: Option<Mutant>, into: &mut RemainingDeck) {
        let (state, names) = (self.state, &self.state.pool.names_in_order);
        let library = &state.players[self.rows.viewer().index()].library;
        let skipped = usize::from(mutant == Some(Mutant::TopCard));
        let copies = &mut self.sight.tally;
        copies.clear();
        copies.resize(names.len(), 0);
        for slot in library.iter().rev().skip(skipped) {
            if let Some(copies) = copies.get_mut(usize::from(name_rank(state, *slot))) {
                *copies += 1;
            }
        }
        let counted = names.iter().zip(copies.iter().copied());
        into.cards_by_name.refill(counted.filter(|(_, copies)| *copies > 0));
    }
}

/// The name of a kind of counter.
pub(crate) fn counter_name(state: &State, kind: u8) -> Name {
    let name = state.pool.counter_kinds.get(usize::from(kind));
    name.cloned().unwrap_or_default()
}
