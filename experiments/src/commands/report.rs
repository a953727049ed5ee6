//! `study report`: figures over studies, or the canonical record of one actor.

use crate::cli::{self, Out};
use crate::error::{AppError, Result};
use crate::report::{self, BundleFacts, Options, Report, Source, html, markdown, terminal};
use crate::study::seal;
use clap::Args;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use turnzero_datasets::{DataRoot, Event, Sealing, StoreOptions, Study, StudyStore, atomic, clock, store};
use turnzero_spark::model::group_digest;

/// Arguments of `study report`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  study report mulligan-study/baeloth-quintorius-50-v5.json
  study report batch-1.json batch-2.json --reference heuristic --html report.html
  study report mulligan-study/baeloth-quintorius-50-v5.json --records heuristic")]
pub struct ReportArgs {
    /// Study files, under the data root
    #[arg(required = true, value_name = "STUDY")]
    studies: Vec<PathBuf>,
    /// Measure against this actor unless the human has answered everything
    #[arg(long, value_name = "ACTOR")]
    reference: Option<String>,
    /// Write one self-contained HTML file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Print the canonical record of one actor and nothing else
    #[arg(long, value_name = "ACTOR", conflicts_with_all = ["reference", "html", "markdown"])]
    records: Option<String>,
    /// Show machine results although the human has not finished; recorded in the study
    #[arg(long)]
    unseal: bool,
}

impl ReportArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// As its exit codes say.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let out = Out::new(global);
        let root = cli::data_root()?;
        let paths: Vec<PathBuf> = self
            .studies
            .iter()
            .map(|path| root.resolve(path))
            .collect::<Result<_, _>>()?;
        if let Some(actor) = &self.records {
            return self.records(out, &root, &paths, actor);
        }
        let files: Vec<String> = self.studies.iter().map(|path| path.display().to_string()).collect();
        let report = compute(&root, &paths, &files, self.reference.as_deref(), self.unseal)?;
        let html = self
            .html
            .as_deref()
            .map(|path| write(path, &html::render(&report)?))
            .transpose()?;
        let markdown = self
            .markdown
            .as_deref()
            .map(|path| write(path, &markdown::render(&report)))
            .transpose()?;
        if out.is_json() {
            return out.object(&joined(&report, html.as_deref(), markdown.as_deref())?);
        }
        out.text(terminal::render(&report, &|text| out.bold(text)))?;
        for (form, path) in [("HTML", &html), ("Markdown", &markdown)] {
            if let Some(path) = path {
                out.line(format_args!("{form} report {}", path.display()))?;
            }
        }
        Ok(())
    }

    fn records(&self, out: Out, root: &DataRoot, paths: &[PathBuf], actor: &str) -> Result<()> {
        let [path] = paths else {
            return Err(AppError::Usage(
                "--records prints one actor of one STUDY; name one".to_owned(),
            ));
        };
        let file = self
            .studies
            .first()
            .map_or_else(String::new, |path| path.display().to_string());
        let studies = load(root, paths, self.unseal)?;
        let Some(study) = studies.first() else {
            return Ok(());
        };
        let Some(record) = study.actors.get(actor) else {
            let present: Vec<&str> = study.actors.keys().map(String::as_str).collect();
            return Err(AppError::Input(format!(
                "{}: no actor {actor}; present: {}",
                path.display(),
                if present.is_empty() {
                    "none".to_owned()
                } else {
                    present.join(", ")
                }
            )));
        };
        if actor != turnzero_datasets::HUMAN {
            refuse_sealed_elsewhere(root, paths, &studies)?;
        }
        report::records_seal(study, actor, &super::mulligans::quoted(&file))?;
        let text = String::from_utf8(record.canonical_bytes()?).map_err(AppError::input)?;
        out.raw(&format!("{text}\n"))
    }
}

/// Prints the report of these studies, for `study mulligans --report`.
///
/// # Errors
/// As `study report`.
pub fn print(out: Out, paths: &[PathBuf], unseal: bool) -> Result<()> {
    let root = cli::data_root()?;
    let files: Vec<String> = paths.iter().map(|path| short_name(&root, path)).collect();
    let report = compute(&root, paths, &files, None, unseal)?;
    if out.is_json() {
        return out.object(&joined(&report, None, None)?);
    }
    out.text(terminal::render(&report, &|text| out.bold(text)))
}

fn short_name(root: &DataRoot, path: &Path) -> String {
    path.strip_prefix(root.path()).unwrap_or(path).display().to_string()
}

fn compute(
    root: &DataRoot,
    paths: &[PathBuf],
    files: &[String],
    reference: Option<&str>,
    unseal: bool,
) -> Result<Report> {
    let studies = load(root, paths, unseal)?;
    refuse_sealed_elsewhere(root, paths, &studies)?;
    let sources: Vec<Source<'_>> = studies
        .iter()
        .zip(files)
        .map(|(study, file)| Source { file, study })
        .collect();
    let bundles = |id: &str| bundle(root, id);
    report::build(
        &sources,
        &Options {
            reference,
            bundles: &bundles,
        },
    )
}

