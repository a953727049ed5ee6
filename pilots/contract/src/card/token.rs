//! Tokens (CR 111).

use super::{Ability, CardType, Power, Supertype};
use crate::ColorSet;
use serde::{Deserialize, Serialize};

/// What a created token is; predefined tokens (CR 111.10) are spelled out the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TokenSpec {
    /// Its name; by CR 111.4 its subtypes unless an effect says otherwise.
    pub name: String,
    /// Its colours.
    pub colors: ColorSet,
    /// Its supertypes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supertypes: Vec<Supertype>,
    /// Its card types.
    pub types: Vec<CardType>,
    /// Its subtypes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subtypes: Vec<String>,
    /// Its power.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<Power>,
    /// Its toughness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toughness: Option<Power>,
    /// Its abilities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<Ability>,
}
