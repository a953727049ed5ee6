//! The script controller: it answers a seat's decisions by a script, matching on offers only.

use super::default::{self, answer};
use super::words;
use turnzero_contract::{
    ActionKind, ChoiceReason, Decision, DecisionPoint, LegalAction, ParameterFamily, Row, Seat, Specialization,
};
use turnzero_engine::puzzle::script::{self, Command, Selector};
use turnzero_engine::puzzle::{Located, phase::Step};

/// What a script asks for and nothing offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoMatch {
    /// The line of the file.
    pub line: u32,
    /// The command as written.
    pub source: String,
    /// Everything that was offered, in words.
    pub offered: Vec<String>,
}

impl std::fmt::Display for NoMatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (line, source, offered) = (self.line, &self.source, self.offered.join(", "));
        write!(
            f,
            "line {line}: Command '{source}' did not match any available action. Available actions: [{offered}]"
        )
    }
}

/// The script of one seat, and how far it is.
#[derive(Clone, Debug)]
pub struct Controller {
    seat: Seat,
    commands: Vec<Located<Command>>,
    next: usize,
    /// The target of the last command, until a prompt for targets used it.
    target: Option<Selector>,
    /// Waits for the next command to match, in silence.
    wildcard: bool,
    /// The last command put something on the stack; claims after it wait until that is gone.
    after_stack: bool,
}

/// When claims are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A seat is about to decide, with priority or in combat.
    Decision(Seat),
    /// A step is over and nobody has anything left to do in it.
    StepEnd,
    /// The game is over.
    GameEnd,
}

impl Controller {
    /// A seat that follows these commands, and passes when there are none.
    pub const fn new(seat: Seat, commands: Vec<Located<Command>>) -> Self {
        Self {
            seat,
            commands,
            next: 0,
            target: None,
            wildcard: false,
            after_stack: false,
        }
    }

    /// Lines that nothing has used.
    pub fn unused(&self) -> usize {
        self.commands.len() - self.next.min(self.commands.len())
    }

    fn head(&self) -> Option<&Command> {
        self.commands.get(self.next).map(|located| &located.value)
    }

    fn consume(&mut self) {
        self.next += 1;
        self.wildcard = false;
        self.after_stack = false;
    }

    /// The next claim, if the script has reached it. `stack_empty`: nothing waits to resolve.
    pub fn claim(&mut self, moment: Moment, stack_empty: bool) -> Option<&Located<Command>> {
        let Some(Command::Assert(_)) = self.head() else {
            return None;
        };
        let reached = match moment {
            Moment::Decision(_) if self.after_stack => stack_empty,
            Moment::Decision(seat) => seat == self.seat,
            Moment::StepEnd => self.after_stack && stack_empty,
            Moment::GameEnd => self.after_stack,
        };
        if !reached {
            return None;
        }
        self.next += 1;
        self.commands.get(self.next - 1)
    }

    /// A claim that is left when the game is over.
    pub fn unreached(&self) -> Option<&Located<Command>> {
        let left = self.commands.get(self.next..).unwrap_or_default();
        left.iter().find(|located| matches!(located.value, Command::Assert(_)))
    }

    /// The step is over: a `PASS_UNTIL` that names it is done, and claims after it are looked at now.
    pub fn step_over(&mut self, now: (u32, Step)) {
        while let Some(Command::PassUntil { turn, step }) = self.head() {
            if !script::pass_until_holds(*turn, *step, now) {
                return;
            }
            self.consume();
            self.after_stack = true;
        }
    }

    /// Answers a decision; `None` when the script has come to a claim that is to be judged first.
    ///
    /// # Errors
    /// [`NoMatch`] when a command matches nothing that is offered.
    pub fn decide(&mut self, point: &DecisionPoint, now: (u32, Step)) -> Result<Option<Decision>, NoMatch> {
        let offers = &point.legal_actions;
        let kind = offers.first().map(|offer| &offer.kind);
        let priority = offers.iter().any(|offer| offer.kind == ActionKind::Pass);
        if priority || matches!(kind, Some(ActionKind::DeclareAttackers | ActionKind::DeclareBlockers)) {
            while let Some(Command::PassUntil { turn, step }) = self.head() {
                if !script::pass_until_holds(*turn, *step, now) {
                    return Ok(Some(wait(point)));
                }
                self.consume();
            }
            if let (Some(Command::Assert(_)), false) = (self.head(), self.after_stack) {
                return Ok(None);
            }
        }
        Ok(Some(match kind {
            _ if priority => self.priority(point)?,
            Some(ActionKind::DeclareAttackers) => self.attackers(point),
            Some(ActionKind::DeclareBlockers) => self.blockers(point),
            _ => self.prompt(point),
        }))
    }

