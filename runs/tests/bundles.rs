//! Bundles: published once, verified completely, found by name, compared by place.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use turnzero_runs::{Bundle, Error, MANIFEST, SUMS, Shelf, differences, unprotect, verify};

const FILES: [(&str, &str); 6] = [
    ("model.json", "{\"weights\":[0.5,-1.25]}"),
    ("metrics.json", "{\"accuracy\":0.75}"),
    ("predictions.jsonl", "{\"row\":1}\n{\"row\":2}\n"),
    ("MODEL_CARD.md", "# Model\n"),
    ("inputs/0-study.json", "{}"),
    ("run.json", "{\"host\":\"somewhere\"}"),
];

/// A folder whose bundles can be removed again.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn shelf(&self) -> Shelf {
        Shelf::new(&self.0.path().join("spark/runs"))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = unprotect(self.0.path());
    }
}

fn publish(shelf: &Shelf, utc: &str, run_json: &str) -> Bundle {
    let mut draft = shelf.begin().unwrap();
    for (name, text) in FILES {
        let text = if name == "run.json" { run_json } else { text };
        draft.add(name, text.as_bytes()).unwrap();
    }
    draft
        .add_with::<Error>("dataset.parquet", |path| {
            fs::write(path, b"PAR1").unwrap();
            Ok(())
        })
        .unwrap();
    draft.publish(utc, "heuristic").unwrap()
}

fn codes(folder: &Path) -> Vec<(String, String)> {
    let found = verify(folder).unwrap();
    assert_eq!(found.ok, found.problems.is_empty());
    found.problems.into_iter().map(|p| (p.code, p.file)).collect()
}

/// A writable copy of a bundle, to tamper with.
fn copy(bundle: &Bundle, to: &Path) -> PathBuf {
    let target = to.join("copy");
    fs::create_dir_all(target.join("inputs")).unwrap();
    for name in bundle.sums.files.keys().map(String::as_str).chain([SUMS, MANIFEST]) {
        fs::write(target.join(name), fs::read(bundle.path.join(name)).unwrap()).unwrap();
    }
    target
}

#[test]
fn a_bundle_is_whole_read_only_and_named_after_its_manifest() {
    let place = Place::new();
    let bundle = publish(&place.shelf(), "20261130T223554Z", "{}");
    let eight = &bundle.bundle_sha256[..8];
    assert_eq!(bundle.name, format!("20261130T223554Z-heuristic-{eight}"));
    assert_eq!(codes(&bundle.path), vec![]);
    assert_eq!(bundle.read("model.json").unwrap(), FILES[0].1.as_bytes());
    for name in ["", "inputs", "model.json", "dataset.parquet", SUMS, MANIFEST] {
        let mode = fs::metadata(bundle.path.join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o222, 0, "{name}");
    }
    let left: Vec<_> = fs::read_dir(place.shelf().path()).unwrap().collect();
    assert_eq!(left.len(), 1, "no staging folder stays");
}

#[test]
fn coreutils_accept_it() {
    let place = Place::new();
    let bundle = publish(&place.shelf(), "20261130T223554Z", "{}");
    for list in [SUMS, MANIFEST] {
        let checked = Command::new("sha256sum")
            .args(["-c", "--strict", "--quiet", list])
            .current_dir(&bundle.path)
            .status();
        match checked {
            Ok(status) => assert!(status.success(), "{list}"),
            Err(error) if std::env::var_os("TURNZERO_ALL_TESTS").is_some() => panic!("needs sha256sum: {error}"),
            Err(_) => eprintln!("not run: needs sha256sum"),
        }
    }
}

#[test]
fn the_content_id_ignores_host_time_and_parquet_only() {
    let place = Place::new();
    let shelf = place.shelf();
    let a = publish(&shelf, "20261130T223554Z", "{\"host\":\"a\"}");
    let b = publish(&shelf, "20261130T223555Z", "{\"host\":\"b\"}");
    assert_eq!(a.content_sha256, b.content_sha256);
    assert_ne!(a.bundle_sha256, b.bundle_sha256);
    let mut other = shelf.begin().unwrap();
    other.add("model.json", b"{}").unwrap();
    assert_ne!(other.content_sha256(), a.content_sha256);
}

