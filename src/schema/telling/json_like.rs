//! `Struct`, `Value` and `ListValue` as the JSON that they hold, cut short.

use prost_reflect::MessageDescriptor;

use super::super::value;
use super::super::{Value, escape_text};
use super::{Line, Sort, Teller, cut};
use crate::wire::{Child, Message, Missing, WireType};

/// Letters of such a line.
const LETTERS: usize = 160;
/// Lists in lists are written so deep.
const DEEPEST: u32 = 8;
/// Letters of one text in it.
const TEXT: usize = 60;

/// What a JSON value is, by how it is written.
fn sort_of(json: &str) -> Sort {
    match json {
        "true" | "false" => Sort::Bool,
        "null" | "…" => Sort::Quiet,
        _ if json.starts_with('"') => Sort::Text,
        _ if json.starts_with(['{', '[']) => Sort::Quiet,
        _ => Sort::Number,
    }
}

impl Teller<'_> {
    /// The line of a message that holds JSON; `None` for all others.
    pub(super) fn json_like(&mut self, ty: &MessageDescriptor, message: &Message) -> Result<Option<Line>, Missing> {
        let mut out = String::new();
        match ty.full_name() {
            "google.protobuf.Struct" => self.object(message, 0, &mut out)?,
            "google.protobuf.ListValue" => self.list(message, 0, &mut out)?,
            "google.protobuf.Value" => self.json(message, 0, &mut out)?,
            _ => return Ok(None),
        }
        let sort = sort_of(&out);
        Ok(Some(Line::new(cut(&out, LETTERS), sort)))
    }

    /// The next records of a message, as far as the line has room.
    fn records(&mut self, message: &Message, out: &str) -> Result<Vec<Child>, Missing> {
        let room = if out.len() > LETTERS { 0 } else { self.records };
        let found: Result<Vec<_>, _> = self.document.children(message).take(room).collect();
        let found = found.map_err(Missing::Absent)?;
        self.records -= found.len();
        Ok(found)
    }

    fn object(&mut self, message: &Message, depth: u32, out: &mut String) -> Result<(), Missing> {
        out.push('{');
        let mut is_first = true;
        for entry in self.records(message, out)?.iter().filter(|it| it.record.number == 1) {
            if !std::mem::take(&mut is_first) {
                out.push_str(", ");
            }
            let parts = self.records(&entry.message(), out)?;
            if parts.is_empty() && out.len() > LETTERS {
                out.push('…');
                break;
            }
            let of = |number| parts.iter().rev().find(|it| it.record.number == number);
            out.push_str(&self.text(of(1))?);
            out.push_str(": ");
            match of(2) {
                Some(value) => self.json(&value.message(), depth + 1, out)?,
                None => out.push_str("null"),
            }
        }
        out.push('}');
        Ok(())
    }

    fn list(&mut self, message: &Message, depth: u32, out: &mut String) -> Result<(), Missing> {
        out.push('[');
        let mut is_first = true;
        for element in self.records(message, out)?.iter().filter(|it| it.record.number == 1) {
            if !std::mem::take(&mut is_first) {
                out.push_str(", ");
            }
            self.json(&element.message(), depth + 1, out)?;
        }
        out.push(']');
        Ok(())
    }

    fn json(&mut self, message: &Message, depth: u32, out: &mut String) -> Result<(), Missing> {
        let Some(child) = self.records(message, out)?.into_iter().next_back().filter(|_| depth <= DEEPEST) else {
            out.push_str(if message.body.is_empty() { "null" } else { "…" });
            return Ok(());
        };
        let record = &child.record;
        let start = self.document.body_start(&record.payload, 16)?;
        match (record.number, record.wire_type) {
            (1, WireType::Varint) => out.push_str("null"),
            (2, WireType::Fixed64) => {
                let number = value::fixed64(&start).unwrap_or(0);
                out.push_str(&Value::Double(f64::from_bits(number)).to_string());
            }
            (3, WireType::Len) => out.push_str(&self.text(Some(&child))?),
            (4, WireType::Varint) => {
                out.push_str(if start.iter().any(|byte| byte & 0x7f != 0) { "true" } else { "false" })
            }
            (5, WireType::Len) => self.object(&child.message(), depth + 1, out)?,
            (6, WireType::Len) => self.list(&child.message(), depth + 1, out)?,
            _ => out.push('…'),
        }
        Ok(())
    }

    /// A record's payload as a text in quotes.
    fn text(&self, child: Option<&Child>) -> Result<String, Missing> {
        let Some(child) = child else { return Ok("\"\"".to_owned()) };
        let payload = &child.record.payload;
        let start = self.document.body_start(payload, 4 * TEXT as u64)?;
        Ok(match value::text(&start, payload.len()) {
            Value::Text { text, is_whole, .. } => {
                let text = cut(&text, TEXT);
                format!("\"{}{}\"", escape_text(&text), if is_whole || text.ends_with('…') { "" } else { "…" })
            }
            _ => "…".to_owned(),
        })
    }
}
