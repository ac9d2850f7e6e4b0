//! Packed runs: the elements of a payload that holds many values of a field.

use prost_reflect::Kind;

use super::field::wire_type_of;
use crate::wire::{Body, Document, Missing, WireType, varint};

const PIECE: u64 = 16 << 10;

/// One element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    /// Its offset in the payload.
    pub at: u64,
    /// Its bytes.
    pub len: u64,
    /// Its bits: a varint's value, or a fixed number's little-endian ones.
    pub raw: u64,
    /// True for a last element that is not whole; `raw` is 0 then.
    pub is_cut: bool,
}

/// The elements of a packed payload, read piece by piece.
pub struct Elements<'a> {
    document: &'a Document,
    payload: Body,
    width: u64,
    at: u64,
    piece: Vec<u8>,
    piece_start: u64,
}

impl<'a> Elements<'a> {
    /// The elements of `payload`, each of kind `kind`.
    pub fn new(document: &'a Document, payload: Body, kind: &Kind) -> Self {
        let width = match wire_type_of(kind) {
            WireType::Fixed32 => 4,
            WireType::Fixed64 => 8,
            _ => 0,
        };
        Self { document, payload, width, at: 0, piece: Vec::new(), piece_start: 0 }
    }

    /// The same from an element on that begins at `at`.
    #[must_use]
    fn starting_at(mut self, at: u64) -> Self {
        self.at = at;
        self
    }

    /// True when all elements were read.
    pub fn is_at_end(&self) -> bool {
        self.at >= self.payload.len()
    }

    /// How many elements there are, a cut one not counted.
    ///
    /// # Errors
    /// Bytes that have to be fetched first, or are gone.
    pub fn count_whole(self) -> Result<u64, Missing> {
        if let Some(count) = self.payload.len().checked_div(self.width) {
            return Ok(count);
        }
        let mut count = 0;
        for element in self {
            count += u64::from(!element?.is_cut);
        }
        Ok(count)
    }

    fn bytes_here(&mut self) -> Result<&[u8], Missing> {
        let len = self.payload.len();
        let need = (varint::MAX_LEN as u64).min(len - self.at);
        if self.at < self.piece_start || self.at + need > self.piece_start + self.piece.len() as u64 {
            self.piece.clear();
            self.piece.resize(PIECE.min(len - self.at) as usize, 0);
            self.piece_start = self.at;
            if let Err(missing) = self.document.read_body(&self.payload, self.at, &mut self.piece) {
                self.piece.clear();
                return Err(missing);
            }
        }
        Ok(self.piece.get((self.at - self.piece_start) as usize..).unwrap_or_default())
    }
}

/// So many elements lie between two marks.
const MARKED: u64 = 1024;

/// Where the elements of a run stand, so that those far in it are found by a short walk.
#[derive(Clone, Debug)]
pub struct RunIndex {
    width: u64,
    /// The offset of every [`MARKED`]th element.
    marks: Vec<u64>,
    count: u64,
    /// Bytes at the end that were not looked at.
    rest: u64,
}

impl RunIndex {
    /// Indexes a run of elements of a kind; of varints no more than `budget` bytes, for they have to be walked.
    ///
    /// # Errors
    /// Bytes that have to be fetched first, or are gone.
    pub fn new(document: &Document, payload: &Body, kind: &Kind, budget: u64) -> Result<Self, Missing> {
        let len = payload.len();
        let width = Elements::new(document, payload.clone(), kind).width;
        let mut index = Self { width, marks: Vec::new(), count: 0, rest: 0 };
        if width > 0 {
            index.count = len.div_ceil(width);
            return Ok(index);
        }
        let (mut at, mut start, mut piece) = (0, 0, Vec::new());
        while at < len && start < budget {
            piece.resize((len - at).min(4 * PIECE) as usize, 0);
            document.read_body(payload, at, &mut piece)?;
            for (i, byte) in piece.iter().enumerate() {
                let here = at + i as u64;
                if here == start && index.count.is_multiple_of(MARKED) {
                    index.marks.push(start);
                }
                if byte & 0x80 == 0 {
                    (index.count, start) = (index.count + 1, here + 1);
                } else if here + 1 - start >= varint::MAX_LEN as u64 {
                    // No varint is longer: what is left is one element that is cut.
                    index.count += 1;
                    return Ok(index);
                }
            }
            at += piece.len() as u64;
        }
        match (start < len, at < len) {
            (true, false) => index.count += 1,
            (true, true) => index.rest = len - start,
            (false, _) => {}
        }
        Ok(index)
    }

