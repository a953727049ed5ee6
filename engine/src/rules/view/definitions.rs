//! Definitions a viewer has seen, numbered in order of first sight.

use crate::rules::ids::FaceId;
use crate::rules::pool::Pool;
use std::sync::Arc;
use turnzero_contract::{CardDefinition, DefinitionRef, Name};

/// A card or a kind of token of the pool: cards by number, then tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DefKey(u16);

impl DefKey {
    /// What a face belongs to; nothing for faces that only bear abilities.
    pub(crate) fn of(pool: &Pool, face: FaceId) -> Option<Self> {
        pool.shown.get(face.index()).and_then(|shown| shown.key)
    }

    /// Its definition.
    pub(crate) fn definition(self, pool: &Pool) -> Option<&Arc<CardDefinition>> {
        let at = usize::from(self.0);
        let token = || pool.tokens.get(at - pool.definitions.len());
        pool.definitions.get(at).or_else(token)
    }
}

/// How a face is shown.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    /// What it belongs to.
    key: Option<DefKey>,
    /// The canonical name: that of its definition, whatever face is up.
    pub(crate) name: Name,
    /// Where that name stands among the names of the pool, in code-point order.
    pub(crate) rank: u16,
}

/// How each face of a pool is shown, and all canonical names in code-point order.
pub(crate) fn shown(pool: &Pool) -> (Vec<Shown>, Vec<Name>) {
    let key = |face: FaceId| {
        let token = || {
            let found = pool.token_faces.iter().find(|(token, _)| *token == face);
            found.map(|(_, token)| usize::from(*token) + pool.definitions.len())
        };
        let at = pool.face(face).definition.map(usize::from).or_else(token)?;
        u16::try_from(at).ok().map(DefKey)
    };
    let mut shown: Vec<Shown> = (0..pool.faces.len())
        .filter_map(|at| u16::try_from(at).ok().map(FaceId))
        .map(|face| {
            let key = key(face);
            let definition = key.and_then(|key| key.definition(pool));
            Shown {
                key,
                name: definition.map_or_else(|| pool.face_name(face).clone(), |card| card.name.as_str().into()),
                rank: 0,
            }
        })
        .collect();
    let mut names: Vec<Name> = shown.iter().map(|shown| shown.name.clone()).collect();
    names.sort_unstable();
    names.dedup();
    for shown in &mut shown {
        let rank = names.binary_search(&shown.name).unwrap_or_default();
        shown.rank = u16::try_from(rank).unwrap_or(u16::MAX);
        shown.name.clone_from(&names[rank]);
    }
    (shown, names)
}

/// The number of what has not been seen.
const UNSEEN: u16 = u16::MAX;

/// The number of the viewer's own cards.
const OWN: u16 = u16::MAX - 1;

/// What a viewer has seen beside its own cards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sight {
    /// Number of first sight by card or token.
    numbers: Vec<u16>,
    /// Everything but the own cards, in order of first sight.
    pub(crate) seen: Vec<DefKey>,
    /// Room for counting copies by name.
    pub(crate) tally: Vec<u32>,
}

impl Sight {
    /// The sight of a viewer with these own cards who has seen nothing else.
    pub(crate) fn new(pool: &Pool, is_own: impl Fn(&CardDefinition) -> bool) -> Self {
        let own = |card: &Arc<CardDefinition>| if is_own(card) { OWN } else { UNSEEN };
        let tokens = pool.tokens.iter().map(|_| UNSEEN);
        Self {
            numbers: pool.definitions.iter().map(own).chain(tokens).collect(),
            seen: Vec::new(),
            tally: Vec::new(),
        }
    }

    /// Takes back everything seen after the first so many.
    pub(crate) fn forget_after(&mut self, kept: usize) {
        for key in self.seen.drain(kept.min(self.seen.len())..) {
            if let Some(number) = self.numbers.get_mut(usize::from(key.0)) {
                *number = UNSEEN;
            }
        }
    }

    /// The viewer sees something.
    pub(crate) fn see(&mut self, key: Option<DefKey>) -> DefinitionRef {
        let Some((key, number)) = key.and_then(|key| Some((key, self.numbers.get_mut(usize::from(key.0))?))) else {
            return DefinitionRef::Unknown;
        };
        match *number {
            OWN => return DefinitionRef::Own,
            UNSEEN => {
                *number = u16::try_from(self.seen.len()).unwrap_or(OWN - 1);
                self.seen.push(key);
            }
            _ => {}
        }
        DefinitionRef::Seen(u32::from(*number))
    }
}
