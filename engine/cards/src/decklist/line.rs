//! One card line: count, name and the printing marks around it.

use super::{MAX_COUNT, Section};

/// A card line taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CardLine {
    pub(super) count: u32,
    pub(super) name: String,
    pub(super) long_name: Option<String>,
    pub(super) set: Option<String>,
    pub(super) number: Option<String>,
    /// Section named by the line itself (`SB:`, `*CMDR*`, `[Sideboard]`).
    pub(super) section: Option<Section>,
}

/// Why a line is not a card line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineError {
    /// The count is not a whole number from 1 to [`MAX_COUNT`].
    Count(String),
    /// No name is left after count and marks.
    NoName,
}

/// Reads `4x Name (SET) 123 *F* #tag ^mark^ [Category]` and its relatives.
pub(super) fn card_line(line: &str) -> Result<CardLine, LineError> {
    let mut out = CardLine::default();
    let mut rest = line.trim();
    for (prefix, section) in PREFIXES {
        if let Some(tail) = strip_prefix_ignore_case(rest, prefix) {
            out.section = Some(section);
            rest = tail.trim_start();
        }
    }
    let (count, tail) = take_count(rest)?;
    out.count = count;
    rest = tail.trim();
    // MWS and XMage put the printing in front: `4 [M10:146] Shock`.
    if let Some((code, tail)) = rest.strip_prefix('[').and_then(|r| r.split_once(']'))
        && !tail.trim().is_empty()
        && code.len() <= 16
    {
        let (set, number) = code.split_once(':').unwrap_or((code, ""));
        out.set = set_code(set);
        out.number = (!number.is_empty()).then(|| number.to_owned());
        rest = tail.trim();
    }
    rest = strip_tail(rest, &mut out);
    // Forge: `Name|SET|art`, with `+` behind the name for foils.
    if let Some((name, printing)) = rest.split_once('|') {
        let mut fields = printing.split('|');
        out.set = fields.next().and_then(set_code);
        out.number = fields
            .next()
            .map(str::trim)
            .filter(|n| !n.is_empty())
            .map(str::to_owned);
        rest = name.trim();
        rest = rest.strip_suffix('+').unwrap_or(rest).trim();
    }
    if let Some((name, set, number)) = printing(rest) {
        out.long_name = Some(rest.to_owned());
        out.set = set_code(set);
        out.number = number.map(str::to_owned);
        rest = name;
    }
    if rest.is_empty() {
        return Err(LineError::NoName);
    }
    rest.clone_into(&mut out.name);
    Ok(out)
}

const PREFIXES: [(&str, Section); 4] = [
    ("SB:", Section::Sideboard),
    ("CMDR:", Section::Commander),
    ("Commander:", Section::Commander),
    ("Companion:", Section::Companion),
];

fn strip_prefix_ignore_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    if head.eq_ignore_ascii_case(prefix) {
        text.get(prefix.len()..)
    } else {
        None
    }
}

/// Splits a leading count: `4`, `4x`, `x4`; none means one copy.
fn take_count(text: &str) -> Result<(u32, &str), LineError> {
    let (first, tail) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let bare = first.strip_suffix(['x', 'X', '×']).unwrap_or(first);
    let bare = match bare.strip_prefix(['x', 'X', '×']) {
        Some(b) if b.starts_with(|c: char| c.is_ascii_digit()) => b,
        _ => bare,
    };
    let bad = || LineError::Count(first.to_owned());
    if !bare.is_empty() && bare.chars().all(|c| c.is_ascii_digit()) {
        let count: u32 = bare.parse().map_err(|_| bad())?;
        if count == 0 || count > MAX_COUNT {
            return Err(bad());
        }
        // `4 x Shock` writes the mark apart.
        let tail = tail.trim_start();
        let tail = match tail.split_once(char::is_whitespace) {
            Some(("x" | "X" | "×", after)) => after,
            _ => tail,
        };
        return Ok((count, tail));
    }
    // A first word made of digits and signs only is a count gone wrong (`-1`, `1.5`, `1e3`);
    // `+2 Mace`, `17-Year Cicadas` and the like are names.
    let numeric = bare.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '−')
        && bare.contains(|c: char| c.is_ascii_digit())
        && bare
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '-' | '−' | '.' | ',' | 'e' | 'E'));
    if numeric && !tail.trim().is_empty() {
        return Err(bad());
    }
    Ok((1, text))
}

/// Takes tags, foil marks and categories off the end, right to left.
fn strip_tail<'a>(text: &'a str, out: &mut CardLine) -> &'a str {
    let mut rest = text.trim();
    // Everything from the first ` #` on is tags; no card name holds `#`.
    if let Some(at) = find_tag(rest) {
        let (name, tags) = rest.split_at(at);
        for tag in tags.split('#') {
            let tag = tag.trim().trim_start_matches('!');
            if tag.eq_ignore_ascii_case("commander") {
                out.section = Some(Section::Commander);
            }
        }
        rest = name.trim_end();
    }
    loop {
        let shorter = strip_mark(rest, out).trim_end();
        if shorter.len() == rest.len() {
            return rest;
        }
        rest = shorter;
    }
}

fn find_tag(text: &str) -> Option<usize> {
    let mut space = false;
    for (at, c) in text.char_indices() {
        if c == '#' && space {
            return Some(at);
        }
        space = c.is_whitespace();
    }
    None
}

