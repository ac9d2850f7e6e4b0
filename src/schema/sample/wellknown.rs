//! The well-known types, whose values have a meaning of their own.

use prost_reflect::MessageDescriptor;

use super::{Maker, number, words};
use crate::schema::plan::{Encoded, record_bytes};
use crate::wire::{WireType, varint};

fn varint_record(number: u64, value: u64) -> Vec<u8> {
    let mut payload = Vec::new();
    varint::push(value, &mut payload);
    record_bytes(number, &Encoded { wire_type: WireType::Varint, payload })
}

fn text_record(number: u64, text: &str) -> Vec<u8> {
    record_bytes(number, &Encoded { wire_type: WireType::Len, payload: text.as_bytes().to_vec() })
}

impl Maker {
    /// The bytes of a message whose type says more than its fields do.
    pub(super) fn well_known(&mut self, ty: &MessageDescriptor) -> Option<Vec<u8>> {
        match ty.full_name() {
            "google.protobuf.Timestamp" => Some(self.moment()),
            "google.protobuf.Duration" => Some(self.span()),
            "google.protobuf.Any" => Some(self.any()),
            "google.protobuf.FieldMask" => {
                let paths = ["name", "size_bytes"].map(|it| text_record(1, it));
                Some(paths.concat())
            }
            // Null is the one value of the oneof that shows nothing, and lists and structs of values go on and on.
            "google.protobuf.Value" => Some(match self.rng.u8(0..3) {
                0 => {
                    let payload = number::real(&mut self.rng).to_le_bytes().to_vec();
                    record_bytes(2, &Encoded { wire_type: WireType::Fixed64, payload })
                }
                1 => text_record(3, words::pick(&mut self.rng)),
                _ => varint_record(4, 1),
            }),
            _ => None,
        }
    }

    /// Some milliseconds after the last moment.
    fn moment(&mut self) -> Vec<u8> {
        self.clock += self.rng.u64(40..4_000);
        let seconds = number::MOMENT as u64 + self.clock / 1_000;
        [varint_record(1, seconds), varint_record(2, self.clock % 1_000 * 1_000_000)].concat()
    }

    /// Between a quarter of a second and a minute.
    fn span(&mut self) -> Vec<u8> {
        let millis = self.rng.u64(250..60_000);
        let mut out = Vec::new();
        // A zero is not written, as in all that writers write.
        for (number, value) in [(1, millis / 1_000), (2, millis % 1_000 * 1_000_000)] {
            if value > 0 {
                out.extend(varint_record(number, value));
            }
        }
        out
    }

    fn any(&mut self) -> Vec<u8> {
        let value = self.span();
        let mut out = text_record(1, "type.googleapis.com/google.protobuf.Duration");
        out.extend(record_bytes(2, &Encoded { wire_type: WireType::Len, payload: value }));
        out
    }
}
