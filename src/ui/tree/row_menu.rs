//! The menu of a row: what can be done to the selected records.

use egui::Ui;

use crate::app::table::{self, Menu};
use crate::app::{ClipCommand, Command, EditCommand, RecordCommand, SchemaCommand, Shift};
use crate::ui::cx::Cx;
use crate::ui::menu;

/// Commands in groups; a line parts them.
const GROUPS: [&[Command]; 3] = [
    &[
        Command::Edit(EditCommand::BeginEdit),
        Command::Edit(EditCommand::ToggleBool(None)),
        Command::Edit(EditCommand::ShowFieldPicker),
        Command::Schema(SchemaCommand::ShowReadings),
    ],
    &[Command::Clip(ClipCommand::Cut), Command::Clip(ClipCommand::Copy), Command::Clip(ClipCommand::Paste)],
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
    menu::menu_look(ui);
    for (i, group) in GROUPS.iter().enumerate() {
        if i > 0 {
            ui.separator();
        }
        for entry in group.iter().filter_map(table::entry) {
            _ = menu::item_ui(ui, cx, entry);
        }
        if group.contains(&Command::Clip(ClipCommand::Paste)) {
            _ = menu::beneath_ui(ui, cx, Menu::CopyAs);
            _ = menu::beneath_ui(ui, cx, Menu::PasteAs);
        }
    }
}
