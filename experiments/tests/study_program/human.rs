//! A person at a terminal (case C04): the whole conversation.

use crate::support::{HUMAN, Home, ran};
use crate::terminal::{CTRL_D, Terminal};
use turnzero_contract::{ActionKind, Report};
use turnzero_datasets::{DecisionRecord, Event, Provenance, StoreOptions, Study, StudyStore};

pub(super) const HAND: &str = "for help)> ";
pub(super) const BOTTOM: &str = "to the bottom> ";
pub(super) const WHY: &str = "own phrases)> ";
pub(super) const ARGS: [&str; 7] = [
    "mulligans",
    "--games",
    "3",
    "--base-seed",
    "person",
    "--output",
    "h.json",
];

pub(super) fn sit_down(home: &Home, more: &[&str]) -> (Terminal, String) {
    let mut terminal = Terminal::start(home.study_command(&[&ARGS[..], more].concat()));
    let screen = terminal.until(HAND);
    (terminal, screen)
}

/// One line a card: those after the last heading of the screen.
pub(super) fn bullets(screen: &str) -> Vec<String> {
    let lines = screen.lines().filter(|line| line.starts_with("• "));
    lines.map(str::to_owned).collect()
}

/// The person's own decisions: what was chosen and said.
pub(super) fn decisions(study: &Study) -> Vec<(u32, ActionKind, String, bool)> {
    let games = study.actors.get(HUMAN).into_iter().flat_map(|record| &record.games);
    games
        .flat_map(|(game, played)| played.decisions.iter().map(|decision| (*game, decision)))
        .filter(|(_, decision)| !decision.automatic)
        .map(|(game, d)| (game, d.choice().unwrap().clone(), d.reason().to_owned(), d.unsure()))
        .collect()
}

pub(super) fn resume_command(screen: &str) -> String {
    let line = screen
        .lines()
        .rev()
        .find(|line| line.contains("study mulligans "))
        .unwrap();
    line[line.find("study mulligans").unwrap()..].trim().to_owned()
}

#[test]
fn the_whole_conversation() {
    let home = Home::new();
    let (mut terminal, first) = sit_down(&home, &["--color", "never"]);
    assert_eq!(bullets(&first).len(), 7, "{first}");
    assert!(
        first.contains("hand 1/6") && first.contains("the next mulligan is free"),
        "{first}"
    );
    assert!(terminal.answer("x", HAND).contains("ku keep, unsure"));
    let rules = terminal.answer("?", HAND);
    assert!(
        rules.lines().filter(|line| line.starts_with("    ")).count() >= 5,
        "{rules}"
    );
    let card = bullets(&first)[0]
        .trim_start_matches("• ")
        .split("  ")
        .next()
        .unwrap()
        .to_owned();
    let one = terminal.answer(&format!("? {card}"), HAND);
    assert!(one.lines().any(|line| line.starts_with(&card)), "{one}");
    assert!(terminal.answer("? Zzz", HAND).contains("No card"));
    assert!(terminal.answer("u", HAND).contains("Nothing to take back"));
    // A mulligan that is free, one that is not, a keep with its bottom card; every reason at once.
    terminal.answer("m", WHY);
    assert!(terminal.answer("", WHY).contains("A reason is part of the record"));
    terminal.answer("b", HAND);
    terminal.answer("m", WHY);
    let second = terminal.answer("no play before turn four", HAND);
    assert!(
        second.contains("saved") && second.contains("after 1 mulligan"),
        "{second}"
    );
    assert_eq!(bullets(&second).len(), 7, "{second}");
    terminal.answer("mu", WHY);
    terminal.answer("\\q", HAND);
    terminal.answer("ku", WHY);
    let asked = terminal.answer("lands and a rock", BOTTOM);
    assert_eq!(bullets(&asked).len(), 7, "{asked}");
    assert!(asked.contains("1 card to put on the bottom"), "{asked}");
    assert!(terminal.answer("99", BOTTOM).contains("number or first letters"));
    terminal.answer("1", WHY);
    let kept = terminal.answer("too dear", HAND);
    let end = kept.find("hand 2/6").unwrap();
    assert_eq!(
        bullets(&kept[..end]).len(),
        6,
        "the final hand, one line a card: {kept}"
    );
    assert_eq!(bullets(&kept[end..]).len(), 7, "{kept}");
    // Undo reaches back into the finished game.
    let back = terminal.answer("u", BOTTOM);
    assert!(
        back.contains("taken back") && back.contains("1 card to put on the bottom"),
        "{back}"
    );
    let name = bullets(&back)[6]
        .trim_start_matches("• ")
        .split("  ")
        .next()
        .unwrap()
        .to_owned();
    terminal.answer(&name, WHY);
    let kept = terminal.answer("the better card to lose", HAND);
    let skipped = bullets(&kept[kept.find("hand 2/6").unwrap()..]);
    // A skipped hand comes back when the others are answered.
    let mut hands = bullets(&terminal.answer("s", HAND));
    for _ in 0..4 {
        assert_ne!(hands, skipped);
        terminal.answer("k", WHY);
        let screen = terminal.answer("fine", HAND);
        hands = bullets(&screen[screen.rfind("hand ").unwrap()..]);
        if let Some(at) = screen.rfind("\nhand ") {
            hands = bullets(&screen[at..]);
        }
    }
    assert_eq!(hands, skipped);
    terminal.answer("k", WHY);
    terminal.line("last");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    assert!(screen.contains("Every hand is answered"), "{screen}");
    assert!(!screen.contains("Go on with"), "{screen}");
    let study = home.load("h.json");
    assert!(study.complete(HUMAN));
    let made = decisions(&study);
    let said: Vec<(&str, bool)> = made
        .iter()
        .map(|(_, _, reason, unsure)| (reason.as_str(), *unsure))
        .collect();
    assert_eq!(
        said[..4],
        [
            ("no play before turn four", false),
            ("q", true),
            ("lands and a rock", true),
            ("the better card to lose", false),
        ]
    );
    assert_eq!(made[3].1, ActionKind::Bottom { card: name });
    assert_eq!(made.len(), 4 + 5);
    home.verified("h.json");
}

