//! A pasted text as bytes: hex in any spacing, dumps of `xxd`, `hexdump` and `od`, arrays of numbers in source code,
//! string literals, base64. What is none of these is taken as the text it is, so that there is always an answer, and
//! the answer says what it was taken for.

mod base64;
mod dump;
mod numbers;
mod written;

use std::fmt;

pub use written::{base64 as to_base64, c_array as to_c_array, hex as to_hex};

/// Bytes that a dump may stand for at most: a `*` line repeats without end.
pub const LIMIT: usize = 64 << 20;

/// What a text was taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Offset, bytes and what of them is printable, a row a line: what `xxd`, `hexdump` and `od -tx1` print.
    Dump,
    /// Numbers between brackets or braces: `{0x0a, 3}` of C, `[10, 3]` of others.
    Array,
    /// A string literal with escapes: `b"\n\x03abc"`.
    Escaped,
    /// Hex, in any spacing: `0a 03`, `0a:03`, `0x0a 0x03`, `\x0a\x03`.
    Hex,
    /// Base64, of the standard or the URL alphabet, padded or not.
    Base64,
    /// Text as it is, in UTF-8.
    Text,
}

impl Form {
    /// All forms, in the order in which they are tried.
    pub const ALL: [Self; 6] = [Self::Dump, Self::Array, Self::Escaped, Self::Hex, Self::Base64, Self::Text];

