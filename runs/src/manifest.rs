//! `SHA256SUMS`: which files a bundle holds, in the form that coreutils check.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use turnzero_datasets::canonical;

/// Name of the list of digests.
pub const SUMS: &str = "SHA256SUMS";
/// Name of the file with the digest of the list, the bundle's id.
pub const MANIFEST: &str = "MANIFEST.sha256";

/// Digest by file name, sorted by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sums {
    /// Lower-case hexadecimal SHA-256 by name relative to the bundle.
    pub files: BTreeMap<String, String>,
}

impl Sums {
    /// The text of `SHA256SUMS`: digest, two spaces, name, line feed; sorted by name.
    pub fn to_text(&self) -> String {
        text_of(self.files.iter())
    }

    /// SHA-256 of that text.
    pub fn sha256(&self) -> String {
        canonical::sha256_hex(self.to_text().as_bytes())
    }

    /// Identity of what was computed: SHA-256 over the lines of the deterministic part, which is
    /// everything but `run.json` and Parquet files (the manifests are never listed).
    pub fn content_sha256(&self) -> String {
        let lines = self.files.iter().filter(|(name, _)| is_deterministic(name));
        canonical::sha256_hex(text_of(lines).as_bytes())
    }

    /// Reads `SHA256SUMS`, strictly in the form that [`Self::to_text`] writes; every fault is
    /// listed as line number and words, and the lines that can be read are kept.
    pub fn parse(bytes: &[u8]) -> (Self, Vec<(usize, String)>) {
        let mut sums = Self::default();
        let mut faults = Vec::new();
        if !bytes.is_empty() && !bytes.ends_with(b"\n") {
            faults.push((0, "does not end with a line feed".to_owned()));
        }
        let mut last = String::new();
        for (index, raw) in bytes.split(|b| *b == b'\n').enumerate() {
            if raw.is_empty() && index + 1 == bytes.split(|b| *b == b'\n').count() {
                break;
            }
            match parse_line(raw) {
                Err(fault) => faults.push((index + 1, fault)),
                Ok((digest, name)) => {
                    if name <= last && !last.is_empty() {
                        faults.push((index + 1, format!("{name} is out of order or twice")));
                    }
                    last.clone_from(&name);
                    sums.files.insert(name, digest);
                }
            }
        }
        (sums, faults)
    }
}

fn text_of<'a>(lines: impl Iterator<Item = (&'a String, &'a String)>) -> String {
    let mut out = String::new();
    for (name, digest) in lines {
        // Writing to a String cannot fail.
        let _ = writeln!(out, "{digest}  {name}");
    }
    out
}

fn parse_line(raw: &[u8]) -> Result<(String, String), String> {
    let text = std::str::from_utf8(raw).map_err(|_| "is no UTF-8".to_owned())?;
    let (digest, name) = text.split_once("  ").ok_or_else(|| "is no `digest  name`".to_owned())?;
    if !canonical::is_sha256(digest) {
        return Err("does not begin with a SHA-256 in lower case".to_owned());
    }
    if let Some(reason) = name_fault(name) {
        return Err(format!("name {name:?}: {reason}"));
    }
    Ok((digest.to_owned(), name.to_owned()))
}

/// Whether the file's bytes follow from the inputs alone.
pub fn is_deterministic(name: &str) -> bool {
    let parquet = std::path::Path::new(name)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"));
    name != "run.json" && name != SUMS && name != MANIFEST && !parquet
}

/// Why a name cannot be listed, if it cannot. Restricted names need no escaping by coreutils.
pub(crate) fn name_fault(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        return Some("it is empty");
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/');
    if !name.chars().all(allowed) {
        return Some("it holds other characters");
    }
    if name
        .split('/')
        .any(|part| part.is_empty() || part == "." || part == "..")
    {
        return Some("it is absolute, or a part is empty, `.` or `..`");
    }
    if name == SUMS || name == MANIFEST {
        return Some("it is a manifest");
    }
    // `sha256sum` would take it for an option when given by hand.
    name.starts_with('-').then_some("it begins with `-`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_restricted() {
        for good in ["a", "inputs/0-study.json", "MODEL_CARD.md", "a..b"] {
            assert_eq!(name_fault(good), None, "{good}");
        }
        for bad in [
            "", "/etc/x", "../x", "a/../b", "a//b", "a/", "./a", "a b", "a\nb", "\u{e9}", "-c", SUMS, MANIFEST, "a\\b",
        ] {
            assert!(name_fault(bad).is_some(), "{bad:?}");
        }
    }

    #[test]
    fn content_leaves_out_what_does_not_repeat() {
        let mut sums = Sums::default();
        for name in ["model.json", "run.json", "dataset.parquet"] {
            sums.files
                .insert(name.to_owned(), canonical::sha256_hex(name.as_bytes()));
        }
        let content = sums.content_sha256();
        sums.files
            .insert("run.json".to_owned(), canonical::sha256_hex(b"other"));
        sums.files.remove("dataset.parquet");
        assert_eq!(sums.content_sha256(), content);
        sums.files
            .insert("model.json".to_owned(), canonical::sha256_hex(b"other"));
        assert_ne!(sums.content_sha256(), content);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let (sums, faults) = Sums::parse(&bytes);
            if faults.is_empty() {
                prop_assert_eq!(sums.to_text().into_bytes(), bytes);
            }
        }

        #[test]
        fn text_round_trips(names in prop::collection::btree_set("[a-z]{1,4}(/[a-z0-9_.]{1,3}x)?", 0..12)) {
            let files = names
                .into_iter()
                .map(|name| { let digest = canonical::sha256_hex(name.as_bytes()); (name, digest) })
                .collect();
            let sums = Sums { files };
            let (back, faults) = Sums::parse(sums.to_text().as_bytes());
            prop_assert_eq!(faults, vec![]);
            prop_assert_eq!(back, sums);
        }
    }
}
