//! Making a bundle: staged beside its place, made durable, moved there in one step.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use turnzero_datasets::{atomic, canonical};

use crate::bundle::Bundle;
use crate::error::{Error, IoContext, Result};
use crate::manifest::{self, MANIFEST, SUMS, Sums};

/// Beginning of the name of a staging folder; such folders are no bundles.
pub(crate) const STAGING: &str = ".staging-";

/// A bundle that is being written. Dropped unpublished, it leaves nothing.
#[derive(Debug)]
pub struct Draft {
    runs: PathBuf,
    staging: PathBuf,
    sums: Sums,
    published: bool,
}

impl Draft {
    /// Begins a bundle for the folder `runs`, which is made if needed.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::Store`] when the folder cannot be made.
    pub fn begin(runs: &Path) -> Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        atomic::create_folder(runs)?;
        let staging = loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = runs.join(format!("{STAGING}{}-{number}", std::process::id()));
            match fs::create_dir(&path) {
                // Left by a killed process of the same id.
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                made => {
                    made.doing("create", &path)?;
                    break path;
                }
            }
        };
        Ok(Self {
            runs: runs.to_path_buf(),
            staging,
            sums: Sums::default(),
            published: false,
        })
    }

    /// Adds a file of the bundle.
    ///
    /// # Errors
    /// [`Error::Name`], [`Error::Twice`], [`Error::Store`].
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.reserve(name)?;
        atomic::write(&path, bytes)?;
        self.enlist(name, canonical::sha256_hex(bytes));
        Ok(())
    }

    /// Adds a file that `write` makes at the path it is given (a Parquet writer, for example).
    ///
    /// # Errors
    /// As [`Self::add`], and whatever `write` returns.
    pub fn add_with<E: From<Error>>(
        &mut self,
        name: &str,
        write: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<(), E> {
        let path = self.reserve(name)?;
        write(&path)?;
        let synced = File::open(&path).and_then(|file| file.sync_all());
        synced.doing("sync", &path)?;
        let digest = file_sha256(&path)?;
        self.enlist(name, digest);
        Ok(())
    }

    /// Adds a byte copy of a file from elsewhere; returns its SHA-256.
    ///
    /// # Errors
    /// As [`Self::add`]; [`Error::Io`] when `from` cannot be read.
    pub fn add_copy(&mut self, name: &str, from: &Path) -> Result<String> {
        let bytes = fs::read(from).doing("read", from)?;
        self.add(name, &bytes)?;
        Ok(canonical::sha256_hex(&bytes))
    }

    /// Identity of the deterministic part so far; final once every file but `run.json` and
    /// Parquet is added.
    pub fn content_sha256(&self) -> String {
        self.sums.content_sha256()
    }

    /// The digests of the files so far.
    pub fn sums(&self) -> &Sums {
        &self.sums
    }

    /// Publishes as `<utc>-<slug>-<manifest8>`: everything is durable and read-only, and no
    /// published bundle is ever replaced. `utc` is the time as `20261130T223554Z`.
    ///
    /// # Errors
    /// [`Error::Exists`] when the very same bundle was published in the same second.
    pub fn publish(mut self, utc: &str, slug: &str) -> Result<Bundle> {
        let sums = self.sums.to_text();
        let id = self.sums.sha256();
        atomic::write(&self.staging.join(SUMS), sums.as_bytes())?;
        let manifest = format!("{id}  {SUMS}\n");
        atomic::write(&self.staging.join(MANIFEST), manifest.as_bytes())?;
        let eight: String = id.chars().take(8).collect();
        let name = format!("{utc}-{slug}-{eight}");
        if let Some(reason) = manifest::name_fault(&name).or(name.contains('/').then_some("it holds `/`")) {
            return Err(Error::Name { name, reason });
        }
        let target = self.runs.join(&name);
        if fs::symlink_metadata(&target).is_ok() {
            return Err(Error::Exists { path: target });
        }
        protect_below(&self.staging)?;
        // Should another process publish the same name now, rename fails: its folder is not empty.
        fs::rename(&self.staging, &target).doing("publish", &target)?;
        self.published = true;
        protect(&target)?;
        atomic::sync_folder(&self.runs)?;
        Bundle::open(&target)
    }

    fn reserve(&self, name: &str) -> Result<PathBuf> {
        if let Some(reason) = manifest::name_fault(name) {
            return Err(Error::Name {
                name: name.to_owned(),
                reason,
            });
        }
        if self.sums.files.contains_key(name) {
            return Err(Error::Twice { name: name.to_owned() });
        }
        let path = self.staging.join(name);
        atomic::create_folder(atomic::folder_of(&path))?;
        Ok(path)
    }

    fn enlist(&mut self, name: &str, digest: String) {
        self.sums.files.insert(name.to_owned(), digest);
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.published {
            // Nobody has seen it; what cannot be removed is ignored by every reader.
            let _ = unprotect(&self.staging);
            let _ = fs::remove_dir_all(&self.staging);
        }
    }
}

