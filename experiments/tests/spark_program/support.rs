//! One trained model that tests copy, beside the shared homes and programs.

#[path = "../support/mod.rs"]
mod base;

pub(crate) use base::{Home, Ran, has_tool as tool, ran};
use base::{SPARK, writable};

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The study that the shared model is trained on.
pub(crate) const TRAIN: &str = "train.json";
/// Its base seed, which no exported file may hold.
pub(crate) const TRAIN_SEED: &str = "spark-program-training-seed";

impl Ran {
    /// The command must end with this code; nothing but words on standard error then.
    #[track_caller]
    pub(crate) fn ends(self, code: i32) -> Self {
        self.expect(code);
        self
    }

    /// Every one of these words is said on standard error.
    #[track_caller]
    pub(crate) fn says(self, words: &[&str]) -> Self {
        for word in words {
            assert!(self.err.contains(word), "{word:?} is not in {}", self.err);
        }
        self
    }

    /// The one JSON object on standard output.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        self.object()
    }
}

impl Home {
    /// A copy of the home with the shared study and the model trained on it.
    pub(crate) fn trained() -> Self {
        let home = Self::new();
        copy_dir(shared().0.dir.path(), home.dir.path());
        home
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// `spark` in another environment.
    pub(crate) fn spark_in(&self, environment: &[(&str, &str)], args: &[&str]) -> Ran {
        ran(self
            .program(SPARK, args)
            .envs(environment.iter().copied())
            .output()
            .unwrap())
    }

    /// `spark … --json`, which must succeed.
    #[track_caller]
    pub(crate) fn spark_json(&self, args: &[&str]) -> Value {
        self.spark(&[args, &["--json"]].concat()).ends(0).json()
    }

    /// `study … --json`, which must succeed.
    #[track_caller]
    pub(crate) fn study_json(&self, args: &[&str]) -> Value {
        self.study(&[args, &["--json"]].concat()).ends(0).json()
    }

    /// The only bundle of this home.
    pub(crate) fn bundle(&self) -> PathBuf {
        let mut runs: Vec<PathBuf> = fs::read_dir(self.path("spark/runs"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_dir())
            .collect();
        assert_eq!(runs.len(), 1, "{runs:?}");
        runs.remove(0)
    }
}

/// The shared home and what its training printed.
pub(crate) fn shared() -> &'static (Home, Value) {
    static SHARED: OnceLock<(Home, Value)> = OnceLock::new();
    SHARED.get_or_init(|| {
        let home = Home::new();
        home.study_json(&[
            "mulligans",
            "--pilot",
            "heuristic",
            "--games",
            "60",
            "--base-seed",
            TRAIN_SEED,
            "--output",
            TRAIN,
        ]);
        let trained = home.spark_json(&["train-mulligans", "--study", TRAIN, "--labels", "heuristic"]);
        (home, trained)
    })
}

/// Copies a folder; the copy may be written to.
pub(crate) fn copy_dir(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_dir(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).unwrap();
            writable(&target);
        }
    }
}

/// Every file below a folder by relative name.
pub(crate) fn files(folder: &Path) -> Vec<String> {
    fn walk(root: &Path, folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(root, &path, found);
            } else {
                found.push(path.strip_prefix(root).unwrap().to_string_lossy().into_owned());
            }
        }
    }
    let mut found = Vec::new();
    walk(folder, folder, &mut found);
    found.sort();
    found
}

/// The workspace.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// A deck list of the repository.
pub(crate) fn deck(name: &str) -> String {
    workspace().join("decks").join(name).to_string_lossy().into_owned()
}

/// A file of the shared material beside the workspace, when it is there.
#[expect(clippy::print_stdout, reason = "says what was not run")]
pub(crate) fn shared_file(name: &str) -> Option<PathBuf> {
    let path = workspace().parent()?.join("shared").join(name);
    if path.exists() {
        return Some(path);
    }
    println!("not run: needs ../shared ({name})");
    None
}

/// Objects of a JSON-lines file.
pub(crate) fn json_lines(path: &Path) -> Vec<Value> {
    fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Every key is there.
#[track_caller]
pub(crate) fn has_keys(value: &Value, keys: &[&str]) {
    for key in keys {
        assert!(value.get(*key).is_some(), "{key} is missing in {value}");
    }
}

/// An estimate with a 95 % interval around it.
#[track_caller]
pub(crate) fn is_estimate(value: &Value) {
    let estimate = value["estimate"].as_f64().unwrap_or_else(|| panic!("{value}"));
    let interval = value["ci95"].as_array().unwrap_or_else(|| panic!("{value}"));
    assert_eq!(interval.len(), 2);
    let (low, high) = (interval[0].as_f64().unwrap(), interval[1].as_f64().unwrap());
    assert!(low <= estimate && estimate <= high, "{value}");
}

/// Decks of a table `{deck: figures}`; a note `why` is no deck.
pub(crate) fn decks_of(table: &Value) -> Vec<&str> {
    let names = table.as_object().unwrap().keys().map(String::as_str);
    names.filter(|name| *name != "why").collect()
}
