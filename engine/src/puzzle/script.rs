//! `[pN_script]`: commands, and the matching that needs no engine.

use super::assertion::{self, Assertion, Predicate};
use super::diagnostic::Fault;
use super::phase::{STEP_NAMES, Step, parse_step, step_name};

/// Whitespace and `_` out, lower case, trailing ASCII punctuation off.
pub fn normalize(text: &str) -> String {
    let plain: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '_')
        .flat_map(char::to_lowercase)
        .collect();
    plain.trim_end_matches(|c: char| c.is_ascii_punctuation()).to_owned()
}

/// Whether a card's name begins with the pattern, both normalised. An empty pattern matches nothing.
pub fn matches(card: &str, pattern: &str) -> bool {
    let pattern = normalize(pattern);
    !pattern.is_empty() && normalize(card).starts_with(&pattern)
}

/// What a targeting clause picks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selector {
    /// A seat: `p0`, `player1`.
    Seat(u8),
    /// The script's own seat.
    Me,
    /// The other seat; in a larger game the next opponent in turn order that is offered.
    Opponent,
    /// The first offered card whose name [`matches`].
    Card(String),
}

/// One command of a script. Card names are patterns for [`matches`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are the commands of docs/puzzles.md")]
pub enum Command {
    Pass,
    Play(String),
    Cast {
        card: String,
        target: Option<Selector>,
    },
    /// `nth` counts from 1.
    Activate {
        card: String,
        nth: Option<u32>,
        target: Option<Selector>,
    },
    Equip {
        card: String,
        target: Option<Selector>,
    },
    /// Every available creature that matches one of the patterns attacks.
    Attack(Vec<String>),
    /// (blocker, attacker).
    Block(Vec<(String, String)>),
    Done,
    Number(u32),
    Target(Selector),
    Choose(String),
    PassUntil {
        turn: Option<u32>,
        step: Option<Step>,
    },
    Wildcard,
    Assert(Assertion),
}

impl Command {
    /// Whether it waits for a declaration in combat rather than for priority.
    pub fn is_combat(&self) -> bool {
        matches!(self, Self::Attack(_) | Self::Block(_))
    }
}

/// Whether a `PASS_UNTIL` holds: the turn has been reached and the step is this one.
pub fn pass_until_holds(turn: Option<u32>, step: Option<Step>, now: (u32, Step)) -> bool {
    turn.is_none_or(|turn| now.0 >= turn) && step.is_none_or(|step| now.1 == step)
}

/// The rest after `verb` and a blank, any case.
fn after<'a>(text: &'a str, verb: &str) -> Option<&'a str> {
    let head = text.get(..verb.len())?;
    let rest = text.get(verb.len()..)?;
    (head.eq_ignore_ascii_case(verb) && rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}

/// Splits at the first `word`, any ASCII case.
fn cut<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let at = text.to_ascii_lowercase().find(word)?;
    Some((text.get(..at)?.trim(), text.get(at + word.len()..)?.trim()))
}

fn pattern(text: &str, line: &str) -> Result<String, Fault> {
    let text = text.trim();
    let inner = ['"', '\'']
        .iter()
        .find_map(|q| text.strip_prefix(*q).and_then(|rest| rest.strip_suffix(*q)));
    let text = inner.unwrap_or(text).trim();
    if normalize(text).is_empty() {
        return Err(Fault::value(
            format!("empty card name in command '{line}'"),
            "name the card, or enough of it to start with",
        ));
    }
    Ok(text.to_owned())
}

/// A selector. `p2` in a game of two is an alias of `p1`.
pub(super) fn selector(text: &str, line: &str, players: u8) -> Result<Selector, Fault> {
    let name = normalize(text);
    let seat = |digits: &str| digits.parse::<u8>().ok();
    let too_big = || {
        Fault::value(
            format!("Invalid player index in '{line}'"),
            format!("write p0 to p{}", players - 1),
        )
    };
    match name.as_str() {
        "me" => return Ok(Selector::Me),
        "opponent" => return Ok(Selector::Opponent),
        "p2" if players == 2 => return Ok(Selector::Seat(1)),
        _ => {}
    }
    if let Some(number) = name.strip_prefix("player").and_then(seat) {
        let seat = number
            .checked_sub(1)
            .filter(|seat| *seat < players)
            .ok_or_else(too_big)?;
        return Ok(Selector::Seat(seat));
    }
    if let Some(number) = name.strip_prefix('p').and_then(seat) {
        return if number < players {
            Ok(Selector::Seat(number))
        } else {
            Err(too_big())
        };
    }
    pattern(text, line).map(Selector::Card)
}

