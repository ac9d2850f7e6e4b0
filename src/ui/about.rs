//! What this program is: its version, and the licences of what it brings along.

use egui::{CollapsingHeader, Grid, Label, RichText, Ui, vec2};

use super::cx::Cx;
use super::theme::{self, font, grid, size};
use super::widgets::{Dialog, main_button, section_ui};
use crate::app::WindowCommand;

/// The faces that are bundled, and the texts of their licences.
const FACES: [(&str, &str, &str); 3] = [
    ("Inter", "SIL Open Font License 1.1", include_str!("../../assets/fonts/OFL-Inter.txt")),
    ("JetBrains Mono", "SIL Open Font License 1.1", include_str!("../../assets/fonts/OFL-JetBrainsMono.txt")),
    ("Phosphor Icons", "MIT License", include_str!("../../assets/fonts/MIT-Phosphor.txt")),
];

/// What is told besides, and what is remembered while it is open.
#[derive(Clone, Debug, Default)]
pub struct AboutState {
    /// What is kept, and the folder where it is.
    pub places: Vec<(&'static str, String)>,
    is_focused: bool,
}

/// Draws it while it is open.
pub fn about_ui(ui: &mut Ui, cx: &mut Cx, state: &mut AboutState) {
    if !cx.app.is_about_shown() {
        state.is_focused = false;
        return;
    }
    let AboutState { places, is_focused } = state;
    let dialog = Dialog { id: "about", title: "About wirebench", is_centred: false, width: size::PICKER[0] };
    let (is_closed, is_given_up) = dialog.show_parts_ui(
        ui.ctx(),
        |ui| body_ui(ui, places),
        |ui| {
            let close = main_button(ui, "Close");
            if !std::mem::replace(is_focused, true) {
                close.request_focus();
            }
            close.clicked()
        },
    );
    if is_closed || is_given_up {
        cx.ask(WindowCommand::HideAbout);
    }
}

fn body_ui(ui: &mut Ui, places: &[(&'static str, String)]) {
    let palette = theme::palette(ui);
    let quiet = |text: &str| RichText::new(text).color(palette.muted);
    ui.label(quiet(env!("CARGO_PKG_DESCRIPTION")));
    ui.add_space(grid(2));
    let mut facts = vec![("Version", env!("CARGO_PKG_VERSION").to_owned())];
    facts.push(("Licence", env!("CARGO_PKG_LICENSE").to_owned()));
    facts.extend(places.iter().cloned());
    let rows = Grid::new("about").num_columns(2).spacing(vec2(grid(4), grid(1))).min_row_height(size::ROW);
    rows.show(ui, |ui| {
        for (what, value) in &facts {
            ui.label(quiet(what));
            let value = RichText::new(value).font(font::mono()).color(palette.text);
            ui.add(Label::new(value).wrap().selectable(true));
            ui.end_row();
        }
    });
    if places.is_empty() {
        ui.label(quiet("Nothing is kept between starts: the platform names no folder for it"));
    }
    section_ui(ui, "Fonts");
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.spacing_mut().interact_size.y = size::ROW;
    for (name, licence, text) in FACES {
        CollapsingHeader::new(name).id_salt(name).show(ui, |ui| {
            ui.label(licence);
            ui.label(RichText::new(text).font(font::small()).color(palette.muted));
        });
    }
    ui.add_space(grid(1));
}
