//! Parses ProtoJSON into canonical bytes. A frame on the heap for every brace that is open, so depth costs no call
//! stack.

use std::collections::HashSet;

use prost_reflect::{Kind, MessageDescriptor};

use super::scalar;
use super::tape::{Kind as Json, Tape};
use super::wellknown::{self, Special};
use crate::schema::Field;
use crate::text::ParseError;
use crate::text::build::{Builder, number_payload};

type Result<T = ()> = std::result::Result<T, ParseError>;

/// Parses a message: names as in JSON or as in the schema, extensions in brackets.
///
/// # Errors
/// Where the text is no message of this type, and why.
pub fn parse(text: &str, ty: &MessageDescriptor) -> Result<Vec<u8>> {
    let tape = Tape::read(text)?;
    let mut parser = Parser { tape: &tape, stack: Vec::new(), whole: Vec::new() };
    parser.message(ty, 0, Goal::Whole)?;
    while let Some(frame) = parser.stack.pop() {
        parser.go_on(frame)?;
    }
    Ok(parser.whole)
}

/// What the payload of a message becomes.
enum Goal {
    /// All.
    Whole,
    /// A value of a field of the message below.
    Field(Field),
    /// The value of an entry, whose key is known, of a map of the message below.
    Entry(Field, Vec<u8>),
}

enum Frame {
    /// A message whose members are read from one index to another; none are left where all else stands above it.
    Message { builder: Builder, next: usize, end: usize, names: HashSet<u32>, goal: Goal, is_any: bool },
    /// The values of a repeated field of the message below.
    List { field: Field, next: usize, end: usize },
    /// The entries of a map of the message below.
    Map { field: Field, next: usize, end: usize },
}

struct Parser<'t> {
    tape: &'t Tape<'t>,
    stack: Vec<Frame>,
    whole: Vec<u8>,
}

