//! A new message: its type or a template, and what it begins with. Templates are renamed and deleted here.

use egui::{Align, DragValue, Id, Key, Layout, Modifiers, RichText, Ui};

use super::cx::Cx;
use super::theme::{self, grid, size};
use super::widgets::{
    Choice, Dialog, Picked, Picker, PickerState, action_button, clear_marks, link_button, matching, name_of,
    text_field, title_ui,
};
use super::words;
use crate::app::{App, Fill, NewCommand, OpenDocument};
use crate::schema;

/// What the dialog remembers; the seed and the way of filling outlast it.
#[derive(Clone, Debug)]
pub struct NewMessageState {
    open: Option<Open>,
    is_empty: bool,
    seed: u64,
}

impl Default for NewMessageState {
    fn default() -> Self {
        Self { open: None, is_empty: false, seed: 1 }
    }
}

#[derive(Clone, Debug)]
struct Open {
    choices: Vec<Choice>,
    /// What each choice stands for.
    begins: Vec<Begin>,
    /// The names of the templates when the list was made.
    templates: Vec<String>,
    state: PickerState,
    renaming: Option<Renaming>,
}

/// What a message is begun with.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Begin {
    /// A template, by its name.
    Template(String),
    /// A type by its full name, or none.
    Type(Option<String>),
}

/// A template that is being given another name.
#[derive(Clone, Debug)]
struct Renaming {
    name: String,
    text: String,
    is_begun: bool,
}

/// Draws the dialog while it is asked for.
pub fn new_message_ui(ui: &mut Ui, cx: &mut Cx, state: &mut NewMessageState) {
    if !cx.app.is_new_message_shown() {
        state.open = None;
        return;
    }
    let app = cx.app;
    let open = state.open.get_or_insert_with(|| Open::new(app));
    open.renew(app);
    let [width, height] = size::PICKER;
    let dialog = Dialog { id: "new message", title: "New message", is_centred: false, width };
    let (is_empty, seed) = (&mut state.is_empty, &mut state.seed);
    let (picked, is_given_up) = dialog.show_ui(ui.ctx(), |ui| {
        ui.set_height(height.min(ui.available_height()));
        title_ui(ui, "New message");
        match open.template().map(str::to_owned) {
            Some(name) => template_ui(ui, cx, &name, &mut open.renaming),
            None => fill_ui(ui, is_empty, seed),
        }
        ui.add_space(grid(2));
        let picker = Picker {
            id: Id::unique(("new message", "list")),
            label: "Type",
            hint: "Search templates and types",
            choices: &open.choices,
            none: "No template and no type has this in its name",
            reason: None,
        };
        picker.show_ui(ui, &mut open.state)
    });
    match picked {
        Picked::Choice(index) => {
            let fill = if state.is_empty { Fill::Empty } else { Fill::Sample { seed: state.seed } };
            match open.begins.get(index).cloned() {
                Some(Begin::Template(name)) => cx.ask(NewCommand::NewFromTemplate(name)),
                Some(Begin::Type(type_name)) => cx.ask(NewCommand::NewMessage { type_name, fill }),
                None => {}
            }
        }
        Picked::Open | Picked::Typed(_) if is_given_up => cx.ask(NewCommand::HideNewMessage),
        Picked::Open | Picked::Typed(_) => {}
    }
}

/// What the message begins with.
fn fill_ui(ui: &mut Ui, is_empty: &mut bool, seed: &mut u64) {
    let palette = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.scope(|ui| {
            clear_marks(ui);
            ui.radio_value(is_empty, false, "Sample values").on_hover_text("Every field set with a plausible value");
            ui.add_space(grid(2));
            ui.radio_value(is_empty, true, "Empty");
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if *is_empty {
                return;
            }
            let another = action_button(ui, "Another");
            if another.on_hover_text("Another seed makes another sample").clicked() {
                *seed = seed.wrapping_add(1);
            }
            let value = ui.add(DragValue::new(seed).speed(0.2));
            name_of(&value, egui::Role::SpinButton, "Seed");
            // In a narrow window the words before it need the room.
            if ui.available_width() >= grid(12) {
                ui.label(RichText::new("Seed").color(palette.muted));
            }
        });
    });
}

impl Open {
    fn new(app: &App) -> Self {
        let (choices, begins) = begins(app);
        let templates = names(app).map(str::to_owned).collect();
        Self { choices, begins, templates, state: PickerState::default(), renaming: None }
    }

    /// Makes the list anew where templates are others than they were.
    fn renew(&mut self, app: &App) {
        if !names(app).eq(self.templates.iter().map(String::as_str)) {
            let state = std::mem::take(&mut self.state);
            *self = Self { state, ..Self::new(app) };
        }
    }

