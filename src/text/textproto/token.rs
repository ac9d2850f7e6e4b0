//! The tokens of the text format.

use crate::text::ParseError;

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token<'a> {
    /// A word.
    Word(&'a str),
    /// A number as written, without a sign.
    Number(&'a str),
    /// Quoted text, its escapes read.
    Quoted(Vec<u8>),
    /// Any other character.
    Sign(char),
    /// The end of the text.
    End,
}

/// Reads tokens; one is looked ahead at.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    text: &'a str,
    /// Where the token looked at begins, and the rest behind it.
    start: usize,
    at: usize,
    token: Token<'a>,
}

impl<'a> Tokens<'a> {
    /// The tokens of a text.
    pub fn new(text: &'a str) -> Result<Self, ParseError> {
        let mut tokens = Self { text, start: 0, at: 0, token: Token::End };
        tokens.advance()?;
        Ok(tokens)
    }

    /// The token looked at.
    pub fn peek(&self) -> &Token<'a> {
        &self.token
    }

    /// Takes the token looked at.
    pub fn take(&mut self) -> Result<Token<'a>, ParseError> {
        let token = std::mem::replace(&mut self.token, Token::End);
        self.advance()?;
        Ok(token)
    }

    /// Takes a sign if it comes next.
    pub fn take_sign(&mut self, sign: char) -> Result<bool, ParseError> {
        let is_it = self.token == Token::Sign(sign);
        if is_it {
            self.advance()?;
        }
        Ok(is_it)
    }

    /// An error at the token looked at: `expected` is a whole sentence but for what was found.
    pub fn unexpected(&self, expected: &str) -> ParseError {
        self.error_at(self.start, format!("{expected}, {} found", self.found()))
    }

    /// An error at the token looked at.
    pub fn error(&self, reason: impl Into<String>) -> ParseError {
        self.error_at(self.start, reason)
    }

    /// An error at a place.
    pub fn error_at(&self, offset: usize, reason: impl Into<String>) -> ParseError {
        ParseError::at(self.text, offset, reason)
    }

    /// Where the token looked at begins.
    pub fn offset(&self) -> usize {
        self.start
    }

    /// The token looked at as it is written.
    pub fn found(&self) -> String {
        let written = self.text.get(self.start..self.at).unwrap_or("");
        match &self.token {
            Token::End => "the end".to_owned(),
            _ if written.chars().count() > 40 => format!("{}…", written.chars().take(40).collect::<String>()),
            _ => written.to_owned(),
        }
    }

    /// What stands up to a sign, spaces left out; the sign is taken. For names in brackets.
    pub fn take_until(&mut self, sign: char) -> Result<String, ParseError> {
        let rest = self.text.get(self.start..).unwrap_or("");
        let len = rest.find(sign).ok_or_else(|| self.error(format!("no `{sign}` follows")))?;
        let name = rest.get(..len).unwrap_or("").split_whitespace().collect();
        self.at = self.start + len + sign.len_utf8();
        self.advance()?;
        Ok(name)
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn advance(&mut self) -> Result<(), ParseError> {
        self.skip_space();
        self.start = self.at;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            self.token = Token::End;
            return Ok(());
        };
        let is_number =
            first.is_ascii_digit() || (first == '.' && rest.chars().nth(1).is_some_and(|it| it.is_ascii_digit()));
        self.token = match first {
            '"' | '\'' => Token::Quoted(self.quoted(first)?),
            _ if is_number => Token::Number(self.number()),
            c if c.is_ascii_alphabetic() || c == '_' => {
                Token::Word(self.take_while(|it| it.is_ascii_alphanumeric() || it == '_'))
            }
            c => {
                self.at += c.len_utf8();
                Token::Sign(c)
            }
        };
        Ok(())
    }

    fn skip_space(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if !self.rest().starts_with('#') {
                return;
            }
            self.take_while(|it| it != '\n');
        }
    }

    fn take_while(&mut self, is_part: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let len = rest.find(|it| !is_part(it)).unwrap_or(rest.len());
        self.at += len;
        rest.get(..len).unwrap_or("")
    }

    /// A number and all letters that touch it: what it may not have is said where it is read.
    fn number(&mut self) -> &'a str {
        let from = self.at;
        let is_hex = self.rest().get(..2).is_some_and(|it| it.eq_ignore_ascii_case("0x"));
        loop {
            self.take_while(|it| it.is_ascii_alphanumeric() || it == '.' || it == '_');
            let written = self.text.get(from..self.at).unwrap_or("");
            let is_exponent = !is_hex && written.ends_with(['e', 'E']) && self.rest().starts_with(['+', '-']);
            if !is_exponent {
                return written;
            }
            self.at += 1;
        }
    }

    fn quoted(&mut self, quote: char) -> Result<Vec<u8>, ParseError> {
        let open = self.at;
        self.at += 1;
        let mut out = Vec::new();
        loop {
            let plain = self.take_while(|it| it != quote && it != '\\' && it != '\n');
            out.extend_from_slice(plain.as_bytes());
            match self.rest().chars().next() {
                Some('\\') => self.escape(&mut out)?,
                Some(it) if it == quote => {
                    self.at += 1;
                    return Ok(out);
                }
                _ => return Err(self.error_at(open, format!("the quoted text has no closing {quote} on its line"))),
            }
        }
    }

    fn escape(&mut self, out: &mut Vec<u8>) -> Result<(), ParseError> {
        let from = self.at;
        let bad = |tokens: &Self, why: &str| Err(tokens.error_at(from, format!("{why}: write \\\\ for a backslash")));
        self.at += 1;
        let Some(c) = self.rest().chars().next() else { return bad(self, "the text ends in an escape") };
        self.at += c.len_utf8();
        match c {
            'a' => out.push(7),
            'b' => out.push(8),
            'f' => out.push(12),
            'n' => out.push(b'\n'),
            'r' => out.push(b'\r'),
            't' => out.push(b'\t'),
            'v' => out.push(11),
            '?' | '\\' | '\'' | '"' => out.push(c as u8),
            '0'..='7' => {
                self.at -= 1;
                let digits = self.digits(3, 8);
                match u8::from_str_radix(digits, 8) {
                    Ok(byte) => out.push(byte),
                    Err(_) => return bad(self, "an octal escape is at most \\377"),
                }
            }
            'x' | 'X' => match u8::from_str_radix(self.digits(2, 16), 16) {
                Ok(byte) => out.push(byte),
                Err(_) => return bad(self, "\\x is followed by one or two hex digits"),
            },
            'u' | 'U' => match self.letter(if c == 'u' { 4 } else { 8 }) {
                Some(letter) => out.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
                None => return bad(self, "\\u is followed by four hex digits, \\U by eight, of a letter that exists"),
            },
            _ => return bad(self, &format!("\\{c} is no escape")),
        }
        Ok(())
    }

    fn digits(&mut self, most: usize, radix: u32) -> &'a str {
        let rest = self.rest();
        let len = rest.chars().take(most).take_while(|it| it.is_digit(radix)).count();
        self.at += len;
        rest.get(..len).unwrap_or("")
    }

    fn letter(&mut self, n_digits: usize) -> Option<char> {
        let code = |tokens: &mut Self| {
            let digits = tokens.digits(n_digits, 16);
            if digits.len() == n_digits { u32::from_str_radix(digits, 16).ok() } else { None }
        };
        let first = code(self)?;
        if !(0xd800..0xdc00).contains(&first) {
            return char::from_u32(first);
        }
        // The two halves of a letter beyond 16 bits.
        if !self.rest().starts_with("\\u") {
            return None;
        }
        self.at += 2;
        let second = code(self).filter(|it| (0xdc00..0xe000).contains(it))?;
        char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(text: &str) -> Result<Vec<u8>, ParseError> {
        match Tokens::new(text)?.peek() {
            Token::Quoted(bytes) => Ok(bytes.clone()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_escape_is_read() {
        let text = r#""\a\b\f\n\r\t\v\?\\\'\"\0\101\377\x7\xfF\u00e9\U0001F600\ud83d\ude00é""#;
        let mut wanted = b"\x07\x08\x0c\n\r\t\x0b?\\'\"\0A\xff\x07\xff".to_vec();
        wanted.extend("é😀😀é".as_bytes());
        assert_eq!(quoted(text).unwrap(), wanted);
        assert_eq!(quoted(r"'it''s'").unwrap(), b"it");
        for bad in [r#""\400""#, r#""\q""#, r#""\u12""#, r#""\ud83d""#, "\"open", "\"a\nb\""] {
            assert!(quoted(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn tokens_have_places() {
        let mut tokens = Tokens::new("a: # note\n  -1.5e-3f [x]").unwrap();
        assert_eq!(tokens.take().unwrap(), Token::Word("a"));
        assert!(tokens.take_sign(':').unwrap());
        assert!(tokens.take_sign('-').unwrap());
        assert_eq!(tokens.peek(), &Token::Number("1.5e-3f"));
        let error = tokens.error("no");
        assert_eq!((error.line, error.column), (2, 4));
    }
}
