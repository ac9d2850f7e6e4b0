//! The left of the window: the rail of icons, and the list of open documents, recent files and samples. The list is
//! one control: the arrows move through it, Enter opens, Del takes a recent file off it.

use std::path::Path;

use egui::accesskit::Role;
use egui::{Align, Align2, Color32, Id, Key, Layout, Modifiers, Rect, Ui, pos2, vec2};

use super::cx::Cx;
use super::fonts::icon;
use super::menu_items::{Line, Mark, keys_of};
use super::theme::{self, font, grid, size};
use super::virtual_rows::{Position, Reveal, Row, Said, VirtualRows};
use super::widgets::{elided, elided_ui, galley_ui, icon_button, rail_button};
use super::words;
use crate::app::layout::Change;
use crate::app::table::{self, Entry};
use crate::app::{App, ClipCommand, Command, FileCommand, NewCommand, OpenDocument, Pane, Sample, WindowCommand};

/// The head over what one would do next, and that.
const NOTHING: &str = "No document is open";
const STEPS: [Command; 2] = [Command::File(FileCommand::Open), Command::New(NewCommand::ShowNewMessage)];

/// What the list remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct SideState {
    position: Position,
    /// The row that the keys are at.
    row: Option<u64>,
}

/// The list's identity.
pub fn list_id() -> Id {
    Id::unique("documents and files")
}

/// Draws the rail.
pub fn rail_ui(ui: &mut Ui, cx: &mut Cx) {
    ui.vertical_centered(|ui| {
        ui.add_space(grid(2));
        let is_on = cx.app.settings().is_rail_shown;
        if rail_button(ui, icon::FILES, "Documents", is_on).clicked() {
            cx.ask(WindowCommand::TogglePane(Pane::Rail));
        }
    });
    ui.with_layout(Layout::bottom_up(Align::Center), |ui| {
        ui.add_space(grid(2));
        let (glyph, name) =
            if ui.visuals().dark_mode { (icon::SUN, "Light theme") } else { (icon::MOON, "Dark theme") };
        if icon_button(ui, glyph, name).clicked() {
            cx.ask(WindowCommand::ToggleTheme);
        }
        if icon_button(ui, icon::KEYBOARD, "Keyboard shortcuts").clicked() {
            cx.ask(WindowCommand::ShowHelp);
        }
    });
}

/// A row of the list.
#[derive(Clone, Copy)]
enum Item<'a> {
    Head(&'static str),
    /// What one would do next where nothing is open.
    Step(&'static Entry),
    Document(&'a OpenDocument),
    Recent(&'a Path),
    Sample(Sample),
}

/// The rows of the list, found by their index without a walk.
struct Items<'a> {
    app: &'a App,
}

impl<'a> Items<'a> {
    fn counts(&self) -> [u64; 3] {
        let open = if self.app.documents().is_empty() { STEPS.len() } else { self.app.documents().len() } as u64;
        let recent = self.app.recent_files().len() as u64;
        // A head each; none over no recent files.
        [1 + open, if recent > 0 { 1 + recent } else { 0 }, 1 + Sample::ALL.len() as u64]
    }

    fn len(&self) -> u64 {
        self.counts().iter().sum()
    }

    fn get(&self, row: u64) -> Option<Item<'a>> {
        let [open, recent, samples] = self.counts();
        let nth = |row: u64| row.checked_sub(1).map(|it| it as usize);
        if row < open {
            let is_none = self.app.documents().is_empty();
            let Some(nth) = nth(row) else { return Some(Item::Head(if is_none { NOTHING } else { "Open" })) };
            if is_none {
                return STEPS.get(nth).and_then(table::entry).map(Item::Step);
            }
            return self.app.documents().get(nth).map(Item::Document);
        }
        let row = row - open;
        if row < recent {
            let Some(nth) = nth(row) else { return Some(Item::Head("Recent")) };
            return self.app.recent_files().get(nth).map(|it| Item::Recent(it));
        }
        let row = row - recent;
        if row >= samples {
            return None;
        }
        let Some(nth) = nth(row) else { return Some(Item::Head("Samples")) };
        Sample::ALL.get(nth).map(|it| Item::Sample(*it))
    }

    /// The row at `row` or the next in the direction that can be chosen.
    fn settle(&self, row: u64, is_down: bool) -> Option<u64> {
        let can_be = |row: &u64| self.get(*row).is_some_and(Item::can_be_chosen);
        let below = || (row..self.len()).take(4).find(can_be);
        let above = || (0..=row).rev().take(4).find(can_be);
        if is_down { below().or_else(above) } else { above().or_else(below) }
    }
}

impl Item<'_> {
    fn can_be_chosen(self) -> bool {
        match self {
            Self::Head(_) => false,
            Self::Step(_) | Self::Document(_) | Self::Recent(_) | Self::Sample(_) => true,
        }
    }

    /// What choosing it asks for.
    fn command(self) -> Option<Command> {
        match self {
            Self::Head(_) => None,
            Self::Step(entry) => Some(entry.command.clone()),
            Self::Document(document) => Some(Command::Layout(Change::ShowDocument(document.id()))),
            Self::Recent(path) => Some(Command::File(FileCommand::OpenFile { path: path.to_owned(), type_name: None })),
            Self::Sample(sample) => Some(Command::File(FileCommand::OpenSample(sample))),
        }
    }
}

