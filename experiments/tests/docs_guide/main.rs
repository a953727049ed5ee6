//! The documents are true: the guide runs, every command and flag exists, paths exist, tables equal the code.

mod blocks;
mod commands;
mod tables;
mod tree;

use std::path::{Path, PathBuf};

/// The workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .canonicalize()
        .expect("the workspace")
}

/// A document of the workspace.
fn document(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}
