//! Card notation: `name|modifier|modifier…`.

use super::counters::{self, CounterKind};
use super::diagnostic::{Class, Fault};

/// How a card is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardName {
    /// By its name.
    Name(String),
    /// `t:`: a token spelled out, without the prefix.
    InlineToken(String),
    /// `T:`: the id of a token script, without the prefix.
    TokenId(String),
    /// `CARD#n`: a number in a catalogue.
    Catalogue(u32),
}

/// A modifier without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the modifiers")]
pub enum Flag {
    Tapped,
    SummonSick,
    Manifested,
    Transformed,
    Modal,
    Flipped,
    Renowned,
    Solved,
    Saddled,
    Suspected,
    IsCommander,
    IsRingBearer,
    NoEtbTrigs,
    Foretold,
    ForetoldThisTurn,
    OnAdventure,
    IsToken,
}

impl Flag {
    /// Every flag with its spelling.
    pub const ALL: [(Self, &'static str); 17] = [
        (Self::Tapped, "Tapped"),
        (Self::SummonSick, "SummonSick"),
        (Self::Manifested, "Manifested"),
        (Self::Transformed, "Transformed"),
        (Self::Modal, "Modal"),
        (Self::Flipped, "Flipped"),
        (Self::Renowned, "Renowned"),
        (Self::Solved, "Solved"),
        (Self::Saddled, "Saddled"),
        (Self::Suspected, "Suspected"),
        (Self::IsCommander, "IsCommander"),
        (Self::IsRingBearer, "IsRingBearer"),
        (Self::NoEtbTrigs, "NoETBTrigs"),
        (Self::Foretold, "Foretold"),
        (Self::ForetoldThisTurn, "ForetoldThisTurn"),
        (Self::OnAdventure, "OnAdventure"),
        (Self::IsToken, "IsToken"),
    ];
}

/// A text modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the modifiers")]
pub enum TextKey {
    Set,
    FaceDown,
    Meld,
    Monstrous,
    ChosenType,
    ChosenType2,
    ChosenMode,
    Blocking,
    UnlockedRoom,
    Ability,
    ExecuteScript,
}

/// Text modifiers: key, spelling, whether it may stand without a value.
const TEXTS: [(TextKey, &str, bool); 11] = [
    (TextKey::Set, "Set", false),
    (TextKey::FaceDown, "FaceDown", true),
    (TextKey::Meld, "Meld", true),
    (TextKey::Monstrous, "Monstrous", true),
    (TextKey::ChosenType, "ChosenType", false),
    (TextKey::ChosenType2, "ChosenType2", false),
    (TextKey::ChosenMode, "ChosenMode", false),
    (TextKey::Blocking, "Blocking", false),
    (TextKey::UnlockedRoom, "UnlockedRoom", false),
    (TextKey::Ability, "Ability", false),
    (TextKey::ExecuteScript, "ExecuteScript", false),
];

/// A modifier with a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the modifiers")]
pub enum PlayerKey {
    EnchantingPlayer,
    Owner,
    PhasedOut,
}

const PLAYERS: [(PlayerKey, &str); 3] = [
    (PlayerKey::EnchantingPlayer, "EnchantingPlayer"),
    (PlayerKey::Owner, "Owner"),
    (PlayerKey::PhasedOut, "PhasedOut"),
];

/// A modifier with the `Id`s of other cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the modifiers")]
pub enum LinkKey {
    AttachedTo,
    ExiledWith,
    ChosenCards,
    RememberedCards,
    Imprinting,
}

/// Links: key, spelling, whether several ids may follow.
const LINKS: [(LinkKey, &str, bool); 5] = [
    (LinkKey::AttachedTo, "AttachedTo", false),
    (LinkKey::ExiledWith, "ExiledWith", false),
    (LinkKey::ChosenCards, "ChosenCards", true),
    (LinkKey::RememberedCards, "RememberedCards", true),
    (LinkKey::Imprinting, "Imprinting", true),
];

/// A colour (CR 105.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Color {
    White,
    Blue,
    Black,
    Red,
    Green,
}

