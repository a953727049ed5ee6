//! Batches answered by programs: whole, repeatable, resumable, restartable.

use crate::support::{ALWAYS_MULLIGAN, Home, Ran, finished, has_tool, ran};
use serde_json::Value;

const DEFAULT: &str = "mulligan-study/baeloth-quintorius-50-v5.json";
const PILOTS: [&str; 9] = [
    "heuristic",
    "random:7",
    "first",
    "forge",
    "xmage",
    "phase",
    "magarena",
    "argentum",
    "karsten",
];

#[test]
fn every_local_pilot_completes_the_default_batch() {
    let (home, again) = (Home::new(), Home::new());
    let mut kept = std::collections::BTreeMap::new();
    for pilot in PILOTS {
        let played = home.json(&["mulligans", "--pilot", pilot]);
        assert_eq!(
            (&played["games"], &played["complete"]),
            (&50.into(), &true.into()),
            "{pilot}: {played}"
        );
        assert_eq!(played["actor"], pilot);
        assert!(played["study"].as_str().unwrap().ends_with(DEFAULT));
        assert!(played["decisions"].as_u64() >= Some(50), "{played}");
        kept.insert(pilot, played["first_hands_kept"].as_u64().unwrap());
    }
    assert_eq!(kept["first"], 50, "the first offer is to keep");
    assert!(kept["heuristic"] > 0 && kept["heuristic"] < 50, "{kept:?}");
    home.verified(DEFAULT);
    // The other order, another folder: the same bytes.
    for pilot in PILOTS.into_iter().rev() {
        again.study(&["mulligans", "--pilot", pilot]).expect(0);
    }
    for pilot in PILOTS {
        let record = home.record(DEFAULT, pilot);
        assert!(
            record == again.record(DEFAULT, pilot),
            "{pilot} differs in another data root"
        );
        let value: Value = serde_json::from_str(&record).unwrap();
        let games = &value;
        assert_eq!(games.as_object().unwrap().len(), 50, "{pilot}");
        let played = games.as_object().unwrap().values();
        assert!(
            played.clone().all(|game| game["status"]["state"] == "finished"),
            "{pilot}"
        );
    }
    // A finished batch is not played again.
    let files = home.files("mulligan-study");
    let resumed = home.json(&["mulligans", "--pilot", "karsten"]);
    assert_eq!(resumed["complete"], true);
    let checkpoint = |files: &[(std::path::PathBuf, Vec<u8>)]| {
        files
            .iter()
            .find(|(path, _)| path.ends_with(DEFAULT))
            .unwrap()
            .1
            .clone()
    };
    let before = home.record(DEFAULT, "karsten");
    assert_eq!(before, again.record(DEFAULT, "karsten"));
    assert!(!checkpoint(&files).is_empty());
}

#[test]
fn the_record_does_not_know_zone_locale_or_processors() {
    let plain = Home::new();
    let pilots = ["heuristic", "random:7", "forge"];
    for pilot in pilots {
        plain.study(&["mulligans", "--pilot", pilot]).expect(0);
    }
    let strange = Home::new();
    for pilot in pilots {
        let mut command = strange.study_command(&["mulligans", "--pilot", pilot]);
        command
            .env("TZ", "Pacific/Kiritimati")
            .env("LC_ALL", "tr_TR.UTF-8")
            .env("LANG", "tr_TR.UTF-8");
        ran(command.output().unwrap()).expect(0);
        assert!(
            plain.record(DEFAULT, pilot) == strange.record(DEFAULT, pilot),
            "{pilot}: another zone and locale"
        );
    }
    if !has_tool("taskset") {
        return;
    }
    let pinned = Home::new();
    for pilot in pilots {
        ran(pinned
            .shell(&format!(
                "taskset -c 0 '{}' mulligans --pilot {pilot}",
                crate::support::STUDY
            ))
            .output()
            .unwrap())
        .expect(0);
        assert!(
            plain.record(DEFAULT, pilot) == pinned.record(DEFAULT, pilot),
            "{pilot}: one processor"
        );
    }
}

