//! Prints a document. A frame on the heap for every message that is open, so depth costs no call stack.

use std::fmt::{self, Write};

use prost_reflect::Kind;

use super::unknown::{self, Token};
use crate::schema::packed::Elements;
use crate::schema::{Field, Lens, Reading, Type, Value, of_number};
use crate::text::build::default_payload;
use crate::text::merged::{self, Entry, Found, Merged, Merger, Present, Records, Sort};
use crate::text::{Limits, PrintError, number};
use crate::wire::{Body, Child, Cursor, Document, Message, Record, Span, WireType, varint};

/// So deep protoc opens length-delimited bytes that no field takes.
const BUDGET: i32 = 10;
/// Text is read and written by pieces of this size.
const PIECE: usize = 16 << 10;
/// Text up to this size is written from where it was scanned.
const SHORT: u64 = 1 << 10;
const SPACES: &str = "                                                                ";

type Result<T = ()> = std::result::Result<T, PrintError>;

/// Prints a document as its lens reads it, as `protoc --decode` would; without a type as `protoc --decode_raw`.
///
/// # Errors
/// Bytes that are missing, or a writer that takes no more.
pub fn print(document: &Document, lens: &Lens, limits: Limits, out: &mut dyn Write) -> Result {
    print_message(document, lens, document.root(), lens.root().clone(), limits, out)
}

/// Prints one message of a document.
///
/// # Errors
/// As `print`.
pub fn print_message(
    document: &Document,
    lens: &Lens,
    message: Message,
    ty: Type,
    limits: Limits,
    out: &mut dyn Write,
) -> Result {
    let mut merger = Merger::new(document, lens);
    let root = Frame::Message(Box::new(Level::new(merger.merge(vec![message], ty)?)));
    let mut printer = Printer { merger, out, limits, stack: vec![root], depth: 0, piece: Vec::new() };
    while let Some(frame) = printer.stack.pop() {
        printer.go_on(frame)?;
    }
    Ok(())
}

/// A message that is being printed.
enum Frame {
    /// By its fields.
    Message(Box<Level>),
    /// The entries of a map, each one a message of its parent.
    Entries(Field, std::vec::IntoIter<Entry>),
    /// All is printed but the closing brace.
    Closing,
    /// A group that no field takes.
    Group(Cursor, i32),
    /// Bytes that no field takes and that read as a message, or a group in there.
    Opened(Span, i32),
}

/// A message that is printed by its fields.
struct Level {
    merged: Merged,
    fields: std::vec::IntoIter<Present>,
    /// The rest of a repeated field.
    elements: Option<(Field, Records)>,
    /// The rest of the unknown records, once all fields are printed.
    unknown: Option<Records>,
    is_behind_fields: bool,
}

impl Level {
    fn new(mut merged: Merged) -> Self {
        let fields = std::mem::take(&mut merged.fields).into_iter();
        Self { merged, fields, elements: None, unknown: None, is_behind_fields: false }
    }
}

struct Printer<'a, 'o> {
    merger: Merger<'a>,
    out: &'o mut dyn Write,
    limits: Limits,
    stack: Vec<Frame>,
    /// How many braces are open.
    depth: usize,
    piece: Vec<u8>,
}

impl Printer<'_, '_> {
    fn go_on(&mut self, frame: Frame) -> Result {
        match frame {
            Frame::Message(level) => self.go_on_message(level),
            Frame::Entries(field, entries) => self.go_on_entries(field, entries),
            Frame::Closing => self.close(),
            Frame::Group(cursor, budget) => self.go_on_group(cursor, budget),
            Frame::Opened(rest, budget) => self.go_on_opened(rest, budget),
        }
    }

