//! Which players a reference means.

use super::Source;
use crate::rules::ids::{Player, Ref};
use crate::rules::pool::Selection;
use crate::rules::state::State;
use turnzero_contract::card::PlayerRef;

impl State {
    /// Whether the reference includes this player.
    pub(crate) fn is_player(&self, who: PlayerRef, player: Player, by: &Source) -> bool {
        match who {
            PlayerRef::You => player == by.controller,
            PlayerRef::Each | PlayerRef::APlayer => true,
            PlayerRef::EachOpponent | PlayerRef::AnOpponent => player != by.controller,
            PlayerRef::TargetPlayer | PlayerRef::TargetOpponent => self.target_player(by) == Some(player),
            PlayerRef::ThatPlayer => self.that_player(by) == Some(player),
            PlayerRef::ItsController => self.its(by, true) == Some(player),
            PlayerRef::ItsOwner => self.its(by, false) == Some(player),
            PlayerRef::BearersController => self
                .object_named(Selection::AttachedTo, by)
                .and_then(|id| self.known(id))
                .is_some_and(|(_, object)| object.controller == player),
        }
    }

    /// The players meant who are still in the game, in turn order from the active player (CR 101.4).
    pub(crate) fn the_players<'a>(&'a self, who: PlayerRef, by: &Source) -> impl Iterator<Item = Player> + use<'a> {
        let by = *by;
        self.players_from(self.turn.active)
            .filter(move |player| self.is_player(who, *player, &by))
    }

    /// The one player meant, the first in turn order if there are several.
    pub(crate) fn the_player(&self, who: PlayerRef, by: &Source) -> Option<Player> {
        match who {
            PlayerRef::You => Some(by.controller),
            _ => self.the_players(who, by).next(),
        }
    }

    /// The player among the targets.
    fn target_player(&self, by: &Source) -> Option<Player> {
        let (start, len) = (usize::from(by.targets.0), usize::from(by.targets.1));
        let targets = self.targets.get(start..start + len).unwrap_or_default();
        targets.iter().find_map(|target| match target.to {
            Ref::Player(player) => Some(player),
            _ => None,
        })
    }

    /// The player the event or the step before named.
    fn that_player(&self, by: &Source) -> Option<Player> {
        by.event_player.or_else(|| {
            self.it.iter().find_map(|to| match to {
                Ref::Player(player) => Some(*player),
                _ => None,
            })
        })
    }

    /// Controller or owner of the object spoken of: what the step before named, else a target, else
    /// the object of the event.
    fn its(&self, by: &Source, controller: bool) -> Option<Player> {
        let named = self.object_named(Selection::It, by);
        let target = (0..4).find_map(|slot| self.object_named(Selection::Target(slot), by));
        let id = named.or(target)?;
        let (_, object) = self.known(id)?;
        Some(if controller { object.controller } else { object.owner })
    }
}