    /// Its name in a sentence: `taken for hex`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dump => "a hex dump",
            Self::Array => "an array of bytes",
            Self::Escaped => "an escaped string",
            Self::Hex => "hex",
            Self::Base64 => "base64",
            Self::Text => "text",
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The bytes of a text, and what it was taken for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clip {
    /// What it was taken for.
    pub form: Form,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// The bytes of a text, as the first form that fits. Costs time and memory by the text's length.
pub fn read(text: &str) -> Clip {
    for form in Form::ALL {
        // A word of letters alone would read as base64 too.
        if form == Form::Base64 && !base64::is_telling(text) {
            continue;
        }
        if let Some(bytes) = read_as(text, form) {
            return Clip { form, bytes };
        }
    }
    Clip { form: Form::Text, bytes: text.as_bytes().to_vec() }
}

/// The bytes of a text as one form; `None` where it is not of that form. Hex needs whole bytes; a text without a
/// digit is none.
pub fn read_as(text: &str, form: Form) -> Option<Vec<u8>> {
    match form {
        Form::Dump => dump::read(text),
        Form::Array => numbers::array(text),
        Form::Escaped => numbers::literal(text),
        Form::Hex => numbers::hex(text),
        Form::Base64 => base64::read(text),
        Form::Text => Some(text.as_bytes().to_vec()),
    }
}

/// The two digits of a byte.
fn byte_of(pair: &[u8]) -> Option<u8> {
    let digit = |it: u8| char::from(it).to_digit(16);
    let [high, low] = pair else { return None };
    u8::try_from(digit(*high)? << 4 | digit(*low)?).ok()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;

    const BYTES: &[u8] = b"\x0a\x03abc\x10\xff\x01";

    #[track_caller]
    fn expect(text: &str, form: Form, bytes: &[u8]) {
        let clip = read(text);
        assert_eq!((clip.form, clip.bytes.as_slice()), (form, bytes), "{text:?}");
    }

    #[test]
    fn hex_is_read_in_any_spacing() {
        for text in [
            "0a0361626310ff01",
            "0A 03 61 62 63 10 FF 01\n",
            "0a03 6162\n6310 ff01",
            "0a:03:61:62:63:10:ff:01",
            "0a-03-61-62-63-10-ff-01",
            "0x0a 0x03 0x61 0x62 0x63 0x10 0xff 0x1",
            "0x0a,0x03,0x61,0x62,0x63,0x10,0xff,0x01,",
            "0x0a0361626310ff01",
            r"\x0a\x03\x61\x62\x63\x10\xff\x01",
        ] {
            expect(text, Form::Hex, BYTES);
        }
    }

    #[test]
    fn half_a_byte_is_not_hex() {
        for text in ["0a0", "0a 0", "0a 0g", "0x0a 0x123", "", "  \n"] {
            assert_eq!(read_as(text, Form::Hex), None, "{text:?}");
        }
    }

    #[test]
    fn arrays_of_source_code_are_read() {
        for text in [
            "{0x0a, 0x03, 0x61, 0x62, 0x63, 0x10, 0xff, 0x01}",
            "unsigned char m_bin[] = {\n  0x0a, 0x03, 0x61,\n  0x62, 0x63, 0x10, 0xff, 0x01\n};\nunsigned int m_bin_len = 8;\n",
            "[10, 3, 97, 98, 99, 16, 255, 1]",
            "&[0x0a_u8, 3u8, 97, 98, 99, 16, 0xff, 1]",
            "[]byte{0x0a, 0x3, 0x61, 0x62, 0x63, 0x10, 0xff, 0x1}",
            "bytes([10, 3, 97, 98, 99, 16, 255, 1])",
            "new byte[] {10, 3, 97, 98, 99, 16, -1, 1}",
            "static const BYTES: [u8; 8] = [\n    0x0a, 3, 97, 98, 99, 16, 255, 1,\n];",
        ] {
            expect(text, Form::Array, BYTES);
        }
        for text in ["[1, 2, 256]", "{}", "[]", "[1, x]", "output_files[2]", "{\"a\": 1}", "[1.5]"] {
            assert_eq!(read_as(text, Form::Array), None, "{text:?}");
        }
    }

    #[test]
    fn string_literals_are_read() {
        for text in [
            r#"b"\n\x03abc\x10\xff\x01""#,
            r#"b'\n\x03abc\x10\xff\x01'"#,
            r#""\n\003abc\020\377\001""#,
            r#"  "\n\x03abc\x10\xff\x01";"#,
        ] {
            expect(text, Form::Escaped, BYTES);
        }
        expect(r#""a\"b\\\u00e9\t""#, Form::Escaped, "a\"b\\é\t".as_bytes());
        for text in [r#""a"b""#, r#""\q""#, r#""\x0""#, "\"", r#""\""#] {
            assert_eq!(read_as(text, Form::Escaped), None, "{text:?}");
        }
    }

    #[test]
    fn dumps_of_usual_tools_are_read() {
        for text in [
            "00000000: 0a03 6162 6310 ff01                      ..abc...\n",
            "00000000: 0a 03 61 62 63 10 ff 01  ..abc...",
            "00000000  0a 03 61 62 63 10 ff 01                           |..abc...|\n00000008\n",
            "0000000 0a 03 61 62 63 10 ff 01\n0000010\n",
            "000000 0a 03 61 62 63 10 ff 01  >..abc...<\n000008\n",
            "0000000 030a 6261 1063 01ff\n0000008\n",
            "0x0000:  0a03 6162 6310 ff01                      ..abc...",
            "00000040: 0a03 6162  ..ab\n00000044: 6310 ff01  c...\n",
        ] {
            expect(text, Form::Dump, BYTES);
        }
    }

    #[test]
    fn a_dump_whose_text_looks_like_hex_is_read_by_its_columns() {
        expect("00000000: 6162 6364 2020 6162  abcd  ab\n", Form::Dump, b"abcd  ab");
        expect("00000000  7c 61 62 7c  |||ab||\n", Form::Dump, b"|ab|");
    }

    #[test]
    fn a_star_in_a_dump_repeats_the_row_above() {
        let text = "00000000  01 02 03 04 05 06 07 08  09 0a 0b 0c 0d 0e 0f 10  |................|\n*\n\
                    00000030  ff                                                |.|\n00000031\n";
        let row: Vec<u8> = (1..=16).collect();
        expect(text, Form::Dump, &[&row.repeat(3), &[0xff][..]].concat());
        let endless = text.replace("00000030", "ffffffffffff0").replace("00000031", "ffffffffffff1");
        assert_eq!(read_as(&endless, Form::Dump), None);
        assert_eq!(read_as("*\n00000010\n", Form::Dump), None);
    }

    #[test]
    fn rows_that_do_not_follow_one_another_are_no_dump() {
        assert_eq!(read_as("00000000: 0a03  ..\n00000010: 0a03  ..\n", Form::Dump), None);
    }

    #[test]
    fn what_is_printed_as_a_dump_is_read_back() {
        let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
        let mut text = String::new();
        crate::text::hex::print(&crate::wire::Document::from_bytes(bytes.clone()), None, &mut text).unwrap();
        expect(&text, Form::Dump, &bytes);
    }

    #[test]
    fn base64_is_read_of_both_alphabets_padded_or_not() {
        for text in ["CgNhYmMQ/wE=", "CgNhYmMQ/wE", "CgNhYmMQ_wE=", "CgNhYmMQ_wE", "CgNh\nYmMQ\n/wE=\n"] {
            expect(text, Form::Base64, BYTES);
        }
        expect("data:application/x-protobuf;base64,CgNhYmMQ/wE=", Form::Base64, BYTES);
        for text in ["CgNhY", "CgNh=YmM", "CgNhYmMQ/_wE", "CgNhYmMQ/wE===", "====", "Cg Nh é"] {
            assert_eq!(read_as(text, Form::Base64), None, "{text:?}");
        }
        assert_eq!(read_as("Zh==", Form::Base64), None, "bits that no byte has are not dropped");
    }

    #[test]
    fn words_are_text() {
        for text in
            ["hello", "a word of text", "message", "Zürich\n", "name: \"a\"\nsize: 3\n", "{\"a\": 1}", "world12"]
        {
            expect(text, Form::Text, text.as_bytes());
        }
        assert_eq!(read("").bytes, b"");
    }

    #[test]
    fn a_long_text_takes_no_longer_than_it_has_to() {
        let mut text = String::new();
        for i in 0..200_000u32 {
            write!(text, "{:02x} ", i % 256).unwrap();
        }
        assert_eq!(read(&text).bytes.len(), 200_000);
        text.push('g');
        assert_eq!(read(&text).form, Form::Text);
        assert_eq!(read(&"\\".repeat(200_000)).form, Form::Text);
        assert_eq!(read(&"0x".repeat(100_000)).form, Form::Text);
        assert_eq!(read(&"[".repeat(200_000)).form, Form::Text);
    }
}
