//! Synthetic texts: one template each, expectation beside it.

use proptest::prelude::*;
use turnzero_cards::catalog::{CatalogFace, text_abilities};
use turnzero_contract::card::Ability;

use crate::summary::summary;

fn face(kind: &str, text: &str) -> CatalogFace {
    CatalogFace {
        name: "Testing Ground, the First".into(),
        types: vec![kind.into()],
        text: text.into(),
        ..CatalogFace::default()
    }
}

fn read(kind: &str, text: &str) -> Vec<String> {
    summary(&text_abilities(&face(kind, text)))
}

#[track_caller]
fn lands(table: &[(&str, &[&str])]) {
    for (text, expected) in table {
        assert_eq!(read("Land", text), *expected, "{text}");
    }
}

#[test]
fn what_is_added() {
    lands(&[
        ("{T}: Add {G}.", &["T: G"]),
        ("{T}: Add {C}{C}.", &["T: CC"]),
        ("{T}: Add {B} or {R}.", &["T: B/R"]),
        ("{T}: Add {W}, {U}, or {B}.", &["T: W/U/B"]),
        ("{T}: Add {B}{R}.", &["T: BR"]),
        ("{R/W}, {T}: Add {R}{R}, {R}{W}, or {W}{W}.", &["{R/W}, T: RR/RW/WW"]),
        ("{1}, {T}: Add {W}{U}.", &["{1}, T: WU"]),
        ("{T}: Add one mana of any color.", &["T: *"]),
        ("{T}: Add two mana of any one color.", &["T: WW/UU/BB/RR/GG"]),
        ("{T}: Add two mana in any combination of colors.", &["T: **"]),
        (
            "{T}: Add two mana in any combination of {R} and/or {G}.",
            &["T: RR/RG/GG"],
        ),
        (
            "{T}: Add one mana of any color in your commander's color identity.",
            &["T: I"],
        ),
        (
            "{T}: Add one mana of any color that a land an opponent controls could produce.",
            &["T: O"],
        ),
        (
            "{T}: Add one mana of any type that a land you control could produce.",
            &["T: L"],
        ),
        ("{T}: Add {R} or one mana of the chosen color.", &["T: R/*"]),
        ("{T}: Add {G} for each Elf you control.", &["T: G x #Elf yours"]),
        (
            "{2}, {T}: Add {B} for each Swamp you control.",
            &["{2}, T: B x #Swamp yours"],
        ),
        ("{2}, {T}: Add six {G}.", &["{2}, T: GGGGGG"]),
    ]);
}

#[test]
fn what_it_costs_and_when_it_works() {
    lands(&[
        ("{T}, Sacrifice this land: Add {B}{B}.", &["T, sac: BB"]),
        ("{T}, Pay 1 life: Add {R} or {W}.", &["T, life 1: R/W"]),
        ("{T}: Add {R}. This land deals 1 damage to you.", &["T: R; damage 1"]),
        ("{T}: Add {R}. You lose 2 life.", &["T: R; lose 2"]),
        ("{T}, Sacrifice a creature: Add {B}{B}.", &["T, sac 1 creature: BB"]),
        (
            "{T}, Tap an untapped creature you control: Add {G}.",
            &["T, tap 1 non-tapped creature: G"],
        ),
        (
            "{T}, Remove a charge counter from this land: Add one mana of any color.",
            &["T, remove 1 charge: *"],
        ),
        (
            "{T}: Add {C}{C}. Activate only if you control five or more lands.",
            &["T: CC if >=5 land"],
        ),
        (
            "{T}: Add {B} or {R}. Activate only if you control a Swamp.",
            &["T: B/R if >=1 Swamp"],
        ),
        ("{1}: Add {G}. Activate only once each turn.", &["{1}: G once a turn"]),
        ("{T}: Add {G}. Activate only as a sorcery.", &["T: G at sorcery speed"]),
        ("{T}: Add {G}. Activate only during your turn.", &["T: G if YourTurn"]),
        (
            "Metalcraft — {T}: Add {G}. Activate only if you control three or more artifacts.",
            &["T: G if >=3 artifact"],
        ),
        (
            "{T}: Add {U}. This land doesn't untap during your next untap step.",
            &["T: U; ?"],
        ),
        (
            "Whenever this land becomes tapped, it deals 1 damage to you.\n{T}: Add {G}.",
            &["T: G; damage 1"],
        ),
    ]);
}

