//! The readings that fit a record's bytes, each with what it would read.

use super::super::packed::Elements;
use super::super::telling::{self, Line};
use super::super::{Lens, Type, guess, time, value};
use super::{Number, ReadAs, TimeUnit};
use crate::wire::{Document, Missing, Record, WireType};

/// Of a payload so much is looked at to see what fits.
const LOOKED_AT: u64 = 64 << 10;
/// Message types are matched to so much of a payload.
const GUESSED: u64 = 4 << 10;
/// Types that fit are offered so many at most; all others can be searched for.
const TYPES: usize = 12;
/// A pool of more types is not looked through for those that fit.
const LARGEST_POOL: usize = 3000;

/// A reading that fits.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// The reading.
    pub reading: ReadAs,
    /// What it reads.
    pub preview: Line,
}

/// The readings that fit a record of a message of type `parent`: the likeliest first.
///
/// # Errors
/// Bytes that have to be fetched first, or are gone.
pub fn offers(document: &Document, lens: &Lens, parent: &Type, record: &Record) -> Result<Vec<Offer>, Missing> {
    let readings = match record.wire_type {
        WireType::Len => of_bytes(document, lens, record)?,
        WireType::Varint | WireType::Fixed32 | WireType::Fixed64 => of_number(document, record)?,
        WireType::Group | WireType::Undecoded => Vec::new(),
    };
    let offer = |reading: ReadAs| {
        let read = lens.read_as(parent, record, &reading)?;
        Some(Offer { preview: telling::line(document, lens, &read, record), reading })
    };
    Ok(readings.into_iter().filter_map(offer).collect())
}

fn of_bytes(document: &Document, lens: &Lens, record: &Record) -> Result<Vec<ReadAs>, Missing> {
    let len = record.payload.len();
    let start = document.body_start(&record.payload, LOOKED_AT)?;
    let mut all = Vec::new();
    let is_text = match std::str::from_utf8(&start) {
        Ok(_) => true,
        // A letter that only the looking cuts.
        Err(error) => error.error_len().is_none() && len > LOOKED_AT,
    };
    if is_text {
        all.push(ReadAs::Text);
    }
    all.extend(types(lens, &start, len).into_iter().map(ReadAs::Message));
    all.push(ReadAs::Bytes);
    for number in Number::ALL {
        if len > 0 && is_packed(document, record, number)? {
            all.push(ReadAs::Packed(number));
        }
    }
    all.push(ReadAs::Untyped);
    Ok(all)
}

/// The types that fit, best first.
fn types(lens: &Lens, start: &[u8], len: u64) -> Vec<String> {
    if start.is_empty() || lens.pool().descriptors().all_messages().len() > LARGEST_POOL {
        return Vec::new();
    }
    let part = start.get(..start.len().min(GUESSED as usize)).unwrap_or(start);
    // What the looking cuts is no fault.
    let is_cut = len > part.len() as u64;
    let found = guess::of_start(part.to_vec(), is_cut, lens.pool());
    found.into_iter().take(TYPES).map(|it| it.ty.full_name().to_owned()).collect()
}

/// True where the bytes looked at are whole elements, and bools are 0 and 1.
fn is_packed(document: &Document, record: &Record, number: Number) -> Result<bool, Missing> {
    let len = record.payload.len();
    match number.wire_type() {
        WireType::Fixed32 => return Ok(len.is_multiple_of(4)),
        WireType::Fixed64 => return Ok(len.is_multiple_of(8)),
        _ => {}
    }
    for element in Elements::new(document, record.payload.clone(), &number.kind()) {
        let element = element?;
        if element.at + element.len > LOOKED_AT {
            break;
        }
        if element.is_cut || !value::is_in_range(&number.kind(), element.raw) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn of_number(document: &Document, record: &Record) -> Result<Vec<ReadAs>, Missing> {
    let start = document.body_start(&record.payload, 16)?;
    let Some(raw) = value::raw_number(record.wire_type, &start) else { return Ok(Vec::new()) };
    let numbers = Number::ALL.into_iter().filter(|it| it.wire_type() == record.wire_type);
    let mut all: Vec<ReadAs> = numbers.filter(|it| value::is_in_range(&it.kind(), raw)).map(ReadAs::Number).collect();
    let is_moment = |unit: &TimeUnit| {
        let (seconds, nanos) = unit.split(raw as i64);
        time::moment(seconds, nanos).is_some()
    };
    all.extend(TimeUnit::ALL.into_iter().filter(is_moment).map(ReadAs::Time));
    all.push(ReadAs::Untyped);
    Ok(all)
}
