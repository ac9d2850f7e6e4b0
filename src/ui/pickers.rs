//! Choosing a type for a document, and a field to add to a message.

use egui::{Id, RichText, Ui};
use prost_reflect::{Cardinality, MessageDescriptor};

use super::cx::Cx;
use super::readings::{ReadingsState, readings_ui};
use super::theme::{self, grid, size};
use super::widgets::{Choice, Dialog, Picked, Picker, PickerState, link_button, picker_height, title_ui};
use super::words;
use crate::app::{App, Candidate, EditCommand, OpenDocument, SchemaCommand};
use crate::schema::{self, Field};

/// What a picker remembers while it is open.
#[derive(Clone, Debug, Default)]
pub struct PickersState {
    types: Option<Open>,
    fields: Option<Open>,
    readings: ReadingsState,
}

#[derive(Clone, Debug, Default)]
struct Open {
    choices: Vec<Choice>,
    /// What each choice stands for: a full type name, empty for none; a field's number.
    meanings: Vec<Meaning>,
    /// How many candidates were known when the list was made.
    candidates: usize,
    state: PickerState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Meaning {
    Type(String),
    NoType,
    Field(u64),
}

/// Draws the picker that is open.
pub fn pickers_ui(ui: &mut Ui, cx: &mut Cx, state: &mut PickersState) {
    match cx.document().filter(|_| cx.app.is_type_picker_shown()) {
        Some(document) => types_ui(ui, cx, document, state),
        None => state.types = None,
    }
    readings_ui(ui, cx, &mut state.readings);
    if cx.app.is_field_picker_shown() { fields_ui(ui, cx, state) } else { state.fields = None }
}

fn types_ui(ui: &mut Ui, cx: &mut Cx, document: &OpenDocument, state: &mut PickersState) {
    let candidates = document.candidates();
    let is_fresh = state.types.as_ref().is_some_and(|it| it.candidates == candidates.len());
    if !is_fresh {
        let (choices, meanings) = types(cx.app, candidates);
        let typed = state.types.take().map(|it| it.state).unwrap_or_default();
        state.types = Some(Open { choices, meanings, candidates: candidates.len(), state: typed });
    }
    let Some(open) = &mut state.types else { return };
    let title = format!("Read {} as", document.name());
    match dialog_ui(ui, "type picker", &title, "Type", "Search all types", "No type has this in its name", open) {
        Done::Chosen(Meaning::Type(name)) => cx.ask(SchemaCommand::ChooseType(Some(name))),
        Done::Chosen(Meaning::NoType) => cx.ask(SchemaCommand::ChooseType(None)),
        Done::GivenUp => cx.ask(SchemaCommand::HideTypePicker),
        Done::Chosen(Meaning::Field(_)) | Done::Open => {}
    }
}

/// The types to choose from: those that fit the bytes, none, all.
fn types(app: &App, candidates: &[Candidate]) -> (Vec<Choice>, Vec<Meaning>) {
    let mut choices = Vec::new();
    let mut meanings = Vec::new();
    for candidate in candidates {
        choices.push(Choice {
            name: words::own_name(&candidate.type_name).to_owned(),
            detail: candidate.reason.clone(),
            note: format!("{:.0} %", candidate.score * 100.0),
            about: about_type(app, &candidate.type_name),
            is_likely: true,
            ..Choice::default()
        });
        meanings.push(Meaning::Type(candidate.type_name.clone()));
    }
    choices.push(Choice { name: "No type".into(), detail: "fields by number alone".into(), ..Choice::default() });
    meanings.push(Meaning::NoType);
    for message in app.pool().messages() {
        choices.push(Choice {
            name: words::own_name(message.full_name()).to_owned(),
            detail: words::package(message.full_name()).to_owned(),
            about: schema::docs(&message).unwrap_or_default(),
            ..Choice::default()
        });
        meanings.push(Meaning::Type(message.full_name().to_owned()));
    }
    (choices, meanings)
}

fn about_type(app: &App, name: &str) -> String {
    let docs = app.pool().find(name).ok().and_then(|it| schema::docs(&it));
    match docs {
        Some(docs) => format!("{name}\n{docs}"),
        None => name.to_owned(),
    }
}

fn fields_ui(ui: &mut Ui, cx: &mut Cx, state: &mut PickersState) {
    let Some((address, message)) = cx.app.field_picker_target() else {
        state.fields = None;
        return no_type_ui(ui, cx);
    };
    let open = state.fields.get_or_insert_with(|| {
        let (choices, meanings) = fields(&message);
        Open { choices, meanings, ..Open::default() }
    });
    let title = format!("Add a field to {}", message.name());
    match dialog_ui(ui, "field picker", &title, "Field", "Search its fields", "No field has this in its name", open) {
        Done::Chosen(Meaning::Field(number)) => cx.ask(EditCommand::AddField { message: address, number }),
        Done::GivenUp => cx.ask(EditCommand::HideFieldPicker),
        Done::Chosen(Meaning::Type(_) | Meaning::NoType) | Done::Open => {}
    }
}

/// The fields that a message can take, in the order of their declaration, with what they say of themselves.
fn fields(message: &MessageDescriptor) -> (Vec<Choice>, Vec<Meaning>) {
    let declared = message.fields().map(Field::Declared);
    let all = declared.chain(message.extensions().map(Field::Extension));
    all.map(|field| {
        let label = match field.cardinality() {
            Cardinality::Repeated if field.is_map() => "",
            Cardinality::Repeated => "repeated ",
            Cardinality::Required => "required ",
            Cardinality::Optional => "",
        };
        let member = field.oneof().map(|it| format!(" · one of {}", it.name())).unwrap_or_default();
        let choice = Choice {
            name: field.path_name(),
            detail: format!("{label}{}{member}", field.type_name()),
            note: field.number().to_string(),
            about: schema::docs_of_field(&field).unwrap_or_default(),
            ..Choice::default()
        };
        (choice, Meaning::Field(u64::from(field.number())))
    })
    .unzip()
}

fn no_type_ui(ui: &mut Ui, cx: &mut Cx) {
    let palette = theme::palette(ui);
    let dialog = Dialog { id: "field picker", title: "Add a field", is_centred: false, width: size::DIALOG };
    let (is_choosing, is_given_up) = dialog.show_ui(ui.ctx(), |ui| {
        title_ui(ui, "Add a field");
        ui.label(
            RichText::new("The type of this message is not known, so its fields are not either").color(palette.muted),
        );
        ui.add_space(grid(2));
        let choose = link_button(ui, "Choose type…");
        if ui.memory(|memory| memory.focused().is_none()) {
            choose.request_focus();
        }
        choose.clicked()
    });
    if is_choosing {
        cx.ask(EditCommand::HideFieldPicker);
        cx.ask(SchemaCommand::ShowTypePicker);
    } else if is_given_up {
        cx.ask(EditCommand::HideFieldPicker);
    }
}

enum Done {
    Open,
    Chosen(Meaning),
    GivenUp,
}

fn dialog_ui(
    ui: &mut Ui,
    id: &'static str,
    title: &str,
    label: &str,
    hint: &'static str,
    none: &str,
    open: &mut Open,
) -> Done {
    let Open { choices, meanings, state, .. } = open;
    let (picked, is_given_up) = picking_ui(ui, &Picking { id, title, label, hint, none }, choices, state);
    match picked {
        Picked::Choice(index) => meanings.get(index).cloned().map_or(Done::Open, Done::Chosen),
        Picked::Open | Picked::Typed(_) if is_given_up => Done::GivenUp,
        Picked::Open | Picked::Typed(_) => Done::Open,
    }
}

/// A dialog with a list to choose from.
pub struct Picking<'a> {
    /// Its identity.
    pub id: &'static str,
    /// Its name.
    pub title: &'a str,
    /// What is chosen, for a screen reader.
    pub label: &'a str,
    /// In the field while nothing is typed.
    pub hint: &'static str,
    /// Said where nothing matches.
    pub none: &'a str,
}

