//! Kinds of counters a puzzle can name.

use super::diagnostic::Fault;

/// Names in upper case with `_` for blanks, sorted. Power/toughness kinds are `P1P1`, `M0M1` and so on.
const NAMED: [&str; 136] = [
    "ACORN",
    "AEGIS",
    "AGE",
    "AIM",
    "ARROW",
    "ARROWHEAD",
    "AWAKENING",
    "BLAZE",
    "BLESSING",
    "BLIGHT",
    "BLOOD",
    "BLOODLINE",
    "BLOODSTAIN",
    "BOOK",
    "BOUNTY",
    "BRAIN",
    "BRIBERY",
    "BRICK",
    "BURDEN",
    "CAGE",
    "CARRION",
    "CHARGE",
    "COIN",
    "COLLECTION",
    "COMPONENT",
    "CORPSE",
    "CORRUPTION",
    "CREDIT",
    "CROAK",
    "CRYSTAL",
    "CUBE",
    "CURRENCY",
    "DEATH",
    "DEATHTOUCH",
    "DEFENSE",
    "DELAY",
    "DEPLETION",
    "DESPAIR",
    "DEVOTION",
    "DIVINITY",
    "DOOM",
    "DOUBLE_STRIKE",
    "DREAM",
    "ECHO",
    "EGG",
    "ELIXIR",
    "EMBER",
    "ENERGY",
    "EON",
    "EXPERIENCE",
    "EYEBALL",
    "FADE",
    "FATE",
    "FEATHER",
    "FETCH",
    "FILIBUSTER",
    "FINALITY",
    "FIRST_STRIKE",
    "FLAME",
    "FLOOD",
    "FLYING",
    "FUNGUS",
    "FUSE",
    "GEM",
    "GLYPH",
    "GOLD",
    "GROWTH",
    "HARMONY",
    "HASTE",
    "HATCHLING",
    "HEALING",
    "HEXPROOF",
    "HIT",
    "HOOFPRINT",
    "HOUR",
    "HOURGLASS",
    "HUNGER",
    "ICE",
    "INCARNATION",
    "INDESTRUCTIBLE",
    "INFECTION",
    "INTERVENTION",
    "ISOLATION",
    "JAVELIN",
    "KI",
    "KNOWLEDGE",
    "LANDMARK",
    "LEVEL",
    "LIFELINK",
    "LORE",
    "LOYALTY",
    "LUCK",
    "MAGNET",
    "MANNEQUIN",
    "MENACE",
    "MINE",
    "MINING",
    "MIRE",
    "MUSIC",
    "NET",
    "OIL",
    "OMEN",
    "ORE",
    "PAGE",
    "PAIN",
    "PETRIFICATION",
    "PHYLACTERY",
    "PLAGUE",
    "PLOT",
    "POISON",
    "POLYP",
    "PRESSURE",
    "QUEST",
    "RAD",
    "REACH",
    "REPR",
    "REV",
    "RUST",
    "SHIELD",
    "SILVER",
    "SLIME",
    "SPORE",
    "STASH",
    "STORAGE",
    "STUDY",
    "STUN",
    "TIDE",
    "TIME",
    "TRAMPLE",
    "VELOCITY",
    "VERSE",
    "VIGILANCE",
    "VOID",
    "WIND",
    "WISH",
    "TICKET",
];

/// A kind of counter (CR 122), in the canonical spelling of the table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CounterKind(String);

impl CounterKind {
    /// The kind of a name, any case; `+1/+1`, `P1P1`, `DEF` and `REPRIEVE` are understood.
    pub fn parse(name: &str) -> Option<Self> {
        let upper = name.trim().to_uppercase().replace(' ', "_");
        let upper = match upper.as_str() {
            "DEF" => "DEFENSE".to_owned(),
            "REPRIEVE" => "REPR".to_owned(),
            _ => upper,
        };
        if NAMED.contains(&upper.as_str()) {
            return Some(Self(upper));
        }
        power_toughness(&upper).map(Self)
    }

    /// The canonical spelling.
    pub fn name(&self) -> &str {
        &self.0
    }
}

/// `+1/-2` and `P1M2` as `P1M2`, for single digits.
fn power_toughness(upper: &str) -> Option<String> {
    let plain: String = upper
        .chars()
        .filter(|c| *c != '/')
        .map(|c| match c {
            '+' => 'P',
            '-' => 'M',
            c => c,
        })
        .collect();
    let mut chars = plain.chars();
    let shape = [chars.next()?, chars.next()?, chars.next()?, chars.next()?];
    let [a, b, c, d] = shape;
    let sign = |c: char| c == 'P' || c == 'M';
    (chars.next().is_none() && sign(a) && sign(c) && b.is_ascii_digit() && d.is_ascii_digit()).then_some(plain)
}

/// Kinds with their numbers.
type Counts = Vec<(CounterKind, u32)>;

/// Counters as `TYPE=n{,TYPE=n}`; an item without `=` is skipped and handed back for a warning.
pub(super) fn parse_list(text: &str) -> Result<(Counts, Vec<String>), Fault> {
    let (mut out, mut skipped) = (Vec::new(), Vec::new());
    for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        let Some((name, count)) = item.split_once('=') else {
            skipped.push(item.to_owned());
            continue;
        };
        let name = name.trim();
        let kind = CounterKind::parse(name).ok_or_else(|| {
            Fault::value(
                format!(
                    "Unknown counter type: {name}. Supported types: P1P1, M1M1 and the like, {}",
                    NAMED.join(", ")
                ),
                "spell the counter as in the list",
            )
        })?;
        let count = count.trim();
        let number = count
            .parse()
            .map_err(|_| Fault::value(format!("Invalid counter count: {count}"), "write a whole number from 0"))?;
        out.push((kind, number));
    }
    Ok((out, skipped))
}

/// The list in the file's notation.
pub(super) fn print_list(list: &[(CounterKind, u32)]) -> String {
    list.iter()
        .map(|(kind, count)| format!("{}={count}", kind.name()))
        .collect::<Vec<_>>()
        .join(",")
}
