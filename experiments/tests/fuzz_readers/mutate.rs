//! Structure-aware mutation: words, lines, numbers, brackets and JSON nodes; a function of the generator alone.

use serde_json::{Map, Value, json};

/// `SplitMix64`.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    /// A number below `limit`; 0 for 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % (limit.max(1) as u64)).expect("below a usize")
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// Pieces that readers treat in a special way somewhere.
const SPECIAL: &[&[u8]] = &[
    b"",
    b"\0",
    b"\n",
    b"\r\n",
    b"\r",
    b"\t",
    b" ",
    b"\"",
    b"\"\"",
    b"'",
    b"{",
    b"}",
    b"(",
    b")",
    b"[",
    b"]",
    b"<",
    b">",
    b"&",
    b"&amp;",
    b"&#x110000;",
    b"//",
    b" // ",
    b"->",
    b":",
    b";",
    b",",
    b"|",
    b"*",
    b"{X}",
    b"{2/W}",
    b"{W/U/P}",
    b"{999999999999}",
    b"0",
    b"-1",
    b"1e999",
    b"18446744073709551616",
    b"9223372036854775807",
    b"4294967296",
    b"00000001",
    b"null",
    b"true",
    b"NaN",
    b"\\u0000",
    b"\\ud800",
    b"\xef\xbb\xbf",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    "é".as_bytes(),
    "ß".as_bytes(),
    "İ".as_bytes(),
    "ﬁ".as_bytes(),
    "e\u{301}".as_bytes(),
    "\u{2028}".as_bytes(),
    "\u{202e}".as_bytes(),
    "—".as_bytes(),
    "’".as_bytes(),
    "Æ".as_bytes(),
    "½".as_bytes(),
    "∞".as_bytes(),
];

/// What opens a level in one of the languages.
const OPENERS: &[&[u8]] = &[
    b"(", b"[", b"{", b"{\"a\":", b"[[", b"<Cards>", b"not ", b"has (", b"\"", b"((", b"non-",
];

/// Largest input that a mutation makes.
const LARGEST: usize = 48 * 1024;

/// Seeds of one reader and the words in them.
pub(crate) struct Corpus {
    seeds: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
}

impl Corpus {
    pub(crate) fn new(seeds: impl IntoIterator<Item = Vec<u8>>) -> Self {
        let seeds: Vec<Vec<u8>> = seeds.into_iter().collect();
        let split = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte < 0x80;
        let words = seeds
            .iter()
            .flat_map(|seed| seed.split(split))
            .filter(|word| !word.is_empty());
        let words: std::collections::BTreeSet<Vec<u8>> = words.map(<[u8]>::to_vec).collect();
        Self {
            seeds,
            words: words.into_iter().collect(),
        }
    }

    /// A seed after one to eight mutations, seldom none.
    pub(crate) fn input(&self, random: &mut Random) -> Vec<u8> {
        let mut bytes = random.of(&self.seeds).clone();
        let steps = if random.one_in(200) {
            0
        } else {
            1 + random.below(8).min(random.below(8))
        };
        for _ in 0..steps {
            self.mutate(random, &mut bytes);
            bytes.truncate(LARGEST);
        }
        bytes
    }

    fn piece(&self, random: &mut Random) -> Vec<u8> {
        if random.one_in(2) {
            random.of(SPECIAL).to_vec()
        } else {
            random.of(&self.words).clone()
        }
    }

    fn mutate(&self, random: &mut Random, bytes: &mut Vec<u8>) {
        let at = random.below(bytes.len() + 1);
        let until = (at + random.below(24)).min(bytes.len());
        match random.below(14) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = random.next().to_le_bytes()[0],
            2 => drop(bytes.drain(at..until)),
            3 => {
                let copy = bytes[at..until].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            4 => {
                let opener = random.of(OPENERS).repeat(1 << random.below(13));
                bytes.splice(at..at, opener);
            }
            5 => bytes.truncate(at),
            6 => {
                let other = random.of(&self.seeds);
                let from = random.below(other.len() + 1);
                bytes.truncate(at);
                bytes.extend_from_slice(&other[from..]);
            }
            7 | 8 => lines(random, bytes),
            9 | 10 => {
                let (start, end) = word_at(bytes, at);
                let piece = self.piece(random);
                bytes.splice(start..end, piece);
            }
            _ => {
                let piece = self.piece(random);
                bytes.splice(at..at, piece);
            }
        }
    }
}