    fn no_match(&self, point: &DecisionPoint) -> NoMatch {
        let located = self.commands.get(self.next);
        NoMatch {
            line: located.map_or(0, |located| located.line),
            source: located.map(|located| located.source.clone()).unwrap_or_default(),
            offered: point.legal_actions.iter().map(words::offer).collect(),
        }
    }

    fn priority(&mut self, point: &DecisionPoint) -> Result<Decision, NoMatch> {
        let pass = default::pass(point);
        if let Some(Command::Wildcard) = self.head() {
            self.next += 1;
            self.wildcard = true;
        }
        let Some(command) = self.head().cloned() else {
            return Ok(pass);
        };
        match command {
            // Claims wait for the stack, declarations for combat, answers for their prompt.
            Command::Assert(_)
            | Command::Choose(_)
            | Command::Target(_)
            | Command::Attack(_)
            | Command::Block(_)
            | Command::Done
            | Command::PassUntil { .. }
            | Command::Wildcard => Ok(pass),
            Command::Pass => {
                self.consume();
                Ok(pass)
            }
            Command::Number(number) => {
                self.consume();
                let mut menu = point
                    .legal_actions
                    .iter()
                    .filter(|offer| offer.kind != ActionKind::Pass);
                let at = usize::try_from(number).unwrap_or(usize::MAX);
                let chosen = at.checked_sub(1).and_then(|at| menu.nth(at));
                self.after_stack = chosen.is_some();
                Ok(chosen.map_or(pass, |offer| Decision::of(offer.id)))
            }
            command => match matching(&command, &point.legal_actions) {
                Some((offer, target)) => {
                    let decision = Decision::of(offer.id);
                    let land = matches!(offer.kind, ActionKind::PlayLand { .. });
                    self.consume();
                    self.target = target;
                    self.after_stack = !land;
                    Ok(decision)
                }
                None if self.wildcard => Ok(pass),
                None => Err(self.no_match(point)),
            },
        }
    }

    /// The declaration that the script has come to, if any; it is used up.
    fn declaration(&mut self) -> Option<Command> {
        if let (Some(Command::Wildcard), Some(next)) = (self.head(), self.commands.get(self.next + 1))
            && next.value.is_combat()
        {
            self.next += 1;
        }
        let command = self.head().cloned();
        let said = matches!(
            command,
            Some(Command::Attack(_) | Command::Block(_) | Command::Number(_) | Command::Done | Command::Pass)
        );
        if !said {
            return None;
        }
        command
    }

    fn attackers(&mut self, point: &DecisionPoint) -> Decision {
        let command = self
            .declaration()
            .filter(|command| !matches!(command, Command::Block(_)));
        if command.is_some() {
            self.consume();
        }
        attack(point, |at, name| match &command {
            Some(Command::Attack(patterns)) => patterns.iter().any(|pattern| script::matches(name, pattern)),
            Some(Command::Number(number)) => at < usize::try_from(*number).unwrap_or(usize::MAX),
            _ => false,
        })
    }

    fn blockers(&mut self, point: &DecisionPoint) -> Decision {
        let command = self
            .declaration()
            .filter(|command| !matches!(command, Command::Attack(_)));
        if command.is_some() {
            self.consume();
        }
        match command {
            Some(Command::Block(pairs)) => block(point, &pairs),
            Some(Command::Number(number)) => {
                let every = (String::new(), String::new());
                block(point, &vec![every; usize::try_from(number).unwrap_or(0).min(64)])
            }
            _ => block(point, &[]),
        }
    }

    /// Anything asked while something is announced or resolves.
    fn prompt(&mut self, point: &DecisionPoint) -> Decision {
        let targets = point.legal_actions.iter().any(|offer| {
            matches!(
                offer.kind,
                ActionKind::Choose {
                    why: ChoiceReason::Targets,
                    ..
                } | ActionKind::ChooseObjects {
                    why: ChoiceReason::Targets,
                    ..
                }
            )
        });
        let seat = self.seat;
        if targets {
            let stashed = self.target.take();
            let chosen = stashed.and_then(|selector| default::select(point, seat, &selector));
            if let Some(decision) = chosen {
                return decision;
            }
            if let Some(Command::Target(selector)) = self.head().cloned()
                && let Some(decision) = default::select(point, seat, &selector)
            {
                self.next += 1;
                return decision;
            }
        }
        let said = match self.head() {
            Some(Command::Number(number)) => default::say_number(point, *number),
            // The number 0 reads as a pass, which nobody is asked for here.
            Some(Command::Pass) => default::say_number(point, 0),
            Some(Command::Choose(text)) => default::say(point, seat, text),
            _ => None,
        };
        if let Some(decision) = said {
            self.next += 1;
            return decision;
        }
        default::plain(point, seat)
    }
}

