//! Card names as people write them: folding, split-name spellings, nearest names.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Folds a name for comparison (CR 201.2 compares names, not spellings).
///
/// NFKD, marks stripped, apostrophes, quotes, dashes and the letter colon folded, ligatures
/// expanded, lower case, runs of white space collapsed. `fold(fold(x)) == fold(x)`.
pub fn fold(name: &str) -> String {
    let mut out = pass(name);
    // Lower-casing or compatibility mapping can expose another foldable character (`K` sign,
    // `İ`); two passes are enough for almost everything, the bound keeps the loop total.
    for _ in 0..4 {
        let again = pass(&out);
        if again == out {
            break;
        }
        out = again;
    }
    out
}

fn pass(name: &str) -> String {
    let mut flat = String::with_capacity(name.len());
    // Spacing accents decompose into a space and a mark, so apostrophes go first.
    let pre = name.chars().map(|c| if is_apostrophe(c) { '\'' } else { c });
    for c in pre.nfkd() {
        if is_combining_mark(c) || is_invisible(c) {
            continue;
        }
        match c {
            _ if is_apostrophe(c) => flat.push('\''),
            _ if is_dash(c) => flat.push('-'),
            '\u{a789}' | '\u{2236}' | '\u{02d0}' => flat.push(':'),
            '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' | '\u{ab}' | '\u{bb}' => flat.push('"'),
            '\u{2044}' | '\u{2215}' => flat.push('/'),
            'Æ' | 'æ' => flat.push_str("ae"),
            'Œ' | 'œ' => flat.push_str("oe"),
            'ß' | 'ẞ' => flat.push_str("ss"),
            'Ø' | 'ø' => flat.push('o'),
            'Ł' | 'ł' => flat.push('l'),
            'Đ' | 'đ' | 'Ð' | 'ð' => flat.push('d'),
            'Þ' | 'þ' => flat.push_str("th"),
            'ı' => flat.push('i'),
            '®' | '©' | '\u{2122}' => {}
            _ => flat.extend(c.to_lowercase()),
        }
    }
    let mut out = String::with_capacity(flat.len());
    for word in flat.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

fn is_apostrophe(c: char) -> bool {
    matches!(
        c,
        '\'' | '`'
            | '\u{b4}'
            | '\u{2018}'
            | '\u{2019}'
            | '\u{201a}'
            | '\u{201b}'
            | '\u{2032}'
            | '\u{2035}'
            | '\u{02b9}'
            | '\u{02bb}'
            | '\u{02bc}'
            | '\u{02c8}'
            | '\u{a78c}'
            | '\u{ff07}'
            | '\u{1fbf}'
            | '\u{1fbd}'
    )
}

fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}'
    )
}

fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{fe0e}' | '\u{fe0f}'
    )
}

/// The key under which every accepted spelling of one full name meets.
///
/// Folding, and then any run of slashes with the spaces around it becomes `//`, so `A // B`,
/// `A/B` and `A / B` are one key (CR 709.4). A name that holds a slash itself keeps working,
/// because the catalogue's names go through the same function.
pub fn key(name: &str) -> String {
    let folded = fold(name);
    if !folded.contains('/') {
        return folded;
    }
    let parts: Vec<&str> = folded.split('/').map(str::trim).filter(|p| !p.is_empty()).collect();
    parts.join("//")
}

/// The face names of a canonical multi-face name (`A // B`); one part for other names.
pub fn face_names(canonical: &str) -> Vec<&str> {
    canonical
        .split(" // ")
        .map(str::trim)
        .filter(|p| !p.is_empty())
        .collect()
}

/// Edit distance (insert, delete, replace, swap of neighbours), or `None` above `limit`.
///
/// Optimal string alignment over characters; the row minimum ends hopeless pairs early.
pub fn edit_distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    distance(&a, &b, limit)
}

fn distance(a: &[char], b: &[char], limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut previous_a: Option<char> = None;
    for (i, &ca) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(b.len() + 1);
        let mut left = i + 1;
        let mut best = left;
        row.push(left);
        let mut previous_b: Option<char> = None;
        for (j, &cb) in b.iter().enumerate() {
            let diagonal = last.get(j).copied().unwrap_or(usize::MAX);
            let up = last.get(j + 1).copied().unwrap_or(usize::MAX);
            let mut d = (diagonal + usize::from(ca != cb)).min(up + 1).min(left + 1);
            if previous_a == Some(cb)
                && previous_b == Some(ca)
                && j > 0
                && let Some(&swap) = before.get(j - 1)
            {
                d = d.min(swap + 1);
            }
            row.push(d);
            best = best.min(d);
            left = d;
            previous_b = Some(cb);
        }
        if best > limit {
            return None;
        }
        before = std::mem::replace(&mut last, row);
        previous_a = Some(ca);
    }
    last.last().copied().filter(|&d| d <= limit)
}