    /// Prints fields until a message has to be opened, then the unknown records.
    fn go_on_message(&mut self, mut level: Box<Level>) -> Result {
        loop {
            if let Some((field, records)) = &mut level.elements {
                match self.merger.next_known(&level.merged, records, field)? {
                    None => level.elements = None,
                    Some(Found { child, reading: Reading::Message(field, ty), .. }) => {
                        self.stack.push(Frame::Message(level));
                        return self.open_message(&name(&field), vec![child.message()], Some(ty));
                    }
                    Some(found) => self.values(&found)?,
                }
            } else if let Some(present) = level.fields.next() {
                if present.field.is_map() {
                    let entries = self.merger.entries(&level.merged, &present)?;
                    self.stack.push(Frame::Message(level));
                    self.stack.push(Frame::Entries(present.field, entries.into_iter()));
                    return Ok(());
                }
                if present.field.is_repeated() {
                    let records = self.merger.records(&level.merged, &present);
                    level.elements = records.map(|records| (present.field, records));
                } else if let Some(ty) = present.field.message() {
                    let pieces = self.merger.pieces(&level.merged, &present)?;
                    self.stack.push(Frame::Message(level));
                    return self.open_message(&name(&present.field), pieces, Some(ty));
                } else {
                    self.singular(&present)?;
                }
            } else {
                return self.go_on_unknown(level);
            }
        }
    }

    fn go_on_unknown(&mut self, mut level: Box<Level>) -> Result {
        if !level.is_behind_fields {
            level.is_behind_fields = true;
            level.unknown = self.merger.unknown(&level.merged);
        }
        while let Some(records) = &mut level.unknown {
            match self.merger.next(&level.merged, records)? {
                None => level.unknown = None,
                Some(found) if !found.sort.has_unknown() => {}
                Some(found) => {
                    let depth = self.stack.len();
                    self.unknown_values(&found)?;
                    if self.stack.len() > depth {
                        self.stack.insert(depth, Frame::Message(level));
                        return Ok(());
                    }
                }
            }
        }
        self.close()
    }

    fn go_on_entries(&mut self, field: Field, mut entries: std::vec::IntoIter<Entry>) -> Result {
        let Some(entry) = entries.next() else { return Ok(()) };
        let parts = self.merger.entry_parts(&field, &entry.message)?;
        let ty = field.message();
        self.stack.push(Frame::Entries(field.clone(), entries));
        if !self.open(&name(&field), entry.message.body.len())? {
            return Ok(());
        }
        self.stack.push(Frame::Closing);
        let Some(ty) = ty else { return Ok(()) };
        let (key, value) = (ty.map_entry_key_field().kind(), ty.map_entry_value_field().kind());
        self.part("key", &key, parts.key.as_ref())?;
        match value {
            Kind::Message(message) => self.open_message("value", parts.pieces, Some(message)),
            kind => self.part("value", &kind, parts.value.as_ref()),
        }
    }

    /// A key or value of an entry; the default where there is none.
    fn part(&mut self, name: &str, kind: &Kind, child: Option<&Child>) -> Result {
        self.start(name)?;
        match (kind, child) {
            (Kind::String | Kind::Bytes, Some(child)) => self.text(&child.record.payload)?,
            (Kind::String | Kind::Bytes, None) => self.out.write_str("\"\"")?,
            (kind, Some(child)) => {
                let raw = self.merger.raw(child)?;
                self.number(kind, raw)?;
            }
            (Kind::Enum(enumeration), None) => self.out.write_str(enumeration.default_value().name())?,
            (kind, None) => self.number(kind, 0)?,
        }
        self.end_line()
    }

    fn go_on_group(&mut self, mut cursor: Cursor, budget: i32) -> Result {
        while let Some(child) = cursor.next(&mut self.merger.reader).map_err(crate::wire::Missing::Absent)? {
            if child.record.wire_type == WireType::Undecoded || merged::is_cut_number(&child.record) {
                continue;
            }
            let depth = self.stack.len();
            self.unknown_record(&child, merged::number(&child.record), budget)?;
            if self.stack.len() > depth {
                self.stack.insert(depth, Frame::Group(cursor, budget));
                return Ok(());
            }
        }
        self.close()
    }

