//! What this program is: its version, and the licences of what it brings along.

use egui::{CollapsingHeader, RichText, Ui};

use super::cx::Cx;
use super::theme::{self, font, grid, size};
use super::widgets::{Dialog, main_button, section_ui};
use crate::app::Command;

/// The faces that are bundled, and the texts of their licences.
const FACES: [(&str, &str, &str); 3] = [
    ("Inter", "SIL Open Font License 1.1", include_str!("../../assets/fonts/OFL-Inter.txt")),
    ("JetBrains Mono", "SIL Open Font License 1.1", include_str!("../../assets/fonts/OFL-JetBrainsMono.txt")),
    ("Phosphor Icons", "MIT License", include_str!("../../assets/fonts/MIT-Phosphor.txt")),
];

/// Draws it while it is open.
pub fn about_ui(ui: &mut Ui, cx: &mut Cx, is_focused: &mut bool) {
    if !cx.app.is_about_shown() {
        *is_focused = false;
        return;
    }
    let dialog = Dialog { id: "about", title: "About wirebench", is_centred: false, width: size::PICKER[0] };
    let (is_closed, is_given_up) = dialog.show_parts_ui(ui.ctx(), body_ui, |ui| {
        let close = main_button(ui, "Close");
        if !std::mem::replace(is_focused, true) {
            close.request_focus();
        }
        close.clicked()
    });
    if is_closed || is_given_up {
        cx.ask(Command::HideAbout);
    }
}

fn body_ui(ui: &mut Ui) {
    let palette = theme::palette(ui);
    let quiet = |text: &str| RichText::new(text).color(palette.muted);
    ui.label(RichText::new(concat!("Version ", env!("CARGO_PKG_VERSION"))).color(palette.text));
    ui.label(quiet(env!("CARGO_PKG_DESCRIPTION")));
    ui.label(quiet(concat!("Licence: ", env!("CARGO_PKG_LICENSE"))));
    section_ui(ui, "Faces");
    for (name, licence, text) in FACES {
        CollapsingHeader::new(format!("{name}, {licence}")).id_salt(name).show(ui, |ui| {
            ui.label(RichText::new(text).font(font::small()).color(palette.muted));
        });
    }
    ui.add_space(grid(1));
}
