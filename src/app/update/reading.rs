//! Reading records in another way than the schema says.

use super::super::{App, Effect, Kept, OpenDocument, ReadScope, SchemaCommand};
use super::{Said, view, wait};
use crate::schema::{ReadAs, Readings};
use crate::wire::{Address, WireType};

pub(super) fn show_picker(app: &mut App, is_shown: bool) -> Vec<Effect> {
    let can_be = app.active_document().and_then(OpenDocument::selected).is_some_and(|row| {
        let wire_type = row.child.record.wire_type;
        !matches!(wire_type, WireType::Group | WireType::Undecoded)
    });
    app.is_reading_picker_shown = is_shown && can_be;
    Vec::new()
}

/// Takes in the readings that were kept.
pub(in crate::app) fn take_readings(app: &mut App, readings: Readings) {
    app.readings = readings;
    spread(app);
}

/// Has the readings of fields hold in every document.
fn spread(app: &mut App) {
    let fields = app.readings.clone();
    for document in &mut app.documents {
        let readings = document.lens.readings().with_fields_of(&fields);
        document.set_readings(readings);
    }
}

/// Reads the record at an address, or every record of its field, in another way; `None` as the schema says.
pub(super) fn read_as(app: &mut App, address: Address, reading: Option<ReadAs>, scope: ReadScope) -> Vec<Effect> {
    app.is_reading_picker_shown = false;
    let Some(document) = app.active_mut() else { return Vec::new() };
    let located = match document.view().locate(&address) {
        Ok(Some(located)) => located,
        Ok(None) => return Vec::new(),
        Err(_) => return wait(document, SchemaCommand::ReadAs { address, reading, scope }),
    };
    document.end_typing();
    let record = &located.child.record;
    let is_fitting = reading.as_ref().is_none_or(|it| document.lens.read_as(&located.parent, record, it).is_some());
    if !is_fitting {
        let (name, reading) = (document.name(), reading.map(|it| it.to_string()).unwrap_or_default());
        let why = format!("A record of wire type {} cannot be read as {reading}", record.wire_type.name());
        app.notify(Said::warning(format!("{name} is read as before"), why, "Choose another reading"));
        return Vec::new();
    }
    let (id, number) = (located.child.id(), u32::try_from(record.number));
    let mut readings = document.lens.readings();
    match (scope, &located.parent, number) {
        (ReadScope::Field, Some(parent), Ok(number)) => {
            readings.set_record(id, None);
            document.set_readings(readings);
            app.readings.set_field(parent.full_name(), number, reading);
            app.kept.touch(Kept::Readings);
            spread(app);
        }
        (ReadScope::Record | ReadScope::Field, ..) => {
            readings.set_record(id, reading);
            document.set_readings(readings);
        }
    }
    view::reselect(app)
}
