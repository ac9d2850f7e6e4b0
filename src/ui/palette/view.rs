//! Draws the palette.

use egui::{Id, Ui};

use super::model::{Used, ranked};
use crate::app::table::{Entry, entries};
use crate::app::{App, WindowCommand};
use crate::ui::cx::Cx;
use crate::ui::theme::size;
use crate::ui::widgets::{Choice, Dialog, Picked, Picker, PickerState};

/// What the palette remembers.
#[derive(Clone, Debug, Default)]
pub struct PaletteState {
    /// While it is open.
    open: Option<PickerState>,
    used: Used,
}

/// Draws the palette while it is open.
pub fn palette_ui(ui: &mut Ui, cx: &mut Cx, state: &mut PaletteState) {
    if !cx.app.is_palette_shown() {
        state.open = None;
        return;
    }
    let PaletteState { open, used } = state;
    let open = open.get_or_insert_default();
    let choices: Vec<Choice> = entries().map(|entry| choice(cx.app, entry)).collect();
    let [width, height] = size::PICKER;
    let dialog = Dialog { id: "palette", title: "Search commands", is_centred: false, width };
    let (picked, is_given_up) = dialog.show_ui(ui.ctx(), |ui| {
        ui.set_height(height.min(ui.available_height()));
        let picker = Picker {
            id: Id::unique("palette list"),
            label: "Command",
            hint: "Search commands",
            choices: &choices,
            none: "No command has this in its name or in what it says of itself",
            reason: None,
        };
        picker.show_ranked_ui(ui, open, |filter| ranked(used, filter))
    });
    let chosen = match picked {
        Picked::Choice(place) => entries().nth(place),
        Picked::Open | Picked::Typed(_) => None,
    };
    if let Some(entry) = chosen.filter(|it| cx.app.is_available(&it.command)) {
        used.note(entry.name);
        cx.ask(WindowCommand::HidePalette);
        cx.ask(entry.command.clone());
    } else if is_given_up {
        cx.ask(WindowCommand::HidePalette);
    }
}

fn choice(app: &App, entry: &Entry) -> Choice {
    let reason = app.why_unavailable(&entry.command);
    let parts = [entry.menu.title(), reason.unwrap_or_default()];
    let detail = parts.iter().filter(|it| !it.is_empty()).copied().collect::<Vec<_>>().join(" · ");
    Choice {
        name: entry.name.to_owned(),
        detail,
        note: entry.shortcuts.first().map(ToString::to_string).unwrap_or_default(),
        about: entry.tooltip.to_owned(),
        is_off: reason.is_some(),
        ..Choice::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::table;
    use crate::app::{Command, EditCommand, FileCommand};

    #[test]
    fn what_cannot_be_done_now_is_greyed_with_its_reason() {
        let app = App::new();
        let of = |command| choice(&app, table::entry(&command).unwrap());
        let undo = of(Command::Edit(EditCommand::Undo));
        assert_eq!((undo.is_off, undo.detail.as_str()), (true, "Edit · No document is open"));
        assert_eq!(undo.note, "Ctrl+Z");
        let open = of(Command::File(FileCommand::Open));
        assert_eq!((open.is_off, open.detail.as_str()), (false, "File"));
    }
}
