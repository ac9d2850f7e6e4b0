//! Queries: what a person types to find something, read for the way it is to be found.

use std::fmt;
use std::ops::Range;

use memchr::{memchr2_iter, memmem};

/// What is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Names, numbers, types and values.
    #[default]
    Anything,
    /// Field names: any part, in any case.
    Name,
    /// Field numbers.
    Number,
    /// Types: any part of the name of a kind, message or enum, in any case.
    Type,
    /// Values: numbers exactly, text by any part, enums by name or number, digests by how they begin.
    Value,
    /// The bytes themselves, also across records and where nothing can be decoded: hex, or text in quotes.
    Bytes,
}

impl Mode {
    /// All of them, in the order they are offered.
    pub const ALL: [Self; 6] = [Self::Anything, Self::Name, Self::Number, Self::Type, Self::Value, Self::Bytes];

    /// Its title.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Anything => "Anything",
            Self::Name => "Name",
            Self::Number => "Number",
            Self::Type => "Type",
            Self::Value => "Value",
            Self::Bytes => "Bytes",
        }
    }

    /// What it looks at, in a few words.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Anything => "Names, numbers, types and values",
            Self::Name => "Field names, any part of them",
            Self::Number => "Field numbers",
            Self::Type => "Kinds, messages and enums by any part of the name",
            Self::Value => "Values: numbers exactly, text by any part, digests by how they begin",
            Self::Bytes => "Bytes as hex, or text in quotes, wherever they stand",
        }
    }
}

/// What is to be found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Query {
    /// What was typed.
    pub text: String,
    /// What is looked at.
    pub mode: Mode,
}

impl Query {
    /// How many bytes are looked for, where bytes are.
    pub fn byte_count(&self) -> Option<u64> {
        let found = (self.mode == Mode::Bytes).then(|| bytes(self.text.trim()).ok())?;
        found.map(|(bytes, _)| bytes.len() as u64)
    }
}

/// Why nothing can be found with a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryError {
    /// Nothing was typed.
    Empty,
    /// A field number was expected.
    NoNumber,
    /// Bytes were expected.
    NoBytes,
    /// The last byte has one hex digit.
    HalfByte,
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "type what is to be found",
            Self::NoNumber => "a field number is expected, like 15",
            Self::NoBytes => "bytes in hex are expected, like 0a 03, or a text in quotes",
            Self::HalfByte => "the last byte has one digit: two are expected",
        })
    }
}

impl std::error::Error for QueryError {}

impl Query {
    /// Whether something can be found with it.
    ///
    /// # Errors
    /// What was expected.
    pub fn check(&self) -> Result<(), QueryError> {
        Needle::new(self).map(|_| ())
    }
}

/// A query, read.
pub(super) struct Needle {
    pub mode: Mode,
    /// The text in any case.
    pub text: Finder,
    /// All of a text, as it is shown: in quotes, with escapes.
    pub quoted: Option<Vec<u8>>,
    /// The field number, where it is one.
    pub field_number: Option<u64>,
    pub number: Option<Number>,
    /// A hash and a size with a slash between them, each as far as it was typed.
    pub digest: Option<(String, String)>,
    /// Bytes, where they are what is looked for.
    pub bytes: Vec<u8>,
    /// True where the bytes were typed as text.
    pub are_bytes_text: bool,
}

/// A number as typed: exact for integers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    pub integer: Option<i128>,
    pub real: f64,
}

impl Needle {
    pub fn new(query: &Query) -> Result<Self, QueryError> {
        let text = query.text.trim();
        if text.is_empty() {
            return Err(QueryError::Empty);
        }
        let field_number = text.strip_prefix('#').unwrap_or(text).parse().ok();
        if query.mode == Mode::Number && field_number.is_none() {
            return Err(QueryError::NoNumber);
        }
        let (bytes, are_bytes_text) = if query.mode == Mode::Bytes { bytes(text)? } else { (Vec::new(), false) };
        // Spaces at the ends of a text are meant, unless they are all there is.
        let own = if query.mode == Mode::Value { query.text.as_str() } else { text };
        Ok(Self {
            mode: query.mode,
            text: Finder::new(own),
            quoted: quoted(text),
            field_number,
            number: number(text),
            digest: text.split_once('/').and_then(|(hash, size)| digest(hash, size)),
            bytes,
            are_bytes_text,
        })
    }
}

