//! Errors name file, line, column, what was expected and what was found.

use turnzero_cards::language::{MAX_BYTES, parse_card};

fn error(text: &str) -> String {
    match parse_card("pool/x.card", text) {
        Ok(card) => panic!("parses: {card:?}"),
        Err(error) => error.to_string(),
    }
}

const HEAD: &str = "name: X\nidentity: none\ntype: Land\n";

#[test]
fn an_ability_error_points_at_the_token() {
    let message = error(&format!("{HEAD}activated: {{T}} -> draw two\n"));
    assert!(message.starts_with("pool/x.card:4:24: expected an amount"), "{message}");
    assert!(message.ends_with("found `two`"), "{message}");
}

#[test]
fn an_unfinished_line_points_behind_its_end() {
    let message = error(&format!("{HEAD}static: enters tapped unless\n"));
    assert!(
        message.starts_with("pool/x.card:4:29: expected a condition"),
        "{message}"
    );
    assert!(message.ends_with("found end of line"), "{message}");
}

#[test]
fn columns_count_characters_and_include_the_key() {
    let message = error("name: Ætherling\nidentity: none\ntype: Land — Ærathi ærathi\n");
    assert_eq!(message, "pool/x.card:3:21: expected a text in quotes, found `ærathi`");
}

#[test]
fn headers_are_checked() {
    assert_eq!(
        error(""),
        "pool/x.card:1:1: expected a line end at the end of the text, found end of text"
    );
    assert!(error("type: Land\n").contains("1:1: expected `name: …` as the first line"));
    assert!(error("name: X\ntype: Land\n").contains("expected a card with `identity: …`"));
    assert!(error("name: X\nidentity: none\n").contains("3:1: expected `type: …`"));
    assert!(error("name: X\nname: Y\n").contains("2:1: expected `name` once"));
    assert!(error("name: X\nidentity: none\ntype: Land\nflying\ncost: {1}\n").contains("headers before abilities"));
    assert!(error("name: X\nidentity: none\ntype: Land\nlayout: split\n").contains("before the first face"));
    assert!(
        error("name: X\nidentity: none\ncost: {1}\ntype: Land\nface: Y\ncost: {2}\n").contains("a face with `type: …`")
    );
    assert!(error("name: X\nidentity: none\ntype: Land\npt: 1/1\npower: 2\n").contains("either `pt`"));
    assert!(error("name: X\nidentity: purple\ntype: Land\n").contains("2:11: expected colours"));
    assert!(error(&format!("{HEAD}\n")).contains("4:1: expected an ability"));
    assert!(error(&format!("{HEAD}flying flying\n")).contains("4:8: expected end of line, found `flying`"));
    assert!(error(&format!("{HEAD}activated: {{T}} -> add {{Z}}\n")).contains("4:23: expected mana such as"));
    assert!(error(&format!("{HEAD}spell: create 1 [1/1 white creature bird]\n")).contains("found `bird`"));
    assert!(error(&format!("{HEAD}partner with \"never closed\n")).contains("a closed text in quotes"));
}

#[test]
fn nesting_and_size_are_bounded() {
    let deep = format!("{HEAD}spell: {}draw 1{}\n", "(".repeat(5_000), ")".repeat(5_000));
    assert!(error(&deep).contains("levels of nesting"));
    let not = format!("{HEAD}spell: destroy each {}creature\n", "not ".repeat(5_000));
    assert!(error(&not).contains("levels of nesting"));
    let may = format!("{HEAD}spell: {}draw 1\n", "may ".repeat(5_000));
    assert!(error(&may).contains("levels of nesting"));
    let static_in_static = format!("{HEAD}{}flying\n", "static: self has (".repeat(2_000));
    assert!(error(&static_in_static).contains("levels of nesting"));
    assert!(error(&"x".repeat(MAX_BYTES + 1)).contains("bytes"));
}