#[test]
fn what_it_may_be_spent_on() {
    lands(&[
        (
            "{T}: Add {G}. Spend this mana only to cast creature spells.",
            &["T: G only to cast creature"],
        ),
        (
            "{T}: Add {G}. Spend this mana only to cast a creature spell.",
            &["T: G only to cast creature"],
        ),
        (
            "{T}: Add {U}. Spend this mana only to cast instant and sorcery spells.",
            &["T: U only to cast instant|sorcery"],
        ),
        (
            "{T}: Add {R}. Spend this mana only to cast a Dragon creature spell.",
            &["T: R only to cast Dragon creature"],
        ),
        (
            "{T}: Add {R}. Spend this mana only to cast a Knight or Equipment spell.",
            &["T: R only to cast Knight|Equipment"],
        ),
        (
            "{T}: Add {C}. Spend this mana only to cast spells with mana value 4 or greater.",
            &["T: C only to cast MV>=4"],
        ),
        (
            "{T}: Add {C}. Spend this mana only to cast artifact spells or activate abilities of artifacts.",
            &["T: C only to cast or activate artifact"],
        ),
        (
            "{T}: Add {C}. Spend this mana only to activate abilities.",
            &["T: C only to activate card"],
        ),
        (
            "{T}: Add {C}. Spend this mana only to pay echo costs.",
            &["T: C only ?"],
        ),
        (
            "{T}: Add {G}. Spend this mana only to cast a creature spell of the chosen type.",
            &["T: G only ?"],
        ),
        (
            "{T}: Add {C}{C}. This mana can't be spent to pay generic mana costs.",
            &["T: CC only ?"],
        ),
    ]);
}

#[test]
fn how_lands_enter() {
    lands(&[
        ("This land enters tapped.", &["tapped"]),
        ("Testing Ground, the First enters the battlefield tapped.", &["tapped"]),
        ("Testing Ground enters tapped.", &["tapped"]),
        (
            "This land enters tapped. As it enters, choose a color other than red.",
            &["tapped"],
        ),
        (
            "This land enters tapped unless you control a Plains or an Island.",
            &["tapped unless >=1 Plains|Island"],
        ),
        (
            "This land enters tapped unless you control two or fewer other lands.",
            &["tapped unless <=2 other land"],
        ),
        (
            "This land enters tapped unless you control two or more other lands.",
            &["tapped unless >=2 other land"],
        ),
        (
            "If you control two or more other lands, this land enters tapped.",
            &["tapped unless <=1 other land"],
        ),
        (
            "This land enters tapped unless you control two or more basic lands.",
            &["tapped unless >=2 basic land"],
        ),
        (
            "This land enters tapped unless you have two or more opponents.",
            &["tapped unless opponents>=2"],
        ),
        (
            "This land enters tapped unless a player has 13 or less life.",
            &["tapped unless life of a player<=13"],
        ),
        (
            "This land enters tapped unless you control a legendary green creature.",
            &["tapped unless >=1 legendary green creature"],
        ),
        (
            "As this land enters, you may pay 2 life. If you don't, it enters tapped.",
            &["tapped unless paid life 2"],
        ),
        (
            "As this land enters, you may reveal a Forest or Plains card from your hand. If you don't, this land enters tapped.",
            &["tapped unless paid reveal 1 Forest|Plains"],
        ),
        (
            "This land enters tapped with two charge counters on it.",
            &["tapped", "enters: put 2 charge"],
        ),
        // A condition no template fits is read against the card, and said so.
        ("This land enters tapped unless the moon is full.", &["tapped", "?"]),
        (
            "As this land enters, you may pay your respects. If you don't, it enters tapped.",
            &["tapped", "?"],
        ),
    ]);
}

#[test]
fn what_entering_does() {
    lands(&[
        (
            "When this land enters, return a land you control to its owner's hand.",
            &["enters: return 1 land yours"],
        ),
        ("When this land enters, scry 1.", &["enters: scry 1"]),
        ("When this land enters, surveil 1.", &["enters: surveil 1"]),
        ("When this land enters, you gain 1 life.", &["enters: gain 1"]),
        (
            "When this land enters, sacrifice it unless you return a non-Lair land you control to its owner's hand.",
            &["enters: sacrifice 1 itself"],
        ),
        (
            "When this land enters, sacrifice it unless you return an untapped Island you control to its owner's hand.",
            &["enters: may return 1 non-tapped Island or sacrifice 1 itself"],
        ),
        (
            "When this land enters, sacrifice two lands.",
            &["enters: sacrifice 2 land"],
        ),
        (
            "If this land would enter, sacrifice two untapped lands instead. If you do, put this land onto the battlefield. \
             If you don't, put it into its owner's graveyard.",
            &["enters: may sac 2 non-tapped land or sacrifice 1 itself"],
        ),
    ]);
}

