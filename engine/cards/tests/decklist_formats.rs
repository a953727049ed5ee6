//! One list in the dress of every common site and program.

use turnzero_cards::decklist::{self, DeckList, Format, LineCount, ProblemKind, Section};

fn read(text: &str) -> DeckList {
    let parsed = decklist::parse(text);
    assert_eq!(parsed.problems, [], "{text}");
    assert!(parsed.list.lines.adds_up(), "{:?}", parsed.list.lines);
    parsed.list
}

fn copies(list: &DeckList) -> [u64; 4] {
    [Section::Commander, Section::Main, Section::Sideboard, Section::Outside].map(|s| list.copies(s))
}

fn names(list: &DeckList) -> Vec<&str> {
    list.entries.iter().map(|e| e.name.as_str()).collect()
}

#[test]
fn moxfield() {
    let list = read(
        "1 Krenko, Mob Boss (DDT) 52 *F*\n\n1 Shock (M19) 156 #burn #!cheap\n2 Mountain (UST) 215 *E*\n\nSIDEBOARD:\n1 Pyroblast (ICE) 213\n",
    );
    assert_eq!(copies(&list), [0, 3 + 1, 1, 0]);
    assert_eq!(names(&list), ["Krenko, Mob Boss", "Shock", "Mountain", "Pyroblast"]);
}

#[test]
fn archidekt() {
    let list = read(
        "1x Krenko, Mob Boss (ddt) 52 [Commander{top}]\n1x Shock (m19) 156 *F* [Burn,Removal] ^Have,#37d67a^\n\
         20x Mountain (ust) 215 [Land]\n1x Pyroblast (ice) 213 [Maybeboard{noDeck}{noPrice},Burn]\n1x Smash (x) 1 [Sideboard]\n",
    );
    assert_eq!(copies(&list)[0], 1);
    assert_eq!(copies(&list)[1], 21);
    assert_eq!(copies(&list)[3], 1);
    assert_eq!(list.copies(Section::Sideboard), 1);
}

#[test]
fn archidekt_by_category() {
    let list = read(
        "Commander (1)\n1 Krenko, Mob Boss\n\nCreatures (1)\n1 Goblin Guide\n\nLands (20)\n20 Mountain\n\nMaybeboard (1)\n1 Shock\n",
    );
    assert_eq!(copies(&list), [1, 21, 0, 1]);
}

#[test]
fn arena() {
    let list = read(
        "About\nName My Deck\n\nCommander\n1 Krenko, Mob Boss (JMP) 339\n\nDeck\n4 Shock (M21) 159\n20 Mountain (ANB) 114\n\nSideboard\n2 Fry (M20) 140\n",
    );
    assert_eq!(copies(&list), [1, 24, 2, 0]);
    assert_eq!(list.entries[1].set.as_deref(), Some("M21"));
}

#[test]
fn mtgo_text_and_sb_lines() {
    let list = read("4 Shock\n20 Mountain\nSB: 2 Fry\nSB:  1 Pyroblast\n\n");
    assert_eq!(copies(&list), [0, 24, 3, 0]);
}

#[test]
fn mtgo_dek() {
    let list = read(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<Deck xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\">\r\n  <NetDeckID>0</NetDeckID>\r\n\
         <Cards CatID=\"1\" Quantity=\"4\" Sideboard=\"false\" Name=\"Lim-D&#251;l&apos;s Vault\" Annotation=\"0\" />\r\n\
         <Cards CatID=\"2\" Quantity=\"2\" Sideboard=\"true\" Name=\"Fire/Ice\" Annotation=\"0\" />\r\n<!-- <Cards Quantity=\"9\" Name=\"X\"/> -->\r\n</Deck>\r\n",
    );
    assert_eq!(copies(&list), [0, 4, 2, 0]);
    assert_eq!(names(&list), ["Lim-Dûl's Vault", "Fire/Ice"]);
    assert_eq!(list.entries.iter().map(|e| e.line).collect::<Vec<_>>(), [4, 5]);
    assert_eq!(
        list.lines,
        LineCount {
            total: 7,
            cards: 2,
            headings: 0,
            comments: 5,
            blank: 0,
            reported: 0
        }
    );
}

#[test]
fn broken_dek_is_reported() {
    let parsed = decklist::parse(
        "<?xml?><Deck>\n<Cards Quantity=\"0\" Name=\"Shock\"/>\n<Cards Quantity=\"2\"/>\n<Cards Quantity=\"2\" Name=\"Fry",
    );
    let kinds: Vec<_> = parsed.problems.iter().map(|p| (p.line, p.kind)).collect();
    assert_eq!(
        kinds,
        [
            (Some(2), ProblemKind::BadCount),
            (Some(3), ProblemKind::BadLine),
            (Some(4), ProblemKind::BadLine)
        ]
    );
}