/// What a text in quotes stands for.
fn quoted(text: &str) -> Option<Vec<u8>> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    Some(unescape(inner))
}

fn digest(hash: &str, size: &str) -> Option<(String, String)> {
    let hash = hash.trim_end_matches('…').to_lowercase();
    let is_one =
        !hash.is_empty() && hash.bytes().all(|it| it.is_ascii_hexdigit()) && size.bytes().all(|it| it.is_ascii_digit());
    is_one.then(|| (hash, size.to_owned()))
}

fn number(text: &str) -> Option<Number> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    if let Some(value) = hex.and_then(|it| u64::from_str_radix(it, 16).ok()) {
        let integer = sign * i128::from(value);
        return Some(Number { integer: Some(integer), real: f64::NAN });
    }
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') || matches!(digits, "inf" | "nan");
    let real = text.parse::<f64>().ok().filter(|_| is_number)?;
    Some(Number { integer: text.parse().ok(), real })
}

/// Hex digits in any spacing, or a text in quotes.
fn bytes(text: &str) -> Result<(Vec<u8>, bool), QueryError> {
    if let Some(rest) = text.strip_prefix('"') {
        let out = unescape(rest.strip_suffix('"').filter(|it| !it.ends_with('\\')).unwrap_or(rest));
        return if out.is_empty() { Err(QueryError::Empty) } else { Ok((out, true)) };
    }
    let mut digits = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | '-' | '_')) {
        for c in word.strip_prefix("0x").unwrap_or(word).chars() {
            digits.push(c.to_digit(16).ok_or(QueryError::NoBytes)? as u8);
        }
    }
    let (pairs, rest) = digits.as_chunks::<2>();
    match (pairs, rest) {
        ([], []) => Err(QueryError::NoBytes),
        (_, [_, ..]) => Err(QueryError::HalfByte),
        (pairs, []) => Ok((pairs.iter().map(|[high, low]| high << 4 | low).collect(), false)),
    }
}

/// The bytes of a text with its escapes: `\n`, `\r`, `\t`, `\xNN`; any other escaped character is itself.
fn unescape(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        match rest.next() {
            Some('n') => out.push(b'\n'),
            Some('r') => out.push(b'\r'),
            Some('t') => out.push(b'\t'),
            Some('x') => {
                let digits: String = rest.clone().take(2).collect();
                match u8::from_str_radix(&digits, 16) {
                    Ok(byte) => {
                        out.push(byte);
                        rest.by_ref().take(2).for_each(drop);
                    }
                    Err(_) => out.push(b'x'),
                }
            }
            Some(other) => out.extend_from_slice(other.encode_utf8(&mut [0; 4]).as_bytes()),
            None => out.push(b'\\'),
        }
    }
    out
}

/// Finds a text in others, in any case.
pub(super) struct Finder {
    /// Its characters in small letters.
    small: Vec<char>,
    /// The same as bytes, where all are ASCII.
    ascii: Option<Vec<u8>>,
    /// The text as it was typed, for what is exactly that.
    exact: memmem::Finder<'static>,
}

impl Finder {
    pub fn new(text: &str) -> Self {
        Self {
            small: text.chars().flat_map(char::to_lowercase).collect(),
            ascii: text.is_ascii().then(|| text.to_ascii_lowercase().into_bytes()),
            exact: memmem::Finder::new(text.as_bytes()).into_owned(),
        }
    }

    /// Where it stands first in a text, in bytes of that.
    pub fn find(&self, text: &str) -> Option<Range<usize>> {
        if let Some(ascii) = &self.ascii {
            return find_ascii(ascii, text.as_bytes());
        }
        let first = *self.small.first()?;
        for (start, c) in text.char_indices() {
            if c.to_lowercase().next() != Some(first) {
                continue;
            }
            if let Some(len) = self.len_at(text.get(start..)?) {
                return Some(start..start + len);
            }
        }
        None
    }

    /// How long it is at the beginning of a text.
    fn len_at(&self, text: &str) -> Option<usize> {
        let mut wanted = self.small.iter();
        for (at, c) in text.char_indices() {
            for small in c.to_lowercase() {
                match wanted.next() {
                    None => return Some(at),
                    Some(it) if *it == small => {}
                    Some(_) => return None,
                }
            }
            if wanted.as_slice().is_empty() {
                return Some(at + c.len_utf8());
            }
        }
        None
    }

