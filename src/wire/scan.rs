//! Reads records off bytes. Never fails and never drops a byte: whatever is there is part of some record.
//! Knows no schema, so what is scanned does not depend on one.

use super::body::Body;
use super::group::{self, GroupEnd};
use super::reader::Reader;
use super::record::{Flaws, MAX_NUMBER, Prefix, Record, WireType};
use super::source::Missing;
use super::span::{Area, Span};
use super::varint::{self, Varint};

/// A tag and the varint behind it fit in this many bytes.
const HEAD_MAX: u64 = 2 * varint::MAX_LEN as u64;

/// What stands at an offset, groups not yet followed to their end.
pub(crate) enum Token {
    End,
    Record { number: u64, wire_type: WireType, tag_len: u8, prefix_len: u8, declared: u64, next: u64, flaws: Flaws },
    GroupStart { number: u64, tag_len: u8, body: u64, flaws: Flaws },
    GroupEnd { number: u64, tag_len: u8 },
    Undecoded { flaws: Flaws },
}

/// A record's outline: lengths and offsets in its area, cheap enough to make for every record of a gigabyte.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    pub number: u64,
    pub wire_type: WireType,
    pub flaws: Flaws,
    pub tag_len: u8,
    pub prefix_len: u8,
    pub end_len: u8,
    pub declared: u64,
    pub start: u64,
    /// Offset behind the record.
    pub next: u64,
}

impl Head {
    /// The record it outlines.
    pub fn to_record(self, area: Area) -> Record {
        let tag = Span::new(area, self.start, u64::from(self.tag_len));
        let prefix_span = Span::new(area, tag.end(), u64::from(self.prefix_len));
        let payload_end = self.next - u64::from(self.end_len);
        let payload = Span::new(area, prefix_span.end(), payload_end - prefix_span.end());
        let prefix = match self.wire_type {
            WireType::Len => Prefix { span: prefix_span, declared: self.declared, found: payload.len },
            _ => Prefix::NONE,
        };
        Record {
            tag,
            number: self.number,
            wire_type: self.wire_type,
            prefix,
            payload: Body::Raw(payload),
            end: Span::new(area, payload_end, u64::from(self.end_len)),
            flaws: self.flaws,
        }
    }
}

/// The record at `offset` of a message that ends at `end`; `None` at the end.
///
/// # Errors
/// The span that has to be fetched first. Lost bytes are no error: they are an undecoded record.
pub(crate) fn head(reader: &mut Reader<'_>, area: Area, offset: u64, end: u64) -> Result<Option<Head>, Span> {
    let undecoded = |flaws| Head {
        number: 0,
        wire_type: WireType::Undecoded,
        flaws,
        tag_len: 0,
        prefix_len: 0,
        end_len: 0,
        declared: 0,
        start: offset,
        next: end,
    };
    let token = match token(reader, area, offset, end) {
        Ok(token) => token,
        Err(Missing::Absent(span)) => return Err(span),
        Err(Missing::Gone(_)) => return Ok(Some(undecoded(Flaws::GONE))),
    };
    Ok(Some(match token {
        Token::End => return Ok(None),
        Token::Record { number, wire_type, tag_len, prefix_len, declared, next, flaws } => {
            Head { number, wire_type, flaws, tag_len, prefix_len, end_len: 0, declared, start: offset, next }
        }
        Token::GroupStart { number, tag_len, body, flaws } => {
            let ended = group::end_of(reader, number, area, body, end)?;
            let (payload_end, end_len) = match ended {
                GroupEnd::Closed { offset, len } => (offset, len),
                GroupEnd::Unclosed { .. } => (end, 0),
            };
            Head {
                number,
                wire_type: WireType::Group,
                flaws: flaws.with(group::flaw_of(ended, number)),
                tag_len,
                prefix_len: 0,
                end_len,
                declared: 0,
                start: offset,
                next: payload_end + u64::from(end_len),
            }
        }
        Token::GroupEnd { .. } => undecoded(Flaws::STRAY_END),
        Token::Undecoded { flaws } => undecoded(flaws),
    }))
}

/// What stands at `offset` of a message that ends at `end`.
#[inline]
pub(crate) fn token(reader: &mut Reader<'_>, area: Area, offset: u64, end: u64) -> Result<Token, Missing> {
    if offset >= end {
        return Ok(Token::End);
    }
    let bytes = reader.at(area, offset, HEAD_MAX, end)?;
    let (tag, tag_len, is_exact) = match varint::read(bytes) {
        Varint::Whole { value, len, is_exact } => (value, len, is_exact),
        Varint::Cut => return Ok(Token::Undecoded { flaws: Flaws::CUT_VARINT }),
        Varint::Endless => return Ok(Token::Undecoded { flaws: Flaws::ENDLESS_VARINT }),
    };
    let number = tag >> 3;
    let mut flaws = Flaws::NONE;
    if tag_len > 1 && (usize::from(tag_len) > varint::len(tag) || !is_exact) {
        flaws = flaws.with(Flaws::OVERLONG_TAG);
    }
    if number == 0 || number > MAX_NUMBER || !is_exact {
        flaws = flaws.with(Flaws::BAD_NUMBER);
    }
    let body = offset + u64::from(tag_len);
    let rest = bytes.get(usize::from(tag_len)..).unwrap_or(&[]);
    let record = |wire_type, prefix_len, declared, next, flaws| Token::Record {
        number,
        wire_type,
        tag_len,
        prefix_len,
        declared,
        next,
        flaws,
    };
    Ok(match tag & 7 {
        0 => match varint::read(rest) {
            Varint::Whole { value, len, is_exact } => {
                let is_long = len > 1 && (usize::from(len) > varint::len(value) || !is_exact);
                let flaws = if is_long { flaws.with(Flaws::OVERLONG_VALUE) } else { flaws };
                record(WireType::Varint, 0, 0, body + u64::from(len), flaws)
            }
            Varint::Cut => Token::Undecoded { flaws: Flaws::CUT_VARINT },
            Varint::Endless => Token::Undecoded { flaws: Flaws::ENDLESS_VARINT },
        },
        2 => match varint::read(rest) {
            Varint::Whole { value, len, is_exact } => {
                let declared = if is_exact { value } else { u64::MAX };
                if len > 1 && usize::from(len) > varint::len(declared) {
                    flaws = flaws.with(Flaws::OVERLONG_LENGTH);
                }
                let start = body + u64::from(len);
                let is_cut = declared > end - start;
                let next = if is_cut { end } else { start + declared };
                record(WireType::Len, len, declared, next, if is_cut { flaws.with(Flaws::TRUNCATED) } else { flaws })
            }
            Varint::Cut => Token::Undecoded { flaws: Flaws::CUT_VARINT },
            Varint::Endless => Token::Undecoded { flaws: Flaws::ENDLESS_VARINT },
        },
        3 => Token::GroupStart { number, tag_len, body, flaws },
        4 => Token::GroupEnd { number, tag_len },
        fixed @ (1 | 5) => {
            let (wire_type, width) = if fixed == 1 { (WireType::Fixed64, 8) } else { (WireType::Fixed32, 4) };
            let is_cut = end - body < width;
            record(
                wire_type,
                0,
                0,
                if is_cut { end } else { body + width },
                if is_cut { flaws.with(Flaws::TRUNCATED) } else { flaws },
            )
        }
        _ => Token::Undecoded { flaws: Flaws::BAD_WIRE_TYPE },
    })
}
