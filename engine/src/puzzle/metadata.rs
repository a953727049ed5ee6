//! `[metadata]`: what a puzzle says about itself. Nothing here changes the game.

use super::diagnostic::{Class, Fault, Sink};
use super::sections::{Line, pairs};

/// The golden-log contract this engine writes.
pub const GOLDEN_ACTION_MENU_ERA: u8 = 76;

/// What the solver is to do. Shown, not enforced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// Win within the turn limit.
    #[default]
    Win,
    /// Be alive after the turn limit.
    Survive,
    /// No matching permanent is left on the battlefield.
    DestroySpecified,
    /// The same, by any removal.
    RemoveSpecified,
    /// The same, for creatures.
    KillSpecified,
    /// Have matching permanents on the battlefield.
    PlaySpecified,
    /// No matching permanent is left under the opponent's control.
    GainControl,
    /// Win before the opponent's next turn.
    WinBeforeOpponentsTurn,
}

impl Goal {
    /// Every goal with its canonical spelling.
    pub const ALL: [(Self, &'static str); 8] = [
        (Self::Win, "Win"),
        (Self::Survive, "Survive"),
        (Self::DestroySpecified, "Destroy Specified Permanents"),
        (
            Self::RemoveSpecified,
            "Remove Specified Permanents from the Battlefield",
        ),
        (Self::KillSpecified, "Kill Specified Creatures"),
        (Self::PlaySpecified, "Play the Specified Permanent"),
        (Self::GainControl, "Gain Control of Specified Permanents"),
        (Self::WinBeforeOpponentsTurn, "Win before opponent's next turn"),
    ];

    fn parse(text: &str) -> Option<Self> {
        let lower = text.trim().to_lowercase();
        match lower.as_str() {
            "destroy specified creatures" => return Some(Self::DestroySpecified),
            "put the specified permanent on the battlefield" => return Some(Self::PlaySpecified),
            _ => {}
        }
        Self::ALL
            .iter()
            .find(|(_, name)| name.to_lowercase() == lower)
            .map(|(goal, _)| *goal)
    }

    /// The canonical spelling.
    pub fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(goal, _)| *goal == self)
            .map_or("Win", |(_, name)| name)
    }
}

/// How hard the author thinks it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Difficulty {
    Tutorial,
    #[default]
    Easy,
    Medium,
    Hard,
    VeryHard,
    Common,
    Uncommon,
    Rare,
    Mythic,
    Special,
}

impl Difficulty {
    /// Every difficulty with its canonical spelling.
    pub const ALL: [(Self, &'static str); 10] = [
        (Self::Tutorial, "Tutorial"),
        (Self::Easy, "Easy"),
        (Self::Medium, "Medium"),
        (Self::Hard, "Hard"),
        (Self::VeryHard, "Very Hard"),
        (Self::Common, "Common"),
        (Self::Uncommon, "Uncommon"),
        (Self::Rare, "Rare"),
        (Self::Mythic, "Mythic"),
        (Self::Special, "Special"),
    ];

    /// The canonical spelling.
    pub fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(difficulty, _)| *difficulty == self)
            .map_or("Easy", |(_, name)| name)
    }
}

/// The whole section. `turns` is the goal's limit, not a limit on the run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the keys of the section")]
pub struct Metadata {
    pub name: String,
    pub url: Option<String>,
    pub goal: Goal,
    pub turns: u32,
    pub difficulty: Difficulty,
    /// `\n` of the file is a newline here.
    pub description: Option<String>,
    pub targets: Option<String>,
    pub target_count: u32,
    pub human_control: bool,
    pub golden_action_menu_era: u8,
}

impl Default for Metadata {
    fn default() -> Self {
        Self {
            name: "Unnamed Puzzle".to_owned(),
            url: None,
            goal: Goal::default(),
            turns: 1,
            difficulty: Difficulty::default(),
            description: None,
            targets: None,
            target_count: 1,
            human_control: false,
            golden_action_menu_era: GOLDEN_ACTION_MENU_ERA,
        }
    }
}

fn text(value: &str) -> Option<String> {
    (!value.is_empty()).then(|| value.to_owned())
}

fn number(value: &str, what: &str) -> Result<u32, Fault> {
    value.parse().map_err(|_| {
        Fault::value(
            format!("Invalid {what}: {value}"),
            format!("write a whole number from 0 to {}", u32::MAX),
        )
    })
}

pub(super) fn parse(lines: &[Line<'_>], sink: &mut Sink<'_>) -> Metadata {
    let mut out = Metadata::default();
    let mut goal_line = None;
    for (key, value, line) in pairs(lines, "metadata", sink) {
        let at = line.at_part(value);
        match key.as_str() {
            "name" => out.name = text(value).unwrap_or(out.name),
            "url" => out.url = text(value),
            "description" => out.description = text(&value.replace("\\n", "\n")),
            "targets" => out.targets = text(value),
            "humancontrol" => out.human_control = value.eq_ignore_ascii_case("true"),
            "turns" => out.turns = sink.keep(at, number(value, "turns value")).unwrap_or(1),
            "targetcount" => out.target_count = sink.keep(at, number(value, "target count")).unwrap_or(1),
            "difficulty" => {
                let found = Difficulty::ALL
                    .iter()
                    .find(|(_, name)| name.eq_ignore_ascii_case(value));
                let names = Difficulty::ALL.map(|(_, name)| name).join(", ");
                let result = found
                    .map(|(difficulty, _)| *difficulty)
                    .ok_or_else(|| Fault::value(format!("Invalid difficulty: {value}"), format!("use one of {names}")));
                out.difficulty = sink.keep(at, result).unwrap_or_default();
            }
            "goal" => {
                goal_line = Some(at);
                let names = Goal::ALL.map(|(_, name)| name).join(", ");
                let result = Goal::parse(value)
                    .ok_or_else(|| Fault::value(format!("Unknown goal type: {value}"), format!("use one of {names}")));
                out.goal = sink.keep(at, result).unwrap_or_default();
            }
            "goldenactionmenuera" => {
                let era = value.parse::<u8>().ok().filter(|era| *era == GOLDEN_ACTION_MENU_ERA);
                let result = era.ok_or_else(|| {
                    Fault::value(
                        format!("Invalid GoldenActionMenuEra: {value}"),
                        format!("the only known era is {GOLDEN_ACTION_MENU_ERA}; leave the key out to get it"),
                    )
                });
                out.golden_action_menu_era = sink.keep(at, result).unwrap_or(GOLDEN_ACTION_MENU_ERA);
            }
            _ => sink.warn(
                line.at(),
                Fault::new(
                    Class::Ignored,
                    format!("unknown key `{key}` in [metadata] is ignored"),
                    "known keys are name, url, goal, turns, difficulty, description, targets, targetcount, \
                     humancontrol, goldenactionmenuera",
                ),
            ),
        }
    }
    if let (Goal::PlaySpecified, None, Some(at)) = (out.goal, &out.targets, goal_line) {
        sink.error(
            at,
            Fault::value(
                "PlaySpecifiedPermanent goal requires Targets field",
                "add a `Targets:` line to [metadata]",
            ),
        );
    }
    out
}
