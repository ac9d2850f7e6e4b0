//! The first records of a message, read, and the line that they make: what tells most first, repeated ones counted.

use std::collections::BTreeSet;

use prost_reflect::MessageDescriptor;

use super::super::packed::Elements;
use super::super::{Field, Reading, Value, escape_text, words};
use super::wellknown::{self, is_one_word};
use super::{DEPTH, LETTERS, Line, Sort, Teller, cut, sizes, value_line_of};
use crate::wire::{Body, Document, Message, Missing, WireType};

/// Records of one message that are looked at.
const LOOKED_AT: usize = 48;
/// Packed runs of varints up to this size are counted.
const COUNTED: u64 = 4 << 10;
/// Parts of a message's line.
const PARTS: usize = 4;
/// Letters of a text in a message's line.
const PART_LETTERS: usize = 28;

/// The first records of a message, those that the schema knows.
pub(super) struct Fields {
    values: Vec<Read>,
    /// True when these are all.
    pub is_whole: bool,
    /// Any record at all.
    is_met: bool,
}

struct Read {
    field: Field,
    name: String,
    payload: Body,
    /// `None` for a message.
    value: Option<Value>,
    told: Told,
    /// Values in it; `None` for a packed run too long to be counted here.
    count: Option<usize>,
    /// Nanoseconds since 1970, of a moment.
    moment: Option<i128>,
}

/// What a message in the message adds.
enum Told {
    Nothing,
    /// A word, and the size that goes with a name.
    Word(Line, String),
    /// Parts of its own line.
    Parts(Vec<Part>),
    /// A moment as it is written, and its nanoseconds since 1970.
    Moment(String, Option<i128>),
}

/// A part of a line.
#[derive(Clone)]
struct Part {
    /// The lower, the more telling.
    rank: u8,
    text: String,
    /// What it is in short, where a name stands before it.
    beside_name: Option<String>,
}

impl Fields {
    pub(super) fn read(teller: &mut Teller<'_>, ty: &MessageDescriptor, message: &Message) -> Result<Self, Missing> {
        let mut values: Vec<Read> = Vec::new();
        let mut children = teller.document.children(message);
        let (parent, mut is_met) = (Some(ty.clone()), false);
        let room = LOOKED_AT.min(teller.records);
        for child in children.by_ref().take(room) {
            let child = child.map_err(Missing::Absent)?;
            is_met = true;
            teller.records = teller.records.saturating_sub(1);
            let reading = teller.lens.read(&parent, &child.record);
            let (value, told) = match &reading {
                Reading::Message(field, inner) => (None, teller.told(field, inner, &child.message())?),
                Reading::Value(_) => {
                    (Some(teller.lens.value(teller.document, &reading, &child.record)?), Told::Nothing)
                }
                Reading::Packed(_) => (None, Told::Nothing),
                Reading::Mismatch(_) | Reading::Unknown | Reading::Undecoded => continue,
            };
            let count = match &reading {
                Reading::Packed(field) => packed_count(teller.document, &child.record.payload, field)?,
                _ => Some(1),
            };
            let moment = match &told {
                Told::Moment(_, moment) => *moment,
                _ => None,
            };
            let Some(field) = reading.field().cloned() else { continue };
            let (name, payload) = (field.path_name(), child.record.payload.clone());
            values.push(Read { name, field, payload, value, told, count, moment });
        }
        Ok(Self { values, is_whole: children.next().is_none(), is_met })
    }

    fn last(&self, number: u32) -> Option<&Read> {
        self.values.iter().rev().find(|it| it.field.number() == number)
    }

    /// The last value of a field, which is the one that counts.
    pub(super) fn value(&self, number: u32) -> Option<&Value> {
        self.last(number)?.value.as_ref()
    }

    /// The same as a whole number; 0 where there is none.
    pub(super) fn number(&self, number: u32) -> i64 {
        match self.value(number) {
            Some(Value::Int(n)) => *n,
            Some(Value::Uint(n)) => *n as i64,
            _ => 0,
        }
    }

    /// The same as a text.
    pub(super) fn text(&self, number: u32) -> Option<&str> {
        match self.value(number) {
            Some(Value::Text { text, .. }) => Some(text),
            _ => None,
        }
    }

    /// All texts of a field.
    pub(super) fn texts(&self, number: u32) -> impl Iterator<Item = &str> {
        self.values.iter().filter(move |it| it.field.number() == number).filter_map(|it| match &it.value {
            Some(Value::Text { text, .. }) => Some(text.as_str()),
            _ => None,
        })
    }

    /// The payload of a field's last record.
    pub(super) fn payload(&self, number: u32) -> Option<&Body> {
        self.last(number).map(|it| &it.payload)
    }

