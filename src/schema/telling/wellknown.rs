//! Types that have a language of their own: times, digests, statuses, wrappers, masks, messages of any type.

use prost_reflect::{DynamicMessage, MessageDescriptor};

use super::super::{Field, TimeUnit, Value, time, words};
use super::fields::Fields;
use super::{DEPTH, LETTERS, Line, Sort, Teller, cut, value_line, value_line_of};
use crate::wire::{Message, Missing};

/// Digits of a hash that are shown.
const HASH: usize = 12;

/// The names of `google.rpc.Code`, by number.
const CODES: [&str; 17] = [
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

/// The message type that a `google.protobuf.Any` names: what stands behind the last `/` of its URL.
pub fn any_type_name(url: &str) -> &str {
    url.rsplit_once('/').map_or(url, |(_, name)| name)
}

/// True for a type whose line says all in a word, so that it may stand in the line of another.
pub(super) fn is_one_word(ty: &MessageDescriptor) -> bool {
    let name = ty.full_name();
    matches!(name, "google.protobuf.Duration" | "google.rpc.Status") || name.ends_with(".Digest") || is_wrapper(ty)
}

fn is_wrapper(ty: &MessageDescriptor) -> bool {
    let own = ty.full_name().strip_prefix("google.protobuf.");
    own.is_some_and(|own| own.ends_with("Value") && own != "ListValue" && own != "Value") && ty.fields().len() == 1
}

impl Teller<'_> {
    /// The line of a type that has a language of its own, where its fields can be said in it.
    pub(super) fn well_known(&mut self, ty: &MessageDescriptor, fields: &Fields) -> Result<Option<Line>, Missing> {
        Ok(match ty.full_name() {
            "google.protobuf.Timestamp" => {
                let moment = (fields.number(1), fields.number(2) as i32);
                let text = time::moment(moment.0, moment.1);
                text.map(|it| Line { moment: Some(moment), ..Line::new(it, Sort::Time) })
            }
            "google.protobuf.Duration" => {
                time::span(fields.number(1), fields.number(2) as i32).map(|it| Line::new(it, Sort::Time))
            }
            "google.protobuf.Any" => Some(self.any(fields)?),
            "google.protobuf.FieldMask" => Some(mask(fields)),
            "google.rpc.Status" => Some(status(fields)),
            name if name.ends_with(".Digest") => digest(fields),
            _ if is_wrapper(ty) => Some(match fields.value(1) {
                Some(value) => value_line(value),
                None => default_line(ty),
            }),
            _ => None,
        })
    }

    /// Any by its type and what is told of the message in it.
    fn any(&mut self, fields: &Fields) -> Result<Line, Missing> {
        let Some(url) = fields.text(1).filter(|it| !it.is_empty()) else {
            return Ok(Line::new("no type", Sort::Quiet));
        };
        let name = any_type_name(url);
        let Some(ty) = self.lens.pool().descriptors().get_message_by_name(name) else {
            let note = "type not known".to_owned();
            return Ok(Line { note, ..Line::new(cut(&super::super::escape_text(url), LETTERS), Sort::Quiet) });
        };
        let own = words::own_name(name);
        self.depth += 1;
        let told = match fields.payload(2) {
            Some(body) if self.depth <= DEPTH => {
                self.message_line(None, &ty, &Message { body: body.clone(), start: 0 })?.text
            }
            Some(_) => String::new(),
            None => "empty".to_owned(),
        };
        self.depth -= 1;
        let text = if told.is_empty() { own.to_owned() } else { format!("{own} · {told}") };
        Ok(Line { whole: url.to_owned(), ..Line::new(cut(&text, LETTERS), Sort::Quiet) })
    }
}

/// A moment counted in a unit from 1970 on.
pub(super) fn count(unit: TimeUnit, value: &Value) -> Line {
    let count = match value {
        Value::Int(n) => Some(*n),
        Value::Uint(n) => i64::try_from(*n).ok(),
        _ => None,
    };
    let moment = count.map(|it| unit.split(it));
    match moment.and_then(|(seconds, nanos)| time::moment(seconds, nanos)) {
        Some(text) => Line { moment, note: value.to_string(), ..Line::new(text, Sort::Time) },
        None => value_line(value),
    }
}

/// A wrapper without its field has the default value.
fn default_line(ty: &MessageDescriptor) -> Line {
    let value = ty.get_field(1).map(|it| DynamicMessage::new(ty.clone()).get_field(&it).into_owned());
    match value {
        Some(prost_reflect::Value::Bool(_)) => Line::new("false", Sort::Bool),
        Some(prost_reflect::Value::String(_)) => Line::new("\"\"", Sort::Text),
        Some(prost_reflect::Value::Bytes(_)) => Line::new("empty", Sort::Quiet),
        _ => Line::new("0", Sort::Number),
    }
}

/// A mask as its paths.
fn mask(fields: &Fields) -> Line {
    let paths: Vec<&str> = fields.texts(1).collect();
    let more = if fields.is_whole { "" } else { ", …" };
    match paths.is_empty() {
        true => Line::new("no paths", Sort::Quiet),
        false => {
            Line::new(cut(&super::super::escape_text(&format!("{}{more}", paths.join(", "))), LETTERS), Sort::Text)
        }
    }
}

/// A status by the name of its code, and what it says.
fn status(fields: &Fields) -> Line {
    let code = fields.number(1);
    let name = usize::try_from(code).ok().and_then(|it| CODES.get(it));
    let name = name.map_or_else(|| format!("code {code}"), |it| (*it).to_owned());
    let note = fields.text(2).map(|it| cut(&super::super::escape_text(it), LETTERS)).unwrap_or_default();
    Line { note, ..Line::new(name, Sort::Enum) }
}

/// A digest by the start of its hash and its size, with a chip made from the hash.
fn digest(fields: &Fields) -> Option<Line> {
    let hash = fields.text(1)?;
    let is_hex = !hash.is_empty() && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_hex {
        return None;
    }
    let size = fields.number(2);
    let short = hash.get(..HASH.min(hash.len())).unwrap_or(hash);
    let dots = if short.len() < hash.len() { "…" } else { "" };
    let chip = hash.get(..hash.len().min(8)).and_then(|it| u32::from_str_radix(it, 16).ok());
    let note = match size {
        0 => "empty blob".to_owned(),
        1024.. => words::size(size as u64),
        _ => String::new(),
    };
    let whole = format!("{}/{size}", cut(hash, LETTERS));
    Some(Line { chip, note, whole, ..Line::new(format!("{short}{dots}/{size}"), Sort::Digest) })
}

/// The size that a digest states, with its unit.
pub(super) fn digest_size(fields: &Fields) -> String {
    words::size(u64::try_from(fields.number(2)).unwrap_or(0))
}

/// The line of a map's value.
pub(super) fn entry_value(field: &Field, value: &Value) -> Line {
    value_line_of(&field.path_name(), value)
}
