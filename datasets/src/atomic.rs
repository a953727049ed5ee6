//! Files that are whole or absent: temporary file, fsync, rename, fsync of the folder.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::{Error, IoContext, Result};

/// Replaces `path` by `bytes`, so that a reader or a crash sees the old file or the new one.
///
/// # Errors
/// [`Error::Symlink`] when `path` is a link; [`Error::Io`] leaves the old file as it was.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    refuse_symlink(path)?;
    let folder = folder_of(path);
    create_folder(folder)?;
    let (temporary, mut file) = create_temporary(path)?;
    let written = file
        .write_all(bytes)
        .and_then(|()| file.sync_all())
        .doing("write", &temporary)
        .and_then(|()| fs::rename(&temporary, path).doing("rename a temporary file to", path));
    if written.is_err() {
        // The old file stands; a temporary that cannot be removed is swept by the next writer.
        let _ = fs::remove_file(&temporary);
    }
    written?;
    sync_folder(folder)
}

/// Fails when `path` is a symbolic link; a path that does not exist passes.
///
/// # Errors
/// [`Error::Symlink`], or [`Error::Io`] when the path cannot be examined.
pub fn refuse_symlink(path: &Path) -> Result<()> {
    match fs::symlink_metadata(path) {
        Ok(meta) if meta.file_type().is_symlink() => Err(Error::Symlink {
            path: path.to_path_buf(),
        }),
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error).doing("examine", path),
        _ => Ok(()),
    }
}

/// Makes `folder` and its parents, each new entry fsynced into its parent.
///
/// # Errors
/// [`Error::Io`] names the folder that could not be made.
pub fn create_folder(folder: &Path) -> Result<()> {
    let mut missing: Vec<&Path> = Vec::new();
    let mut at = folder;
    while !at.as_os_str().is_empty() && !at.exists() {
        missing.push(at);
        match at.parent() {
            Some(parent) => at = parent,
            None => break,
        }
    }
    for step in missing.into_iter().rev() {
        match fs::create_dir(step) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            made => made.doing("create the folder", step)?,
        }
        sync_folder(folder_of(step))?;
    }
    Ok(())
}

/// Makes the entries of `folder` durable.
///
/// # Errors
/// [`Error::Io`] when the folder cannot be opened or synced.
pub fn sync_folder(folder: &Path) -> Result<()> {
    File::open(folder)
        .and_then(|file| file.sync_all())
        .doing("sync the folder", folder)
}

/// The folder that holds `path`: `.` for a bare name.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Removes temporary files that a killed writer of `path` left behind.
/// Only the holder of the lock on `path` may call this.
///
/// # Errors
/// [`Error::Io`] when the folder cannot be listed.
pub fn sweep_temporaries(path: &Path) -> Result<()> {
    let folder = folder_of(path);
    let prefix = temporary_prefix(path);
    for entry in fs::read_dir(folder).doing("list", folder)? {
        let entry = entry.doing("list", folder)?;
        if entry.file_name().to_string_lossy().starts_with(&prefix) {
            fs::remove_file(entry.path()).doing("remove", &entry.path())?;
        }
    }
    Ok(())
}

fn temporary_prefix(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    format!(".{name}.tmp-")
}

fn create_temporary(path: &Path) -> Result<(PathBuf, File)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}{}-{number}", temporary_prefix(path), std::process::id());
        let temporary = folder_of(path).join(name);
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            // A process with the same id was killed earlier: take the next number.
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            opened => return Ok((temporary.clone(), opened.doing("create", &temporary)?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_whole_files_and_leaves_no_temporary() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a/b/study.json");
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn sweeps_what_a_killed_writer_left() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("s.json");
        fs::write(dir.path().join(".s.json.tmp-1-0"), b"half").unwrap();
        fs::write(dir.path().join(".t.json.tmp-1-0"), b"another's").unwrap();
        sweep_temporaries(&path).unwrap();
        assert!(!dir.path().join(".s.json.tmp-1-0").exists());
        assert!(dir.path().join(".t.json.tmp-1-0").exists());
    }

    #[cfg(unix)]
    #[test]
    fn refuses_to_write_through_a_link() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("target");
        fs::write(&target, b"precious").unwrap();
        let link = dir.path().join("link");
        std::os::unix::fs::symlink(&target, &link).unwrap();
        assert!(matches!(write(&link, b"x"), Err(Error::Symlink { .. })));
        assert_eq!(fs::read(&target).unwrap(), b"precious");
    }
}
