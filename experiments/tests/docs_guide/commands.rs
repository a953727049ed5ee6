//! Every `study` and `spark` line of the documents names commands and flags that exist.

use crate::blocks::blocks;
use crate::tree::prose;
use crate::{document, root};
use std::collections::BTreeMap;
use std::process::Command;

/// Words of a shell line: quotes hold words together, `#` ends the line, operators stand alone.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote, mut begun) = (Vec::new(), String::new(), None, false);
    let end = |word: &mut String, begun: &mut bool, words: &mut Vec<String>| {
        if std::mem::take(begun) {
            words.push(std::mem::take(word));
        }
    };
    for letter in line.chars() {
        match (letter, quote) {
            (letter, Some(open)) if letter == open => quote = None,
            (letter, Some(_)) => word.push(letter),
            ('"' | '\'', None) => {
                quote = Some(letter);
                begun = true;
            }
            ('#', None) if !begun => break,
            (letter, None) if letter.is_whitespace() => end(&mut word, &mut begun, &mut words),
            (letter @ ('|' | ';' | '&' | '>'), None) => {
                end(&mut word, &mut begun, &mut words);
                words.push(letter.to_string());
            }
            (letter, None) => {
                word.push(letter);
                begun = true;
            }
        }
    }
    end(&mut word, &mut begun, &mut words);
    words
}

/// The simple commands of a block that call one of the programs.
fn calls(text: &str) -> Vec<Vec<String>> {
    let joined = text.replace("\\\n", " ");
    let lines = joined.lines().map(words);
    let parts = lines.flat_map(|line| {
        line.split(|word| matches!(word.as_str(), "|" | ";" | "&" | ">"))
            .map(<[String]>::to_vec)
            .collect::<Vec<_>>()
    });
    parts
        .filter(|call| {
            matches!(
                call.first().map(String::as_str),
                Some("study" | "spark" | "puzzle-check")
            )
        })
        .collect()
}

/// Help texts by command path.
#[derive(Default)]
struct Help(BTreeMap<Vec<String>, Option<String>>);

impl Help {
    /// The help of a command, or none when it does not exist.
    fn of(&mut self, path: &[String]) -> Option<&str> {
        let entry = self.0.entry(path.to_vec()).or_insert_with(|| {
            let (program, rest) = path.split_first().expect("a program");
            let program = match program.as_str() {
                "study" => env!("CARGO_BIN_EXE_study"),
                "spark" => env!("CARGO_BIN_EXE_spark"),
                _ => env!("CARGO_BIN_EXE_puzzle-check"),
            };
            let output = Command::new(program)
                .args(rest)
                .arg("--help")
                .output()
                .expect("the program runs");
            output
                .status
                .success()
                .then(|| String::from_utf8(output.stdout).expect("UTF-8"))
        });
        entry.as_deref()
    }

    /// What is wrong with a call, if anything.
    fn fault(&mut self, call: &[String]) -> Option<String> {
        let subcommands = |help: &str| {
            let list = help
                .split("\nCommands:\n")
                .nth(1)
                .unwrap_or("")
                .split("\n\n")
                .next()
                .unwrap_or("")
                .to_owned();
            list.lines()
                .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
                .collect::<Vec<_>>()
        };
        let mut path = vec![call[0].clone()];
        let mut rest = call[1..].iter();
        let help = loop {
            let help = self.of(&path)?.to_owned();
            let known = subcommands(&help);
            if known.is_empty() {
                break help;
            }
            let next = rest.next()?;
            if !known.contains(next) {
                return Some(format!("`{}` has no command `{next}`", path.join(" ")));
            }
            path.push(next.clone());
        };
        let flags = rest.filter(|word| word.starts_with("--"));
        let mut names = flags.map(|word| word.split('=').next().unwrap_or(word));
        let exists = |flag: &str| {
            help.split(|c: char| !(c.is_alphanumeric() || c == '-'))
                .any(|word| word == flag)
        };
        names
            .find(|flag| !exists(flag))
            .map(|flag| format!("`{}` has no flag {flag}", path.join(" ")))
    }
}

#[test]
fn every_command_and_flag_exists() {
    let mut help = Help::default();
    let mut seen = 0;
    for file in [
        "README.md",
        "docs/guide.md",
        "docs/exec-protocol.md",
        "docs/measurement.md",
        "docs/decisions.md",
        "docs/puzzles.md",
    ] {
        for block in blocks(&document(file)) {
            if !matches!(block.info.split_whitespace().next(), Some("sh" | "text")) {
                continue;
            }
            for call in calls(&block.text) {
                let fault = help.fault(&call);
                assert_eq!(fault, None, "{file}, block at line {}: {call:?}", block.line);
                seen += 1;
            }
        }
    }
    assert!(seen >= 25, "only {seen} calls were found");
    // The check itself sees what does not exist.
    for wrong in [
        "study mulligan --pilot first",
        "study mulligans --pilots first",
        "spark advise --hands x",
    ] {
        assert!(help.fault(&words(wrong)).is_some(), "{wrong}");
    }
}

/// Inline code such as `study leak-check --games` in running text names commands that exist, too.
#[test]
fn commands_in_running_text_exist() {
    let mut help = Help::default();
    for file in [
        "README.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "docs/guide.md",
        "docs/measurement.md",
        "docs/decisions.md",
        "docs/puzzles.md",
    ] {
        let text = prose(&document(file));
        for code in text.split('`').skip(1).step_by(2) {
            let call = words(code);
            if call.len() > 1 && matches!(call[0].as_str(), "study" | "spark" | "puzzle-check") {
                assert_eq!(help.fault(&call), None, "{file}: `{code}`");
            }
        }
    }
}

#[test]
fn make_targets_exist() {
    let makefile = document("Makefile");
    let mut seen = 0;
    for file in ["README.md", "docs/guide.md"] {
        for block in blocks(&document(file)) {
            for line in block.text.lines() {
                if let [make, target, ..] = words(line).as_slice()
                    && make == "make"
                {
                    assert!(makefile.contains(&format!("\n{target}:")), "{file}: make {target}");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen >= 2 && root().join("demo.sh").is_file());
}

#[test]
fn shell_lines_are_split_as_a_shell_does() {
    let line = r#"study report "a; b" --x 'c d' | spark runs > f # no"#;
    assert_eq!(
        words(line),
        ["study", "report", "a; b", "--x", "c d", "|", "spark", "runs", ">", "f"]
    );
    assert_eq!(
        calls("study a \\\n  --b\n# study c\necho study\n"),
        [["study", "a", "--b"]]
    );
}
