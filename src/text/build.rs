//! Messages built from parsed values, as canonical bytes: fields by number, maps by key, repeated numbers packed where
//! the field says so, defaults left out where they go without saying, unknown records last in the order they came.

use std::collections::BTreeMap;

use prost_reflect::Kind;

use super::merged::MapKey;
use crate::schema::{Field, Type, raw_number};
use crate::wire::{WireType, varint};

/// A message that is being built. What is nested in it is bytes already, so depth costs no stack.
#[derive(Clone, Debug, Default)]
pub(super) struct Builder {
    pub ty: Type,
    fields: BTreeMap<u32, Built>,
    unknown: Vec<u8>,
}

#[derive(Clone, Debug)]
struct Built {
    field: Field,
    values: Values,
}

#[derive(Clone, Debug)]
enum Values {
    /// The payload of a singular field.
    One(Vec<u8>),
    /// The records of a repeated field.
    Records(Vec<u8>),
    /// The payload of a packed run.
    Packed(Vec<u8>),
    /// The payloads of a map's entries.
    Map(Vec<(MapKey, Vec<u8>)>),
}

impl Builder {
    pub fn new(ty: Type) -> Self {
        Self { ty, ..Self::default() }
    }

    /// The field that is set already where setting `field` would be to say something twice: itself, or another member
    /// of its oneof.
    pub fn clash(&self, field: &Field) -> Option<&Field> {
        if field.is_repeated() {
            return None;
        }
        let oneof = field.oneof();
        let is_clash =
            |it: &&Built| it.field.number() == field.number() || (oneof.is_some() && it.field.oneof() == oneof);
        self.fields.values().find(is_clash).map(|it| &it.field)
    }

    /// Adds a value of a field that is no map: sets a singular one, appends to a repeated one.
    pub fn put(&mut self, field: &Field, payload: Vec<u8>) {
        let values = if field.is_packed() && field.is_packable() {
            Values::Packed(Vec::new())
        } else if field.is_repeated() {
            Values::Records(Vec::new())
        } else {
            Values::One(Vec::new())
        };
        match &mut self.built(field, values).values {
            Values::One(one) => *one = payload,
            Values::Records(records) => {
                push_record(u64::from(field.number()), field.wire_type(), &payload, records);
            }
            Values::Packed(packed) => packed.extend(payload),
            Values::Map(_) => {}
        }
    }

    /// Adds an entry of a map. One of the same key stays before it: whoever reads the message keeps the last.
    pub fn put_entry(&mut self, field: &Field, entry: Self) {
        let key = entry.key();
        if let Values::Map(entries) = &mut self.built(field, Values::Map(Vec::new())).values {
            entries.push((key, entry.into_bytes()));
        }
    }

    /// Adds a record that no field takes.
    pub fn put_unknown(&mut self, number: u64, wire_type: WireType, payload: &[u8]) {
        push_record(number, wire_type, payload, &mut self.unknown);
    }

    fn built(&mut self, field: &Field, empty: Values) -> &mut Built {
        self.fields.entry(field.number()).or_insert_with(|| Built { field: field.clone(), values: empty })
    }

    fn is_entry(&self) -> bool {
        self.ty.as_ref().is_some_and(|it| it.is_map_entry())
    }

    /// The key of a map's entry.
    fn key(&self) -> MapKey {
        let kind = self.ty.as_ref().filter(|it| it.is_map_entry()).map(|it| it.map_entry_key_field().kind());
        let payload = match self.fields.get(&1).map(|it| &it.values) {
            Some(Values::One(payload)) => payload.as_slice(),
            _ => &[],
        };
        match kind {
            Some(kind) if kind != Kind::String => {
                let wire_type = crate::schema::wire_type_of(&kind);
                MapKey::of_number(&kind, raw_number(wire_type, payload).unwrap_or(0))
            }
            _ => MapKey::Text(payload.to_vec()),
        }
    }

    /// The message's bytes.
    pub fn into_bytes(mut self) -> Vec<u8> {
        let is_entry = self.is_entry();
        if is_entry && let Some(ty) = self.ty.clone() {
            for field in [ty.map_entry_key_field(), ty.map_entry_value_field()].map(Field::Declared) {
                self.built(&field, Values::One(default_payload(field.wire_type()).to_vec()));
            }
        }
        let mut out = Vec::new();
        for Built { field, values } in self.fields.into_values() {
            let number = u64::from(field.number());
            match values {
                Values::One(payload) if !is_entry && goes_without_saying(&field, &payload) => {}
                Values::One(payload) => push_record(number, field.wire_type(), &payload, &mut out),
                Values::Records(records) => out.extend(records),
                Values::Packed(packed) => push_record(number, WireType::Len, &packed, &mut out),
                Values::Map(mut entries) => {
                    entries.sort_by(|a, b| a.0.cmp(&b.0));
                    entries.iter().for_each(|(_, entry)| push_record(number, WireType::Len, entry, &mut out));
                }
            }
        }
        out.extend(self.unknown);
        out
    }
}

/// True for a default of a field that has no presence.
fn goes_without_saying(field: &Field, payload: &[u8]) -> bool {
    match field.kind() {
        _ if field.has_presence() => false,
        Kind::String | Kind::Bytes => payload.is_empty(),
        Kind::Message(_) => false,
        _ => payload.iter().all(|it| *it == 0),
    }
}

/// The payload of a default.
pub(super) fn default_payload(wire_type: WireType) -> &'static [u8] {
    match wire_type {
        WireType::Varint => &[0],
        WireType::Fixed32 => &[0; 4],
        WireType::Fixed64 => &[0; 8],
        WireType::Len | WireType::Group | WireType::Undecoded => &[],
    }
}

/// Appends a record: tag, length, payload, end.
pub(super) fn push_record(number: u64, wire_type: WireType, payload: &[u8], out: &mut Vec<u8>) {
    varint::push(number << 3 | wire_type.number().unwrap_or(0), out);
    if wire_type == WireType::Len {
        varint::push(payload.len() as u64, out);
    }
    out.extend_from_slice(payload);
    if wire_type == WireType::Group {
        varint::push(number << 3 | 4, out);
    }
}

/// The payload of a number of a kind, from its value as every reader reads it.
pub(super) fn number_payload(kind: &Kind, bits: u64) -> Vec<u8> {
    match kind {
        Kind::Double | Kind::Fixed64 | Kind::Sfixed64 => bits.to_le_bytes().to_vec(),
        Kind::Float | Kind::Fixed32 | Kind::Sfixed32 => (bits as u32).to_le_bytes().to_vec(),
        Kind::Sint32 | Kind::Sint64 => varint_payload(varint::to_zigzag(bits as i64)),
        _ => varint_payload(bits),
    }
}

/// The payload of a varint.
pub(super) fn varint_payload(value: u64) -> Vec<u8> {
    varint::Written::shortest(value).as_bytes().to_vec()
}
