//! The seal of a batch whose human answers in another file.

use crate::error::{AppError, Result};
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use turnzero_datasets::{DataRoot, HUMAN, Sealing, Study, journal_path, store};

/// A batch of `studies` whose human has begun and not finished in a study that is none of `files`:
/// the batch and that study. Looked at are the folders of `files` and the data root's study folder.
///
/// # Errors
/// Exit-3 class when a folder or file that may hold such a study does not read: nobody can say then that the
/// batch is open.
pub fn elsewhere(root: &DataRoot, files: &[PathBuf], studies: &[&Study]) -> Result<Option<(String, PathBuf)>> {
    let mut folders: BTreeSet<PathBuf> = files
        .iter()
        .filter_map(|file| file.parent())
        .map(Path::to_path_buf)
        .collect();
    folders.insert(root.path().join("mulligan-study"));
    let mut candidates: BTreeSet<PathBuf> = BTreeSet::new();
    for folder in folders {
        for path in json_files(&folder)? {
            candidates.extend(real(&path)?);
        }
    }
    for file in files {
        candidates.remove(file);
        if let Some(file) = real(file)? {
            candidates.remove(&file);
        }
    }
    let needle = |text: &str| format!("\"{text}\"");
    for path in candidates {
        // Most files are of other batches or without a human: their bytes say so without being read as a study.
        let Some(bytes) = present(&path, std::fs::read(&path))? else {
            continue;
        };
        let Some(study) = studies.iter().find(|study| holds(&bytes, &needle(study.id()))) else {
            continue;
        };
        let journal = journal_path(&path);
        let journal = present(&journal, std::fs::read(&journal))?.unwrap_or_default();
        if !holds(&bytes, &needle(HUMAN)) && !holds(&journal, &needle(HUMAN)) {
            continue;
        }
        let other = store::read(&path)?.study;
        let together = Sealing::of(studies.iter().copied().chain([&other]));
        if other.id() == study.id() && together.is_sealed(study.id()) {
            return Ok(Some((study.id().to_owned(), path)));
        }
    }
    Ok(None)
}

/// Entries of a folder that may be studies; none where there is no folder.
fn json_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in present(folder, std::fs::read_dir(folder))?.into_iter().flatten() {
        let path = entry.map_err(|error| unreadable(folder, &error))?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            found.push(path);
        }
    }
    Ok(found)
}

/// The file that a link leads to; other paths stay. `None` for a link that leads nowhere.
fn real(path: &Path) -> Result<Option<PathBuf>> {
    match present(path, std::fs::symlink_metadata(path))? {
        Some(meta) if meta.is_symlink() => present(path, path.canonicalize()),
        Some(_) => Ok(Some(path.to_path_buf())),
        None => Ok(None),
    }
}

/// What was read; `None` when nothing is there.
fn present<T>(path: &Path, read: std::io::Result<T>) -> Result<Option<T>> {
    match read {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unreadable(path, &error)),
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> AppError {
    AppError::Input(format!(
        "cannot read {}: {error}; a person may be answering the same batch there, which seals it: make it readable, \
         or move it to another folder",
        path.display()
    ))
}

fn holds(bytes: &[u8], needle: &str) -> bool {
    bytes.windows(needle.len()).any(|window| window == needle.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A data root whose study folder holds what `fill` puts there.
    fn looked_up(fill: impl FnOnce(&Path)) -> Result<Option<(String, PathBuf)>> {
        let dir = tempfile::tempdir().unwrap();
        let root = DataRoot::discover(dir.path(), Some(dir.path().as_os_str())).unwrap();
        fill(&dir.path().join("mulligan-study"));
        elsewhere(&root, &[dir.path().join("own/study.json")], &[])
    }

    #[test]
    fn what_is_absent_seals_nothing() {
        assert!(looked_up(|_| {}).unwrap().is_none());
        let dangling = looked_up(|folder| {
            fs::create_dir(folder).unwrap();
            #[cfg(unix)]
            std::os::unix::fs::symlink("nowhere", folder.join("gone.json")).unwrap();
        });
        assert!(dangling.unwrap().is_none());
    }

    #[test]
    fn what_cannot_be_read_is_an_error() {
        let folder_is_a_file = looked_up(|folder| fs::write(folder, "").unwrap());
        let file_is_a_folder = looked_up(|folder| fs::create_dir_all(folder.join("s.json")).unwrap());
        for (found, name) in [(folder_is_a_file, "mulligan-study"), (file_is_a_folder, "s.json")] {
            let error = found.unwrap_err();
            assert_eq!(error.exit_code(), 3);
            let text = error.to_string();
            assert!(text.contains(name) && text.contains("make it readable"), "{text}");
        }
    }
}
