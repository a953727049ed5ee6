//! Tables that stand in documents are those of the code.

use crate::document;
use turnzero_datasets::stats::paired_power;

#[test]
fn features_are_those_of_the_code() {
    let table = turnzero_spark::features::markdown_table();
    let file = "docs/features.md";
    let text = document(file);
    let begin = text.find("Feature schema").expect("a table");
    if std::env::var_os("TURNZERO_BLESS").is_some() {
        std::fs::write(crate::root().join(file), format!("{}{table}", &text[..begin])).expect("written");
        return;
    }
    assert_eq!(
        text[begin..],
        table,
        "{file} is old; run this test with TURNZERO_BLESS=1"
    );
}

#[test]
fn powers_are_those_of_the_code() {
    let text = document("docs/measurement.md");
    let rows = text
        .lines()
        .filter(|line| line.starts_with("| ") && line[2..].starts_with(|c: char| c.is_ascii_digit()));
    let mut seen = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [games, share, power, needed] = cells.as_slice() else {
            panic!("{row}")
        };
        let games: u64 = games.parse().expect("games");
        let share: f64 = share.parse().expect("a share");
        let discordant = (0..=games)
            .find(|d| (*d as f64 / games as f64 - share).abs() < 1e-9)
            .expect("whole games");
        let found = paired_power(discordant, games).expect("in range").expect("games");
        assert_eq!(format!("{:.0} %", 100.0 * found.power), *power, "{row}");
        assert_eq!(found.n_for_80.to_string(), *needed, "{row}");
        seen += 1;
    }
    assert_eq!(seen, 7);
}

#[test]
fn decisions_are_numbered_without_gaps() {
    let text = document("docs/decisions.md");
    let numbers: Vec<usize> = text
        .lines()
        .filter_map(|line| line.strip_prefix("## ")?.split('.').next()?.parse().ok())
        .collect();
    assert!(numbers.len() >= 20, "{} decisions", numbers.len());
    assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>());
}
