//! A list of any number of rows of one height. Its position is an integer row and the points of that row that are
//! scrolled out, so that it is exact at a hundred million rows, where a pixel offset in 32 bits is not. Rows are no
//! stops of the Tab key: the list is one, and says which row is the active one.

use std::ops::Range;

use egui::accesskit::{Action, Role};
use egui::{EventFilter, Id, Key, Modifiers, Pos2, Rect, Response, Sense, Ui, UiBuilder, pos2, vec2};

use super::theme::{self, size};

/// Where a list stands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Position {
    /// The first row shown.
    pub top: u64,
    /// Points of that row that are scrolled out.
    pub within: f32,
}

/// How much there is to show, and room for how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// Rows in all.
    pub rows: u64,
    /// The height of a row.
    pub pitch: f32,
    /// The height of the view.
    pub height: f32,
}

impl Extent {
    /// Whole rows that fit, at least one.
    pub fn page(&self) -> u64 {
        ((self.height / self.pitch).floor() as u64).max(1)
    }

    /// The position that shows the last row at the bottom.
    pub fn end(&self) -> Position {
        // In integers, so that the end is exact where a float no longer counts rows.
        let whole = (f64::from(self.height) / f64::from(self.pitch)).ceil() as u64;
        match self.rows.checked_sub(whole) {
            Some(top) => Position { top, within: whole as f32 * self.pitch - self.height },
            None => Position::default(),
        }
    }

    /// True when not all rows are in view.
    pub fn is_scrollable(&self) -> bool {
        self.end() != Position::default()
    }

    /// The scrollbar's handle in a track `track` long when the list stands at `position`: its start and its length.
    pub fn handle(&self, position: Position, track: f32) -> (f32, f32) {
        let share = f64::from(self.height) / (self.rows as f64 * f64::from(self.pitch));
        let len = ((share * f64::from(track)) as f32).clamp(size::HANDLE.min(track), track);
        ((position.fraction(self) * f64::from(track - len)) as f32, len)
    }
}

impl Position {
    /// The nearest position that shows no room behind the last row.
    #[must_use]
    pub fn clamped(self, extent: &Extent) -> Self {
        let end = extent.end();
        if (self.top, self.within) > (end.top, end.within) { end } else { self }
    }

    /// Scrolled by `points`; down when positive.
    #[must_use]
    pub fn scrolled(self, points: f64, extent: &Extent) -> Self {
        let pitch = f64::from(extent.pitch);
        let from_top = f64::from(self.within) + points;
        let rows = (from_top / pitch).floor();
        let within = (from_top - rows * pitch) as f32;
        let top = if rows < 0.0 {
            match self.top.checked_sub(-rows as u64) {
                Some(top) => top,
                None => return Self::default(),
            }
        } else {
            self.top.saturating_add(rows as u64)
        };
        Self { top, within }.clamped(extent)
    }

    /// Moved as little as shows the whole of `row`.
    #[must_use]
    pub fn revealing(self, row: u64, extent: &Extent) -> Self {
        if row < self.top || (row == self.top && self.within > 0.0) {
            return Self { top: row, within: 0.0 }.clamped(extent);
        }
        let last = Extent { rows: row + 1, ..*extent }.end();
        if (self.top, self.within) < (last.top, last.within) { last } else { self }.clamped(extent)
    }

    /// Moved so that `row` stands a third down, if it was not in view; rows behind it are of interest too. The next row
    /// is a step, and moves by a row.
    #[must_use]
    pub fn revealing_amid(self, row: u64, extent: &Extent) -> Self {
        let nearest = self.revealing(row, extent);
        if nearest.top.abs_diff(self.top) <= 1 {
            return nearest;
        }
        let above = (extent.page() / 3).min(row);
        Self { top: row - above, within: 0.0 }.clamped(extent)
    }

