//! JSON read into a flat list of its values, each with its place in the text. Nesting costs heap, not stack.

use std::borrow::Cow;

use crate::text::ParseError;

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    Bool(bool),
    /// A number as written: it ends at this offset.
    Number(usize),
    /// Text in quotes: it ends behind this offset.
    Text(usize),
    /// An array: what follows up to this index.
    Array(usize),
    /// An object: names and values in turn, up to this index.
    Object(usize),
}

/// A value and the offset it begins at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub kind: Kind,
    pub offset: usize,
}

/// A text as a list of values: the outermost first, each followed by what is in it.
pub(super) struct Tape<'a> {
    text: &'a str,
    items: Vec<Item>,
}

impl<'a> Tape<'a> {
    /// Reads a text that holds one value.
    pub fn read(text: &'a str) -> Result<Self, ParseError> {
        let mut reader = Reader { text, at: 0, tape: Vec::new(), open: Vec::new() };
        reader.run()?;
        Ok(Self { text, items: reader.tape })
    }

    /// The value at an index.
    pub fn item(&self, index: usize) -> Item {
        self.items.get(index).copied().unwrap_or(Item { kind: Kind::Null, offset: self.text.len() })
    }

    /// The index behind a value and all in it.
    pub fn after(&self, index: usize) -> usize {
        match self.item(index).kind {
            Kind::Array(end) | Kind::Object(end) => end,
            _ => index + 1,
        }
    }

    /// The text of a text.
    pub fn string(&self, index: usize) -> Option<Cow<'a, str>> {
        let Item { kind: Kind::Text(end), offset } = self.item(index) else { return None };
        let raw = self.text.get(offset + 1..end.saturating_sub(1)).unwrap_or("");
        Some(if raw.contains('\\') { Cow::Owned(unescaped(raw)) } else { Cow::Borrowed(raw) })
    }

    /// The text of a number as written.
    pub fn number(&self, index: usize) -> Option<&'a str> {
        let Item { kind: Kind::Number(end), offset } = self.item(index) else { return None };
        self.text.get(offset..end)
    }

    /// A value of an object by its name.
    pub fn member(&self, object: usize, name: &str) -> Option<usize> {
        let end = self.after(object);
        let mut index = object + 1;
        while index < end {
            if self.string(index).is_some_and(|it| it == name) {
                return Some(index + 1);
            }
            index = self.after(index + 1);
        }
        None
    }

    /// An error at a value.
    pub fn error(&self, index: usize, reason: impl Into<String>) -> ParseError {
        ParseError::at(self.text, self.item(index).offset, reason)
    }

    /// A value in a few words, for an error.
    pub fn found(&self, index: usize) -> String {
        match self.item(index).kind {
            Kind::Null => "null".to_owned(),
            Kind::Bool(value) => value.to_string(),
            Kind::Number(_) => short(self.number(index).unwrap_or("")),
            Kind::Text(_) => format!("\"{}\"", short(&self.string(index).unwrap_or_default())),
            Kind::Array(_) => "an array".to_owned(),
            Kind::Object(_) => "an object".to_owned(),
        }
    }
}

fn short(text: &str) -> String {
    const SHOWN: usize = 40;
    let text = crate::schema::escape_text(text);
    if text.chars().count() > SHOWN { text.chars().take(SHOWN).chain(['…']).collect() } else { text }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    tape: Vec<Item>,
    /// The indexes of the open arrays and objects.
    open: Vec<usize>,
}