#[test]
fn cockatrice() {
    let list = read(
        "<?xml version=\"1.0\"?>\n<cockatrice_deck version=\"1\">\n<zone name=\"main\">\n<card number=\"4\" name=\"Shock\"/>\n</zone>\n\
         <zone name=\"side\">\n<card number=\"1\" name=\"Fry\"/>\n</zone>\n</cockatrice_deck>\n",
    );
    assert_eq!(copies(&list), [0, 4, 1, 0]);
}

#[test]
fn forge() {
    let list = read(
        "[metadata]\nName=My Deck\nComment=4 Shock\n[Commander]\n1 Krenko, Mob Boss|M13|1\n[Main]\n4 Shock+|M19\n20 Mountain|M19|[3]\n[Sideboard]\n2 Fry|M20\n",
    );
    assert_eq!(copies(&list), [1, 24, 2, 0]);
    assert_eq!(names(&list), ["Krenko, Mob Boss", "Shock", "Mountain", "Fry"]);
    assert_eq!(list.entries[0].set.as_deref(), Some("M13"));
    let schemes = decklist::parse("[Main]\n4 Shock\n[Schemes]\n1 My Wish\n");
    assert_eq!(schemes.problems.len(), 2);
    assert!(schemes.list.lines.adds_up());
}

#[test]
fn xmage() {
    let list = read(
        "NAME:Deck\n4 [M19:156] Shock\n20 [M19:276] Mountain\nSB: 2 [M20:140] Fry\nLAYOUT MAIN:(1,1)(NONE,false,50)|([M19:156])\n",
    );
    assert_eq!(copies(&list), [0, 24, 2, 0]);
    assert_eq!(list.entries[0].number.as_deref(), Some("156"));
}

#[test]
fn deckstats_and_tappedout() {
    let list = read("//Main\n4 [M19] Shock # !cheap\n1 [M13] Krenko, Mob Boss # !Commander\n\n//Sideboard\n2 Fry\n");
    assert_eq!(copies(&list), [1, 4, 2, 0]);
    let list = read("1x Krenko, Mob Boss (M13:141) *CMDR*\n4x Shock *F*\n");
    assert_eq!(copies(&list)[1], 4);
}

#[test]
fn byte_order_marks_and_line_ends() {
    for text in [
        "\u{feff}4 Shock\r\n20 Mountain\r\n",
        "4 Shock\r20 Mountain\r",
        "4 Shock\n20 Mountain",
    ] {
        let parsed = decklist::parse_bytes(text.as_bytes());
        assert_eq!(parsed.problems, [], "{text:?}");
        assert_eq!(parsed.list.copies(Section::Main), 24);
    }
    let utf16: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain("4 Jötun Grunt\n".encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    assert_eq!(decklist::parse_bytes(&utf16).list.entries[0].name, "Jötun Grunt");
    let broken = decklist::parse_bytes(b"4 Shock\n2 J\xf6tun Grunt\n");
    assert_eq!(broken.problems[0].line, Some(2), "latin-1 is refused with its line");
}

#[test]
fn comments_and_format_hints() {
    let list = read("// A title: not a format\n// format: benchmark\n# note\nDeck\n4 Shock\n");
    assert_eq!(list.format, Some(Format::Benchmark));
    assert_eq!(list.lines.comments, 3);
    for text in [
        "// format: kitchen table\n4 Shock",
        "// format: modern\n// format: legacy\n4 Shock",
    ] {
        assert_eq!(decklist::parse(text).problems[0].kind, ProblemKind::Unsupported);
    }
}

#[test]
fn all_problems_come_at_once_and_an_empty_list_is_one() {
    let parsed = decklist::parse("0 Shock\n4 Fry\n-2 Smash\n4x\n");
    assert_eq!(
        parsed.problems.iter().map(|p| p.line).collect::<Vec<_>>(),
        [Some(1), Some(3), Some(4)]
    );
    assert_eq!(
        parsed.list.lines,
        LineCount {
            total: 5,
            cards: 1,
            headings: 0,
            comments: 0,
            blank: 1,
            reported: 3
        }
    );
    assert_eq!(
        decklist::parse("// nothing\n").into_list().expect_err("empty").0[0].kind,
        ProblemKind::NotAList
    );
}
