//! Where groups end. A group says nothing of its length: its end is found by scanning it, once.

use super::reader::Reader;
use super::record::Flaws;
use super::scan::{self, Token};
use super::source::Missing;
use super::span::{Area, Span};
use super::varint;

/// Groups shorter than this are scanned again rather than remembered.
const REMEMBERED_LEN: u64 = 256;
/// How many nested groups are remembered at most (24 bytes each).
const REMEMBERED: usize = 1 << 20;

/// How a group ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupEnd {
    /// Its end tag stands at `offset` and is `len` bytes long.
    Closed { offset: u64, len: u8 },
    /// It has none: it owns the rest of its parent.
    Unclosed,
}

/// Ends found while an outer group was scanned, in the order of their starts.
#[derive(Default)]
pub(crate) struct GroupEnds {
    area: Option<Area>,
    /// The end of the message that was scanned.
    end: u64,
    ends: Vec<(u64, GroupEnd)>,
}

impl GroupEnds {
    fn get(&self, area: Area, body_start: u64, end: u64) -> Option<GroupEnd> {
        let idx = self.ends.binary_search_by_key(&body_start, |it| it.0).ok()?;
        let ended = self.ends.get(idx).filter(|_| self.area == Some(area))?.1;
        // The same bytes may stand in another message that ends elsewhere.
        let holds = match ended {
            GroupEnd::Closed { offset, len } => offset + u64::from(len) <= end,
            GroupEnd::Unclosed => end == self.end,
        };
        holds.then_some(ended)
    }
}

struct Open {
    number: u64,
    /// Its place among the remembered, where it has one.
    slot: usize,
}

/// The end of the group of `number` whose body begins at `body_start` and whose parent ends at `end`.
/// Nesting costs heap, not stack, and what is found of inner groups is remembered.
pub(crate) fn end_of(
    reader: &mut Reader<'_>,
    number: u64,
    area: Area,
    body_start: u64,
    end: u64,
) -> Result<GroupEnd, Span> {
    if let Some(known) = reader.group_ends.get(area, body_start, end) {
        return Ok(known);
    }
    let mut ends = Vec::new();
    let ended = scan_to_end(reader, number, area, body_start, end, &mut ends)?;
    let is_small = |start: u64, ended: &GroupEnd| match ended {
        GroupEnd::Closed { offset, .. } => offset - start < REMEMBERED_LEN,
        GroupEnd::Unclosed => false,
    };
    // A small group holds none that is worth remembering, and must not push out what an outer scan found.
    if !is_small(body_start, &ended) {
        ends.retain(|(start, ended)| !is_small(*start, ended));
        reader.group_ends = GroupEnds { area: Some(area), end, ends };
    }
    Ok(ended)
}

fn scan_to_end(
    reader: &mut Reader<'_>,
    number: u64,
    area: Area,
    body_start: u64,
    end: u64,
    ends: &mut Vec<(u64, GroupEnd)>,
) -> Result<GroupEnd, Span> {
    let mut open = vec![Open { number, slot: usize::MAX }];
    let mut offset = body_start;
    loop {
        let token = match scan::token(reader, area, offset, end) {
            Ok(token) => token,
            Err(Missing::Absent(span)) => return Err(span),
            Err(Missing::Gone(_)) => return Ok(GroupEnd::Unclosed),
        };
        match token {
            Token::Record { next, flaws, .. } if !flaws.is_open() => offset = next,
            Token::GroupStart { number, body, .. } => {
                open.push(Open { number, slot: remember(ends, body) });
                offset = body;
            }
            Token::GroupEnd { number, tag_len } => {
                let Some(innermost) = open.pop().filter(|it| it.number == number) else {
                    return Ok(GroupEnd::Unclosed);
                };
                let closed = GroupEnd::Closed { offset, len: tag_len };
                if let Some(slot) = ends.get_mut(innermost.slot) {
                    slot.1 = closed;
                }
                if open.is_empty() {
                    return Ok(closed);
                }
                offset += u64::from(tag_len);
            }
            Token::Record { .. } | Token::Undecoded { .. } | Token::End => return Ok(GroupEnd::Unclosed),
        }
    }
}

/// A slot for the group whose body begins at `body`, where there is room: small closed groups that end the list make
/// room first.
fn remember(ends: &mut Vec<(u64, GroupEnd)>, body: u64) -> usize {
    while let Some((start, GroupEnd::Closed { offset, .. })) = ends.last() {
        if offset - start >= REMEMBERED_LEN {
            break;
        }
        ends.pop();
    }
    if ends.len() >= REMEMBERED {
        return usize::MAX;
    }
    ends.push((body, GroupEnd::Unclosed));
    ends.len() - 1
}

/// The flaw of a group of `number` that ends so.
pub(crate) fn flaw_of(end: GroupEnd, number: u64) -> Flaws {
    match end {
        GroupEnd::Closed { len, .. } if usize::from(len) > varint::len(number << 3 | 4) => Flaws::OVERLONG_END,
        GroupEnd::Closed { .. } => Flaws::NONE,
        GroupEnd::Unclosed => Flaws::UNCLOSED,
    }
}
