//! A puzzle back to text, in the one canonical form of the DeepScry dialect.

use super::card::{self, Card};
use super::phase::step_name;
use super::state::Board;
use super::{Puzzle, Start, assertion, counters, script};
use std::fmt::Write as _;

fn list<'a>(cards: impl Iterator<Item = &'a Card>) -> String {
    cards.map(card::print).collect::<Vec<_>>().join("; ")
}

fn letters(mana: &str) -> String {
    mana.chars().map(String::from).collect::<Vec<_>>().join(" ")
}

fn board(out: &mut Vec<String>, board: &Board) {
    out.push("[state]".to_owned());
    if board.players.len() != 2 {
        out.push(format!("players = {}", board.players.len()));
    }
    out.push(format!("turn = {}", board.turn));
    out.push(format!("activeplayer = p{}", board.active_player));
    out.push(format!("activephase = {}", step_name(board.step)));
    if let Some(step) = board.advance_to {
        out.push(format!("activephaseadvance = {}", step_name(step)));
    }
    if board.remove_summoning_sickness {
        out.push("removesummoningsickness = true".to_owned());
    }
    for (seat, player) in board.players.iter().enumerate() {
        let mut line = |key: &str, value: String| {
            if !value.is_empty() {
                out.push(format!("p{seat}{key} = {value}"));
            }
        };
        let positive = |number: u32| if number == 0 { String::new() } else { number.to_string() };
        line("life", player.life.to_string());
        line("landsplayed", positive(player.lands_played));
        line("landsplayedlastturn", positive(player.lands_played_last_turn));
        line("counters", counters::print_list(&player.counters));
        line("manapool", letters(&player.mana_pool));
        line("persistentmana", letters(&player.persistent_mana));
        line("numringtemptedyou", positive(player.ring_tempted));
        line("speed", positive(player.speed));
        line("precast", player.precast.clone().unwrap_or_default());
        line("putonstack", player.put_on_stack.clone().unwrap_or_default());
        for (key, zone) in player.zones() {
            // In this dialect the last card of a library is its top.
            line(
                key,
                if key == "library" {
                    list(zone.iter().rev())
                } else {
                    list(zone.iter())
                },
            );
        }
    }
}

impl Puzzle {
    /// The file that reads back, in [`super::Dialect::DeepScry`], as this puzzle.
    pub fn print(&self) -> String {
        let meta = &self.metadata;
        let mut out = vec!["[metadata]".to_owned(), format!("Name: {}", meta.name)];
        out.extend(meta.url.as_ref().map(|url| format!("URL: {url}")));
        out.push(format!("Goal: {}", meta.goal.name()));
        out.push(format!("Turns: {}", meta.turns));
        out.push(format!("Difficulty: {}", meta.difficulty.name()));
        out.extend(
            meta.description
                .as_ref()
                .map(|text| format!("Description: {}", text.replace('\n', "\\n"))),
        );
        out.extend(meta.targets.as_ref().map(|targets| format!("Targets: {targets}")));
        out.push(format!("TargetCount: {}", meta.target_count));
        out.push(format!("HumanControl: {}", meta.human_control));
        out.push(format!("GoldenActionMenuEra: {}", meta.golden_action_menu_era));
        out.push(String::new());
        match &self.start {
            Start::State(state) => board(&mut out, state),
            Start::Opening(opening) => out.extend([
                "[opening]".to_owned(),
                format!("deck = {}", opening.deck),
                format!("hand = {}", opening.hand.join("; ")),
                format!("seats = {}", opening.seats),
                format!("mulligans = {}", opening.mulligans),
                format!("freemulligans = {}", opening.free_mulligans),
                format!("playdraw = {}", if opening.on_the_play { "play" } else { "draw" }),
            ]),
        }
        for (seat, commands) in &self.scripts {
            out.extend([String::new(), format!("[p{seat}_script]")]);
            out.extend(commands.iter().map(|command| script::print(&command.value)));
        }
        if !self.assertions.is_empty() {
            out.extend([String::new(), "[final_assertions]".to_owned()]);
            out.extend(self.assertions.iter().map(|claim| assertion::print(&claim.value)));
        }
        let mut text = String::new();
        for line in out {
            let _ = writeln!(text, "{line}");
        }
        text
    }
}
