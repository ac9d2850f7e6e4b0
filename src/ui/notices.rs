//! Notices: bars over the document that say what, where, why and what to do, until they are dismissed.

use egui::text::LayoutJob;
use egui::{Align, Color32, Frame, Label, Layout, Margin, RichText, Ui, vec2};

use super::cx::Cx;
use super::focus::is_wanted;
use super::fonts::icon;
use super::theme::{self, font, grid, size};
use super::widgets::{action_button, icon_button};
use crate::app::{Focus, Notice, NoticeCommand};
use crate::wire::Severity;

/// The last ones are shown, older ones wait behind them.
const SHOWN: usize = 3;
/// Lines of why and what to do; the whole shows while pointed at, and is in the log.
const LINES: usize = 2;

/// Draws the bars.
pub fn notices_ui(ui: &mut Ui, cx: &mut Cx) {
    let all = cx.app.notices();
    let shown = if ui.ctx().content_rect().height() < size::LOW { 1 } else { SHOWN };
    let mut is_focus_wanted = is_wanted(ui, cx, Focus::Notices);
    for notice in all.iter().rev().take(shown) {
        notice_ui(ui, cx, notice, std::mem::take(&mut is_focus_wanted));
    }
    if all.len() > 1 {
        more_ui(ui, cx, all.len().saturating_sub(shown));
    }
}

/// What stands below the bars: how many more there are, and the way to be rid of them all.
fn more_ui(ui: &mut Ui, cx: &mut Cx, more: usize) {
    let palette = theme::palette(ui);
    let shown = Frame::new().fill(palette.raised).inner_margin(Margin::symmetric(12, 0)).show(ui, |ui| {
        let room = vec2(ui.available_width(), size::CONTROL);
        ui.allocate_ui_with_layout(room, Layout::right_to_left(Align::Center), |ui| {
            if action_button(ui, "Dismiss all").clicked() {
                cx.ask(NoticeCommand::DismissAll);
            }
            if more > 0 {
                let text = format!("and {more} more, also in the log");
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.label(RichText::new(text).font(font::small()).color(palette.muted));
                });
            }
        });
    });
    let rect = shown.response.rect;
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, palette.line());
}

/// What a notice says after its first words: why, what to do.
fn rest(notice: &Notice) -> String {
    let parts = [notice.why.as_str(), notice.remedy.as_str()];
    parts.iter().filter(|it| !it.is_empty()).copied().collect::<Vec<_>>().join(" · ")
}

fn notice_ui(ui: &mut Ui, cx: &mut Cx, notice: &Notice, is_focus_wanted: bool) {
    let palette = theme::palette(ui);
    let (glyph, colour) = match notice.severity {
        Severity::Info => (icon::INFO, palette.accent),
        Severity::Warning => (icon::WARNING, palette.warning),
        Severity::Error => (icon::WARNING_CIRCLE, palette.error),
    };
    let shown = Frame::new().fill(palette.raised).inner_margin(Margin::symmetric(12, 4)).show(ui, |ui| {
        let room = vec2(ui.available_width(), size::CONTROL);
        ui.allocate_ui_with_layout(room, Layout::right_to_left(Align::Min), |ui| {
            buttons_ui(ui, cx, notice, is_focus_wanted);
            ui.with_layout(Layout::top_down(Align::Min), |ui| words_ui(ui, notice, glyph, colour));
        });
    });
    let rect = shown.response.rect;
    let edge = egui::Rect::from_min_max(rect.min, egui::pos2(rect.left() + 3.0, rect.bottom()));
    ui.painter().rect_filled(edge, 0.0, colour);
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, palette.line());
}

fn buttons_ui(ui: &mut Ui, cx: &mut Cx, notice: &Notice, is_focus_wanted: bool) {
    let dismiss = icon_button(ui, icon::X, "Dismiss");
    ui.ctx().accesskit_node_builder(dismiss.id, |node| node.set_description(notice.what.clone()));
    if dismiss.clicked() {
        cx.ask(NoticeCommand::Dismiss(notice.id));
    }
    let mut first = dismiss;
    // Laid out from the right: the likeliest stands leftmost.
    for (action, (label, _)) in notice.actions.iter().enumerate().rev() {
        first = ui.button(label);
        if first.clicked() {
            cx.ask(NoticeCommand::Remedy { notice: notice.id, action });
        }
    }
    if is_focus_wanted {
        first.request_focus();
    }
}

fn words_ui(ui: &mut Ui, notice: &Notice, glyph: &str, colour: Color32) {
    let palette = theme::palette(ui);
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.horizontal(|ui| {
        ui.set_height(size::CONTROL);
        ui.label(RichText::new(glyph).font(font::icon()).color(colour));
        let what = RichText::new(&notice.what).font(font::strong()).color(palette.text);
        ui.add(Label::new(what).truncate()).on_hover_text(&notice.what);
        if !notice.place.is_empty() {
            let place = RichText::new(&notice.place).font(font::small()).color(palette.muted);
            ui.add(Label::new(place).truncate()).on_hover_text(&notice.place);
        }
    });
    let rest = rest(notice);
    if rest.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        ui.add_space(size::ICON + grid(2));
        let mut job = LayoutJob::simple(rest.clone(), font::text(), palette.muted, ui.available_width());
        job.wrap.max_rows = LINES;
        ui.add(Label::new(job)).on_hover_text(rest);
    });
    ui.add_space(grid(1));
}
