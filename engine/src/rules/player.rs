//! Players: life, mana, zones.

use super::ids::Slot;

/// Mana in a pool: `WUBRG` and colourless (CR 106.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ManaPool(pub [u8; 6]);

/// A player's part of the state. In `library` the last card is the top.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PlayerState {
    /// Life total.
    pub(crate) life: i32,
    /// Mana pool.
    pub(crate) mana: ManaPool,
    /// Poison counters (CR 122.1f).
    pub(crate) poison: u16,
    /// Lands played this turn (CR 305.2).
    pub(crate) lands_played: u8,
    /// Cards drawn this turn.
    pub(crate) drawn: u8,
    /// Still in the game (CR 104.5).
    pub(crate) playing: bool,
    /// Tried to draw from an empty library since state-based actions were last checked (CR 704.5b).
    pub(crate) drew_from_empty: bool,
    /// Library, the top last.
    pub(crate) library: Vec<Slot>,
    /// Hand, in order of arrival.
    pub(crate) hand: Vec<Slot>,
    /// Graveyard, the top last.
    pub(crate) graveyard: Vec<Slot>,
}

impl Clone for PlayerState {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Copies into the buffers that are there.
    fn clone_from(&mut self, source: &Self) {
        let library = std::mem::take(&mut self.library);
        let hand = std::mem::take(&mut self.hand);
        let graveyard = std::mem::take(&mut self.graveyard);
        *self = Self {
            library,
            hand,
            graveyard,
            ..*source
        };
        self.library.clone_from(&source.library);
        self.hand.clone_from(&source.hand);
        self.graveyard.clone_from(&source.graveyard);
    }
}
