//! The readings chosen for fields of types, as they are written.

use serde::{Deserialize, Serialize};

use crate::schema::Readings;

/// Readings kept at most.
const MOST: usize = 10_000;

/// All of them.
#[derive(Serialize, Deserialize)]
pub(super) struct KeptReadings {
    fields: Vec<KeptReading>,
}

/// One: the full name of the type, the field's number, the name of the reading.
#[derive(Serialize, Deserialize)]
struct KeptReading {
    message: String,
    number: u32,
    reading: String,
}

impl KeptReadings {
    pub(super) fn of(readings: &Readings) -> Self {
        let fields = readings.fields().take(MOST).map(|(message, number, reading)| KeptReading {
            message: message.to_owned(),
            number,
            reading: reading.to_string(),
        });
        Self { fields: fields.collect() }
    }

    /// Those whose names are known; the others are of no use here.
    pub(super) fn to_readings(&self) -> Readings {
        let mut readings = Readings::default();
        for KeptReading { message, number, reading } in self.fields.iter().take(MOST) {
            if let Ok(reading) = reading.parse() {
                readings.set_field(message, *number, Some(reading));
            }
        }
        readings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{Number, ReadAs};

    #[test]
    fn what_is_written_is_read_again_and_what_is_unknown_left_out() {
        let mut readings = Readings::default();
        readings.set_field("a.B", 3, Some(ReadAs::Packed(Number::Sint32)));
        readings.set_field("a.B", 4, Some(ReadAs::Message("c.D".into())));
        let mut kept = KeptReadings::of(&readings);
        assert_eq!(kept.to_readings(), readings);
        kept.fields.push(KeptReading { message: "a.B".into(), number: 5, reading: "a poem".into() });
        assert_eq!(kept.to_readings(), readings);
    }
}
