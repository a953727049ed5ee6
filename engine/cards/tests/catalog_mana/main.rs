//! Mana abilities and land conditions read from rules text: synthetic templates, and real cards
//! by name where the shared catalogue is present.

mod pool;
mod real;
mod summary;
mod templates;
