//! Values that a query means: how a value is shown, and its exact text however long it is.

use std::ops::Range;

use prost_reflect::{Kind, MessageDescriptor};

use super::super::lens::{Lens, Reading};
use super::super::packed::Elements;
use super::super::telling;
use super::super::value::{self, Value, escape_text};
use super::query::{Needle, Number};
use super::way::{Here, unless_gone};
use crate::wire::{Body, Document, Missing, WireType, guess};

/// Text is looked through by pieces of this size.
const PIECE: usize = 64 << 10;
/// Letters shown before and after what was found in a long text.
const AROUND: (usize, usize) = (32, 96);
/// Bytes that are shown as hex, and so are found as hex.
const SHOWN_HEX: u64 = 64;
/// Records of a digest that are looked at.
const DIGEST_ROWS: usize = 16;

/// A value that was found, as it is shown, and where in that it was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shown {
    pub text: String,
    pub mark: Range<usize>,
}

pub(super) struct Values<'a> {
    pub document: &'a Document,
    pub lens: &'a Lens,
    pub needle: &'a Needle,
}

impl Values<'_> {
    /// The value of a record as it is shown, where the query means it.
    pub fn find(&self, here: &Here) -> Result<Option<Shown>, Missing> {
        let record = &here.child.record;
        match &here.reading {
            Reading::Message(_, ty) => self.message(here, ty),
            Reading::Packed(field) => {
                let found = self.packed(&record.payload, &field.kind())?;
                Ok(found.map(|it| self.whole(here, &it)))
            }
            Reading::Value(field) => match field.kind() {
                // A hash by how it begins: its digits elsewhere mean nothing.
                Kind::String if is_hash(here) => {
                    let found = self.text(&record.payload, true)?;
                    Ok(found.filter(|it| it.text.get(..it.mark.start) == Some("\"")))
                }
                Kind::String => self.text(&record.payload, true),
                Kind::Bytes => self.bytes(&record.payload),
                _ => self.number(here),
            },
            Reading::Undecoded => self.bytes(&record.payload),
            Reading::Unknown | Reading::Mismatch(_) => match record.wire_type {
                WireType::Len if here.inner.is_some() => Ok(None),
                WireType::Len => {
                    let start = unless_gone(self.document.body_start(&record.payload, guess::LOOKED_AT))?;
                    let start = start.unwrap_or_default();
                    if guess::payload(&start, record.payload.len()) == guess::Guess::Text {
                        self.text(&record.payload, true)
                    } else {
                        self.bytes(&record.payload)
                    }
                }
                WireType::Undecoded => self.bytes(&record.payload),
                WireType::Group => Ok(None),
                WireType::Varint | WireType::Fixed32 | WireType::Fixed64 => self.number(here),
            },
        }
    }

    /// The line of a record, marked where the query stands in it, or all of it.
    fn whole(&self, here: &Here, wanted: &str) -> Shown {
        let line = telling::line(self.document, self.lens, &here.reading, &here.child.record);
        let found = line.text.find(wanted).map(|at| at..at + wanted.len());
        Shown { mark: found.unwrap_or(0..line.text.len()), text: line.text }
    }

    fn number(&self, here: &Here) -> Result<Option<Shown>, Missing> {
        let record = &here.child.record;
        let value = unless_gone(self.lens.value(self.document, &here.reading, record))?;
        let Some(value) = value else { return Ok(None) };
        if is_meant(self.needle, &value) {
            let text = telling::line(self.document, self.lens, &here.reading, record).text;
            let mark = self.needle.text.find(&text).unwrap_or(0..text.len());
            return Ok(Some(Shown { text, mark }));
        }
        // A size is shown with its unit: `1.2 MiB`.
        let may_be_shown = self.needle.text.begins_like_a_number() && self.needle.number.is_none();
        if !may_be_shown {
            return Ok(None);
        }
        let text = telling::line(self.document, self.lens, &here.reading, record).text;
        Ok(self.needle.text.is(&text).then_some(Shown { mark: 0..text.len(), text }))
    }

    fn packed(&self, payload: &Body, kind: &Kind) -> Result<Option<String>, Missing> {
        if self.needle.number.is_none() && !matches!(kind, Kind::Enum(_) | Kind::Bool) {
            return Ok(None);
        }
        for element in Elements::new(self.document, payload.clone(), kind) {
            let Some(element) = unless_gone(element)? else { return Ok(None) };
            let value = value::of_number(kind, element.raw);
            if !element.is_cut && is_meant(self.needle, &value) {
                return Ok(Some(value.to_string()));
            }
        }
        Ok(None)
    }

    /// Messages whose line is a value of its own: a moment, a span of time, a digest with its size.
    fn message(&self, here: &Here, ty: &MessageDescriptor) -> Result<Option<Shown>, Missing> {
        let name = ty.full_name();
        if name.ends_with(".Digest") {
            return match &self.needle.digest {
                Some((hash, size)) if self.is_digest(here, hash, size)? => Ok(Some(self.whole(here, "/"))),
                Some(_) | None => Ok(None),
            };
        }
        if !matches!(name, "google.protobuf.Timestamp" | "google.protobuf.Duration") {
            return Ok(None);
        }
        let text = telling::line(self.document, self.lens, &here.reading, &here.child.record).text;
        // Of a number alone it is the beginning that is meant.
        let mark = self.needle.text.find(&text).filter(|it| it.start == 0 || self.needle.number.is_none());
        Ok(mark.map(|mark| Shown { text, mark }))
    }

    fn is_digest(&self, here: &Here, hash: &str, size: &str) -> Result<bool, Missing> {
        let ty = here.inner.clone().flatten();
        let (mut is_hash, mut has_size) = (false, "0".starts_with(size));
        for child in self.document.children(&here.child.message()).take(DIGEST_ROWS) {
            let child = child.map_err(Missing::Absent)?;
            let reading = self.lens.read(&ty, &child.record);
            match unless_gone(self.lens.value(self.document, &reading, &child.record))? {
                Some(Value::Text { text, .. }) if child.record.number == 1 => {
                    is_hash = text.to_lowercase().starts_with(hash);
                }
                Some(Value::Int(value)) if child.record.number == 2 => has_size = value.to_string().starts_with(size),
                _ => {}
            }
        }
        Ok(is_hash && has_size)
    }

    /// Text by any part of it.
    fn text(&self, payload: &Body, is_quoted: bool) -> Result<Option<Shown>, Missing> {
        let Some((at, len)) = self.place_in(payload)? else { return Ok(None) };
        let (before, after) = AROUND;
        let from = at.saturating_sub(before as u64);
        let mut around = vec![0; (payload.len() - from).min((len + before + after) as u64) as usize];
        if unless_gone(self.document.read_body(payload, from, &mut around))?.is_none() {
            return Ok(None);
        }
        let start = (at - from) as usize;
        Ok(Some(snippet(
            &around,
            start..start + len,
            from > 0,
            from + (around.len() as u64) < payload.len(),
            is_quoted,
        )))
    }

    /// Where the query stands first in a payload, and how long it is there.
    fn place_in(&self, payload: &Body) -> Result<Option<(u64, usize)>, Missing> {
        let len = payload.len();
        if let Some(whole) = self.needle.quoted.as_ref().filter(|it| it.len() as u64 == len) {
            let mut all = vec![0; whole.len()];
            let is_there = unless_gone(self.document.read_body(payload, 0, &mut all))?.is_some();
            if is_there && all == *whole {
                return Ok(Some((0, whole.len())));
            }
        }
        let overlap = self.needle.text.longest();
        let mut at = 0u64;
        let mut piece = Vec::new();
        while at < len {
            let take = (len - at).min((PIECE + overlap) as u64) as usize;
            piece.resize(take, 0);
            if unless_gone(self.document.read_body(payload, at, &mut piece))?.is_none() {
                return Ok(None);
            }
            if let Some(found) = self.needle.text.find_in_bytes(&piece) {
                return Ok(Some((at + found.start as u64, found.len())));
            }
            at += PIECE as u64;
        }
        Ok(None)
    }

    /// Bytes as text, and as the hex that is shown of them.
    fn bytes(&self, payload: &Body) -> Result<Option<Shown>, Missing> {
        if let Some(found) = self.text(payload, false)? {
            return Ok(Some(found));
        }
        if !self.needle.text.is_hex() {
            return Ok(None);
        }
        let Some(start) = unless_gone(self.document.body_start(payload, SHOWN_HEX))? else { return Ok(None) };
        let text = Value::Bytes { start, len: payload.len() }.to_string();
        Ok(self.needle.text.find(&text).map(|mark| Shown { text, mark }))
    }
}

