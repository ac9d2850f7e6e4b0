//! A list to choose from by typing: types, fields, enum values. What is typed narrows the list, the arrows move, Enter
//! chooses. The same for all, so that it is learned once.

use egui::accesskit::Role;
use egui::{Align2, Color32, Id, Key, Modifiers, Rect, Ui, pos2, vec2};

use super::text::{elided_ui, galley_ui, wide_text_field};
use crate::ui::fonts::icon;
use crate::ui::theme::{self, font, grid, size};
use crate::ui::virtual_rows::{Position, Reveal, Row, Said, VirtualRows};

/// So many bytes of words surely stand on one line below the list.
const ABOUT_LINE: usize = 88;

/// Something to choose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// What it is called.
    pub name: String,
    /// What kind of thing it is, quiet, beside the name.
    pub detail: String,
    /// A word at the right: a number, a score.
    pub note: String,
    /// Words about it, below the list while it is the chosen one.
    pub about: String,
    /// True for one that stands out: offered first.
    pub is_likely: bool,
    /// True for one that cannot be chosen now: shown greyed.
    pub is_off: bool,
}

/// What the list remembers while it is open.
#[derive(Clone, Debug, Default)]
pub struct PickerState {
    /// What was typed.
    pub filter: String,
    /// The row that Enter would choose.
    pub row: usize,
    position: Position,
    is_moved: bool,
    /// True once the field was given the focus.
    is_begun: bool,
}

impl PickerState {
    /// Begins with another row than the first.
    pub fn start_at(&mut self, row: usize) {
        (self.row, self.is_moved) = (row, true);
    }
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked {
    /// Nothing yet.
    Open,
    /// The choice with this index.
    Choice(usize),
    /// What was typed, where nothing in the list matches it.
    Typed(String),
}

/// A list to be drawn.
pub struct Picker<'a> {
    /// Its identity.
    pub id: Id,
    /// Its name to a screen reader.
    pub label: &'a str,
    /// In the field while nothing is typed.
    pub hint: &'static str,
    /// All there is.
    pub choices: &'a [Choice],
    /// Said where nothing matches.
    pub none: &'a str,
    /// What is wrong with what was typed, where it is taken as it is.
    pub reason: Option<&'a str>,
}

/// The choices that hold every word of `filter`, best first: those whose name begins with it, those whose name holds
/// it, those that hold it elsewhere; in each the order given.
pub fn matching(choices: &[Choice], filter: &str) -> Vec<usize> {
    let words: Vec<String> = filter.split_whitespace().map(str::to_lowercase).collect();
    let mut found: Vec<(usize, usize)> =
        choices.iter().enumerate().filter_map(|(i, choice)| rank(choice, &words).map(|rank| (rank, i))).collect();
    found.sort_unstable();
    found.into_iter().map(|(_, i)| i).collect()
}

fn rank(choice: &Choice, words: &[String]) -> Option<usize> {
    let name = choice.name.to_lowercase();
    let rest = format!("{} {}", choice.detail, choice.note).to_lowercase();
    let of_word = |word: &String| match () {
        () if name.starts_with(word.as_str()) => Some(0),
        () if name.contains(word.as_str()) => Some(1),
        () if rest.contains(word.as_str()) => Some(2),
        () => None,
    };
    words.iter().map(of_word).try_fold(0, |worst, rank| rank.map(|rank| worst.max(rank)))
}

