//! The same with the real catalogue, when it lies beside the workspace.

use crate::hands::{Deck, arg, csv};
use crate::support::{Home, decks_of, is_estimate, shared_file};

/// Red cards of the real catalogue that are not in the pool.
const BURN: Deck = Deck {
    name: "burn",
    lands: 20,
    cards: &[
        (14, "Mountain"),
        (4, "Bloodstained Mire"),
        (2, "Ramunap Ruins"),
        (4, "Goblin Guide"),
        (4, "Eidolon of the Great Revel"),
        (4, "Rift Bolt"),
        (4, "Skullcrack"),
        (4, "Searing Blaze"),
        (4, "Light Up the Stage"),
        (4, "Skewer the Critics"),
        (4, "Bomat Courier"),
        (4, "Viashino Pyromancer"),
        (4, "Rampaging Ferocidon"),
    ],
};

/// Green cards of the same kind.
const STOMPY: Deck = Deck {
    name: "stompy",
    lands: 22,
    cards: &[
        (18, "Forest"),
        (4, "Nykthos, Shrine to Nyx"),
        (4, "Steel Leaf Champion"),
        (4, "Burning-Tree Emissary"),
        (4, "Voltaic Brawler"),
        (4, "Ghalta, Primal Hunger"),
        (4, "Kraul Harpooner"),
        (4, "Thrashing Brontodon"),
        (4, "Blossoming Defense"),
        (4, "Verdurous Gearhulk"),
        (3, "Nissa, Vital Force"),
        (3, "Territorial Allosaurus"),
    ],
};

#[test]
fn two_decks_known_to_the_real_catalogue_only_train_one_model() {
    let Some(cards) = shared_file("catalog/AtomicCards.json.gz") else {
        return;
    };
    let home = Home::new();
    home.study_json(&["catalog", "add", arg(&cards)]);
    home.study(&["cards", "Goblin Guide"]).ends(3).says(&["Goblin Guide"]);
    home.study(&["cards", "Kraul Harpooner"])
        .ends(3)
        .says(&["Kraul Harpooner"]);
    for (deck, count) in [(&BURN, 1_000), (&STOMPY, 200)] {
        let list = deck.write(&home);
        let checked = home.study_json(&["decks", "check", &list]);
        assert!(checked["decks"][0]["facts_only"].as_u64().unwrap() > 5, "{checked}");
        let file = csv(&home, &format!("{}.csv", deck.name), &deck.hands(count, 11));
        let out = format!("{}.jsonl", deck.name);
        let made = home.spark_json(&["import-hands", arg(&file), "--deck", &list, "--out", &out]);
        assert_eq!(made["rows"].as_u64().unwrap(), count as u64);
    }
    let trained = home.spark_json(&[
        "train-mulligans",
        "--dataset",
        "burn.jsonl",
        "--dataset",
        "stompy.jsonl",
        "--folds",
        "2",
    ]);
    is_estimate(&trained["cv"]["balanced_accuracy"]);
    assert_eq!(decks_of(&trained["leave_one_deck_out"]), ["burn", "stompy"]);
    // A duel deck of the pool, so that one model serves all.
    let duel = shared_file("decks/duel_mono_red_burn.txt").unwrap();
    let red = "Mountain; Mountain; Shock; Lava Spike; Incinerate; Lightning Bolt; Mogg Fanatic";
    let said = home.spark_json(&["advise", "--deck", arg(&duel), "--hand", red]);
    assert_eq!(said["options"]["free_mulligans"], 0);
    let fresh = csv(&home, "fresh.csv", &STOMPY.hands(200, 12));
    let list = home.path("stompy.txt");
    home.spark_json(&[
        "import-hands",
        arg(&fresh),
        "--deck",
        arg(&list),
        "--out",
        "fresh.jsonl",
    ]);
    let evaluated = home.spark_json(&["evaluate", "latest", "--dataset", "fresh.jsonl"]);
    is_estimate(&evaluated["cv"]["accuracy"]);
}
