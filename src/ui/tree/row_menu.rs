//! The menu of a row: what can be done to the selected records.

use egui::Ui;

use crate::app::table::{self, Menu};
use crate::app::{Command, Shift};
use crate::ui::cx::Cx;
use crate::ui::menu;

/// Commands in groups; a line parts them.
const GROUPS: [&[Command]; 3] = [
    &[Command::BeginEdit, Command::ToggleBool(None), Command::ShowFieldPicker, Command::ShowReadings],
    &[Command::Cut, Command::Copy, Command::Paste],
    &[
        Command::InsertBefore,
        Command::InsertAfter,
        Command::Duplicate,
        Command::MoveRecords(Shift::Up),
        Command::MoveRecords(Shift::Down),
        Command::DeleteRecord,
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
        if group.contains(&Command::Paste) {
            _ = menu::beneath_ui(ui, cx, Menu::CopyAs);
            _ = menu::beneath_ui(ui, cx, Menu::PasteAs);
        }
    }
}
