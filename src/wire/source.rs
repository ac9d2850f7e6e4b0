//! Where a document's bytes come from. Knows no files: a source answers, how it fetches is its own matter.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::group::LongGroups;
use super::span::{Area, Span};

/// What a source says when asked for bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// All bytes asked for are there.
    Bytes,
    /// Not read yet: ask again after an Effect has fetched them.
    Absent,
    /// They are no more: the file was truncated, replaced or cannot be read.
    Gone,
}

/// Bytes a span could not give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The span is not read yet.
    Absent(Span),
    /// The span is lost.
    Gone(Span),
}

/// The original bytes of a document. They never change under a source; one that notices that they did answers `Gone`.
pub trait Source: Send + Sync {
    /// Number of bytes.
    fn len(&self) -> u64;

    /// Fills `into` with the bytes from `offset`; the range lies within `len`.
    fn read(&self, offset: u64, into: &mut [u8]) -> Answer;

    /// All bytes at once where they lie in memory, which spares copies.
    fn as_slice(&self) -> Option<&[u8]> {
        None
    }

    /// True without bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Bytes in memory.
impl Source for Vec<u8> {
    fn len(&self) -> u64 {
        self.len() as u64
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Answer {
        match slice_of(self, offset, into.len() as u64) {
            Some(bytes) => {
                into.copy_from_slice(bytes);
                Answer::Bytes
            }
            None => Answer::Gone,
        }
    }

    fn as_slice(&self) -> Option<&[u8]> {
        Some(self)
    }
}

/// The bytes of `all` from `offset`, `len` long.
pub(crate) fn slice_of(all: &[u8], offset: u64, len: u64) -> Option<&[u8]> {
    let range: Range<usize> = usize::try_from(offset).ok()?..usize::try_from(offset.checked_add(len)?).ok()?;
    all.get(range)
}

/// A chunk of the append-only area.
#[derive(Clone)]
pub(crate) enum Chunk {
    /// Bytes that an edit brought.
    Bytes(Arc<[u8]>),
    /// Bytes that stand elsewhere, one after the other: a long payload that was changed in the middle. Each part has
    /// its offset in the chunk; none points into another joined chunk.
    Joined(Arc<[(u64, Span)]>),
}

impl Chunk {
    fn len(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Joined(parts) => parts.last().map_or(0, |(start, part)| start + part.len),
        }
    }
}

/// The append-only area: chunks in order, each with the offset it begins at.
#[derive(Default)]
pub(crate) struct Added {
    chunks: Mutex<Vec<(u64, Chunk)>>,
}

impl Added {
    fn push(&self, chunk: Chunk) -> Span {
        let mut chunks = self.chunks.lock().unwrap_or_else(PoisonError::into_inner);
        let start = chunks.last().map_or(0, |(start, chunk)| start + chunk.len());
        let len = chunk.len();
        if len > 0 {
            chunks.push((start, chunk));
        }
        Span::new(Area::Added, start, len)
    }

    /// The chunk that holds `offset`, and the offset it begins at.
    pub(crate) fn chunk(&self, offset: u64) -> Option<(u64, Chunk)> {
        let chunks = self.chunks.lock().unwrap_or_else(PoisonError::into_inner);
        let idx = chunks.partition_point(|(start, _)| *start <= offset).checked_sub(1)?;
        chunks.get(idx).cloned().filter(|(start, chunk)| offset - start < chunk.len())
    }
}

/// Both areas of a document: what every span points into. A clone is cheap and sees the same bytes.
#[derive(Clone)]
pub struct Bytes {
    original: Arc<dyn Source>,
    added: Arc<Added>,
    long_groups: Arc<LongGroups>,
}

impl Bytes {
    /// The areas of a document opened from `original`.
    pub fn new(original: Arc<dyn Source>) -> Self {
        Self { original, added: Arc::default(), long_groups: Arc::default() }
    }

    /// The source of the original bytes.
    pub fn original(&self) -> &Arc<dyn Source> {
        &self.original
    }

    /// The same areas with the original bytes asked for in another way (for instance waiting for what is absent).
    /// The source must answer the same bytes.
    pub fn with_source(&self, original: Arc<dyn Source>) -> Self {
        Self { original, ..self.clone() }
    }

