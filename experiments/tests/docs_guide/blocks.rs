//! Fenced blocks of a document, and the guide's run in an empty folder.

use crate::{document, root};
use std::path::Path;
use std::process::{Command, Stdio};

/// A fenced block.
pub(crate) struct Block {
    /// Line of its opening fence, from 1.
    pub(crate) line: usize,
    /// What stands behind the fence.
    pub(crate) info: String,
    pub(crate) text: String,
}

/// All fenced blocks, in order.
pub(crate) fn blocks(text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    for (content, line) in text.lines().zip(1..) {
        match (content.strip_prefix("```"), open.take()) {
            (Some(info), None) => {
                open = Some(Block {
                    line,
                    info: info.trim().to_owned(),
                    text: String::new(),
                });
            }
            (Some(_), Some(block)) => found.push(block),
            (None, Some(mut block)) => {
                block.text.push_str(content);
                block.text.push('\n');
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a fence is not closed");
    found
}

/// The exit code that a block's info asks for; none for blocks that are not run.
fn wanted(info: &str) -> Option<i32> {
    let mut words = info.split_whitespace();
    if words.next() != Some("sh") {
        return None;
    }
    match words.next() {
        None => Some(0),
        Some("no-run") => None,
        Some(word) => Some(
            word.strip_prefix("exit=")
                .and_then(|code| code.parse().ok())
                .expect("exit=CODE"),
        ),
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        if entry.path().is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name())).expect("copied");
        }
    }
}

/// The folder of the built programs, before everything else on the path.
fn path() -> std::ffi::OsString {
    let programs = Path::new(env!("CARGO_BIN_EXE_study"))
        .parent()
        .expect("a folder")
        .to_path_buf();
    let old = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(std::iter::once(programs).chain(std::env::split_paths(&old))).expect("a path")
}

#[test]
fn the_guide_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let work = folder.path();
    for part in ["decks", "pilots/examples"] {
        copy(&root().join(part), &work.join(part));
    }
    let mut run = 0;
    for block in blocks(&document("docs/guide.md")) {
        let Some(code) = wanted(&block.info) else { continue };
        let mut shell = Command::new("sh");
        shell
            .args(["-euc", &block.text])
            .current_dir(work)
            .env("PATH", path())
            .stdin(Stdio::null());
        shell
            .env("TURNZERO_LOCAL_DATA_ROOT", work.join(".data"))
            .env_remove("TURNZERO_CATALOG");
        let output = shell.output().expect("a shell");
        assert_eq!(
            output.status.code(),
            Some(code),
            "docs/guide.md, block at line {}:\n{}\n{}\n{}",
            block.line,
            block.text,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        run += 1;
    }
    assert!(run >= 8, "{run} blocks were run");
    for made in [
        "report.html",
        "report.md",
        ".data/mulligan-study/fresh.json",
        ".data/datasets/burn.jsonl",
    ] {
        assert!(work.join(made).is_file(), "the guide does not make {made}");
    }
}
