//! Where groups end. A group says nothing of its length: its end is found by scanning it, once.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::reader::Reader;
use super::record::Flaws;
use super::scan::{self, Token};
use super::source::Missing;
use super::span::{Area, Span};
use super::varint;

/// Groups shorter than this are scanned again rather than remembered.
const REMEMBERED_LEN: u64 = 256;
/// Groups of at least this length are remembered for all readers of a document.
const SHARED_LEN: u64 = 4 << 10;
/// How many groups are remembered at most, by a reader and by a document (24 and about 50 bytes each).
const REMEMBERED: usize = 1 << 20;

/// How a group ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupEnd {
    /// Its end tag stands at `offset` and is `len` bytes long.
    Closed { offset: u64, len: u8 },
    /// It has none: it owns the rest of its parent, which ends at `end`.
    Unclosed { end: u64 },
}

impl GroupEnd {
    /// The same bytes may stand in another message that ends elsewhere.
    fn holds_before(self, message_end: u64) -> bool {
        match self {
            Self::Closed { offset, len } => offset + u64::from(len) <= message_end,
            Self::Unclosed { end } => end == message_end,
        }
    }

    fn len_from(self, body_start: u64) -> u64 {
        match self {
            Self::Closed { offset, .. } => offset - body_start,
            Self::Unclosed { end } => end - body_start,
        }
    }
}

/// Ends found while an outer group was scanned, in the order of their starts.
#[derive(Default)]
pub(crate) struct GroupEnds {
    area: Option<Area>,
    ends: Vec<(u64, GroupEnd)>,
}

impl GroupEnds {
    fn get(&self, area: Area, body_start: u64, end: u64) -> Option<GroupEnd> {
        let idx = self.ends.binary_search_by_key(&body_start, |it| it.0).ok()?;
        self.ends.get(idx).filter(|_| self.area == Some(area)).map(|it| it.1).filter(|it| it.holds_before(end))
    }
}

/// The ends of a document's long groups, known to all its readers: whoever finds one spares the others the scan.
#[derive(Default)]
pub(crate) struct LongGroups(Mutex<BTreeMap<(Area, u64), GroupEnd>>);

impl LongGroups {
    fn get(&self, area: Area, body_start: u64, end: u64) -> Option<GroupEnd> {
        let ends = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        ends.get(&(area, body_start)).copied().filter(|it| it.holds_before(end))
    }

    fn extend(&self, area: Area, found: impl Iterator<Item = (u64, GroupEnd)>) {
        let mut ends = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (start, ended) in found.filter(|(start, ended)| ended.len_from(*start) >= SHARED_LEN) {
            if ends.len() < REMEMBERED {
                ends.insert((area, start), ended);
            }
        }
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
    let shared = reader.bytes().long_groups();
    if let Some(known) = reader.group_ends.get(area, body_start, end).or_else(|| shared.get(area, body_start, end)) {
        return Ok(known);
    }
    let mut ends = Vec::new();
    let ended = scan_to_end(reader, number, area, body_start, end, &mut ends)?;
    // A small group holds none that is worth remembering, and must not push out what an outer scan found.
    if ended.len_from(body_start) >= REMEMBERED_LEN {
        ends.retain(|(start, ended)| ended.len_from(*start) >= REMEMBERED_LEN);
        shared.extend(area, std::iter::once((body_start, ended)).chain(ends.iter().copied()));
        reader.group_ends = GroupEnds { area: Some(area), ends };
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
            Err(Missing::Gone(_)) => return Ok(GroupEnd::Unclosed { end }),
        };
        match token {
            Token::Record { next, flaws, .. } if !flaws.is_open() => offset = next,
            Token::GroupStart { number, body, .. } => {
                open.push(Open { number, slot: remember(ends, body, end) });
                offset = body;
            }
            Token::GroupEnd { number, tag_len } => {
                let Some(innermost) = open.pop().filter(|it| it.number == number) else {
                    return Ok(GroupEnd::Unclosed { end });
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
            Token::Record { .. } | Token::Undecoded { .. } | Token::End => return Ok(GroupEnd::Unclosed { end }),
        }
    }
}

/// A slot for the group whose body begins at `body`, where there is room: small closed groups that end the list make
/// room first.
fn remember(ends: &mut Vec<(u64, GroupEnd)>, body: u64, end: u64) -> usize {
    while let Some((start, GroupEnd::Closed { offset, .. })) = ends.last() {
        if offset - start >= REMEMBERED_LEN {
            break;
        }
        ends.pop();
    }
    if ends.len() >= REMEMBERED {
        return usize::MAX;
    }
    ends.push((body, GroupEnd::Unclosed { end }));
    ends.len() - 1
}

/// The flaw of a group of `number` that ends so.
pub(crate) fn flaw_of(end: GroupEnd, number: u64) -> Flaws {
    match end {
        GroupEnd::Closed { len, .. } if usize::from(len) > varint::len(number << 3 | 4) => Flaws::OVERLONG_END,
        GroupEnd::Closed { .. } => Flaws::NONE,
        GroupEnd::Unclosed { .. } => Flaws::UNCLOSED,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::super::{Answer, Document, Source};

    struct Counted(Vec<u8>, AtomicU64);

    impl Source for Counted {
        fn len(&self) -> u64 {
            self.0.len() as u64
        }

        fn read(&self, offset: u64, into: &mut [u8]) -> Answer {
            self.1.fetch_add(into.len() as u64, Ordering::Relaxed);
            self.0.read(offset, into)
        }
    }

    #[test]
    fn a_long_group_is_scanned_once_for_all_readers() {
        let inner = [8, 1].repeat(200_000);
        let bytes = [vec![0x0b, 0x13], inner, vec![0x14, 0x0c, 0x08, 0x07]].concat();
        let source = Arc::new(Counted(bytes, AtomicU64::new(0)));
        let document = Document::new(source.clone());
        assert_eq!(document.children(&document.root()).count(), 2);
        let once = source.1.swap(0, Ordering::Relaxed);
        assert!(once >= 400_000, "{once}");
        let group = document.children(&document.root()).next().unwrap().unwrap();
        assert_eq!(document.children(&group.message()).count(), 1);
        let again = source.1.load(Ordering::Relaxed);
        assert!(again < 32 << 10, "{again} bytes were read again");
    }
}
