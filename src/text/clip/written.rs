//! Bytes as texts to be pasted elsewhere: hex, base64, an array of C.

use std::fmt::Write;

/// Bytes of an array in a line.
const LINE: usize = 12;

/// `0a 03 66`.
pub fn hex(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() * 3);
    for (i, byte) in bytes.iter().enumerate() {
        let space = if i == 0 { "" } else { " " };
        _ = write!(out, "{space}{byte:02x}");
    }
    out
}

/// Base64 of the standard alphabet, padded.
pub fn base64(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() / 3 * 4 + 4);
    _ = crate::text::json::base64(bytes, &mut out);
    out
}

/// An array of C source code.
pub fn c_array(bytes: &[u8]) -> String {
    let mut out = format!("static const unsigned char bytes[{}] = {{", bytes.len());
    for line in bytes.chunks(LINE) {
        out.push_str("\n   ");
        line.iter().for_each(|byte| _ = write!(out, " 0x{byte:02x},"));
    }
    out.push_str("\n};\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::clip::{self, Form};

    #[test]
    fn what_is_written_is_read_as_the_same_bytes() {
        let bytes: Vec<u8> = (0..=255).collect();
        for (text, form) in [(hex(&bytes), Form::Hex), (base64(&bytes), Form::Base64), (c_array(&bytes), Form::Array)] {
            let read = clip::read(&text);
            assert_eq!((read.form, read.bytes), (form, bytes.clone()), "{text}");
        }
        assert_eq!(hex(&[10, 3]), "0a 03");
        assert_eq!(c_array(&[10]), "static const unsigned char bytes[1] = {\n    0x0a,\n};\n");
    }
}
