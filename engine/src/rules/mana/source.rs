//! What mana a player's permanents can make (CR 605, 106.7).

use super::Purpose;
use crate::rules::characteristics::Types;
use crate::rules::ids::{OutputId, Player, Slot};
use crate::rules::object::Flags;
use crate::rules::pool::{Ability, Activated, CostStep, Op, Selection, Traits};
use crate::rules::query::Source;
use crate::rules::state::State;
use turnzero_contract::Color;
use turnzero_contract::card::{ManaKind, PlayerRef, Zone};

/// Every kind of mana: `WUBRG` and colourless, one bit each.
pub(super) const ANY: u8 = 0b11_1111;
/// Every colour.
const COLORS: u8 = 0b1_1111;

/// One mana ability that can be used now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ManaSource {
    /// The permanent.
    pub(crate) slot: Slot,
    /// Its ability.
    pub(crate) ability: u8,
    /// One bit for each kind, of which one mana is chosen.
    pub(crate) mask: u8,
    /// Mana that comes without a choice, when there is more than one.
    pub(crate) fixed: [u8; 6],
    /// How costly its use is: what is used first has less.
    pub(crate) rank: u8,
}

impl State {
    /// Calls `visit` with every mana ability that may pay for this, in order of entry.
    pub(crate) fn each_source(&self, player: Player, purpose: Purpose, mut visit: impl FnMut(ManaSource)) {
        for slot in &self.battlefield {
            let object = self.object(*slot);
            let face = self.pool.face(object.face);
            if !self.pool.has(object.face, Traits::MAKES_MANA) || object.controller != player || self.is(*slot).blank {
                continue;
            }
            let taken = matches!(purpose, Purpose::Activate { source, uses_source: true } if source == *slot);
            if taken || object.flags.has(Flags::TAPPED) {
                continue;
            }
            for (index, ability) in face.abilities.iter().enumerate() {
                if let Ability::Activated(activated) = ability
                    && let Some(output) = activated.mana
                    && activated.zone == Zone::Battlefield
                    && let Some(rank) = self.automatic(*slot, activated)
                    && self.may_spend(output, *slot, purpose)
                {
                    let (mask, fixed) = self.makes(output, *slot);
                    let index = u8::try_from(index).unwrap_or(u8::MAX);
                    let flexible = u8::try_from(mask.count_ones()).unwrap_or(0);
                    visit(ManaSource {
                        slot: *slot,
                        ability: index,
                        mask,
                        fixed,
                        rank: rank + flexible,
                    });
                }
            }
        }
    }

    /// The rank of an ability that automatic payment may use; `None` for one it may not: it would
    /// sacrifice a card, pay life or mana, or do more than add mana and hurt its player.
    fn automatic(&self, slot: Slot, activated: &Activated) -> Option<u8> {
        let cost = self.pool.cost(activated.cost);
        let mana = &cost.mana;
        if mana.generic > 0 || mana.x > 0 || mana.colored != [0; 6] || !mana.special.is_empty() {
            return None;
        }
        let object = self.object(slot);
        let creature = self.is(slot).types.any(Types::CREATURE);
        let mut rank = if creature { 10 } else { 0 };
        for step in &cost.steps {
            match step {
                CostStep::Tap if self.may_use_tap(slot) => {}
                CostStep::SacrificeSelf if object.flags.has(Flags::TOKEN) => rank += 40,
                _ => return None,
            }
        }
        let by = Source::of_object(self, slot);
        if activated.condition.is_some_and(|condition| !self.holds(condition, &by)) {
            return None;
        }
        for op in self.side_effects(activated)? {
            match op {
                Op::DealDamage {
                    to: Selection::Player(PlayerRef::You),
                    ..
                }
                | Op::LoseLife(PlayerRef::You, _) => rank += 20,
                _ => return None,
            }
        }
        Some(rank)
    }

