//! Keeping a message as a template: its name, and which message.

use egui::{Id, Key, Modifiers, RichText, Ui};

use super::cx::Cx;
use super::theme::{self, font, grid, size};
use super::widgets::{Dialog, clear_marks, main_button, wide_text_field};
use crate::app::{NewCommand, TemplateField};

/// What the dialog remembers while it is open.
#[derive(Clone, Debug, Default)]
pub struct TemplateState {
    /// What was typed; `None` while it is not shown.
    name: Option<String>,
    is_selected: bool,
}

/// Draws the dialog while it is asked for.
pub fn template_ui(ui: &mut Ui, cx: &mut Cx, state: &mut TemplateState) {
    let Some(field) = cx.app.template_field() else {
        *state = TemplateState::default();
        return;
    };
    let TemplateField { initial, selected, note } = field;
    let is_first = state.name.is_none();
    let (mut name, mut is_selected) = (state.name.clone().unwrap_or_else(|| initial.clone()), state.is_selected);
    let is_there = cx.app.templates().get(name.trim()).is_some();
    let is_enter = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
    let dialog = Dialog { id: "template", title: "Save as template", is_centred: false, width: size::DIALOG };
    let (is_kept, is_given_up) = dialog.show_parts_ui(
        ui.ctx(),
        |ui| {
            let palette = theme::palette(ui);
            let field = ui.add(wide_text_field(&mut name, Id::unique("template name"), "Name"));
            let field = field.accessible_name("Name");
            if is_first {
                field.request_focus();
            }
            if let Some(selected) = selected {
                ui.add_space(grid(2));
                clear_marks(ui);
                ui.radio_value(&mut is_selected, false, "Whole message");
                ui.radio_value(&mut is_selected, true, format!("Selected message, {selected}"));
            }
            ui.add_space(grid(2));
            let (text, colour) = match note {
                Some(note) => (note.as_str(), palette.error),
                None if is_there => ("Takes the place of the template of this name", palette.warning),
                None => ("New message (Ctrl+N) offers it first", palette.muted),
            };
            ui.label(RichText::new(text).font(font::small()).color(colour));
        },
        |ui| {
            let is_kept = main_button(ui, if is_there { "Replace" } else { "Save" }).clicked();
            if ui.button("Cancel").clicked() {
                ui.close();
            }
            is_kept
        },
    );
    (state.name, state.is_selected) = (Some(name.clone()), is_selected);
    if is_kept || is_enter {
        cx.ask(NewCommand::SaveTemplate { name, is_selected });
    } else if is_given_up {
        cx.ask(NewCommand::HideTemplateField);
    }
}