fn targeted<'a>(text: &'a str, line: &str, players: u8) -> Result<(&'a str, Option<Selector>), Fault> {
    match cut(text, " targeting ") {
        Some((card, target)) => Ok((card, Some(selector(target, line, players)?))),
        None => Ok((text, None)),
    }
}

fn pass_until(text: &str) -> Result<Command, Fault> {
    let fault = |message: String| Fault::value(message, "write for example PASS_UNTIL turn=3,phase=MAIN1");
    let (mut turn, mut step) = (None, None);
    for token in text
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|token| !token.is_empty())
    {
        let (key, value) = token
            .split_once('=')
            .ok_or_else(|| fault(format!("PASS_UNTIL: token '{token}' is missing '=' separator")))?;
        match key.to_ascii_lowercase().as_str() {
            "turn" => {
                turn = Some(value.parse().map_err(|_| {
                    fault(format!(
                        "PASS_UNTIL: 'turn' value '{value}' is not a valid positive integer"
                    ))
                })?);
            }
            "phase" | "step" => {
                step = Some(parse_step(value).ok_or_else(|| {
                    fault(format!(
                        "PASS_UNTIL: unknown phase/step name '{value}'. Valid names: {STEP_NAMES}"
                    ))
                })?);
            }
            _ => {
                return Err(fault(format!(
                    "PASS_UNTIL: unknown key '{key}' (expected 'turn' or 'phase')"
                )));
            }
        }
    }
    Ok(Command::PassUntil { turn, step })
}

fn combat(line: &str) -> Option<Result<Command, Fault>> {
    let mut clauses: Vec<&str> = line
        .split(';')
        .map(str::trim)
        .filter(|clause| !clause.is_empty())
        .collect();
    if clauses.last().is_some_and(|clause| clause.eq_ignore_ascii_case("done")) && clauses.len() > 1 {
        clauses.pop();
    }
    let (mut attackers, mut blocks) = (Vec::new(), Vec::new());
    for clause in &clauses {
        if let Some(attacker) = after(clause, "attack") {
            attackers.push(pattern(attacker, line));
        } else if let Some((attacker, blocker)) = after(clause, "block").and_then(|rest| cut(rest, " with ")) {
            blocks.push(pattern(blocker, line).and_then(|b| Ok((b, pattern(attacker, line)?))));
        } else if let Some((blocker, attacker)) = cut(clause, " blocks ") {
            blocks.push(pattern(blocker, line).and_then(|b| Ok((b, pattern(attacker, line)?))));
        }
    }
    if attackers.is_empty() && blocks.is_empty() {
        return None;
    }
    if attackers.len().max(blocks.len()) != clauses.len() {
        let message = format!("mixed clauses in '{line}'");
        return Some(Err(Fault::value(
            message,
            "write only `attack X` or only `X blocks Y`, separated by `;`",
        )));
    }
    Some(if blocks.is_empty() {
        attackers.into_iter().collect::<Result<_, _>>().map(Command::Attack)
    } else {
        blocks.into_iter().collect::<Result<_, _>>().map(Command::Block)
    })
}

/// Words that begin a command and need something after them.
const VERBS: [&str; 9] = [
    "play", "cast", "activate", "equip", "attack", "block", "target", "choose", "assert",
];

/// Reads one command line without its comment; `true` when it is a selector without `target`.
/// A line whose names hold words of the language, so that it can be taken in two ways, is refused.
pub(super) fn parse(line: &str, players: u8) -> Result<(Command, bool), Fault> {
    let (command, bare) = read(line, players)?;
    let printed = print(&command);
    if !printed.contains(" #") && read(&printed, players).is_ok_and(|(again, _)| again == command) {
        return Ok((command, bare));
    }
    let message = format!("command '{line}' can be taken in two ways");
    Err(Fault::value(
        message,
        "write one command a line, without command words or quotes inside card names",
    ))
}