const COLORS: [(Color, &str); 5] = [
    (Color::White, "White"),
    (Color::Blue, "Blue"),
    (Color::Black, "Black"),
    (Color::Red, "Red"),
    (Color::Green, "Green"),
];

/// Something said about a card in a zone list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// A designation or status.
    Flag(Flag),
    /// A free text; empty where the key may stand alone.
    Text(TextKey, String),
    /// A player by seat.
    Player(PlayerKey, u8),
    /// Other cards by `Id`; every one exists in the file.
    Link(LinkKey, Vec<u32>),
    /// Label of this card, unique in the file.
    Id(u32),
    /// Which picture.
    Art(u32),
    /// Marked damage (CR 120.3).
    Damage(i32),
    /// Level of a Class.
    ClassLevel(u32),
    /// Counters on it.
    Counters(Vec<(CounterKind, u32)>),
    /// Declared as attacker; the `Id` of the permanent attacked, or `None` for the player.
    Attacking(Option<u32>),
    /// Chosen colours.
    ChosenColor(Vec<Color>),
    /// Named cards.
    NamedCard(Vec<String>),
    /// The pile of a mutated permanent.
    MergedCards(Vec<String>),
}

impl Modifier {
    /// Ids it refers to, with the modifier's spelling.
    pub fn references(&self) -> (&'static str, Vec<u32>) {
        match self {
            Self::Link(key, ids) => (spell(&LINKS.map(|(k, name, _)| (k, name)), *key), ids.clone()),
            Self::Attacking(Some(id)) => ("Attacking", vec![*id]),
            _ => ("", Vec::new()),
        }
    }
}