const SMALL: [&str; 6] = ["--games", "3", "--output", "s.json", "--base-seed", "small"];

fn play(home: &Home, pilot: &str, more: &[&str]) -> Ran {
    home.study(&[&["mulligans", "--pilot", pilot], &SMALL[..], more].concat())
}

#[test]
fn a_stored_option_may_not_change() {
    let home = Home::new();
    let deck = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../decks/commander_baeloth_iron_throne.txt"
    );
    play(&home, "first", &[]).expect(0);
    let before = home.files("");
    for (flag, value) in [
        ("--games", "4"),
        ("--base-seed", "other"),
        ("--seats", "3"),
        ("--free-mulligans", "2"),
        ("--bottom", "with-mulligan"),
        ("--filler", "heuristic"),
        ("--deck", deck),
    ] {
        let answer = home.study(&["mulligans", "--pilot", "heuristic", "--output", "s.json", flag, value]);
        assert_eq!(answer.code, 3, "{flag}: {answer:?}");
        assert!(
            answer.err.contains(flag) && answer.err.contains("--output"),
            "{flag}: {answer:?}"
        );
        assert!(home.files("") == before, "{flag} changed a file");
    }
    // The stored values themselves are welcome, and nothing at all is enough.
    let same = [
        "--games",
        "3",
        "--seats",
        "4",
        "--free-mulligans",
        "1",
        "--bottom",
        "after-keep",
        "--filler",
        "first",
    ];
    let args = [&["mulligans", "--pilot", "heuristic", "--output", "s.json"], &same[..]].concat();
    home.study(&args).expect(0);
    home.study(&["mulligans", "--pilot", "forge", "--output", "s.json"])
        .expect(0);
    home.verified("s.json");
}

#[test]
fn a_new_output_needs_a_seed_of_its_own() {
    let home = Home::new();
    let answer = home.study(&["mulligans", "--pilot", "first", "--output", "new.json"]);
    assert_eq!(answer.code, 2, "{answer:?}");
    assert!(answer.err.contains("--base-seed"), "{answer:?}");
    assert!(home.files("").is_empty());
}

#[test]
fn seeds_options_and_decks_make_other_batches() {
    let home = Home::new();
    let batch = |name: &str, more: &[&str]| {
        let args = [
            &["mulligans", "--pilot", "heuristic", "--games", "2", "--output", name],
            more,
        ]
        .concat();
        home.study(&args).expect(0);
        home.verified(name);
        home.load(name).header.batch.clone()
    };
    let all = [
        batch("a.json", &["--base-seed", "a"]),
        batch("b.json", &["--base-seed", "b"]),
        batch("c.json", &["--base-seed", "a", "--seats", "2"]),
        batch("d.json", &["--base-seed", "a", "--free-mulligans", "0"]),
        batch("e.json", &["--base-seed", "a", "--bottom", "with-mulligan"]),
        batch("f.json", &["--base-seed", "a", "--filler", "heuristic"]),
    ];
    let distinct: std::collections::BTreeSet<&String> = all.iter().collect();
    assert_eq!(distinct.len(), all.len(), "{all:?}");
    assert!(all.iter().all(|batch| batch.len() == 12), "{all:?}");
    assert_eq!(batch("g.json", &["--base-seed", "a"]), all[0]);
}

#[test]
fn a_restart_discards_that_actor_only() {
    let home = Home::new();
    for pilot in ["heuristic", "random:7", "first"] {
        play(&home, pilot, &[]).expect(0);
    }
    let before = ["heuristic", "random:7", "first"].map(|actor| home.record("s.json", actor));
    let revisions = home.json(&["verify", "s.json"])["revisions"].as_u64().unwrap();
    home.study(&["mulligans", "--restart", "random:7", "--output", "s.json"])
        .expect(0);
    assert_eq!(finished(home.load("s.json").actors.get("random:7")), 0);
    assert_eq!(home.record("s.json", "heuristic"), before[0]);
    assert_eq!(home.record("s.json", "first"), before[2]);
    home.verified("s.json");
    // The old games are in the history: more revisions, and none of them gone.
    assert!(home.json(&["verify", "s.json"])["revisions"].as_u64() > Some(revisions));
    let history = home.files(".history");
    assert!(history.len() >= 2, "{history:?}");
    // Discarded and played again in one go; a deterministic actor answers the same.
    play(&home, "random:7", &[]).expect(0);
    play(&home, "heuristic", &["--restart-heuristic"]).expect(0);
    let after = ["heuristic", "random:7", "first"].map(|actor| home.record("s.json", actor));
    assert!(before == after);
    home.verified("s.json");
    let nobody = home.study(&["mulligans", "--restart", "nobody", "--output", "s.json"]);
    nobody.expect(0);
    assert!(nobody.err.contains("nobody"), "{nobody:?}");
}

