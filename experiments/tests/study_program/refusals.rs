//! What a person is told when something is in the way: files, links, names that mean nothing.

use crate::support::{Home, Ran};
use serde_json::Value;
use std::fs;

const PLAY: [&str; 9] = [
    "mulligans",
    "--pilot",
    "first",
    "--games",
    "2",
    "--base-seed",
    "r",
    "--output",
    "r.json",
];

/// Names in the home's own folder.
fn names(home: &Home) -> Vec<String> {
    let entries = fs::read_dir(home.dir.path()).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[track_caller]
fn says(answer: &Ran, code: i32, words: &[&str]) {
    answer.expect(code);
    for word in words {
        assert!(answer.err.contains(word), "{word:?}: {answer:?}");
    }
}

#[test]
fn a_data_root_that_is_a_file_is_no_empty_one() {
    let home = Home::new();
    fs::write(home.path("file"), "").unwrap();
    for (program, args) in [
        (crate::support::SPARK, &["runs"][..]),
        (crate::support::STUDY, &["report", "s.json"]),
        (crate::support::STUDY, &PLAY),
    ] {
        let mut command = home.program(program, args);
        command.env("TURNZERO_LOCAL_DATA_ROOT", home.path("file"));
        says(
            &crate::support::ran(command.output().unwrap()),
            3,
            &["is no folder", "TURNZERO_LOCAL_DATA_ROOT"],
        );
    }
    // Nor is a folder of runs that cannot be listed.
    fs::create_dir(home.path("spark")).unwrap();
    fs::write(home.path("spark/runs"), "").unwrap();
    says(&home.spark(&["runs"]), 3, &["spark/runs"]);
}

#[cfg(unix)]
#[test]
fn a_link_is_called_a_link_and_nothing_is_left() {
    let home = Home::new();
    home.study(&PLAY).expect(0);
    std::os::unix::fs::symlink(home.path("r.json"), home.path("link.json")).unwrap();
    std::os::unix::fs::symlink("nowhere.json", home.path("dangling.json")).unwrap();
    let before = names(&home);
    for link in ["link.json", "dangling.json"] {
        let play = [&PLAY[..8], &[link]].concat();
        for args in [&["verify", link][..], &["report", link], &play] {
            says(&home.study(args), 3, &[link, "symbolic link"]);
        }
    }
    assert_eq!(names(&home), before);
}

#[test]
fn a_device_or_a_folder_is_no_study_and_nothing_is_left() {
    let home = Home::new();
    fs::create_dir(home.path("folder.json")).unwrap();
    let before = names(&home);
    for output in ["/dev/null", "folder.json"] {
        let play = [&PLAY[..8], &[output]].concat();
        for args in [&["verify", output][..], &play] {
            says(
                &home.study(args),
                3,
                &[output, "no regular file", "give the path of a file"],
            );
        }
    }
    assert_eq!(names(&home), before);
    assert!(!std::path::Path::new("/dev/null.lock").exists());
}

#[test]
fn a_study_forged_with_a_new_digest_is_used_by_no_command() {
    let home = Home::new();
    home.study(&[&PLAY[..2], &["heuristic"], &PLAY[3..]].concat()).expect(0);
    let path = home.path("r.json");
    let mut forged: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let decision = forged
        .pointer_mut("/actors/heuristic/games/0/decisions/0/chosen")
        .unwrap();
    let other = if decision == "action-0" { "action-1" } else { "action-0" };
    *decision = other.into();
    forged.as_object_mut().unwrap().remove("sha256");
    let digest = turnzero_datasets::canonical::address(&forged).unwrap();
    forged["sha256"] = digest.into();
    fs::write(&path, turnzero_datasets::canonical::value_bytes(&forged)).unwrap();
    let words = [
        "r.json",
        "actors.heuristic.games.0.decisions[0].chosen",
        "`study verify`",
    ];
    for args in [
        &["report", "r.json"][..],
        &["report", "r.json", "--records", "heuristic"],
        &["mulligans", "--report", "--output", "r.json"],
        &["mulligans", "--pilot", "first", "--output", "r.json"],
        &[
            "mulligans",
            "--pilot",
            "replay:r.json#heuristic",
            "--base-seed",
            "r",
            "--output",
            "new.json",
        ],
    ] {
        says(&home.study(args), 3, &words);
    }
    for args in [
        &["train-mulligans", "--study", "r.json", "--labels", "heuristic"][..],
        &["export", "--study", "r.json", "--out", "x"],
    ] {
        says(&home.spark(args), 3, &words);
    }
    assert!(!home.path("x").exists() && !home.path("spark").exists() && !home.path("new.json").exists());
    let verified = home.study(&["verify", "r.json", "--json"]);
    verified.expect(1);
    assert_eq!(verified.object()["ok"], false);
}

#[test]
fn a_seed_that_names_nothing_is_wrong_usage() {
    let home = Home::new();
    for seed in ["", "  "] {
        let args = [&PLAY[..6], &[seed], &PLAY[7..]].concat();
        says(&home.study(&args), 2, &["--base-seed is empty"]);
    }
    for pilot in ["random:-1", "random:07", "random:x"] {
        let args = [&PLAY[..2], &[pilot], &PLAY[3..]].concat();
        says(&home.study(&args), 2, &["whole number from 0 to 18446744073709551615"]);
    }
    assert_eq!(names(&home), Vec::<String>::new());
    let advise = [
        "advise",
        "--deck",
        "d.txt",
        "--hand",
        "x",
        "--mulligans-taken",
        "4294967295",
    ];
    says(&home.spark(&advise), 2, &["0..=14"]);
}

#[test]
fn a_restart_of_what_has_not_begun_is_silent_only_for_who_plays() {
    let home = Home::new();
    let fresh = home.study(&[&PLAY[..], &["--restart", "first"]].concat());
    fresh.expect(0);
    assert!(!fresh.err.contains("nothing to discard"), "{fresh:?}");
    // A misspelt name, and a command that does nothing else, are told.
    let other = home.study(&[&PLAY[..], &["--restart", "frist"]].concat());
    says(&other, 0, &["no games of frist; nothing to discard"]);
    let only = [
        "mulligans",
        "--output",
        "r.json",
        "--restart-spark",
        "--restart",
        "first",
    ];
    let only = home.study(&only);
    says(&only, 0, &["no games of spark; nothing to discard"]);
    assert!(only.out.contains("discarded first in"), "{only:?}");
}

#[test]
fn every_deck_list_is_checked_whatever_the_others_are() {
    let home = Home::new();
    fs::create_dir(home.path("folder")).unwrap();
    fs::write(home.path("good.txt"), "60 Plains\n").unwrap();
    fs::write(home.path("bad.txt"), "60 Plains\nx 1 Zzz\n").unwrap();
    let lists = ["folder", "absent.txt", "bad.txt", "good.txt"];
    let answer = home.study(&[&["decks", "check"][..], &lists, &["--json"]].concat());
    answer.expect(3);
    let decks = answer.object()["decks"].as_array().unwrap().clone();
    let told: Vec<(&str, bool)> = decks
        .iter()
        .map(|deck| (deck["file"].as_str().unwrap(), deck["ok"].as_bool().unwrap()))
        .collect();
    assert_eq!(
        told,
        [
            ("folder", false),
            ("absent.txt", false),
            ("bad.txt", false),
            ("good.txt", true)
        ]
    );
    assert!(decks[0]["problems"][0]["problem"].as_str().unwrap().contains("folder"));
    let people = home.study(&[&["decks", "check"][..], &lists].concat());
    says(
        &people,
        3,
        &["3 of 4 deck lists have problems: folder, absent.txt, bad.txt;"],
    );
    for line in ["deck: is a folder", "deck: cannot be read", "good.txt: 60 cards, ok"] {
        assert!(people.out.contains(line), "{line}: {people:?}");
    }
}

#[test]
fn one_player_is_no_players() {
    let home = Home::new();
    let args = [
        "mulligans",
        "--seats",
        "1",
        "--base-seed",
        "one",
        "--output",
        "one.json",
    ];
    let answer = home.typed(&args, "q\n");
    answer.expect(0);
    assert!(answer.out.contains("1 player,"), "{answer:?}");
}
