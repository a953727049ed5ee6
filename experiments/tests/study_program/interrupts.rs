//! A session cut short (case C04): signals, suspension, input that ends.

use crate::human::{ARGS, HAND, WHY, decisions, resume_command, sit_down};
use crate::support::{Home, STUDY};
use crate::terminal::{CTRL_C, Terminal};
use std::time::{Duration, Instant};

#[test]
fn c04_ctrl_c_at_the_reason_leaves_terminal_and_study_whole() {
    let home = Home::new();
    let line = format!(
        "trap : INT\nstty echo\nstty -a > before\n'{STUDY}' {}\necho \"rc=$?\"\nstty -a > after\necho over",
        ARGS.join(" ")
    );
    let mut terminal = Terminal::start(home.program("sh", &["-c", &line]));
    terminal.until(HAND);
    terminal.answer("k", WHY);
    terminal.answer("fine", HAND);
    terminal.answer("m", WHY);
    terminal.press(CTRL_C);
    let end = terminal.until("over");
    assert!(end.contains("rc=130"), "{end}");
    assert!(resume_command(&end).contains("h.json"), "{end}");
    let read = |name: &str| std::fs::read_to_string(home.path(name)).unwrap();
    assert_eq!(read("before"), read("after"));
    assert!(read("after").contains(" echo "), "{}", read("after"));
    assert_eq!(decisions(&home.load("h.json")).len(), 1);
    home.verified("h.json");
    terminal.end();
}

#[test]
fn c04_sigterm_exits_143_and_ctrl_c_stops_a_machine_with_130() {
    let home = Home::new();
    let (terminal, _) = sit_down(&home, &[]);
    terminal.terminate();
    let (code, screen) = terminal.end();
    assert_eq!(code, 143, "{screen}");
    assert!(resume_command(&screen).contains("h.json"), "{screen}");
    let batch = [
        "mulligans",
        "--pilot",
        "first",
        "--games",
        "200000",
        "--base-seed",
        "long",
        "--output",
        "long.json",
    ];
    let mut terminal = Terminal::start(home.study_command(&batch));
    terminal.until("/400000 games");
    terminal.press(CTRL_C);
    let (code, screen) = terminal.end();
    assert_eq!(code, 130, "{screen}");
    assert!(resume_command(&screen).contains("long.json"), "{screen}");
    home.verified("long.json");
}

#[test]
fn c04_input_that_ends_without_a_terminal_is_an_error() {
    for keys in ["", "k", "k\n", "k\nfine\n", "k\n\n\n\n", "zzz\nzzz\n"] {
        let home = Home::new();
        let answer = home.typed(&ARGS, keys);
        assert_eq!(answer.code, 4, "{keys:?}: {answer:?}");
        assert!(answer.err.contains("Go on with: study mulligans"), "{answer:?}");
        assert_eq!(
            decisions(&home.load("h.json")).len(),
            usize::from(keys == "k\nfine\n"),
            "{keys:?}"
        );
    }
}

#[test]
fn c04_suspended_and_brought_back_a_session_goes_on() {
    let home = Home::new();
    let study = home.study_command(&ARGS);
    let mut shell = std::process::Command::new("bash");
    shell.args(["--norc", "--noprofile", "-i"]);
    for (name, value) in study.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    let words: Vec<String> = std::iter::once(study.get_program())
        .chain(study.get_args())
        .map(|word| format!("'{}'", word.to_string_lossy()))
        .collect();
    let mut terminal = Terminal::start(shell);
    terminal.line(&words.join(" "));
    terminal.until(HAND);
    // Ctrl-Z.
    terminal.press(26);
    terminal.until("Stopped");
    terminal.answer("fg", "mulligans");
    terminal.answer("k", WHY);
    terminal.answer("fine", "saved");
    terminal.answer("q", "Go on with");
    terminal.line("exit");
    terminal.end();
    assert!(home.load("h.json").begun("human"));
}

#[test]
fn c04_a_second_ctrl_c_ends_a_machine_at_once() {
    let home = Home::new();
    let args = [
        "mulligans",
        "--pilot",
        "exec:cat > /dev/null",
        "--exec-timeout",
        "60",
        "--base-seed",
        "s",
        "--output",
        "e.json",
    ];
    let mut terminal = Terminal::start(home.study_command(&args));
    let begun = std::time::Instant::now();
    while !home.path("e.json").exists() {
        assert!(begun.elapsed().as_secs() < 20, "the study is not begun");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    for _ in 0..2 {
        std::thread::sleep(std::time::Duration::from_millis(300));
        terminal.press(CTRL_C);
    }
    let (code, screen) = terminal.end();
    assert_eq!(code, 130, "{screen}");
    assert!(begun.elapsed().as_secs() < 30, "it waited for the pilot");
    home.load("e.json");
}

/// Processes whose command line holds `mark`.
fn alive(mark: &str) -> usize {
    let folders = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = folders.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines
        .filter(|line| line.windows(mark.len()).any(|part| part == mark.as_bytes()))
        .count()
}

#[test]
fn c04_a_second_ctrl_c_ends_the_pilot_s_processes_too() {
    if !std::path::Path::new("/proc/self/cmdline").exists() {
        eprintln!("not run: needs /proc");
        return;
    }
    let home = Home::new();
    // Unlike any other process: it reads nothing, and no signal that can be ignored ends it or its own child.
    let mark = format!("31{}", std::process::id());
    let pilot = format!("exec:trap '' HUP INT TERM; sleep {mark} & touch asleep; while :; do sleep {mark}; done");
    let mut args = ARGS.to_vec();
    args.extend(["--pilot", &pilot, "--exec-timeout", "600"]);
    let mut terminal = Terminal::start(home.study_command(&args));
    let begun = Instant::now();
    while !home.path("asleep").exists() || alive(&mark) < 3 {
        assert!(
            begun.elapsed().as_secs() < 20,
            "the pilot is not begun:\n{}",
            terminal.raw()
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    for _ in 0..2 {
        terminal.press(CTRL_C);
        std::thread::sleep(Duration::from_millis(300));
    }
    let (code, screen) = terminal.end();
    assert_eq!(code, 130, "{screen}");
    let ended = Instant::now();
    while alive(&mark) > 0 {
        assert!(ended.elapsed().as_secs() < 5, "the pilot outlives the study");
        std::thread::sleep(Duration::from_millis(20));
    }
}
