//! Sample messages: every field of a type set with a plausible value, the same from the same seed. Knows types and
//! how records are written, no document.
//!
//! What is made is valid: it reads back without a problem. It is bounded: messages are followed as deep as all fields
//! on the way stay few, and a type inside itself once; required fields are set however deep they stand.

mod number;
mod wellknown;
mod words;

use std::collections::BTreeMap;

use fastrand::Rng;
use prost_reflect::{FieldDescriptor, Kind, MessageDescriptor, OneofDescriptor};

use super::field::{Field, wire_type_of};
use super::plan::{Encoded, record_bytes};
use crate::wire::{WireType, varint};

/// Values that a sample has at most, as far as its required fields allow.
const VALUES: u64 = 1_500;
/// How deep messages are followed at most.
const DEEPEST: u32 = 6;
/// A chain of required messages is followed so far.
const REQUIRED_DEEPEST: usize = 64;
/// Values of a repeated field, entries of a map.
const SEVERAL: usize = 2;
/// How often a type may stand inside itself, itself counted.
const NESTED: usize = 2;

/// The bytes of a message of type `ty` with all its fields set; the same for the same seed.
pub fn sample(ty: &MessageDescriptor, seed: u64) -> Vec<u8> {
    let mut maker = Maker { rng: Rng::with_seed(seed), clock: 0, stack: Vec::new() };
    maker.message(ty, depth_of(ty))
}

/// How deep a type can be followed for its values to stay few.
fn depth_of(ty: &MessageDescriptor) -> u32 {
    let mut known = BTreeMap::new();
    (1..=DEEPEST).rev().find(|depth| values_within(ty, *depth, &mut known) <= VALUES).unwrap_or(1)
}

/// At most how many values a sample of a type has when followed so deep.
fn values_within(ty: &MessageDescriptor, depth: u32, known: &mut BTreeMap<(String, u32), u64>) -> u64 {
    let key = (ty.full_name().to_owned(), depth);
    if let Some(values) = known.get(&key) {
        return *values;
    }
    let mut values = 0u64;
    for field in ty.fields() {
        let each = match field.kind() {
            Kind::Message(entry) if entry.is_map_entry() => values_within(&entry, depth, known),
            Kind::Message(inner) if depth > 0 => 1 + values_within(&inner, depth - 1, known),
            Kind::Message(_) => 0,
            _ => 1,
        };
        let times = if field.is_list() || field.is_map() { SEVERAL as u64 } else { 1 };
        values = values.saturating_add(each.saturating_mul(times));
    }
    known.insert(key, values);
    values
}

struct Maker {
    rng: Rng,
    /// Milliseconds since the first moment given: later fields are later.
    clock: u64,
    /// The types on the way down.
    stack: Vec<String>,
}

/// A field on its way to a value.
struct Place<'a> {
    /// The field's name.
    name: &'a str,
    /// The own name of its message.
    owner: &'a str,
    /// Which of several it is.
    nth: usize,
}

impl Maker {
    fn message(&mut self, ty: &MessageDescriptor, depth: u32) -> Vec<u8> {
        if let Some(known) = self.well_known(ty) {
            return known;
        }
        self.stack.push(ty.full_name().to_owned());
        let mut fields: Vec<FieldDescriptor> = ty.fields().collect();
        fields.sort_by_key(FieldDescriptor::number);
        let chosen: Vec<Option<u32>> = ty.oneofs().map(|it| self.member(&it, depth)).collect();
        let mut out = Vec::new();
        for field in fields {
            let is_member = field.containing_oneof().is_some_and(|it| !it.is_synthetic());
            if self.can_hold(&field, depth) && (!is_member || chosen.contains(&Some(field.number()))) {
                self.field(&field, ty.name(), depth, &mut out);
            }
        }
        self.stack.pop();
        out
    }

    /// The member of a oneof that is set.
    fn member(&mut self, oneof: &OneofDescriptor, depth: u32) -> Option<u32> {
        let fields: Vec<u32> = oneof.fields().filter(|it| self.can_hold(it, depth)).map(|it| it.number()).collect();
        self.rng.choice(fields)
    }

