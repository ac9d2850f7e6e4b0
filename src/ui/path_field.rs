//! The path field: a path typed to open a file or to save one, with the names that would go on with it.

use egui::text::{CCursor, CCursorRange};
use egui::{Align, Color32, Id, Key, Layout, Modifiers, Rect, Response, RichText, Role, Ui, pos2, vec2};

use super::cx::Cx;
use super::fonts::icon;
use super::theme::{self, font, grid, size};
use super::virtual_rows::{Position, Reveal, Row, Said, VirtualRows};
use super::widgets::{Dialog, elided_ui, main_button, title_ui, wide_text_field};
use crate::app::listing::{Listing, Name, split};
use crate::app::{FileCommand, PathField, PathPurpose};

/// Names shown at once.
const SHOWN: usize = 8;

/// What the field remembers while it is open.
#[derive(Clone, Debug, Default)]
pub struct PathFieldState {
    /// What was typed; `None` before the first frame.
    text: Option<String>,
    /// True until the name of what is to be saved was selected.
    is_name_to_be_selected: bool,
    /// The name that the arrows chose.
    row: Option<usize>,
    position: Position,
    is_moved: bool,
    /// The folder whose names were asked for.
    asked: Option<String>,
    /// What was entered last: what is said about it holds as long as it stands.
    entered: Option<String>,
    /// True while something else stands in its place: the keys come back to it after that.
    pub is_away: bool,
}

/// What the keys of the field did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Keys {
    is_enter: bool,
    is_tab: bool,
}

/// Draws it over the window.
pub fn path_field_ui(ui: &mut Ui, cx: &mut Cx, field: &PathField, state: &mut PathFieldState) {
    let verb = match &field.purpose {
        PathPurpose::Open => "Open",
        PathPurpose::SaveAs(_) => "Save",
        PathPurpose::ValueFrom(_) => "Use its bytes",
        PathPurpose::ValueTo(_) => "Write",
    };
    let title = field.purpose.title();
    let is_new = state.text.is_none() || std::mem::take(&mut state.is_away);
    let mut text = state.text.take().unwrap_or_else(|| field.initial.clone());
    let dialog = Dialog { id: "path field", title, is_centred: false, width: size::PROSE };
    let (is_entered, is_given_up) = dialog.show_ui(ui.ctx(), |ui| {
        title_ui(ui, title);
        let listing = field.listing.as_ref().filter(|it| it.folder == split(&text).0);
        let names = listing.map(|it| it.matching(split(&text).1)).unwrap_or_default();
        let keys = keys(ui, state, names.len());
        let mut is_entered = keys.is_enter;
        let chosen = state.row.and_then(|row| names.get(row)).filter(|_| keys.is_enter);
        let mut taken = chosen.zip(listing).map(|(name, listing)| (listing.path_of(name), name.is_folder));
        if let Some(listing) = listing.filter(|_| keys.is_tab) {
            taken = Some((listing.completed(&text), true));
        }
        if is_new {
            state.is_name_to_be_selected = matches!(field.purpose, PathPurpose::SaveAs(_));
        }
        let edit = text_ui(ui, &mut text, is_new, &mut state.is_name_to_be_selected);
        note_ui(ui, field, state, &text, listing);
        if let Some(listing) = listing
            && let Some(name) = names_ui(ui, state, &names)
        {
            taken = Some((listing.path_of(name), true));
        }
        if let Some((path, goes_on)) = taken {
            take(ui, &edit, &mut text, path);
            state.row = None;
            is_entered &= !goes_on;
        }
        if edit.changed() {
            (state.row, state.is_moved) = (None, true);
        }
        ui.add_space(grid(3));
        // No higher than its buttons: the names above come and go.
        let room = vec2(ui.available_width(), size::CONTROL);
        ui.allocate_ui_with_layout(room, Layout::right_to_left(Align::Center), |ui| {
            is_entered |= main_button(ui, verb).clicked();
            if ui.button("Cancel").clicked() {
                ui.close();
            }
        });
        is_entered && !text.trim().is_empty()
    });
    let folder = split(&text).0;
    if state.asked.as_deref() != Some(folder) {
        state.asked = Some(folder.to_owned());
        cx.ask(FileCommand::ListFolder(folder.to_owned()));
    }
    if is_entered {
        state.entered = Some(text.clone());
        cx.ask(FileCommand::EnterPath(text.trim().to_owned()));
    } else if is_given_up {
        cx.ask(FileCommand::HidePathField);
    }
    state.text = Some(text);
}

