//! The serializer behind canonical JSON: one pass that sorts keys and refuses what JSON cannot
//! hold (serde_json would turn NaN and infinities into `null` without a word).

use std::fmt::{self, Display};
use std::ops::Range;

use serde::ser::{self, Serialize};

/// Appends the canonical JSON of `value` to `out`.
pub(crate) fn encode<T: Serialize + ?Sized>(value: &T, out: &mut Vec<u8>) -> Result<(), Fault> {
    value.serialize(&mut Encoder { out })
}

/// What the encoder stumbled over.
#[derive(Debug)]
pub(crate) enum Fault {
    /// A number and the steps that lead to it, innermost first.
    NotFinite { steps: Vec<String>, value: f64 },
    /// serde's own words.
    Other(String),
}

impl Fault {
    /// The same fault seen from one level further out.
    fn below(self, step: impl FnOnce() -> String) -> Self {
        match self {
            Self::NotFinite { mut steps, value } => {
                steps.push(step());
                Self::NotFinite { steps, value }
            }
            other @ Self::Other(_) => other,
        }
    }

    /// `a.b[3]` from the steps of [`Self::NotFinite`].
    pub(crate) fn place(steps: &[String]) -> String {
        let mut out = String::new();
        for step in steps.iter().rev() {
            if !out.is_empty() && !step.starts_with('[') {
                out.push('.');
            }
            out.push_str(step);
        }
        if out.is_empty() {
            out.push_str("value");
        }
        out
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { steps, value } => write!(f, "{value} at {}", Self::place(steps)),
            Self::Other(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Fault {}

impl ser::Error for Fault {
    fn custom<T: Display>(msg: T) -> Self {
        Self::Other(msg.to_string())
    }
}

struct Encoder<'a> {
    out: &'a mut Vec<u8>,
}

impl Encoder<'_> {
    /// Numbers, truth values and text, as serde_json writes them.
    fn leaf<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        serde_json::to_writer(&mut *self.out, value).map_err(|e| Fault::Other(e.to_string()))
    }
}

macro_rules! leaves {
    ($($name:ident: $kind:ty),*) => {
        $(fn $name(self, value: $kind) -> Result<(), Fault> { self.leaf(&value) })*
    };
}

impl<'a, 'b> ser::Serializer for &'a mut Encoder<'b> {
    type Ok = ();
    type Error = Fault;
    type SerializeSeq = Items<'a, 'b>;
    type SerializeTuple = Items<'a, 'b>;
    type SerializeTupleStruct = Items<'a, 'b>;
    type SerializeTupleVariant = Items<'a, 'b>;
    type SerializeMap = Entries<'a, 'b>;
    type SerializeStruct = Entries<'a, 'b>;
    type SerializeStructVariant = Entries<'a, 'b>;

    leaves!(serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32,
        serialize_i64: i64, serialize_u8: u8, serialize_u16: u16, serialize_u32: u32,
        serialize_u64: u64, serialize_char: char, serialize_str: &str, serialize_bytes: &[u8]);