impl Picker<'_> {
    /// Draws the field and the list into the room there is.
    pub fn show_ui(&self, ui: &mut Ui, state: &mut PickerState) -> Picked {
        self.show_ranked_ui(ui, state, |filter| matching(self.choices, filter))
    }

    /// As [`Self::show_ui`], where `rank` says which choices what was typed leaves, and in which order.
    pub fn show_ranked_ui(&self, ui: &mut Ui, state: &mut PickerState, rank: impl Fn(&str) -> Vec<usize>) -> Picked {
        let found = rank(&state.filter);
        self.keys(ui, state, found.len());
        let field_id = self.id.with("filter");
        // What stands beside the list in its dialog has its own Enter.
        let is_elsewhere = ui.memory(|memory| memory.focused().is_some_and(|it| it != field_id)) && state.is_begun;
        let is_enter = !is_elsewhere && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        let field = ui.add(wide_text_field(&mut state.filter, field_id, self.hint).prefix(icon::MAGNIFYING_GLASS));
        let field = field.accessible_name(self.label);
        if !field.has_focus() && !is_elsewhere {
            field.request_focus();
        }
        state.is_begun = true;
        if field.changed() {
            (state.row, state.is_moved) = (0, true);
        }
        let found = if field.changed() { rank(&state.filter) } else { found };
        let about = found.get(state.row).and_then(|i| self.choices.get(*i)).map_or("", |it| it.about.as_str());
        // In a low window the list needs the room more than the words do.
        let has_room = ui.available_height() > size::ABOUT + size::ROW * 3.0;
        let about_height = if has_room { about_height(self.choices) } else { 0.0 };
        let mut picked = self.list_ui(ui, state, &found, about_height);
        if about_height > 0.0 {
            about_ui(ui, about, about_height);
        }
        if is_enter {
            picked = match found.get(state.row) {
                Some(index) => Picked::Choice(*index),
                None if state.filter.trim().is_empty() => Picked::Open,
                None => Picked::Typed(state.filter.trim().to_owned()),
            };
        }
        picked
    }

    fn keys(&self, ui: &mut Ui, state: &mut PickerState, found: usize) {
        let last = found.saturating_sub(1);
        ui.input_mut(|input| {
            let mut on = |key, to: &dyn Fn(usize) -> usize| {
                for _ in 0..input.count_and_consume_key(Modifiers::NONE, key) {
                    (state.row, state.is_moved) = (to(state.row), true);
                }
            };
            on(Key::ArrowDown, &|row| (row + 1).min(last));
            on(Key::ArrowUp, &|row| row.saturating_sub(1));
            on(Key::PageDown, &|row| (row + 8).min(last));
            on(Key::PageUp, &|row| row.saturating_sub(8));
        });
        state.row = state.row.min(last);
    }

    fn list_ui(&self, ui: &mut Ui, state: &mut PickerState, found: &[usize], below: f32) -> Picked {
        let palette = theme::palette(ui);
        ui.add_space(grid(1));
        let room = ui.available_rect_before_wrap();
        // Whole rows: half a one at the end looks like a fault.
        let rows = ((room.height() - below) / size::ROW).floor().max(1.0);
        let rect = Rect::from_min_size(room.min, vec2(room.width(), rows * size::ROW));
        ui.advance_cursor_after_rect(rect);
        if found.is_empty() {
            let said = match self.reason {
                Some(reason) => (reason, palette.warning),
                None => (self.none, palette.muted),
            };
            let room = rect.shrink2(vec2(grid(2), grid(2)));
            let galley = ui.painter().layout(said.0.to_owned(), font::text(), said.1, room.width());
            ui.painter().with_clip_rect(rect).galley(room.left_top(), galley, said.1);
            return Picked::Open;
        }
        let list = VirtualRows {
            id: self.id,
            label: self.label,
            role: Role::ListBox,
            rows: found.len() as u64,
            pitch: size::ROW,
            selected: Some(state.row as u64),
            reveal: Reveal::when(std::mem::take(&mut state.is_moved)),
        };
        let mut picked = Picked::Open;
        let mut position = state.position;
        list.show_ui(ui, rect, &mut position, |ui, row| {
            let Some((index, choice)) =
                found.get(row.index as usize).and_then(|i| self.choices.get(*i).map(|it| (*i, it)))
            else {
                return Said::default();
            };
            if row.response.clicked() {
                picked = Picked::Choice(index);
            }
            choice_ui(ui, row, choice);
            Said { label: said(choice), ..Said::default() }
        });
        state.position = position;
        picked
    }
}

/// The room for words below the list: as many lines as the longest of them takes, so that it does not change from one
/// choice to the next.
fn about_height(choices: &[Choice]) -> f32 {
    let lines = |it: &Choice| it.about.lines().map(|line| line.len().div_ceil(ABOUT_LINE).max(1)).sum::<usize>();
    match choices.iter().map(lines).max().unwrap_or(0) {
        0 => 0.0,
        1 => size::ABOUT_LINE,
        _ => size::ABOUT,
    }
}