    /// The template that Enter would choose.
    fn template(&self) -> Option<&str> {
        let row = *matching(&self.choices, &self.state.filter).get(self.state.row)?;
        match self.begins.get(row)? {
            Begin::Template(name) => Some(name),
            Begin::Type(_) => None,
        }
    }
}

fn names(app: &App) -> impl Iterator<Item = &str> {
    app.templates().all().iter().map(|it| it.name.as_str())
}

/// What can be done to a template.
fn template_ui(ui: &mut Ui, cx: &mut Cx, name: &str, renaming: &mut Option<Renaming>) {
    let palette = theme::palette(ui);
    if renaming.as_ref().is_some_and(|it| it.name != name) {
        *renaming = None;
    }
    ui.horizontal(|ui| {
        if let Some(Renaming { text, is_begun, .. }) = renaming {
            let id = Id::unique("template name");
            let is_enter = ui.memory(|memory| memory.has_focus(id))
                && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
            let field = ui.add(text_field(text, id, "Another name").desired_width(size::FIND));
            let field = field.accessible_name(format!("Another name for {name}"));
            if !std::mem::replace(is_begun, true) {
                field.request_focus();
            }
            if is_enter || link_button(ui, "Rename").clicked() {
                cx.ask(NewCommand::RenameTemplate { name: name.to_owned(), to: text.clone() });
                *renaming = None;
                ui.memory_mut(|memory| memory.surrender_focus(id));
            }
            return;
        }
        ui.label(RichText::new("Begins with what the template holds").color(palette.muted));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if action_button(ui, "Delete").on_hover_text("Delete the template").clicked() {
                cx.ask(NewCommand::DeleteTemplate(name.to_owned()));
            }
            if action_button(ui, "Rename…").on_hover_text("Give the template another name").clicked() {
                *renaming = Some(Renaming { name: name.to_owned(), text: name.to_owned(), is_begun: false });
            }
        });
    });
}

/// What can be begun with: templates, the types of open documents, all types, none.
fn begins(app: &App) -> (Vec<Choice>, Vec<Begin>) {
    let mut all: Vec<(Choice, Begin)> = Vec::new();
    for template in app.templates().all() {
        let own = template.type_name.as_deref().map_or("no type", words::own_name);
        let choice = Choice {
            name: words::visible(&template.name).into_owned(),
            detail: format!("template · {own}"),
            note: words::size(template.bytes.len() as u64),
            is_likely: true,
            ..Choice::default()
        };
        all.push((choice, Begin::Template(template.name.clone())));
    }
    let mut near: Vec<&str> = Vec::new();
    for name in app.documents().iter().rev().filter_map(OpenDocument::type_name) {
        if !near.contains(&name) {
            near.push(name);
        }
    }
    let choice = |full: &str, about: Option<String>, is_likely| Choice {
        name: words::own_name(full).to_owned(),
        detail: words::package(full).to_owned(),
        about: about.unwrap_or_default(),
        note: if is_likely { "open".to_owned() } else { String::new() },
        is_likely,
        ..Choice::default()
    };
    for name in &near {
        let about = app.pool().find(name).ok().and_then(|it| schema::docs(&it));
        all.push((choice(name, about, true), Begin::Type(Some((*name).to_owned()))));
    }
    for message in app.pool().messages().into_iter().filter(|it| !near.contains(&it.full_name())) {
        let full = message.full_name();
        all.push((choice(full, schema::docs(&message), false), Begin::Type(Some(full.to_owned()))));
    }
    all.push((
        Choice { name: "No type".into(), detail: "fields by number alone".into(), ..Choice::default() },
        Begin::Type(None),
    ));
    all.into_iter().unzip()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::FileCommand;
    use crate::app::Sample;

    #[test]
    fn the_types_of_open_documents_come_first_and_once() {
        let mut app = App::new();
        app.update(FileCommand::OpenSample(Sample::ResourceUsage));
        app.update(FileCommand::OpenSample(Sample::ResourceUsage));
        let (choices, begins) = begins(&app);
        assert_eq!((choices[0].name.as_str(), choices[0].is_likely), ("ActionResourceUsage", true));
        assert_eq!(begins.iter().filter(|it| **it == begins[0]).count(), 1);
        assert_eq!(begins.last(), Some(&Begin::Type(None)));
        assert!(choices.len() > 100);
    }

    #[test]
    fn templates_come_before_all_types() {
        let mut app = App::new();
        app.update(FileCommand::OpenSample(Sample::ResourceUsage));
        app.update(NewCommand::SaveTemplate { name: "small run".into(), is_selected: false });
        let (choices, begins) = begins(&app);
        assert_eq!(
            (choices[0].name.as_str(), choices[0].detail.as_str()),
            ("small run", "template · ActionResourceUsage")
        );
        assert_eq!(begins[0], Begin::Template("small run".into()));
    }
}
