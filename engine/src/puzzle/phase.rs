//! Names of the steps of a turn, as puzzles and scripts write them.

pub use crate::rules::step::Step;

/// What every table of names accepts, for messages.
pub const STEP_NAMES: &str = "UNTAP, UPKEEP, DRAW, MAIN1, BEGINCOMBAT, DECLAREATTACKERS, DECLAREBLOCKERS, \
     FIRSTSTRIKEDAMAGE, COMBATDAMAGE, ENDCOMBAT, MAIN2, END, CLEANUP";

/// The step of a name: any case, blanks, `_` and `-` left out. `None` for an unknown name.
pub fn parse_step(name: &str) -> Option<Step> {
    let plain: String = name
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '_' && *c != '-')
        .flat_map(char::to_lowercase)
        .collect();
    Some(match plain.as_str() {
        "untap" => Step::Untap,
        "upkeep" => Step::Upkeep,
        "draw" => Step::Draw,
        "main" | "main1" | "precombat" | "precombatmain" | "premaincombat" => Step::PrecombatMain,
        "combat" | "combatbegin" | "begincombat" | "beginningofcombat" => Step::BeginningOfCombat,
        "declareattackers" | "combatdeclareattackers" => Step::DeclareAttackers,
        "declareblockers" | "combatdeclareblockers" => Step::DeclareBlockers,
        "firststrikedamage" | "combatfirststrikedamage" => Step::FirstStrikeDamage,
        "combatdamage" => Step::CombatDamage,
        "combatend" | "endcombat" | "endofcombat" => Step::EndOfCombat,
        "main2" | "postcombat" | "postcombatmain" | "postmaincombat" => Step::PostcombatMain,
        "end" | "endstep" | "endofturn" => Step::End,
        "cleanup" => Step::Cleanup,
        _ => return None,
    })
}

/// The canonical name of a step.
pub const fn step_name(step: Step) -> &'static str {
    match step {
        Step::Untap => "UNTAP",
        Step::Upkeep => "UPKEEP",
        Step::Draw => "DRAW",
        Step::PrecombatMain => "MAIN1",
        Step::BeginningOfCombat => "BEGINCOMBAT",
        Step::DeclareAttackers => "DECLAREATTACKERS",
        Step::DeclareBlockers => "DECLAREBLOCKERS",
        Step::FirstStrikeDamage => "FIRSTSTRIKEDAMAGE",
        Step::CombatDamage => "COMBATDAMAGE",
        Step::EndOfCombat => "ENDCOMBAT",
        Step::PostcombatMain => "MAIN2",
        Step::End => "END",
        Step::Cleanup => "CLEANUP",
    }
}
