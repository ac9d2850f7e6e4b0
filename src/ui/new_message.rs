//! A new message: its type, and what it begins with.

use egui::{Align, DragValue, Id, Layout, RichText, Ui};

use super::cx::Cx;
use super::theme::{self, grid, size};
use super::widgets::{Choice, Dialog, Picked, Picker, PickerState, action_button, name_of, title_ui};
use super::words;
use crate::app::{App, Command, Fill, OpenDocument};
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
    /// What each choice stands for: a full type name, `None` for no type.
    types: Vec<Option<String>>,
    state: PickerState,
}

/// Draws the dialog while it is asked for.
pub fn new_message_ui(ui: &mut Ui, cx: &mut Cx, state: &mut NewMessageState) {
    if !cx.app.is_new_message_shown() {
        state.open = None;
        return;
    }
    let app = cx.app;
    let open = state.open.get_or_insert_with(|| Open::new(app));
    let [width, height] = size::PICKER;
    let dialog = Dialog { id: "new message", title: "New message", is_centred: false, width };
    let (is_empty, seed) = (&mut state.is_empty, &mut state.seed);
    let (picked, is_given_up) = dialog.show_ui(ui.ctx(), |ui| {
        ui.set_height(height.min(ui.available_height()));
        title_ui(ui, "New message");
        fill_ui(ui, is_empty, seed);
        ui.add_space(grid(2));
        let picker = Picker {
            id: Id::unique(("new message", "list")),
            label: "Type",
            hint: "Search all types",
            choices: &open.choices,
            none: "No type has this in its name",
            reason: None,
        };
        picker.show_ui(ui, &mut open.state)
    });
    match picked {
        Picked::Choice(index) => {
            let Some(type_name) = open.types.get(index).cloned() else { return };
            let fill = if state.is_empty { Fill::Empty } else { Fill::Sample { seed: state.seed } };
            cx.ask(Command::NewMessage { type_name, fill });
        }
        Picked::Open | Picked::Typed(_) if is_given_up => cx.ask(Command::HideNewMessage),
        Picked::Open | Picked::Typed(_) => {}
    }
}

/// What the message begins with.
fn fill_ui(ui: &mut Ui, is_empty: &mut bool, seed: &mut u64) {
    let palette = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.radio_value(is_empty, false, "Sample values").on_hover_text("Every field set with a plausible value");
        ui.add_space(grid(2));
        ui.radio_value(is_empty, true, "Empty");
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
            ui.label(RichText::new("Seed").color(palette.muted));
        });
    });
}

impl Open {
    fn new(app: &App) -> Self {
        let (choices, types) = types(app);
        Self { choices, types, state: PickerState::default() }
    }
}

/// The types to choose from: those of open documents, all, none.
fn types(app: &App) -> (Vec<Choice>, Vec<Option<String>>) {
    let mut all: Vec<(Choice, Option<String>)> = Vec::new();
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
        all.push((choice(name, about, true), Some((*name).to_owned())));
    }
    for message in app.pool().messages().into_iter().filter(|it| !near.contains(&it.full_name())) {
        let full = message.full_name();
        all.push((choice(full, schema::docs(&message), false), Some(full.to_owned())));
    }
    all.push((Choice { name: "No type".into(), detail: "fields by number alone".into(), ..Choice::default() }, None));
    all.into_iter().unzip()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Sample;

    #[test]
    fn the_types_of_open_documents_come_first_and_once() {
        let mut app = App::new();
        app.update(Command::OpenSample(Sample::ResourceUsage));
        app.update(Command::OpenSample(Sample::ResourceUsage));
        let (choices, types) = types(&app);
        assert_eq!((choices[0].name.as_str(), choices[0].is_likely), ("ActionResourceUsage", true));
        assert_eq!(types.iter().filter(|it| **it == types[0]).count(), 1);
        assert_eq!(types.last(), Some(&None));
        assert!(choices.len() > 100);
    }
}