    fn go_on_opened(&mut self, mut rest: Span, budget: i32) -> Result {
        while !rest.is_empty() {
            let Some((token, behind)) = unknown::token(&mut self.merger.reader, rest)? else { break };
            rest = behind;
            match token {
                Token::Varint { number, value } => self.line(number, format_args!("{value}"))?,
                Token::Fixed32 { number, value } => self.line(number, format_args!("0x{value:08x}"))?,
                Token::Fixed64 { number, value } => self.line(number, format_args!("0x{value:016x}"))?,
                Token::Len { number, payload } => {
                    if self.unknown_bytes(u64::from(number), payload, budget)? {
                        let opened = self.stack.pop();
                        self.stack.push(Frame::Opened(rest, budget));
                        self.stack.extend(opened);
                        return Ok(());
                    }
                }
                Token::GroupStart { number } => {
                    let group = group_in(&mut self.merger.reader, rest)?;
                    self.stack.push(Frame::Opened(group.1, budget));
                    if self.open(&number.to_string(), group.0.len)? {
                        self.stack.push(Frame::Opened(group.0, budget - 1));
                    }
                    return Ok(());
                }
                Token::GroupEnd { .. } => break,
            }
        }
        self.close()
    }

    /// A value of a singular field, unless it is the default that goes without saying.
    fn singular(&mut self, present: &Present) -> Result {
        let Some(child) = &present.child else { return Ok(()) };
        let field = &present.field;
        let kind = field.kind();
        let is_text = matches!(kind, Kind::String | Kind::Bytes);
        let raw = if is_text { child.record.payload.len() } else { self.merger.raw(child)? };
        if !field.has_presence() && merged::is_zero(&kind, raw) {
            return Ok(());
        }
        self.start(&name(field))?;
        if is_text {
            self.text(&child.record.payload)?
        } else {
            self.number(&kind, raw)?
        }
        self.end_line()
    }

    /// The value of a record of a repeated field, or its packed values.
    fn values(&mut self, found: &Found) -> Result {
        let Found { child, reading, .. } = found;
        match reading {
            Reading::Value(field) => {
                let kind = field.kind();
                self.start(&name(field))?;
                if matches!(kind, Kind::String | Kind::Bytes) {
                    self.text(&child.record.payload)?;
                } else {
                    let raw = self.merger.raw(child)?;
                    self.number(&kind, raw)?;
                }
                self.end_line()
            }
            Reading::Packed(field) => {
                let (name, kind) = (name(field), field.kind());
                for element in Elements::new(self.merger.document, child.record.payload.clone(), &kind) {
                    let element = element?;
                    if !element.is_cut && (field.is_open_enum() || merged::is_named(&kind, element.raw)) {
                        self.start(&name)?;
                        self.number(&kind, element.raw)?;
                        self.end_line()?;
                    }
                }
                Ok(())
            }
            Reading::Message(..) | Reading::Mismatch(_) | Reading::Unknown | Reading::Undecoded => Ok(()),
        }
    }

    /// What a record holds that no field takes.
    fn unknown_values(&mut self, found: &Found) -> Result {
        let Found { child, reading, sort } = found;
        let number = child.record.number;
        match reading {
            Reading::Value(_) if *sort == Sort::Unknown => {
                let value = sign_extended(self.merger.raw(child)?);
                self.line(number, format_args!("{value}"))
            }
            Reading::Packed(field) => {
                let kind = field.kind();
                for element in Elements::new(self.merger.document, child.record.payload.clone(), &kind) {
                    let element = element?;
                    if !element.is_cut && !merged::is_named(&kind, element.raw) {
                        self.line(number, format_args!("{}", sign_extended(element.raw)))?;
                    }
                }
                Ok(())
            }
            Reading::Message(field, _) => {
                // Its bytes are nowhere: protobuf's readers make such an entry anew.
                let made = self.remade_entry(field, child)?;
                let span = self.merger.document.bytes().push(&made);
                self.unknown_bytes(number, span, BUDGET).map(|_| ())
            }
            _ => self.unknown_record(child, number, BUDGET),
        }
    }