/// SHA-256 of a file, read in pieces.
pub(crate) fn file_sha256(path: &Path) -> Result<String> {
    let mut file = File::open(path).doing("open", path)?;
    let mut digest = canonical::Sha256Stream::new();
    let mut piece = vec![0; 1 << 16];
    loop {
        let length = file.read(&mut piece).doing("read", path)?;
        if length == 0 {
            return Ok(digest.finish_hex());
        }
        digest.update(piece.get(..length).unwrap_or_default());
    }
}

/// Names of the regular files and folders below `folder`, by relative path.
pub(crate) fn walk(folder: &Path) -> Result<BTreeMap<String, fs::Metadata>> {
    let mut found = BTreeMap::new();
    let mut open = vec![(String::new(), folder.to_path_buf())];
    while let Some((prefix, at)) = open.pop() {
        for entry in fs::read_dir(&at).doing("list", &at)? {
            let entry = entry.doing("list", &at)?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let meta = fs::symlink_metadata(entry.path()).doing("examine", &entry.path())?;
            if meta.is_dir() {
                open.push((format!("{name}/"), entry.path()));
            }
            found.insert(name, meta);
        }
    }
    Ok(found)
}

/// Takes the write permission from everything below `folder`, and makes its folders durable.
fn protect_below(folder: &Path) -> Result<()> {
    for (name, meta) in walk(folder)? {
        let path = folder.join(name);
        protect(&path)?;
        if meta.is_dir() {
            atomic::sync_folder(&path)?;
        }
    }
    Ok(atomic::sync_folder(folder)?)
}

fn protect(path: &Path) -> Result<()> {
    let mut permissions = fs::metadata(path).doing("examine", path)?.permissions();
    permissions.set_readonly(true);
    fs::set_permissions(path, permissions).doing("protect", path)
}

/// Gives the owner's write permission back to a folder and everything below it, so that it can be
/// removed.
///
/// # Errors
/// [`Error::Io`] names the path.
#[cfg(unix)]
pub fn unprotect(folder: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let give = |path: &Path| {
        let mode = fs::metadata(path).doing("examine", path)?.permissions().mode();
        let writable = fs::Permissions::from_mode(mode | 0o200);
        fs::set_permissions(path, writable).doing("unprotect", path)
    };
    give(folder)?;
    for (name, meta) in walk(folder)? {
        if !meta.is_symlink() {
            give(&folder.join(name))?;
        }
    }
    Ok(())
}

/// Gives the write permission back to a folder and everything below it.
///
/// # Errors
/// [`Error::Io`] names the path.
#[cfg(not(unix))]
pub fn unprotect(folder: &Path) -> Result<()> {
    for (name, meta) in walk(folder)? {
        let path = folder.join(name);
        let mut permissions = meta.permissions();
        permissions.set_readonly(false);
        fs::set_permissions(&path, permissions).doing("unprotect", &path)?;
    }
    Ok(())
}