    /// How far down it stands: 0 at the start, 1 at the end.
    pub fn fraction(&self, extent: &Extent) -> f64 {
        let rows_down = |it: &Self| it.top as f64 + f64::from(it.within / extent.pitch);
        let end = rows_down(&extent.end());
        if end > 0.0 { (rows_down(self) / end).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// The position at a fraction of the way down.
    pub fn at_fraction(fraction: f64, extent: &Extent) -> Self {
        let end = extent.end();
        let rows = fraction.clamp(0.0, 1.0) * (end.top as f64 + f64::from(end.within / extent.pitch));
        let top = rows.floor();
        Self { top: top as u64, within: (rows - top) as f32 * extent.pitch }.clamped(extent)
    }

    /// The rows of which something is seen.
    pub fn visible(&self, extent: &Extent) -> Range<u64> {
        let count = ((extent.height + self.within) / extent.pitch).ceil() as u64;
        self.top..self.top.saturating_add(count).min(extent.rows)
    }
}

/// The keys that are a list's own while it has the focus, and do not lead away from it.
pub const KEYS: EventFilter = EventFilter { tab: false, horizontal_arrows: true, vertical_arrows: true, escape: false };

/// What a row says of itself to a screen reader.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// Its name and what it shows.
    pub label: String,
    /// How deep it is, from 1.
    pub level: usize,
    /// Its place among its siblings, from 0, where that is known.
    pub place: Option<usize>,
    /// How many siblings there are, where that is known.
    pub of: Option<usize>,
    /// Whether it is folded open; `None` for one that does not fold.
    pub is_expanded: Option<bool>,
    /// Whether it is one of several that are selected; `None` where the selected row alone is.
    pub is_marked: Option<bool>,
}

/// A row to be drawn.
pub struct Row {
    /// Its index in the list.
    pub index: u64,
    /// Where it stands.
    pub rect: Rect,
    /// Whether it is the selected one.
    pub is_selected: bool,
    /// Clicks on it.
    pub response: Response,
    /// True when a screen reader asks to fold it the other way.
    pub is_toggled: bool,
}

/// A list to be drawn.
pub struct VirtualRows<'a> {
    /// Its identity.
    pub id: Id,
    /// Its name to a screen reader.
    pub label: &'a str,
    /// [`Role::Tree`] or [`Role::ListBox`].
    pub role: Role,
    /// Rows in all.
    pub rows: u64,
    /// The height of each.
    pub pitch: f32,
    /// The selected row.
    pub selected: Option<u64>,
    /// Whether to bring the selected row into view.
    pub reveal: Reveal,
}

/// How a list brings its selected row into view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reveal {
    /// Not now.
    #[default]
    No,
    /// By the least move.
    Least,
    /// With rows around it, if it was not in view.
    Amid,
}

impl Reveal {
    /// By the least move, when something changed.
    pub fn when(is_changed: bool) -> Self {
        if is_changed { Self::Least } else { Self::No }
    }
}

/// What became of a list.
pub struct Shown {
    /// The list as one control.
    pub response: Response,
    /// The row that the keys ask to be selected.
    pub moved_to: Option<u64>,
    /// The rows in view.
    pub visible: Range<u64>,
}

