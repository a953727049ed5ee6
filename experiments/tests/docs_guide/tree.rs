//! Every path that a document names exists, and holds the function that it is named for.

use crate::{document, root};
use std::path::Path;

/// Words of a text that look like paths of the workspace.
fn paths(text: &str) -> Vec<&str> {
    let mark = |c: char| c.is_whitespace() || matches!(c, '`' | '(' | ')' | '[' | ']' | ',' | ';' | '|' | '"');
    let words = text.split(mark).map(|word| word.trim_end_matches(['.', ':']));
    let first = |word: &str| {
        word.split('/')
            .next()
            .is_some_and(|part| !part.is_empty() && root().join(part).exists())
    };
    words
        .filter(|word| {
            word.contains('/') && !word.starts_with('.') && !word.contains("//") && !word.contains('*') && first(word)
        })
        .collect()
}

#[test]
fn paths_exist() {
    let files = [
        "ARCHITECTURE.md",
        "README.md",
        "CHANGELOG.md",
        "docs/guide.md",
        "docs/decisions.md",
        "docs/features.md",
        "docs/measurement.md",
        "docs/exec-protocol.md",
    ];
    for file in files {
        let text = document(file);
        // The map of the architecture is a fenced block; commands elsewhere name files that they make.
        let text = if file == "ARCHITECTURE.md" { text } else { prose(&text) };
        for path in paths(&text) {
            assert!(root().join(path).exists(), "{file} names {path}, which does not exist");
        }
    }
    // Inline code that looks like a path must be one, even when its first folder does not exist.
    let text = document("ARCHITECTURE.md");
    let mut seen = 0;
    for code in prose(&text)
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|code| code.contains('/') && !code.contains(' '))
    {
        assert!(
            root().join(code).exists(),
            "ARCHITECTURE.md names {code}, which does not exist"
        );
        seen += 1;
    }
    assert!(seen > 10, "only {seen} paths");
}

/// A document without its fenced blocks.
pub(crate) fn prose(text: &str) -> String {
    let mut fenced = false;
    let lines = text.lines().filter(|line| {
        let fence = line.starts_with("```");
        fenced ^= fence;
        !fence && !fenced
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn links_lead_somewhere() {
    for file in [
        "README.md",
        "ARCHITECTURE.md",
        "docs/guide.md",
        "docs/decisions.md",
        "docs/features.md",
        "docs/measurement.md",
    ] {
        let folder = root().join(file).parent().map(Path::to_path_buf).unwrap_or_default();
        let text = document(file);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or(link);
            assert!(
                link.contains("://") || folder.join(target).exists(),
                "{file} links to {link}"
            );
        }
    }
}

/// `Type::function` followed by a path in brackets: the file holds that function.
#[test]
fn functions_stand_where_the_text_says() {
    let mut seen = 0;
    for file in ["ARCHITECTURE.md", "docs/decisions.md"] {
        let text = document(file);
        for (code, rest) in text
            .match_indices('`')
            .filter_map(|(at, _)| text[at + 1..].split_once("` ("))
        {
            let path = rest.split(')').next().unwrap_or("");
            let rust = std::path::Path::new(path)
                .extension()
                .is_some_and(|ending| ending == "rs");
            if !rust || !code.contains("::") || code.contains('`') {
                continue;
            }
            let name = code.rsplit("::").next().unwrap_or(code);
            assert!(
                document(path).contains(&format!("fn {name}")),
                "{file}: {path} has no function {name}"
            );
            seen += 1;
        }
    }
    assert!(seen >= 3, "only {seen} functions");
}

/// The rooms of the house: folder, package name, and nothing left out.
#[test]
fn every_crate_is_in_the_architecture() {
    let text = document("ARCHITECTURE.md");
    let manifest = document("Cargo.toml");
    let members = manifest
        .split("members = [")
        .nth(1)
        .and_then(|rest| rest.split(']').next())
        .expect("members");
    let members: Vec<&str> = members.split('"').skip(1).step_by(2).collect();
    assert!(members.len() >= 10);
    for member in members {
        let toml = document(&format!("{member}/Cargo.toml"));
        let name = toml
            .split("name = \"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .expect("a name");
        let line = text.lines().find(|line| line.starts_with(&format!("{member}/ ")));
        assert!(
            line.is_some_and(|line| line.contains(name)),
            "{member} ({name}) is not in ARCHITECTURE.md"
        );
    }
}

#[test]
fn the_architecture_is_one_page() {
    let lines = document("ARCHITECTURE.md").lines().count();
    assert!(lines <= 80, "{lines} lines");
}
