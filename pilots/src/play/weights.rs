//! The weights of the policy, read from `profiles/play.toml`.

use crate::PilotsError;
use serde::Deserialize;
use std::sync::OnceLock;

/// Everything in tenths of a point; whole numbers, so that every machine agrees.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Weights {
    pub(super) creature: Creature,
    pub(super) spell: Spell,
    pub(super) combat: Combat,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Creature {
    pub(super) base: i32,
    pub(super) power: i32,
    pub(super) toughness: i32,
    pub(super) flying: i32,
    pub(super) first_strike: i32,
    pub(super) double_strike: i32,
    pub(super) deathtouch: i32,
    pub(super) lifelink: i32,
    pub(super) trample: i32,
    pub(super) vigilance: i32,
    pub(super) haste: i32,
    pub(super) menace: i32,
    pub(super) hexproof: i32,
    pub(super) indestructible: i32,
    pub(super) defender: i32,
    pub(super) cannot_attack: i32,
    pub(super) cannot_block: i32,
    pub(super) other_permanent: i32,
    pub(super) mana_value: i32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Spell {
    pub(super) card: i32,
    pub(super) discard: i32,
    pub(super) life: i32,
    pub(super) damage_to_player: i32,
    pub(super) counter: i32,
    pub(super) body: i32,
    pub(super) pump: i32,
    pub(super) least: i32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Combat {
    pub(super) damage: i32,
    pub(super) fear: i32,
}

impl Weights {
    /// The embedded weights, read once.
    pub(super) fn embedded() -> Result<&'static Self, PilotsError> {
        static WEIGHTS: OnceLock<Result<Weights, String>> = OnceLock::new();
        let read = WEIGHTS.get_or_init(|| {
            toml::from_str(include_str!("../../profiles/play.toml")).map_err(|error| error.to_string())
        });
        read.as_ref().map_err(|why| PilotsError::Configuration {
            file: "profiles/play.toml".to_owned(),
            why: why.clone(),
        })
    }
}
