//! What permanents are worth, and rows by what they show.

use super::book::Book;
use super::shares::{has, permanent};
use super::weights::Weights;
use turnzero_contract::card::CardType;
use turnzero_contract::{CardRow, DecisionPoint, PermanentRow, PlayObservation, Row, Seat};

/// One seat's look at a decision.
pub(super) struct Board<'b> {
    pub(super) point: &'b DecisionPoint,
    pub(super) play: &'b PlayObservation,
    pub(super) book: &'b Book,
    pub(super) weights: &'b Weights,
}

impl<'b> Board<'b> {
    pub(super) const fn me(&self) -> Seat {
        self.point.seat
    }

    pub(super) fn permanent(&self, row: Row) -> Option<&'b PermanentRow> {
        permanent(self.play, row)
    }

    /// The card in a row, if the viewer may know it.
    pub(super) fn card(&self, row: Row) -> Option<&'b CardRow> {
        let at = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
        let player = |seat: Seat| self.play.players.get(seat.index());
        match row {
            Row::Battlefield(number) => self.play.battlefield.get(at(number)).map(|row| &row.card),
            Row::Stack(number) => self.play.stack.get(at(number)).map(|row| &row.card),
            Row::Hand(number) => self.play.hand.get(at(number)),
            Row::Graveyard { seat, row } => player(seat)?.graveyard.get(at(row)),
            Row::Exile { seat, row } => player(seat)?.exile.get(at(row)),
            Row::Command { seat, row } => player(seat)?.command.get(at(row)),
            Row::LookedAt(number) => self.play.looked_at.get(at(number)),
            Row::Pending => self.play.pending.as_ref().map(|row| &row.card),
            Row::Player(_) | Row::Gone => None,
        }
    }

    pub(super) fn life(&self, seat: Seat) -> i32 {
        self.play.players.get(seat.index()).map_or(0, |player| player.life)
    }

    /// The opponents still in the game.
    pub(super) fn opponents(&self) -> impl Iterator<Item = Seat> {
        let me = self.me();
        self.play
            .players
            .iter()
            .filter(move |player| player.playing && player.seat != me)
            .map(|player| player.seat)
    }

    /// The creatures of a player.
    pub(super) fn creatures(&self, of: Seat) -> impl Iterator<Item = &'b PermanentRow> {
        self.play
            .battlefield
            .iter()
            .filter(move |row| row.controller == of && row.power.is_some())
    }

    pub(super) fn count(&self, of: Seat, card_type: CardType) -> i32 {
        let own = self.play.battlefield.iter().filter(|row| row.controller == of);
        i32::try_from(own.filter(|row| row.types.contains(&card_type)).count()).unwrap_or(i32::MAX)
    }

    /// What a permanent is worth to its controller.
    pub(super) fn worth(&self, row: &PermanentRow) -> i32 {
        let w = &self.weights.creature;
        let mana = self
            .book
            .entry(&row.card)
            .map_or(0, |entry| entry.mana_value().min(10) * w.mana_value);
        let (Some(power), Some(toughness)) = (row.power, row.toughness) else {
            return if row.types.contains(&CardType::Land) {
                w.other_permanent / 2
            } else {
                w.other_permanent + mana
            };
        };
        let keywords = [
            ("flying", w.flying),
            ("first strike", w.first_strike),
            ("double strike", w.double_strike),
            ("deathtouch", w.deathtouch),
            ("lifelink", w.lifelink),
            ("trample", w.trample),
            ("vigilance", w.vigilance),
            ("haste", w.haste),
            ("menace", w.menace),
            ("hexproof", w.hexproof),
            ("shroud", w.hexproof),
            ("indestructible", w.indestructible),
            ("defender", w.defender),
            ("can't attack", w.cannot_attack),
            ("can't block", w.cannot_block),
        ];
        let extra: i32 = keywords
            .iter()
            .filter(|(word, _)| has(row, word))
            .map(|(_, worth)| worth)
            .sum();
        let sized = w.base + power.max(0) * w.power + toughness.max(0) * w.toughness;
        (sized + extra + mana / 2).max(1)
    }

    /// What a card in hand, library or graveyard is worth.
    pub(super) fn card_worth(&self, card: &CardRow) -> i32 {
        let Some(entry) = self.book.entry(card) else {
            return self.weights.spell.card;
        };
        if entry.is(CardType::Land) {
            let lands = self.count(self.me(), CardType::Land);
            return match lands {
                0..=3 => 60,
                4..=5 => 20,
                _ => 5,
            };
        }
        self.weights.spell.card + entry.mana_value().min(8) * self.weights.creature.mana_value
    }

    /// Whether an opponent controls it.
    pub(super) fn is_hostile(&self, row: &PermanentRow) -> bool {
        row.controller != self.me()
    }
}
