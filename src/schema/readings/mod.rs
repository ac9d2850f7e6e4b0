//! Readings that a person chose: a record, or every record of one field of a type, read in another way than the schema
//! says. A reading changes no byte and holds as long as the record has the wire type that it is of.

mod any;
mod offers;
mod read_as;

use std::collections::BTreeMap;

pub use any::ANY;
pub(super) use any::any_type;
pub use any::any_value;
pub use offers::{Offer, offers};
pub use read_as::{Number, ParseReadAsError, ReadAs, TimeUnit};

use prost_reflect::MessageDescriptor;

use super::Type;
use crate::wire::{Record, RecordId};

/// All readings that hold for a document. A lens shares them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Readings {
    records: BTreeMap<RecordId, ReadAs>,
    /// By the full name of the type, then by number.
    fields: BTreeMap<String, BTreeMap<u32, ReadAs>>,
    /// The values of messages of any type, as the type that stands beside them.
    anys: BTreeMap<RecordId, MessageDescriptor>,
}

impl Readings {
    /// True where nothing is read in another way.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty() && self.fields.is_empty() && self.anys.is_empty()
    }

    /// The reading of a record of a message of type `parent`: its own, or else that of its field.
    pub fn of(&self, parent: &Type, record: &Record) -> Option<&ReadAs> {
        if let Some(own) = self.records.get(&record.id()) {
            return Some(own);
        }
        self.fields.get(parent.as_ref()?.full_name())?.get(&u32::try_from(record.number).ok()?)
    }

    /// The type of the message in an Any's value.
    pub(super) fn any_of(&self, record: &Record) -> Option<&MessageDescriptor> {
        self.anys.get(&record.id())
    }

    /// The reading of one record alone.
    pub fn of_record(&self, record: RecordId) -> Option<&ReadAs> {
        self.records.get(&record)
    }

    /// The reading of a field of a type.
    pub fn of_field(&self, type_name: &str, number: u32) -> Option<&ReadAs> {
        self.fields.get(type_name)?.get(&number)
    }

    /// Reads one record in another way, or as the schema says again.
    pub fn set_record(&mut self, record: RecordId, reading: Option<ReadAs>) {
        match reading {
            Some(reading) => _ = self.records.insert(record, reading),
            None => _ = self.records.remove(&record),
        }
    }

    /// Reads a field of a type in another way, or as the schema says again.
    pub fn set_field(&mut self, type_name: &str, number: u32, reading: Option<ReadAs>) {
        match reading {
            Some(reading) => _ = self.fields.entry(type_name.to_owned()).or_default().insert(number, reading),
            None => {
                if let Some(numbers) = self.fields.get_mut(type_name) {
                    numbers.remove(&number);
                }
            }
        }
        self.fields.retain(|_, numbers| !numbers.is_empty());
    }

    /// These readings of records, and the other's of fields.
    #[must_use]
    pub fn with_fields_of(self, other: &Self) -> Self {
        Self { fields: other.fields.clone(), ..self }
    }

    /// The readings of fields of types: the type's full name, the number, the reading.
    pub fn fields(&self) -> impl Iterator<Item = (&str, u32, &ReadAs)> {
        self.fields.iter().flat_map(|(name, of)| of.iter().map(move |(number, it)| (name.as_str(), *number, it)))
    }

    /// Reads the value of an Any as a message of a type, or as bytes again; true when that is something else.
    pub fn set_any(&mut self, value: RecordId, ty: Option<MessageDescriptor>) -> bool {
        match ty {
            Some(ty) => self.anys.insert(value, ty.clone()) != Some(ty),
            None => self.anys.remove(&value).is_some(),
        }
    }
}
