//! The assertion language of `[final_assertions]` and of `assert` lines.

use super::diagnostic::Fault;

/// Whose thing is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the words of the language")]
pub enum Scope {
    #[default]
    Me,
    Opponent,
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the names are the words of the language")]
        pub enum $name { $($variant),+ }
        impl $name {
            /// The value of a word of the language.
            pub fn parse(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }
            /// The word of the language.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }
    };
}

words!(/// How two numbers are compared.
    Comparator { Eq = "eq", Ne = "ne", Lt = "lt", Le = "le", Gt = "gt", Ge = "ge" });
words!(/// A zone an assertion can look at.
    AssertZone { Hand = "hand", Graveyard = "graveyard", Battlefield = "battlefield", Exile = "exile", Library = "library" });
words!(/// How a game can have gone.
    GameResult { Won = "won", Lost = "lost", Drawn = "drawn", Ended = "ended" });
words!(/// What a mulligan puzzle expects.
    Verdict { Keep = "keep", Mulligan = "mulligan" });

impl Comparator {
    /// Whether `left` stands so to `right`.
    pub fn holds<T: PartialOrd>(self, left: &T, right: &T) -> bool {
        match self {
            Self::Eq => left == right,
            Self::Ne => left != right,
            Self::Lt => left < right,
            Self::Le => left <= right,
            Self::Gt => left > right,
            Self::Ge => left >= right,
        }
    }
}

/// What is claimed. A name of `None` stands for any; names are whole names, any case.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are the predicates of docs/puzzles.md")]
pub enum Predicate {
    Life(Comparator, i32),
    LifeGained(Comparator, i32),
    ZoneCount(AssertZone, Comparator, u32),
    ZoneContains(AssertZone, String),
    LibraryTopContains(u32, String),
    GameResult(GameResult),
    TurnNumber(Comparator, u32),
    TriggerFired(Option<String>),
    SpellCast(Option<String>),
    CreatureDied(Option<String>),
    Decision(Verdict),
    BottomContains(String),
    /// The probability of keeping, in millionths.
    KeepProbability(Comparator, u32),
}

/// One assertion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// Whether the predicate must be false.
    pub negated: bool,
    /// Whose thing.
    pub scope: Scope,
    /// What is claimed.
    pub predicate: Predicate,
}

impl Assertion {
    /// Whether it belongs to mulligan puzzles alone.
    pub fn is_opening_only(&self) -> bool {
        use Predicate::{BottomContains, Decision, KeepProbability};
        matches!(self.predicate, Decision(_) | BottomContains(_) | KeepProbability(..))
    }
}

struct Words<'a> {
    line: &'a str,
    rest: std::collections::VecDeque<&'a str>,
}

impl Words<'_> {
    fn fault(message: String) -> Fault {
        Fault::value(message, "see the assertion grammar in docs/puzzles.md")
    }

    fn comparator(&mut self) -> Result<Comparator, Fault> {
        let line = self.line;
        let word = self
            .rest
            .pop_front()
            .ok_or_else(|| Self::fault(format!("Expected comparator (eq/ne/lt/le/gt/ge) in '{line}'")))?;
        Comparator::parse(word).ok_or_else(|| {
            Self::fault(format!(
                "Unknown comparator '{word}' in '{line}'. Expected: eq, ne, lt, le, gt, ge"
            ))
        })
    }

    fn number<T: std::str::FromStr>(&mut self, want: &str) -> Result<T, Fault> {
        let word = self.rest.pop_front().unwrap_or("");
        word.parse()
            .map_err(|_| Self::fault(format!("Expected {want}, got '{word}' in '{}'", self.line)))
    }

    fn name(&mut self) -> Option<String> {
        let name = self.rest.drain(..).collect::<Vec<_>>().join(" ");
        (!name.is_empty()).then_some(name)
    }

    fn must_name(&mut self) -> Result<String, Fault> {
        self.name()
            .ok_or_else(|| Self::fault(format!("Missing card name after 'contains' in '{}'", self.line)))
    }

    fn word(&mut self, want: &str, after: &str) -> Result<(), Fault> {
        match self.rest.pop_front() {
            Some(word) if word == want => Ok(()),
            other => Err(Self::fault(format!(
                "Expected '{want}' after '{after}' in '{}', got '{}'",
                self.line,
                other.unwrap_or("")
            ))),
        }
    }
}

/// `0.25` as 250000; at most six decimals, at most 1.
fn millionths(text: &str) -> Option<u32> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) || fraction.len() > 6 {
        return None;
    }
    let padded = format!("{fraction:0<6}");
    let value = whole
        .parse::<u32>()
        .ok()?
        .checked_mul(1_000_000)?
        .checked_add(padded.parse().ok()?)?;
    (value <= 1_000_000).then_some(value)
}

/// Reads one assertion line without its comment.
pub(super) fn parse(line: &str) -> Result<Assertion, Fault> {
    let mut words = Words {
        line,
        rest: line.split_whitespace().collect(),
    };
    if words.rest.is_empty() {
        return Err(Words::fault("Empty assertion line".to_owned()));
    }
    let negated = words.rest.front() == Some(&"NOT");
    if negated {
        words.rest.pop_front();
    }
    if words.rest.is_empty() {
        return Err(Words::fault("Assertion has only 'NOT' with no predicate".to_owned()));
    }
    let scope = match words.rest.front().copied() {
        Some("me") => Some(Scope::Me),
        Some("opponent") => Some(Scope::Opponent),
        _ => None,
    };
    if scope.is_some() {
        words.rest.pop_front();
    }
    let keyword = words
        .rest
        .pop_front()
        .ok_or_else(|| Words::fault("Assertion has scope but no predicate keyword".to_owned()))?;
    let predicate = predicate(keyword, &mut words)?;
    if !words.rest.is_empty() {
        return Err(Words::fault(format!(
            "Unexpected extra tokens in assertion '{line}': {:?}",
            words.rest
        )));
    }
    Ok(Assertion {
        negated,
        scope: scope.unwrap_or_default(),
        predicate,
    })
}