/// Draws the list.
pub fn list_ui(ui: &mut Ui, cx: &mut Cx, state: &mut SideState) {
    let items = Items { app: cx.app };
    let room = ui.available_rect_before_wrap();
    ui.advance_cursor_after_rect(room);
    let has_focus = ui.memory(|memory| memory.has_focus(list_id()));
    state.row = state.row.filter(|row| items.get(*row).is_some_and(Item::can_be_chosen));
    if has_focus && state.row.is_none() {
        state.row = items.settle(0, true);
    }
    let list = VirtualRows {
        id: list_id(),
        label: "Documents and files",
        role: Role::ListBox,
        rows: items.len(),
        pitch: size::ROW,
        selected: state.row.filter(|_| has_focus),
        reveal: Reveal::No,
    };
    let active = cx.document().map(OpenDocument::id);
    let mut position = state.position;
    let mut pressed = None;
    let shown = list.show_ui(ui, room.shrink2(vec2(0.0, grid(2))), &mut position, |ui, row| {
        let Some(item) = items.get(row.index) else { return Said::default() };
        let is_active = matches!(item, Item::Document(it) if Some(it.id()) == active);
        if row.response.clicked() && item.can_be_chosen() {
            pressed = Some(row.index);
        }
        if item.can_be_chosen() {
            row.response.context_menu(|ui| menu_ui(ui, cx, item));
        }
        item_ui(ui, row, item, is_active);
        Said { label: said(item), ..Said::default() }
    });
    state.position = position;
    if let Some(row) = shown.moved_to {
        let is_down = state.row.is_none_or(|before| row >= before);
        state.row = items.settle(row, is_down);
    }
    if has_focus {
        let is_enter = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        pressed = pressed.or(state.row.filter(|_| is_enter));
        let is_delete = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Delete));
        if let Some(Item::Recent(path)) = state.row.filter(|_| is_delete).and_then(|row| items.get(row)) {
            cx.ask(FileCommand::ForgetRecent(path.to_owned()));
        }
    }
    if let Some(row) = pressed {
        state.row = Some(row);
        if let Some(command) = items.get(row).and_then(Item::command) {
            cx.ask(command);
        }
    }
}

fn said(item: Item) -> String {
    match item {
        Item::Head(text) => text.to_owned(),
        Item::Step(entry) => entry.name.to_owned(),
        Item::Document(document) => {
            let type_name = document.type_name().map(words::own_name).unwrap_or_default();
            let edited = if document.is_edited() { "edited" } else { "" };
            let parts = [words::visible(&document.name()).into_owned(), type_name.to_owned(), edited.to_owned()];
            parts.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ")
        }
        Item::Recent(path) => format!("{} recent", words::path(path)),
        Item::Sample(sample) => format!("{} sample", sample.title()),
    }
}

fn menu_ui(ui: &mut Ui, cx: &mut Cx, item: Item) {
    let (path, close) = match item {
        Item::Head(_) | Item::Step(_) => return,
        Item::Document(document) => {
            let at = cx.app.layout().find(crate::app::Tab::Document(document.id()));
            (document.path(), at.map(|at| ("Close", Command::Layout(Change::Close(at)))))
        }
        Item::Recent(path) => {
            (Some(path), Some(("Remove from the list", Command::File(FileCommand::ForgetRecent(path.to_owned())))))
        }
        Item::Sample(_) => (None, None),
    };
    let open = item.command().map(|it| (if matches!(item, Item::Document(_)) { "Show" } else { "Open" }, it));
    let copy = path.map(|it| ("Copy path", Command::Clip(ClipCommand::CopyText(it.display().to_string()))));
    let clear =
        matches!(item, Item::Recent(_)).then_some(("Clear recent files", Command::File(FileCommand::ClearRecent)));
    super::menu_items::menu_body_ui(ui, |ui| {
        for (name, command) in [open, close, copy, clear].into_iter().flatten() {
            let line = Line { name, keys: "", about: "", why_not: None, mark: Mark::No };
            if line.show_ui(ui).clicked() {
                cx.ask(command);
                ui.close();
            }
        }
    });
}

