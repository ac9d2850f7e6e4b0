//! What comes into the window from the desktop: files dropped on it, text pasted into it. Shows where a drop goes
//! while files hover.

use std::path::{Path, PathBuf};

use egui::{Align2, Context, Event, Id, LayerId, Order, Rect, Stroke, StrokeKind, Ui, vec2};

use super::cx::Cx;
use super::fonts::icon;
use super::theme::{self, font, grid, size};
use super::widgets::elided;
use crate::app::FileCommand;

/// Frames until the clipboard's text arrives where there is one: it is read after the frame that asks for it.
const FRAMES: u8 = 3;

/// The clipboard, while its text is waited for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clipboard {
    /// Frames that were waited.
    waited: Option<u8>,
}

impl Clipboard {
    /// Asks for its text.
    pub fn ask(&mut self, ctx: &Context) {
        self.waited = Some(0);
        ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste);
        ctx.request_repaint();
    }

    /// To be called once a frame: its text, once it is there; `Some(None)` where it holds none.
    pub fn take(&mut self, ctx: &Context) -> Option<Option<String>> {
        let waited = self.waited.as_mut()?;
        let text = take_paste(ctx);
        *waited += 1;
        if text.is_none() && *waited < FRAMES {
            ctx.request_repaint();
            return None;
        }
        self.waited = None;
        Some(text)
    }
}

/// Takes a text that was pasted out of what this frame was told.
fn take_paste(ctx: &Context) -> Option<String> {
    ctx.input_mut(|input| {
        let at = input.events.iter().position(|it| matches!(it, Event::Paste(_)))?;
        match input.events.remove(at) {
            Event::Paste(text) => Some(text),
            _ => None,
        }
    })
}

/// Makes a document of a text that was pasted and that nothing in the window took.
pub fn paste_ui(ui: &Ui, cx: &mut Cx) {
    if !ui.ctx().text_edit_focused()
        && let Some(text) = take_paste(ui.ctx())
    {
        cx.ask(FileCommand::NewFromText(text));
    }
}

/// The files that were dropped on the window since the last frame.
pub fn dropped(ctx: &Context) -> Vec<PathBuf> {
    let files = ctx.input_mut(|input| std::mem::take(&mut input.raw.dropped_files));
    files.iter().map(|it| it.path().to_owned()).collect()
}

/// What the window says while files hover over it; `None` while none do.
fn hovering(paths: &[Option<PathBuf>]) -> Option<String> {
    let name = |path: &Option<PathBuf>| {
        let path: Option<&Path> = path.as_deref();
        path.and_then(Path::file_name).map(|it| it.to_string_lossy().into_owned())
    };
    match paths {
        [] => None,
        [one] => Some(name(one).map_or_else(|| "Drop to open".to_owned(), |it| format!("Drop to open {it}"))),
        many => Some(format!("Drop to open {} files, a tab each", many.len())),
    }
}

/// Draws over the whole window that a drop opens files.
pub fn hovering_ui(ui: &Ui) {
    let paths: Vec<_> = ui.input(|input| input.raw.hovered_files.iter().map(|it| it.path.clone()).collect());
    let Some(text) = hovering(&paths) else { return };
    let palette = theme::palette(ui);
    let painter = ui.ctx().layer_painter(LayerId::new(Order::Foreground, Id::unique("hovering files")));
    let room = ui.ctx().content_rect();
    painter.rect_filled(room, 0.0, palette.veil);
    let galley = elided(ui, &text, font::heading(), room.width() - grid(32));
    let board = vec2(galley.size().x + size::ICON + grid(14), grid(16));
    let board = Rect::from_center_size(room.center(), board);
    let border = Stroke::new(2.0, palette.accent);
    painter.rect(room.shrink(grid(2)), size::POPUP_CORNER, egui::Color32::TRANSPARENT, border, StrokeKind::Inside);
    painter.rect(board, size::POPUP_CORNER, palette.panel, palette.line(), StrokeKind::Inside);
    let left = board.left_center() + vec2(grid(5), 0.0);
    let icon = painter.text(left, Align2::LEFT_CENTER, icon::FILE, font::icon(), palette.accent);
    let at = Align2::LEFT_CENTER.anchor_size(icon.right_center() + vec2(grid(2), 0.0), galley.size()).min;
    painter.galley(at.round(), galley, palette.text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hovers_is_named() {
        assert_eq!(hovering(&[]), None);
        let one = Some(PathBuf::from("/f/a.bin"));
        assert_eq!(hovering(std::slice::from_ref(&one)).as_deref(), Some("Drop to open a.bin"));
        assert_eq!(hovering(&[None]).as_deref(), Some("Drop to open"));
        assert_eq!(hovering(&[one, None]).as_deref(), Some("Drop to open 2 files, a tab each"));
    }
}
