//! Every figure of a report on a study small enough to be computed by hand.
//!
//! Limits of Wilson and Newcombe and the power come from the formulas in Python, apart from the
//! code under test.

use crate::support::*;
use turnzero_datasets::stats::Verdict;
use turnzero_experiments::report::TestKind;

fn close(found: Option<f64>, expected: f64) {
    let found = found.expect("a value");
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

fn limits(found: Option<[f64; 2]>, expected: [f64; 2]) {
    let [low, high] = found.expect("an interval");
    close(Some(low), expected[0]);
    close(Some(high), expected[1]);
}

#[test]
fn the_example_by_hand() {
    let study = example();
    let report = report(&[&study], None);
    assert_eq!(report.reference.as_deref(), Some("human"));
    assert!(!report.reference_is_machine);
    assert_eq!(report.title, "Agreement with human");
    let order: Vec<(&str, &str)> = report
        .pairs
        .iter()
        .map(|pair| (pair.a.as_str(), pair.b.as_str()))
        .collect();
    assert_eq!(order, [("human", "x"), ("human", "y"), ("x", "y")]);

    let batch = &report.batches[0];
    assert_eq!(batch.games, 20);
    let x = &batch.actors[1];
    assert_eq!(
        (x.actor.as_str(), x.games, x.complete, x.first_hands_kept),
        ("x", 20, true, Some(11))
    );
    close(x.keep_rate.estimate, 0.55);
    limits(x.keep_rate.ci95, [0.342_085_342_450_342_4, 0.741_802_141_744_375_8]);
    assert_eq!(x.keep_rate.n, 20);

    // x against y: 7 games agree with the human in both, 12 in x only, 1 in neither.
    let xy = pair(&report, "x", "y");
    assert_eq!(xy.test_kind, TestKind::AgreementWithReference);
    assert!(
        xy.test.contains("[a agrees with human] − [b agrees with human]"),
        "{}",
        xy.test
    );
    assert_eq!(
        (xy.table.both, xy.table.only_a, xy.table.only_b, xy.table.neither),
        (7, 12, 0, 1)
    );
    assert_eq!((xy.n_games, xy.discordant, xy.dropped.total()), (20, 12, 0));
    close(xy.first_hand_agreement, 0.4);
    limits(xy.agree_ci95, [0.218_806_532_372_817, 0.613_418_499_237_746_8]);
    // Keeps: both 5, x only 6, y only 6, neither 3; chance 0.55² + 0.45² = 0.505 and 2·0.55·0.45.
    close(xy.kappa, (0.4 - 0.505) / 0.495);
    close(xy.ac1, (0.4 - 0.495) / 0.505);
    assert!(
        xy.kappa_ci95
            .is_some_and(|[low, high]| low < xy.kappa.unwrap() && xy.kappa.unwrap() < high)
    );
    close(xy.diff.estimate, 0.6);
    limits(xy.diff.ci95, [0.313_998_100_831_829_44, 0.773_743_879_037_627_2]);
    // Twelve games, all for x: 2 of 2^12 sign patterns; mid-p is half of that.
    close(Some(xy.sign_flip_p), 2.0 / 4096.0);
    close(Some(xy.mcnemar_mid_p), 1.0 / 4096.0);
    close(Some(xy.holm_p), 6.0 / 4096.0);
    let power = xy.power.expect("a power");
    assert!((power - 0.081_616_300_288_245_62).abs() < 1e-9, "{power}");
    assert_eq!(xy.n_for_80, Some(469));
    close(xy.power_discordant_share, 0.6);
    assert_eq!(xy.verdict, Verdict::A);
    assert_eq!(xy.verdict_words, "x agrees with human more often than y");

    // The human against x: one game differs; keeps are compared, nobody is outside.
    let hx = pair(&report, "human", "x");
    assert_eq!(hx.test_kind, TestKind::KeepRate);
    assert!(hx.test.contains("who keeps more, not who is better"));
    close(hx.first_hand_agreement, 0.95);
    limits(hx.agree_ci95, [0.763_868_806_553_258, 0.991_118_551_199_204_7]);
    close(hx.kappa, 0.9);
    close(hx.ac1, (0.95 - 0.498_75) / 0.501_25);
    close(Some(hx.sign_flip_p), 1.0);
    assert_eq!(hx.verdict, Verdict::Untested);
    // 20 first hands and the 9 second hands that both reached; the human's second hand of game 19 is dropped.
    let all = &hx.all_decisions;
    assert_eq!((all.agreement.n, all.games, all.dropped), (29, 20, 1));
    close(all.agreement.estimate, 28.0 / 29.0);
    assert_eq!(all.condition, "conditional on both reaching it");

    // Thirteen games differ for y, six one way and seven the other.
    let hy = pair(&report, "human", "y");
    assert_eq!((hy.discordant, hy.table.only_a, hy.table.only_b), (13, 6, 7));
    close(Some(hy.sign_flip_p), 1.0);
    close(Some(hy.holm_p), 1.0);

    let summary = &report.actors["x"];
    close(summary.agreement.as_ref().unwrap().estimate, 0.95);
    assert!(report.actors["human"].agreement.is_none());
}

#[test]
fn figures_by_deck_add_up() {
    let report = report(&[&example()], None);
    assert_eq!(report.by_deck.keys().collect::<Vec<_>>(), ["islands", "swamps"]);
    // x: 5 of 10 swamp hands kept and all as the human; 6 of 10 island hands, one not as the human.
    let (swamps, islands) = (&report.by_deck["swamps"], &report.by_deck["islands"]);
    assert_eq!(
        (
            swamps.actors["x"].first_hands_kept,
            islands.actors["x"].first_hands_kept
        ),
        (5, 6)
    );
    close(swamps.actors["x"].agreement.as_ref().unwrap().estimate, 1.0);
    close(islands.actors["x"].agreement.as_ref().unwrap().estimate, 0.9);
    let games: u64 = [swamps, islands]
        .iter()
        .flat_map(|deck| &deck.pairs)
        .map(|pair| pair.n_games)
        .sum();
    assert_eq!(games, 3 * 20);
    let xy = swamps.pairs.iter().find(|pair| pair.a == "x" && pair.b == "y").unwrap();
    // On swamps y errs in games 0, 1, 2, 5, 6, 7.
    assert_eq!(xy.discordant, 6);
    close(xy.diff.estimate, 0.6);
}

#[test]
fn verdicts_a_b_tied_untested() {
    let mut other = study("verdicts");
    mute(&mut other, "human", HUMAN);
    // The names are swapped: now b is the better one.
    mute(&mut other, "x", FAR);
    mute(&mut other, "y", CLOSE);
    let swapped = report(&[&other], None);
    let xy = pair(&swapped, "x", "y");
    assert_eq!(xy.verdict, Verdict::B);
    close(xy.diff.estimate, -0.6);
    assert_eq!(xy.verdict_words, "y agrees with human more often than x");

    // Nine games for x, one for y: p = 22/1024, but not below 0.05 after Holm over three pairs.
    let mut tied = study("tied");
    mute(&mut tied, "human", "KKKKKKKKKKKKKKKKKKKK");
    mute(&mut tied, "x", "KKKKKKKKKKKKKKKKKKMM");
    mute(&mut tied, "y", "KKKKKKKKKMMMMMMMMMKM");
    let tied = report(&[&tied], None);
    let xy = pair(&tied, "x", "y");
    assert_eq!(
        (xy.table.both, xy.table.only_a, xy.table.only_b, xy.table.neither),
        (9, 9, 1, 1)
    );
    close(Some(xy.sign_flip_p), 22.0 / 1024.0);
    close(Some(xy.mcnemar_mid_p), 12.0 / 1024.0);
    limits(xy.diff.ci95, [0.115_929_910_009_768_77, 0.613_271_034_239_740_4]);
    // The human keeps everything: 10 games differ from y, all the same way, p = 2/1024, so this
    // pair takes the factor 3 and x – y the factor 2.
    close(Some(pair(&tied, "human", "y").holm_p), 6.0 / 1024.0);
    close(Some(xy.holm_p), 44.0 / 1024.0);
    assert_eq!(xy.verdict, Verdict::A);

    // A fourth actor that never separates from anybody adds pairs and makes it "not separated".
    let mut more = study("tied");
    mute(&mut more, "human", "KKKKKKKKKKKKKKKKKKKK");
    mute(&mut more, "w", "KKKKKKKKKKKKKKKKKKMM");
    mute(&mut more, "x", "KKKKKKKKKKKKKKKKKKMM");
    mute(&mut more, "y", "KKKKKKKKKMMMMMMMMMKM");
    let more = report(&[&more], None);
    let xy = pair(&more, "x", "y");
    // p-values 2/1024, 22/1024, 22/1024, then ones: factors 6, 5, 4, raised to the largest so far.
    close(Some(xy.holm_p), 5.0 * 22.0 / 1024.0);
    assert_eq!(
        (xy.verdict, xy.verdict_words.as_str()),
        (Verdict::Tied, "not separated")
    );
    // w and x answer alike: nothing to test.
    let wx = pair(&more, "w", "x");
    assert_eq!(wx.verdict, Verdict::Untested);
    assert!(wx.verdict_words.contains("a test needs 6"), "{}", wx.verdict_words);
}

#[test]
fn without_a_reference_keeps_are_compared_and_nothing_is_tested_for_quality() {
    let mut study = study("machines");
    mute(&mut study, "x", CLOSE);
    mute(&mut study, "y", FAR);
    let none = report(&[&study], None);
    assert_eq!((none.reference.as_deref(), none.pairs.len()), (None, 1));
    assert_eq!(none.pairs[0].verdict, Verdict::Untested);
    assert!(none.pairs[0].verdict_words.contains("no reference outside the pair"));
    assert!(none.actors["x"].agreement.is_none());
    assert!(none.notes[0].contains("not who is better"), "{:?}", none.notes);

    let machine = report(&[&study], Some("x"));
    assert_eq!(
        (machine.title.as_str(), machine.reference_is_machine),
        ("Agreement with x", true)
    );
    assert!(machine.notes[0].contains("high figures show that the pipeline works, nothing about good mulligans"));
    let error = try_report(&[&study], Some("z")).unwrap_err();
    assert!(error.contains("present: x, y"), "{error}");
}

#[test]
fn a_complete_human_is_the_reference_and_an_incomplete_one_only_on_request() {
    let complete = report(&[&example()], Some("x"));
    assert_eq!(complete.reference.as_deref(), Some("human"));
    assert!(
        complete
            .notes
            .iter()
            .any(|note| note.contains("--reference x is not used"))
    );

    // The human answered one batch; the other has programs only.
    let mut machines = study("machines");
    mute(&mut machines, "x", CLOSE);
    let both = report(&[&example(), &machines], None);
    assert_eq!(both.reference, None);
    assert!(both.notes.iter().any(|note| note.contains("--reference human")));
    let asked = report(&[&example(), &machines], Some("human"));
    let xy = pair(&asked, "x", "y");
    assert_eq!((asked.reference.as_deref(), xy.n_games), (Some("human"), 20));
    assert_eq!(asked.actors["x"].keep_rate.n, 40);
}

#[test]
fn unfinished_and_foreign_games_are_dropped_and_counted() {
    let mut study = study("gaps");
    mute(&mut study, "human", HUMAN);
    mute(&mut study, "x", CLOSE);
    mute(&mut study, "y", "KKKKKMMMMM..........");
    let report = report(&[&study], None);
    let xy = pair(&report, "x", "y");
    assert_eq!((xy.n_games, xy.dropped.total()), (10, 0));
    let y = report.batches[0]
        .actors
        .iter()
        .find(|actor| actor.actor == "y")
        .unwrap();
    assert_eq!((y.games, y.complete), (10, false));

    // Another hand in the same game: made by other rules, never compared.
    let mut foreign = crate::support::study("gaps");
    play(&mut foreign, "z", "KKKKKMMMMMKKKKKMMMMM", &|_| None);
    let json = serde_json::to_string(&foreign)
        .unwrap()
        .replace("\"Swamp\":57", "\"Swamp\":56");
    let foreign: turnzero_datasets::Study = serde_json::from_str(&json).unwrap();
    let joined = crate::support::report(&[&study, &foreign], None);
    let xz = pair(&joined, "x", "z");
    assert_eq!((xz.n_games, xz.dropped.other_hand), (19, 1));
    assert!(joined.notes.iter().any(|note| note.contains("first hands differ")));
}

#[test]
fn one_game_in_two_files_must_be_one_game() {
    let (mut one, mut two) = (study("twice"), study("twice"));
    mute(&mut one, "x", "KK");
    mute(&mut two, "x", "KKM");
    let report = report(&[&one, &two], None);
    assert_eq!((report.batches.len(), report.batches[0].files.len()), (1, 2));
    assert_eq!(report.actors["x"].games, 3);
    let mut three = study("twice");
    mute(&mut three, "x", "KM");
    let error = try_report(&[&one, &three], None).unwrap_err();
    assert!(
        error.contains("study-0.json and study-1.json both hold game 1 of actor x"),
        "{error}"
    );
}
