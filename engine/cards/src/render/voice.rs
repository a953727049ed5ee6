//! How a card speaks of itself, and small pieces of English.

use turnzero_contract::card::{CardType, Face, PlayerRef, Supertype, Zone};

/// The card that speaks, and from where.
pub(super) struct Voice {
    /// Itself where its ability works.
    pub(super) own: String,
    /// Itself as a permanent or spell, when damage or costs name it.
    pub(super) bearer: &'static str,
    /// Where the ability works from.
    pub(super) zone: Zone,
    /// Whether it is a creature, which dies; others are put into a graveyard.
    pub(super) creature: bool,
    /// Itself when the clause before has just named it.
    pub(super) named: bool,
    /// Who the sentence is about, so that the subject is not said twice.
    pub(super) subject: PlayerRef,
}

impl Voice {
    /// The voice of a face on the battlefield or the stack.
    pub(super) fn of(face: &Face) -> Self {
        let first = |types: &[CardType]| types.iter().copied().find(|&t| face.is(t));
        let own = if face.has_supertype(Supertype::Legendary) || !face.is_permanent() {
            face.name.split(',').next().unwrap_or(&face.name).to_owned()
        } else if face.has_subtype("Aura") {
            "this Aura".to_owned()
        } else if face.has_subtype("Equipment") {
            "this Equipment".to_owned()
        } else {
            let order = [
                CardType::Creature,
                CardType::Land,
                CardType::Planeswalker,
                CardType::Artifact,
                CardType::Enchantment,
                CardType::Battle,
            ];
            first(&order).map_or_else(
                || "this permanent".to_owned(),
                |t| format!("this {}", t.word().to_lowercase()),
            )
        };
        let bearer = if face.has_subtype("Equipment") {
            "equipped creature"
        } else {
            "enchanted creature"
        };
        Self {
            own,
            bearer,
            zone: Zone::Battlefield,
            creature: face.is(CardType::Creature) || !face.is_permanent(),
            named: false,
            subject: PlayerRef::You,
        }
    }

    /// The voice of a token's own abilities.
    pub(super) fn token() -> Self {
        Self {
            own: "this token".to_owned(),
            bearer: "enchanted creature",
            zone: Zone::Battlefield,
            creature: true,
            named: false,
            subject: PlayerRef::You,
        }
    }

    /// The same card where an ability works from.
    pub(super) fn in_zone(&self, zone: Zone) -> Self {
        let own = if zone == Zone::Battlefield {
            self.own.clone()
        } else {
            "this card".to_owned()
        };
        Self {
            own,
            bearer: self.bearer,
            zone,
            creature: self.creature,
            named: self.named,
            subject: self.subject,
        }
    }

    /// The same card in a sentence about this player.
    pub(super) fn about(&self, subject: PlayerRef) -> Self {
        Self {
            own: self.own.clone(),
            bearer: self.bearer,
            zone: self.zone,
            creature: self.creature,
            named: self.named,
            subject,
        }
    }

    /// The same card once a clause has named it.
    pub(super) fn after_naming(mut self, named: bool) -> Self {
        self.named = named;
        self
    }

    /// Itself, or `it` when it has just been named.
    pub(super) fn own_or_it(&self) -> &str {
        if self.named { "it" } else { &self.own }
    }

    /// A clause about a player: the subject of the sentence is not repeated.
    pub(super) fn clause(&self, player: PlayerRef, base: &str, third: &str, rest: &str) -> String {
        let verb = if player == PlayerRef::You || player == self.subject {
            base
        } else {
            third
        };
        let clause = format!("{verb} {rest}");
        let clause = clause.trim_end();
        if player == self.subject {
            clause.to_owned()
        } else {
            format!("{} {clause}", player_name(player))
        }
    }
}

/// A player as the subject of a clause.
pub(super) fn player_name(player: PlayerRef) -> &'static str {
    player.word()
}

/// `your`, `their`.
pub(super) const fn possessive(player: PlayerRef) -> &'static str {
    match player {
        PlayerRef::You => "your",
        _ => "their",
    }
}

/// The player with a possessive ending.
pub(super) fn owner_of(player: PlayerRef) -> String {
    match player {
        PlayerRef::You => "your".to_owned(),
        other => format!("{}'s", other.word()),
    }
}

/// A number as a word up to twelve, then in digits.
pub(super) fn number_word(n: u32) -> String {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ];
    usize::try_from(n)
        .ok()
        .and_then(|n| WORDS.get(n))
        .map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// `a` or `an` before a word.
pub(super) fn with_article(words: &str) -> String {
    let vowel = words.chars().next().is_some_and(|c| "aeiouAEIOU".contains(c));
    format!("{} {words}", if vowel { "an" } else { "a" })
}

/// The plural of a noun.
pub(super) fn plural(noun: &str) -> String {
    match noun {
        "sorcery" => "sorceries".to_owned(),
        "library" => "libraries".to_owned(),
        "Elf" => "Elves".to_owned(),
        "Plains" => "Plains".to_owned(),
        "Dwarf" => "Dwarves".to_owned(),
        _ if noun.ends_with('s') || noun.ends_with('x') || noun.ends_with("ch") || noun.ends_with("sh") => {
            format!("{noun}es")
        }
        _ => format!("{noun}s"),
    }
}

/// The text with a capital first letter.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// `A`, `A or B`, `A, B, or C`.
pub(super) fn list(parts: &[String], joint: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} {joint} {two}"),
        [most @ .., last] => format!("{}, {joint} {last}", most.join(", ")),
    }
}