    /// True where a field can be set this deep down.
    fn can_hold(&self, field: &FieldDescriptor, depth: u32) -> bool {
        let Kind::Message(inner) = field.kind() else { return true };
        // What stands in a map is the value of its entry.
        let inner = match inner.is_map_entry().then(|| inner.map_entry_value_field().kind()) {
            Some(Kind::Message(value)) => value,
            Some(_) => return true,
            None => inner,
        };
        let inside = self.stack.iter().filter(|it| *it == inner.full_name()).count();
        match field.cardinality() {
            prost_reflect::Cardinality::Required => self.stack.len() < REQUIRED_DEEPEST && inside < NESTED,
            _ => depth > 0 && inside < NESTED,
        }
    }

    fn field(&mut self, field: &FieldDescriptor, owner: &str, depth: u32, out: &mut Vec<u8>) {
        let number = u64::from(field.number());
        let times = if field.is_list() || field.is_map() { SEVERAL } else { 1 };
        let own = Field::Declared(field.clone());
        let mut packed = Vec::new();
        for nth in 0..times {
            let place = Place { name: field.name(), owner, nth };
            let payload = match field.kind() {
                Kind::Message(entry) if field.is_map() => self.entry(&entry, &place, depth),
                Kind::Message(inner) => self.message(&inner, depth.saturating_sub(1)),
                kind => self.value(&kind, &place),
            };
            if field.is_packed() {
                packed.extend(payload);
            } else {
                out.extend(record_bytes(number, &Encoded { wire_type: own.wire_type(), payload }));
            }
        }
        if field.is_packed() {
            out.extend(record_bytes(number, &Encoded { wire_type: WireType::Len, payload: packed }));
        }
    }

    /// An entry of a map: the keys of one map differ.
    fn entry(&mut self, entry: &MessageDescriptor, place: &Place<'_>, depth: u32) -> Vec<u8> {
        let (key, value) = (entry.map_entry_key_field().kind(), entry.map_entry_value_field().kind());
        let key_payload = match &key {
            Kind::String => words::key(place.name, place.nth).into_bytes(),
            Kind::Bool => vec![place.nth as u8],
            kind => number::bits(kind, place.nth as i64 + 1),
        };
        let value_payload = match &value {
            Kind::Message(inner) => self.message(inner, depth.saturating_sub(1)),
            kind => self.value(kind, &Place { name: "value", owner: place.name, nth: place.nth }),
        };
        let mut out = record_bytes(1, &Encoded { wire_type: wire_type_of(&key), payload: key_payload });
        out.extend(record_bytes(2, &Encoded { wire_type: wire_type_of(&value), payload: value_payload }));
        out
    }

    /// The payload of one value that is no message.
    fn value(&mut self, kind: &Kind, place: &Place<'_>) -> Vec<u8> {
        match kind {
            Kind::String => words::text(&mut self.rng, place).into_bytes(),
            Kind::Bytes => self.bytes(place),
            Kind::Bool => vec![1],
            Kind::Enum(enumeration) => {
                let numbers: Vec<i32> = enumeration.values().map(|it| it.number()).filter(|it| *it != 0).collect();
                let number = self.rng.choice(numbers).unwrap_or_else(|| enumeration.default_value().number());
                let mut payload = Vec::new();
                varint::push(i64::from(number) as u64, &mut payload);
                payload
            }
            Kind::Float => (number::real(&mut self.rng) as f32).to_le_bytes().to_vec(),
            Kind::Double => number::real(&mut self.rng).to_le_bytes().to_vec(),
            kind => number::bits(kind, number::plausible(&mut self.rng, place.name)),
        }
    }

    fn bytes(&mut self, place: &Place<'_>) -> Vec<u8> {
        let is_text = ["data", "content", "contents", "stdout", "stderr", "body", "text", "raw", "input", "output"];
        let is_hash = ["hash", "digest", "sha", "sha256", "checksum", "fingerprint"];
        let has = |all: &[&str]| words::parts(place.name).any(|part| all.contains(&part));
        if has(&is_text) {
            return words::sentence(&mut self.rng).into_bytes();
        }
        let len = if has(&is_hash) { 32 } else { 16 };
        (0..len).map(|_| self.rng.u8(..)).collect()
    }
}

#[cfg(test)]
mod tests;