#[test]
fn nothing_is_overwritten_and_a_dropped_draft_leaves_nothing() {
    let place = Place::new();
    let shelf = place.shelf();
    let first = publish(&shelf, "20261130T223554Z", "{}");
    let mut draft = shelf.begin().unwrap();
    for (name, text) in FILES {
        draft
            .add(name, if name == "run.json" { b"{}" } else { text.as_bytes() })
            .unwrap();
    }
    draft.add("dataset.parquet", b"PAR1").unwrap();
    assert!(matches!(draft.add("run.json", b"x"), Err(Error::Twice { .. })));
    for bad in ["../x", "/x", "a b", SUMS, MANIFEST, ""] {
        assert!(matches!(draft.add(bad, b"x"), Err(Error::Name { .. })), "{bad}");
    }
    let again = draft.publish("20261130T223554Z", "heuristic");
    assert!(matches!(again, Err(Error::Exists { .. })));
    assert_eq!(codes(&first.path), vec![]);
    let mut draft = shelf.begin().unwrap();
    draft.add("model.json", b"{}").unwrap();
    assert!(matches!(draft.publish("now", "a/b"), Err(Error::Name { .. })));
    assert_eq!(fs::read_dir(shelf.path()).unwrap().count(), 1);
}

/// A change to the folder of a bundle.
type Tampering = Box<dyn Fn(&Path)>;