fn predicate(keyword: &str, words: &mut Words<'_>) -> Result<Predicate, Fault> {
    let line = words.line;
    if let Some(zone) = AssertZone::parse(keyword) {
        let next = words.rest.pop_front().unwrap_or("");
        return match next {
            "count" => Ok(Predicate::ZoneCount(
                zone,
                words.comparator()?,
                words.number("non-negative integer")?,
            )),
            "contains" => Ok(Predicate::ZoneContains(zone, words.must_name()?)),
            "top" if zone == AssertZone::Library => {
                let top = words.number("non-negative integer")?;
                words.word("contains", "library top <N>")?;
                Ok(Predicate::LibraryTopContains(top, words.must_name()?))
            }
            _ => Err(Words::fault(format!(
                "Expected 'count', 'contains', or 'top' (for library) after zone keyword in '{line}', got '{next}'"
            ))),
        };
    }
    match keyword {
        "life" if words.rest.front() == Some(&"gained") => {
            words.rest.pop_front();
            Ok(Predicate::LifeGained(words.comparator()?, words.number("integer")?))
        }
        "life" => Ok(Predicate::Life(words.comparator()?, words.number("integer")?)),
        "turn" => Ok(Predicate::TurnNumber(
            words.comparator()?,
            words.number("non-negative integer")?,
        )),
        "game" => {
            let word = words.rest.pop_front().unwrap_or("");
            GameResult::parse(word).map(Predicate::GameResult).ok_or_else(|| {
                Words::fault(format!(
                    "Unknown game result predicate '{word}' in '{line}'. Expected: won, lost, drawn, ended"
                ))
            })
        }
        "trigger" => {
            words.word("fired", "trigger")?;
            if words.rest.front() != Some(&"from") {
                return Ok(Predicate::TriggerFired(None));
            }
            words.rest.pop_front();
            words
                .name()
                .map(|name| Predicate::TriggerFired(Some(name)))
                .ok_or_else(|| Words::fault(format!("Missing card name after 'from' in '{line}'")))
        }
        "spell" => words.word("cast", "spell").map(|()| Predicate::SpellCast(words.name())),
        "creature" => words
            .word("died", "creature")
            .map(|()| Predicate::CreatureDied(words.name())),
        "decision" => {
            let word = words.rest.pop_front().unwrap_or("");
            Verdict::parse(word)
                .map(Predicate::Decision)
                .ok_or_else(|| Words::fault(format!("Expected 'keep' or 'mulligan' after 'decision' in '{line}'")))
        }
        "bottom" => {
            words.word("contains", "bottom")?;
            Ok(Predicate::BottomContains(words.must_name()?))
        }
        "p_keep" => {
            let comparator = words.comparator()?;
            let word = words.rest.pop_front().unwrap_or("");
            millionths(word)
                .map(|p| Predicate::KeepProbability(comparator, p))
                .ok_or_else(|| {
                    Words::fault(format!(
                        "Expected a probability from 0 to 1 with at most six decimals, got '{word}' in '{line}'"
                    ))
                })
        }
        _ => Err(Words::fault(format!(
            "Unknown assertion keyword '{keyword}' in '{line}'. Expected: life, hand, graveyard, battlefield, exile, \
             library, game, turn, trigger, spell, creature"
        ))),
    }
}

/// The assertion in the file's notation.
pub fn print(assertion: &Assertion) -> String {
    let mut out = String::new();
    if assertion.negated {
        out.push_str("NOT ");
    }
    if assertion.scope == Scope::Opponent {
        out.push_str("opponent ");
    }
    let maybe = |lead: &str, name: &Option<String>| name.as_ref().map_or(String::new(), |name| format!("{lead}{name}"));
    out + &match &assertion.predicate {
        Predicate::Life(c, n) => format!("life {} {n}", c.word()),
        Predicate::LifeGained(c, n) => format!("life gained {} {n}", c.word()),
        Predicate::ZoneCount(zone, c, n) => format!("{} count {} {n}", zone.word(), c.word()),
        Predicate::ZoneContains(zone, name) => format!("{} contains {name}", zone.word()),
        Predicate::LibraryTopContains(n, name) => format!("library top {n} contains {name}"),
        Predicate::GameResult(result) => format!("game {}", result.word()),
        Predicate::TurnNumber(c, n) => format!("turn {} {n}", c.word()),
        Predicate::TriggerFired(name) => format!("trigger fired{}", maybe(" from ", name)),
        Predicate::SpellCast(name) => format!("spell cast{}", maybe(" ", name)),
        Predicate::CreatureDied(name) => format!("creature died{}", maybe(" ", name)),
        Predicate::Decision(verdict) => format!("decision {}", verdict.word()),
        Predicate::BottomContains(name) => format!("bottom contains {name}"),
        Predicate::KeepProbability(c, p) => format!("p_keep {} {}.{:06}", c.word(), p / 1_000_000, p % 1_000_000),
    }
}