    /// Keeps new bytes in the append-only area, and tells where they stand from now on.
    pub fn push(&self, bytes: &[u8]) -> Span {
        self.added.push(Chunk::Bytes(Arc::from(bytes)))
    }

    /// One span that reads as `spans` one after the other; their bytes are not copied.
    pub fn join(&self, spans: &[Span]) -> Span {
        let mut parts = Vec::with_capacity(spans.len());
        let mut len = 0;
        for span in spans {
            self.resolve(*span, &mut parts, &mut len);
        }
        self.added.push(Chunk::Joined(Arc::from(parts)))
    }

    /// Appends what `span` stands for: spans that point into no joined chunk.
    fn resolve(&self, span: Span, parts: &mut Vec<(u64, Span)>, len: &mut u64) {
        let mut add = |part: Span| match parts.last_mut() {
            _ if part.is_empty() => {}
            Some((_, last)) if last.area == part.area && last.end() == part.start => {
                last.len += part.len;
                *len += part.len;
            }
            _ => {
                parts.push((*len, part));
                *len += part.len;
            }
        };
        let mut rest = span;
        while !rest.is_empty() {
            let Some((start, chunk)) = self.chunk_of(rest) else { break };
            let here = rest.part(0, start + chunk.len() - rest.start);
            match chunk {
                Chunk::Bytes(_) => add(here),
                Chunk::Joined(inner) => {
                    let first = inner.partition_point(|(at, _)| start + at <= here.start).saturating_sub(1);
                    let within = inner.iter().skip(first).take_while(|(at, _)| start + at < here.end());
                    within.for_each(|(at, part)| add(overlap(*part, start + at, here)));
                }
            }
            rest = rest.part(here.len, rest.len);
        }
        add(rest);
    }

    /// The spans that `span` stands for, in order: none of them is one that [`Self::join`] made.
    pub fn resolved(&self, span: Span) -> Vec<Span> {
        let (mut parts, mut len) = (Vec::new(), 0);
        self.resolve(span, &mut parts, &mut len);
        parts.into_iter().map(|(_, part)| part).collect()
    }

    fn chunk_of(&self, span: Span) -> Option<(u64, Chunk)> {
        (span.area == Area::Added).then(|| self.added.chunk(span.start)).flatten()
    }

    pub(crate) fn long_groups(&self) -> &LongGroups {
        &self.long_groups
    }

    pub(crate) fn added(&self) -> &Added {
        &self.added
    }

    /// Fills `into` with the first bytes of `span`; `into` is at most as long as the span.
    ///
    /// # Errors
    /// The bytes that are missing, as a span of the area they stand in.
    pub fn read(&self, span: Span, into: &mut [u8]) -> Result<(), Missing> {
        let part = span.part(0, into.len() as u64);
        match span.area {
            Area::Original => match self.original.read(span.start, into) {
                Answer::Bytes => Ok(()),
                Answer::Absent => Err(Missing::Absent(part)),
                Answer::Gone => Err(Missing::Gone(part)),
            },
            Area::Added => self.read_added(part, into),
        }
    }

    fn read_added(&self, span: Span, into: &mut [u8]) -> Result<(), Missing> {
        let (mut rest, mut room) = (span, into);
        while !room.is_empty() {
            let (start, chunk) = self.chunk_of(rest).ok_or(Missing::Gone(rest))?;
            let here = rest.part(0, start + chunk.len() - rest.start);
            let (now, later) = room.split_at_mut_checked(here.len as usize).ok_or(Missing::Gone(rest))?;
            match chunk {
                Chunk::Bytes(bytes) => {
                    now.copy_from_slice(slice_of(&bytes, here.start - start, here.len).ok_or(Missing::Gone(here))?)
                }
                Chunk::Joined(parts) => self.read_parts(&parts, start, here, now)?,
            }
            rest = rest.part(here.len, rest.len);
            room = later;
        }
        Ok(())
    }