impl<'a> Reader<'a> {
    fn run(&mut self) -> Result<(), ParseError> {
        if self.text.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
        loop {
            self.value()?;
            // Behind a value: what closes, or what parts it from the next.
            loop {
                let Some(&open) = self.open.last() else {
                    self.skip_space();
                    return if self.byte().is_none() {
                        Ok(())
                    } else {
                        Err(self.error("one value expected, more found"))
                    };
                };
                let is_object = self.is_object(open);
                let is_empty = self.tape.len() == open + 1;
                self.skip_space();
                match self.byte() {
                    Some(b'}') if is_object => self.close(open),
                    Some(b']') if !is_object => self.close(open),
                    Some(b',') if !is_empty => {
                        self.at += 1;
                        break;
                    }
                    Some(_) if is_empty => break,
                    Some(_) => {
                        return Err(self.error(if is_object { "`,` or `}` expected" } else { "`,` or `]` expected" }));
                    }
                    None => {
                        let offset = self.tape.get(open).map_or(0, |it| it.offset);
                        let close = if is_object { '}' } else { ']' };
                        let reason = format!("no `{close}` closes what is opened here");
                        return Err(ParseError::at(self.text, offset, reason));
                    }
                }
            }
            if self.open.last().is_some_and(|open| self.is_object(*open)) {
                self.name()?;
            }
        }
    }

    fn is_object(&self, index: usize) -> bool {
        matches!(self.tape.get(index), Some(Item { kind: Kind::Object(_), .. }))
    }

    fn close(&mut self, open: usize) {
        self.at += 1;
        let end = self.tape.len();
        if let Some(item) = self.tape.get_mut(open) {
            item.kind = if matches!(item.kind, Kind::Object(_)) { Kind::Object(end) } else { Kind::Array(end) };
        }
        self.open.pop();
    }

    fn name(&mut self) -> Result<(), ParseError> {
        self.skip_space();
        if self.byte() != Some(b'"') {
            return Err(self.error("a name in quotes expected"));
        }
        self.quoted()?;
        self.skip_space();
        if self.byte() != Some(b':') {
            return Err(self.error("`:` expected"));
        }
        self.at += 1;
        Ok(())
    }

    /// Reads a value; of an array or an object its opening.
    fn value(&mut self) -> Result<(), ParseError> {
        self.skip_space();
        let offset = self.at;
        match self.byte() {
            Some(b'"') => self.quoted(),
            Some(brace @ (b'{' | b'[')) => {
                self.at += 1;
                self.open.push(self.tape.len());
                let kind = if brace == b'{' { Kind::Object(0) } else { Kind::Array(0) };
                self.tape.push(Item { kind, offset });
                Ok(())
            }
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'a'..=b'z' | b'A'..=b'Z') => {
                let word = self.take_while(|it| it.is_ascii_alphabetic());
                let kind = match word {
                    "null" => Kind::Null,
                    "true" => Kind::Bool(true),
                    "false" => Kind::Bool(false),
                    _ => return Err(ParseError::at(self.text, offset, format!("a value expected, {word} found"))),
                };
                self.tape.push(Item { kind, offset });
                Ok(())
            }
            _ => Err(self.error("a value expected")),
        }
    }

    fn number(&mut self) -> Result<(), ParseError> {
        let offset = self.at;
        let written = self.take_while(|it| it.is_ascii_alphanumeric() || matches!(it, '+' | '-' | '.'));
        if !is_number(written) {
            return Err(ParseError::at(self.text, offset, format!("{written} is no number")));
        }
        self.tape.push(Item { kind: Kind::Number(self.at), offset });
        Ok(())
    }

    fn quoted(&mut self) -> Result<(), ParseError> {
        let offset = self.at;
        self.at += 1;
        loop {
            self.take_while(|it| it != '"' && it != '\\' && it >= ' ');
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    self.tape.push(Item { kind: Kind::Text(self.at), offset });
                    return Ok(());
                }
                Some(b'\\') => {
                    let escape = escape(self.text.get(self.at..).unwrap_or(""));
                    let (_, len) = escape.ok_or_else(|| self.error("no such escape in JSON"))?;
                    self.at += len;
                }
                _ => return Err(ParseError::at(self.text, offset, "the text has no closing \" on its line")),
            }
        }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        self.take_while(|it| matches!(it, ' ' | '\n' | '\r' | '\t'));
    }

    fn take_while(&mut self, is_part: impl Fn(char) -> bool) -> &'a str {
        let rest = self.text.get(self.at..).unwrap_or("");
        let len = rest.find(|it| !is_part(it)).unwrap_or(rest.len());
        self.at += len;
        rest.get(..len).unwrap_or("")
    }

    fn error(&self, expected: &str) -> ParseError {
        let rest = self.text.get(self.at..).unwrap_or("");
        let found = rest.chars().next().map_or_else(|| "the end".to_owned(), |it| it.escape_debug().to_string());
        ParseError::at(self.text, self.at, format!("{expected}, {found} found"))
    }
}