/// Takes the field's own keys before anything else has them.
fn keys(ui: &Ui, state: &mut PathFieldState, names: usize) -> Keys {
    ui.input_mut(|input| {
        let mut step = |key, to: &dyn Fn(Option<usize>) -> Option<usize>| {
            for _ in 0..input.count_and_consume_key(Modifiers::NONE, key) {
                (state.row, state.is_moved) = (to(state.row), true);
            }
        };
        step(Key::ArrowDown, &|row| names.checked_sub(1).map(|last| row.map_or(0, |row| (row + 1).min(last))));
        step(Key::ArrowUp, &|row| row.and_then(|row| row.checked_sub(1)));
        state.row = state.row.filter(|row| *row < names);
        Keys {
            is_enter: input.consume_key(Modifiers::NONE, Key::Enter),
            is_tab: input.consume_key(Modifiers::NONE, Key::Tab),
        }
    })
}

/// The letters that are selected at first where a file is to be saved: its name, so that another is simply typed. The
/// folder and the ending stay.
fn name_in(path: &str) -> (usize, usize) {
    let letters = |text: &str| text.chars().count();
    let name = path.rfind('/').map_or(0, |at| at + 1);
    let end = path.get(name..).and_then(|it| it.rfind('.')).filter(|dot| *dot > 0).map_or(path.len(), |dot| name + dot);
    (path.get(..name).map_or(0, letters), path.get(..end).map_or(0, letters))
}

fn text_ui(ui: &mut Ui, text: &mut String, is_new: bool, is_name_to_be_selected: &mut bool) -> Response {
    let id = Id::unique("path");
    // Before the field has the keys for good it keeps no selection.
    if *is_name_to_be_selected && ui.memory(|memory| memory.owns_ime_events(id)) {
        *is_name_to_be_selected = false;
        let (start, end) = name_in(text);
        let mut field = egui::TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
        field.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(start), CCursor::new(end))));
        field.store(ui.ctx(), id);
    }
    let field = wide_text_field(text, id, "/path/to/message.bin").font(font::mono());
    // Tab completes in place of going on to the buttons: the mouse and Enter press those.
    let edit = ui.add(field.cursor_at_end(true).lock_focus(true)).accessible_name("Path");
    if is_new {
        edit.request_focus();
    }
    edit
}

/// Puts a path in the field, the cursor behind it.
fn take(ui: &Ui, edit: &Response, text: &mut String, path: String) {
    *text = path;
    let mut field = egui::TextEdit::load_state(ui.ctx(), edit.id).unwrap_or_default();
    field.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(text.chars().count()))));
    field.store(ui.ctx(), edit.id);
    edit.request_focus();
    ui.ctx().request_repaint();
}

/// What is said beside the field, and whether it is amiss.
fn note(field: &PathField, state: &PathFieldState, text: &str, listing: Option<&Listing>) -> (String, bool) {
    let is_about_it = state.entered.as_deref().is_none_or(|it| it == text);
    if let Some(note) = field.note.as_ref().filter(|_| is_about_it) {
        return (note.clone(), true);
    }
    match listing {
        Some(Listing { error: Some(why), folder, .. }) => (format!("{folder} {why}"), true),
        Some(Listing { is_cut: true, .. }) => ("The folder has more names than are listed".to_owned(), false),
        Some(_) | None if field.is_dialog_open => ("The system's dialog is open too".to_owned(), false),
        Some(_) | None => {
            ("Tab completes, the arrows choose; relative paths start where wirebench was started".to_owned(), false)
        }
    }
}

