//! A dialog over the window: the rest waits, Esc gives it up. It takes no more room than the window has, so that it
//! fits at every zoom: what does not fit scrolls, what is to be pressed stays in view.

use egui::{Align, Align2, Context, Frame, Id, Layout, Margin, Modal, Role, ScrollArea, Ui, Vec2, vec2};

use crate::ui::theme::{self, Palette, grid, size};

/// A dialog to be drawn.
pub struct Dialog<'a> {
    /// Its identity.
    pub id: &'static str,
    /// Its name.
    pub title: &'a str,
    /// True for one that stands in the middle, false for one that hangs from the top.
    pub is_centred: bool,
    /// Its width.
    pub width: f32,
}

/// What surrounds a dialog in a window of this height: outside, inside, and from the top.
fn margins(height: f32) -> (f32, f32, f32) {
    if height < size::LOW { (grid(1), grid(2), grid(1)) } else { (grid(4), grid(4), grid(16)) }
}

impl Dialog<'_> {
    /// The most room that its content has.
    fn room(&self, ctx: &Context) -> Vec2 {
        let window = ctx.content_rect().size();
        let (outside, inside, from_top) = margins(window.y);
        let over = if self.is_centred { outside } else { from_top };
        // The frame's line takes a point at each side.
        vec2(window.x - 2.0 * (outside + inside + 1.0), window.y - over - outside - 2.0 * (inside + 1.0))
    }

    /// Draws it; true when a person gave it up. The room it has at most is the height available.
    pub fn show_ui<T>(&self, ctx: &Context, content: impl FnOnce(&mut Ui) -> T) -> (T, bool) {
        let style = ctx.style_of(ctx.theme());
        let palette = Palette::of_visuals(&style.visuals);
        let (_, inside, from_top) = margins(ctx.content_rect().height());
        let id = Id::unique(self.id);
        let anchor = if self.is_centred { Align2::CENTER_CENTER } else { Align2::CENTER_TOP };
        let offset = if self.is_centred { vec2(0.0, 0.0) } else { vec2(0.0, from_top) };
        let role = if self.is_centred { Role::AlertDialog } else { Role::Dialog };
        let area = Modal::default_area(id).anchor(anchor, offset).role(role).accessible_name(self.title);
        let frame = Frame::popup(&style).fill(palette.panel).inner_margin(Margin::same(inside as i8));
        let room = self.room(ctx);
        let shown = Modal::new(id).area(area).frame(frame).backdrop_color(palette.veil).show(ctx, |ui| {
            ui.set_width(self.width.min(room.x));
            ui.set_max_height(room.y);
            content(ui)
        });
        let is_given_up = shown.should_close();
        (shown.inner, is_given_up)
    }

    /// Draws a title, a body that scrolls where it does not fit, and a row of buttons from the right; what the buttons
    /// gave, and true when a person gave it up.
    pub fn show_parts_ui<T>(
        &self,
        ctx: &Context,
        body: impl FnOnce(&mut Ui),
        buttons: impl FnOnce(&mut Ui) -> T,
    ) -> (T, bool) {
        self.show_headed_ui(ctx, |_| {}, body, buttons)
    }

    /// As [`Self::show_parts_ui`], with something under the title that does not scroll.
    pub fn show_headed_ui<T>(
        &self,
        ctx: &Context,
        head: impl FnOnce(&mut Ui),
        body: impl FnOnce(&mut Ui),
        buttons: impl FnOnce(&mut Ui) -> T,
    ) -> (T, bool) {
        self.show_ui(ctx, |ui| {
            title_ui(ui, self.title);
            head(ui);
            let foot = size::CONTROL + grid(3);
            let scrolled =
                ScrollArea::vertical().id_salt(self.id).max_height((ui.available_height() - foot).max(size::ROW));
            scrolled.show(ui, |ui| {
                ui.set_width(ui.available_width());
                body(ui);
            });
            ui.add_space(grid(2));
            let row = vec2(ui.available_width(), size::CONTROL);
            ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), buttons).inner
        })
    }
}

/// The head of a dialog.
pub fn title_ui(ui: &mut Ui, text: &str) {
    let palette = theme::palette(ui);
    ui.add(egui::Label::new(egui::RichText::new(text).font(theme::font::heading()).color(palette.text)).wrap());
    ui.add_space(grid(1));
}
