//! The line under the bytes: where the caret stands and what the bytes there are as numbers, and how typing is taken.

use egui::{Align, Layout, Rect, Ui, UiBuilder, vec2};

use super::model;
use crate::app::{ByteCommand, OpenDocument};
use crate::ui::cx::Cx;
use crate::ui::theme::{self, font, grid};
use crate::ui::widgets::{action_button, clear_marks, elided_ui};
use crate::ui::words;

/// Bytes that are looked at for numbers: a varint is no longer.
const LOOKED_AT: u64 = 10;

/// What the line says of the caret.
fn said(document: &OpenDocument) -> String {
    let (caret, snapshot) = (document.caret(), document.snapshot());
    let len = snapshot.len();
    let mut said = format!("0x{0:x} ({0})", caret.at);
    if let Some(range) = caret.range(len) {
        let (from, last, n) = (range.start, range.end - 1, range.end - range.start);
        return format!("0x{from:x} to 0x{last:x} ({from} to {last})   {} chosen", words::bytes(n));
    }
    if caret.at >= len {
        return said + "   the end";
    }
    let mut bytes = vec![0; LOOKED_AT.min(len - caret.at) as usize];
    if snapshot.read(caret.at, &mut bytes).is_ok() {
        said.push_str("   ");
        said.push_str(&model::numbers(&bytes));
    }
    said
}

/// Draws the line into `rect`.
pub fn strip_ui(ui: &mut Ui, cx: &mut Cx, document: &OpenDocument, rect: Rect, is_gone: bool) {
    let palette = theme::palette(ui);
    ui.painter().rect_filled(rect, 0.0, palette.panel);
    let inner = rect.shrink2(vec2(grid(4), 0.0));
    let mut child =
        ui.new_child(UiBuilder::new().id_salt("typing").max_rect(inner).layout(Layout::right_to_left(Align::Center)));
    child.spacing_mut().item_spacing.x = grid(2);
    let mode = cx.app.typing_mode();
    clear_marks(&mut child);
    let mut follows = mode.do_lengths_follow;
    let lengths = child.checkbox(&mut follows, egui::RichText::new("Lengths follow").font(font::small()));
    let hint = "Lengths around bytes put in or taken out follow; without it they are left as they are, and what reads \
                as something else is asked about";
    if lengths.on_hover_text(hint).changed() {
        cx.ask(ByteCommand::ToggleLengths);
    }
    let (word, hint) = if mode.is_insert {
        ("Insert", "Typed bytes are put in before the caret (Ins)")
    } else {
        ("Overwrite", "Typed bytes overwrite those at the caret (Ins)")
    };
    if action_button(&mut child, word).on_hover_text(hint).clicked() {
        cx.ask(ByteCommand::ToggleInsert);
    }
    let room = Rect::from_min_max(inner.min, egui::pos2(child.min_rect().left() - grid(3), inner.bottom()));
    let (text, colour) = if is_gone {
        ("Bytes shown as -- are gone: another program truncated or replaced the file".to_owned(), palette.error)
    } else {
        (said(document), palette.muted)
    };
    if room.width() > 0.0 && elided_ui(&child, room, &text, font::small(), colour) {
        let response = child.interact(room, child.scope_id().with("said"), egui::Sense::hover());
        response.on_hover_text(text);
    }
}