fn read(line: &str, players: u8) -> Result<(Command, bool), Fault> {
    let plain = |command| Ok((command, false));
    match line.to_ascii_lowercase().as_str() {
        "pass" | "p" | "0" => return plain(Command::Pass),
        "done" => return plain(Command::Done),
        "*" => return plain(Command::Wildcard),
        _ => {}
    }
    if line.bytes().all(|b| b.is_ascii_digit()) {
        let number = line.parse().map_err(|_| {
            Fault::value(
                format!("number '{line}' is too large"),
                format!("write at most {}", u32::MAX),
            )
        })?;
        return plain(if number == 0 {
            Command::Pass
        } else {
            Command::Number(number)
        });
    }
    if let Some((head, rest)) = line.split_at_checked(10)
        && head.eq_ignore_ascii_case("PASS_UNTIL")
    {
        return plain(pass_until(rest)?);
    }
    if let Some(text) = after(line, "assert") {
        let claim = assertion::parse(text)?;
        if matches!(claim.predicate, Predicate::GameResult(_)) {
            let message = format!("game-result predicate not allowed in inline assert: '{text}'");
            return Err(Fault::value(message, "move it to [final_assertions]"));
        }
        if claim.is_opening_only() {
            let message = format!("mulligan predicate not allowed in inline assert: '{text}'");
            return Err(Fault::value(message, "use it in a puzzle with [opening]"));
        }
        return plain(Command::Assert(claim));
    }
    if let Some(card) = after(line, "play") {
        return plain(Command::Play(pattern(card, line)?));
    }
    if let Some(text) = after(line, "cast") {
        let (card, target) = targeted(text, line, players)?;
        return plain(Command::Cast {
            card: pattern(card, line)?,
            target,
        });
    }
    if let Some(text) = after(line, "activate") {
        let (card, target) = targeted(text, line, players)?;
        let nth = card.strip_suffix(']').and_then(|card| card.rsplit_once('['));
        let Some((card, nth)) = nth else {
            return plain(Command::Activate {
                card: pattern(card, line)?,
                nth: None,
                target,
            });
        };
        let nth = nth.trim().parse().ok().filter(|nth| *nth > 0).ok_or_else(|| {
            Fault::value(
                format!("bad ability number in '{line}'"),
                "abilities count from 1: activate X[1]",
            )
        })?;
        return plain(Command::Activate {
            card: pattern(card, line)?,
            nth: Some(nth),
            target,
        });
    }
    if let Some(text) = after(line, "equip") {
        let (card, target) = targeted(text, line, players)?;
        return plain(Command::Equip {
            card: pattern(card, line)?,
            target,
        });
    }
    if let Some(text) = after(line, "choose") {
        return plain(Command::Choose(text.to_owned()));
    }
    if let Some(text) = after(line, "target") {
        return plain(Command::Target(selector(text, line, players)?));
    }
    if let Some(command) = combat(line) {
        return plain(command?);
    }
    let first = line.split_whitespace().next().unwrap_or("");
    if let Some(verb) = VERBS.iter().find(|verb| verb.eq_ignore_ascii_case(first)) {
        return Err(Fault::value(
            format!("incomplete command '{line}'"),
            format!("say what to {verb}"),
        ));
    }
    Ok((Command::Target(selector(line, line, players)?), true))
}

fn print_selector(selector: &Selector) -> String {
    match selector {
        Selector::Seat(seat) => format!("p{seat}"),
        Selector::Me => "me".to_owned(),
        Selector::Opponent => "opponent".to_owned(),
        Selector::Card(name) => quoted(name),
    }
}

/// A pattern in quotes, so that no word of it is taken for the language's.
fn quoted(name: &str) -> String {
    if name.starts_with(['"', '\'']) {
        format!("\"{name}\"")
    } else {
        name.to_owned()
    }
}

/// The command in the file's notation.
pub fn print(command: &Command) -> String {
    let clause = |target: &Option<Selector>| {
        target
            .as_ref()
            .map_or(String::new(), |target| format!(" targeting {}", print_selector(target)))
    };
    match command {
        Command::Pass => "pass".to_owned(),
        Command::Play(card) => format!("play {}", quoted(card)),
        Command::Cast { card, target } => format!("cast {}{}", quoted(card), clause(target)),
        Command::Activate { card, nth, target } => {
            let nth = nth.map_or(String::new(), |nth| format!("[{nth}]"));
            format!("activate {}{nth}{}", quoted(card), clause(target))
        }
        Command::Equip { card, target } => format!("equip {}{}", quoted(card), clause(target)),
        Command::Attack(list) => list
            .iter()
            .map(|card| format!("attack {}", quoted(card)))
            .collect::<Vec<_>>()
            .join("; "),
        Command::Block(list) => list
            .iter()
            .map(|(b, a)| format!("{} blocks {}", quoted(b), quoted(a)))
            .collect::<Vec<_>>()
            .join("; "),
        Command::Done => "done".to_owned(),
        Command::Number(number) => number.to_string(),
        Command::Target(selector) => format!("target {}", print_selector(selector)),
        Command::Choose(text) => format!("choose {text}"),
        Command::PassUntil { turn, step } => {
            let turn = turn.map(|turn| format!("turn={turn}"));
            let step = step.map(|step| format!("phase={}", step_name(step)));
            let parts: Vec<_> = turn.into_iter().chain(step).collect();
            format!("PASS_UNTIL {}", parts.join(",")).trim_end().to_owned()
        }
        Command::Wildcard => "*".to_owned(),
        Command::Assert(claim) => format!("assert {}", assertion::print(claim)),
    }
}