    /// The entry of a map as protobuf's readers keep it when its closed enum does not have the value: key and value.
    fn remade_entry(&mut self, field: &Field, child: &Child) -> Result<Vec<u8>> {
        let parts = self.merger.entry_parts(field, &child.message())?;
        let mut made = Vec::new();
        if let Some(key) = field.message().map(|it| Field::Declared(it.map_entry_key_field())) {
            let wire_type = key.wire_type();
            varint::push(1 << 3 | wire_type.number().unwrap_or(0), &mut made);
            let payload = match &parts.key {
                Some(child) => self.merger.document.body_bytes(&child.record.payload)?,
                None => default_payload(wire_type).to_vec(),
            };
            if wire_type == WireType::Len {
                varint::push(payload.len() as u64, &mut made);
            }
            made.extend(payload);
        }
        let value = match &parts.value {
            Some(child) => self.merger.raw(child)?,
            None => 0,
        };
        varint::push(2 << 3, &mut made);
        varint::push(sign_extended(value), &mut made);
        Ok(made)
    }

    fn unknown_record(&mut self, child: &Child, number: u64, budget: i32) -> Result {
        let Record { wire_type, payload, .. } = &child.record;
        match wire_type {
            WireType::Varint => {
                let value = self.merger.raw(child)?;
                self.line(number, format_args!("{value}"))
            }
            WireType::Fixed32 => {
                let value = self.merger.raw(child)?;
                self.line(number, format_args!("0x{value:08x}"))
            }
            WireType::Fixed64 => {
                let value = self.merger.raw(child)?;
                self.line(number, format_args!("0x{value:016x}"))
            }
            WireType::Len => {
                let span = self.merger.document.joined(payload);
                self.unknown_bytes(number, span, budget).map(|_| ())
            }
            WireType::Group => {
                if self.open(&number.to_string(), payload.len())? {
                    self.stack.push(Frame::Group(Cursor::new(&child.message()), budget - 1));
                }
                Ok(())
            }
            WireType::Undecoded => Ok(()),
        }
    }

    /// Bytes that no field takes: opened where they read as a message, else text. True when opened.
    fn unknown_bytes(&mut self, number: u64, payload: Span, budget: i32) -> Result<bool> {
        let depth = usize::try_from(budget).unwrap_or(0);
        if !payload.is_empty() && depth > 0 && unknown::is_message(&mut self.merger.reader, payload, depth)? {
            let is_open = self.open(&number.to_string(), payload.len)?;
            if is_open {
                self.stack.push(Frame::Opened(payload, budget - 1));
            }
            return Ok(is_open);
        }
        self.start(&number.to_string())?;
        self.text(&Body::Raw(payload))?;
        self.end_line()?;
        Ok(false)
    }

    fn open_message(&mut self, name: &str, pieces: Vec<Message>, ty: Type) -> Result {
        if self.open(name, pieces.iter().map(|it| it.body.len()).sum())? {
            let merged = self.merger.merge(pieces, ty)?;
            self.stack.push(Frame::Message(Box::new(Level::new(merged))));
        }
        Ok(())
    }

    /// Opens a brace, unless it is too deep: then it is closed again and false is answered.
    fn open(&mut self, name: &str, len: u64) -> Result<bool> {
        self.indent()?;
        writeln!(self.out, "{name} {{")?;
        self.depth += 1;
        if self.depth <= self.limits.max_depth {
            return Ok(true);
        }
        self.indent()?;
        writeln!(self.out, "# {len} bytes nested deeper than {} levels", self.limits.max_depth)?;
        self.end_brace()?;
        Ok(false)
    }

    /// Closes the brace of the frame that was taken off the stack; the outermost message has none.
    fn close(&mut self) -> Result {
        if self.stack.is_empty() { Ok(()) } else { self.end_brace() }
    }

    fn end_brace(&mut self) -> Result {
        self.depth = self.depth.saturating_sub(1);
        self.indent()?;
        Ok(self.out.write_str("}\n")?)
    }

    fn line(&mut self, number: impl fmt::Display, value: fmt::Arguments<'_>) -> Result {
        self.indent()?;
        Ok(writeln!(self.out, "{number}: {value}")?)
    }

