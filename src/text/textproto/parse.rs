//! Parses a message in the text format into its canonical bytes. A frame on the heap for every brace that is open, so
//! depth costs no call stack.

use prost_reflect::MessageDescriptor;

use super::scalar;
use super::token::{Token, Tokens};
use crate::schema::{Field, Type};
use crate::text::ParseError;
use crate::text::build::{Builder, varint_payload};
use crate::wire::WireType;

type Result<T = ()> = std::result::Result<T, ParseError>;

/// Parses a whole message: its fields without braces around them.
///
/// Records that no field takes are written by number, as printing has them: an integer is a varint, eight hex digits
/// are four bytes, sixteen are eight, text in quotes or a message in braces is length-delimited.
///
/// # Errors
/// Where the text is no message of this type, and why.
pub fn parse(text: &str, ty: &MessageDescriptor) -> Result<Vec<u8>> {
    let mut parser = Parser::new(Tokens::new(text)?, Some(ty.clone()), None);
    parser.run()
}

/// The same for a message whose type may not be known: then its records are written by number.
///
/// # Errors
/// Where the text is no message of this type, and why.
pub fn parse_as(text: &str, ty: Type) -> Result<Vec<u8>> {
    Parser::new(Tokens::new(text)?, ty, None).run()
}

/// Parses a message in braces; what stands behind them is left.
pub(crate) fn in_braces(tokens: &mut Tokens<'_>, ty: Type) -> Result<Vec<u8>> {
    let close = closing(tokens).ok_or_else(|| tokens.unexpected("`{` expected"))?;
    tokens.take()?;
    let mut parser = Parser::new(tokens.clone(), ty, Some(close));
    let bytes = parser.run()?;
    *tokens = parser.tokens;
    Ok(bytes)
}

/// What a message that is closed becomes.
enum Into {
    /// The whole.
    Root,
    /// A value of a field, or an entry of a map.
    Field(Field),
    /// A record that no field takes.
    Number(u64, WireType),
    /// The value of an Any of this type URL.
    Any(String),
}

struct Open {
    builder: Builder,
    into: Into,
    /// The brace that closes it; none for the whole.
    close: Option<char>,
    /// True for an element of a list in brackets.
    is_in_list: bool,
    /// Where it was opened.
    offset: usize,
}

struct Parser<'a> {
    tokens: Tokens<'a>,
    stack: Vec<Open>,
}

impl<'a> Parser<'a> {
    fn new(tokens: Tokens<'a>, ty: Type, close: Option<char>) -> Self {
        let offset = tokens.offset();
        let root = Open { builder: Builder::new(ty), into: Into::Root, close, is_in_list: false, offset };
        Self { tokens, stack: vec![root] }
    }

    fn run(&mut self) -> Result<Vec<u8>> {
        loop {
            let Some(top) = self.stack.last() else { return Ok(Vec::new()) };
            match (self.tokens.peek(), top.close) {
                (Token::End, None) => return self.finish(),
                (Token::End, Some(close)) => {
                    return Err(self.tokens.error_at(top.offset, format!("no `{close}` closes what is opened here")));
                }
                (Token::Sign(sign), Some(close)) if *sign == close => {
                    self.tokens.take()?;
                    if self.stack.len() == 1 {
                        return self.finish();
                    }
                    self.close()?;
                }
                _ => self.field()?,
            }
        }
    }

    fn finish(&mut self) -> Result<Vec<u8>> {
        Ok(self.stack.pop().map(|it| it.builder.into_bytes()).unwrap_or_default())
    }

    /// The message whose fields are being read.
    fn builder(&mut self) -> Result<&mut Builder> {
        match self.stack.last_mut() {
            Some(open) => Ok(&mut open.builder),
            None => Err(self.tokens.error("no message is open")),
        }
    }