/// Removes, doubles, swaps or joins lines.
fn lines(random: &mut Random, bytes: &mut Vec<u8>) {
    let mut lines: Vec<Vec<u8>> = bytes
        .split_inclusive(|byte| *byte == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    if lines.is_empty() {
        return;
    }
    let (a, b) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(4) {
        0 => drop(lines.remove(a)),
        1 => {
            let copy = lines[a].clone();
            lines.insert(b, copy);
        }
        2 => lines.swap(a, b),
        _ => lines[a].retain(|byte| *byte != b'\n'),
    }
    *bytes = lines.concat();
}

fn word_at(bytes: &[u8], at: usize) -> (usize, usize) {
    let part = |byte: &u8| byte.is_ascii_alphanumeric();
    let start = bytes[..at]
        .iter()
        .rposition(|byte| !part(byte))
        .map_or(0, |found| found + 1);
    let end = bytes[at..]
        .iter()
        .position(|byte| !part(byte))
        .map_or(bytes.len(), |found| at + found);
    (start, end)
}

/// One to four nodes of a JSON document changed in kind, name, number or place.
pub(crate) fn json_node(random: &mut Random, value: &mut Value) {
    for _ in 0..=random.below(4).min(random.below(4)) {
        let nodes = count(value);
        let mut left = random.below(nodes);
        change(random, value, &mut left);
    }
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(map) => map.values().map(count).sum(),
        _ => 0,
    }
}

fn change(random: &mut Random, value: &mut Value, left: &mut usize) -> bool {
    if *left == 0 {
        alter(random, value);
        return true;
    }
    *left -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|item| change(random, item, left)),
        Value::Object(map) => map.values_mut().any(|item| change(random, item, left)),
        _ => false,
    }
}

fn alter(random: &mut Random, value: &mut Value) {
    match value {
        Value::Object(map) if random.one_in(2) => object(random, map),
        Value::Array(items) if !items.is_empty() && random.one_in(2) => {
            let at = random.below(items.len());
            if random.one_in(2) {
                items.remove(at);
            } else {
                let copy = items[at].clone();
                items.insert(0, copy);
            }
        }
        Value::Number(number) if random.one_in(2) => {
            let n = number.as_u64().unwrap_or(0);
            *value = random
                .of(&[
                    json!(n.wrapping_add(1)),
                    json!(n.saturating_sub(1)),
                    json!(n.wrapping_add(256)),
                    json!(n << 32),
                ])
                .clone();
        }
        Value::String(text) if random.one_in(2) => {
            let at = text
                .char_indices()
                .nth(random.below(text.chars().count() + 1))
                .map_or(text.len(), |(at, _)| at);
            text.insert_str(at, &String::from_utf8_lossy(random.of::<&[u8]>(SPECIAL)));
        }
        _ => {
            let edges = [
                json!(null),
                json!(true),
                json!(0),
                json!(-1),
                json!(1.5),
                json!(1e308),
                json!(u64::MAX),
                json!(i64::MIN),
                json!(u64::from(u32::MAX)),
                json!(""),
                json!(" "),
                json!("\u{0}"),
                json!("human"),
                json!("KEEP"),
                json!([]),
                json!({}),
                json!([[[[]]]]),
                json!({"type": "row"}),
                json!(["Mountain"]),
            ];
            *value = random.of(&edges).clone();
        }
    }
}

fn object(random: &mut Random, map: &mut Map<String, Value>) {
    let Some(key) = map.keys().nth(random.below(map.len())).cloned() else {
        map.insert("extra".to_owned(), json!(1));
        return;
    };
    let value = map.remove(&key);
    match random.below(4) {
        0 => {}
        1 => drop(map.insert(format!("{key}x"), value.unwrap_or_default())),
        2 => {
            map.insert(key, json!({"nested": value}));
        }
        _ => {
            let other = map.keys().nth(random.below(map.len())).cloned().unwrap_or_default();
            let second = map.insert(other, value.unwrap_or_default());
            map.insert(key, second.unwrap_or_default());
        }
    }
}