/// Does nothing but what has to be done.
fn wait(point: &DecisionPoint) -> Decision {
    match point.legal_actions.first().map(|offer| &offer.kind) {
        Some(ActionKind::DeclareAttackers) => attack(point, |_, _| false),
        Some(ActionKind::DeclareBlockers) => block(point, &[]),
        _ => default::pass(point),
    }
}

/// Attackers by place and name, and those that have to attack (CR 508.1d).
fn attack(point: &DecisionPoint, chosen: impl Fn(usize, &str) -> bool) -> Decision {
    let offer = &point.legal_actions[0];
    let Some(ParameterFamily::Attackers { candidates }) = &offer.parameter else {
        return Decision::of(offer.id);
    };
    let attacks = candidates.iter().enumerate().filter_map(|(at, candidate)| {
        let declared = candidate.required || chosen(at, &words::name_of(point, candidate.attacker));
        let to = candidate.defenders.first().filter(|_| declared)?;
        Some((candidate.attacker, *to))
    });
    answer(offer, Specialization::Attackers(attacks.collect()))
}

/// Blocks by names of blocker and attacker, an empty name for any, beside those that have to block.
fn block(point: &DecisionPoint, pairs: &[(String, String)]) -> Decision {
    let offer = &point.legal_actions[0];
    let Some(ParameterFamily::Blockers { candidates, required }) = &offer.parameter else {
        return Decision::of(offer.id);
    };
    let fits = |row: Row, pattern: &str| pattern.is_empty() || script::matches(&words::name_of(point, row), pattern);
    let mut blocks = required.clone();
    for (blocker, attacker) in pairs {
        let new = candidates.iter().find_map(|candidate| {
            let free = !blocks.iter().any(|(other, _)| *other == candidate.blocker);
            let to = candidate.attackers.iter().find(|row| fits(**row, attacker))?;
            (free && fits(candidate.blocker, blocker)).then_some((candidate.blocker, *to))
        });
        blocks.extend(new);
    }
    answer(offer, Specialization::Blockers(blocks))
}

/// The first offer that a command means, and the target it names.
fn matching<'o>(command: &Command, offers: &'o [LegalAction]) -> Option<(&'o LegalAction, Option<Selector>)> {
    match command {
        Command::Play(card) => {
            let found = offers
                .iter()
                .find(|offer| matches!(&offer.kind, ActionKind::PlayLand { name, .. } if script::matches(name, card)));
            Some((found?, None))
        }
        Command::Cast { card, target } => {
            let (card, manner) = manner(card);
            let found = offers.iter().find(|offer| match &offer.kind {
                ActionKind::Cast { name, way, kicked, .. } => {
                    script::matches(name, card) && manner.is_none_or(|manner| manner.fits(*way, *kicked))
                }
                _ => false,
            });
            Some((found?, target.clone()))
        }
        Command::Activate { card, nth, target } => {
            let nth = nth.map_or(Some(0), |nth| usize::try_from(nth).ok()?.checked_sub(1))?;
            let mut found = offers.iter().filter(
                |offer| matches!(&offer.kind, ActionKind::Activate { name, .. } if script::matches(name, card)),
            );
            Some((found.nth(nth)?, target.clone()))
        }
        Command::Equip { card, target } => {
            let found = offers
                .iter()
                .find(|offer| matches!(&offer.kind, ActionKind::Activate { name, .. } if script::matches(name, card)));
            Some((found?, target.clone()))
        }
        _ => None,
    }
}

/// How a spell is to be cast, when the script says so.
#[derive(Clone, Copy)]
enum Manner {
    Kicked,
    Alternative,
}

impl Manner {
    fn fits(self, way: turnzero_contract::CastWay, kicked: bool) -> bool {
        match self {
            Self::Kicked => kicked,
            Self::Alternative => way != turnzero_contract::CastWay::ManaCost,
        }
    }
}

/// Splits `Name (kicked)` and `Name (alternative)`.
fn manner(card: &str) -> (&str, Option<Manner>) {
    let ends = |word: &str| {
        let at = card.len().checked_sub(word.len())?;
        let tail = card.get(at..)?;
        tail.eq_ignore_ascii_case(word).then(|| card[..at].trim_end())
    };
    if let Some(card) = ends("(kicked)") {
        return (card, Some(Manner::Kicked));
    }
    match ends("(alternative)") {
        Some(card) => (card, Some(Manner::Alternative)),
        None => (card, None),
    }
}
