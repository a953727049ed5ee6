//! Words for keywords and plain can't- and must-clauses.

use crate::rules::characteristics::Keywords;
use turnzero_contract::{Color, Name};

/// Keywords with one word of their own.
const WORDS: [(Keywords, &str); 25] = [
    (Keywords::DEATHTOUCH, "deathtouch"),
    (Keywords::DEFENDER, "defender"),
    (Keywords::DOUBLE_STRIKE, "double strike"),
    (Keywords::FIRST_STRIKE, "first strike"),
    (Keywords::FLASH, "flash"),
    (Keywords::FLYING, "flying"),
    (Keywords::HASTE, "haste"),
    (Keywords::HEXPROOF, "hexproof"),
    (Keywords::INDESTRUCTIBLE, "indestructible"),
    (Keywords::LIFELINK, "lifelink"),
    (Keywords::MENACE, "menace"),
    (Keywords::REACH, "reach"),
    (Keywords::SHROUD, "shroud"),
    (Keywords::TRAMPLE, "trample"),
    (Keywords::VIGILANCE, "vigilance"),
    (Keywords::CANT_ATTACK, "can't attack"),
    (Keywords::CANT_BLOCK, "can't block"),
    (Keywords::CANT_BE_BLOCKED, "can't be blocked"),
    (Keywords::MUST_ATTACK, "attacks each combat"),
    (Keywords::MUST_BLOCK, "blocks each combat"),
    (Keywords::DOESNT_UNTAP, "doesn't untap"),
    (Keywords::CANT_BE_REGENERATED, "can't be regenerated"),
    (Keywords::CANT_BE_COUNTERED, "can't be countered"),
    (Keywords::GOADED, "goaded"),
    (Keywords::EXILED_INSTEAD, "exiled instead of a graveyard"),
];

/// Every keyword that is shown, with its word.
pub(crate) fn keyword_words() -> Vec<(Keywords, Name)> {
    let plain = WORDS.iter().map(|(keyword, word)| (*keyword, Name::from(*word)));
    let colored = Color::ALL.into_iter().flat_map(|color| {
        let walk = format!("{}walk", color.basic_land_type().to_lowercase());
        let protection = format!("protection from {}", color.word());
        [
            (Keywords::landwalk(color), Name::from(walk)),
            (Keywords::protection_from(color), Name::from(protection)),
        ]
    });
    plain.chain(colored).collect()
}