fn note_ui(ui: &mut Ui, field: &PathField, state: &PathFieldState, text: &str, listing: Option<&Listing>) {
    let palette = theme::palette(ui);
    let (said, is_amiss) = note(field, state, text, listing);
    let colour = if is_amiss { palette.warning } else { palette.muted };
    ui.label(RichText::new(super::words::visible(&said)).font(font::small()).color(colour));
}

/// Draws the names that would go on with what is typed; gives the one that was clicked.
fn names_ui<'n>(ui: &mut Ui, state: &mut PathFieldState, names: &[&'n Name]) -> Option<&'n Name> {
    if names.is_empty() {
        return None;
    }
    ui.add_space(grid(1));
    // In a low window fewer show: the buttons below stay within it.
    let foot = size::CONTROL + grid(6);
    let fitting = ((ui.available_height() - foot) / size::ROW).max(0.0) as usize;
    let shown = names.len().min(SHOWN).min(fitting);
    if shown == 0 {
        return None;
    }
    let height = size::ROW * shown as f32;
    let room = ui.available_rect_before_wrap();
    let rect = Rect::from_min_size(room.min, vec2(room.width(), height));
    ui.advance_cursor_after_rect(rect);
    let list = VirtualRows {
        id: Id::unique("names"),
        label: "Names",
        role: Role::ListBox,
        rows: names.len() as u64,
        pitch: size::ROW,
        selected: state.row.map(|it| it as u64),
        reveal: Reveal::when(std::mem::take(&mut state.is_moved)),
    };
    let mut clicked = None;
    let mut position = state.position;
    list.show_ui(ui, rect, &mut position, |ui, row| {
        let Some(name) = names.get(row.index as usize) else { return Said::default() };
        if row.response.clicked() {
            clicked = Some(*name);
        }
        name_ui(ui, row, name);
        Said { label: self::shown(name), ..Said::default() }
    });
    state.position = position;
    clicked
}

fn shown(name: &Name) -> String {
    let slash = if name.is_folder { "/" } else { "" };
    format!("{}{slash}", super::words::visible(&name.text))
}

fn name_ui(ui: &Ui, row: &Row, name: &Name) {
    let palette = theme::palette(ui);
    let fill = match (row.is_selected, row.response.hovered()) {
        (true, _) => palette.selection,
        (false, true) => palette.raised,
        (false, false) => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(row.rect, size::CORNER, fill);
    let inner = row.rect.shrink2(vec2(grid(2), 0.0));
    let glyph = if name.is_folder { icon::FILES } else { icon::FILE };
    let colour = if name.is_folder { palette.accent } else { palette.muted };
    ui.painter().text(inner.left_center(), egui::Align2::LEFT_CENTER, glyph, font::icon(), colour);
    let text = Rect::from_min_max(pos2(inner.left() + size::ICON + grid(2), inner.top()), inner.max);
    elided_ui(ui, text, &shown(name), font::mono(), palette.text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_without_its_ending_is_selected() {
        assert_eq!(name_in("/f/g/mine.bin"), (5, 9));
        assert_eq!(name_in("mine"), (0, 4));
        assert_eq!(name_in("/é/.hidden"), (3, 10));
        assert_eq!(name_in("/f.d/"), (5, 5));
        assert_eq!(name_in(""), (0, 0));
    }

    #[test]
    fn what_is_said_of_a_path_holds_while_it_stands() {
        let field = PathField {
            purpose: PathPurpose::Open,
            initial: String::new(),
            is_dialog_open: false,
            note: Some("/f/a no such file: check the path".to_owned()),
            entered: None,
            listing: None,
        };
        let state = PathFieldState { entered: Some("/f/a".to_owned()), ..PathFieldState::default() };
        assert!(note(&field, &state, "/f/a", None).0.contains("no such file"));
        assert!(!note(&field, &state, "/f/ab", None).1);
        let listing =
            Listing { folder: "/g/".to_owned(), error: Some("permission denied".to_owned()), ..Listing::default() };
        assert_eq!(note(&field, &state, "/g/", Some(&listing)), ("/g/ permission denied".to_owned(), true));
    }
}