/// Names longer than this get no suggestions: no card name comes near, and the cost is bounded.
const LONGEST_SUGGESTED: usize = 200;

/// At most `most` candidates nearest to `name`, best first, ties in name order.
///
/// Compares folded names; accepts a distance of up to a third of the name (1 to 5), or a
/// candidate that starts with the whole name. Candidates are `(key, shown name)`.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = (&'a str, &'a str)>, most: usize) -> Vec<&'a str> {
    let wanted = key(name);
    let chars: Vec<char> = wanted.chars().collect();
    if chars.is_empty() || chars.len() > LONGEST_SUGGESTED {
        return Vec::new();
    }
    let limit = (chars.len() / 3).clamp(1, 5);
    let mut found: Vec<(usize, &str)> = Vec::new();
    let mut buffer: Vec<char> = Vec::new();
    for (candidate, shown) in candidates {
        buffer.clear();
        buffer.extend(candidate.chars());
        if let Some(d) = distance(&chars, &buffer, limit) {
            found.push((d, shown));
        } else if chars.len() >= 5 && candidate.starts_with(&wanted) {
            found.push((limit + 1, shown));
        }
    }
    found.sort_unstable();
    found.dedup_by(|x, y| x.1 == y.1);
    found.truncate(most);
    found.into_iter().map(|(_, shown)| shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn accents_ligatures_apostrophes_and_colons_fold() {
        let same = [
            "Lim-Dûl's Vault",
            "Lim-Dul's Vault",
            "Lim-Dûl\u{2019}s Vault",
            "Lim-Du\u{302}l's Vault",
        ];
        for name in same {
            assert_eq!(fold(name), "lim-dul's vault", "{name}");
        }
        assert_eq!(fold("Æther Vial"), fold("AETHER  VIAL"));
        assert_eq!(fold("Ratonhnhak\u{e9}\u{a789}ton"), fold("Ratonhnhake:ton"));
        assert_eq!(fold("Barad\u{2013}dûr"), "barad-dur");
        assert_ne!(fold("Fire"), fold("Fires"));
    }

    #[test]
    fn split_spellings_share_a_key() {
        for name in ["Fire // Ice", "Fire/Ice", "fire / ice", "FIRE//ICE"] {
            assert_eq!(key(name), "fire//ice");
        }
        assert_eq!(
            key("Who/What/When/Where/Why"),
            key("Who // What // When // Where // Why")
        );
        assert_ne!(key("SP//dr, Piloted by Peni"), key("SPdr, Piloted by Peni"));
    }

    #[test]
    fn distances_and_suggestions() {
        assert_eq!(edit_distance("shock", "shock", 2), Some(0));
        assert_eq!(edit_distance("shokc", "shock", 2), Some(1));
        assert_eq!(edit_distance("shock", "negate", 2), None);
        assert_eq!(edit_distance("", "abc", 3), Some(3));
        let pool = [
            ("sol ring", "Sol Ring"),
            ("sol talisman", "Sol Talisman"),
            ("shock", "Shock"),
        ];
        assert_eq!(nearest("Sol Rnig", pool, 3), ["Sol Ring"]);
        assert_eq!(nearest("zzzzzz", pool, 3), Vec::<&str>::new());
    }

    proptest! {
        #[test]
        fn fold_and_key_are_idempotent(s in "\\PC{0,40}") {
            prop_assert_eq!(fold(&fold(&s)), fold(&s));
            prop_assert_eq!(key(&key(&s)), key(&s));
        }

        #[test]
        fn distance_is_symmetric_and_bounded(a in "[a-d]{0,9}", b in "[a-d]{0,9}") {
            let d = edit_distance(&a, &b, 20);
            prop_assert_eq!(d, edit_distance(&b, &a, 20));
            prop_assert!(d.is_some_and(|d| d <= a.len().max(b.len())));
            prop_assert_eq!(d == Some(0), a == b);
            for limit in 0..5 {
                prop_assert_eq!(edit_distance(&a, &b, limit), d.filter(|&d| d <= limit));
            }
        }
    }
}
