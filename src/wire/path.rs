//! Paths: the text that names a field, as a person writes it: `result.output_files[2].path`, `#15[0]`,
//! `server_logs["stdout"].digest`, `[pkg.ext]`, `.` for the whole message. Knows no schema.

use std::fmt;

/// A path, outermost field first; empty for the whole message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path {
    /// The fields on the way.
    pub segments: Vec<Segment>,
}

/// A field in its message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Segment {
    /// Which field.
    pub name: Name,
    /// Which of its occurrences or entries.
    pub index: Option<Index>,
}

/// How a field is named.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    /// By the schema's name.
    Field(String),
    /// By number, also one that the schema does not know.
    Number(u64),
    /// An extension by its full name.
    Extension(String),
}

/// Which one of several.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Index {
    /// The occurrence or element, from 0.
    At(u64),
    /// The map entry with this key: text, a number or a bool, as written.
    Key(Key),
}

/// A map's key as written in a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// In quotes.
    Text(String),
    /// A bare word: `true` or `false`.
    Word(String),
    /// A negative number (one that is not is an [`Index::At`], which a map reads as its key).
    Number(i64),
}

/// Why a text is no path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathError {
    /// Offset in the text, in bytes.
    pub at: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at character {}: {} expected", self.at + 1, self.expected)
    }
}

impl std::error::Error for PathError {}

impl Path {
    /// Reads a path.
    ///
    /// # Errors
    /// Where the text stops being one, and what was expected.
    pub fn parse(text: &str) -> Result<Self, PathError> {
        if text == "." {
            return Ok(Self::default());
        }
        let mut parser = Parser { text, at: 0 };
        let mut segments = Vec::new();
        loop {
            let name = parser.name()?;
            let index = parser.index()?;
            segments.push(Segment { name, index });
            if parser.rest().is_empty() {
                return Ok(Self { segments });
            }
            if !parser.take('.') {
                return Err(parser.expected("`.`, `[` or the end"));
            }
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn expected(&self, expected: &'static str) -> PathError {
        PathError { at: self.at, expected }
    }

    fn take(&mut self, c: char) -> bool {
        let is_there = self.rest().starts_with(c);
        if is_there {
            self.at += c.len_utf8();
        }
        is_there
    }

    fn take_while(&mut self, is_part: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let len = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        self.at += len;
        rest.get(..len).unwrap_or("")
    }

    fn name(&mut self) -> Result<Name, PathError> {
        if self.take('#') {
            let start = self.at;
            let digits = self.take_while(|c| c.is_ascii_digit());
            return digits.parse().map(Name::Number).map_err(|_| PathError { at: start, expected: "a field number" });
        }
        if self.take('[') {
            let name = self.take_while(|c| c.is_alphanumeric() || c == '_' || c == '.');
            if name.is_empty() || !self.take(']') {
                return Err(self.expected("an extension's full name and `]`"));
            }
            return Ok(Name::Extension(name.to_owned()));
        }
        let name = self.take_while(|c| c.is_alphanumeric() || c == '_');
        if name.is_empty() { Err(self.expected("a field name")) } else { Ok(Name::Field(name.to_owned())) }
    }

    fn index(&mut self) -> Result<Option<Index>, PathError> {
        if !self.take('[') {
            return Ok(None);
        }
        let start = self.at;
        let index = if self.rest().starts_with('"') {
            Index::Key(Key::Text(self.quoted()?))
        } else {
            let word = self.take_while(|c| c != ']');
            let is_number = !word.starts_with('+');
            match (word.parse::<u64>(), word.parse::<i64>()) {
                (Ok(n), _) if is_number => Index::At(n),
                (_, Ok(n)) if is_number => Index::Key(Key::Number(n)),
                _ if word == "true" || word == "false" => Index::Key(Key::Word(word.to_owned())),
                _ => return Err(PathError { at: start, expected: "an index or a key in quotes" }),
            }
        };
        if self.take(']') { Ok(Some(index)) } else { Err(self.expected("`]`")) }
    }

    fn quoted(&mut self) -> Result<String, PathError> {
        self.take('"');
        let mut out = String::new();
        loop {
            let Some(c) = self.rest().chars().next() else { return Err(self.expected("`\"`")) };
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(out),
                '\\' => {
                    let Some(escaped) = self.rest().chars().next() else { return Err(self.expected("an escape")) };
                    self.at += escaped.len_utf8();
                    out.push(match escaped {
                        'n' => '\n',
                        't' => '\t',
                        'r' => '\r',
                        'u' => self.code_point()?,
                        other => other,
                    });
                }
                c => out.push(c),
            }
        }
    }

    /// A character by its four hex digits.
    fn code_point(&mut self) -> Result<char, PathError> {
        let digits = self.rest().get(..4).filter(|it| it.bytes().all(|it| it.is_ascii_hexdigit()));
        let digits = digits.and_then(|it| u32::from_str_radix(it, 16).ok());
        let c = digits.and_then(char::from_u32).ok_or_else(|| self.expected("four hex digits"))?;
        self.at += 4;
        Ok(c)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.segments.is_empty() {
            return f.write_str(".");
        }
        for (i, segment) in self.segments.iter().enumerate() {
            if i > 0 {
                f.write_str(".")?;
            }
            write!(f, "{segment}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Name::Field(name) => f.write_str(name)?,
            Name::Number(number) => write!(f, "#{number}")?,
            Name::Extension(name) => write!(f, "[{name}]")?,
        }
        match &self.index {
            None => Ok(()),
            Some(Index::At(n)) => write!(f, "[{n}]"),
            Some(Index::Key(Key::Word(word))) => write!(f, "[{word}]"),
            Some(Index::Key(Key::Number(n))) => write!(f, "[{n}]"),
            Some(Index::Key(Key::Text(text))) => {
                f.write_str("[\"")?;
                for c in text.chars() {
                    match c {
                        '"' | '\\' => write!(f, "\\{c}")?,
                        '\n' => f.write_str("\\n")?,
                        '\t' => f.write_str("\\t")?,
                        '\r' => f.write_str("\\r")?,
                        c if c.is_control() || is_hidden(c) => write!(f, "\\u{:04x}", u32::from(c))?,
                        c => write!(f, "{c}")?,
                    }
                }
                f.write_str("\"]")
            }
        }
    }
}

/// True for what is escaped so that it is seen; an escape has four digits.
fn is_hidden(c: char) -> bool {
    u32::from(c) <= 0xffff && super::is_invisible(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_print_as_they_are_read() {
        for text in [
            ".",
            "result.output_files[2].path",
            "server_logs[\"stdout\"].digest.hash",
            "#15[0]",
            "values[3]",
            "[pkg.name].x",
            "m[true]",
            "m[-4]",
            "m[\"a\\\"b\\n\"]",
            "m[\"\\u001b[0m\\u0000\"]",
            "m[\"a\\u202eb\\u200d\"]",
        ] {
            assert_eq!(Path::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_text_that_is_no_path_says_where() {
        assert_eq!(Path::parse("a..b").unwrap_err(), PathError { at: 2, expected: "a field name" });
        assert_eq!(Path::parse("a[x]").unwrap_err().at, 2);
        assert_eq!(Path::parse("#x").unwrap_err().at, 1);
        assert!(Path::parse("").is_err());
        assert!(Path::parse("a[1").is_err());
        assert!(Path::parse("a[+1]").is_err());
        assert_eq!(Path::parse("a[\"\\u12\"]").unwrap_err(), PathError { at: 5, expected: "four hex digits" });
    }
}
