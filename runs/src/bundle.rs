//! A published bundle: its identity, and whether it is still whole.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use turnzero_datasets::canonical;

use crate::draft::{file_sha256, walk};
use crate::error::{Error, IoContext, Result};
use crate::manifest::{MANIFEST, SUMS, Sums};

/// A bundle folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    /// Name of the folder: the run id.
    pub name: String,
    /// The folder, absolute.
    pub path: PathBuf,
    /// SHA-256 of `SHA256SUMS`.
    pub bundle_sha256: String,
    /// SHA-256 over the deterministic part: the model id that studies store.
    pub content_sha256: String,
    /// Digests by file name.
    pub sums: Sums,
}

impl Bundle {
    /// Opens the bundle at `path` by its list of digests; the files are not read
    /// ([`verify`] does that).
    ///
    /// # Errors
    /// [`Error::Damaged`] when `SHA256SUMS` cannot be read as such.
    pub fn open(path: &Path) -> Result<Self> {
        let path = path.canonicalize().doing("resolve", path)?;
        let file = path.join(SUMS);
        let bytes = fs::read(&file).doing("read", &file)?;
        let (sums, faults) = Sums::parse(&bytes);
        if let Some((line, problem)) = faults.into_iter().next() {
            return Err(Error::Damaged {
                file,
                problem: format!("line {line} {problem}"),
            });
        }
        Ok(Self {
            name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            bundle_sha256: canonical::sha256_hex(&bytes),
            content_sha256: sums.content_sha256(),
            sums,
            path,
        })
    }

    /// Reads one file of the bundle and checks its digest.
    ///
    /// # Errors
    /// [`Error::Damaged`] when it is not listed or was changed.
    pub fn read(&self, name: &str) -> Result<Vec<u8>> {
        let file = self.path.join(name);
        let damaged = |problem: &str| Error::Damaged {
            file: file.clone(),
            problem: problem.to_owned(),
        };
        let Some(digest) = self.sums.files.get(name) else {
            return Err(damaged("is not listed in SHA256SUMS"));
        };
        if fs::symlink_metadata(&file).is_ok_and(|meta| !meta.is_file()) {
            return Err(damaged("is no regular file"));
        }
        let bytes = fs::read(&file).doing("read", &file)?;
        if canonical::sha256_hex(&bytes) != *digest {
            return Err(damaged("was changed after it was written"));
        }
        Ok(bytes)
    }
}

/// One thing that is wrong with a bundle.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Problem {
    /// `missing`, `extra`, `extra_folder`, `changed`, `swapped`, `renamed`, `symlink`,
    /// `not_regular`, `bad_name`, `sums_missing`, `sums_malformed`, `manifest_missing`,
    /// `manifest_mismatch`, `name_mismatch` or `unreadable`.
    pub code: String,
    /// The file.
    pub file: String,
    /// What is wrong, in words.
    pub message: String,
}

/// What a check of a bundle found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// Whether the bundle is whole and nothing was added.
    pub ok: bool,
    /// SHA-256 of `SHA256SUMS` as it is now; absent when there is none.
    pub bundle_sha256: Option<String>,
    /// Everything that is wrong, sorted.
    pub problems: Vec<Problem>,
}

#[derive(Default)]
struct Findings {
    problems: BTreeSet<Problem>,
}

impl Findings {
    fn add(&mut self, code: &str, file: &str, message: impl Into<String>) {
        self.problems.insert(Problem {
            code: code.to_owned(),
            file: file.to_owned(),
            message: message.into(),
        });
    }
}