#[test]
fn quitting_prints_the_command_that_goes_on_at_the_same_hand() {
    let home = Home::new();
    let (mut terminal, _) = sit_down(&home, &["--color", "never"]);
    terminal.answer("k", WHY);
    let second = terminal.answer("fine", HAND);
    let before = second[second.find("\nhand 2/6").unwrap()..].to_owned();
    // `q` at the reason is a quit, and the choice before it is not half saved.
    terminal.answer("m", WHY);
    terminal.line("q");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    assert_eq!(decisions(&home.load("h.json")).len(), 1);
    let command = resume_command(&screen);
    assert!(
        command.contains("--output h.json") && command.contains("--base-seed person"),
        "{command}"
    );
    let mut again = Terminal::start(home.shell(&format!("{command} --color never")));
    let shown = again.until(HAND);
    let same = |screen: &str| -> Vec<String> {
        let lines = screen
            .lines()
            .filter(|line| !line.contains(" median") && !line.starts_with("hand 2/6"));
        lines.map(str::to_owned).filter(|line| !line.is_empty()).collect()
    };
    assert_eq!(same(&before), same(&shown));
    assert!(shown.contains("hand 2/6"), "{shown}");
    again.press(CTRL_D);
    let (code, screen) = again.end();
    assert_eq!(code, 0, "Ctrl-D is q: {screen}");
    assert_eq!(resume_command(&screen), command);
}

