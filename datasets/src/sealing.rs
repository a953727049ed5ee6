//! Which machine choices may be shown: none of a batch whose human has begun and not finished.

use std::collections::BTreeMap;

use crate::record::HUMAN;
use crate::study::Study;

/// The seal over the batches of some studies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sealing {
    batches: BTreeMap<String, State>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct State {
    human_open: bool,
    unsealed: bool,
}

impl Sealing {
    /// The seal that holds for these studies; a human in one file seals its batch in all of them.
    pub fn of<'a>(studies: impl IntoIterator<Item = &'a Study>) -> Self {
        let mut batches: BTreeMap<String, State> = BTreeMap::new();
        for study in studies {
            let state = batches.entry(study.header.batch.clone()).or_default();
            state.human_open |= study.begun(HUMAN) && !study.complete(HUMAN);
            state.unsealed |= !study.unsealed.is_empty();
        }
        Self { batches }
    }

    /// Whether a choice, rate or count of `actor` in `batch` may be shown.
    pub fn may_show(&self, batch: &str, actor: &str) -> bool {
        actor == HUMAN || !self.is_sealed(batch)
    }

    /// Whether the machine choices of `batch` are sealed; only a recorded unsealing opens them.
    pub fn is_sealed(&self, batch: &str) -> bool {
        self.batches
            .get(batch)
            .is_some_and(|state| state.human_open && !state.unsealed)
    }

    /// The sealed batches, for the message that names `--unseal`.
    pub fn sealed_batches(&self) -> Vec<&str> {
        self.batches
            .keys()
            .map(String::as_str)
            .filter(|batch| self.is_sealed(batch))
            .collect()
    }
}