/// Removes one mark from the end; marks need a space before them.
fn strip_mark<'a>(text: &'a str, out: &mut CardLine) -> &'a str {
    let enclosed = |open: char, close: char| -> Option<(&'a str, &'a str)> {
        let body = text.strip_suffix(close)?;
        let (head, inside) = body.rsplit_once(open)?;
        let apart = head.ends_with(char::is_whitespace) && !head.trim().is_empty();
        apart.then_some((head, inside))
    };
    if let Some((head, inside)) = enclosed('*', '*') {
        match inside.to_ascii_uppercase().as_str() {
            "CMDR" => out.section = Some(Section::Commander),
            "CMPN" => out.section = Some(Section::Companion),
            _ => {}
        }
        return head;
    }
    if let Some((head, _)) = enclosed('^', '^') {
        return head;
    }
    if let Some((head, _)) = enclosed('<', '>') {
        return head;
    }
    if let Some((head, inside)) = enclosed('[', ']') {
        if let Some(section) = category_section(inside) {
            out.section = Some(section);
        } else if out.set.is_none() && !inside.contains([',', '{', ' ']) {
            out.set = set_code(inside);
        }
        return head;
    }
    if let Some((head, inside)) = enclosed('(', ')') {
        // MTGGoldfish writes foils as `(F)`; other brackets may be a set code or part of the name.
        if inside.eq_ignore_ascii_case("f") || inside.eq_ignore_ascii_case("foil") {
            return head;
        }
    }
    text
}

/// Archidekt's first category decides: `[Commander{top}]`, `[Maybeboard{noDeck},Ramp]`.
fn category_section(inside: &str) -> Option<Section> {
    let first = inside.split(',').next().unwrap_or_default();
    let word = first.split('{').next().unwrap_or_default().trim();
    let outside = inside.contains("{noDeck}");
    match word.to_ascii_lowercase().as_str() {
        "commander" | "commanders" => Some(Section::Commander),
        "companion" => Some(Section::Companion),
        "sideboard" => Some(Section::Sideboard),
        "maybeboard" | "considering" => Some(Section::Outside),
        _ if outside => Some(Section::Outside),
        _ => None,
    }
}

fn set_code(text: &str) -> Option<String> {
    let text = text.trim();
    let fits = !text.is_empty() && text.len() <= 8 && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    fits.then(|| text.to_ascii_uppercase())
}

/// Splits `Name (SET)` or `Name (SET) 123a` into name, set and collector number.
fn printing(text: &str) -> Option<(&str, &str, Option<&str>)> {
    let (head, after) = text.rsplit_once(')')?;
    let (name, set) = head.rsplit_once('(')?;
    let number = after.trim();
    let number_fits = number.is_empty()
        || (number.len() <= 16
            && number.chars().any(|c| c.is_ascii_digit())
            && !number.contains(char::is_whitespace)
            && after.starts_with(char::is_whitespace));
    let fits = (2..=6).contains(&set.len())
        && set.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.ends_with(char::is_whitespace)
        && number_fits;
    let name = name.trim();
    (fits && !name.is_empty()).then_some((name, set, (!number.is_empty()).then_some(number)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(line: &str) -> (u32, String) {
        let c = card_line(line).unwrap();
        (c.count, c.name)
    }

    #[test]
    fn marks_of_every_site_come_off() {
        for line in [
            "4 Shock",
            "4x Shock",
            "4 x Shock",
            "x4 Shock",
            "4 Shock (M19) 156",
            "4 Shock (M19) 156 *F* #burn #cheap spell",
            "4x Shock (m19) 156 *F* [Burn] ^Have,#37d67a^",
            "4 Shock|M19|2",
            "4 Shock+|M19",
            "4 [M19:156] Shock",
            "SB: 4 Shock",
            "4 Shock <borderless> [M19] (F)",
            "\t4\u{a0}Shock  *E*",
            "4 Shock (PLST) M19-156★",
        ] {
            assert_eq!(name(line), (4, "Shock".into()), "{line}");
        }
        assert_eq!(name("Shock"), (1, "Shock".into()));
        assert_eq!(name("17-Year Cicadas"), (1, "17-Year Cicadas".into()));
        assert_eq!(name("+2 Mace"), (1, "+2 Mace".into()));
        assert_eq!(name("1 Fire // Ice (MH2) 290"), (1, "Fire // Ice".into()));
        assert_eq!(name("2 Behemoth of Vault 0 (PIP) 1"), (2, "Behemoth of Vault 0".into()));
        assert_eq!(
            name("1 B.F.M. (Big Furry Monster)"),
            (1, "B.F.M. (Big Furry Monster)".into())
        );
        let used = card_line("1 Hazmat Suit (Used)").unwrap();
        assert_eq!(used.long_name.as_deref(), Some("Hazmat Suit (Used)"));
    }

    #[test]
    fn sections_on_the_line() {
        for (line, section) in [
            ("sb: 1 Shock", Section::Sideboard),
            ("1x Shock (m19) 3 [Commander{top}]", Section::Commander),
            ("1 Shock *CMDR*", Section::Commander),
            ("1 Shock # !Commander", Section::Commander),
            ("1 Shock [Maybeboard{noDeck}{noPrice}]", Section::Outside),
            ("1 Shock [Ideas{noDeck},Burn]", Section::Outside),
        ] {
            assert_eq!(card_line(line).unwrap().section, Some(section), "{line}");
        }
    }

    #[test]
    fn bad_counts_are_errors() {
        for line in [
            "0 Shock",
            "-1 Shock",
            "99999999999 Shock",
            "10000 Shock",
            "1.5 Shock",
            "00 Shock",
            "−1 Shock",
            "0x Shock",
        ] {
            assert!(matches!(card_line(line), Err(LineError::Count(_))), "{line}");
        }
        assert_eq!(card_line("4"), Err(LineError::NoName));
        assert_eq!(card_line("4x"), Err(LineError::NoName));
    }
}
