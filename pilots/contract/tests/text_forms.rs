//! Small types have one text form, both ways.

use proptest::prelude::*;
use turnzero_contract::card::{CardType, Layout, Power, Supertype};
use turnzero_contract::{ActionId, Color, ColorSet, LegalAction, ManaCost, ManaSymbol};

fn color() -> impl Strategy<Value = Color> {
    prop::sample::select(Color::ALL.to_vec())
}

fn symbol() -> impl Strategy<Value = ManaSymbol> {
    prop_oneof![
        Just(ManaSymbol::X),
        Just(ManaSymbol::Colorless),
        Just(ManaSymbol::Snow),
        Just(ManaSymbol::ColorlessPhyrexian),
        any::<u8>().prop_map(ManaSymbol::Generic),
        color().prop_map(ManaSymbol::Colored),
        (color(), color()).prop_map(|(a, b)| ManaSymbol::Hybrid(a, b)),
        (any::<u8>(), color()).prop_map(|(n, c)| ManaSymbol::MonoHybrid(n, c)),
        color().prop_map(ManaSymbol::ColorlessHybrid),
        color().prop_map(ManaSymbol::Phyrexian),
        (color(), color()).prop_map(|(a, b)| ManaSymbol::HybridPhyrexian(a, b)),
    ]
}

proptest! {
    #[test]
    fn mana_costs_round_trip(symbols in prop::collection::vec(symbol(), 0..8)) {
        let cost = ManaCost(symbols);
        prop_assert_eq!(cost.to_string().parse::<ManaCost>().unwrap(), cost);
    }

    #[test]
    fn any_text_is_refused_or_printed_back(text in "\\PC{0,12}") {
        if let Ok(cost) = text.parse::<ManaCost>() {
            prop_assert_eq!(cost.to_string(), text.clone());
        }
        if let Ok(id) = text.parse::<ActionId>() {
            prop_assert_eq!(id.to_string(), text.clone());
        }
        if let Ok(power) = text.parse::<Power>() {
            prop_assert_eq!(power.to_string(), text);
        }
    }

    #[test]
    fn color_sets_round_trip(colors in prop::collection::vec(color(), 0..8)) {
        let set: ColorSet = colors.into_iter().collect();
        prop_assert_eq!(set.to_string().parse::<ColorSet>().unwrap(), set);
        prop_assert_eq!(set.iter().count(), set.len());
    }
}

#[test]
fn words_round_trip() {
    for card_type in CardType::ALL {
        assert_eq!(card_type.to_string().parse::<CardType>().unwrap(), *card_type);
    }
    for supertype in Supertype::ALL {
        assert_eq!(supertype.to_string().parse::<Supertype>().unwrap(), *supertype);
    }
    for layout in Layout::ALL {
        assert_eq!(layout.to_string().parse::<Layout>().unwrap(), *layout);
    }
}

#[test]
fn a_definition_without_faces_is_refused() {
    let text = r#"{"name":"X","layout":"normal","colorIdentity":"","source":"pool","faces":[]}"#;
    assert!(serde_json::from_str::<turnzero_contract::CardDefinition>(text).is_err());
}

#[test]
fn offers_have_the_documented_json() {
    let offer: LegalAction = serde_json::from_str(r#"{"id":"action-2","kind":"BOTTOM","card":"Swamp"}"#).unwrap();
    assert_eq!(
        serde_json::to_string(&offer).unwrap(),
        r#"{"id":"action-2","kind":"BOTTOM","card":"Swamp"}"#
    );
}