fn spell<K: PartialEq + Copy>(table: &[(K, &'static str)], key: K) -> &'static str {
    table
        .iter()
        .find(|(known, _)| *known == key)
        .map_or("", |(_, name)| name)
}

/// One card of a zone list. Two are equal when they say the same, wherever they stand.
#[derive(Clone, Debug, Eq)]
pub struct Card {
    /// Its name.
    pub name: CardName,
    /// What is said about it, in order.
    pub modifiers: Vec<Modifier>,
    /// The line it stands in, from 1.
    pub line: u32,
}

impl PartialEq for Card {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.modifiers == other.modifiers
    }
}

impl Card {
    /// Its `Id`, if it has one.
    pub fn id(&self) -> Option<u32> {
        self.modifiers
            .iter()
            .find_map(|m| if let Modifier::Id(id) = m { Some(*id) } else { None })
    }

    /// Whether a flag is set.
    pub fn has(&self, flag: Flag) -> bool {
        self.modifiers.contains(&Modifier::Flag(flag))
    }
}

/// Seat of `p0`…`p3`, `human` (0) or `ai` (1), any case.
pub(super) fn player(text: &str, players: u8) -> Option<u8> {
    let seat = match text.to_lowercase().as_str() {
        "human" | "p0" => 0,
        "ai" | "p1" => 1,
        "p2" => 2,
        "p3" => 3,
        _ => return None,
    };
    (seat < players).then_some(seat)
}

fn invalid(key: &str, value: &str, want: &str) -> Fault {
    Fault::value(format!("Invalid {key} value: {value}"), format!("write {want}"))
}

/// Names split at commas that no blank follows; `^` stands for a comma inside a name.
fn names(value: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        if c == ',' && chars.peek().is_some_and(|next| !next.is_whitespace()) {
            out.push(String::new());
        } else if let Some(last) = out.last_mut() {
            last.push(if c == '^' { ',' } else { c });
        }
    }
    out.into_iter()
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .collect()
}

fn modifier(text: &str, players: u8) -> Result<Option<Modifier>, Fault> {
    let (key, value) = match text.split_once(':') {
        Some((key, value)) => (key.trim(), Some(value.trim())),
        None => (text, None),
    };
    let is = |name: &str| key.eq_ignore_ascii_case(name);
    let given = value.unwrap_or("");
    if let (Some((flag, _)), true) = (Flag::ALL.iter().find(|(_, name)| is(name)), given.is_empty()) {
        return Ok(Some(Modifier::Flag(*flag)));
    }
    if let Some((text_key, name, alone)) = TEXTS.iter().find(|(_, name, _)| is(name)) {
        if given.is_empty() && !alone {
            return Err(invalid(name, given, "a value after the colon"));
        }
        let good = match text_key {
            TextKey::FaceDown => ["", "manifested", "cloaked"].contains(&given.to_lowercase().as_str()),
            TextKey::UnlockedRoom => ["leftsplit", "rightsplit"].contains(&given.to_lowercase().as_str()),
            TextKey::Monstrous => given.is_empty() || given.parse::<u32>().is_ok(),
            _ => true,
        };
        if !good {
            return Err(invalid(name, given, "one of the values docs/puzzles.md lists"));
        }
        return Ok(Some(Modifier::Text(*text_key, given.to_owned())));
    }
    if let Some((player_key, _)) = PLAYERS.iter().find(|(_, name)| is(name)) {
        let seat = player(given, players).ok_or_else(|| {
            Fault::value(
                format!("Invalid player ref: {given}"),
                format!("write p0 to p{}", players.saturating_sub(1)),
            )
        })?;
        return Ok(Some(Modifier::Player(*player_key, seat)));
    }
    let key = if is("Attaching") { "AttachedTo" } else { key };
    if let Some((link, name, many)) = LINKS.iter().find(|(_, name, _)| key.eq_ignore_ascii_case(name)) {
        if !many {
            let id = given.parse().map_err(|_| invalid(name, given, "the Id of a card"))?;
            return Ok(Some(Modifier::Link(*link, vec![id])));
        }
        let ids = given.split(',').map(str::trim).map(|id| {
            id.parse()
                .map_err(|_| Fault::value(format!("Invalid ID in list: {id}"), "write Ids separated by commas"))
        });
        return Ok(Some(Modifier::Link(*link, ids.collect::<Result<_, _>>()?)));
    }
    let natural = |name: &str| {
        given
            .parse::<u32>()
            .map_err(|_| invalid(name, given, "a whole number from 0"))
    };
    Ok(Some(match key.to_lowercase().as_str() {
        "id" => Modifier::Id(natural("Id")?),
        "art" => Modifier::Art(natural("Art")?),
        "classlevel" => Modifier::ClassLevel(natural("ClassLevel")?),
        "damage" => Modifier::Damage(given.parse().map_err(|_| invalid("Damage", given, "a whole number"))?),
        "attacking" if given.is_empty() => Modifier::Attacking(None),
        "attacking" => Modifier::Attacking(Some(natural("Attacking")?)),
        "counters" => {
            let (list, skipped) = counters::parse_list(given)?;
            if list.is_empty() || !skipped.is_empty() {
                return Err(invalid("Counters", given, "TYPE=n{,TYPE=n}"));
            }
            Modifier::Counters(list)
        }
        "chosencolor" => {
            let colors = given.split(',').map(str::trim).map(|color| {
                let found = COLORS
                    .iter()
                    .find(|(_, name)| name.eq_ignore_ascii_case(color))
                    .map(|(c, _)| *c);
                found.ok_or_else(|| invalid("ChosenColor", color, "White, Blue, Black, Red or Green"))
            });
            Modifier::ChosenColor(colors.collect::<Result<_, _>>()?)
        }
        "namedcard" | "mergedcards" => {
            let list = names(given);
            if list.is_empty() {
                return Err(invalid(key, given, "card names"));
            }
            if is("NamedCard") {
                Modifier::NamedCard(list)
            } else {
                Modifier::MergedCards(list)
            }
        }
        _ => return Ok(None),
    }))
}

/// A card, and warnings for modifiers that are unknown.
pub(super) fn parse(text: &str, players: u8) -> Result<(Card, Vec<Fault>), Fault> {
    let mut parts = text.split('|').map(str::trim).filter(|part| !part.is_empty());
    let first = parts
        .next()
        .ok_or_else(|| Fault::value("Missing card name", "put a name before the first `|`"))?;
    let no_empty = |rest: &str| match rest.trim() {
        "" => Err(Fault::value(
            format!("Empty token in `{first}`"),
            "name the token after the colon",
        )),
        rest => Ok(rest.to_owned()),
    };
    let name = if let Some(rest) = first.strip_prefix("t:") {
        CardName::InlineToken(no_empty(rest)?)
    } else if let Some(rest) = first.strip_prefix("T:") {
        CardName::TokenId(no_empty(rest)?)
    } else if let Some(digits) = first.strip_prefix("CARD#") {
        let want = || {
            Fault::value(
                format!("Card not found: {first}"),
                "write CARD# and the card's catalogue number",
            )
        };
        CardName::Catalogue(digits.parse().map_err(|_| want())?)
    } else {
        CardName::Name(first.to_owned())
    };
    let (mut modifiers, mut warnings) = (Vec::<Modifier>::new(), Vec::new());
    for part in parts {
        let Some(new) = modifier(part, players)? else {
            let message = format!("unknown modifier `{part}` of `{first}` is ignored");
            warnings.push(Fault::new(
                Class::Ignored,
                message,
                "see the list of modifiers in docs/puzzles.md",
            ));
            continue;
        };
        let single = |m: &Modifier| match (m, &new) {
            (Modifier::Id(_), Modifier::Id(_)) | (Modifier::Art(_), Modifier::Art(_)) => true,
            (Modifier::Text(a, _), Modifier::Text(b, _)) => *a == TextKey::Set && *b == TextKey::Set,
            _ => false,
        };
        modifiers.retain(|m| !single(m));
        modifiers.push(new);
    }
    let line = 0;
    Ok((Card { name, modifiers, line }, warnings))
}

fn join(names: &[String]) -> String {
    names
        .iter()
        .map(|name| name.replace(',', "^"))
        .collect::<Vec<_>>()
        .join(",")
}

/// A modifier in the file's notation.
pub(super) fn print_modifier(modifier: &Modifier) -> String {
    let list = |ids: &[u32]| ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    match modifier {
        Modifier::Flag(flag) => spell(&Flag::ALL, *flag).to_owned(),
        Modifier::Text(key, text) => {
            let name = spell(&TEXTS.map(|(k, name, _)| (k, name)), *key);
            if text.is_empty() {
                name.to_owned()
            } else {
                format!("{name}:{text}")
            }
        }
        Modifier::Player(key, seat) => format!("{}:p{seat}", spell(&PLAYERS, *key)),
        Modifier::Link(key, ids) => format!("{}:{}", spell(&LINKS.map(|(k, name, _)| (k, name)), *key), list(ids)),
        Modifier::Id(id) => format!("Id:{id}"),
        Modifier::Art(art) => format!("Art:{art}"),
        Modifier::Damage(damage) => format!("Damage:{damage}"),
        Modifier::ClassLevel(level) => format!("ClassLevel:{level}"),
        Modifier::Counters(counters) => format!("Counters:{}", counters::print_list(counters)),
        Modifier::Attacking(None) => "Attacking".to_owned(),
        Modifier::Attacking(Some(id)) => format!("Attacking:{id}"),
        Modifier::ChosenColor(colors) => {
            let names: Vec<_> = colors.iter().map(|color| spell(&COLORS, *color)).collect();
            format!("ChosenColor:{}", names.join(","))
        }
        Modifier::NamedCard(list) => format!("NamedCard:{}", join(list)),
        Modifier::MergedCards(list) => format!("MergedCards:{}", join(list)),
    }
}

/// The card in the file's notation.
pub(super) fn print(card: &Card) -> String {
    let mut out = match &card.name {
        CardName::Name(name) => name.clone(),
        CardName::InlineToken(text) => format!("t:{text}"),
        CardName::TokenId(id) => format!("T:{id}"),
        CardName::Catalogue(number) => format!("CARD#{number}"),
    };
    for modifier in &card.modifiers {
        out.push('|');
        out.push_str(&print_modifier(modifier));
    }
    out
}
