//! What a pane says while it has nothing to show: what it is for, and the two things one would do next, to be pressed.

use egui::{Button, Id, Label, Rect, RichText, ScrollArea, Ui, UiBuilder, vec2};

use super::cx::Cx;
use super::menu_items::keys_of;
use super::theme::{self, font, grid, size};
use crate::app::{App, Command, table};

/// So many next steps are named.
const STEPS: usize = 2;

/// A pane with nothing to show.
#[derive(Clone, Copy, Debug)]
pub struct Empty<'a> {
    /// What stands there in place of rows.
    pub title: &'a str,
    /// What the pane is for.
    pub about: &'a str,
    /// What one would do next, the likeliest first: the first two that can be done now are named.
    pub next: &'a [Command],
}

impl Empty<'_> {
    /// The entries of the next steps.
    fn steps(&self, app: &App) -> Vec<&'static table::Entry> {
        let can_be_done = self.next.iter().filter(|it| app.is_available(it));
        can_be_done.filter_map(table::entry).take(STEPS).collect()
    }

    /// Draws it into `rect`. The first step takes the keys under `id`, the identity of the list that would be there.
    pub fn show_ui(&self, ui: &mut Ui, cx: &mut Cx, rect: Rect, id: Id) {
        let palette = theme::palette(ui);
        let margin = vec2(grid(4), if rect.height() < size::ROW * 4.0 { grid(1) } else { grid(4) });
        let mut child = ui.new_child(UiBuilder::new().id_salt(("empty", id)).max_rect(rect.shrink2(margin)));
        let ui = &mut child;
        ui.set_clip_rect(ui.clip_rect().intersect(rect));
        ScrollArea::vertical().id_salt("empty").auto_shrink(false).show(ui, |ui| {
            ui.set_width(ui.available_width().min(size::PROSE));
            ui.add(Label::new(RichText::new(self.title).font(font::strong()).color(palette.text)).wrap());
            ui.add(Label::new(RichText::new(self.about).color(palette.muted)).wrap());
            ui.add_space(grid(2));
            ui.horizontal_wrapped(|ui| {
                for (i, entry) in self.steps(cx.app).into_iter().enumerate() {
                    let keys = RichText::new(keys_of(entry)).font(font::small()).color(palette.muted);
                    let button = Button::new((entry.name, keys)).gap(grid(2)).min_size(vec2(0.0, size::CONTROL));
                    let response = ui.add(button).on_hover_text(entry.tooltip);
                    super::widgets::name_of(&response, egui::Role::Button, entry.name);
                    if i == 0 {
                        hand_on(ui, id, &response);
                    }
                    if response.clicked() {
                        cx.ask(entry.command.clone());
                    }
                }
            });
        });
    }
}

/// Who gives the keys to the list that is not there gives them to the first step.
fn hand_on(ui: &Ui, list: Id, first: &egui::Response) {
    if ui.memory(|memory| memory.has_focus(list)) {
        first.request_focus();
    }
}

/// What the panes say; each names what can always be done after what can be done at times.
pub mod panes {
    use super::Empty;
    use crate::app::layout::Change;
    use crate::app::{
        Bottom, ClipCommand, Command, EditCommand, FileCommand, FindCommand, Motion, NewCommand, RecordCommand,
        SchemaCommand, TabCommand, TreeCommand, WindowCommand,
    };