    /// How many elements there are among those looked at, one that is cut among them.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Bytes at the end of the run that were not looked at.
    pub fn rest(&self) -> u64 {
        self.rest
    }

    /// The elements from one on; `payload` is the run that was indexed.
    pub fn elements<'a>(&self, document: &'a Document, payload: &Body, kind: &Kind, from: u64) -> Elements<'a> {
        let all = Elements::new(document, payload.clone(), kind);
        if self.width > 0 {
            return all.starting_at(from * self.width);
        }
        let mark = self.marks.get((from / MARKED) as usize).copied().unwrap_or(0);
        let mut elements = all.starting_at(mark);
        for _ in 0..from % MARKED {
            elements.next();
        }
        elements
    }
}

impl Iterator for Elements<'_> {
    type Item = Result<Element, Missing>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_at_end() {
            return None;
        }
        let (at, width, rest) = (self.at, self.width, self.payload.len() - self.at);
        let bytes = match self.bytes_here() {
            Ok(bytes) => bytes,
            Err(missing) => {
                self.at = self.payload.len();
                return Some(Err(missing));
            }
        };
        let element = if width == 0 {
            match varint::read(bytes) {
                varint::Varint::Whole { value, len, .. } => {
                    Element { at, len: u64::from(len), raw: value, is_cut: false }
                }
                varint::Varint::Cut | varint::Varint::Endless => Element { at, len: rest, raw: 0, is_cut: true },
            }
        } else if rest < width {
            Element { at, len: rest, raw: 0, is_cut: true }
        } else {
            let raw = bytes.iter().take(width as usize).rev().fold(0, |raw, byte| raw << 8 | u64::from(*byte));
            Element { at, len: width, raw, is_cut: false }
        };
        self.at += element.len;
        Some(Ok(element))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_finds_the_elements_that_a_walk_meets() {
        let mut bytes = Vec::new();
        for n in 0..40_000u64 {
            varint::push(n * n * 7, &mut bytes);
        }
        for tail in [&[][..], &[0x80], &[0xff; 12]] {
            let document = Document::from_bytes([&bytes[..], tail].concat());
            let body = document.root().body;
            for kind in [Kind::Uint64, Kind::Fixed32, Kind::Fixed64] {
                let all: Vec<_> = Elements::new(&document, body.clone(), &kind).map(Result::unwrap).collect();
                let index = RunIndex::new(&document, &body, &kind, u64::MAX).unwrap();
                assert_eq!((index.count(), index.rest()), (all.len() as u64, 0), "{kind:?} {tail:?}");
                for from in [0, 1, 1023, 1024, 1025, 20_000, all.len() - 1] {
                    let found = index.elements(&document, &body, &kind, from as u64).next().unwrap().unwrap();
                    assert_eq!(found, all[from], "{kind:?} {from}");
                }
            }
        }
    }

    #[test]
    fn a_run_too_long_to_be_walked_says_what_is_left() {
        let document = Document::from_bytes(vec![1; 1 << 20]);
        let index = RunIndex::new(&document, &document.root().body, &Kind::Int32, 1 << 17).unwrap();
        assert_eq!(index.count() + index.rest(), 1 << 20);
        assert!(index.rest() > 0);
    }
}
