//! What a report must not show, must not pool, and must say.

use crate::support::*;
use std::collections::BTreeMap;
use turnzero_datasets::stats::Estimate;
use turnzero_datasets::{Event, Provenance, Study};
use turnzero_experiments::report::{self, BundleFacts, CurvePoint, Options, Source, html, markdown, terminal};

const BUNDLE: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

fn learned(study: &mut Study, actor: &str, bundle: Option<&str>, letters: &str) {
    let provenance = Provenance {
        pilot: actor.to_owned(),
        bundle: bundle.map(str::to_owned),
        ..Provenance::default()
    };
    start(study, actor, provenance);
    play(study, actor, letters, &|_| Some(said("learned")));
}

/// A bundle trained on the first five games of a batch.
fn trained_on_five(study: &Study) -> impl Fn(&str) -> Result<BundleFacts, String> {
    let groups: Vec<String> = (0..5).map(|game| study.header.group(game)).collect();
    move |bundle| {
        assert_eq!(bundle, BUNDLE);
        let groups = groups.clone();
        let point = |size, estimate| CurvePoint {
            size,
            unit: "games",
            metric: "balanced accuracy",
            figure: Estimate::new(estimate, [estimate - 0.05, estimate + 0.05], 400),
        };
        Ok(BundleFacts {
            trained_on: Box::new(move |group| groups.iter().any(|own| own == group)),
            labels: Some("heuristic".to_owned()),
            curve: vec![point(100.0, 0.7), point(200.0, 0.8)],
        })
    }
}

fn with_bundle(study: &Study) -> report::Report {
    let bundles = trained_on_five(study);
    let source = Source { file: "s.json", study };
    report::build(
        &[source],
        &Options {
            reference: None,
            bundles: &bundles,
        },
    )
    .unwrap()
}

fn texts(report: &report::Report) -> [String; 4] {
    [
        terminal::render(report, &str::to_owned),
        markdown::render(report),
        html::render(report).unwrap(),
        serde_json::to_string(report).unwrap(),
    ]
}

#[test]
fn in_sample_games_are_listed_and_in_no_rate_or_test() {
    let mut study = study("learned");
    mute(&mut study, "human", HUMAN);
    learned(&mut study, "spark", Some(BUNDLE), CLOSE);
    mute(&mut study, "y", FAR);
    let report = with_bundle(&study);
    let games: Vec<u32> = report.in_sample.iter().map(|game| game.game).collect();
    assert_eq!(games, [0, 1, 2, 3, 4]);
    assert_eq!(report.in_sample[0].group, study.header.group(0));
    let spark = &report.actors["spark"];
    // The five in-sample hands were all kept: 6 of 15 are left.
    assert_eq!(
        (spark.first_hands_kept, spark.keep_rate.n, spark.games),
        (Some(6), 15, 20)
    );
    for other in ["human", "y"] {
        let pair = pair(&report, "spark", other);
        assert_eq!((pair.n_games, pair.dropped.in_sample), (15, 5), "{other}");
    }
    assert_eq!(pair(&report, "human", "y").n_games, 20);
    assert_eq!(pair(&report, "human", "spark").all_decisions.games, 15);
    assert_eq!(report.by_deck["swamps"].actors["spark"].keep_rate.n, 5);
    assert!(
        report
            .notes
            .iter()
            .any(|note| note.starts_with("spark imitates heuristic: high figures show"))
    );
    assert!(
        report
            .notes
            .iter()
            .any(|note| note.starts_with("In-sample: 5 games of spark"))
    );
    // Every stated probability is 0.75; the human keeps 5 of the 15 games that count.
    let calibration = &report.calibration[0];
    assert_eq!(
        (calibration.actor.as_str(), calibration.n, calibration.bins.len()),
        ("spark", 15, 1)
    );
    assert_eq!(
        (calibration.bins[0].kept.n, calibration.bins[0].kept.estimate),
        (15, Some(5.0 / 15.0))
    );
    for text in texts(&report) {
        assert!(text.contains("Learning curve of spark: agreement with heuristic") || text.contains("learning_curves"));
    }
}

