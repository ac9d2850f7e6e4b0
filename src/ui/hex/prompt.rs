//! The fields that ask for an offset to go to, and for bytes to fill a range with; the reason stands beside what does
//! not do.

use egui::{Id, Key, Modifiers, RichText, Ui};

use crate::app::{ByteCommand, BytePrompt, Command};
use crate::ui::cx::Cx;
use crate::ui::theme::{self, font, size};
use crate::ui::widgets::{Dialog, main_button, wide_text_field};
use crate::ui::words;

/// What was typed so far; `None` while no field shows.
#[derive(Clone, Debug, Default)]
pub struct PromptState {
    text: Option<String>,
}

/// What a text comes to.
struct Checked {
    /// What is said below the field.
    note: String,
    /// What the button asks for; `None` where the text does not do.
    command: Option<ByteCommand>,
}

fn check(cx: &Cx, prompt: BytePrompt, text: &str) -> Checked {
    match prompt {
        BytePrompt::Offset => match cx.app.offset_check(text) {
            Ok(at) => Checked { note: format!("0x{at:x} ({at})"), command: Some(ByteCommand::GoTo(text.to_owned())) },
            Err(why) => Checked { note: why, command: None },
        },
        BytePrompt::Fill => match cx.app.pattern_check(text) {
            Ok(bytes) => {
                let range = cx.document().and_then(|it| it.chosen_bytes()).unwrap_or_default();
                let note = format!("0x{:x} to 0x{:x}", range.start, range.end.saturating_sub(1));
                Checked { note, command: Some(ByteCommand::Fill(bytes)) }
            }
            Err(why) => Checked { note: why, command: None },
        },
    }
}

/// Draws the field that is asked for.
pub fn prompt_ui(ui: &mut Ui, cx: &mut Cx, state: &mut PromptState) {
    let Some(prompt) = cx.app.byte_prompt() else {
        if state.text.take().is_some() {
            ui.memory_mut(|memory| memory.request_focus(super::list_id()));
        }
        return;
    };
    let (title, verb, name, hint) = match prompt {
        BytePrompt::Offset => ("Go to offset", "Go", "Offset", "74, 0x4a, +16, -0x10 or end"),
        BytePrompt::Fill => ("Fill the chosen bytes", "Fill", "Bytes", "00"),
    };
    let is_new = state.text.is_none();
    let text = state.text.get_or_insert_default();
    let palette = theme::palette(ui);
    let dialog = Dialog { id: "byte prompt", title, is_centred: false, width: size::DIALOG };
    let is_enter = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
    // Body and buttons both look at what is typed.
    let text = std::cell::RefCell::new(text);
    let checked = || check(cx, prompt, &text.borrow());
    let (command, is_given_up) = dialog.show_parts_ui(
        ui.ctx(),
        |ui| {
            let edit = {
                let mut text = text.borrow_mut();
                let field = wide_text_field(&mut text, Id::unique("byte prompt text"), hint);
                ui.add(field.font(font::mono())).accessible_name(name)
            };
            if is_new {
                edit.request_focus();
            }
            let Checked { note, command } = checked();
            // Nothing is wrong before anything is typed; the line keeps its room.
            let note = if command.is_none() && text.borrow().trim().is_empty() {
                String::new()
            } else {
                words::sentence(&note)
            };
            let colour = if command.is_none() { palette.error } else { palette.muted };
            ui.label(RichText::new(note).font(font::small()).color(colour));
        },
        |ui| {
            let command = checked().command;
            let go = ui.add_enabled_ui(command.is_some(), |ui| main_button(ui, verb)).inner;
            if ui.button("Cancel").clicked() {
                ui.close();
            }
            command.filter(|_| is_enter || go.clicked())
        },
    );
    if let Some(command) = command {
        cx.ask(Command::Bytes(command));
    } else if is_given_up {
        cx.ask(ByteCommand::AskNothing);
    }
}