fn item_ui(ui: &Ui, row: &Row, item: Item, is_active: bool) {
    let palette = theme::palette(ui);
    let inner = row.rect.shrink2(vec2(grid(4), 0.0));
    if let Item::Head(text) = item {
        elided_ui(ui, inner, text, font::label(), palette.muted);
        return;
    }
    let fill = match (is_active, row.response.hovered()) {
        (true, _) => palette.selection,
        (false, true) => palette.raised,
        (false, false) => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(row.rect, 0.0, fill);
    if row.is_selected {
        ui.painter().rect_stroke(row.rect.shrink(1.0), size::CORNER, palette.focus(), egui::StrokeKind::Inside);
    }
    let (glyph, name, detail, about) = match item {
        Item::Head(_) => return,
        Item::Step(entry) => (icon::PLUS, entry.name.to_owned(), keys_of(entry), entry.tooltip.to_owned()),
        Item::Document(document) => {
            let type_name = document.type_name().map(words::own_name).unwrap_or_default().to_owned();
            let path = document.path().map(words::path).unwrap_or_default();
            (icon::FILE, words::visible(&document.name()).into_owned(), type_name, path)
        }
        Item::Recent(path) => {
            let (name, folder) = (words::file_name(path), path.parent().map(words::path).unwrap_or_default());
            (icon::CLOCK, name, folder, words::path(path))
        }
        Item::Sample(sample) => (icon::FLASK, sample.title().to_owned(), String::new(), sample.about().to_owned()),
    };
    ui.painter().text(inner.left_center(), Align2::LEFT_CENTER, glyph, font::icon(), palette.muted);
    let is_edited = matches!(item, Item::Document(document) if document.is_edited());
    let right = inner.right() - if is_edited { grid(4) } else { 0.0 };
    if is_edited {
        ui.painter().circle_filled(pos2(inner.right() - size::DOT, inner.center().y), size::DOT, palette.accent);
    }
    let left = inner.left() + size::ICON + grid(2);
    let text = Rect::from_min_max(pos2(left.min(right), inner.top()), pos2(right, inner.bottom()));
    let colour = if matches!(item, Item::Recent(_)) { palette.muted } else { palette.text };
    let name = elided(ui, &name, font::text(), text.width());
    let (after, is_elided) = (text.left() + name.size().x + grid(2), name.elided);
    galley_ui(ui, text, Align2::LEFT_CENTER, name, colour);
    let room = Rect::from_min_max(pos2(after.min(right), text.top()), text.max);
    let is_cut = room.width() < grid(4) || elided_ui(ui, room, &detail, font::small(), palette.muted);
    if (is_elided || is_cut || matches!(item, Item::Sample(_) | Item::Step(_))) && !about.is_empty() {
        row.response.clone().on_hover_text(about);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_by_its_index() {
        let mut app = App::new();
        let heads = |app: &App| {
            let items = Items { app };
            (0..items.len()).map(|row| said(items.get(row).unwrap())).collect::<Vec<_>>()
        };
        assert_eq!(heads(&app)[..4], [NOTHING, "Open…", "New message…", "Samples"]);
        app.update(FileCommand::OpenSample(Sample::AssignTasks));
        let rows = heads(&app);
        assert!(rows[1].starts_with(Sample::AssignTasks.file_name()), "{rows:?}");
        assert_eq!(rows.len(), 3 + Sample::ALL.len());
        assert!(Items { app: &app }.get(rows.len() as u64).is_none());
    }

    #[test]
    fn heads_are_passed_over() {
        let app = App::new();
        let items = Items { app: &app };
        assert_eq!(items.settle(0, true), Some(1));
        assert_eq!(items.settle(3, true), Some(4), "the head of the samples");
        assert_eq!(items.settle(0, false), Some(1), "nothing above can be chosen");
        assert_eq!(items.settle(3, false), Some(2));
    }
}