/// Checks a bundle in both directions: every listed file is there and unchanged, and nothing
/// else is there. Every problem is listed.
///
/// # Errors
/// [`Error::Io`] only when `folder` is no readable folder.
pub fn verify(folder: &Path) -> Result<Verification> {
    let mut findings = Findings::default();
    if fs::symlink_metadata(folder).doing("examine", folder)?.is_symlink() {
        findings.add("symlink", ".", "the bundle folder itself is a symbolic link");
    }
    let present = walk(folder)?;
    let sums_bytes = regular(folder, SUMS, &present, "sums_missing", &mut findings);
    let manifest = regular(folder, MANIFEST, &present, "manifest_missing", &mut findings);
    let (sums, faults) = Sums::parse(sums_bytes.as_deref().unwrap_or_default());
    for (line, fault) in faults {
        let code = if fault.starts_with("name ") {
            "bad_name"
        } else {
            "sums_malformed"
        };
        findings.add(code, SUMS, format!("line {line} {fault}"));
    }
    let bundle_sha256 = sums_bytes.as_deref().map(canonical::sha256_hex);
    check_manifest(folder, bundle_sha256.as_deref(), manifest.as_deref(), &mut findings);
    check_files(folder, &sums, &present, &mut findings);
    let problems: Vec<Problem> = findings.problems.into_iter().collect();
    Ok(Verification {
        ok: problems.is_empty(),
        bundle_sha256,
        problems,
    })
}

/// The bytes of a manifest file if it is a regular file.
fn regular(
    folder: &Path,
    name: &str,
    present: &BTreeMap<String, fs::Metadata>,
    missing: &str,
    findings: &mut Findings,
) -> Option<Vec<u8>> {
    match present.get(name) {
        None => findings.add(missing, name, "is not there"),
        Some(meta) if meta.is_file() => match fs::read(folder.join(name)) {
            Ok(bytes) => return Some(bytes),
            Err(error) => findings.add("unreadable", name, error.to_string()),
        },
        Some(_) => {} // check_files says what it is instead
    }
    None
}

fn check_manifest(folder: &Path, bundle: Option<&str>, manifest: Option<&[u8]>, findings: &mut Findings) {
    let Some(bundle) = bundle else {
        return;
    };
    let expected = format!("{bundle}  {SUMS}\n");
    if manifest.is_some_and(|text| text != expected.as_bytes()) {
        findings.add("manifest_mismatch", MANIFEST, "is not the digest of SHA256SUMS");
    }
    let name = folder
        .canonicalize()
        .ok()
        .and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .unwrap_or_default();
    // A folder under another name is fine; one under the name of another bundle is not.
    let Some((_, eight)) = name.rsplit_once('-') else {
        return;
    };
    let hex = eight.len() == 8 && eight.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    if hex && !bundle.starts_with(eight) {
        findings.add(
            "name_mismatch",
            ".",
            format!("the folder is named after bundle {eight}"),
        );
    }
}

fn check_files(folder: &Path, sums: &Sums, present: &BTreeMap<String, fs::Metadata>, findings: &mut Findings) {
    let mut folders_needed: BTreeSet<&str> = BTreeSet::new();
    for name in sums.files.keys() {
        let slashes = name.match_indices('/');
        folders_needed.extend(slashes.filter_map(|(at, _)| name.get(..at)));
    }
    let owners: BTreeMap<&str, &str> = sums
        .files
        .iter()
        .map(|(name, digest)| (digest.as_str(), name.as_str()))
        .collect();
    let mut strays: BTreeMap<String, &str> = BTreeMap::new();
    for (name, meta) in present {
        let listed = sums.files.get(name);
        if meta.is_symlink() {
            findings.add("symlink", name, "is a symbolic link");
        } else if meta.is_dir() {
            if listed.is_some() {
                findings.add("not_regular", name, "is a folder");
            } else if !folders_needed.contains(name.as_str()) {
                findings.add("extra_folder", name, "is not part of the bundle");
            }
        } else if !meta.is_file() {
            findings.add("not_regular", name, "is no regular file");
        } else if name != SUMS && name != MANIFEST {
            match (file_sha256(&folder.join(name)), listed) {
                (Err(error), _) => findings.add("unreadable", name, error.to_string()),
                (Ok(found), None) => {
                    findings.add("extra", name, "is not listed in SHA256SUMS");
                    strays.insert(found, name);
                }
                (Ok(found), Some(digest)) if found != *digest => match owners.get(found.as_str()) {
                    Some(owner) => {
                        findings.add("swapped", name, format!("holds the content of {owner}"));
                    }
                    None => findings.add("changed", name, "is not what was written"),
                },
                _ => {}
            }
        }
    }
    for (name, digest) in &sums.files {
        if present.contains_key(name) {
            continue;
        }
        match strays.get(digest) {
            Some(stray) => findings.add("renamed", name, format!("is now called {stray}")),
            None => findings.add("missing", name, "is not there"),
        }
    }
}
