//! Text and bytes as JSON strings, piece by piece.

use std::fmt::{self, Write};

use crate::wire::is_invisible;

/// Writes what goes between the quotes for text that comes in pieces; what is no UTF-8 becomes U+FFFD.
#[derive(Default)]
pub(super) struct Text {
    /// The start of a letter whose rest is in the next piece.
    kept: Vec<u8>,
    /// How many places were no UTF-8.
    pub replaced: u64,
}

impl Text {
    pub fn write(&mut self, piece: &[u8], is_last: bool, out: &mut dyn Write) -> fmt::Result {
        if self.kept.is_empty() {
            return self.write_rest(piece, is_last, out);
        }
        let mut joined = std::mem::take(&mut self.kept);
        joined.extend_from_slice(piece);
        self.write_rest(&joined, is_last, out)
    }

    fn write_rest(&mut self, mut rest: &[u8], is_last: bool, out: &mut dyn Write) -> fmt::Result {
        loop {
            let error = match std::str::from_utf8(rest) {
                Ok(text) => return escape(text, out),
                Err(error) => error,
            };
            let (valid, behind) = rest.split_at_checked(error.valid_up_to()).unwrap_or((rest, &[]));
            escape(std::str::from_utf8(valid).unwrap_or_default(), out)?;
            match error.error_len() {
                None if !is_last => {
                    self.kept = behind.to_vec();
                    return Ok(());
                }
                bad => {
                    self.replaced += 1;
                    out.write_char(char::REPLACEMENT_CHARACTER)?;
                    rest = behind.get(bad.unwrap_or(behind.len())..).unwrap_or_default();
                }
            }
        }
    }
}

/// Escapes what JSON demands, and what would not show.
pub(super) fn escape(text: &str, out: &mut dyn Write) -> fmt::Result {
    let mut plain = 0;
    for (at, c) in text.char_indices() {
        let is_special = matches!(c, '"' | '\\' | '\u{7f}') || c < ' ' || is_invisible(c);
        if !is_special {
            continue;
        }
        out.write_str(text.get(plain..at).unwrap_or(""))?;
        plain = at + c.len_utf8();
        match c {
            '"' | '\\' => write!(out, "\\{c}")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '\t' => out.write_str("\\t")?,
            c => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(out, "\\u{unit:04x}")?;
                }
            }
        }
    }
    out.write_str(text.get(plain..).unwrap_or(""))
}

/// Writes bytes in base64; a piece that is not the last is a multiple of three bytes long.
pub(in crate::text) fn base64(piece: &[u8], out: &mut dyn Write) -> fmt::Result {
    for three in piece.chunks(3) {
        let at = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for i in 0..4 {
            let sextet = (bits >> (18 - 6 * i) & 63) as u8;
            out.write_char(if i > three.len() { '=' } else { char::from(letter(sextet)) })?;
        }
    }
    Ok(())
}

fn letter(sextet: u8) -> u8 {
    match sextet {
        0..=25 => b'A' + sextet,
        26..=51 => b'a' + (sextet - 26),
        52..=61 => b'0' + (sextet - 52),
        62 => b'+',
        _ => b'/',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cut_anywhere_is_written_the_same() {
        let bytes = [b"a\"\\\n\x01".as_slice(), "é😀\u{202e}".as_bytes(), b"\xff\xc3"].concat();
        let wanted = r#"a\"\\\n\u0001é😀\u202e"#.to_owned() + "\u{fffd}\u{fffd}";
        for cut in 0..=bytes.len() {
            let (mut text, mut out) = (Text::default(), String::new());
            text.write(&bytes[..cut], false, &mut out).unwrap();
            text.write(&bytes[cut..], true, &mut out).unwrap();
            assert_eq!((out, text.replaced), (wanted.clone(), 2), "{cut}");
        }
    }

    #[test]
    fn bytes_are_written_in_base64() {
        for (bytes, wanted) in
            [(b"".as_slice(), ""), (b"f", "Zg=="), (b"fo", "Zm8="), (b"foo", "Zm9v"), (b"\xff\xfe\xfb", "//77")]
        {
            let mut out = String::new();
            base64(bytes, &mut out).unwrap();
            assert_eq!(out, wanted);
        }
    }
}
