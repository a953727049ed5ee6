//! Where studies, datasets and bundles live: one data root for all worktrees of a repository.

use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::error::{Error, IoContext, Result};

/// Environment variable that replaces the folder `.data`.
pub const ENVIRONMENT: &str = "TURNZERO_LOCAL_DATA_ROOT";

/// The folder that stands for `.data`, and the rules for paths under it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataRoot {
    root: PathBuf,
}

impl DataRoot {
    /// The data root for a command started in `cwd`: the environment's folder if set, else
    /// `.data` beside the Git common directory, outside Git `cwd/.data`.
    ///
    /// # Errors
    /// [`Error::Bad`] for a `.git` file that names no directory, or a data root that is no folder; [`Error::Io`].
    pub fn discover(cwd: &Path, environment: Option<&OsStr>) -> Result<Self> {
        let root = match environment.filter(|value| !value.is_empty()) {
            Some(value) => normal(&cwd.join(value)),
            None => match Checkout::around(cwd)? {
                Some(checkout) => checkout.beside.join(".data"),
                None => normal(&cwd.join(".data")),
            },
        };
        match fs::metadata(&root) {
            Ok(meta) if meta.is_dir() => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Ok(_) => {
                return Err(Error::bad(
                    &root,
                    "the data root",
                    "is no folder",
                    format!("move the file away, or set {ENVIRONMENT} to a folder"),
                ));
            }
            Err(error) => return Err(error).doing("use the data root", &root),
        }
        Ok(Self { root })
    }

    /// [`Self::discover`] for this process.
    ///
    /// # Errors
    /// As [`Self::discover`]; also when the working directory is gone.
    pub fn of_process() -> Result<Self> {
        let cwd = std::env::current_dir().doing("find the working directory", Path::new("."))?;
        Self::discover(&cwd, std::env::var_os(ENVIRONMENT).as_deref())
    }

    /// The data root itself, absolute.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// The absolute path meant by `path`: absolute paths stay, relative ones lie under the root,
    /// where a leading `.data/` is dropped.
    ///
    /// # Errors
    /// [`Error::LeavesDataRoot`] when `..` climbs out of the root.
    pub fn resolve(&self, path: &Path) -> Result<PathBuf> {
        if path.is_absolute() {
            return Ok(normal(path));
        }
        let mut parts = path.components().filter(|c| *c != Component::CurDir).peekable();
        if parts.peek() == Some(&Component::Normal(OsStr::new(".data"))) {
            parts.next();
        }
        let resolved = normal(&self.root.join(parts.collect::<PathBuf>()));
        if resolved.starts_with(&self.root) {
            return Ok(resolved);
        }
        Err(Error::LeavesDataRoot {
            path: path.to_path_buf(),
            root: self.root.clone(),
        })
    }

    /// [`Self::resolve`] for a file that will be written: an absolute path inside a linked
    /// worktree is refused, for Git may remove the worktree together with the only copy.
    ///
    /// # Errors
    /// [`Error::InLinkedWorktree`]; as [`Self::resolve`].
    pub fn resolve_output(&self, path: &Path) -> Result<PathBuf> {
        let resolved = self.resolve(path)?;
        if path.is_absolute()
            && !resolved.starts_with(&self.root)
            && let Some(Checkout {
                linked: Some(worktree), ..
            }) = Checkout::around(&resolved)?
        {
            return Err(Error::InLinkedWorktree {
                path: resolved,
                worktree,
                root: self.root.clone(),
            });
        }
        Ok(resolved)
    }
}

/// What the `.git` entry found above a path says.
struct Checkout {
    /// Folder that holds the Git common directory.
    beside: PathBuf,
    /// Top folder of the worktree when it is a linked one.
    linked: Option<PathBuf>,
}

impl Checkout {
    /// Walks up from `path` (which need not exist) to the first `.git`.
    fn around(path: &Path) -> Result<Option<Self>> {
        // Links are followed as far as the path exists, so that a link into a worktree is seen.
        let mut existing = path.to_path_buf();
        while !existing.exists() && existing.pop() {}
        let start = existing.canonicalize().doing("resolve", &existing)?;
        for top in start.ancestors() {
            let entry = top.join(".git");
            let Ok(meta) = fs::metadata(&entry) else {
                continue;
            };
            if meta.is_dir() {
                // Git itself ignores a `.git` folder without HEAD.
                if entry.join("HEAD").exists() {
                    return Ok(Some(Self {
                        beside: top.to_path_buf(),
                        linked: None,
                    }));
                }
                continue;
            }
            return Self::from_file(top, &entry).map(Some);
        }
        Ok(None)
    }

