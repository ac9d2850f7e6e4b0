//! Where a document's bytes come from. Knows no files: a source answers, how it fetches is its own matter.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

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

/// The append-only area: chunks of bytes that edits brought, each in one piece.
#[derive(Default)]
pub struct Added {
    chunks: Mutex<Vec<(u64, Arc<[u8]>)>>,
}

impl Added {
    /// Keeps `bytes` and tells where they stand from now on.
    pub fn push(&self, bytes: &[u8]) -> Span {
        let mut chunks = self.chunks.lock().unwrap_or_else(PoisonError::into_inner);
        let start = chunks.last().map_or(0, |(start, chunk)| start + chunk.len() as u64);
        if !bytes.is_empty() {
            chunks.push((start, Arc::from(bytes)));
        }
        Span::new(Area::Added, start, bytes.len() as u64)
    }

    /// The chunk that holds `offset`, and the offset it begins at.
    pub fn chunk(&self, offset: u64) -> Option<(u64, Arc<[u8]>)> {
        let chunks = self.chunks.lock().unwrap_or_else(PoisonError::into_inner);
        let idx = chunks.partition_point(|(start, _)| *start <= offset).checked_sub(1)?;
        chunks.get(idx).map(|(start, chunk)| (*start, chunk.clone()))
    }
}

/// Both areas of a document: what every span points into. A clone is cheap and sees the same bytes.
#[derive(Clone)]
pub struct Bytes {
    original: Arc<dyn Source>,
    added: Arc<Added>,
}

impl Bytes {
    /// The areas of a document opened from `original`.
    pub fn new(original: Arc<dyn Source>) -> Self {
        Self { original, added: Arc::default() }
    }

    /// The source of the original bytes.
    pub fn original(&self) -> &Arc<dyn Source> {
        &self.original
    }

    /// The same areas with the original bytes asked for in another way (for instance waiting for what is absent).
    /// The source must answer the same bytes.
    pub fn with_source(&self, original: Arc<dyn Source>) -> Self {
        Self { original, added: self.added.clone() }
    }

    /// Keeps new bytes in the append-only area.
    pub fn push(&self, bytes: &[u8]) -> Span {
        self.added.push(bytes)
    }

    pub(crate) fn added(&self) -> &Added {
        &self.added
    }

    /// Fills `into` with the first bytes of `span`; `into` is at most as long as the span.
    pub fn read(&self, span: Span, into: &mut [u8]) -> Result<(), Missing> {
        let part = span.part(0, into.len() as u64);
        let answer = match span.area {
            Area::Original => self.original.read(span.start, into),
            Area::Added => self.read_added(span.start, into),
        };
        match answer {
            Answer::Bytes => Ok(()),
            Answer::Absent => Err(Missing::Absent(part)),
            Answer::Gone => Err(Missing::Gone(part)),
        }
    }

    fn read_added(&self, offset: u64, into: &mut [u8]) -> Answer {
        let mut done = 0usize;
        while done < into.len() {
            let at = offset + done as u64;
            let Some((start, chunk)) = self.added.chunk(at) else { return Answer::Gone };
            let from = (at - start) as usize;
            let Some(have) = chunk.get(from..).filter(|it| !it.is_empty()) else { return Answer::Gone };
            let Some(room) = into.get_mut(done..) else { return Answer::Gone };
            let n = have.len().min(room.len());
            for (to, byte) in room.iter_mut().zip(have) {
                *to = *byte;
            }
            done += n;
        }
        Answer::Bytes
    }

    /// A copy of a span's bytes.
    pub fn to_vec(&self, span: Span) -> Result<Vec<u8>, Missing> {
        let mut out = vec![0; usize::try_from(span.len).map_err(|_| Missing::Gone(span))?];
        self.read(span, &mut out)?;
        Ok(out)
    }
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
}
