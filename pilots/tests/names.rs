//! Names of pilots have one text form, both ways.

use proptest::prelude::*;
use turnzero_pilots::{Baseline, PilotName, build};

fn name() -> impl Strategy<Value = PilotName> {
    let word = "[!-~é]{1,12}";
    let study = word.prop_filter("a study's path holds no #", |text| !text.contains('#'));
    prop_oneof![
        Just(PilotName::Human),
        Just(PilotName::Heuristic),
        prop::option::of(word).prop_map(PilotName::Spark),
        Just(PilotName::Deepseek),
        prop::option::of(any::<u64>()).prop_map(|seed| PilotName::Random(seed.map(|seed| seed.to_string()))),
        Just(PilotName::First),
        (study, word).prop_map(|(study, actor)| PilotName::Replay { study, actor }),
        prop::sample::select(Baseline::ALL.to_vec()).prop_map(PilotName::Baseline),
        "[!-~é]{1,8}( [!-~]{1,8}){0,3}".prop_map(PilotName::Exec),
    ]
}

proptest! {
    #[test]
    fn names_round_trip(name in name()) {
        prop_assert_eq!(name.to_string().parse::<PilotName>().unwrap(), name);
    }

    #[test]
    fn any_text_is_refused_or_printed_back(text in "\\PC{0,16}") {
        if let Ok(name) = text.parse::<PilotName>() {
            prop_assert_eq!(name.to_string(), text);
        }
    }
}

#[test]
fn every_documented_name_is_known() {
    let documented = [
        "human",
        "heuristic",
        "spark",
        "spark:latest",
        "deepseek",
        "random",
        "random:7",
        "first",
        "replay:studies/a.json#human",
        "forge",
        "xmage",
        "phase",
        "magarena",
        "argentum",
        "karsten",
        "exec:python3 keep.py --lands 2:5",
    ];
    for text in documented {
        assert_eq!(text.parse::<PilotName>().unwrap().to_string(), text);
    }
}

#[test]
fn errors_say_what_is_wrong() {
    for (text, says) in [
        ("", "not known"),
        ("Forge", "not known"),
        ("forge:3", "takes no argument"),
        ("random:", "nothing follows"),
        ("random:-1", "whole number from 0"),
        ("random:+1", "whole number from 0"),
        ("random:07", "whole number from 0"),
        ("random:seven", "whole number from 0"),
        ("random:18446744073709551616", "whole number from 0"),
        ("exec", "exec:COMMAND"),
        ("replay:study", "STUDY#ACTOR"),
        ("replay:#human", "STUDY#ACTOR"),
    ] {
        let error = text.parse::<PilotName>().unwrap_err().to_string();
        assert!(
            error.contains(says) && error.contains("known are human"),
            "{text}: {error}"
        );
    }
}

#[test]
fn what_this_crate_can_make_it_makes() {
    for text in [
        "first", "random:7", "forge", "xmage", "phase", "magarena", "argentum", "karsten",
    ] {
        assert!(build(&text.parse().unwrap()).is_some(), "{text}");
    }
    for text in ["human", "spark", "deepseek", "replay:a#b"] {
        assert!(build(&text.parse().unwrap()).is_none(), "{text}");
    }
}
