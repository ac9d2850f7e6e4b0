//! The menu of a row: what can be done to the selected records.

use egui::Ui;

use crate::app::table::{self, Menu};
use crate::app::{ClipCommand, Command, EditCommand, RecordCommand, SchemaCommand, Shift};
use crate::ui::cx::Cx;
use crate::ui::menu_items::{beneath_ui, entry_ui, menu_body_ui};

/// Commands in groups; a line parts them.
const GROUPS: [&[Command]; 4] = [
    &[
        Command::Edit(EditCommand::BeginEdit),
        Command::Edit(EditCommand::ToggleBool(None)),
        Command::Edit(EditCommand::ShowFieldPicker),
        Command::Schema(SchemaCommand::ShowReadings),
    ],
    &[Command::Clip(ClipCommand::Cut), Command::Clip(ClipCommand::Copy), Command::Clip(ClipCommand::Paste)],
    &[Command::Edit(EditCommand::ValueFromFile), Command::Edit(EditCommand::ValueToFile)],
    &[
        Command::Records(RecordCommand::InsertBefore),
        Command::Records(RecordCommand::InsertAfter),
        Command::Records(RecordCommand::Duplicate),
        Command::Records(RecordCommand::MoveRecords(Shift::Up)),
        Command::Records(RecordCommand::MoveRecords(Shift::Down)),
        Command::Records(RecordCommand::DeleteRecord),
    ],
];

/// Draws its items.
pub fn items_ui(ui: &mut Ui, cx: &mut Cx) {
    menu_body_ui(ui, |ui| lines_ui(ui, cx));
}

fn lines_ui(ui: &mut Ui, cx: &mut Cx) {
    for (i, group) in GROUPS.iter().enumerate() {
        if i > 0 {
            ui.separator();
        }
        for entry in group.iter().filter_map(table::entry) {
            _ = entry_ui(ui, cx, entry, false);
        }
        if group.contains(&Command::Clip(ClipCommand::Paste)) {
            _ = beneath_ui(ui, cx, Menu::CopyAs, false);
            _ = beneath_ui(ui, cx, Menu::PasteAs, false);
        }
    }
}