    fn start(&mut self, name: &str) -> Result {
        self.indent()?;
        Ok(write!(self.out, "{name}: ")?)
    }

    fn end_line(&mut self) -> Result {
        Ok(self.out.write_char('\n')?)
    }

    fn indent(&mut self) -> Result {
        let mut rest = 2 * self.depth;
        while rest > 0 {
            let now = rest.min(SPACES.len());
            self.out.write_str(SPACES.get(..now).unwrap_or(SPACES))?;
            rest -= now;
        }
        Ok(())
    }

    fn number(&mut self, kind: &Kind, raw: u64) -> Result {
        Ok(match of_number(kind, raw) {
            Value::Bool(value) => write!(self.out, "{value}"),
            Value::Int(value) => write!(self.out, "{value}"),
            Value::Uint(value) => write!(self.out, "{value}"),
            Value::Float(value) => self.out.write_str(&number::float(value)),
            Value::Double(value) => self.out.write_str(&number::double(value)),
            Value::Enum { name: Some(name), .. } => self.out.write_str(&name),
            Value::Enum { number, name: None } => write!(self.out, "{number}"),
            _ => Ok(()),
        }?)
    }

    /// A payload in quotes.
    fn text(&mut self, payload: &Body) -> Result {
        self.out.write_char('"')?;
        if let Body::Raw(span) = payload
            && span.len <= SHORT
        {
            let bytes = self.merger.reader.at(span.area, span.start, span.len, span.end())?;
            escape(bytes.get(..span.len as usize).unwrap_or(bytes), self.out)?;
            return Ok(self.out.write_char('"')?);
        }
        let mut at = 0;
        while at < payload.len() {
            let take = (payload.len() - at).min(PIECE as u64);
            self.piece.resize(take as usize, 0);
            self.merger.document.read_body(payload, at, &mut self.piece)?;
            escape(&self.piece, self.out)?;
            at += take;
        }
        Ok(self.out.write_char('"')?)
    }
}

/// What is inside a group whose start tag was read, and what comes behind its end.
fn group_in(reader: &mut crate::wire::Reader<'_>, body: Span) -> Result<(Span, Span)> {
    let mut open = 1;
    let mut rest = body;
    while let Some((token, behind)) = unknown::token(reader, rest)? {
        match token {
            Token::GroupStart { .. } => open += 1,
            Token::GroupEnd { .. } => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Ok((body.part(0, rest.start - body.start), behind));
        }
        rest = behind;
    }
    Ok((body, body.part(body.len, 0)))
}

/// The name in the text: a group goes by the name of its type.
fn name(field: &Field) -> String {
    match (field, field.message()) {
        (Field::Declared(declared), Some(group)) if declared.is_group() => group.name().to_owned(),
        _ => field.path_name(),
    }
}

/// An enum's number as protobuf's readers keep it: 32 bits, sign-extended.
fn sign_extended(raw: u64) -> u64 {
    i64::from(raw as i32) as u64
}

/// Writes bytes as protobuf escapes them: printable ASCII as it is, the rest octal.
pub(crate) fn escape(bytes: &[u8], out: &mut dyn Write) -> fmt::Result {
    let mut rest = bytes;
    while !rest.is_empty() {
        let plain = rest.iter().take_while(|it| matches!(it, 0x20..=0x7e) && !matches!(it, b'"' | b'\'' | b'\\'));
        let (now, later) = rest.split_at_checked(plain.count()).unwrap_or((rest, &[]));
        out.write_str(std::str::from_utf8(now).unwrap_or_default())?;
        let Some((special, later)) = later.split_first() else { break };
        match special {
            b'\n' => out.write_str("\\n")?,
            b'\r' => out.write_str("\\r")?,
            b'\t' => out.write_str("\\t")?,
            b'"' | b'\'' | b'\\' => write!(out, "\\{}", char::from(*special))?,
            byte => write!(out, "\\{byte:03o}")?,
        }
        rest = later;
    }
    Ok(())
}