    fn field(&mut self) -> Result {
        let start = self.tokens.offset();
        let ty = self.builder()?.ty.clone();
        match self.tokens.peek().clone() {
            Token::Number(digits) => {
                self.tokens.take()?;
                let number = digits.parse().ok().filter(|it| (1..=crate::wire::MAX_NUMBER).contains(it));
                let number =
                    number.ok_or_else(|| self.tokens.error_at(start, format!("{digits} is no field number")))?;
                self.unknown(number)
            }
            Token::Word(name) => {
                let field = field_of(ty.as_ref(), name).map_err(|it| self.tokens.error(it))?;
                self.tokens.take()?;
                self.value(field, start)
            }
            Token::Sign('[') => {
                self.tokens.take()?;
                let name = self.tokens.take_until(']')?;
                if name.contains('/') {
                    return self.any(&name, ty, start);
                }
                let field = ty.as_ref().and_then(|it| Field::by_extension(it, &name));
                let field = field.ok_or_else(|| {
                    let what = ty.as_ref().map_or("this message", |it| it.full_name());
                    self.tokens.error_at(start, format!("{what} has no extension {name}"))
                })?;
                self.value(field, start)
            }
            _ => Err(self.tokens.unexpected("a field name expected")),
        }
    }

    /// The value, or the values in brackets, of a field whose name was read.
    fn value(&mut self, field: Field, start: usize) -> Result {
        let name = field.path_name();
        if self.builder()?.clash(&field).is_some() {
            return Err(self.clash(&field, start));
        }
        let has_colon = self.tokens.take_sign(':')?;
        let is_list = self.tokens.peek() == &Token::Sign('[');
        if is_list && !field.is_repeated() {
            return Err(self.tokens.error(format!("{name} is not repeated: it takes one value, without brackets")));
        }
        if let Some(message) = field.message() {
            if is_list {
                self.tokens.take()?;
                if self.tokens.take_sign(']')? {
                    return self.separator();
                }
            }
            return self.open(Into::Field(field), Some(message), is_list, &name);
        }
        if !has_colon {
            return Err(self.tokens.unexpected(&format!("`:` expected behind {name}")));
        }
        if !is_list {
            let payload = scalar::parse(&mut self.tokens, &field)?;
            self.builder()?.put(&field, payload);
            return self.separator();
        }
        self.tokens.take()?;
        if self.tokens.take_sign(']')? {
            return self.separator();
        }
        loop {
            let payload = scalar::parse(&mut self.tokens, &field)?;
            self.builder()?.put(&field, payload);
            if self.tokens.take_sign(']')? {
                return self.separator();
            }
            if !self.tokens.take_sign(',')? {
                return Err(self.tokens.unexpected("`,` or `]` expected"));
            }
        }
    }

    fn clash(&mut self, field: &Field, start: usize) -> ParseError {
        let other = self.stack.last().and_then(|it| it.builder.clash(field));
        let reason = match other {
            Some(other) if other.number() != field.number() => {
                let oneof = field.oneof().map_or_else(String::new, |it| it.name().to_owned());
                format!("{} cannot be set: {} is, and both are of oneof {oneof}", field.path_name(), other.path_name())
            }
            _ => format!("{} is set already, and it is not repeated", field.path_name()),
        };
        self.tokens.error_at(start, reason)
    }

    /// An Any written out: `[type.googleapis.com/pkg.Type] { … }`.
    fn any(&mut self, url: &str, ty: Type, start: usize) -> Result {
        let Some(any) = ty.filter(|it| it.full_name() == "google.protobuf.Any") else {
            return Err(self.tokens.error_at(start, "a type in brackets stands in an Any only"));
        };
        let name = url.rsplit('/').next().unwrap_or(url);
        let Some(inner) = any.parent_pool().get_message_by_name(name) else {
            return Err(self.tokens.error_at(start, format!("no message type is called {name}")));
        };
        self.tokens.take_sign(':')?;
        self.open(Into::Any(url.to_owned()), Some(inner), false, name)
    }

    /// A record that no field takes.
    fn unknown(&mut self, number: u64) -> Result {
        let has_colon = self.tokens.take_sign(':')?;
        if closing(&self.tokens).is_some() {
            // Where the type has a length-delimited field of that number, what is unknown must be a group.
            let field = self.builder()?.ty.as_ref().and_then(|it| Field::by_number(it, number));
            let is_group = field.is_some_and(|it| it.wire_type() == WireType::Len && !it.is_map());
            let wire_type = if is_group { WireType::Group } else { WireType::Len };
            return self.open(Into::Number(number, wire_type), None, false, "it");
        }
        if !has_colon {
            return Err(self.tokens.unexpected(&format!("`:` expected behind {number}")));
        }
        let (wire_type, payload) = untyped(&mut self.tokens, &number.to_string())?;
        self.builder()?.put_unknown(number, wire_type, &payload);
        self.separator()
    }

