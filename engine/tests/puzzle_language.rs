//! The puzzle language: round trips, faults with their lines, the shared corpus, mutated input.

use std::path::{Path, PathBuf};
use turnzero_engine::puzzle::{Dialect, Puzzle, Start, script};

const RICH: &str = "[metadata]\nName: Rich\nDescription: a\\nb\nGoal = Survive\nDifficulty: common\n[state]\nplayers = 3\n\
    turn = 3\nactiveplayer: p1\nactivephase = Declare Blockers\np0life = -2\np0counters = POISON=2\np0manapool = U U C\n\
    p0hand = Circle of Protection: Red; CARD#28025\np0battlefield = Forest|Tapped|Id:1; Pacifism|attachedto:1; \
    T:g_1_1_saproling|Attacking; t:Elf,P:1,T:1|Counters:+1/+1=2,TIME=0; Pithing Needle|NamedCard:Jace^ Bold,Shock\n\
    p2library = Shock; Island\n[p0_script]\nassert me life eq 20 # now\n*\ncast \"Shock\" targeting p2\n\
    attack Elf; attack Bear; done\nblock Elf with Bear\nactivate Pinger[2] targeting me\nPASS_UNTIL turn=5, step=main2\n\
    grizzly\n2\n[final_assertions]\nNOT me graveyard contains Shock\nlibrary top 2 contains Island\nlife gained ge 5\n";

const OPENING: &str = "[opening]\ndeck = d.txt\nhand = A; B; C; D; E; F; G\nplaydraw = draw\nseats = 4\n\
    [final_assertions]\ndecision keep\np_keep gt 0.5\nbottom contains A\nhand count eq 7\n";

fn faults(text: &str) -> String {
    Puzzle::parse("t.pzl", text.as_bytes(), Dialect::DeepScry)
        .expect_err("must fail")
        .to_string()
}

fn round_trip(puzzle: &Puzzle) {
    let text = puzzle.print();
    let again = Puzzle::parse("printed", text.as_bytes(), Dialect::DeepScry).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(&again.puzzle, puzzle, "{text}");
}

#[test]
fn printed_puzzles_read_back() {
    for text in [RICH, OPENING] {
        for dialect in [Dialect::DeepScry, Dialect::Forge] {
            round_trip(&Puzzle::parse("t", text.as_bytes(), dialect).expect("reads").puzzle);
        }
    }
}

#[test]
fn the_top_of_a_library_depends_on_the_dialect() {
    let top = |dialect| {
        let parsed = Puzzle::parse("t", b"[state]\np0library = Shock; Island", dialect).expect("reads");
        let Start::State(board) = parsed.puzzle.start else {
            panic!("a state")
        };
        format!("{:?}", board.players[0].library[0].name)
    };
    assert_eq!(top(Dialect::DeepScry), "Name(\"Island\")");
    assert_eq!(top(Dialect::Forge), "Name(\"Shock\")");
}

#[test]
fn every_fault_is_told_with_its_line() {
    let text = "[state]\nturn = 4294967296\nactivephase = DECLAREATK\nhumanlife = 5\np1life = 99999999999\n\
        p0battlefield = Bear|Counters:P1P1=-3; Giant|Id:1; Elf|Id:1; Aura|AttachedTo:99; Forest|Taped\np2life = 1\n";
    let all = faults(text);
    for want in [
        "t.pzl:2:8: Invalid turn value: 4294967296",
        "t.pzl:3:15: Unknown phase: DECLAREATK",
        "t.pzl:5:10: Invalid life value: 99999999999",
        "t.pzl:6:17: Invalid counter count: -3",
        "t.pzl:6: Id 1 is given to two cards",
        "t.pzl:6: Unknown Id 99 in AttachedTo",
        "t.pzl:7: Invalid player index: 2",
    ] {
        assert!(all.contains(want), "{want} not in:\n{all}");
    }
    assert!(faults("[metadata]\n").contains("Missing [state] section in puzzle file"));
    assert!(faults("[state]\n[p0_script]\nassert game won\n").contains("not allowed in inline assert"));
    assert!(faults("[state]\n[p0_script]\nPASS_UNTIL turn\n").contains("token 'turn' is missing '=' separator"));
    assert!(faults("[state]\n[final_assertions]\nLIFE eq 3\n").contains("t.pzl:3: Unknown assertion keyword 'LIFE'"));
    let odd = Puzzle::parse("t", b"[state]\nhumanlife = 5\np0hand = Forest|Taped", Dialect::DeepScry).expect("reads");
    assert_eq!(odd.warnings.iter().map(|w| w.line).collect::<Vec<_>>(), [2, 3]);
}

