//! Notices: bars over the document that say what, where, why and what to do, until they are dismissed.

use egui::{Align, Frame, Label, Layout, Margin, RichText, Ui, vec2};

use super::cx::Cx;
use super::fonts::icon;
use super::theme::{self, font, size};
use super::widgets::icon_button;
use crate::app::{Command, Notice};
use crate::wire::Severity;

/// The last ones are shown, older ones wait behind them.
const SHOWN: usize = 3;

/// Draws the bars.
pub fn notices_ui(ui: &mut Ui, cx: &mut Cx) {
    let all = cx.app.notices();
    for notice in all.iter().rev().take(SHOWN) {
        notice_ui(ui, cx, notice);
    }
    if let Some(more) = all.len().checked_sub(SHOWN).filter(|it| *it > 0) {
        let palette = theme::palette(ui);
        Frame::new().fill(palette.raised).inner_margin(Margin::symmetric(12, 4)).show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            let text = format!("{more} more, also in the log");
            ui.label(RichText::new(text).font(font::small()).color(palette.muted));
        });
    }
}

/// What a notice says after its first words: why, what to do, where.
fn rest(notice: &Notice) -> String {
    let parts = [notice.why.as_str(), notice.remedy.as_str(), notice.place.as_str()];
    parts.iter().filter(|it| !it.is_empty()).copied().collect::<Vec<_>>().join(" · ")
}

fn notice_ui(ui: &mut Ui, cx: &mut Cx, notice: &Notice) {
    let palette = theme::palette(ui);
    let (glyph, colour) = match notice.severity {
        Severity::Info => (icon::INFO, palette.accent),
        Severity::Warning => (icon::WARNING, palette.warning),
        Severity::Error => (icon::WARNING_CIRCLE, palette.error),
    };
    let shown = Frame::new().fill(palette.raised).inner_margin(Margin::symmetric(12, 4)).show(ui, |ui| {
        let room = vec2(ui.available_width(), size::CONTROL);
        ui.allocate_ui_with_layout(room, Layout::right_to_left(Align::Center), |ui| {
            if icon_button(ui, icon::X, "Dismiss").clicked() {
                cx.ask(Command::Dismiss(notice.id));
            }
            // Laid out from the right: the likeliest stands leftmost.
            for (action, (label, _)) in notice.actions.iter().enumerate().rev() {
                if ui.button(label).clicked() {
                    cx.ask(Command::Remedy { notice: notice.id, action });
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.label(RichText::new(glyph).font(font::icon()).color(colour));
                ui.label(RichText::new(&notice.what).font(font::strong()).color(palette.text));
                let rest = rest(notice);
                ui.add(Label::new(RichText::new(&rest).color(palette.muted)).truncate()).on_hover_text(rest);
            });
        });
    });
    let rect = shown.response.rect;
    let edge = egui::Rect::from_min_max(rect.min, egui::pos2(rect.left() + 3.0, rect.bottom()));
    ui.painter().rect_filled(edge, 0.0, colour);
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, palette.line());
}
