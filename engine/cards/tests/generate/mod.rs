//! Builds arbitrary card definitions over the whole syntax tree from a string of bytes.
//!
//! Bytes decide every choice; when they run out the smallest choice is taken, so every string
//! gives a finite definition and shrinking the bytes shrinks the definition.

mod abilities;
mod effects;
mod nouns;

use turnzero_contract::card::{CardType, DefinitionSource, Face, Layout, Power, Supertype};
use turnzero_contract::{CardDefinition, Color, ColorSet, ManaCost, ManaSymbol};

/// A source of choices.
pub(crate) struct Choices<'a> {
    bytes: &'a [u8],
    depth: usize,
}

impl<'a> Choices<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, depth: 0 }
    }

    fn byte(&mut self) -> u8 {
        match self.bytes.split_first() {
            Some((&first, rest)) => {
                self.bytes = rest;
                first
            }
            None => 0,
        }
    }

    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n
    }

    fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    fn u32(&mut self) -> u32 {
        match self.below(8) {
            0..=5 => u32::from(self.byte()),
            6 => u32::MAX,
            _ => 1,
        }
    }

    fn i32(&mut self) -> i32 {
        match self.below(8) {
            0..=5 => i32::from(self.byte()) - 128,
            6 => i32::MIN,
            _ => i32::MAX,
        }
    }

    /// Up to three values; none when the nesting is deep.
    fn several<T>(&mut self, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let n = if self.is_deep() { 0 } else { self.below(4) };
        (0..n).map(|_| one(self)).collect()
    }

    fn maybe<T>(&mut self, one: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if !self.is_deep() && self.flag() {
            Some(one(self))
        } else {
            None
        }
    }

    fn is_deep(&self) -> bool {
        self.depth > 7 || self.bytes.is_empty()
    }

    fn deeper<T>(&mut self, one: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let value = one(self);
        self.depth -= 1;
        value
    }

    /// Any text, from words to quotes, marks and line ends.
    fn text(&mut self) -> String {
        const TEXTS: &[&str] = &[
            "Goblin",
            "Urza's",
            "Power-Plant",
            "Time Lord",
            "",
            " ",
            "X",
            "\"",
            "\\",
            "a\nb",
            "\r",
            "é",
            "+1/+1",
            "— ;",
            "upkeep",
            "name: x",
            "{T}",
            "Treasure",
            "Island",
            "with",
            "Æther",
            "7",
        ];
        self.of(TEXTS).to_owned()
    }

    fn colors(&mut self) -> ColorSet {
        let bits = self.byte();
        Color::ALL
            .into_iter()
            .filter(|color| bits & 1 << color.index() != 0)
            .collect()
    }

    fn color(&mut self) -> Color {
        self.of(&Color::ALL)
    }

    fn mana_cost(&mut self) -> ManaCost {
        ManaCost(self.several(|g| match g.below(10) {
            0 => ManaSymbol::Generic(g.byte()),
            1 => ManaSymbol::X,
            2 => ManaSymbol::Colorless,
            3 => ManaSymbol::Snow,
            4 => ManaSymbol::Colored(g.color()),
            5 => ManaSymbol::Hybrid(g.color(), g.color()),
            6 => ManaSymbol::MonoHybrid(g.byte(), g.color()),
            7 => ManaSymbol::ColorlessHybrid(g.color()),
            8 => ManaSymbol::Phyrexian(g.color()),
            _ => ManaSymbol::HybridPhyrexian(g.color(), g.color()),
        }))
    }

    fn power(&mut self) -> Power {
        if self.flag() {
            Power::Defined(self.text())
        } else {
            Power::Fixed(self.i32())
        }
    }

    fn face(&mut self, name: String) -> Face {
        let cost = self.maybe(Self::mana_cost);
        let colors = if self.flag() {
            self.colors()
        } else {
            cost.as_ref().map_or(ColorSet::EMPTY, ManaCost::colors)
        };
        Face {
            name,
            cost,
            colors,
            supertypes: self.several(|g| g.of(Supertype::ALL)),
            types: self.several(|g| g.of(CardType::ALL)),
            subtypes: self.several(Self::text),
            power: self.maybe(Self::power),
            toughness: self.maybe(Self::power),
            loyalty: self.maybe(Self::power),
            abilities: self.several(Self::ability),
        }
    }

    /// A whole card.
    pub(crate) fn card(&mut self) -> CardDefinition {
        let name = self.text();
        let layout = self.of(Layout::ALL);
        let color_identity = self.colors();
        let source = if self.flag() {
            DefinitionSource::FactsOnly
        } else {
            DefinitionSource::Pool
        };
        let first = if self.flag() { self.text() } else { name.clone() };
        let mut faces = vec![self.face(first)];
        for _ in 0..self.below(3) {
            let name = self.text();
            faces.push(self.face(name));
        }
        CardDefinition {
            name,
            layout,
            color_identity,
            source,
            faces,
        }
    }
}
