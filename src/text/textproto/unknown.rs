//! Length-delimited bytes without a field: a message where they read as one completely, else text. Reads as protoc
//! does when it tries: tags and lengths of up to ten bytes, of which 32 bits count.

use crate::wire::varint::{self, Varint};
use crate::wire::{Missing, Reader, Span};

/// What stands at a place of such a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Varint { number: u32, value: u64 },
    Fixed32 { number: u32, value: u32 },
    Fixed64 { number: u32, value: u64 },
    Len { number: u32, payload: Span },
    GroupStart { number: u32 },
    GroupEnd { number: u32 },
}

/// The token at the start of `rest` and what comes behind it; `None` where none can be read.
pub(super) fn token(reader: &mut Reader<'_>, rest: Span) -> Result<Option<(Token, Span)>, Missing> {
    let bytes = reader.at(rest.area, rest.start, 2 * varint::MAX_LEN as u64, rest.end())?;
    let Varint::Whole { value: tag, len: tag_len, .. } = varint::read(bytes) else { return Ok(None) };
    let number = tag as u32 >> 3;
    let value = bytes.get(usize::from(tag_len)..).unwrap_or_default();
    let behind = |len: u64| rest.part(u64::from(tag_len) + len, rest.len);
    if number == 0 {
        return Ok(None);
    }
    Ok(match tag & 7 {
        0 => match varint::read(value) {
            Varint::Whole { value, len, .. } => Some((Token::Varint { number, value }, behind(u64::from(len)))),
            Varint::Cut | Varint::Endless => None,
        },
        1 => value.first_chunk().map(|it| (Token::Fixed64 { number, value: u64::from_le_bytes(*it) }, behind(8))),
        2 => match varint::read(value) {
            Varint::Whole { value, len, .. } => {
                let rest = behind(u64::from(len));
                let length = u64::from(value as u32);
                (length <= rest.len)
                    .then(|| (Token::Len { number, payload: rest.part(0, length) }, rest.part(length, rest.len)))
            }
            Varint::Cut | Varint::Endless => None,
        },
        3 => Some((Token::GroupStart { number }, behind(0))),
        4 => Some((Token::GroupEnd { number }, behind(0))),
        5 => value.first_chunk().map(|it| (Token::Fixed32 { number, value: u32::from_le_bytes(*it) }, behind(4))),
        _ => None,
    })
}

/// True when the bytes read as a message completely, its groups nested at most `budget` deep.
pub(super) fn is_message(reader: &mut Reader<'_>, all: Span, budget: usize) -> Result<bool, Missing> {
    let mut open = Vec::new();
    let mut rest = all;
    while !rest.is_empty() {
        let Some((token, behind)) = token(reader, rest)? else { return Ok(false) };
        match token {
            Token::GroupStart { .. } if open.len() == budget => return Ok(false),
            Token::GroupStart { number } => open.push(number),
            Token::GroupEnd { number } if open.pop() != Some(number) => return Ok(false),
            _ => {}
        }
        rest = behind;
    }
    Ok(open.is_empty())
}