impl VirtualRows<'_> {
    /// Draws the list into `rect`; `row_ui` draws each row in view and says what it is.
    pub fn show_ui(
        &self,
        ui: &mut Ui,
        rect: Rect,
        position: &mut Position,
        mut row_ui: impl FnMut(&mut Ui, &Row) -> Said,
    ) -> Shown {
        let extent = Extent { rows: self.rows, pitch: self.pitch, height: rect.height().max(1.0) };
        let response = ui.interact(rect, self.id, Sense::CLICK | Sense::FOCUSABLE);
        ui.ctx().allow_widget_id_changes_in(rect);
        self.scroll_ui(ui, rect, position, &extent);
        let moved_to = self.keys(ui, &response, &extent);
        let last = self.rows.saturating_sub(1);
        match (moved_to, self.selected, self.reveal) {
            (Some(row), ..) | (None, Some(row), Reveal::Least) => {
                *position = position.revealing(row.min(last), &extent)
            }
            (None, Some(row), Reveal::Amid) => *position = position.revealing_amid(row.min(last), &extent),
            (None, None, _) | (None, Some(_), Reveal::No) => {}
        }
        *position = position.clamped(&extent);

        let inner = Rect::from_min_max(rect.min, pos2(self.rows_right(rect, &extent), rect.max.y));
        let mut child =
            ui.new_child(UiBuilder::new().id_salt((self.id, "rows")).max_rect(inner).accessibility_parent(self.id));
        child.set_clip_rect(rect.intersect(ui.clip_rect()));
        let visible = position.visible(&extent);
        let mut active = None;
        for index in visible.clone() {
            let y = inner.top() - position.within + (index - position.top) as f32 * self.pitch;
            let row_rect = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), self.pitch));
            let id = self.id.with(index);
            let row = Row {
                index,
                rect: row_rect,
                is_selected: self.selected == Some(index),
                response: child.interact(row_rect, id, Sense::CLICK),
                is_toggled: ui.input(|input| {
                    let is_asked = |action| input.has_accesskit_action_request(id, action);
                    is_asked(Action::Expand) || is_asked(Action::Collapse)
                }),
            };
            if row.response.clicked() || row.response.secondary_clicked() {
                response.request_focus();
            }
            if row.is_selected {
                active = Some(id);
            }
            let said = row_ui(&mut child, &row);
            self.say(ui, &row, &said);
        }
        self.say_list(ui, &response, active);
        Shown { response, moved_to, visible }
    }

    fn rows_right(&self, rect: Rect, extent: &Extent) -> f32 {
        if extent.is_scrollable() { rect.right() - size::SCROLLBAR } else { rect.right() }
    }

    fn scroll_ui(&self, ui: &mut Ui, rect: Rect, position: &mut Position, extent: &Extent) {
        if ui.rect_contains_pointer(rect) {
            let wheel = ui.input(|input| input.smooth_scroll_delta().y);
            if wheel != 0.0 {
                *position = position.scrolled(-f64::from(wheel), extent);
            }
        }
        if !extent.is_scrollable() {
            return;
        }
        let track = Rect::from_min_max(pos2(rect.right() - size::SCROLLBAR, rect.top()), rect.max);
        let bar = ui.interact(track, self.id.with("scrollbar"), Sense::CLICK | Sense::DRAG);
        if let Some(Pos2 { y, .. }) = bar.interact_pointer_pos() {
            *position = self.dragged(ui, y - track.top(), track.height(), *position, extent);
        }
        let (start, len) = extent.handle(*position, track.height());
        let handle = Rect::from_min_size(pos2(track.left(), track.top() + start), vec2(track.width(), len));
        let palette = theme::palette(ui);
        let is_held = bar.hovered() || bar.dragged();
        let colour = if is_held { palette.muted } else { palette.line };
        ui.painter().rect_filled(handle.shrink2(vec2(2.0, 1.0)), size::SCROLLBAR / 2.0, colour);
    }

    /// Where a drag of the scrollbar takes the list. Holding the handle moves it with the pointer; pressing the
    /// track beside it brings its middle there first.
    fn dragged(&self, ui: &Ui, at: f32, track: f32, position: Position, extent: &Extent) -> Position {
        let (start, len) = extent.handle(position, track);
        let grip_id = self.id.with("grip");
        let is_on_handle = (start..start + len).contains(&at);
        if ui.input(|input| input.pointer.any_pressed()) {
            let grip = if is_on_handle { at - start } else { len / 2.0 };
            ui.data_mut(|data| data.insert_temp(grip_id, grip));
        }
        let grip: f32 = ui.data(|data| data.get_temp(grip_id)).unwrap_or(len / 2.0);
        if is_on_handle && at - start == grip {
            return position;
        }
        Position::at_fraction(f64::from(at - grip) / f64::from((track - len).max(1.0)), extent)
    }

    fn keys(&self, ui: &mut Ui, response: &Response, extent: &Extent) -> Option<u64> {
        if !response.has_focus() || self.rows == 0 {
            return None;
        }
        ui.memory_mut(|memory| memory.set_focus_lock_filter(self.id, KEYS));
        let last = self.rows - 1;
        let page = extent.page().saturating_sub(1).max(1);
        let mut row = self.selected;
        let mut is_moved = false;
        ui.input_mut(|input| {
            let mut on = |key, to: &dyn Fn(Option<u64>) -> u64| {
                for _ in 0..input.count_and_consume_key(Modifiers::NONE, key) {
                    row = Some(to(row).min(last));
                    is_moved = true;
                }
            };
            on(Key::ArrowDown, &|row| row.map_or(0, |row| row.saturating_add(1)));
            on(Key::ArrowUp, &|row| row.unwrap_or(1).saturating_sub(1));
            on(Key::PageDown, &|row| row.unwrap_or(0).saturating_add(page));
            on(Key::PageUp, &|row| row.unwrap_or(0).saturating_sub(page));
            on(Key::Home, &|_| 0);
            on(Key::End, &|_| last);
        });
        row.filter(|_| is_moved)
    }

    fn say(&self, ui: &Ui, row: &Row, said: &Said) {
        let role = if self.role == Role::Tree { Role::TreeItem } else { Role::ListBoxOption };
        ui.ctx().accesskit_node_builder(row.response.id, |node| {
            node.set_role(role);
            node.set_label(said.label.clone());
            node.set_bounds(egui::accesskit::Rect {
                x0: row.rect.left().into(),
                y0: row.rect.top().into(),
                x1: row.rect.right().into(),
                y1: row.rect.bottom().into(),
            });
            node.add_action(Action::Click);
            node.set_selected(said.is_marked.unwrap_or(row.is_selected));
            if said.level > 0 {
                node.set_level(said.level);
            }
            if let Some(place) = said.place {
                node.set_position_in_set(place);
            }
            if let Some(of) = said.of {
                node.set_size_of_set(of);
            }
            if let Some(is_expanded) = said.is_expanded {
                node.set_expanded(is_expanded);
                node.add_action(if is_expanded { Action::Collapse } else { Action::Expand });
            }
        });
    }

    fn say_list(&self, ui: &Ui, response: &Response, active: Option<Id>) {
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_role(self.role);
            node.set_label(self.label);
            if let Some(active) = active {
                node.set_active_descendant(active.accesskit_id());
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANY: Extent = Extent { rows: 100_000_000, pitch: 24.0, height: 1000.0 };

    #[test]
    fn a_point_is_a_point_at_a_hundred_million_rows() {
        let end = MANY.end();
        assert_eq!(end, Position { top: 99_999_958, within: 8.0 });
        let mut at = end;
        for _ in 0..40 {
            at = at.scrolled(-1.0, &MANY);
        }
        assert_eq!(at, Position { top: 99_999_956, within: 16.0 });
        for _ in 0..80 {
            at = at.scrolled(0.5, &MANY);
        }
        assert_eq!(at, end);
        assert_eq!(at.scrolled(1000.0, &MANY), end);
    }

    #[test]
    fn the_start_is_a_wall() {
        let at = Position { top: 2, within: 3.0 };
        assert_eq!(at.scrolled(-51.0, &MANY), Position::default());
        assert_eq!(at.scrolled(-1e12, &MANY), Position::default());
        assert_eq!(at.scrolled(-50.0, &MANY), Position { top: 0, within: 1.0 });
    }

    #[test]
    fn the_scrollbar_reaches_every_end_exactly() {
        assert_eq!(Position::at_fraction(0.0, &MANY), Position::default());
        assert_eq!(Position::at_fraction(1.0, &MANY), MANY.end());
        assert_eq!(MANY.end().fraction(&MANY), 1.0);
        let half = Position::at_fraction(0.5, &MANY);
        assert_eq!(half.top, 49_999_979);
        assert!((half.fraction(&MANY) - 0.5).abs() < 1e-12);
        let (start, len) = MANY.handle(MANY.end(), 500.0);
        assert_eq!(start + len, 500.0);
        assert_eq!(len, size::HANDLE);
    }

    #[test]
    fn a_row_is_brought_into_view_by_the_least_move() {
        let at = Position { top: 500, within: 5.0 };
        assert_eq!(at.revealing(520, &MANY), at);
        assert_eq!(at.revealing(500, &MANY), Position { top: 500, within: 0.0 });
        assert_eq!(at.revealing(7, &MANY), Position { top: 7, within: 0.0 });
        let below = at.revealing(99_999_999, &MANY);
        assert_eq!(below, MANY.end());
        let next = at.revealing(542, &MANY);
        assert_eq!(next, Position { top: 501, within: 8.0 });
        assert_eq!(next.visible(&MANY).end, 543);
    }

    #[test]
    fn a_row_far_away_is_shown_with_those_around_it() {
        let at = Position { top: 500, within: 5.0 };
        assert_eq!(at.revealing_amid(520, &MANY), at);
        assert_eq!(at.revealing_amid(499, &MANY), Position { top: 499, within: 0.0 }, "a step up");
        assert_eq!(at.revealing_amid(9000, &MANY), Position { top: 9000 - 13, within: 0.0 });
        assert_eq!(at.revealing_amid(3, &MANY), Position { top: 0, within: 0.0 });
    }

    #[test]
    fn a_list_that_fits_stands_still() {
        let few = Extent { rows: 3, ..MANY };
        assert!(!few.is_scrollable());
        assert_eq!(Position { top: 2, within: 9.0 }.clamped(&few), Position::default());
        assert_eq!(Position::default().visible(&few), 0..3);
        assert_eq!(Position::default().fraction(&few), 0.0);
        let none = Extent { rows: 0, ..MANY };
        assert_eq!(Position::default().visible(&none), 0..0);
    }

    #[test]
    fn rows_seen_in_part_are_seen() {
        let at = Position { top: 10, within: 23.0 };
        assert_eq!(at.visible(&MANY), 10..53);
        assert_eq!(MANY.page(), 41);
    }
}
