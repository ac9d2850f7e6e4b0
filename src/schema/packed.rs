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
