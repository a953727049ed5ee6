//! Weights and deck profiles, read from the files in `profiles/`.

use crate::PilotsError;
use serde::Deserialize;
use std::sync::OnceLock;
use turnzero_contract::PlayerKnowledge;

/// Turns whose mana is valued.
pub(super) const VALUED_TURNS: usize = 4;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Weights {
    pub(super) mana: Mana,
    pub(super) land: Land,
    pub(super) development: Development,
    pub(super) stopping: Stopping,
    pub(super) probability: Probability,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mana {
    pub(super) value: [f64; VALUED_TURNS],
    pub(super) enough: [u8; VALUED_TURNS],
    pub(super) none: f64,
    pub(super) short: f64,
    pub(super) missing_color: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Land {
    pub(super) missed_drop: f64,
    pub(super) helped: f64,
    pub(super) flood: [f64; 4],
    pub(super) wanted: usize,
    pub(super) wanted_small: usize,
    pub(super) sink: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Development {
    pub(super) spent: f64,
    pub(super) ramp: f64,
    pub(super) draw: f64,
    pub(super) filter: f64,
    pub(super) plan: f64,
    pub(super) only_setup: f64,
    pub(super) only_follow_up: f64,
    pub(super) stranded: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Stopping {
    pub(super) card: f64,
    pub(super) sample: u32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Probability {
    pub(super) slope: f64,
    pub(super) unsure: f64,
}

/// How a kind of deck wants to begin.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Profile {
    #[serde(skip)]
    pub(super) name: &'static str,
    pub(super) about: String,
    commanders: Vec<String>,
    pub(super) commander_turn: f64,
    pub(super) by: u8,
    pub(super) most: u8,
    pub(super) plan: f64,
    pub(super) functional_seven: f64,
}

/// Everything the heuristic is configured by.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) weights: Weights,
    /// The default first.
    pub(super) profiles: Vec<Profile>,
}

const WEIGHTS: (&str, &str) = ("heuristic.toml", include_str!("../../profiles/heuristic.toml"));

const PROFILES: [(&str, &str); 3] = [
    ("default", include_str!("../../profiles/default.toml")),
    (
        "flexible-commander",
        include_str!("../../profiles/flexible-commander.toml"),
    ),
    ("early-engine", include_str!("../../profiles/early-engine.toml")),
];

impl Settings {
    /// The embedded settings, read once.
    pub(super) fn embedded() -> Result<&'static Self, PilotsError> {
        static SETTINGS: OnceLock<Result<Settings, PilotsError>> = OnceLock::new();
        SETTINGS.get_or_init(Self::read).as_ref().map_err(Clone::clone)
    }

    fn read() -> Result<Self, PilotsError> {
        let weights: Weights = parse(WEIGHTS.0, WEIGHTS.1)?;
        let profiles = PROFILES
            .into_iter()
            .map(|(name, text)| {
                let profile: Profile = parse(name, text)?;
                Ok(Profile { name, ..profile })
            })
            .collect::<Result<Vec<_>, PilotsError>>()?;
        Ok(Self { weights, profiles })
    }

    pub(super) fn profile(&self, name: &str) -> Result<&Profile, PilotsError> {
        self.profiles
            .iter()
            .find(|profile| profile.name == name)
            .ok_or_else(|| PilotsError::UnknownProfile {
                name: name.to_owned(),
                known: profile_names().collect::<Vec<_>>().join(", "),
            })
    }

    /// The profile that names one of the deck's commanders, else the default.
    pub(super) fn profile_for(&self, knowledge: &PlayerKnowledge) -> Option<&Profile> {
        let leads = |profile: &&Profile| {
            knowledge
                .commanders
                .iter()
                .any(|commander| profile.commanders.contains(&commander.name))
        };
        self.profiles.iter().find(leads).or_else(|| self.profiles.first())
    }
}

/// The names of the deck profiles, the default first.
pub(super) fn profile_names() -> impl Iterator<Item = &'static str> {
    PROFILES.into_iter().map(|(name, _)| name)
}

fn parse<T: serde::de::DeserializeOwned>(file: &str, text: &str) -> Result<T, PilotsError> {
    toml::from_str(text).map_err(|error| PilotsError::Configuration {
        file: file.to_owned(),
        why: error.to_string(),
    })
}