/// A human who answers in a file that is not given seals the batch all the same.
fn refuse_sealed_elsewhere(root: &DataRoot, paths: &[PathBuf], studies: &[Study]) -> Result<()> {
    let studies: Vec<&Study> = studies.iter().collect();
    match seal::elsewhere(root, paths, &studies)? {
        None => Ok(()),
        Some((batch, file)) => Err(AppError::Guard(format!(
            "batch {batch} is sealed: its human has begun and not finished in {file}; give that study too, finish its \
             hands with `study mulligans --output {file}`, or show everything with --unseal, which is recorded",
            file = file.display()
        ))),
    }
}

/// Reads the studies; on request first records that sealed choices are looked at.
fn load(root: &DataRoot, paths: &[PathBuf], unseal: bool) -> Result<Vec<Study>> {
    let mut studies = read(paths)?;
    if !unseal {
        return Ok(studies);
    }
    let sealing = Sealing::of(&studies);
    let mut sealed: BTreeSet<String> = sealing.sealed_batches().into_iter().map(str::to_owned).collect();
    let all: Vec<&Study> = studies.iter().collect();
    sealed.extend(seal::elsewhere(root, paths, &all)?.map(|(batch, _)| batch));
    if sealed.is_empty() {
        return Ok(studies);
    }
    for (path, study) in paths.iter().zip(&studies) {
        if sealed.contains(study.id()) {
            let mut store = StudyStore::open_for_writing(path, StoreOptions::default())?;
            store.record(&Event::Unsealed {
                at: clock::now(),
                command: "study report --unseal".to_owned(),
            })?;
            store.finish()?;
        }
    }
    studies = read(paths)?;
    Ok(studies)
}

fn read(paths: &[PathBuf]) -> Result<Vec<Study>> {
    let mut studies = Vec::new();
    for path in paths {
        let loaded = store::read(path)?;
        for note in &loaded.notes {
            cli::warn(&format!("{}: {note}", path.display()));
        }
        studies.push(loaded.study);
    }
    Ok(studies)
}

/// Training games, labels and learning curve of the bundle with this content id, whatever the
/// feature schema of its model.
fn bundle(root: &DataRoot, id: &str) -> Result<BundleFacts, String> {
    let shelf = crate::model::shelf(root);
    let mut unreadable = Vec::new();
    for name in shelf.list().map_err(|error| error.to_string())?.iter().rev() {
        match shelf.open(name) {
            Ok(bundle) if bundle.content_sha256 == id => return facts(&bundle),
            Ok(_) => {}
            Err(error) => unreadable.push(error.to_string()),
        }
    }
    let mut why = format!("no run in {} has that content", shelf.path().display());
    if !unreadable.is_empty() {
        why.push_str("; unreadable: ");
        why.push_str(&unreadable.join("; "));
    }
    Err(why)
}

fn facts(bundle: &turnzero_runs::Bundle) -> Result<BundleFacts, String> {
    let json = |name: &str| -> Result<Value, String> {
        let bytes = bundle.read(name).map_err(|error| error.to_string())?;
        serde_json::from_slice(&bytes).map_err(|error| format!("{}: {error}", bundle.path.join(name).display()))
    };
    let model = json("model.json")?;
    let list = model.get("training_groups").and_then(Value::as_array);
    let groups: Option<BTreeSet<String>> =
        list.and_then(|list| list.iter().map(|group| group.as_str().map(str::to_owned)).collect());
    let groups = groups.filter(|groups| !groups.is_empty()).ok_or_else(|| {
        format!(
            "{}: training_groups is missing",
            bundle.path.join("model.json").display()
        )
    })?;
    let curve = report::parse_curve(&json("metrics.json")?)?;
    Ok(BundleFacts {
        trained_on: Box::new(move |group| groups.contains(&group_digest(group))),
        labels: model
            .pointer("/origin/labels")
            .and_then(Value::as_str)
            .map(str::to_owned),
        curve,
    })
}

/// Writes a report against the working directory; gives the absolute path.
fn write(path: &Path, text: &str) -> Result<PathBuf> {
    let cannot = |error: std::io::Error| AppError::Input(format!("cannot write {}: {error}", path.display()));
    let absolute = std::path::absolute(path).map_err(cannot)?;
    let parent = absolute.parent().unwrap_or(Path::new("/"));
    if !parent.is_dir() {
        return Err(AppError::Input(format!(
            "cannot write {}: there is no folder {}; make it first",
            absolute.display(),
            parent.display()
        )));
    }
    atomic::write(&absolute, text.as_bytes())?;
    Ok(absolute)
}

/// The report's JSON with the paths of what was written; `path` is the HTML file, else the Markdown.
fn joined(report: &Report, html: Option<&Path>, markdown: Option<&Path>) -> Result<Value> {
    let mut value = serde_json::to_value(report).map_err(AppError::input)?;
    if let Some(map) = value.as_object_mut() {
        map.insert("path".to_owned(), json!(html.or(markdown)));
        map.insert("html".to_owned(), json!(html));
        map.insert("markdown".to_owned(), json!(markdown));
    }
    Ok(value)
}