#[test]
fn rates_of_a_model_with_unknown_training_games_are_withheld() {
    for bundle in [Some(BUNDLE), None] {
        let mut study = study("unknown");
        mute(&mut study, "human", HUMAN);
        learned(&mut study, "spark", bundle, CLOSE);
        let report = report(&[&study], None);
        assert!(report.pairs.is_empty() && report.disagreements.is_empty() && report.calibration.is_empty());
        let spark = &report.actors["spark"];
        assert!(spark.first_hands_kept.is_none() && spark.keep_rate.estimate.is_none() && spark.agreement.is_none());
        assert!(
            spark
                .withheld
                .as_ref()
                .is_some_and(|why| why.contains("training games")),
            "{spark:?}"
        );
        assert!(
            report
                .notes
                .iter()
                .any(|note| note.starts_with("WITHHELD: rates and tests of spark"))
        );
        assert!(report.by_deck["swamps"].actors.keys().eq(["human"]));
        for text in texts(&report) {
            assert!(text.to_lowercase().contains("withheld"));
            assert!(!text.contains("55.0 %"), "the keep rate of spark is shown");
        }
        let error = try_report(&[&study], Some("spark"));
        // A complete human is the reference whatever is asked.
        assert!(error.is_ok());
    }
}

#[test]
fn a_sealed_batch_shows_nothing_of_machines() {
    let mut sealed = study("sealed");
    mute(&mut sealed, "human", "KMKMK");
    play(&mut sealed, "machine", CLOSE, &|_| Some(said("secret words")));
    let mut open = study("open");
    mute(&mut open, "other", CLOSE);
    mute(&mut open, "third", FAR);
    let report = report(&[&sealed, &open], None);
    assert_eq!(report.sealed.len(), 1);
    assert!(!report.actors.contains_key("machine") && report.actors["human"].games == 5);
    assert!(report.pairs.iter().all(|pair| pair.a == "other" && pair.b == "third"));
    assert!(report.batches[0].sealed && report.batches[0].actors.len() == 1);
    assert!(report.disagreements.iter().all(|hand| hand.batch == open.id()));
    for text in texts(&report) {
        assert!(!text.contains("secret words"));
        assert!(text.contains("sealed") && text.contains("--unseal"));
    }
    let error = try_report(&[&sealed], Some("machine")).unwrap_err();
    assert!(error.contains("sealed"), "{error}");
    assert!(report::records_seal(&sealed, "human", "s.json").is_ok());
    let refused = report::records_seal(&sealed, "machine", "s.json").unwrap_err();
    assert_eq!(refused.exit_code(), 4);
    assert!(
        refused
            .to_string()
            .contains("study report s.json --records machine --unseal")
    );

    // A human in one file seals the batch in every file.
    let mut machines = study("sealed");
    mute(&mut machines, "elsewhere", CLOSE);
    let mut human = study("sealed");
    mute(&mut human, "human", "K");
    let joined = crate::support::report(&[&machines, &human], None);
    assert!(!joined.actors.contains_key("elsewhere"));

    // A recorded look opens it, and is said.
    let look = Event::Unsealed {
        at: "2026-01-01T00:00:00Z".to_owned(),
        command: "study report".to_owned(),
    };
    sealed.apply(&look).unwrap();
    let opened = crate::support::report(&[&sealed], None);
    assert!(opened.sealed.is_empty() && opened.batches[0].unsealed);
    assert_eq!(
        (opened.actors["machine"].games, opened.reference.as_deref()),
        (20, None)
    );
    assert_eq!(pair(&opened, "human", "machine").n_games, 5);
}

#[test]
fn a_finished_human_unseals_and_an_untouched_one_never_sealed() {
    assert!(report(&[&example()], None).sealed.is_empty());
    let mut study = study("untouched");
    start(
        &mut study,
        "human",
        Provenance {
            pilot: "human".to_owned(),
            ..Provenance::default()
        },
    );
    mute(&mut study, "x", CLOSE);
    assert!(report(&[&study], None).sealed.is_empty());
}