    /// A map's entry by its value: the key stands in its name.
    pub(super) fn entry(&self) -> Line {
        match self.last(2) {
            Some(Read { value: Some(value), field, .. }) => wellknown::entry_value(field, value),
            Some(Read { told: Told::Word(line, _), .. }) => line.clone(),
            Some(Read { told: Told::Moment(text, _), .. }) => Line::new(text.clone(), Sort::Time),
            Some(Read { told: Told::Parts(parts), .. }) if !parts.is_empty() => joined(parts.clone()),
            Some(_) => Line::new("empty", Sort::Quiet),
            None => Line::new("no value", Sort::Quiet),
        }
    }

    /// A message by its telling fields.
    pub(super) fn summary(&self, ty: &MessageDescriptor, len: u64) -> Line {
        let parts = self.parts(ty);
        match (parts.is_empty(), self.values.is_empty(), len) {
            (false, ..) => joined(parts),
            (true, _, 0) => Line::new("empty", Sort::Quiet),
            (true, true, len) => Line::new(words::bytes(len), Sort::Quiet),
            (true, false, _) => Line::new(cut(&self.names(), LETTERS), Sort::Quiet),
        }
    }

    fn parts(&self, ty: &MessageDescriptor) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let mut counted: Vec<u32> = Vec::new();
        let moments = self.values.iter().filter(|it| matches!(it.told, Told::Moment(..))).count();
        for (at, read) in self.values.iter().enumerate() {
            let number = read.field.number();
            if read.field.is_repeated() {
                if !counted.contains(&number) {
                    counted.push(number);
                    let all = self.values.iter().filter(|it| it.field.number() == number);
                    let is_counted = all.clone().all(|it| it.count.is_some());
                    let count = all.map(|it| it.count.unwrap_or(0)).sum::<usize>();
                    if count > 0 || is_counted {
                        let is_all = self.is_whole && is_counted;
                        parts.push(Part::plain(3, counted_name(count, is_all, &read.name)));
                    } else {
                        parts.push(Part::plain(3, read.name.replace('_', " ")));
                    }
                }
                continue;
            }
            // Of a field that occurs again the last one counts.
            let is_last = !self.values.iter().skip(at + 1).any(|it| it.field.number() == number);
            // Of several moments none says of what it is.
            let is_told = !matches!(read.told, Told::Moment(..)) || moments == 1;
            if is_last && is_told {
                parts.extend(read.parts());
            }
        }
        // What is zero is not written, and an exit code of zero is what one looks for.
        let exit = ty.get_field_by_name("exit_code").filter(|it| !it.supports_presence() && !it.is_list());
        if exit.is_some_and(|it| self.is_whole && self.is_met && self.last(it.number()).is_none()) {
            parts.push(Part::plain(2, "exit 0".to_owned()));
        }
        parts.extend(self.spans());
        parts.sort_by_key(|it| it.rank);
        parts
    }

    /// How long the stages took whose start and end are told by their names: `queued_timestamp` to
    /// `worker_start_timestamp`, `execution_start_timestamp` to `execution_completed_timestamp`.
    fn spans(&self) -> Vec<Part> {
        let moment = |name: &str| self.values.iter().rev().find(|it| it.name == name)?.moment;
        let stages = [
            ("queue", "queued_timestamp", "worker_start_timestamp"),
            ("run", "execution_start_timestamp", "execution_completed_timestamp"),
        ];
        let span = |(stage, from, to)| {
            let nanos = u128::try_from(moment(to)? - moment(from)?).ok()?;
            Some(Part::plain(2, format!("{stage} {}", words::span(nanos))))
        };
        stages.into_iter().filter_map(span).collect()
    }

    /// The fields a message has, where no value of them tells in a word.
    fn names(&self) -> String {
        let mut names: Vec<&str> = self.values.iter().map(|it| it.name.as_str()).collect();
        names.dedup();
        names.truncate(PARTS);
        names.join(", ")
    }
}

impl Read {
    /// What the field adds to its message's line.
    fn parts(&self) -> Vec<Part> {
        let rank = rank_of(&self.name);
        match (&self.told, &self.value) {
            (Told::Word(line, size), _) => {
                let size = Some(size.clone()).filter(|it| !it.is_empty());
                // A bare span of time does not say of what.
                let text = match line.sort {
                    Sort::Time => format!("{} {}", self.name.trim_end_matches("_duration"), line.text),
                    _ => line.text.clone(),
                };
                vec![Part { rank: rank.min(3), text, beside_name: size }]
            }
            (Told::Parts(parts), _) => {
                // What is further in tells less than what stands here, but for a result.
                let deeper = u8::from(!matches!(self.name.as_str(), "result" | "response" | "execute_response"));
                parts.iter().map(|it| Part { rank: it.rank + 3 * deeper, ..it.clone() }).collect()
            }
            (Told::Moment(text, _), _) => vec![Part::plain(6, text.clone())],
            (Told::Nothing, Some(value)) => self.value_part(rank, value).into_iter().collect(),
            (Told::Nothing, None) => Vec::new(),
        }
    }