/// True for the hash of a digest.
fn is_hash(here: &Here) -> bool {
    here.child.record.number == 1 && here.parent.as_ref().is_some_and(|it| it.name() == "Digest")
}

/// What was found in a text with some letters around it, on one line.
fn snippet(bytes: &[u8], found: Range<usize>, is_cut_before: bool, is_cut_after: bool, is_quoted: bool) -> Shown {
    let part = |range: Range<usize>| escape_text(&String::from_utf8_lossy(bytes.get(range).unwrap_or_default()));
    // A letter that the cut went through is left out.
    let first = if is_cut_before { bytes.iter().position(|it| it & 0xc0 != 0x80).unwrap_or(0) } else { 0 };
    let mut text = String::new();
    text.push_str(if is_cut_before {
        "…"
    } else if is_quoted {
        "\""
    } else {
        ""
    });
    text.push_str(&part(first.min(found.start)..found.start));
    let start = text.len();
    text.push_str(&part(found.clone()));
    let mark = start..text.len();
    text.push_str(part(found.end..bytes.len()).trim_end_matches('\u{fffd}'));
    text.push_str(if is_cut_after {
        "…"
    } else if is_quoted {
        "\""
    } else {
        ""
    });
    Shown { text, mark }
}

/// True for a number, bool or enum that the query means.
fn is_meant(needle: &Needle, value: &Value) -> bool {
    let integer = needle.number.and_then(|it| it.integer);
    let is = |value: i128| integer == Some(value);
    match value {
        Value::Bool(value) => needle.text.is(if *value { "true" } else { "false" }),
        Value::Int(value) => is(i128::from(*value)),
        Value::Uint(value) | Value::Hex64(value) => is(i128::from(*value)),
        Value::Hex32(value) => is(i128::from(*value)),
        Value::Float(value) => {
            needle.number.is_some_and(|it| is_real(f64::from(*value), f64::from(it.real as f32), it))
        }
        Value::Double(value) => needle.number.is_some_and(|it| is_real(*value, it.real, it)),
        Value::Enum { number, name } => {
            is(i128::from(*number)) || name.as_ref().is_some_and(|it| needle.text.find(it).is_some())
        }
        Value::Text { .. } | Value::Bytes { .. } | Value::Message { .. } | Value::Packed { .. } => false,
    }
}

fn is_real(value: f64, wanted: f64, number: Number) -> bool {
    value == wanted || (value.is_nan() && number.real.is_nan() && number.integer.is_none())
}