#[test]
fn other_provenance_is_another_actor() {
    let build = |seed: &str, model: &str| {
        let mut study = study(seed);
        let details = BTreeMap::from([("model".to_owned(), model.to_owned())]);
        start(
            &mut study,
            "llm",
            Provenance {
                pilot: "llm".to_owned(),
                details,
                ..Provenance::default()
            },
        );
        mute(&mut study, "llm", CLOSE);
        mute(&mut study, "y", FAR);
        study
    };
    let (one, two) = (build("one", "model-1"), build("two", "model-2"));
    let apart = report(&[&one, &two], Some("y"));
    let labels: Vec<&String> = apart.actors.keys().collect();
    assert_eq!(labels.len(), 3);
    assert!(
        labels[0].starts_with("llm@") && labels[1].starts_with("llm@"),
        "{labels:?}"
    );
    assert_eq!(
        (apart.actors[labels[0]].keep_rate.n, apart.actors["y"].keep_rate.n),
        (20, 40)
    );
    assert!(
        apart
            .notes
            .iter()
            .any(|note| note.contains("llm stands for 2 different programs"))
    );
    // They have no common game, so they are no pair.
    assert_eq!(apart.pairs.len(), 2);
    let same = report(&[&one, &build("two", "model-1")], Some("y"));
    assert_eq!(same.actors["llm"].keep_rate.n, 40);
    let error = try_report(&[&one, &two], Some("llm")).unwrap_err();
    assert!(error.contains("several programs"), "{error}");
}

#[test]
fn retest_and_ceiling() {
    let mut study = example();
    for game in 0..10 {
        // The hand of game 3 is answered differently the second time.
        let keep = HUMAN.chars().nth(game as usize) == Some('K');
        let decision = Box::new(decision(game, 0, keep != (game == 3), None));
        let actor = "human".to_owned();
        study
            .apply(&Event::Repeated {
                actor,
                game,
                index: 0,
                decision,
            })
            .unwrap();
    }
    let report = report(&[&study], None);
    let retest = &report.retest["human"];
    assert_eq!((retest.same, retest.repeats), (9, 10));
    let ceiling = retest.figures.ceiling.estimate.unwrap();
    assert!((ceiling - 0.947_213_595_499_957_9).abs() < 1e-12);
    assert!(retest.figures.ceiling.ci95.is_some());
    // A repeat is no decision of the study.
    assert_eq!(pair(&report, "human", "x").all_decisions.agreement.n, 29);
    for text in texts(&report) {
        assert!(text.to_lowercase().contains("ceiling"));
    }
}

#[test]
fn a_review_statement_counts_and_is_said() {
    let mut study = study("review");
    play(&mut study, "human", HUMAN, &|game| {
        (game == 0).then(|| said("fine; on review MULLIGAN"))
    });
    mute(&mut study, "x", HUMAN);
    let report = report(&[&study], None);
    let hx = pair(&report, "human", "x");
    assert_eq!((hx.discordant, report.batches[0].actors[0].reviewed), (1, 1));
    assert!(
        report
            .notes
            .iter()
            .any(|note| note.contains("1 choice changed by a review statement"))
    );
    let choice = &report.disagreements[0].choices[0];
    assert_eq!(
        (choice.choice.as_str(), choice.played.as_deref()),
        ("MULLIGAN", Some("KEEP"))
    );
}