    /// Where it stands first among bytes; what is not ASCII is found as it was typed, or in the text around it.
    pub fn find_in_bytes(&self, bytes: &[u8]) -> Option<Range<usize>> {
        if let Some(ascii) = &self.ascii {
            return find_ascii(ascii, bytes);
        }
        if let Some(at) = self.exact.find(bytes) {
            return Some(at..at + self.exact.needle().len());
        }
        let mut at = 0;
        for chunk in bytes.utf8_chunks() {
            if let Some(found) = self.find(chunk.valid()) {
                return Some(at + found.start..at + found.end);
            }
            at += chunk.valid().len() + chunk.invalid().len();
        }
        None
    }

    /// True for hex digits and spaces alone, at least one byte of them.
    pub fn is_hex(&self) -> bool {
        self.small.len() >= 2 && self.small.iter().all(|it| it.is_ascii_hexdigit() || *it == ' ')
    }

    /// True for what begins with a digit.
    pub fn begins_like_a_number(&self) -> bool {
        self.small.iter().find(|it| **it != '-').is_some_and(char::is_ascii_digit)
    }

    /// True for exactly this text, in any case.
    pub fn is(&self, text: &str) -> bool {
        self.find(text).is_some_and(|it| it == (0..text.len()))
    }

    /// The most bytes that it can take in any case.
    pub fn longest(&self) -> usize {
        self.small.len() * 4
    }
}

fn find_ascii(small: &[u8], bytes: &[u8]) -> Option<Range<usize>> {
    let first = *small.first()?;
    let is_here = |at: &usize| bytes.get(*at..*at + small.len()).is_some_and(|it| it.eq_ignore_ascii_case(small));
    let at = memchr2_iter(first, first.to_ascii_uppercase(), bytes).find(is_here)?;
    Some(at..at + small.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(text: &str) -> Result<Vec<u8>, QueryError> {
        bytes(text).map(|it| it.0)
    }

    #[test]
    fn bytes_are_hex_in_any_spacing_or_text_in_quotes() {
        assert_eq!(hex("0a03 66"), Ok(vec![0x0a, 3, 0x66]));
        assert_eq!(hex("0x0A, 0x03"), Ok(vec![0x0a, 3]));
        assert_eq!(hex("0a:03-ff"), Ok(vec![0x0a, 3, 0xff]));
        assert_eq!(hex("\"foo\\n\\x00\""), Ok(b"foo\n\0".to_vec()));
        assert_eq!(hex("\"still typed"), Ok(b"still typed".to_vec()));
        assert_eq!(hex("0a 0"), Err(QueryError::HalfByte));
        assert_eq!(hex("zz"), Err(QueryError::NoBytes));
        assert_eq!(hex("\"\""), Err(QueryError::Empty));
    }

    #[test]
    fn text_is_found_in_any_case() {
        let find = |needle: &str, text: &str| Finder::new(needle).find(text);
        assert_eq!(find("Exit", "the EXIT code"), Some(4..8));
        assert_eq!(find("größe", "DIE GRÖSSE, Größe"), Some(13..20));
        assert_eq!(find("é", "CAFÉ"), Some(3..5));
        assert_eq!(find("x", ""), None);
        assert_eq!(Finder::new("é").find_in_bytes("\u{e9}".to_uppercase().as_bytes()), Some(0..2));
        assert!(Finder::new("TRUE").is("true"));
        assert!(!Finder::new("tru").is("true"));
    }

    #[test]
    fn numbers_are_read_exactly() {
        assert_eq!(number("18446744073709551615").and_then(|it| it.integer), Some(i128::from(u64::MAX)));
        assert_eq!(number("-0x10").and_then(|it| it.integer), Some(-16));
        assert_eq!(number("1.5").map(|it| it.real), Some(1.5));
        assert_eq!(number("infinite"), None);
        assert_eq!(number("e5"), None);
    }

    #[test]
    fn a_query_that_finds_nothing_says_what_was_expected() {
        let check = |text: &str, mode| Query { text: text.to_owned(), mode }.check();
        assert_eq!(check("  ", Mode::Anything), Err(QueryError::Empty));
        assert_eq!(check("abc", Mode::Number), Err(QueryError::NoNumber));
        assert_eq!(check("#15", Mode::Number), Ok(()));
    }
}