#[test]
fn searches() {
    lands(&[
        (
            "{T}, Pay 1 life, Sacrifice this land: Search your library for a Swamp or Forest card, put it onto the battlefield, then shuffle.",
            &["T, life 1, sac: search 1 Swamp|Forest to battlefield"],
        ),
        (
            "{T}, Sacrifice this land: Search your library for a basic land card, put it onto the battlefield tapped, then shuffle. \
             Then if you control four or more lands, untap that land.",
            &["T, sac: search 1 basic land to battlefield tapped; if >=4 land untap it"],
        ),
        (
            "{2}, {T}, Sacrifice this land: Search your library for up to two basic land cards that share a land type, put them \
             onto the battlefield tapped, then shuffle.",
            &["{2}, T, sac: search <=2 basic land sharing a type to battlefield tapped"],
        ),
        (
            "{T}, Sacrifice this land: Search your library for a basic Island, Swamp, or Forest card, put it onto the battlefield tapped, then shuffle.",
            &["T, sac: search 1 basic Island|basic Swamp|basic Forest to battlefield tapped"],
        ),
    ]);
    assert_eq!(
        read(
            "Sorcery",
            "Search your library for up to two basic land cards, reveal those cards, put one onto the battlefield tapped and the other into your hand, then shuffle."
        ),
        ["spell: search <=1 basic land to battlefield tapped; search <=1 basic land to hand"]
    );
    assert_eq!(
        read(
            "Creature",
            "When this creature enters, you may search your library for a Forest card, put that card onto the battlefield tapped, then shuffle."
        ),
        ["enters: may search 1 Forest to battlefield tapped"]
    );
    assert_eq!(
        read(
            "Sorcery",
            "Search your library for a creature card, reveal it, put it into your hand, then shuffle."
        ),
        [""; 0]
    );
}

#[test]
fn spells_rocks_and_creatures() {
    for (kind, text, expected) in [
        ("Instant", "Add {B}{B}{B}.", &["spell: BBB"][..]),
        (
            "Instant",
            "As an additional cost to cast this spell, sacrifice a creature.\nAdd {B}{B}.",
            &["additional cost sac 1 creature", "spell: BB"],
        ),
        (
            "Instant",
            "As an additional cost to cast this spell, recite a poem.\nAdd {B}{B}.",
            &[],
        ),
        (
            "Sorcery",
            "Add {R} for each tapped land your opponents control.",
            &["spell: R x #tapped land of each opponent"],
        ),
        (
            "Sorcery",
            "Draw two cards and create two Treasure tokens.",
            &["spell: draw 2; create 2 Treasure"],
        ),
        ("Sorcery", "Create a Treasure token.", &["spell: create 1 Treasure"]),
        ("Artifact", "{1}, {T}: Add {U}{R}.", &["{1}, T: UR"]),
        (
            "Artifact",
            "This artifact doesn't untap during your untap step.\n{T}: Add {C}{C}{C}.",
            &[
                "static Deontic { deontic: Cannot, subject: Itself, verb: Untap, other: None, condition: None }",
                "T: CCC",
            ],
        ),
        (
            "Artifact",
            "This artifact enters tapped.\n{T}: Add {R}.",
            &["tapped", "T: R"],
        ),
        ("Artifact", "Sacrifice a creature: Add {C}{C}.", &["sac 1 creature: CC"]),
        (
            "Artifact",
            "{T}, Sacrifice this artifact: Add three mana of any one color.",
            &["T, sac: WWW/UUU/BBB/RRR/GGG"],
        ),
        (
            "Artifact",
            "If this artifact would enter, you may discard a land card instead. If you do, put this artifact onto the battlefield.",
            &["enters: may discard 1 land or sacrifice 1 itself"],
        ),
        ("Creature", "Haste\n{T}: Add {G}.", &["Haste", "T: G"]),
        (
            "Creature",
            "{T}: Add an amount of {G} equal to this creature's power.",
            &["T: G x power"],
        ),
        (
            "Creature",
            "Exile this card from your hand: Add {R}.",
            &["exile self: R from hand"],
        ),
        ("Creature", "When this creature enters, add {R}{R}.", &["enters: RR"]),
        (
            "Creature",
            "When this creature enters, create a Treasure token.",
            &["enters: create 1 Treasure"],
        ),
        (
            "Creature",
            "When this creature enters, create two 0/1 colorless Eldrazi Spawn creature tokens. They have \"Sacrifice this token: Add {C}.\"",
            &["enters: create 2 Eldrazi Spawn"],
        ),
    ] {
        assert_eq!(read(kind, text), expected, "{text}");
    }
}