    fn from_file(top: &Path, entry: &Path) -> Result<Self> {
        let text = fs::read_to_string(entry).doing("read", entry)?;
        let Some(target) = text.trim_end().strip_prefix("gitdir: ") else {
            return Err(Error::bad(
                entry,
                "line 1",
                "does not begin with `gitdir: `",
                format!("repair the worktree (`git worktree repair`), or set {ENVIRONMENT}"),
            ));
        };
        let git_dir = normal(&top.join(target));
        let common_file = git_dir.join("commondir");
        if !git_dir.is_dir() {
            return Err(Error::bad(
                entry,
                "line 1",
                format!("names {}, which is no folder", git_dir.display()),
                format!("repair the worktree (`git worktree repair`), or set {ENVIRONMENT}"),
            ));
        }
        if !common_file.exists() {
            // A submodule: its Git folder is inside another repository's, so the data stands
            // beside the `.git` file of the submodule itself.
            return Ok(Self {
                beside: top.to_path_buf(),
                linked: None,
            });
        }
        let common = fs::read_to_string(&common_file).doing("read", &common_file)?;
        let common = git_dir.join(common.trim_end());
        let common = common.canonicalize().doing("resolve", &common)?;
        Ok(Self {
            beside: common.parent().unwrap_or(&common).to_path_buf(),
            linked: Some(top.to_path_buf()),
        })
    }
}

/// `path` without `.` and with `..` taken back, by its text only.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(path: &Path) -> PathBuf {
        fs::create_dir_all(path).unwrap();
        path.canonicalize().unwrap()
    }

    /// A main checkout and a linked worktree, laid out as `git worktree add` lays them out.
    fn repository(base: &Path) -> (PathBuf, PathBuf) {
        let main = folder(&base.join("main"));
        let private = folder(&main.join(".git/worktrees/side"));
        fs::write(main.join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
        fs::write(private.join("commondir"), "../..\n").unwrap();
        let linked = folder(&base.join("side"));
        fs::write(linked.join(".git"), format!("gitdir: {}\n", private.display())).unwrap();
        (main, linked)
    }

    #[test]
    fn linked_worktrees_share_the_root_of_the_main_checkout() {
        let dir = tempfile::tempdir().unwrap();
        let (main, linked) = repository(dir.path());
        let deep = folder(&linked.join("a/b"));
        for cwd in [&main, &linked, &deep] {
            let root = DataRoot::discover(cwd, None).unwrap();
            assert_eq!(root.path(), main.join(".data"));
        }
    }

    #[test]
    fn the_environment_replaces_the_folder_and_outside_git_it_is_here() {
        let dir = tempfile::tempdir().unwrap();
        let (main, _) = repository(dir.path());
        let root = DataRoot::discover(&main, Some(OsStr::new("/elsewhere/data"))).unwrap();
        assert_eq!(root.path(), Path::new("/elsewhere/data"));
        let root = DataRoot::discover(&main, Some(OsStr::new("here"))).unwrap();
        assert_eq!(root.path(), main.join("here"));
        let root = DataRoot::discover(&main, Some(OsStr::new(""))).unwrap();
        assert_eq!(root.path(), main.join(".data"));
        let outside = folder(&dir.path().join("plain"));
        let root = DataRoot::discover(&outside, None).unwrap();
        assert_eq!(root.path(), outside.join(".data"));
    }

    #[test]
    fn relative_paths_lie_under_the_root_without_a_leading_data() {
        let root = DataRoot {
            root: PathBuf::from("/r/.data"),
        };
        let at = |text: &str| root.resolve(Path::new(text));
        assert_eq!(at("m/s.json").unwrap(), Path::new("/r/.data/m/s.json"));
        assert_eq!(at(".data/m/s.json").unwrap(), Path::new("/r/.data/m/s.json"));
        assert_eq!(at("./.data/s.json").unwrap(), Path::new("/r/.data/s.json"));
        assert_eq!(at("/abs/s.json").unwrap(), Path::new("/abs/s.json"));
        assert!(matches!(at("../s.json"), Err(Error::LeavesDataRoot { .. })));
        assert!(matches!(at("a/../../s.json"), Err(Error::LeavesDataRoot { .. })));
    }

    #[test]
    fn an_explicit_output_inside_a_linked_worktree_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let (main, linked) = repository(dir.path());
        let root = DataRoot::discover(&linked, None).unwrap();
        let error = root.resolve_output(&linked.join("new/s.json")).unwrap_err().to_string();
        assert!(error.contains("linked worktree"), "{error}");
        assert!(root.resolve_output(&main.join("s.json")).is_ok());
        assert!(root.resolve_output(Path::new("s.json")).is_ok());
        assert!(root.resolve_output(&dir.path().join("s.json")).is_ok());
    }

    #[test]
    fn a_data_root_that_is_no_folder_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        fs::write(&file, "").unwrap();
        for (root, word) in [(file.clone(), "is no folder"), (file.join("below"), "cannot use")] {
            let error = DataRoot::discover(dir.path(), Some(root.as_os_str())).unwrap_err();
            assert_eq!(error.exit_code(), 3);
            assert!(error.to_string().contains(word), "{error}");
        }
        fs::write(dir.path().join(".data"), "").unwrap();
        assert!(DataRoot::discover(dir.path(), None).is_err());
    }

    #[test]
    fn a_broken_git_file_is_named() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(".git"), "nonsense").unwrap();
        let error = DataRoot::discover(dir.path(), None).unwrap_err();
        assert!(error.to_string().contains("gitdir"), "{error}");
        fs::write(dir.path().join(".git"), "gitdir: /no/such/place\n").unwrap();
        let error = DataRoot::discover(dir.path(), None).unwrap_err();
        assert!(error.to_string().contains("no folder"), "{error}");
    }
}