/// What a choice says to a screen reader.
fn said(choice: &Choice) -> String {
    let parts = [choice.name.as_str(), choice.detail.as_str(), choice.note.as_str()];
    parts.iter().filter(|it| !it.is_empty()).copied().collect::<Vec<_>>().join(" ")
}

fn choice_ui(ui: &Ui, row: &Row, choice: &Choice) {
    let palette = theme::palette(ui);
    let fill = match (row.is_selected, row.response.hovered()) {
        (true, _) => palette.selection,
        (false, true) => palette.raised,
        (false, false) => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(row.rect, size::CORNER, fill);
    let inner = row.rect.shrink2(vec2(grid(2), 0.0));
    let note = ui.painter().layout_no_wrap(choice.note.clone(), font::mono(), palette.muted);
    let right = if note.size().x > 0.0 { inner.right() - note.size().x - grid(3) } else { inner.right() };
    galley_ui(ui, inner, Align2::RIGHT_CENTER, note, palette.muted);
    let name_colour = match (choice.is_off, choice.is_likely) {
        (true, _) => palette.muted,
        (false, true) => palette.accent,
        (false, false) => palette.text,
    };
    let room = Rect::from_min_max(inner.min, pos2(right, inner.max.y));
    let name = super::elided(ui, &choice.name, font::text(), room.width());
    let after = name.size().x + grid(2);
    galley_ui(ui, room, Align2::LEFT_CENTER, name, name_colour);
    let detail = Rect::from_min_max(pos2((room.left() + after).min(room.right()), room.top()), room.max);
    // A lone `…` says nothing.
    if detail.width() >= size::LEAST_TYPE {
        elided_ui(ui, detail, &choice.detail, font::small(), palette.muted);
    }
}

/// How high a dialog of so many choices is under a head this high: no higher than they need, and the same whatever of
/// them is found.
pub fn picker_height(choices: &[Choice], head: f32) -> f32 {
    let [_, most] = size::PICKER;
    let rows = choices.len().max(3) as f32 * size::ROW;
    (head + size::CONTROL + grid(2) + rows + about_height(choices)).min(most)
}

fn about_ui(ui: &mut Ui, about: &str, height: f32) {
    let palette = theme::palette(ui);
    let room = ui.available_rect_before_wrap();
    let rect = Rect::from_min_max(pos2(room.left(), room.bottom() - height), room.max);
    ui.painter().hline(rect.x_range(), rect.top() + grid(1), palette.line());
    let text = rect.shrink2(vec2(grid(2), grid(2)));
    let mut job = egui::text::LayoutJob::simple(about.to_owned(), font::small(), palette.muted, text.width());
    job.wrap.max_rows = 3;
    let galley = ui.painter().layout_job(job);
    galley_ui(ui, text, Align2::LEFT_TOP, galley, palette.muted);
    ui.advance_cursor_after_rect(rect);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(name: &str, detail: &str) -> Choice {
        Choice { name: name.to_owned(), detail: detail.to_owned(), ..Choice::default() }
    }

    #[test]
    fn a_picker_of_few_is_low_and_one_of_many_is_as_high_as_any() {
        let few = [choice("a", ""), choice("b", "")];
        let many: Vec<_> = (0..100).map(|_| choice("a", "")).collect();
        assert!(picker_height(&few, 0.0) < size::PICKER[1] / 2.0);
        assert_eq!(picker_height(&many, 0.0), size::PICKER[1]);
    }

    #[test]
    fn names_that_begin_with_what_is_typed_come_first() {
        let all = [
            choice("ExecuteResponse", "build.v2"),
            choice("ActionResult", "build.v2"),
            choice("Action", "build.v2"),
            choice("Digest", "action.v1"),
        ];
        let names = |filter: &str| matching(&all, filter).into_iter().map(|i| all[i].name.as_str()).collect::<Vec<_>>();
        assert_eq!(names("action"), ["ActionResult", "Action", "Digest"]);
        assert_eq!(names("res"), ["ExecuteResponse", "ActionResult"]);
        assert_eq!(names("build resp"), ["ExecuteResponse"]);
        assert_eq!(names("").len(), 4);
        assert!(names("zzz").is_empty());
    }
}