#[test]
fn what_is_no_mana() {
    for (kind, text) in [
        (
            "Artifact",
            "{T}: You may put a creature card from your hand onto the battlefield.",
        ),
        ("Artifact", "{T}: Add a charge counter to the pile."),
        ("Artifact", "{T}: Add X mana of any one color, where X is your wisdom."),
        ("Artifact", "{T}, Mill a card: Add {C}."),
        ("Artifact", "{T}: Add {G}. Activate only if it rains."),
        ("Artifact", "Discard your hand, Sacrifice this artifact: Add {R}{R}{R}."),
        ("Artifact", "{T}: Add one mana of any of the exiled card's colors."),
        ("Creature", "Lands you control have \"{T}: Add one mana of any color.\""),
        ("Creature", "Whenever this creature attacks, add {R}."),
        ("Enchantment", "Enchanted land has \"{T}: Add {G}{G}.\""),
        (
            "Enchantment",
            "Whenever enchanted land is tapped for mana, its controller adds an additional {G}.",
        ),
        ("Planeswalker", "[+1]: Add {R}{R}."),
        ("Artifact", "Exhaust — {T}: Add {G}{G}."),
        ("Enchantment", "II — Add {R}{R}."),
        ("Creature", "Level up {1}\nLEVEL 1-3\n{T}: Add {G}."),
        ("Artifact", "8+ | {T}: Add {G}."),
        ("Creature", "({T}: Add {G}.)"),
        ("Sorcery", "Choose one —\n• Add {R}.\n• Add {G}."),
    ] {
        assert_eq!(read(kind, text), [""; 0], "{text}");
    }
}

#[test]
fn keywords_for_cycling_and_deck_building() {
    lands(&[
        ("Cycling {2}", &["Cycling([Mana(ManaCost([Generic(2)]))])"]),
        ("Cycling—Pay 2 life.", &["Cycling([PayLife(Fixed(2))])"]),
        ("Flying, haste", &["Flying", "Haste"]),
        ("Partner", &["Partner"]),
        (
            "Partner with Somebody of the Hill",
            &["PartnerWith(\"Somebody of the Hill\")"],
        ),
        ("Testing Ground, the First can be your commander.", &["MayBeCommander"]),
        (
            "A deck can have any number of cards named Testing Ground, the First.",
            &["DeckLimit(None)"],
        ),
        ("Companion — Only odd things.", &["Companion"]),
    ]);
    let basic = read("Creature", "Basic landcycling {1}{G}");
    assert!(basic[0].starts_with("Typecycling { name: \"Basic land\""), "{basic:?}");
    assert!(read("Creature", "Swampcycling {2}")[0].contains("Subtype(\"Swamp\")"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn any_text_is_read_without_panic(text in "(?s).{0,200}", kind in prop_oneof![Just("Land"), Just("Instant"), Just("Artifact")]) {
        let _ = text_abilities(&face(kind, &text));
    }

    /// Pieces of real templates in wild order: never a panic, and mana only from a cost or a spell.
    #[test]
    fn shuffled_templates_never_make_free_mana(
        pieces in proptest::collection::vec(prop_oneof![
            Just("{T}"), Just(": "), Just("Add "), Just("{G}"), Just(", "), Just("Sacrifice this land"), Just(". "),
            Just("Search your library for "), Just("a basic land card"), Just(", then shuffle"), Just("one mana of any color"),
            Just(" unless "), Just("This land enters tapped"), Just("\n"), Just(" — "), Just(" or "), Just("Activate only if "),
            Just("for each "), Just("mana in any combination of "), Just("99"), Just("“"), Just("Spend this mana only "),
        ], 0..14),
    ) {
        for ability in text_abilities(&face("Land", &pieces.concat())) {
            if let Ability::Activated(activated) = ability {
                prop_assert!(!activated.cost.is_empty());
            }
        }
    }
}