#[test]
fn disagreements_show_whole_hands() {
    let mut study = study("hands");
    play(&mut study, "human", HUMAN, &|_| Some(said("three lands, a rock")));
    mute(&mut study, "x", CLOSE);
    let report = report(&[&study], None);
    assert_eq!(report.disagreements.len(), 1);
    let hand = &report.disagreements[0];
    assert_eq!(
        (hand.game, hand.keeps, hand.mulligans, hand.cards_after_keep),
        (19, 1, 1, 7)
    );
    assert_eq!(hand.hand.len(), 7, "{:?}", report.notes);
    assert!(
        !report.notes.iter().any(|note| note.contains("does not read")),
        "{:?}",
        report.notes
    );
    assert_eq!(hand.hand[3].text(), "Murder · {1}{B}{B} · Instant");
    assert_eq!(hand.hand[0].text(), "Island · Land — Island");
    assert_eq!(
        hand.commanders[0].text(),
        "Chief <of> Tests · {2}{B} · Creature — Goblin"
    );
    assert_eq!(
        hand.state,
        "4 players, on the draw; first hand; a keep leaves 7 cards; the next mulligan is free"
    );
    let human = &hand.choices[0];
    assert_eq!(
        (human.reason.as_str(), human.unsure, human.facts[0].value),
        ("three lands, a rock", true, 3.0)
    );
    let page = markdown::render(&report);
    let bullets = page.lines().filter(|line| line.starts_with("- Murder")).count();
    assert_eq!(bullets, 3, "one line a card");
    assert!(page.contains("three lands, a rock") && page.contains("lands 3"));
}

#[test]
fn foreign_text_stays_text() {
    let attack = "<script>alert(1)</script> \"><img src=x onerror=alert(2)> `a` | [l](javascript:0) \u{1b}[31m\u{202e}";
    let mut study = study("attack");
    play(&mut study, "human", HUMAN, &|_| Some(said(attack)));
    mute(&mut study, "<b>x</b>|=\"", FAR);
    let report = report(&[&study], None);
    let [text, page, html, _] = texts(&report);
    for rendered in [&text, &page, &html] {
        assert!(!rendered.contains('\u{1b}') && !rendered.contains('\u{202e}'));
        assert!(rendered.contains("alert(1)"), "the words themselves are shown");
    }
    assert!(!html.contains("<script>alert") && !html.contains("<img") && !html.contains("<b>x</b>"));
    assert!(html.contains("&lt;b&gt;x&lt;") || html.contains("&lt;b&gt;x&lt;&#x2f;b&gt;"));
    assert!(!page.contains("<script") && !page.contains("<img") && !page.contains("<b>") && !page.contains(" | [l]"));
}

#[test]
fn the_same_studies_give_the_same_bytes() {
    let mut study = study("bytes");
    play(&mut study, "human", HUMAN, &|_| Some(said("why")));
    learned(&mut study, "spark", Some(BUNDLE), CLOSE);
    mute(&mut study, "y", FAR);
    let first = texts(&with_bundle(&study));
    let again: Study = serde_json::from_str(&serde_json::to_string(&study).unwrap()).unwrap();
    assert_eq!(first, texts(&with_bundle(&again)));
}

#[test]
fn the_json_keys_that_other_tools_read() {
    let json = serde_json::to_value(report(&[&example()], None)).unwrap();
    for key in [
        "batches",
        "actors",
        "reference",
        "in_sample",
        "pairs",
        "by_deck",
        "disagreements",
    ] {
        assert!(json.get(key).is_some(), "{key}");
    }
    let pair = &json["pairs"][0];
    for key in [
        "a",
        "b",
        "test",
        "n_games",
        "first_hand_agreement",
        "agree_ci95",
        "kappa",
        "ac1",
        "discordant",
        "diff",
        "sign_flip_p",
        "mcnemar_mid_p",
        "holm_p",
        "power",
        "verdict",
    ] {
        assert!(pair.get(key).is_some(), "{key}");
    }
    assert!(pair["diff"]["estimate"].is_number() && pair["diff"]["ci95"][1].is_number());
    assert!(pair["power"].is_number() && json["pairs"][2]["verdict"] == "a");
}

#[test]
fn nothing_gives_a_library_away() {
    let study = example();
    for text in texts(&report(&[&study], None)) {
        for game in 0..20 {
            let seed = turnzero_datasets::canonical::hex(&study.header.game_seed(game));
            assert!(!text.contains(&seed));
        }
        assert!(!text.contains("remainingDeck") && !text.contains("base_seed"));
    }
}
