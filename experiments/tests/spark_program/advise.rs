//! Advice on one hand and feature vectors: the words a player reads and the keys tools read.

use crate::hands::{GROVE, arg, catalogue};
use crate::support::{Home, deck, has_keys, shared_file};
use serde_json::{Value, json};
use std::fmt::Write as _;

const QUINTORIUS: &str = "Boros Garrison; Plains; Sol Ring; Faithless Looting; Wrath of God; Sun Titan; Guttersnipe";
const BAELOTH: &str = "Swamp; Mountain; Command Tower; Sol Ring; Arcane Signet; Night's Whisper; Grave Titan";
const NO_LAND: &str = "Sol Ring; Faithless Looting; Wrath of God; Sun Titan; Guttersnipe; Chaos Warp; Monastery Mentor";

/// Named policies that advice always asks.
const OTHERS: [&str; 11] = [
    "argentum",
    "forge",
    "heuristic",
    "karsten",
    "lands_2_to_5",
    "lands_logistic",
    "lands_window",
    "magarena",
    "phase",
    "spark",
    "xmage",
];

fn decks() -> [(String, &'static str); 2] {
    [
        (deck("commander_quintorius_loremaster.txt"), QUINTORIUS),
        (deck("commander_baeloth_iron_throne.txt"), BAELOTH),
    ]
}

#[test]
fn both_commander_decks_are_advised_on_without_a_catalogue() {
    let home = Home::trained();
    for (deck, hand) in decks() {
        let args = ["advise", "--deck", &deck, "--hand", hand, "--json"];
        let ran = home.spark(&args).ends(0);
        let said = ran.json();
        has_keys(
            &said,
            &[
                "decision",
                "p_keep",
                "p_keep_balanced",
                "run",
                "options",
                "features",
                "facts_only",
                "baselines",
                "bottom",
            ],
        );
        assert_eq!(said["decision"], "KEEP", "mana on turn one, three lands, spells");
        assert_eq!(said["facts_only"], 0);
        assert_eq!(said["bottom"], json!([]), "a first hand puts nothing away");
        assert_eq!(
            said["options"],
            json!({
                "seats": 4, "free_mulligans": 1, "mulligans_taken": 0, "on_play": true, "house_rule": false,
            })
        );
        for scale in ["p_keep", "p_keep_balanced"] {
            assert!((0.0..=1.0).contains(&said[scale].as_f64().unwrap()));
        }
        let names: Vec<&String> = said["baselines"].as_object().unwrap().keys().collect();
        assert_eq!(names, OTHERS);
        assert_eq!(said["baselines"]["spark"], said["decision"]);
        assert_eq!(
            said["features"].as_object().unwrap().len(),
            turnzero_spark::features::FEATURES.len()
        );
        assert_eq!(
            home.spark(&args).ends(0).out,
            ran.out,
            "the same question gives the same bytes"
        );
        let rest = [
            ("TZ", "Asia/Tokyo"),
            ("LC_ALL", "de_DE.UTF-8"),
            ("RAYON_NUM_THREADS", "1"),
        ];
        assert_eq!(home.spark_in(&rest, &args).ends(0).out, ran.out);
    }
}

#[test]
fn a_hand_without_a_land_is_a_mulligan_and_the_text_says_why() {
    let home = Home::trained();
    let (deck, _) = &decks()[0];
    let said = home.spark_json(&["advise", "--deck", deck, "--hand", NO_LAND]);
    assert_eq!(said["decision"], "MULLIGAN");
    assert!(said["p_keep_balanced"].as_f64().unwrap() < 0.5);
    let against = said["against_keeping"].as_array().unwrap();
    assert!((1..=3).contains(&against.len()));
    let text = home.spark(&["advise", "--deck", deck, "--hand", NO_LAND]).ends(0).out;
    for fact in against {
        let start: String = fact["words"].as_str().unwrap().chars().take(20).collect();
        assert!(text.contains(&start), "{start:?} is not in\n{text}");
        assert!(fact["weight"].as_f64().unwrap() < 0.0);
    }
    assert!(text.contains("what would make it KEEP"), "{text}");
}

#[test]
fn the_text_gives_verdict_scales_facts_changes_and_others_within_80_columns() {
    let home = Home::trained();
    for (deck, hand) in decks() {
        for rest in [&["--on-draw"][..], &["--mulligans-taken", "3"], &[]] {
            let args = [&["advise", "--deck", &deck, "--hand", hand][..], rest].concat();
            let text = home.spark(&args).ends(0).out;
            for words in [
                "\nKEEP\n",
                "both choices weighted alike; this decides, at 50 %",
                "class mix of the training hands",
                "imitates heuristic",
                "\nfor keeping\n",
                "\nagainst keeping\n",
                "\nwhat would make it MULLIGAN\n",
                "\nothers on this hand\n",
                "\n  keep ",
                "\n  mulligan ",
                "4 players, on the ",
                "\nmodel ",
            ] {
                assert!(text.contains(words), "{words:?} is not in\n{text}");
            }
            assert_eq!(
                text.contains("\nif kept, to the bottom\n"),
                rest.contains(&"3"),
                "{text}"
            );
            for card in hand.split("; ") {
                assert!(text.contains(&format!("• {card}")), "{card} is not in\n{text}");
            }
            for line in text.lines() {
                assert!(line.chars().count() <= 80, "{line}");
                assert!(!line.contains('\u{1b}') && !line.ends_with(' '), "{line:?}");
            }
            assert!(
                !text.contains("100 %") && !text.contains(" 0 %"),
                "no model is certain:\n{text}"
            );
        }
    }
    let (deck, hand) = &decks()[1];
    let args = ["advise", "--deck", deck, "--hand", hand];
    let coloured = home.spark(&[&args[..], &["--color", "always"]].concat()).ends(0).out;
    assert!(coloured.contains("\u{1b}[1mKEEP\u{1b}[0m"));
    let plain = home.spark_in(&[("NO_COLOR", "1")], &args).ends(0).out;
    assert_eq!(plain, home.spark(&args).ends(0).out);
}

#[test]
fn what_would_change_the_verdict_changes_it_when_asked() {
    let home = Home::trained();
    let (deck, _) = &decks()[0];
    let said = home.spark_json(&["advise", "--deck", deck, "--hand", QUINTORIUS]);
    let changes = said["changes"].as_array().unwrap();
    assert!(!changes.is_empty());
    for change in changes {
        assert_eq!(change["decision"], "MULLIGAN");
        let what = change["what"].as_str().unwrap();
        let Some((card, removed)) = what
            .strip_prefix("with ")
            .and_then(|rest| rest.split_once(" in place of "))
        else {
            continue;
        };
        let hand = QUINTORIUS.replacen(removed, card, 1);
        let other = home.spark_json(&["advise", "--deck", deck, "--hand", &hand]);
        assert_eq!(other["decision"], "MULLIGAN", "{what}");
        assert_eq!(other["p_keep_balanced"], change["p_keep_balanced"], "{what}");
    }
}

#[test]
fn hands_that_do_not_fit_are_refused_with_the_reason() {
    let home = Home::trained();
    let (deck, _) = &decks()[1];
    let advise =
        |hand: &str, rest: &[&str]| home.spark(&[&["advise", "--deck", deck, "--hand", hand][..], rest].concat());
    advise(&format!("{BAELOTH}; Blood Crypt"), &[])
        .ends(3)
        .says(&["--hand", "8 cards"]);
    advise("Swamp; Mountain", &[]).ends(3).says(&["2 cards"]);
    advise("", &[]).ends(3).says(&["--hand"]);
    advise(&BAELOTH.replace("Sol Ring", "Sol Rung"), &[])
        .ends(3)
        .says(&["Sol Rung", "did you mean Sol Ring"]);
    advise(&BAELOTH.replace("Arcane Signet", "Sol Ring"), &[])
        .ends(3)
        .says(&["2 copies of `Sol Ring`", "holds 1"]);
    advise(&BAELOTH.replace("Sol Ring", "Black Lotus"), &[])
        .ends(3)
        .says(&["Black Lotus"]);
    // Three mulligans, one of them free: seven before and five after the bottom.
    let five = "Swamp; Mountain; Command Tower; Sol Ring; Grave Titan";
    let three = ["--mulligans-taken", "3"];
    advise(five, &three).ends(0);
    advise(&format!("{five}; Blood Crypt"), &three)
        .ends(3)
        .says(&["6 cards"]);
    advise(BAELOTH, &["--mulligans-taken", "9"]).ends(3);
    let open = home.spark_json(&["advise", "--deck", deck, "--hand", BAELOTH, "--mulligans-taken", "3"]);
    assert_eq!(open["bottom"].as_array().unwrap().len(), 2);
    let closed = home.spark_json(&["advise", "--deck", deck, "--hand", five, "--mulligans-taken", "3"]);
    assert_eq!(closed["bottom"], json!([]));
    home.spark(&["advise", "--deck", "absent.txt", "--hand", five])
        .ends(3)
        .says(&["absent.txt"]);
    home.spark(&["advise", "--deck", deck, "--hand", BAELOTH, "--run", "nonesuch"])
        .ends(3)
        .says(&["nonesuch"]);
    home.spark(&["advise", "--deck", deck]).ends(2);
    home.spark(&["advise", "--deck", deck, "--hand", BAELOTH, "--seats", "9"])
        .ends(2);
}

#[test]
fn a_sixty_card_deck_of_a_catalogue_is_advised_on_with_its_own_defaults() {
    let home = Home::trained();
    let list = GROVE.write(&home);
    let hand = "Forest; Forest; Sleeping Grove; Moss Tender; Fern Cub; Thicket Stag; Hollow Bear";
    let args = ["advise", "--deck", &list, "--hand", hand, "--on-draw"];
    home.spark(&args).ends(3).says(&["Sleeping Grove"]);
    let file = home.write("cards.json", &catalogue().to_string());
    for rest in [&["--catalog", arg(&file)][..], &[]] {
        if rest.is_empty() {
            home.study_json(&["catalog", "add", arg(&file)]);
        }
        let said = home.spark_json(&[&args[..], rest].concat());
        assert_eq!(
            said["options"],
            json!({
                "seats": 2, "free_mulligans": 0, "mulligans_taken": 0, "on_play": false, "house_rule": false,
            })
        );
        assert_eq!(said["facts_only"], 5, "distinct cards of the hand known by facts only");
        let text = home.spark(&[&args[..], rest].concat()).ends(0).out;
        assert!(
            text.contains("2 players, on the draw") && text.contains("catalogue facts"),
            "{text}"
        );
    }
    let environment = [("TURNZERO_CATALOG", "absent.json.gz")];
    home.spark_in(&environment, &args).ends(3).says(&["absent.json.gz"]);
}

#[test]
fn duel_decks_of_the_real_catalogue_are_advised_on() {
    let Some(cards) = shared_file("catalog/AtomicCards.json.gz") else {
        return;
    };
    let home = Home::trained();
    home.study_json(&["catalog", "add", arg(&cards)]);
    let list = "Deck\n4 Goblin Guide\n4 Rift Bolt\n4 Skullcrack\n4 Searing Blaze\n4 Eidolon of the Great Revel\n\
                4 Light Up the Stage\n4 Skewer the Critics\n4 Lightning Bolt\n4 Lava Spike\n4 Bloodstained Mire\n20 Mountain\n";
    let list = home.write("burn.txt", list);
    let hand = "Mountain; Mountain; Goblin Guide; Lava Spike; Rift Bolt; Skullcrack; Bloodstained Mire";
    let said = home.spark_json(&["advise", "--deck", arg(&list), "--hand", hand]);
    assert_eq!(said["options"]["seats"], 2);
    let green = shared_file("decks/duel_green_stompy.txt").unwrap();
    let seven = "Forest; Forest; Forest; Llanowar Elves; Giant Growth; Rancor; Leatherback Baloth";
    let text = std::fs::read_to_string(&green).unwrap();
    let held: Vec<&str> = seven.split("; ").filter(|name| text.contains(*name)).collect();
    let mut cards: Vec<String> = held.iter().map(|name| (*name).to_owned()).collect();
    // Fill with further cards of the list, whatever it holds.
    for line in text.lines() {
        if let Some((count, name)) = line.split_once(' ')
            && count.parse::<u32>().is_ok()
            && cards.len() < 7
            && !cards.iter().any(|card| card == name)
        {
            cards.push(name.to_owned());
        }
    }
    home.spark_json(&["advise", "--deck", arg(&green), "--hand", &cards.join("; ")]);
}

#[test]
fn feature_vectors_come_for_one_hand_and_for_a_table_of_hands() {
    let home = Home::trained();
    let (deck, hand) = &decks()[0];
    let one = home.spark_json(&["features", "--deck", deck, "--hand", hand]);
    has_keys(&one, &["schema", "schema_sha256", "truncated", "values"]);
    let advised = home.spark_json(&["advise", "--deck", deck, "--hand", hand]);
    assert_eq!(one["values"], advised["features"]);
    assert_eq!(
        one["schema_sha256"],
        crate::support::shared().1["feature_schema"]["sha256"]
    );
    let text = home.spark(&["features", "--deck", deck, "--hand", hand]).ends(0).out;
    assert_eq!(text.lines().count(), one["values"].as_object().unwrap().len());

    let mut csv = String::from("hand,on_play,mulligans_taken\n");
    let _ = writeln!(csv, "\"{hand}\",1,0\n\"{NO_LAND}\",0,1");
    let csv = home.write("hands.csv", &csv);
    let table = home.spark_json(&["features", "--deck", deck, "--hands", arg(&csv)]);
    let hands = table["hands"].as_array().unwrap();
    assert_eq!(hands.len(), 2);
    assert_eq!(hands[0]["values"], one["values"], "a row is the hand asked for alone");
    let draw = [
        "features",
        "--deck",
        deck,
        "--hand",
        NO_LAND,
        "--on-draw",
        "--mulligans-taken",
        "1",
    ];
    assert_eq!(hands[1]["values"], home.spark_json(&draw)["values"]);
    let text = home
        .spark(&["features", "--deck", deck, "--hands", arg(&csv)])
        .ends(0)
        .out;
    let columns: Vec<usize> = text.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(columns, [columns[0]; 3]);

    let bad = home.write(
        "bad.csv",
        "hand\nPlains;Plains\nPlain;Plains;Plains;Plains;Plains;Plains;Plains\n",
    );
    home.spark(&["features", "--deck", deck, "--hands", arg(&bad)])
        .ends(3)
        .says(&["bad.csv", "line 2", "line 3", "did you mean Plains"]);
    home.spark(&["features", "--deck", deck]).ends(2);
    home.spark(&["features", "--deck", deck, "--hand", "Plains"])
        .ends(3)
        .says(&["1 cards"]);
    assert_eq!(one["truncated"], Value::Bool(false));
}

#[test]
fn a_question_unlike_the_training_data_is_said_to_be_one() {
    let home = Home::trained();
    let (deck, hand) = &decks()[0];
    let model: Value = serde_json::from_slice(&std::fs::read(home.bundle().join("model.json")).unwrap()).unwrap();
    let ask_of = |deck: &str, hand: &str, rest: &[&str]| {
        let args = [&["advise", "--deck", deck, "--hand", hand], rest].concat();
        let text = home.spark(&args).ends(0).out;
        let said = home.spark(&[&args[..], &["--json"]].concat()).ends(0).json();
        (said, text)
    };
    let ask = |rest: &[&str]| ask_of(deck, hand, rest);
    // Exactly the features beyond the rows of training are named.
    let features_fit = |said: &Value| {
        let columns = model["features"].as_array().unwrap().iter();
        let beyond: Vec<&str> = columns
            .filter(|column| {
                let value = said["features"][column["name"].as_str().unwrap()].as_f64().unwrap();
                value < column["least"].as_f64().unwrap() || value > column["most"].as_f64().unwrap()
            })
            .map(|column| column["name"].as_str().unwrap())
            .collect();
        let named = said["outside_training"]["features"].as_array().unwrap().iter();
        assert_eq!(
            named.map(|one| one["name"].as_str().unwrap()).collect::<Vec<_>>(),
            beyond
        );
        beyond.len()
    };
    let table = |said: &Value| said["outside_training"]["table"].clone();

    let (seen, text) = ask(&[]);
    assert_eq!(table(&seen), json!([]));
    let words = "\noutside the training data, so these figures are extrapolated\n";
    assert_eq!(text.contains(words), features_fit(&seen) > 0, "{text}");

    let (said, text) = ask(&["--seats", "2", "--free-mulligans", "0", "--mulligans-taken", "5"]);
    assert_eq!(
        table(&said),
        json!(["seats", "free_mulligans"]),
        "the deck was trained on"
    );
    assert!(features_fit(&said) > 0, "nobody was dealt a hand that costs five cards");
    let (start, end) = (text.find(words), text.find("\nfor keeping\n"));
    assert!(start.is_some() && start < end, "{text}");
    assert!(text.contains("\n  a table of 2 seats\n  0 free mulligans\n"), "{text}");
    assert!(!text.contains("\n  this deck\n"), "{text}");

    let bolts = "Mountain; Mountain; Mountain; Lightning Bolt; Lightning Bolt; Lightning Bolt; Lightning Bolt";
    let same_options = ["--seats", "4", "--free-mulligans", "1"];
    let (said, text) = ask_of(&crate::support::deck("bench_bolt.txt"), bolts, &same_options);
    assert_eq!(table(&said), json!(["deck"]));
    features_fit(&said);
    assert!(text.contains("\n  this deck\n"), "{text}");
}
