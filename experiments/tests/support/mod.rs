//! What tests of the programs share: a data root of their own, the two programs, what they answered.

use serde_json::Value;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

pub(crate) const STUDY: &str = env!("CARGO_BIN_EXE_study");
pub(crate) const SPARK: &str = env!("CARGO_BIN_EXE_spark");

/// An empty folder that is both data root and working directory.
pub(crate) struct Home {
    pub(crate) dir: tempfile::TempDir,
}

/// What a program answered.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Home {
    pub(crate) fn new() -> Self {
        Self {
            dir: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// A program in this home, with an environment that says nothing else.
    pub(crate) fn program(&self, program: &str, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(args).current_dir(self.dir.path());
        for name in ["TURNZERO_CATALOG", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_LOG"] {
            command.env_remove(name);
        }
        command.env("TURNZERO_LOCAL_DATA_ROOT", self.dir.path());
        command.env("TERM", "xterm").env("COLUMNS", "100");
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub(crate) fn study(&self, args: &[&str]) -> Ran {
        ran(self.program(STUDY, args).output().unwrap())
    }

    pub(crate) fn spark(&self, args: &[&str]) -> Ran {
        ran(self.program(SPARK, args).output().unwrap())
    }

    /// Runs `study` with this text at the keyboard, which is no terminal.
    pub(crate) fn typed(&self, args: &[&str], keys: &str) -> Ran {
        let mut child = self.typing(args);
        // A program that has stopped reading is fine.
        let _ = child.stdin.take().unwrap().write_all(keys.as_bytes());
        ran(child.wait_with_output().unwrap())
    }

    /// Starts `study` with a pipe as its keyboard.
    pub(crate) fn typing(&self, args: &[&str]) -> Child {
        self.program(STUDY, args).stdin(Stdio::piped()).spawn().unwrap()
    }
}

impl Drop for Home {
    /// Bundles are read-only folders, which only root could delete as they are.
    fn drop(&mut self) {
        unlock(self.dir.path());
    }
}

fn unlock(folder: &Path) {
    writable(folder);
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            unlock(&entry.path());
        }
    }
}

/// Gives the owner every permission.
pub(crate) fn writable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    if let Ok(found) = fs::metadata(path) {
        let mode = found.permissions().mode() | 0o700;
        let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode));
    }
}

pub(crate) fn ran(output: Output) -> Ran {
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Ran {
    /// The command ended with this code, and with words rather than a panic.
    #[track_caller]
    pub(crate) fn expect(&self, code: i32) {
        assert_eq!(self.code, code, "{self:?}");
        assert!(!self.err.contains("panicked"), "{self:?}");
    }

    /// Standard output is one JSON object.
    #[track_caller]
    pub(crate) fn object(&self) -> Value {
        let value: Value = serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"));
        assert!(value.is_object(), "{self:?}");
        value
    }
}

/// Whether a tool is there; without it a test says so, or fails where every test must run.
#[expect(clippy::print_stdout, reason = "says what was not run")]
pub(crate) fn has_tool(name: &str) -> bool {
    let found = std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(name).is_file()));
    if !found {
        assert!(std::env::var_os("TURNZERO_ALL_TESTS").is_none(), "{name} is missing");
        println!("not run: needs {name}");
    }
    found
}
