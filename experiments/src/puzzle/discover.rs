//! Which files are meant.

use crate::error::{AppError, Result};
use std::path::{Path, PathBuf};

/// The puzzle files of these paths: files as given, folders searched through; sorted, each once.
///
/// # Errors
/// Exit-3 class when a path is missing or a folder cannot be read.
pub fn discover(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            walk(path, &mut found)?;
        } else if path.is_file() {
            found.push(path.clone());
        } else {
            return Err(AppError::Input(format!(
                "{} does not exist; give a .pzl file or a folder of them",
                path.display()
            )));
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let unreadable = |error| AppError::Input(format!("cannot read {}: {error}", folder.display()));
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            walk(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "pzl") {
            found.push(path);
        }
    }
    Ok(())
}

/// A path as lists of files write it: with `/`, whatever the system.
pub fn label(path: &Path) -> String {
    let parts: Vec<String> = path
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    parts.join("/").replacen("//", "/", 1)
}