#[test]
fn every_tampering_is_found_under_its_own_code() {
    let place = Place::new();
    let bundle = publish(&place.shelf(), "20261130T223554Z", "{}");
    let flip = |name: &'static str| -> Tampering {
        Box::new(move |folder| {
            let file = folder.join(name);
            let mut bytes = fs::read(&file).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(file, bytes).unwrap();
        })
    };
    let mut cases: Vec<(Tampering, Vec<(&str, &str)>)> = Vec::new();
    for name in bundle.sums.files.keys() {
        let name: &'static str = name.clone().leak();
        cases.push((flip(name), vec![("changed", name)]));
        let truncate: Tampering = Box::new(move |folder| {
            let file = fs::OpenOptions::new().write(true).open(folder.join(name)).unwrap();
            file.set_len(1).unwrap();
        });
        cases.push((truncate, vec![("changed", name)]));
        let remove: Tampering = Box::new(move |folder| fs::remove_file(folder.join(name)).unwrap());
        cases.push((remove, vec![("missing", name)]));
        let link: Tampering = Box::new(move |folder| {
            let file = folder.join(name);
            fs::rename(&file, folder.with_file_name("moved")).unwrap();
            symlink(folder.with_file_name("moved"), &file).unwrap();
        });
        cases.push((link, vec![("symlink", name)]));
        let replace: Tampering = Box::new(move |folder| {
            fs::remove_file(folder.join(name)).unwrap();
            fs::create_dir(folder.join(name)).unwrap();
        });
        cases.push((replace, vec![("not_regular", name)]));
    }
    let simple: Vec<(Tampering, Vec<(&str, &str)>)> = vec![
        (
            Box::new(|f| fs::write(f.join("extra.txt"), "x").unwrap()),
            vec![("extra", "extra.txt")],
        ),
        (
            Box::new(|f| fs::write(f.join("inputs/.hidden"), "x").unwrap()),
            vec![("extra", "inputs/.hidden")],
        ),
        (
            Box::new(|f| fs::create_dir(f.join("empty")).unwrap()),
            vec![("extra_folder", "empty")],
        ),
        (
            Box::new(|f| fs::rename(f.join("model.json"), f.join("old.json")).unwrap()),
            vec![("extra", "old.json"), ("renamed", "model.json")],
        ),
        (
            Box::new(|f| {
                let (a, b) = (f.join("model.json"), f.join("metrics.json"));
                fs::rename(&a, f.join("t")).unwrap();
                fs::rename(&b, &a).unwrap();
                fs::rename(f.join("t"), &b).unwrap();
            }),
            vec![("swapped", "metrics.json"), ("swapped", "model.json")],
        ),
        (
            Box::new(|f| {
                let made = Command::new("mkfifo").arg(f.join("pipe")).status().unwrap();
                assert!(made.success());
            }),
            vec![("not_regular", "pipe")],
        ),
        (
            Box::new(|f| fs::remove_file(f.join(MANIFEST)).unwrap()),
            vec![("manifest_missing", MANIFEST)],
        ),
        (
            Box::new(|f| {
                // A forger who writes the list anew is given away by the manifest.
                fs::write(f.join("model.json"), "{}").unwrap();
                let digest = turnzero_datasets::canonical::sha256_hex(b"{}");
                let text = fs::read_to_string(f.join(SUMS)).unwrap();
                let lines = text.lines().map(|line| match line.split_once("  ") {
                    Some((_, "model.json")) => format!("{digest}  model.json\n"),
                    _ => format!("{line}\n"),
                });
                fs::write(f.join(SUMS), lines.collect::<String>()).unwrap();
            }),
            vec![("manifest_mismatch", MANIFEST)],
        ),
    ];
    cases.extend(simple);
    for (tamper, expected) in cases {
        let dir = tempfile::tempdir().unwrap();
        let folder = copy(&bundle, dir.path());
        assert_eq!(codes(&folder), vec![]);
        tamper(&folder);
        let found = codes(&folder);
        let found: Vec<(&str, &str)> = found.iter().map(|(c, f)| (c.as_str(), f.as_str())).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn lists_that_are_no_lists_are_refused() {
    let place = Place::new();
    let bundle = publish(&place.shelf(), "20261130T223554Z", "{}");
    let text = fs::read_to_string(bundle.path.join(SUMS)).unwrap();
    let first = text.lines().next().unwrap();
    let digest = &first[..64];
    for (changed, code) in [
        (format!("{text}{digest}  ../outside\n"), "bad_name"),
        (format!("{text}{digest}  /etc/hosts\n"), "bad_name"),
        (format!("{first}\n{text}"), "sums_malformed"),
        (format!("{text}not a line\n"), "sums_malformed"),
        (text.replace('\n', "\r\n"), "bad_name"),
        (text.trim_end().to_owned(), "sums_malformed"),
        (format!("{text}\n"), "sums_malformed"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let folder = copy(&bundle, dir.path());
        fs::write(folder.join(SUMS), &changed).unwrap();
        let found = codes(&folder);
        assert!(found.iter().any(|(c, _)| c == code), "{code}: {found:?}");
        assert!(found.iter().any(|(c, _)| c == "manifest_mismatch"), "{found:?}");
        assert!(matches!(Bundle::open(&folder), Err(Error::Damaged { .. })));
    }
    let dir = tempfile::tempdir().unwrap();
    let folder = copy(&bundle, dir.path());
    fs::remove_file(folder.join(SUMS)).unwrap();
    assert!(codes(&folder).iter().any(|(code, _)| code == "sums_missing"));
    let renamed = dir.path().join("20261130T223554Z-heuristic-00000000");
    let folder = copy(&bundle, dir.path());
    fs::rename(&folder, &renamed).unwrap();
    assert_eq!(codes(&renamed), vec![("name_mismatch".to_owned(), ".".to_owned())]);
}

#[test]
fn runs_are_found_by_id_prefix_latest_and_folder() {
    let place = Place::new();
    let shelf = place.shelf();
    assert_eq!(shelf.list().unwrap(), Vec::<String>::new());
    assert!(matches!(shelf.resolve("latest"), Err(Error::NoRun { .. })));
    let a = publish(&shelf, "20261130T223554Z", "{\"n\":1}");
    let b = publish(&shelf, "20261201T000000Z", "{\"n\":2}");
    shelf.set_latest(&a.name).unwrap();
    assert_eq!(shelf.list().unwrap(), [a.name.clone(), b.name.clone()]);
    assert_eq!(shelf.open("latest").unwrap(), a);
    shelf.set_latest(&b.name).unwrap();
    assert_eq!(shelf.open("latest").unwrap(), b);
    assert_eq!(shelf.open(&a.name).unwrap(), a);
    assert_eq!(shelf.open("20261201").unwrap(), b);
    match shelf.resolve("2026") {
        Err(Error::Ambiguous { found, .. }) => assert_eq!(found.len(), 2),
        other => panic!("{other:?}"),
    }
    assert!(matches!(shelf.resolve("2027"), Err(Error::NoRun { .. })));
    assert!(matches!(shelf.resolve(""), Err(Error::NoRun { .. })));
    let dir = tempfile::tempdir().unwrap();
    let anywhere = copy(&a, dir.path());
    let found = shelf.open(anywhere.to_str().unwrap()).unwrap();
    assert_eq!(found.content_sha256, a.content_sha256);
    fs::write(shelf.path().join("latest"), "gone\n").unwrap();
    assert!(matches!(shelf.resolve("latest"), Err(Error::Damaged { .. })));
}

#[test]
fn a_changed_file_is_not_read() {
    let place = Place::new();
    let bundle = publish(&place.shelf(), "20261130T223554Z", "{}");
    let dir = tempfile::tempdir().unwrap();
    let copied = Bundle::open(&copy(&bundle, dir.path())).unwrap();
    fs::write(copied.path.join("model.json"), "{}").unwrap();
    assert!(matches!(copied.read("model.json"), Err(Error::Damaged { .. })));
    assert!(matches!(copied.read("other.json"), Err(Error::Damaged { .. })));
    assert!(copied.read("metrics.json").is_ok());
}

#[test]
fn a_reproduction_names_the_first_difference() {
    let files: BTreeMap<String, Vec<u8>> = FILES
        .iter()
        .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()))
        .collect();
    assert_eq!(differences(&files, &files), vec![]);
    let mut again = files.clone();
    again.insert("model.json".to_owned(), b"{\"weights\":[0.5,-1.5]}".to_vec());
    let found = differences(&files, &again);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].file, "model.json");
    assert_eq!(found[0].place, "weights[1]: -1.25 against -1.5");
}
