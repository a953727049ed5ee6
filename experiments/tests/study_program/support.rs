//! What only tests of `study` need beside the shared homes and programs.

#[path = "../support/mod.rs"]
mod shared;

pub(crate) use shared::{Home, Ran, SPARK, STUDY, has_tool, ran};

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use turnzero_datasets::{ActorRecord, GameStatus, Study, store};

/// The person who answers.
pub(crate) const HUMAN: &str = "human";

impl Home {
    pub(crate) fn study_command(&self, args: &[&str]) -> Command {
        self.program(STUDY, args)
    }

    /// Runs a command line as a shell reads it, `study` and `spark` being the programs under test.
    pub(crate) fn shell(&self, line: &str) -> Command {
        let script = format!("study() {{ '{STUDY}' \"$@\"; }}\nspark() {{ '{SPARK}' \"$@\"; }}\n{line}");
        self.program("sh", &["-c", &script])
    }

    /// Runs `study … --json`, which must succeed; gives its one object.
    pub(crate) fn json(&self, args: &[&str]) -> Value {
        let answer = self.study(&[args, &["--json"]].concat());
        answer.expect(0);
        answer.object()
    }

    /// The canonical record of one actor, byte for byte.
    pub(crate) fn record(&self, study: &str, actor: &str) -> String {
        let answer = self.study(&["report", study, "--records", actor]);
        answer.expect(0);
        answer.out
    }

    pub(crate) fn load(&self, study: &str) -> Study {
        load(&self.path(study))
    }

    /// Every file below the study's folder but the lock, with its bytes.
    pub(crate) fn files(&self, folder: &str) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = Vec::new();
        collect(&self.path(folder), &mut files);
        files.sort();
        files
    }

    /// `study verify` finds nothing.
    pub(crate) fn verified(&self, study: &str) {
        let answer = self.study(&["verify", study]);
        assert_eq!(answer.code, 0, "{answer:?}");
    }
}

fn collect(folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_none_or(|extension| extension != "lock") {
            let bytes = std::fs::read(&path).unwrap();
            files.push((path, bytes));
        }
    }
}

pub(crate) fn load(path: &Path) -> Study {
    store::read(path).unwrap().study
}

pub(crate) fn finished(record: Option<&ActorRecord>) -> usize {
    record.map_or(0, |record| {
        let games = record.games.values();
        games.filter(|game| game.status == GameStatus::Finished).count()
    })
}

impl Ran {
    pub(crate) fn all(&self) -> String {
        format!("{}{}", self.out, self.err)
    }
}

/// A portable generator for delays and answers: the same ones on every run.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// An `exec:` pilot in shell that always takes a mulligan while it is offered, else the first offer.
pub(crate) const ALWAYS_MULLIGAN: &str = r#"while IFS= read -r line; do
  case "$line" in
    *'"type":"decide"'*'"kind":"MULLIGAN"'*) echo '{"actionId":"action-1"}' ;;
    *'"type":"decide"'*) echo '{"actionId":"action-0"}' ;;
    *'"type":"end"'*) exit 0 ;;
  esac
done
"#;