    /// What a mana ability does besides adding mana; `None` if it does something first.
    pub(crate) fn side_effects(&self, activated: &Activated) -> Option<impl Iterator<Item = Op> + '_> {
        let start = self.pool.code(activated.code).start as usize;
        let ops = self.pool.ops.get(start..)?;
        if !matches!(ops.first(), Some(Op::AddMana(_))) {
            return None;
        }
        Some(ops[1..].iter().copied().take_while(|op| *op != Op::End))
    }

    /// Restricted mana is spent only as it says (CR 106.6).
    fn may_spend(&self, output: OutputId, maker: Slot, purpose: Purpose) -> bool {
        let Some(restriction) = self.pool.output(output).restriction else {
            return true;
        };
        let by = Source::of_object(self, maker);
        match purpose {
            Purpose::Cast { slot, .. } => restriction.cast.is_some_and(|filter| self.matches(filter, slot, &by)),
            Purpose::Activate { source, .. } => restriction
                .activate
                .is_some_and(|filter| self.matches(filter, source, &by)),
            Purpose::Other => false,
        }
    }

    /// The kinds one mana may be chosen from, or the mana that comes without a choice.
    fn makes(&self, output: OutputId, maker: Slot) -> (u8, [u8; 6]) {
        let program = self.pool.output(output);
        let by = Source::of_object(self, maker);
        let times = if program.times == crate::rules::ids::AmountId(1) {
            1
        } else {
            u8::try_from(self.amount(program.times, &by).max(0)).unwrap_or(u8::MAX)
        };
        let mut mask = 0;
        for choice in &program.choices {
            match choice.as_slice() {
                [kind] if times == 1 => mask |= self.kind_mask(*kind, by.controller),
                several => {
                    // The first combination; there is none with a choice of several among the decks' cards.
                    let mut fixed = [0_u8; 6];
                    for kind in several {
                        let bit = self.kind_mask(*kind, by.controller).trailing_zeros() as usize;
                        if let Some(amount) = fixed.get_mut(bit) {
                            *amount = amount.saturating_add(times);
                        }
                    }
                    return (0, fixed);
                }
            }
        }
        (mask, [0; 6])
    }

    fn kind_mask(&self, kind: ManaKind, player: Player) -> u8 {
        match kind {
            ManaKind::Color(color) => 1 << color.index(),
            ManaKind::Colorless => 1 << 5,
            ManaKind::AnyColor => COLORS,
            ManaKind::CommanderIdentity => self.commander_identity(player),
            ManaKind::OwnLands => self.lands_could_make(|owner| owner == player),
            ManaKind::OpponentsLands => self.lands_could_make(|owner| owner != player),
        }
    }

    /// The colours in the identities of a player's commanders (CR 903.4f).
    fn commander_identity(&self, player: Player) -> u8 {
        let own = self
            .objects
            .iter()
            .filter(|object| object.flags.has(Flags::COMMANDER) && object.owner == player);
        let cards = own.filter_map(|object| self.pool.face(object.card).definition);
        cards.fold(0, |mask, card| {
            let identity = self
                .pool
                .definitions
                .get(usize::from(card))
                .map(|card| card.color_identity);
            let colors = Color::ALL
                .into_iter()
                .filter(|color| identity.is_some_and(|set| set.contains(*color)));
            colors.fold(mask, |mask, color| mask | 1 << color.index())
        })
    }

    /// The colours that lands could produce, whether or not they are untapped (CR 106.7).
    fn lands_could_make(&self, whose: impl Fn(Player) -> bool) -> u8 {
        let mut mask = 0;
        for slot in &self.battlefield {
            let object = self.object(*slot);
            if !self.is(*slot).is_land() || !whose(object.controller) {
                continue;
            }
            for ability in &self.pool.face(object.face).abilities {
                let Ability::Activated(Activated { mana: Some(output), .. }) = ability else {
                    continue;
                };
                for kind in self.pool.output(*output).choices.iter().flatten() {
                    // Lands that look at other lands add nothing to each other.
                    if !matches!(kind, ManaKind::OwnLands | ManaKind::OpponentsLands) {
                        mask |= self.kind_mask(*kind, object.controller);
                    }
                }
            }
        }
        mask & COLORS
    }

    /// The combinations of mana an output may add, each once.
    pub(crate) fn mana_options(&self, output: OutputId, by: &Source) -> Vec<[u8; 6]> {
        let program = self.pool.output(output);
        let times = u8::try_from(self.amount(program.times, by).max(0)).unwrap_or(u8::MAX);
        let mut options = Vec::new();
        for choice in &program.choices {
            let mut partial = vec![[0_u8; 6]];
            for kind in choice {
                let mask = self.kind_mask(*kind, by.controller);
                partial = partial
                    .into_iter()
                    .flat_map(|mana| {
                        (0..6).filter(move |bit| mask & 1 << bit != 0).map(move |bit| {
                            let mut more = mana;
                            more[bit] += times;
                            more
                        })
                    })
                    .collect();
            }
            for mana in partial {
                if !options.contains(&mana) {
                    options.push(mana);
                }
            }
        }
        options
    }
}
