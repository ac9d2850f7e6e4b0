//! Guesses what a length-delimited payload without a type may be. Bounded: looks at the first bytes only.

use super::reader::Reader;
use super::record::{Flaws, WireType};
use super::scan::{self, Head};
use super::source::Bytes;
use super::span::Area;
use std::sync::Arc;

/// How many bytes of a payload are looked at.
pub const LOOKED_AT: u64 = 4 << 10;
/// How many records of a payload are looked at.
const LOOKED_AT_ROWS: usize = 64;
/// Field numbers above this are rare enough to speak against a message.
const LIKELY_NUMBER: u64 = 1 << 15;

/// What a payload looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// Printable UTF-8.
    Text,
    /// Records without a fault.
    Message,
    /// Neither.
    Bytes,
}

/// What the payload that begins with `start` and is `len` bytes long looks like. Text wins over a message: nearly
/// every message has a byte that text does not.
pub fn payload(start: &[u8], len: u64) -> Guess {
    if start.is_empty() {
        return Guess::Bytes;
    }
    let is_whole = start.len() as u64 == len;
    // Text seldom begins with a line break, and a message whose first field is text always does.
    let begins_like_text = !start.first().is_some_and(u8::is_ascii_control);
    if is_text(start, is_whole) && (begins_like_text || !is_message(start, len)) {
        return Guess::Text;
    }
    if is_message(start, len) { Guess::Message } else { Guess::Bytes }
}

fn is_text(start: &[u8], is_whole: bool) -> bool {
    let text = match std::str::from_utf8(start) {
        Ok(text) => text,
        Err(error) if !is_whole && error.error_len().is_none() => {
            start.get(..error.valid_up_to()).and_then(|it| std::str::from_utf8(it).ok()).unwrap_or("")
        }
        Err(_) => return false,
    };
    !text.is_empty() && !text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{1b}'))
}

fn is_message(start: &[u8], len: u64) -> bool {
    let bytes = Bytes::new(Arc::new(start.to_vec()));
    let mut reader = Reader::new(&bytes);
    let (mut offset, end) = (0, start.len() as u64);
    for row in 0..LOOKED_AT_ROWS {
        let Ok(Some(head)) = scan::head(&mut reader, Area::Original, offset, end) else { return true };
        if head.flaws.is_open() {
            return end < len && is_cut_by_view(&head, row, len);
        }
        if !head.flaws.is_none() || head.number > LIKELY_NUMBER {
            return false;
        }
        offset = head.next;
    }
    true
}

/// True for a record that is only open because the bytes looked at end in it.
fn is_cut_by_view(head: &Head, row: usize, len: u64) -> bool {
    let payload = head.start + u64::from(head.tag_len) + u64::from(head.prefix_len);
    let is_whole_further_on = |wanted: u64| wanted <= len.saturating_sub(payload) && head.number <= LIKELY_NUMBER;
    match head.wire_type {
        WireType::Len => head.flaws == Flaws::TRUNCATED && is_whole_further_on(head.declared),
        WireType::Fixed32 => head.flaws == Flaws::TRUNCATED && is_whole_further_on(4),
        WireType::Fixed64 => head.flaws == Flaws::TRUNCATED && is_whole_further_on(8),
        WireType::Group => head.flaws == Flaws::UNCLOSED && row > 0,
        WireType::Undecoded => head.flaws == Flaws::CUT_VARINT && row > 0,
        WireType::Varint => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(bytes: &[u8]) -> Guess {
        payload(bytes, bytes.len() as u64)
    }

    #[test]
    fn the_usual_payloads_are_told_apart() {
        assert_eq!(whole(b"x86_64-linux"), Guess::Text);
        assert_eq!(whole(&[0x08, 0x96, 0x01]), Guess::Message);
        assert_eq!(whole(&[0x0a, 3, 1, 2, 3, 0x10, 0]), Guess::Message);
        assert_eq!(whole(&[0xff, 0xff, 0xff]), Guess::Bytes);
        assert_eq!(whole(&[0x0a, 200, 1]), Guess::Bytes);
        assert_eq!(whole("größe".as_bytes()), Guess::Text);
        assert_eq!(whole(b"\n\x05hello"), Guess::Message);
        assert_eq!(whole(b"\nhello"), Guess::Text);
    }

    #[test]
    fn a_long_payload_is_judged_by_its_start() {
        let mut bytes = vec![0x0a, 0xff, 0x7f];
        bytes.resize(4096, 7);
        assert_eq!(payload(&bytes, 3 + 0x3fff), Guess::Message);
    }

    #[test]
    fn what_the_view_cuts_is_no_fault() {
        let whole: Vec<u8> = [0x08u8, 0x96, 0x01, 0x1d, 0, 0, 0, 1].repeat(1000);
        for len in 3..200 {
            assert_eq!(payload(&whole[..len], whole.len() as u64), Guess::Message, "{len}");
        }
        // The same bytes where they are all there is: a record is cut.
        assert_eq!(payload(&whole[..7], 7), Guess::Bytes);
    }

    #[test]
    fn a_length_past_the_end_of_the_whole_payload_is_a_fault() {
        assert_eq!(payload(&[0x0a, 200, 1, 0], 4 + 100), Guess::Bytes);
        assert_eq!(payload(&[0x0a, 200, 1, 0], 4 + 300), Guess::Message);
    }
}
