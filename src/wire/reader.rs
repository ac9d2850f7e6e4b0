//! Reads spans through one window, so that a scan copies what it looks at and nothing else, and holds one buffer
//! however deep it goes. Knows bytes, not records.

use std::sync::Arc;

use super::group::GroupEnds;
use super::source::{Bytes, Chunk, Missing, slice_of};
use super::span::{Area, Span};

/// The first window: a screenful of small records, and less than one checkpoint's worth.
const FIRST_WINDOW: u64 = 4 << 10;
/// The window after a jump: the heads of a few records.
const JUMP_WINDOW: u64 = 1 << 10;
/// What a window grows to at first, and how much is read in windows that grow: a screen of records, long or short, is
/// to read little.
const SMALL_WINDOW: u64 = 16 << 10;
const SMALL_TOTAL: u64 = 64 << 10;
/// After so many windows it is a walk and no screen.
const SCREEN: u32 = 64;
/// What a window grows to in a walk, and how much a walk rather reads than skips.
const LARGEST_WINDOW: u64 = 256 << 10;
const LARGEST_GAP: u64 = 16 << 10;

/// A moving window over a document's bytes.
pub struct Reader<'a> {
    bytes: &'a Bytes,
    /// The original bytes where they lie in memory.
    original: Option<&'a [u8]>,
    window: Vec<u8>,
    window_area: Area,
    window_start: u64,
    /// Windows filled so far, and the bytes read into them.
    fills: u32,
    filled: u64,
    chunk: Option<(u64, Arc<[u8]>)>,
    pub(crate) group_ends: GroupEnds,
}

impl<'a> Reader<'a> {
    /// A reader over the areas of a document.
    pub fn new(bytes: &'a Bytes) -> Self {
        Self {
            bytes,
            original: bytes.original().as_slice(),
            window: Vec::new(),
            window_area: Area::Original,
            window_start: 0,
            fills: 0,
            filled: 0,
            chunk: None,
            group_ends: GroupEnds::default(),
        }
    }

    /// A reader for a long walk: it reads in large windows from the first.
    pub fn of_walk(bytes: &'a Bytes) -> Self {
        Self { fills: SCREEN, ..Self::new(bytes) }
    }

    /// The areas it reads.
    pub fn bytes(&self) -> &'a Bytes {
        self.bytes
    }

    /// The bytes from `offset` of `area`: at least `want` of them, fewer only where `end` comes first,
    /// never any behind `end`.
    ///
    /// # Errors
    /// The bytes that are missing.
    #[inline]
    pub fn at(&mut self, area: Area, offset: u64, want: u64, end: u64) -> Result<&[u8], Missing> {
        let have = end.saturating_sub(offset);
        let wanted = Span::new(area, offset, want.min(have));
        let gone = Missing::Gone(wanted);
        match area {
            Area::Original => {
                if let Some(all) = self.original {
                    let len = have.min((all.len() as u64).saturating_sub(offset));
                    return slice_of(all, offset, len).filter(|_| len >= wanted.len).ok_or(gone);
                }
            }
            Area::Added => {
                if self.has_chunk(wanted) {
                    let (start, chunk) = self.chunk.as_ref().ok_or(gone)?;
                    let len = (start + chunk.len() as u64).saturating_sub(offset).min(have);
                    return slice_of(chunk, offset - start, len).ok_or(gone);
                }
            }
        }
        self.in_window(wanted, end)
    }

    fn in_window(&mut self, wanted: Span, end: u64) -> Result<&[u8], Missing> {
        if !self.window_holds(wanted) {
            self.fill(wanted, end)?;
        }
        let from = wanted.start - self.window_start;
        let len = (self.window.len() as u64).saturating_sub(from).min(end.saturating_sub(wanted.start));
        slice_of(&self.window, from, len).filter(|it| it.len() as u64 >= wanted.len).ok_or(Missing::Gone(wanted))
    }

    fn window_end(&self) -> u64 {
        self.window_start + self.window.len() as u64
    }

    fn window_holds(&self, wanted: Span) -> bool {
        wanted.area == self.window_area && wanted.start >= self.window_start && wanted.end() <= self.window_end()
    }

    fn fill(&mut self, wanted: Span, end: u64) -> Result<(), Missing> {
        let Span { area, start, len: want } = wanted;
        let limit = match area {
            Area::Original => end.min(self.bytes.original().len()),
            Area::Added => end,
        };
        let len = self.next_len(area, start).max(want).min(limit.saturating_sub(start));
        let span = Span::new(area, start, len);
        self.fills = self.fills.saturating_add(1);
        self.filled += len;
        match self.load(span) {
            // What lies further on is gone; what is wanted may be there.
            Err(Missing::Gone(_)) if span.len > want => self.load(wanted),
            loaded => loaded,
        }
    }

    /// How long the window from `start` on should be.
    fn next_len(&self, area: Area, start: u64) -> u64 {
        let len = self.window.len() as u64;
        if self.fills == 0 {
            return FIRST_WINDOW;
        }
        let is_walk = self.fills >= SCREEN;
        let gap = if is_walk { LARGEST_GAP } else { JUMP_WINDOW };
        let goes_on = area == self.window_area && start >= self.window_start && start <= self.window_end() + gap;
        match (goes_on, is_walk) {
            (true, true) => (len * 2).clamp(FIRST_WINDOW, LARGEST_WINDOW),
            (true, false) if self.filled < SMALL_TOTAL => (len * 2).clamp(JUMP_WINDOW, SMALL_WINDOW),
            _ => JUMP_WINDOW,
        }
    }

    fn load(&mut self, span: Span) -> Result<(), Missing> {
        // What is in the window already is overwritten: no need to clear it.
        self.window.resize(usize::try_from(span.len).map_err(|_| Missing::Gone(span))?, 0);
        (self.window_area, self.window_start) = (span.area, span.start);
        let loaded = self.bytes.read(span, &mut self.window);
        if loaded.is_err() {
            self.window.clear();
        }
        loaded
    }

    /// True when the chunk at hand holds the bytes wanted, which lie in the append-only area. Bytes of several chunks
    /// and of joined ones go through the window.
    fn has_chunk(&mut self, wanted: Span) -> bool {
        let holds = |(start, chunk): &(u64, Arc<[u8]>)| {
            wanted.start >= *start && wanted.start + wanted.len.max(1) <= start + chunk.len() as u64
        };
        if self.chunk.as_ref().is_some_and(holds) {
            return true;
        }
        if self.window_holds(wanted) {
            return false;
        }
        self.chunk = match self.bytes.added().chunk(wanted.start) {
            Some((start, Chunk::Bytes(bytes))) => Some((start, bytes)).filter(holds),
            Some((_, Chunk::Joined(_))) | None => None,
        };
        self.chunk.is_some()
    }
}
