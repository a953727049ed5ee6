//! Pilots whose decisions are compared, made anew for every question.

use std::fmt;
use std::sync::Arc;
use turnzero_contract::Pilot;
use turnzero_pilots::PilotName;

/// Local repeatable pilots that need no file.
const LOCAL: [&str; 9] = [
    "first",
    "random:7",
    "heuristic",
    "forge",
    "xmage",
    "phase",
    "magarena",
    "argentum",
    "karsten",
];

type Make = dyn Fn() -> Option<Box<dyn Pilot>> + Send + Sync;

/// A name and a way to make the pilot anew.
#[derive(Clone)]
pub struct PilotMaker {
    name: String,
    make: Arc<Make>,
}

impl PilotMaker {
    /// A maker; `make` gives a pilot that has seen nothing.
    pub fn new(name: &str, make: impl Fn() -> Option<Box<dyn Pilot>> + Send + Sync + 'static) -> Self {
        Self {
            name: name.to_owned(),
            make: Arc::new(make),
        }
    }

    /// The pilot's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn make(&self) -> Option<Box<dyn Pilot>> {
        (self.make)()
    }
}

impl fmt::Debug for PilotMaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PilotMaker({})", self.name)
    }
}

/// Those of them that play whole games.
const WHOLE_GAMES: [&str; 3] = ["first", "random:7", "heuristic"];

/// Every local repeatable pilot that plays whole games.
pub(super) fn whole_game_pilots() -> Vec<PilotMaker> {
    makers(&WHOLE_GAMES)
}

/// Every local repeatable pilot that this build has.
pub fn local_pilots() -> Vec<PilotMaker> {
    makers(&LOCAL)
}

fn makers(names: &[&'static str]) -> Vec<PilotMaker> {
    names
        .iter()
        .copied()
        .filter_map(|text| {
            let name: PilotName = text.parse().ok()?;
            turnzero_pilots::build(&name)?;
            Some(PilotMaker::new(text, move || turnzero_pilots::build(&name)))
        })
        .collect()
}
