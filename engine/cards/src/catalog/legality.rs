//! Ban-list status of a card in a format, as the catalogue states it.

/// Status in one format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legality {
    /// May be played.
    Legal,
    /// One copy only (Vintage).
    Restricted,
    /// Banned by name.
    Banned,
    /// Not part of the format.
    NotLegal,
    /// The catalogue lists no legalities for this card.
    Unknown,
}
