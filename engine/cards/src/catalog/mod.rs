//! The user's card catalogue: MTGJSON AtomicCards, read once and indexed.

mod atomic;
mod card;
mod facts;
mod index;
mod legality;
mod mana_text;
mod store;

pub use atomic::{parse_atomic, parse_atomic_bytes};
pub use card::{CatalogCard, CatalogFace};
pub use facts::definition;
pub use legality::Legality;
pub use mana_text::abilities as text_abilities;
pub(crate) use store::hex;
pub use store::{Added, Catalog, Lookup, find_catalog};