/// True for what JSON's grammar calls a number.
fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(a, b)| (a, Some(b)));
    let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(a, b)| (a, Some(b)));
    let exponent = exponent.map(|it| it.strip_prefix(['+', '-']).unwrap_or(it));
    digits(whole)
        && (whole.len() == 1 || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(digits)
}

/// The letter that the escape at the start of a text stands for, and the escape's length.
fn escape(text: &str) -> Option<(char, usize)> {
    let code = |at: usize| {
        let digits = text.get(at..at + 4).filter(|it| it.bytes().all(|it| it.is_ascii_hexdigit()))?;
        u32::from_str_radix(digits, 16).ok()
    };
    Some(match text.as_bytes().get(1)? {
        b'n' => ('\n', 2),
        b'r' => ('\r', 2),
        b't' => ('\t', 2),
        b'b' => ('\u{8}', 2),
        b'f' => ('\u{c}', 2),
        special @ (b'"' | b'\\' | b'/') => (char::from(*special), 2),
        b'u' => match code(2)? {
            high @ 0xd800..=0xdbff => {
                let low = text.get(6..8).filter(|it| *it == "\\u").and_then(|_| code(8));
                let low = low.filter(|it| (0xdc00..0xe000).contains(it))?;
                (char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00))?, 12)
            }
            code => (char::from_u32(code)?, 6),
        },
        _ => return None,
    })
}

fn unescaped(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        out.push_str(rest.get(..at).unwrap_or(""));
        rest = rest.get(at..).unwrap_or("");
        let Some((letter, len)) = escape(rest) else { break };
        out.push(letter);
        rest = rest.get(len..).unwrap_or("");
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_one_after_the_other() {
        let tape = Tape::read(r#" {"a": [1, -2.5e+3, {}], "b\n\ud83d\ude00": "x\"y", "c": null} "#).unwrap();
        let a = tape.member(0, "a").unwrap();
        assert_eq!(tape.after(a), a + 4);
        assert_eq!(tape.number(a + 2), Some("-2.5e+3"));
        let b = tape.member(0, "b\n😀").unwrap();
        assert_eq!(tape.string(b).unwrap(), "x\"y");
        assert_eq!(tape.item(tape.member(0, "c").unwrap()).kind, Kind::Null);
        assert!(tape.member(0, "d").is_none());
    }

    #[test]
    fn what_is_no_json_says_where() {
        for (text, place) in [
            ("", (1, 1)),
            ("{", (1, 1)),
            ("{\n  \"a\" 1}", (2, 7)),
            ("[1,]", (1, 4)),
            ("[01]", (1, 2)),
            ("{\"a\":1,}", (1, 8)),
            ("[1 2]", (1, 4)),
            ("[1}", (1, 3)),
            ("nul", (1, 1)),
            ("\"\\x\"", (1, 2)),
            ("\"\\ud800\"", (1, 2)),
            ("\"a\nb\"", (1, 1)),
            ("1 2", (1, 3)),
            ("[\"a\":1]", (1, 5)),
            ("{1:2}", (1, 2)),
        ] {
            let error = Tape::read(text).map(|_| ()).unwrap_err();
            assert_eq!((error.line, error.column), place, "{text}: {error}");
        }
    }

    #[test]
    fn nesting_costs_no_stack() {
        let deep = "[".repeat(200_000) + &"]".repeat(200_000);
        assert!(Tape::read(&deep).is_ok());
    }
}