#[test]
fn encodings_and_line_ends_do_not_matter() {
    let unix = Puzzle::parse("t", b"[state]\np0hand = Shock\n", Dialect::DeepScry)
        .expect("reads")
        .puzzle;
    for bytes in [
        &b"\xef\xbb\xbf[state]\r\np0hand\t= Shock ;\r\n"[..],
        b"[state]\rp0hand = Shock\r",
    ] {
        assert_eq!(
            Puzzle::parse("t", bytes, Dialect::DeepScry).expect("reads").puzzle,
            unix
        );
    }
    assert!(
        Puzzle::parse("t", b"\xff\xfe[\0", Dialect::DeepScry)
            .expect_err("UTF-16")
            .to_string()
            .contains("not UTF-8")
    );
}

#[test]
fn script_patterns_are_prefixes() {
    assert!(script::matches("Mons's Goblin Raiders", "mons's_goblin"));
    assert!(!script::matches("Mons's Goblin Raiders", "monss"));
    assert!(!script::matches("Shock", " "));
}

fn corpus(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir)
        .expect("a directory")
        .map(|e| e.expect("an entry").path())
    {
        if entry.is_dir() {
            corpus(&entry, out);
        } else if entry.extension().is_some_and(|e| e == "pzl") {
            out.push(entry);
        }
    }
}

#[test]
fn the_shared_corpus_reads_but_for_the_known_bad() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/puzzles/deepscry");
    if !dir.is_dir() {
        println!("not run: needs ../shared");
        return;
    }
    let mut files = Vec::new();
    corpus(&dir, &mut files);
    files.sort();
    let mut bad = Vec::new();
    for file in &files {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        match Puzzle::parse(&name, &std::fs::read(file).expect("readable"), Dialect::DeepScry) {
            Ok(parsed) => round_trip(&parsed.puzzle),
            Err(error) => bad.push(error.to_string()),
        }
    }
    println!("{} files, {} bad:\n{}", files.len(), bad.len(), bad.join("\n"));
    let known = [
        "test_cracked_earth_technique.pzl: Missing [state]",
        "donatello_token_replacement.pzl",
        "test_fire_lord_ozai_attack_trigger.pzl",
        "test_deserters_disciple_combat_timing.pzl",
    ];
    assert_eq!(bad.len(), known.len());
    assert!(bad.iter().all(|error| known.iter().any(|name| error.starts_with(name))));
}

/// Deterministic damage: what reads must print and read back; nothing may panic.
fn fuzz(inputs: u64) {
    const BITS: [&[u8]; 12] = [
        b"|",
        b";",
        b":",
        b"=",
        b"#",
        b"\n",
        b"NOT ",
        b"Id:1",
        b"\"",
        b"^,",
        b" blocks ",
        b"\xc3\xa9",
    ];
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed >> 33).expect("31 bits") % below.max(1)
    };
    let mut read = 0_u64;
    for input in 0..inputs {
        let mut bytes = if input % 3 == 0 { OPENING } else { RICH }.as_bytes().to_vec();
        for _ in 0..=next(3) {
            let at = next(bytes.len());
            match next(3) {
                0 => drop(bytes.splice(at..at, BITS[next(BITS.len())].iter().copied())),
                1 => bytes[at] = u8::try_from(next(128)).expect("ASCII"),
                _ => drop(bytes.drain(at..(at + 1 + next(9)).min(bytes.len()))),
            }
        }
        let dialect = if input % 2 == 0 {
            Dialect::DeepScry
        } else {
            Dialect::Forge
        };
        if let Ok(parsed) = Puzzle::parse("fuzz", &bytes, dialect) {
            read += 1;
            round_trip(&parsed.puzzle);
        }
    }
    assert!(read > inputs / 20, "only {read} of {inputs} inputs were puzzles");
}

#[test]
fn damaged_files_never_panic() {
    fuzz(20_000);
}

#[test]
#[ignore = "a million inputs take minutes"]
fn a_million_damaged_files_never_panic() {
    fuzz(1_000_000);
}

#[test]
fn the_examples_of_the_documentation_read_without_a_warning() {
    let doc = include_str!("../../docs/puzzles.md");
    let examples: Vec<&str> = doc
        .split("```pzl\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert_eq!(examples.len(), 2);
    for example in examples {
        let parsed = Puzzle::parse("docs", example.as_bytes(), Dialect::DeepScry).expect("reads");
        assert_eq!(parsed.warnings, []);
        round_trip(&parsed.puzzle);
    }
}
