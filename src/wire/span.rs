//! Spans: where bytes stand. An area and a range in it; the bytes of a span never change.

/// Which of a document's two areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Area {
    /// The bytes the document was opened with.
    Original,
    /// The append-only area that edits bring bytes into.
    Added,
}

/// A byte range in an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The area.
    pub area: Area,
    /// Offset of the first byte in the area.
    pub start: u64,
    /// Number of bytes.
    pub len: u64,
}

impl Span {
    /// The span of `len` bytes from `start` in `area`.
    pub const fn new(area: Area, start: u64, len: u64) -> Self {
        Self { area, start, len }
    }

    /// An empty span, where there is nothing to point at.
    pub const EMPTY: Self = Self::new(Area::Original, 0, 0);

    /// Offset behind the last byte.
    pub const fn end(self) -> u64 {
        self.start.saturating_add(self.len)
    }

    /// True for a span without bytes.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The part of it from `from` on, `len` bytes long, cut to what lies inside.
    pub fn part(self, from: u64, len: u64) -> Self {
        let from = from.min(self.len);
        Self::new(self.area, self.start + from, len.min(self.len - from))
    }

    /// True when `offset` of `area` lies in it.
    pub fn contains(self, area: Area, offset: u64) -> bool {
        self.area == area && offset >= self.start && offset < self.end()
    }
}
