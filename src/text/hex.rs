//! Bytes as `xxd` shows them: offset, sixteen bytes in hex, and what of them is printable ASCII.

use std::fmt::Write;

use super::PrintError;
use crate::wire::Document;

const ROW: u64 = 16;
const PIECE: u64 = 16 << 10;

/// Prints a document's bytes, at most `rows` rows of sixteen.
///
/// # Errors
/// Bytes that are missing, or a writer that takes no more.
pub fn print(document: &Document, rows: Option<u64>, out: &mut dyn Write) -> Result<(), PrintError> {
    let end = document.len().min(rows.map_or(u64::MAX, |it| it.saturating_mul(ROW)));
    let mut piece = Vec::new();
    let mut at = 0;
    while at < end {
        piece.resize((end - at).min(PIECE) as usize, 0);
        document.read(at, &mut piece)?;
        for row in piece.chunks(ROW as usize) {
            write_row(at, row, out)?;
            at += row.len() as u64;
        }
    }
    Ok(())
}

fn write_row(at: u64, bytes: &[u8], out: &mut dyn Write) -> std::fmt::Result {
    let mut row = String::with_capacity(80);
    write!(row, "{at:08x}: ")?;
    for i in 0..ROW as usize {
        match bytes.get(i) {
            Some(byte) => write!(row, "{byte:02x}")?,
            None => row.push_str("  "),
        }
        if i % 2 == 1 {
            row.push(' ');
        }
    }
    row.push(' ');
    row.extend(bytes.iter().map(|it| if (0x20..0x7f).contains(it) { char::from(*it) } else { '.' }));
    row.push('\n');
    out.write_str(&row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_those_of_xxd() {
        let document = Document::from_bytes((0x1e..0x30).collect());
        let mut out = String::new();
        print(&document, None, &mut out).unwrap();
        let wanted = "00000000: 1e1f 2021 2223 2425 2627 2829 2a2b 2c2d  .. !\"#$%&'()*+,-\n\
                      00000010: 2e2f                                     ./\n";
        assert_eq!(out, wanted);
        let mut out = String::new();
        print(&document, Some(1), &mut out).unwrap();
        assert_eq!(out.lines().count(), 1);
    }
}
