//! What a report may say about two policies.

use serde::{Deserialize, Serialize};

use super::sign_flip::SignFlip;

/// Family-wise error rate of a report's verdicts.
pub const ALPHA: f64 = 0.05;

/// Fewest games that differ for a test: with 5, even one-sided evidence has p = 2/32 > 0.05.
pub const MIN_DISCORDANT: usize = 6;

/// The outcome of a pair in a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// `a` agrees with the reference more often.
    A,
    /// `b` agrees with the reference more often.
    B,
    /// Tested and not separated, which is not the same as shown to be equal.
    Tied,
    /// No reference outside the pair, or too few games that differ.
    Untested,
}

impl Verdict {
    /// The outcome in words that claim no more than the test does.
    pub fn words(self) -> &'static str {
        match self {
            Self::A => "a agrees with the reference more often",
            Self::B => "b agrees with the reference more often",
            Self::Tied => "not separated",
            Self::Untested => "untested",
        }
    }
}

/// Verdict on the pair whose first-hand differences gave `test`, with its Holm-adjusted p.
///
/// Differences are [a agrees] − [b agrees] with a reference that is neither; without one
/// (`outside_reference` false) there is nothing to be better at. A NaN never separates.
pub fn verdict(test: &SignFlip, holm_p: f64, outside_reference: bool) -> Verdict {
    if !outside_reference || test.nonzero < MIN_DISCORDANT {
        Verdict::Untested
    } else if holm_p < ALPHA && test.sum > 0 {
        Verdict::A
    } else if holm_p < ALPHA && test.sum < 0 {
        Verdict::B
    } else {
        Verdict::Tied
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::sign_flip::sign_flip;

    #[test]
    fn every_outcome_by_its_rule() {
        let six = sign_flip(&[1; 6], "s");
        let five = sign_flip(&[1; 5], "s");
        let against = sign_flip(&[-1; 6], "s");
        assert_eq!(verdict(&six, six.p, true), Verdict::A);
        assert_eq!(verdict(&against, against.p, true), Verdict::B);
        // Adjusted for two pairs, 4/64 is no longer below 0.05; nor is 0.05 itself.
        assert_eq!(verdict(&six, 2.0 * six.p, true), Verdict::Tied);
        assert_eq!(verdict(&six, 0.05, true), Verdict::Tied);
        assert_eq!(verdict(&six, f64::NAN, true), Verdict::Tied);
        assert_eq!(verdict(&six, six.p, false), Verdict::Untested);
        assert_eq!(verdict(&five, 0.001, true), Verdict::Untested);
        assert_eq!(Verdict::Tied.words(), "not separated");
    }

    #[test]
    fn the_limit_is_the_least_n_that_can_reach_the_level() {
        assert!(sign_flip(&[1; MIN_DISCORDANT], "s").p < ALPHA);
        assert!(sign_flip(&[1; MIN_DISCORDANT - 1], "s").p >= ALPHA);
    }

    #[test]
    fn names_in_json() {
        let names: Vec<String> = [Verdict::A, Verdict::B, Verdict::Tied, Verdict::Untested]
            .iter()
            .map(|v| serde_json::to_string(v).expect("a plain name"))
            .collect();
        assert_eq!(names, ["\"a\"", "\"b\"", "\"tied\"", "\"untested\""]);
    }
}
