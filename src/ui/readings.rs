//! Choosing how a record is read: every reading that fits its bytes, with what it would read.

use egui::{Button, Id, Ui};

use super::cx::Cx;
use super::theme::{grid, size};
use super::widgets::{Choice, Dialog, Picked, Picker, PickerState, title_ui};
use super::words;
use crate::app::{OpenDocument, ReadScope, RecordRow, SchemaCommand};
use crate::schema::{self, Offer, ReadAs};
use crate::wire::RecordId;

/// What the list remembers while it is open.
#[derive(Clone, Debug, Default)]
pub struct ReadingsState {
    open: Option<Open>,
}

#[derive(Clone, Debug)]
struct Open {
    record: RecordId,
    choices: Vec<Choice>,
    /// What each choice stands for; `None` for what the schema says.
    readings: Vec<Option<ReadAs>>,
    scope: ReadScope,
    state: PickerState,
}

/// Draws the list while it shows.
pub fn readings_ui(ui: &mut Ui, cx: &mut Cx, state: &mut ReadingsState) {
    let shown = cx.document().filter(|_| cx.app.is_reading_picker_shown());
    let Some((document, row)) = shown.and_then(|it| Some((it, it.selected()?))) else {
        state.open = None;
        return;
    };
    if state.open.as_ref().is_none_or(|it| it.record != row.child.id()) {
        state.open = Some(Open::new(document, &row));
    }
    let Some(open) = &mut state.open else { return };
    let title = format!("Read {} as", row.name);
    let dialog = Dialog { id: "readings", title: &title, is_centred: false, width: size::PICKER[0] };
    let room = ui.ctx().content_rect().height() - grid(40);
    let (picked, is_given_up) = dialog.show_ui(ui.ctx(), |ui| {
        ui.set_height(size::PICKER[1].min(room));
        title_ui(ui, &title);
        scope_ui(ui, &row, &mut open.scope);
        let picker = Picker {
            id: Id::unique("readings list"),
            label: "Reading",
            hint: "Search readings and types",
            choices: &open.choices,
            none: "No reading has this in its name",
            reason: None,
        };
        picker.show_ui(ui, &mut open.state)
    });
    match picked {
        Picked::Choice(index) => {
            let reading = open.readings.get(index).cloned().flatten();
            if reading.is_none() {
                // What the schema says holds once neither the record nor its field is read otherwise.
                cx.ask(SchemaCommand::ReadAs { address: row.address.clone(), reading: None, scope: ReadScope::Record });
            }
            cx.ask(SchemaCommand::ReadAs { address: row.address, reading, scope: open.scope });
        }
        Picked::Open | Picked::Typed(_) if is_given_up => cx.ask(SchemaCommand::HideReadings),
        Picked::Open | Picked::Typed(_) => {}
    }
}

/// Which records the choice is for.
fn scope_ui(ui: &mut Ui, row: &RecordRow, scope: &mut ReadScope) {
    let Some(parent) = &row.parent else {
        *scope = ReadScope::Record;
        return;
    };
    let name = row.reading.field().map_or_else(|| format!("#{}", row.child.record.number), |it| it.path_name());
    let all = format!("Every {name} of {}", parent.name());
    ui.horizontal(|ui| {
        for (text, which, hint) in [
            ("This record", ReadScope::Record, "In this document, as long as it is open"),
            (all.as_str(), ReadScope::Field, "In all documents, remembered"),
        ] {
            let button = Button::new(text).selected(*scope == which).truncate();
            if ui.add(button).on_hover_text(hint).clicked() {
                *scope = which;
            }
        }
    });
    ui.add_space(grid(1));
}

impl Open {
    fn new(document: &OpenDocument, row: &RecordRow) -> Self {
        let lens = document.lens();
        let record = &row.child.record;
        let offers = schema::offers(document.snapshot(), lens, &row.parent, record).unwrap_or_default();
        let declared = lens.declared(&row.parent, record);
        let line = schema::telling::line(document.snapshot(), lens, &declared, record);
        let (name, about) = match declared.field() {
            Some(_) => ("As the schema says", "What the schema declares, without a choice of yours"),
            None => ("As its bytes look", "The schema does not know it: a guess from its bytes"),
        };
        let mut choices = vec![Choice {
            name: name.to_owned(),
            detail: format!("{}  {}", declared.type_name(record), line.text),
            about: about.to_owned(),
            ..Choice::default()
        }];
        let mut readings = vec![None];
        let chosen = lens.chosen(&row.parent, record);
        for Offer { reading, preview } in offers {
            choices.push(choice(lens, &reading, preview.text, chosen == Some(&reading)));
            readings.push(Some(reading));
        }
        if record.wire_type == crate::wire::WireType::Len {
            let offered = readings.clone();
            for message in lens.pool().messages() {
                let reading = ReadAs::Message(message.full_name().to_owned());
                let is_offered = offered.iter().flatten().any(|it| *it == reading);
                if !is_offered {
                    let package = words::package(message.full_name()).to_owned();
                    choices.push(choice(lens, &reading, package, chosen == Some(&reading)));
                    readings.push(Some(reading));
                }
            }
        }
        let of_field = lens.readings().of_record(row.child.id()).is_none() && chosen.is_some();
        let scope = if of_field { ReadScope::Field } else { ReadScope::Record };
        Self { record: row.child.id(), choices, readings, scope, state: PickerState::default() }
    }
}

fn choice(lens: &schema::Lens, reading: &ReadAs, detail: String, is_chosen: bool) -> Choice {
    let (name, about) = match reading {
        ReadAs::Message(name) => {
            let docs = lens.pool().descriptors().get_message_by_name(name).and_then(|it| schema::docs(&it));
            let about = docs.map_or_else(|| name.clone(), |docs| format!("{name}\n{docs}"));
            (words::own_name(name).to_owned(), about)
        }
        ReadAs::Untyped => ("untyped".to_owned(), "As if the schema did not know it".to_owned()),
        reading => (reading.to_string(), String::new()),
    };
    let note = if is_chosen { "chosen".to_owned() } else { String::new() };
    Choice { name, detail, note, about, is_likely: is_chosen, ..Choice::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{App, Pick, Sample};
    use crate::app::{FileCommand, TreeCommand};

    #[test]
    fn every_reading_that_fits_says_what_it_would_read() {
        let mut app = App::new();
        app.update(FileCommand::OpenSample(Sample::ResourceUsage));
        app.update(TreeCommand::Select(Pick::Path("peak_memory_kb".into())));
        let document = app.active_document().unwrap();
        let open = Open::new(document, &document.selected().unwrap());
        let told: Vec<_> = open.choices.iter().map(|it| format!("{} = {}", it.name, it.detail)).collect();
        assert_eq!(told[0], "As the schema says = uint64  3024");
        assert!(told.contains(&"sint64 = 1512".to_owned()), "{told:?}");
        assert!(told.contains(&"seconds since 1970 = 1970-01-01T00:50:24Z".to_owned()), "{told:?}");
        assert!(!told.iter().any(|it| it.starts_with("bool")), "3024 is no bool: {told:?}");
    }
}