/// Draws the dialog: what was picked, and whether it was given up.
pub fn picking_ui(ui: &Ui, picking: &Picking, choices: &[Choice], state: &mut PickerState) -> (Picked, bool) {
    let Picking { id, title, label, hint, none } = *picking;
    let (width, height) = (size::PICKER[0], picker_height(choices, size::HEAD + grid(2)));
    let dialog = Dialog { id, title, is_centred: false, width };
    dialog.show_ui(ui.ctx(), |ui| {
        ui.set_height(height.min(ui.available_height()));
        title_ui(ui, title);
        let picker = Picker { id: Id::unique((id, "list")), label, hint, choices, none, reason: None };
        picker.show_ui(ui, state)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::widgets::matching;

    #[test]
    fn the_types_that_fit_come_first_then_none_then_all() {
        let app = App::new();
        let full = "com.github.trace_machina.nativelink.remote_execution.HistoricalExecuteResponse";
        let fits = Candidate { type_name: full.into(), score: 0.97, reason: "all fields fit".into() };
        let (choices, meanings) = types(&app, &[fits]);
        assert_eq!((choices[0].name.as_str(), choices[0].note.as_str()), ("HistoricalExecuteResponse", "97 %"));
        assert!(choices[0].about.starts_with(full));
        assert_eq!(meanings[1], Meaning::NoType);
        assert!(choices.len() > 100);
        let found = matching(&choices, "resourceusage");
        assert_eq!(choices[found[0]].name, "ActionResourceUsage");
    }

    #[test]
    fn fields_say_their_type_number_and_documentation() {
        let message = App::new().pool().find("v2.ActionResult").unwrap();
        let (choices, meanings) = fields(&message);
        let at = choices.iter().position(|it| it.name == "output_files").unwrap();
        assert_eq!((choices[at].detail.as_str(), choices[at].note.as_str()), ("repeated OutputFile", "2"));
        assert_eq!(meanings[at], Meaning::Field(2));
        assert!(choices.iter().any(|it| !it.about.is_empty()));
    }
}
