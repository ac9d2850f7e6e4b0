//! Reads spans through one window, so that a scan copies what it looks at and nothing else, and holds one buffer
//! however deep it goes. Knows bytes, not records.

use std::sync::Arc;

use super::group::GroupEnds;
use super::source::{Bytes, Missing, slice_of};
use super::span::{Area, Span};

/// The first window of a walk, and of every jump: a screenful of records, and less than one checkpoint's worth.
const FIRST_WINDOW: u64 = 4 << 10;
/// What a window grows to while the reading goes straight on.
const LARGEST_WINDOW: u64 = 256 << 10;

/// A moving window over a document's bytes.
pub struct Reader<'a> {
    bytes: &'a Bytes,
    window: Vec<u8>,
    window_start: u64,
    next_len: u64,
    chunk: Option<(u64, Arc<[u8]>)>,
    pub(crate) group_ends: GroupEnds,
}

impl<'a> Reader<'a> {
    /// A reader over the areas of a document.
    pub fn new(bytes: &'a Bytes) -> Self {
        Self {
            bytes,
            window: Vec::new(),
            window_start: 0,
            next_len: FIRST_WINDOW,
            chunk: None,
            group_ends: GroupEnds::default(),
        }
    }

    /// The areas it reads.
    pub fn bytes(&self) -> &'a Bytes {
        self.bytes
    }

    /// The bytes from `offset` of `area`: at least `want` of them, fewer only where `end` comes first,
    /// never any behind `end`.
    #[inline]
    pub fn at(&mut self, area: Area, offset: u64, want: u64, end: u64) -> Result<&[u8], Missing> {
        let have = end.saturating_sub(offset);
        match area {
            Area::Original => match self.bytes.original().as_slice() {
                Some(all) => {
                    let len = have.min((all.len() as u64).saturating_sub(offset));
                    slice_of(all, offset, len).ok_or(Missing::Gone(Span::new(area, offset, have)))
                }
                None => self.in_window(offset, want.min(have), end),
            },
            Area::Added => self.in_chunk(offset, want.min(have), end),
        }
    }

    fn in_window(&mut self, offset: u64, want: u64, end: u64) -> Result<&[u8], Missing> {
        let window_end = self.window_start + self.window.len() as u64;
        let is_inside = offset >= self.window_start && offset + want <= window_end;
        if !is_inside {
            self.fill(offset, want, end, window_end)?;
        }
        let from = offset - self.window_start;
        let len = (self.window.len() as u64 - from).min(end.saturating_sub(offset));
        slice_of(&self.window, from, len).ok_or(Missing::Gone(Span::new(Area::Original, offset, want)))
    }

    fn fill(&mut self, offset: u64, want: u64, end: u64, window_end: u64) -> Result<(), Missing> {
        let goes_straight_on = offset >= self.window_start && offset <= window_end && !self.window.is_empty();
        self.next_len = if goes_straight_on { (self.next_len * 2).min(LARGEST_WINDOW) } else { FIRST_WINDOW };
        let limit = end.min(self.bytes.original().len());
        let len = self.next_len.max(want).min(limit.saturating_sub(offset));
        let span = Span::new(Area::Original, offset, len);
        self.window.clear();
        self.window.resize(usize::try_from(len).map_err(|_| Missing::Gone(span))?, 0);
        self.window_start = offset;
        let filled = self.bytes.read(span, &mut self.window);
        if filled.is_err() {
            self.window.clear();
        }
        filled
    }

    fn in_chunk(&mut self, offset: u64, want: u64, end: u64) -> Result<&[u8], Missing> {
        let gone = Missing::Gone(Span::new(Area::Added, offset, want));
        let holds = |chunk: &(u64, Arc<[u8]>)| offset >= chunk.0 && offset + want <= chunk.0 + chunk.1.len() as u64;
        if want == 0 {
            return Ok(&[]);
        }
        if !self.chunk.as_ref().is_some_and(holds) {
            self.chunk = self.bytes.added().chunk(offset);
        }
        let (start, chunk) = self.chunk.as_ref().ok_or(gone)?;
        let len = (start + chunk.len() as u64).saturating_sub(offset).min(end.saturating_sub(offset));
        slice_of(chunk, offset - start, len).ok_or(gone)
    }
}