#[test]
fn c02_colour_on_a_terminal_and_only_where_it_is_welcome() {
    let home = Home::new();
    let escapes = |args: &[&str], set: &[(&str, Option<&str>)]| {
        let mut command = home.study_command(args);
        for (name, value) in set {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let (code, screen) = Terminal::start(command).end();
        assert!(code == 0 || args == ["nonsense"], "{screen}");
        assert!(!screen.is_empty());
        screen.contains('\u{1b}')
    };
    let machine = ["mulligans", "--pilot", "heuristic", "--restart-heuristic"];
    for args in [&["cards", "Sol Ring"][..], &machine, &["--help"], &["nonsense"]] {
        assert!(escapes(args, &[]), "{args:?}: colour on a terminal");
        assert!(
            escapes(args, &[("NO_COLOR", Some(""))]),
            "{args:?}: an empty NO_COLOR is none"
        );
        assert!(!escapes(args, &[("NO_COLOR", Some("1"))]), "{args:?}: NO_COLOR");
        assert!(!escapes(args, &[("TERM", Some("dumb"))]), "{args:?}: a dumb terminal");
        assert!(!escapes(args, &[("TERM", None)]), "{args:?}: no TERM");
        let with = |flag| [&["--color", flag], args].concat();
        if args != ["nonsense"] {
            assert!(!escapes(&with("never"), &[]), "{args:?}: --color never");
        }
    }
    assert!(
        escapes(&["--color", "always", "cards", "Sol Ring"], &[("NO_COLOR", Some("1"))]),
        "the flag wins"
    );
    // Prompts, too, keep to it; narrow terminals change nothing.
    let mut command = home.study_command(&ARGS);
    command.env("NO_COLOR", "1").env("COLUMNS", "40");
    let mut terminal = Terminal::start(command);
    terminal.until(HAND);
    terminal.answer("?", HAND);
    terminal.answer("m", WHY);
    terminal.answer("no", HAND);
    terminal.line("q");
    let (_, screen) = terminal.end();
    assert!(!screen.contains('\u{1b}'), "{screen:?}");
}

#[test]
fn own_phrases_can_be_used_again() {
    let home = Home::new();
    let answer = home.typed(&ARGS, "k\n!\nfine\nk\n!\n!1\nq\n");
    answer.expect(0);
    assert!(
        answer.out.contains("No phrases yet") && answer.out.contains("!1   fine"),
        "{answer:?}"
    );
    let made = decisions(&home.load("h.json"));
    assert!(
        made.iter().all(|(_, _, reason, _)| reason == "fine") && made.len() == 2,
        "{made:?}"
    );
}

#[test]
fn repeats_are_blind_late_and_no_part_of_the_games() {
    let home = Home::new();
    let args = [
        "mulligans",
        "--games",
        "10",
        "--base-seed",
        "r",
        "--output",
        "r.json",
        "--repeat-share",
        "1",
    ];
    let answer = home.typed(&args, &"k\nfine\n".repeat(60));
    answer.expect(0);
    let study = home.load("r.json");
    let record = &study.actors[HUMAN];
    assert!(study.complete(HUMAN));
    assert_eq!(decisions(&study).len(), 20, "a repeat is no decision of the game");
    let repeated: Vec<u32> = record.repeats.iter().map(|repeat| repeat.game).collect();
    assert_eq!(repeated, [0, 1, 2, 3, 4], "at least 15 hands lie between");
    assert!(
        !answer.out.to_lowercase().contains("repeat"),
        "a repeat looks like any hand"
    );
    home.verified("r.json");
    let none = Home::new();
    none.typed(&args[..7], &"k\nfine\n".repeat(60)).expect(0);
    assert!(none.load("r.json").actors[HUMAN].repeats.is_empty());
}

/// The same study, the reasons left out: as an older or foreign tool may have written it.
fn without_reasons(home: &Home, from: &str, to: &str) {
    let study = home.load(from);
    let mut store = StudyStore::create(&home.path(to), study.header.clone(), StoreOptions::default()).unwrap();
    let mut record = |event: Event| {
        store.record(&event).unwrap();
    };
    let actor = || HUMAN.to_owned();
    for (sha256, knowledge) in &study.knowledge {
        record(Event::KnowledgeStored {
            sha256: sha256.clone(),
            knowledge: knowledge.clone(),
        });
    }
    record(Event::ActorStarted {
        actor: actor(),
        provenance: Provenance {
            pilot: actor(),
            ..Provenance::default()
        },
    });
    for (&game, played) in study.actors[HUMAN]
        .games
        .iter()
        .filter(|(_, played)| !played.decisions.is_empty())
    {
        record(Event::GameStarted {
            actor: actor(),
            game,
            knowledge: played.knowledge.clone(),
        });
        for (index, decision) in played.decisions.iter().enumerate() {
            let report = Report {
                unsure: decision.unsure(),
                ..Report::default()
            };
            let decision = DecisionRecord {
                report: Some(report),
                ..decision.clone()
            };
            record(Event::Decided {
                actor: actor(),
                game,
                index: u32::try_from(index).unwrap(),
                decision: Box::new(decision),
                timing: None,
            });
        }
    }
    store.finish().unwrap();
}

#[test]
fn annotation_covers_bottom_choices_and_shows_the_snapshot() {
    let home = Home::new();
    home.typed(&ARGS, "m\na\nm\nb2\nku\nc\n1\nd\nq\n").expect(0);
    without_reasons(&home, "h.json", "plain.json");
    let annotate = ["mulligans", "--output", "plain.json", "--annotate-human"];
    let first = home.typed(&annotate, "\nwas slow\nq\n");
    first.expect(0);
    assert!(first.out.contains("1/4: you chose mulligan"), "{first:?}");
    assert_eq!(
        bullets(&first.out[..first.out.find("1/4").unwrap()]).len(),
        7,
        "{first:?}"
    );
    let rest = home.typed(&annotate, "two\nthree\n\\q\n");
    rest.expect(0);
    assert!(rest.out.contains("you chose keep, unsure"), "{rest:?}");
    assert!(
        rest.out.contains("to the bottom") && rest.out.contains("Every choice has its reason"),
        "{rest:?}"
    );
    let reasons: Vec<String> = decisions(&home.load("plain.json"))
        .into_iter()
        .map(|made| made.2)
        .collect();
    assert_eq!(reasons, ["was slow", "two", "three", "q"]);
    home.verified("plain.json");
}

#[test]
fn a_person_whose_screen_is_full_is_told() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else {
        eprintln!("not run: needs /dev/full");
        return;
    };
    let home = Home::new();
    let mut command = home.study_command(&ARGS);
    let answer = ran(command.stdout(full).output().unwrap());
    assert_eq!(answer.code, 3, "{answer:?}");
    assert!(answer.err.contains("space"), "{answer:?}");
}