    fn serialize_f32(self, v: f32) -> Result<(), Fault> {
        self.serialize_f64(f64::from(v))
    }
    fn serialize_f64(self, value: f64) -> Result<(), Fault> {
        if value.is_finite() {
            return self.leaf(&value);
        }
        let steps = Vec::new();
        Err(Fault::NotFinite { steps, value })
    }
    fn serialize_none(self) -> Result<(), Fault> {
        self.serialize_unit()
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Fault> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), Fault> {
        self.out.extend_from_slice(b"null");
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Fault> {
        self.serialize_unit()
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Fault> {
        self.leaf(variant)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Fault> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Fault> {
        let mut entries = Entries::open(self, None)?;
        entries.entry(variant.to_owned(), value)?;
        entries.close()
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'a, 'b>, Fault> {
        Items::open(self, None)
    }
    fn serialize_tuple(self, _: usize) -> Result<Items<'a, 'b>, Fault> {
        Items::open(self, None)
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items<'a, 'b>, Fault> {
        Items::open(self, None)
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items<'a, 'b>, Fault> {
        Items::open(self, Some(variant))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Entries<'a, 'b>, Fault> {
        Entries::open(self, None)
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Entries<'a, 'b>, Fault> {
        Entries::open(self, None)
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Entries<'a, 'b>, Fault> {
        Entries::open(self, Some(variant))
    }
}

/// `{"variant":` around the content of an enum's variant.
fn open_variant(encoder: &mut Encoder<'_>, variant: Option<&'static str>) -> Result<(), Fault> {
    if let Some(variant) = variant {
        encoder.out.push(b'{');
        encoder.leaf(variant)?;
        encoder.out.push(b':');
    }
    Ok(())
}

struct Items<'a, 'b> {
    encoder: &'a mut Encoder<'b>,
    index: usize,
    in_variant: bool,
}

impl<'a, 'b> Items<'a, 'b> {
    fn open(encoder: &'a mut Encoder<'b>, variant: Option<&'static str>) -> Result<Self, Fault> {
        open_variant(encoder, variant)?;
        encoder.out.push(b'[');
        Ok(Self {
            encoder,
            index: 0,
            in_variant: variant.is_some(),
        })
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        if self.index > 0 {
            self.encoder.out.push(b',');
        }
        let index = self.index;
        self.index += 1;
        value
            .serialize(&mut *self.encoder)
            .map_err(|fault| fault.below(|| format!("[{index}]")))
    }

    fn close(self) {
        self.encoder.out.push(b']');
        if self.in_variant {
            self.encoder.out.push(b'}');
        }
    }
}

/// An object whose entries are written as they come and put in order at its end.
struct Entries<'a, 'b> {
    encoder: &'a mut Encoder<'b>,
    in_variant: bool,
    /// Where the entries begin in the output.
    start: usize,
    /// Key and place of each entry, `"key":value` without comma.
    places: Vec<(String, Range<usize>)>,
    key: String,
}

impl<'a, 'b> Entries<'a, 'b> {
    fn open(encoder: &'a mut Encoder<'b>, variant: Option<&'static str>) -> Result<Self, Fault> {
        open_variant(encoder, variant)?;
        encoder.out.push(b'{');
        Ok(Self {
            start: encoder.out.len(),
            encoder,
            in_variant: variant.is_some(),
            places: Vec::new(),
            key: String::new(),
        })
    }

    fn entry<T: Serialize + ?Sized>(&mut self, key: String, value: &T) -> Result<(), Fault> {
        if !self.places.is_empty() {
            self.encoder.out.push(b',');
        }
        let start = self.encoder.out.len();
        self.encoder.leaf(&key)?;
        self.encoder.out.push(b':');
        value
            .serialize(&mut *self.encoder)
            .map_err(|fault| fault.below(|| key.clone()))?;
        self.places.push((key, start..self.encoder.out.len()));
        Ok(())
    }

    fn close(mut self) -> Result<(), Fault> {
        let out = &mut *self.encoder.out;
        if !self.places.is_sorted_by(|a, b| a.0 < b.0) {
            self.places.sort_by(|a, b| a.0.cmp(&b.0));
            let twice = self.places.windows(2).find_map(|pair| match pair {
                [a, b] if a.0 == b.0 => Some(&a.0),
                _ => None,
            });
            if let Some(key) = twice {
                return Err(Fault::Other(format!("the key {key:?} stands twice")));
            }
            let mut sorted = Vec::with_capacity(out.len() - self.start);
            for (_, place) in self.places {
                if !sorted.is_empty() {
                    sorted.push(b',');
                }
                sorted.extend_from_slice(out.get(place).unwrap_or_default());
            }
            out.truncate(self.start);
            out.append(&mut sorted);
        }
        out.push(b'}');
        if self.in_variant {
            out.push(b'}');
        }
        Ok(())
    }
}

macro_rules! items {
    ($($trait:ident, $method:ident;)*) => {
        $(impl ser::$trait for Items<'_, '_> {
            type Ok = ();
            type Error = Fault;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
                self.item(value)
            }
            fn end(self) -> Result<(), Fault> {
                self.close();
                Ok(())
            }
        })*
    };
}

items! {
    SerializeSeq, serialize_element;
    SerializeTuple, serialize_element;
    SerializeTupleStruct, serialize_field;
    SerializeTupleVariant, serialize_field;
}

impl ser::SerializeMap for Entries<'_, '_> {
    type Ok = ();
    type Error = Fault;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Fault> {
        // Numbers as keys become text, as in serde_json.
        self.key = match serde_json::to_value(key) {
            Ok(serde_json::Value::String(text)) => text,
            Ok(serde_json::Value::Number(number)) => number.to_string(),
            Ok(other) => return Err(Fault::Other(format!("{other} cannot be a key"))),
            Err(error) => return Err(Fault::Other(error.to_string())),
        };
        Ok(())
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        let key = std::mem::take(&mut self.key);
        self.entry(key, value)
    }
    fn end(self) -> Result<(), Fault> {
        self.close()
    }
}

macro_rules! fields {
    ($($trait:ident),*) => {
        $(impl ser::$trait for Entries<'_, '_> {
            type Ok = ();
            type Error = Fault;
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), Fault> {
                self.entry(key.to_owned(), value)
            }
            fn end(self) -> Result<(), Fault> {
                self.close()
            }
        })*
    };
}

fields!(SerializeStruct, SerializeStructVariant);
