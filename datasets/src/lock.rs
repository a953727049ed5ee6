//! One writer a study: an operating-system lock that dies with its process.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::atomic;
use crate::error::{Error, IoContext, Result};

/// Who holds the lock, as written into the lock file for the next to read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Holder {
    pid: u32,
    started: String,
    file: PathBuf,
}

/// The right to write one study. The lock file stays when it is dropped: removing a lock file
/// lets two processes hold locks on two files of the same name.
#[derive(Debug)]
pub struct WriterLock {
    file: File,
}

impl WriterLock {
    /// Takes the lock of the study at `path`; `started` is the start time of this process, UTC.
    ///
    /// # Errors
    /// [`Error::Locked`] names the process that holds it; nothing is changed then.
    pub fn acquire(path: &Path, started: &str) -> Result<Self> {
        let lock_path = lock_path(path);
        atomic::refuse_symlink(&lock_path)?;
        atomic::create_folder(atomic::folder_of(path))?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&lock_path)
            .doing("open the lock file", &lock_path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(locked(&mut file, path)),
            Err(TryLockError::Error(error)) => return Err(error).doing("lock", &lock_path),
        }
        let holder = Holder {
            pid: std::process::id(),
            started: started.to_owned(),
            file: path.to_path_buf(),
        };
        let text = crate::canonical::bytes(&holder)?;
        file.set_len(0)
            .and_then(|()| file.write_all(&text))
            .doing("write", &lock_path)?;
        Ok(Self { file })
    }
}

impl Drop for WriterLock {
    fn drop(&mut self) {
        // An empty lock file says "nobody". Unlocked by name, since closing this handle is not enough
        // while another thread starts a program: until its `exec` the child holds a copy of the handle.
        let _ = self.file.set_len(0);
        let _ = self.file.unlock();
    }
}

/// The lock file of the study at `path`.
pub fn lock_path(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".lock");
    path.with_file_name(name)
}

fn locked(file: &mut File, path: &Path) -> Error {
    let mut holder = None;
    // The holder writes its name right after it has the lock: give it a moment.
    for _ in 0..5 {
        let mut text = String::new();
        let read = file
            .seek(SeekFrom::Start(0))
            .and_then(|_| file.read_to_string(&mut text));
        if read.is_ok() {
            holder = serde_json::from_str::<Holder>(&text).ok();
        }
        if holder.is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let (pid, started) = holder.map_or((0, "an unknown time".to_owned()), |h| (h.pid, h.started));
    Error::Locked {
        pid,
        started,
        file: path.to_path_buf(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_writer_learns_who_the_first_is() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("s.json");
        let first = WriterLock::acquire(&path, "20261130T000000Z").unwrap();
        let error = WriterLock::acquire(&path, "20261130T000001Z").unwrap_err();
        assert_eq!(error.exit_code(), 4);
        let text = error.to_string();
        assert!(text.contains(&std::process::id().to_string()), "{text}");
        assert!(text.contains("20261130T000000Z") && text.contains("s.json"), "{text}");
        drop(first);
        assert!(lock_path(&path).exists());
        WriterLock::acquire(&path, "20261130T000002Z").unwrap();
    }

    #[test]
    fn a_copy_of_the_handle_in_a_child_does_not_keep_a_dropped_lock() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("s.json");
        let first = WriterLock::acquire(&path, "20261130T000000Z").unwrap();
        // What a child of another thread holds between its fork and its exec.
        let copy = first.file.try_clone().unwrap();
        drop(first);
        WriterLock::acquire(&path, "20261130T000001Z").unwrap();
        drop(copy);
    }
}