/// Hand sizes that seat 0 would start with at each offer, then after the pregame.
fn trace(home: &Home, study: &str, actor: &str, free: u64) -> Vec<Vec<u64>> {
    let record: Value = serde_json::from_str(&home.record(study, actor)).unwrap();
    let games = record.as_object().unwrap().clone();
    games
        .values()
        .map(|game| {
            let mut sizes = Vec::new();
            for decision in game["decisions"].as_array().unwrap() {
                let opening = &decision["observation"]["opening"];
                let hand = opening["hand"].as_array().unwrap().len() as u64;
                let left: u64 = opening["remainingDeck"]["cardsByName"]
                    .as_object()
                    .unwrap()
                    .values()
                    .filter_map(Value::as_u64)
                    .sum();
                assert!(hand + left <= 40, "{hand} + {left}");
                let kinds: Vec<&str> = decision["offers"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter_map(|offer| offer["kind"].as_str())
                    .collect();
                if kinds.contains(&"MULLIGAN") {
                    let taken = opening["mulligansTaken"][0].as_u64().unwrap();
                    let chosen = decision["offers"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .find(|offer| offer["id"] == decision["chosen"])
                        .unwrap();
                    assert_eq!(chosen["kind"], "MULLIGAN");
                    // What a keep after this mulligan would leave.
                    sizes.push(7 - (taken + 1).saturating_sub(free));
                }
            }
            assert_eq!(
                game["outcome"]["hand"].as_array().unwrap().len(),
                0,
                "{}",
                game["outcome"]
            );
            assert_eq!(
                game["outcome"]["bottom"].as_array().unwrap().len(),
                7,
                "{}",
                game["outcome"]
            );
            sizes
        })
        .collect()
}

#[test]
fn m02_a_pilot_that_always_mulligans_starts_with_nothing() {
    let home = Home::new();
    std::fs::write(home.path("pilot.sh"), ALWAYS_MULLIGAN).unwrap();
    std::fs::write(
        home.path("forty.txt"),
        "16 Mountain\n12 Swamp\n4 Sol Ring\n4 Mind Stone\n4 Faithless Looting\n",
    )
    .unwrap();
    let pilot = format!("exec:sh {}", home.path("pilot.sh").display());
    for (name, bottom) in [("after.json", "after-keep"), ("with.json", "with-mulligan")] {
        for (seats, free, expected) in [
            ("2", "0", &[6, 5, 4, 3, 2, 1, 0][..]),
            ("4", "1", &[7, 6, 5, 4, 3, 2, 1, 0]),
        ] {
            let name = format!("{seats}-{name}");
            let args = [
                "mulligans",
                "--pilot",
                &pilot,
                "--deck",
                "forty.txt",
                "--games",
                "2",
                "--seats",
                seats,
                "--free-mulligans",
                free,
                "--bottom",
                bottom,
                "--base-seed",
                "m02",
                "--output",
                &name,
            ];
            let played = home.json(&args);
            assert_eq!(played["complete"], true, "{played}");
            assert_eq!(played["first_hands_kept"], 0);
            for sizes in trace(&home, &name, &pilot, free.parse().unwrap()) {
                assert_eq!(sizes, expected, "{seats} seats, {bottom}");
            }
            home.verified(&name);
        }
    }
}

#[test]
fn an_exec_pilot_that_crashes_stops_at_a_guard_and_goes_on() {
    let home = Home::new();
    // Crashes in its third game until the file `healed` is there.
    let script = format!("echo x >> starts\n[ -e healed ] || [ $(wc -l < starts) -lt 3 ] || exit 7\n{ALWAYS_MULLIGAN}");
    std::fs::write(home.path("pilot.sh"), &script).unwrap();
    let pilot = "exec:sh pilot.sh";
    let answer = play(&home, pilot, &[]);
    assert_eq!(answer.code, 4, "{answer:?}");
    assert!(answer.err.contains("game 2"), "{answer:?}");
    let line = answer
        .err
        .lines()
        .find(|line| line.contains("study mulligans"))
        .unwrap();
    let resume = &line[line.find("study mulligans").unwrap()..];
    assert!(
        resume.contains("--pilot 'exec:sh pilot.sh'") && resume.contains("s.json"),
        "{resume}"
    );
    assert_eq!(finished(home.load("s.json").actors.get(pilot)), 2);
    home.verified("s.json");
    let kept = home.record("s.json", pilot);
    // Again without a cure: the same guard, nothing lost.
    assert_eq!(play(&home, pilot, &[]).code, 4);
    assert_eq!(kept, home.record("s.json", pilot));
    std::fs::write(home.path("healed"), "").unwrap();
    ran(home.shell(resume).output().unwrap()).expect(0);
    assert_eq!(finished(home.load("s.json").actors.get(pilot)), 6);
    home.verified("s.json");
    let whole = Home::new();
    std::fs::write(whole.path("pilot.sh"), &script).unwrap();
    std::fs::write(whole.path("healed"), "").unwrap();
    play(&whole, pilot, &[]).expect(0);
    assert!(
        whole.record("s.json", pilot) == home.record("s.json", pilot),
        "a resumed record differs"
    );
}

#[test]
fn answers_that_are_no_answers_stop_at_a_guard() {
    for (reply, word) in [
        ("echo nonsense", "nonsense"),
        ("echo '{\"actionId\":\"action-9\"}'", "action-9"),
        ("echo '{\"actionId\":\"action-0\",\"number\":77}'", "77"),
        ("exec sleep 30", "1"),
        ("exit 0", "end"),
    ] {
        let home = Home::new();
        std::fs::write(
            home.path("pilot.sh"),
            format!("read -r start; read -r first; {reply}; read -r more"),
        )
        .unwrap();
        let answer = play(&home, "exec:sh pilot.sh", &["--exec-timeout", "1"]);
        assert_eq!(answer.code, 4, "{reply}: {answer:?}");
        assert!(
            answer.err.contains(word) && answer.err.contains("Go on with"),
            "{reply}: {answer:?}"
        );
        home.verified("s.json");
        let study = home.load("s.json");
        let decisions = study
            .actors
            .values()
            .flat_map(|actor| actor.games.values())
            .map(|game| game.decisions.len());
        assert_eq!(decisions.sum::<usize>(), 0, "{reply}: a default choice was made");
    }
}

#[test]
fn a_replay_gives_the_same_record() {
    let home = Home::new();
    play(&home, "random:7", &[]).expect(0);
    play(&home, "replay:s.json#random:7", &[]).expect(0);
    let games = |actor: &str| {
        let record: Value = serde_json::from_str(&home.record("s.json", actor)).unwrap();
        record.to_string()
    };
    assert_eq!(games("random:7"), games("replay:s.json#random:7"));
    // Into another file of the same batch, too; another batch has other hands.
    let other = [
        "mulligans",
        "--pilot",
        "replay:s.json#random:7",
        "--games",
        "3",
        "--output",
        "t.json",
        "--base-seed",
        "small",
    ];
    home.study(&other).expect(0);
    let foreign = [
        "mulligans",
        "--pilot",
        "replay:s.json#random:7",
        "--games",
        "4",
        "--output",
        "u.json",
        "--base-seed",
        "other",
    ];
    let answer = home.study(&foreign);
    assert_eq!(answer.code, 4, "{answer:?}");
    assert!(answer.err.contains("replay"), "{answer:?}");
}