    fn value_part(&self, rank: u8, value: &Value) -> Option<Part> {
        let name = &self.name;
        Some(match value {
            Value::Bool(true) => Part::plain(rank, name.clone()),
            Value::Enum { name: Some(value), .. } => Part::plain(rank.min(1), value.clone()),
            Value::Text { text, .. } if !text.is_empty() => {
                Part::plain(rank, cut(&escape_text(&cut(text, PART_LETTERS)), 2 * PART_LETTERS))
            }
            Value::Bool(false) | Value::Text { .. } | Value::Bytes { .. } | Value::Message { .. } => return None,
            Value::Packed { .. } => return None,
            number if name == "exit_code" => Part::plain(2, format!("exit {number}")),
            number if sizes::is_size(name) => Part::plain(3, value_line_of(name, number).text),
            number => Part::plain(rank, format!("{name} {number}")),
        })
    }
}

impl Part {
    fn plain(rank: u8, text: String) -> Self {
        Self { rank, text, beside_name: None }
    }
}

impl Teller<'_> {
    /// What a message in the message is told by.
    fn told(&mut self, field: &Field, ty: &MessageDescriptor, message: &Message) -> Result<Told, Missing> {
        // Repeated ones are counted; only a map's entries are asked for their values.
        if field.is_repeated() || self.depth >= DEPTH {
            return Ok(Told::Nothing);
        }
        self.depth += 1;
        let told = if is_one_word(ty) {
            let fields = Fields::read(self, ty, message)?;
            let size =
                if ty.full_name().ends_with(".Digest") { wellknown::digest_size(&fields) } else { String::new() };
            let line = self.well_known(ty, &fields)?;
            line.map_or(Told::Nothing, |mut line| {
                if line.text == "OK" {
                    line.text = "ok".to_owned();
                }
                Told::Word(line, size)
            })
        } else if let Some(line) = self.json_like(ty, message)? {
            Told::Word(line, String::new())
        } else if matches!(ty.full_name(), "google.protobuf.Timestamp" | "google.protobuf.Any") {
            let fields = Fields::read(self, ty, message)?;
            match self.well_known(ty, &fields)? {
                Some(Line { text, moment: Some((seconds, nanos)), .. }) => {
                    Told::Moment(text, Some(i128::from(seconds) * 1_000_000_000 + i128::from(nanos)))
                }
                Some(line) => Told::Parts(vec![Part::plain(6, line.text)]),
                None => Told::Nothing,
            }
        } else {
            let fields = Fields::read(self, ty, message)?;
            Told::Parts(fields.parts(ty))
        };
        self.depth -= 1;
        Ok(told)
    }
}

/// The parts in one line, the most telling first.
fn joined(mut parts: Vec<Part>) -> Line {
    parts.sort_by_key(|it| it.rank);
    // The same once is enough.
    let mut said = BTreeSet::new();
    parts.retain(|it| said.insert(it.text.clone()));
    let has_name = parts.first().is_some_and(|it| it.rank == 0);
    let texts: Vec<String> = parts
        .into_iter()
        .take(PARTS)
        .map(|it| if has_name { it.beside_name.unwrap_or(it.text) } else { it.text })
        .collect();
    Line::new(cut(&texts.join(" · "), LETTERS), Sort::Quiet)
}

/// How many values a packed run holds; `None` for one too long to be counted here.
fn packed_count(document: &Document, payload: &Body, field: &Field) -> Result<Option<usize>, Missing> {
    if field.wire_type() == WireType::Varint && payload.len() > COUNTED {
        return Ok(None);
    }
    let count = Elements::new(document, payload.clone(), &field.kind()).count_whole()?;
    Ok(usize::try_from(count).ok())
}

/// How telling a field is, by its name: names first, then how it went, then numbers of use, then the rest.
fn rank_of(name: &str) -> u8 {
    let ends = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    match name {
        "name" | "path" | "id" | "key" | "title" | "worker" => 0,
        _ if ends(&["_name", "_path", "_id"]) => 0,
        "status" | "state" | "stage" | "code" | "error" | "message" | "reason" => 1,
        _ if ends(&["_status", "_state", "_stage", "_error"]) => 1,
        "exit_code" => 2,
        "hash" | "digest" | "size" | "size_bytes" => 3,
        _ if ends(&["_digest", "_hash"]) => 4,
        _ => 5,
    }
}

/// `2 output files`, `1 output directory`, `48+ entries`.
fn counted_name(count: usize, is_whole: bool, name: &str) -> String {
    let words = name.replace('_', " ");
    let more = if is_whole { "" } else { "+" };
    let words = match count {
        1 if is_whole => singular(&words),
        _ => words,
    };
    format!("{count}{more} {words}")
}

fn singular(words: &str) -> String {
    if let Some(stem) = words.strip_suffix("ies") {
        return format!("{stem}y");
    }
    for end in ["sses", "xes", "ches", "shes"] {
        if words.ends_with(end) {
            return words.strip_suffix("es").unwrap_or(words).to_owned();
        }
    }
    match words.strip_suffix('s') {
        Some(stem) if !stem.ends_with('s') => stem.to_owned(),
        _ => words.to_owned(),
    }
}
