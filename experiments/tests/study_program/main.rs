//! The programs as their users meet them: commands, prompts, kills, terminals, messages.

mod habits;
mod human;
mod interrupts;
mod kill;
mod leak_check;
mod machine;
mod refusals;
mod schema;
mod sealing;
mod support;
mod terminal;