    fn open(&mut self, into: Into, ty: Type, is_in_list: bool, name: &str) -> Result {
        let offset = self.tokens.offset();
        let Some(close) = closing(&self.tokens) else {
            let what = ty.as_ref().map_or("a message", |it| it.name());
            return Err(self.tokens.unexpected(&format!("{name} takes {{ … }}, a {what}")));
        };
        self.tokens.take()?;
        self.stack.push(Open { builder: Builder::new(ty), into, close: Some(close), is_in_list, offset });
        Ok(())
    }

    fn close(&mut self) -> Result {
        let Some(Open { builder, into, is_in_list, .. }) = self.stack.pop() else { return Ok(()) };
        let ty = builder.ty.clone();
        let parent = self.builder()?;
        match &into {
            Into::Field(field) if field.is_map() => parent.put_entry(field, builder),
            Into::Field(field) => parent.put(field, builder.into_bytes()),
            Into::Number(number, wire_type) => parent.put_unknown(*number, *wire_type, &builder.into_bytes()),
            Into::Any(url) => put_any(parent, url, builder.into_bytes()),
            Into::Root => {}
        }
        if is_in_list {
            if self.tokens.take_sign(',')? {
                return self.open(into, ty, true, "the list");
            }
            if !self.tokens.take_sign(']')? {
                return Err(self.tokens.unexpected("`,` or `]` expected"));
            }
        }
        self.separator()
    }

    /// Fields may be parted by a sign.
    fn separator(&mut self) -> Result {
        let _is_there = self.tokens.take_sign(',')? || self.tokens.take_sign(';')?;
        Ok(())
    }
}

fn put_any(any: &mut Builder, url: &str, value: Vec<u8>) {
    let Some(ty) = any.ty.clone() else { return };
    for (number, payload) in [(1, url.as_bytes().to_vec()), (2, value)] {
        if let Some(field) = Field::by_number(&ty, number) {
            any.put(&field, payload);
        }
    }
}

fn field_of(ty: Option<&MessageDescriptor>, name: &str) -> std::result::Result<Field, String> {
    let Some(ty) = ty else {
        return Err(format!("{name} cannot be looked up, this message has no type: name fields by number, as `1: 5`"));
    };
    Field::by_name(ty, name).ok_or_else(|| format!("{} has no field {name}", ty.full_name()))
}

/// The brace that closes the one that comes next, if one does.
fn closing(tokens: &Tokens<'_>) -> Option<char> {
    match tokens.peek() {
        Token::Sign('{') => Some('}'),
        Token::Sign('<') => Some('>'),
        _ => None,
    }
}

/// A value that no field takes, by the looks of it.
pub(crate) fn untyped(tokens: &mut Tokens<'_>, name: &str) -> Result<(WireType, Vec<u8>)> {
    let expected = format!("{name} takes a whole number or text in quotes");
    if let Token::Quoted(_) = tokens.peek() {
        return Ok((WireType::Len, scalar::quoted(tokens, &expected)?));
    }
    let start = tokens.offset();
    let is_negative = tokens.take_sign('-')?;
    let Token::Number(digits) = *tokens.peek() else { return Err(tokens.unexpected(&expected)) };
    tokens.take()?;
    let value = scalar::magnitude(digits)
        .map(|it| if is_negative { -it } else { it })
        .filter(|it| *it >= i128::from(i64::MIN))
        .ok_or_else(|| tokens.error_at(start, format!("{expected}, {digits} found")))? as u64;
    // As unknown records are printed.
    let is_hex = !is_negative && digits.starts_with("0x");
    Ok(match digits.len() {
        10 if is_hex => (WireType::Fixed32, (value as u32).to_le_bytes().to_vec()),
        18 if is_hex => (WireType::Fixed64, value.to_le_bytes().to_vec()),
        _ => (WireType::Varint, varint_payload(value)),
    })
}
