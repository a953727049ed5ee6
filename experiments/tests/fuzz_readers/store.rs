//! Broken studies on disk: readers change nothing, and a writer that refuses one leaves every byte as it was.

use crate::documents::Documents;
use crate::mutate::{Corpus, Random};
use std::collections::BTreeMap;
use std::path::Path;
use turnzero_datasets::store::{StoreOptions, StudyStore, read, verify};
use turnzero_datasets::{journal_path, lock_path};

/// Names and bytes of a folder, the lock of a writer left out.
fn files(folder: &Path, lock: &Path) -> BTreeMap<std::path::PathBuf, Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let paths = entries.map(|entry| entry.path()).filter(|path| path != lock);
    paths
        .map(|path| (path.clone(), std::fs::read(&path).unwrap_or_default()))
        .collect()
}

/// Reads, verifies and opens `runs` broken studies; gives how many a writer accepted.
pub(crate) fn run(documents: &Documents, seed: u64, runs: u64) -> u64 {
    let checkpoint = documents.empty.to_bytes().expect("a study");
    let checkpoints = Corpus::new([checkpoint.clone()]);
    let journals = Corpus::new([documents.journal()]);
    let mut accepted = 0;
    for number in 0..runs {
        let mut random = Random(seed ^ (number << 24));
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("study.json");
        let study = if random.one_in(3) {
            checkpoints.input(&mut random)
        } else {
            checkpoint.clone()
        };
        let journal = match random.below(3) {
            0 => documents.journal(),
            1 => documents.forged_journal(&mut random),
            _ => journals.input(&mut random),
        };
        std::fs::write(&path, study).expect("written");
        std::fs::write(journal_path(&path), journal).expect("written");
        let lock = lock_path(&path);
        let before = files(folder.path(), &lock);
        let whole = read(&path).is_ok();
        if let Ok(verification) = verify(&path) {
            assert!(
                whole || !verification.problems.is_empty(),
                "study {number} of seed {seed} verifies but does not read"
            );
        }
        assert_eq!(
            files(folder.path(), &lock),
            before,
            "a reader changed study {number} of seed {seed}"
        );
        match StudyStore::open_for_writing(&path, StoreOptions::default()) {
            Ok(store) => {
                accepted += 1;
                assert!(whole, "study {number} of seed {seed} opens but does not read");
                let left = store.study().clone();
                drop(store);
                let again = read(&path).expect("what a writer opened reads");
                assert_eq!(again.study.actors, left.actors, "study {number} of seed {seed}");
            }
            Err(error) => {
                assert!(error.to_string().len() > 8);
                assert_eq!(
                    files(folder.path(), &lock),
                    before,
                    "study {number} of seed {seed} was refused and changed: {error}"
                );
            }
        }
    }
    accepted
}