    /// Fills `into` with `span`, which lies in a joined chunk of `parts` that begins at `start`.
    fn read_parts(&self, parts: &[(u64, Span)], start: u64, span: Span, into: &mut [u8]) -> Result<(), Missing> {
        let first = parts.partition_point(|(at, _)| start + at <= span.start).saturating_sub(1);
        let mut room = into;
        for (at, part) in parts.get(first..).unwrap_or_default() {
            let here = overlap(*part, start + at, span);
            if room.is_empty() {
                break;
            }
            let (now, later) = room.split_at_mut_checked(here.len as usize).ok_or(Missing::Gone(here))?;
            self.read(here, now)?;
            room = later;
        }
        if room.is_empty() { Ok(()) } else { Err(Missing::Gone(span)) }
    }

    /// A copy of a span's bytes.
    ///
    /// # Errors
    /// The bytes that are missing.
    pub fn to_vec(&self, span: Span) -> Result<Vec<u8>, Missing> {
        let mut out = vec![0; usize::try_from(span.len).map_err(|_| Missing::Gone(span))?];
        self.read(span, &mut out)?;
        Ok(out)
    }
}

/// What of `part`, which stands at `at`, lies within `within`.
fn overlap(part: Span, at: u64, within: Span) -> Span {
    let from = within.start.max(at);
    let to = within.end().min(at + part.len);
    part.part(from - at, to.saturating_sub(from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_pushed_stays_where_it_was() {
        let bytes = Bytes::new(Arc::new(b"abc".to_vec()));
        let one = bytes.push(b"first");
        let two = bytes.push(b"second");
        assert_eq!(bytes.to_vec(one).unwrap(), b"first");
        assert_eq!(bytes.to_vec(two).unwrap(), b"second");
        assert_eq!(bytes.to_vec(Span::new(Area::Added, 3, 5)).unwrap(), b"stsec");
        assert_eq!(bytes.to_vec(Span::new(Area::Original, 1, 2)).unwrap(), b"bc");
    }

    #[test]
    fn a_span_past_the_end_is_gone() {
        let bytes = Bytes::new(Arc::new(b"abc".to_vec()));
        let span = Span::new(Area::Original, 2, 9);
        assert_eq!(bytes.to_vec(span), Err(Missing::Gone(span)));
    }

    #[test]
    fn a_joined_span_reads_as_its_parts_from_any_offset() {
        let bytes = Bytes::new(Arc::new(b"abcdef".to_vec()));
        let word = bytes.push(b"WORD");
        let one = bytes.join(&[Span::new(Area::Original, 0, 2), word, Span::EMPTY, Span::new(Area::Original, 2, 4)]);
        let two = bytes.join(&[one.part(1, 4), bytes.push(b"!"), one]);
        let all = b"bWOR!abWORDcdef";
        assert_eq!(two.len, all.len() as u64);
        for from in 0..all.len() {
            for len in 0..=all.len() - from {
                let part = two.part(from as u64, len as u64);
                assert_eq!(bytes.to_vec(part).unwrap(), &all[from..from + len], "{from} {len}");
                let resolved = bytes.resolved(part);
                let read: Vec<u8> = resolved.iter().flat_map(|it| bytes.to_vec(*it).unwrap()).collect();
                assert_eq!(read, &all[from..from + len], "{from} {len}");
                assert!(
                    resolved
                        .iter()
                        .all(|it| it.area == Area::Original || word.contains(it.area, it.start) || it.len == 1)
                );
            }
        }
    }

    #[test]
    fn a_span_over_several_chunks_reads_as_one() {
        let bytes = Bytes::new(Arc::new(b"abc".to_vec()));
        let one = bytes.push(b"one");
        bytes.join(&[Span::new(Area::Original, 1, 2)]);
        bytes.push(b"two");
        assert_eq!(bytes.to_vec(Span::new(Area::Added, one.start, 8)).unwrap(), b"onebctwo");
    }

    #[test]
    fn what_a_joined_span_lacks_is_named_where_it_stands() {
        let bytes = Bytes::new(Arc::new(b"abc".to_vec()));
        let gone = Span::new(Area::Original, 2, 9);
        assert_eq!(bytes.to_vec(bytes.join(&[bytes.push(b"x"), gone])), Err(Missing::Gone(gone)));
    }
}
