//! A dialog over the window: the rest waits, Esc gives it up.

use egui::{Align2, Context, Frame, Id, Margin, Modal, Role, Ui, vec2};

use crate::ui::theme::{self, Palette, grid};

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

impl Dialog<'_> {
    /// Draws it; true when a person gave it up.
    pub fn show_ui<T>(&self, ctx: &Context, content: impl FnOnce(&mut Ui) -> T) -> (T, bool) {
        let palette = Palette::of(ctx.theme());
        let id = Id::unique(self.id);
        let anchor = if self.is_centred { Align2::CENTER_CENTER } else { Align2::CENTER_TOP };
        let offset = if self.is_centred { vec2(0.0, 0.0) } else { vec2(0.0, grid(16)) };
        let role = if self.is_centred { Role::AlertDialog } else { Role::Dialog };
        let area = Modal::default_area(id).anchor(anchor, offset).role(role).accessible_name(self.title);
        let style = ctx.style_of(ctx.theme());
        let frame = Frame::popup(&style).fill(palette.panel).inner_margin(Margin::same(grid(4) as i8));
        let room = ctx.content_rect().width() - grid(16);
        let shown = Modal::new(id).area(area).frame(frame).backdrop_color(palette.veil).show(ctx, |ui| {
            ui.set_width(self.width.min(room));
            content(ui)
        });
        let is_given_up = shown.should_close();
        (shown.inner, is_given_up)
    }
}

/// The head of a dialog.
pub fn title_ui(ui: &mut Ui, text: &str) {
    let palette = theme::palette(ui);
    ui.label(egui::RichText::new(text).font(theme::font::heading()).color(palette.text));
    ui.add_space(grid(1));
}