    /// Problems, where there are none.
    pub const NO_PROBLEMS: Empty<'_> = Empty {
        title: "No problems",
        about: "Every record reads as its field says; what is odd about the bytes would be listed here",
        next: &[Command::Schema(SchemaCommand::ShowTypePicker), Command::Find(FindCommand::ShowFind)],
    };
    /// Problems, while they are looked for.
    pub const LOOKING: Empty<'_> = Empty {
        title: "Looking for problems…",
        about: "What is odd about the bytes is listed here",
        next: &[Command::Schema(SchemaCommand::ShowTypePicker), Command::Find(FindCommand::ShowFind)],
    };
    /// Results, before anything was looked for.
    pub const NOT_LOOKED: Empty<'_> = Empty {
        title: "Nothing was looked for yet",
        about: "What is found by name, number, type, value or bytes is listed here with its path",
        next: &[Command::Find(FindCommand::ShowFind), Command::Find(FindCommand::ShowPathEntry)],
    };
    /// History, before the first edit.
    pub const NO_EDITS: Empty<'_> = Empty {
        title: "No edits yet",
        about: "Each edit becomes a step here by its name, and a click goes back to any of them",
        next: &[
            Command::Edit(EditCommand::BeginEdit),
            Command::Edit(EditCommand::ToggleBool(None)),
            Command::Edit(EditCommand::ShowFieldPicker),
            Command::Records(RecordCommand::Duplicate),
            Command::New(NewCommand::ShowNewMessage),
            Command::File(FileCommand::Open),
        ],
    };
    /// The log, before anything was told.
    pub const NO_LOG: Empty<'_> = Empty {
        title: "Nothing was logged yet",
        about: "Notices, finished jobs and what was done are kept here",
        next: &[Command::File(FileCommand::Open), Command::Window(WindowCommand::ShowBottom(Bottom::Problems))],
    };
    /// The inspector, while nothing is selected.
    pub const NOT_SELECTED: Empty<'_> = Empty {
        title: "Nothing selected",
        about: "The value, documentation and bytes of the selected record show here, and the value can be changed",
        next: &[
            Command::Tree(TreeCommand::MoveSelection(Motion::First)),
            Command::Find(FindCommand::ShowFind),
            Command::Edit(EditCommand::ShowFieldPicker),
            Command::Schema(SchemaCommand::ShowTypePicker),
        ],
    };
    /// The panes around the documents, while the welcome tab has the focus.
    pub const NO_DOCUMENT: Empty<'_> = Empty {
        title: "No document has the focus",
        about: "What belongs to the active document shows here",
        next: &[
            Command::Tabs(TabCommand::ShowDocumentPicker),
            Command::Layout(Change::FocusNextGroup),
            Command::File(FileCommand::Open),
        ],
    };
    /// The tree of a message without records.
    pub const NO_RECORDS: Empty<'_> = Empty {
        title: "An empty message",
        about: "Its records would be listed here, one a row; it has none yet",
        next: &[
            Command::Edit(EditCommand::ShowFieldPicker),
            Command::Schema(SchemaCommand::ShowTypePicker),
            Command::Clip(ClipCommand::Paste),
        ],
    };
    /// The tree while the first bytes are read.
    pub const NOT_READ: Empty<'_> = Empty {
        title: "No records yet",
        about: "The bytes are being read",
        next: &[Command::Schema(SchemaCommand::ShowTypePicker), Command::File(FileCommand::Open)],
    };

    /// All of them.
    #[cfg(test)]
    pub const ALL: [Empty<'_>; 9] =
        [NO_PROBLEMS, LOOKING, NOT_LOOKED, NO_EDITS, NO_LOG, NOT_SELECTED, NO_DOCUMENT, NO_RECORDS, NOT_READ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{FileCommand, NewCommand, Sample};

    #[test]
    fn every_empty_pane_names_two_things_that_can_be_done() {
        let mut empty = App::new();
        empty.update(NewCommand::NewMessage { type_name: None, fill: crate::app::Fill::Empty });
        let mut full = App::new();
        full.update(FileCommand::OpenSample(Sample::ResourceUsage));
        for app in [&empty, &full] {
            for pane in panes::ALL {
                let names: Vec<_> = pane.steps(app).iter().map(|it| it.name).collect();
                assert_eq!(names.len(), STEPS, "{}: {names:?}", pane.title);
            }
        }
    }

    #[test]
    fn every_step_is_in_the_table() {
        for step in panes::ALL.iter().flat_map(|it| it.next) {
            assert!(table::entry(step).is_some(), "{step:?}");
        }
    }
}
