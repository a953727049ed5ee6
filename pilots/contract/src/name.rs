//! Names and counts by name, cheap to hand out again at every decision.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Deref, Index};
use std::sync::Arc;

/// A name or another fixed word; copies share the text.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(Arc<str>);

impl Clone for Name {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }

    fn clone_from(&mut self, source: &Self) {
        if !Arc::ptr_eq(&self.0, &source.0) {
            self.0 = Arc::clone(&source.0);
        }
    }
}

impl Name {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for Name {
    fn default() -> Self {
        Self(Arc::from(""))
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self(Arc::from(text))
    }
}

impl From<String> for Name {
    fn from(text: String) -> Self {
        Self(Arc::from(text))
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        &*self.0 == other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        &*self.0 == *other
    }
}

impl PartialEq<String> for Name {
    fn eq(&self, other: &String) -> bool {
        *self.0 == **other
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Name {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Name".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

/// How many of each name, by name in code-point order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameCounts(Vec<(Name, u32)>);

impl NameCounts {
    /// Of a name; 0 when it is not there.
    pub fn of(&self, name: &str) -> u32 {
        self.position(name).map_or(0, |at| self.0[at].1)
    }

    /// Whether the name is there.
    pub fn contains_key(&self, name: &str) -> bool {
        self.position(name).is_some()
    }

    /// The counts, by name.
    pub fn values(&self) -> impl Iterator<Item = &u32> {
        self.0.iter().map(|(_, count)| count)
    }

    /// Names and counts, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&Name, &u32)> {
        self.0.iter().map(|(name, count)| (name, count))
    }

    /// Different names.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Becomes what these names in order, each once, say; room stays allocated.
    pub fn refill<'n>(&mut self, counts: impl Iterator<Item = (&'n Name, u32)>) {
        let mut filled = 0;
        for (name, count) in counts {
            if let Some(row) = self.0.get_mut(filled) {
                row.0.clone_from(name);
                row.1 = count;
            } else {
                self.0.push((name.clone(), count));
            }
            filled += 1;
        }
        self.0.truncate(filled);
    }

    /// Adds copies of a name; quickest when names come in order.
    pub fn add(&mut self, name: &Name, count: u32) {
        if self.0.last().is_none_or(|(last, _)| last < name) {
            self.0.push((name.clone(), count));
            return;
        }
        match self.0.binary_search_by(|(other, _)| other.cmp(name)) {
            Ok(at) => self.0[at].1 = self.0[at].1.saturating_add(count),
            Err(at) => self.0.insert(at, (name.clone(), count)),
        }
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.0.binary_search_by(|(other, _)| (**other).cmp(name)).ok()
    }
}

impl Index<&str> for NameCounts {
    type Output = u32;

    fn index(&self, name: &str) -> &u32 {
        self.position(name).map_or(&0, |at| &self.0[at].1)
    }
}

impl<N: Into<Name>> FromIterator<(N, u32)> for NameCounts {
    fn from_iter<I: IntoIterator<Item = (N, u32)>>(items: I) -> Self {
        let mut counts = Self::default();
        for (name, count) in items {
            counts.add(&name.into(), count);
        }
        counts
    }
}

impl<'a> IntoIterator for &'a NameCounts {
    type Item = (&'a Name, &'a u32);
    type IntoIter = std::iter::Map<std::slice::Iter<'a, (Name, u32)>, fn(&'a (Name, u32)) -> (&'a Name, &'a u32)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(|(name, count)| (name, count))
    }
}

impl Serialize for NameCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for NameCounts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        BTreeMap::<String, u32>::deserialize(deserializer).map(|counts| counts.into_iter().collect())
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for NameCounts {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "NameCounts".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        BTreeMap::<String, u32>::json_schema(generator)
    }
}
