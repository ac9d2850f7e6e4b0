//! Bytes as people paste them elsewhere: hex, base64, and string literals of programming languages that stand for the
//! same bytes. [`super::clip`] reads them back.

use std::fmt::{self, Write};

use super::PrintError;
use super::json::base64;
use crate::wire::Document;

/// Bytes read at once: a multiple of three, so that base64 goes on between pieces.
const PIECE: usize = 12 << 10;

/// A way to write bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `0a 03 61`
    Hex,
    /// `CgNh`
    Base64,
    /// `b"\x0a\x03a"`
    Rust,
    /// `"\012\003a"`: octal, because hex escapes of C do not end by themselves.
    C,
    /// `[]byte("\x0a\x03a")`
    Go,
    /// `b"\x0a\x03a"`
    Python,
}

/// Prints all bytes of a document.
///
/// # Errors
/// Bytes that are missing, or a writer that takes no more.
pub fn print(document: &Document, notation: Notation, out: &mut dyn Write) -> Result<(), PrintError> {
    let (before, after) = match notation {
        Notation::Hex | Notation::Base64 => ("", ""),
        Notation::Rust | Notation::Python => ("b\"", "\""),
        Notation::C => ("\"", "\""),
        Notation::Go => ("[]byte(\"", "\")"),
    };
    out.write_str(before)?;
    let (end, mut at) = (document.len(), 0);
    let mut piece = Vec::new();
    while at < end {
        piece.resize((end - at).min(PIECE as u64) as usize, 0);
        document.read(at, &mut piece)?;
        match notation {
            Notation::Hex => hex(&piece, at == 0, out)?,
            Notation::Base64 => base64(&piece, out)?,
            Notation::C => escaped(&piece, out, |byte, out| write!(out, "\\{byte:03o}"))?,
            Notation::Rust | Notation::Go | Notation::Python => {
                escaped(&piece, out, |byte, out| write!(out, "\\x{byte:02x}"))?;
            }
        }
        at += piece.len() as u64;
    }
    Ok(out.write_str(after)?)
}

fn hex(bytes: &[u8], is_first: bool, out: &mut dyn Write) -> fmt::Result {
    let mut text = String::with_capacity(bytes.len() * 3);
    for (i, byte) in bytes.iter().enumerate() {
        let space = if is_first && i == 0 { "" } else { " " };
        write!(text, "{space}{byte:02x}")?;
    }
    out.write_str(&text)
}

/// Printable ASCII as it is, all else by `escape`. A question mark is escaped too: two of them begin something in C.
fn escaped(bytes: &[u8], out: &mut dyn Write, escape: impl Fn(u8, &mut String) -> fmt::Result) -> fmt::Result {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        match byte {
            b'"' | b'\\' | b'?' => escape(*byte, &mut text)?,
            0x20..=0x7e => text.push(char::from(*byte)),
            byte => escape(*byte, &mut text)?,
        }
    }
    out.write_str(&text)
}

#[cfg(test)]
mod tests {
    use super::super::clip;
    use super::*;

    fn printed(bytes: &[u8], notation: Notation) -> String {
        let mut out = String::new();
        print(&Document::from_bytes(bytes.to_vec()), notation, &mut out).unwrap();
        out
    }

    #[test]
    fn bytes_are_written_as_each_language_writes_them() {
        let bytes = b"\n\x03a1\"\\?\xff";
        for (notation, wanted) in [
            (Notation::Hex, "0a 03 61 31 22 5c 3f ff"),
            (Notation::Base64, "CgNhMSJcP/8="),
            (Notation::Rust, r#"b"\x0a\x03a1\x22\x5c\x3f\xff""#),
            (Notation::Python, r#"b"\x0a\x03a1\x22\x5c\x3f\xff""#),
            (Notation::C, r#""\012\003a1\042\134\077\377""#),
            (Notation::Go, r#"[]byte("\x0a\x03a1\x22\x5c\x3f\xff")"#),
        ] {
            assert_eq!(printed(bytes, notation), wanted);
        }
        assert_eq!(printed(b"", Notation::Rust), "b\"\"");
    }

    #[test]
    fn what_is_written_reads_back() {
        let bytes: Vec<u8> = (0..40_000u32).map(|it| (it * 7 + it / 256) as u8).collect();
        for notation in [Notation::Hex, Notation::Base64, Notation::Rust, Notation::C, Notation::Go, Notation::Python] {
            assert!(clip::read(&printed(&bytes, notation)).bytes == bytes, "{notation:?}");
        }
    }
}
