//! The engine's random numbers: ChaCha12, keyed per purpose, with a fixed way to draw an index.
//!
//! Nothing here may change: the bytes of every study depend on it.

use crate::EngineError;
use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;
use turnzero_contract::Seat;

/// The seed of one game. With a public engine it gives every library away, so it is shown only on
/// request ([`GameSeed::to_hex`]), never by `Debug`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct GameSeed(pub [u8; 32]);

impl GameSeed {
    /// The seed as 64 lower-case hexadecimal digits.
    pub fn to_hex(self) -> String {
        use fmt::Write;
        self.0.iter().fold(String::with_capacity(64), |mut text, byte| {
            // Writing to a String cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}

impl fmt::Debug for GameSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GameSeed(hidden)")
    }
}

impl FromStr for GameSeed {
    type Err = EngineError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || EngineError::SeedText { found: text.to_owned() };
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Ok(byte - b'0'),
            b'a'..=b'f' => Ok(byte - b'a' + 10),
            _ => Err(wrong()),
        };
        let bytes = text.as_bytes();
        let mut seed = [0; 32];
        if bytes.len() != 2 * seed.len() {
            return Err(wrong());
        }
        for (byte, pair) in seed.iter_mut().zip(bytes.chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Ok(Self(seed))
    }
}

/// What a stream of random numbers is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Hand and library of a seat after so many mulligans.
    Deal { seat: Seat, mulligans: u32 },
    /// Who takes the first turn.
    StartingPlayer,
    /// Everything random in a game that is played out.
    Game,
    /// Answers chosen at random.
    RandomAnswers,
}

/// A stream of random numbers: ChaCha12 (`rand_chacha`), 64-bit counter and stream number from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream(ChaCha12Rng);

impl Stream {
    /// A stream with this 256-bit key.
    pub fn new(key: [u8; 32]) -> Self {
        Self(ChaCha12Rng::from_seed(key))
    }

    /// The stream of a game for one purpose: its key is
    /// SHA-256(seed ‖ label ‖ 0x00 ‖ seat ‖ mulligans as 4 bytes, little endian).
    pub(crate) fn for_purpose(seed: GameSeed, purpose: Purpose) -> Self {
        let (label, seat, mulligans) = match purpose {
            Purpose::Deal { seat, mulligans } => ("deal", seat.0, mulligans),
            Purpose::StartingPlayer => ("starting-player", 0, 0),
            Purpose::Game => ("game", 0, 0),
            Purpose::RandomAnswers => ("random-answers", 0, 0),
        };
        let key = Sha256::new()
            .chain_update(seed.0)
            .chain_update(label)
            .chain_update([0, seat])
            .chain_update(mulligans.to_le_bytes())
            .finalize();
        Self::new(key.into())
    }

    /// A uniform number from 0 to `bound − 1`; 0 for a bound of 0.
    ///
    /// Multiply-shift on 32-bit outputs with rejection of the biased remainder (Lemire 2019,
    /// <https://doi.org/10.1145/3230636>).
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        let reject_under = bound.wrapping_neg() % bound;
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            let [low, high] = [product & 0xffff_ffff, product >> 32];
            if low >= u64::from(reject_under) {
                // The high half of a product with a 32-bit number fits 32 bits.
                return u32::try_from(high).unwrap_or(u32::MAX);
            }
        }
    }

    /// A uniform index into a list of `len` entries; 0 for an empty list.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(u32::try_from(len).unwrap_or(u32::MAX)) as usize
    }

    /// Fisher–Yates from the front: position i gets a uniform one of those from i on.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in 0..items.len().saturating_sub(1) {
            let j = i + self.index(items.len() - i);
            items.swap(i, j);
        }
    }

    /// 32 fresh bytes.
    pub fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_words_are_those_of_chacha12() {
        // The keystream of an all-zero key, from rand_chacha's documented test vector.
        let mut stream = Stream::new([0; 32]);
        let words: Vec<u32> = (0..2).map(|_| stream.0.next_u32()).collect();
        assert_eq!(u64::from(words[1]) << 32 | u64::from(words[0]), 0x53f9_5507_6a9a_f49b);
    }

    #[test]
    fn indices_are_even() {
        let mut stream = Stream::new([7; 32]);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[stream.index(6)] += 1;
        }
        // Six standard deviations of a binomial with n = 60,000 and p = 1/6 are 548.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 548), "{counts:?}");
    }

    #[test]
    fn seed_text_both_ways() {
        let seed = GameSeed([0xa5; 32]);
        assert_eq!(seed.to_hex().parse::<GameSeed>(), Ok(seed));
        assert!("A5".repeat(32).parse::<GameSeed>().is_err());
        assert!("a5".parse::<GameSeed>().is_err());
        assert!(!format!("{seed:?}").contains("a5"));
    }
}