impl Parser<'_> {
    fn go_on(&mut self, frame: Frame) -> Result {
        match frame {
            Frame::Message { builder, next, end, goal, .. } if next >= end => self.deliver(goal, builder.into_bytes()),
            Frame::Message { builder, next, end, names, goal, is_any } => {
                let value = next + 1;
                let after = self.tape.after(value);
                let ty = builder.ty.clone();
                let mut names = names;
                let name = self.tape.string(next).unwrap_or_default();
                let field = match &ty {
                    _ if is_any && name == "@type" => None,
                    Some(ty) => Some(field_of(ty, &name).map_err(|it| self.tape.error(next, it))?),
                    None => None,
                };
                if let Some(field) = &field
                    && !names.insert(field.number())
                {
                    return Err(self.tape.error(next, format!("{name} is set already")));
                }
                let clash = field.as_ref().filter(|_| self.tape.item(value).kind != Json::Null);
                if let Some(other) = clash.and_then(|it| builder.clash(it)) {
                    let reason = format!("{name} cannot be set: {} is, and both are of one oneof", other.path_name());
                    return Err(self.tape.error(next, reason));
                }
                self.stack.push(Frame::Message { builder, next: after, end, names, goal, is_any });
                field.map_or(Ok(()), |field| self.member(field, value))
            }
            Frame::List { next, end, .. } | Frame::Map { next, end, .. } if next >= end => Ok(()),
            Frame::List { field, next, end } => {
                self.stack.push(Frame::List { field: field.clone(), next: self.tape.after(next), end });
                if self.tape.item(next).kind == Json::Null && !takes_null(&field.kind()) {
                    return Err(self.tape.error(next, format!("{} takes no null among its values", field.path_name())));
                }
                let name = field.path_name();
                self.value(&field.kind(), &name, next, Goal::Field(field))
            }
            Frame::Map { field, next, end } => {
                let value = next + 1;
                self.stack.push(Frame::Map { field: field.clone(), next: self.tape.after(value), end });
                let Some(entry) = field.message() else { return Ok(()) };
                let name = field.path_name();
                let kind = entry.map_entry_value_field().kind();
                let key = scalar::key_payload(self.tape, next, &entry.map_entry_key_field().kind(), &name)?;
                if self.tape.item(value).kind == Json::Null && !takes_null(&kind) {
                    return Err(self.tape.error(value, format!("{name} takes no null among its values")));
                }
                self.value(&kind, &name, value, Goal::Entry(field, key))
            }
        }
    }

    /// A member of a message: one value, or an array or object of values.
    fn member(&mut self, field: Field, value: usize) -> Result {
        let name = field.path_name();
        match self.tape.item(value).kind {
            Json::Null if field.is_repeated() || !takes_null(&field.kind()) => Ok(()),
            Json::Object(end) if field.is_map() => {
                self.stack.push(Frame::Map { field, next: value + 1, end });
                Ok(())
            }
            Json::Array(end) if field.is_repeated() && !field.is_map() => {
                self.stack.push(Frame::List { field, next: value + 1, end });
                Ok(())
            }
            _ if field.is_repeated() => {
                let expected = if field.is_map() { "an object" } else { "an array" };
                Err(self.tape.error(value, format!("{name} takes {expected}, {} found", self.tape.found(value))))
            }
            _ => self.value(&field.kind(), &name, value, Goal::Field(field)),
        }
    }

    fn value(&mut self, kind: &Kind, name: &str, value: usize, goal: Goal) -> Result {
        match kind {
            Kind::Message(ty) => self.message(ty, value, goal),
            kind if is_null(kind) && self.tape.item(value).kind == Json::Null => {
                self.deliver(goal, number_payload(kind, 0))
            }
            kind => {
                let payload = scalar::payload(self.tape, value, kind, name)?;
                self.deliver(goal, payload)
            }
        }
    }

    fn message(&mut self, ty: &MessageDescriptor, value: usize, goal: Goal) -> Result {
        let refuse = |expected: &str| {
            Err(self.tape.error(value, format!("a {} is {expected}, {} found", ty.name(), self.tape.found(value))))
        };
        match (wellknown::special(ty.full_name()), self.tape.item(value).kind) {
            (None, Json::Object(end)) => {
                self.open(ty, value + 1, end, goal, false);
                Ok(())
            }
            (None, _) => refuse("an object"),
            (Some(Special::Any), Json::Object(_)) => self.any(ty, value, goal),
            (Some(Special::Any), _) => refuse("an object"),
            (Some(Special::Struct), Json::Object(end)) => {
                self.open(ty, 0, 0, goal, false);
                let field = Field::by_number(ty, 1);
                self.stack.extend(field.map(|field| Frame::Map { field, next: value + 1, end }));
                Ok(())
            }
            (Some(Special::Struct), _) => refuse("an object"),
            (Some(Special::ListValue), Json::Array(end)) => {
                self.open(ty, 0, 0, goal, false);
                let field = Field::by_number(ty, 1);
                self.stack.extend(field.map(|field| Frame::List { field, next: value + 1, end }));
                Ok(())
            }
            (Some(Special::ListValue), _) => refuse("an array"),
            (Some(Special::Value), found) => {
                let number = match found {
                    Json::Null => 1,
                    Json::Number(_) => 2,
                    Json::Text(_) => 3,
                    Json::Bool(_) => 4,
                    Json::Object(_) => 5,
                    Json::Array(_) => 6,
                };
                self.open(ty, 0, 0, goal, false);
                self.only_field(ty, number, value)
            }
            (Some(Special::Wrapper), _) => {
                self.open(ty, 0, 0, goal, false);
                self.only_field(ty, 1, value)
            }
            (Some(special @ (Special::Timestamp | Special::Duration | Special::FieldMask)), _) => {
                let Some(text) = self.tape.string(value) else { return refuse("text in quotes") };
                self.text_form(special, ty, value, &text, goal)
            }
        }
    }

    fn only_field(&mut self, ty: &MessageDescriptor, number: u64, value: usize) -> Result {
        match Field::by_number(ty, number) {
            Some(field) => self.value(&field.kind(), ty.name(), value, Goal::Field(field)),
            None => Ok(()),
        }
    }

    /// A type whose form is text.
    fn text_form(&mut self, form: Special, ty: &MessageDescriptor, value: usize, text: &str, goal: Goal) -> Result {
        let mut builder = Builder::new(Some(ty.clone()));
        let failed = |why: &str| self.tape.error(value, format!("{why}, \"{text}\" found"));
        if form == Special::FieldMask {
            for path in text.split(',').filter(|_| !text.is_empty()) {
                let path = wellknown::parse_mask_path(path).map_err(failed)?;
                put(&mut builder, ty, 1, path.into_bytes());
            }
        } else {
            let parsed = match form {
                Special::Timestamp => wellknown::parse_timestamp(text),
                _ => wellknown::parse_duration(text),
            };
            let (seconds, nanos) = parsed.map_err(failed)?;
            put(&mut builder, ty, 1, number_payload(&Kind::Int64, seconds as u64));
            put(&mut builder, ty, 2, number_payload(&Kind::Int32, i64::from(nanos) as u64));
        }
        self.deliver(goal, builder.into_bytes())
    }

    /// An Any: its message's members stand beside its type.
    fn any(&mut self, ty: &MessageDescriptor, value: usize, goal: Goal) -> Result {
        let end = self.tape.after(value);
        self.open(ty, 0, 0, goal, false);
        if end == value + 1 {
            return Ok(());
        }
        let url = self.tape.member(value, "@type").and_then(|it| self.tape.string(it));
        let url = url.ok_or_else(|| self.tape.error(value, "an Any names its type as \"@type\": \"…\""))?;
        if let Some(Frame::Message { builder, .. }) = self.stack.last_mut() {
            put(builder, ty, 1, url.as_bytes().to_vec());
        }
        let name = url.rsplit('/').next().unwrap_or("");
        let Some(held) = Field::by_number(ty, 2) else { return Ok(()) };
        let inner = self.tape.member(value, "value");
        match ty.parent_pool().get_message_by_name(name) {
            Some(message) if wellknown::special(message.full_name()).is_some() => match inner {
                Some(inner) => self.message(&message, inner, Goal::Field(held)),
                None => Ok(()),
            },
            Some(message) => {
                self.open(&message, value + 1, end, Goal::Field(held), true);
                Ok(())
            }
            // As printing has the value of a type that is not known.
            None => match inner.filter(|_| end == value + 5) {
                Some(inner) => self.value(&Kind::Bytes, "value", inner, Goal::Field(held)),
                None => Err(self.tape.error(value, format!("no message type is called {name}"))),
            },
        }
    }

    fn open(&mut self, ty: &MessageDescriptor, next: usize, end: usize, goal: Goal, is_any: bool) {
        let builder = Builder::new(Some(ty.clone()));
        self.stack.push(Frame::Message { builder, next, end, names: HashSet::new(), goal, is_any });
    }

    /// Gives a payload to the message it belongs to.
    fn deliver(&mut self, goal: Goal, payload: Vec<u8>) -> Result {
        let below = self.stack.iter_mut().rev().find_map(|it| match it {
            Frame::Message { builder, .. } => Some(builder),
            Frame::List { .. } | Frame::Map { .. } => None,
        });
        match (goal, below) {
            (Goal::Field(field), Some(builder)) => builder.put(&field, payload),
            (Goal::Entry(field, key), Some(builder)) => {
                if let Some(ty) = field.message() {
                    let mut entry = Builder::new(Some(ty.clone()));
                    entry.put(&Field::Declared(ty.map_entry_key_field()), key);
                    entry.put(&Field::Declared(ty.map_entry_value_field()), payload);
                    builder.put_entry(&field, entry);
                }
            }
            (Goal::Whole, _) | (_, None) => self.whole = payload,
        }
        Ok(())
    }
}

fn put(builder: &mut Builder, ty: &MessageDescriptor, number: u64, payload: Vec<u8>) {
    if let Some(field) = Field::by_number(ty, number) {
        builder.put(&field, payload);
    }
}

fn field_of(ty: &MessageDescriptor, name: &str) -> std::result::Result<Field, String> {
    let extension = name.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    let field = match extension {
        Some(extension) => Field::by_extension(ty, extension),
        None => ty.get_field_by_json_name(name).or_else(|| ty.get_field_by_name(name)).map(Field::Declared),
    };
    field.ok_or_else(|| format!("{} has no field {}", ty.full_name(), crate::schema::escape_text(name)))
}

/// True for what has a null of its own.
fn takes_null(kind: &Kind) -> bool {
    is_null(kind) || matches!(kind, Kind::Message(ty) if ty.full_name() == "google.protobuf.Value")
}

fn is_null(kind: &Kind) -> bool {
    matches!(kind, Kind::Enum(it) if it.full_name() == "google.protobuf.NullValue")
}
