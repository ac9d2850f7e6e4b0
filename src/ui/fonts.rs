//! The bundled faces and the icons by name. Fonts of the system come after them, where the platform has them.

use std::sync::{Arc, LazyLock};

use egui::{Context, FallbackRequest, FontData, FontDefinitions, FontFamily, FontProvider};
use egui_system_font_provider::SystemFontProvider;

const INTER: &[u8] = include_bytes!("../../assets/fonts/Inter-Regular.ttf");
const INTER_SEMIBOLD: &[u8] = include_bytes!("../../assets/fonts/Inter-SemiBold.ttf");
const MONO: &[u8] = include_bytes!("../../assets/fonts/JetBrainsMono-Regular.ttf");
const ICONS: &[u8] = include_bytes!("../../assets/fonts/Phosphor.ttf");

static SEMIBOLD: LazyLock<FontFamily> = LazyLock::new(|| FontFamily::Name("SemiBold".into()));

/// The family for text that stands out.
pub fn semibold() -> FontFamily {
    SEMIBOLD.clone()
}

/// The faces, each family completed by the others.
pub fn definitions() -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    for (name, bytes) in
        [("Inter", INTER), ("InterSemiBold", INTER_SEMIBOLD), ("JetBrainsMono", MONO), ("Phosphor", ICONS)]
    {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    }
    let family = |names: [&str; 3]| names.map(str::to_owned).to_vec();
    fonts.families.insert(FontFamily::Proportional, family(["Inter", "JetBrainsMono", "Phosphor"]));
    fonts.families.insert(FontFamily::Monospace, family(["JetBrainsMono", "Inter", "Phosphor"]));
    fonts.families.insert(semibold(), family(["InterSemiBold", "JetBrainsMono", "Phosphor"]));
    fonts
}

/// Gives a context the fonts of the system for letters that the bundled faces lack. Returns once they are known, which
/// may take hundreds of milliseconds: not for the thread that draws.
pub fn add_system_fonts(ctx: &Context) {
    let provider = SystemFontProvider::new();
    // Any letter will do: the answer waits until all fonts are known.
    _ = provider.font_for(&FallbackRequest { cluster: "\u{4e2d}", family: &FontFamily::Proportional });
    ctx.add_font_provider(Arc::new(provider));
    ctx.request_repaint();
}

/// Icons of Phosphor by their names there; `assets/fonts/icons.txt` lists all that are bundled.
pub mod icon {
    macro_rules! icons {
        ($($(#[$doc:meta])* $name:ident = $glyph:literal, $phosphor:literal;)*) => {
            $($(#[$doc])* #[doc = concat!("`", $phosphor, "`")] pub const $name: &str = $glyph;)*
            #[cfg(test)]
            pub(super) const ALL: &[(&str, &str)] = &[$(($phosphor, $glyph)),*];
        };
    }

    icons! {
        ARROW_COUNTER_CLOCKWISE = "\u{e038}", "arrow-counter-clockwise";
        ARROW_DOWN = "\u{e03e}", "arrow-down";
        ARROW_SQUARE_OUT = "\u{e5de}", "arrow-square-out";
        ARROW_UP = "\u{e08e}", "arrow-up";
        ARROW_U_UP_LEFT = "\u{e08a}", "arrow-u-up-left";
        ARROW_U_UP_RIGHT = "\u{e08c}", "arrow-u-up-right";
        BINARY = "\u{ee60}", "binary";
        CARET_DOWN = "\u{e136}", "caret-down";
        CARET_RIGHT = "\u{e13a}", "caret-right";
        CHECK = "\u{e182}", "check";
        CHECK_CIRCLE = "\u{e184}", "check-circle";
        CLOCK = "\u{e19a}", "clock";
        CLOCK_COUNTER_CLOCKWISE = "\u{e1a0}", "clock-counter-clockwise";
        CUBE = "\u{e1da}", "cube";
        FILE = "\u{e230}", "file";
        FILE_TEXT = "\u{e23a}", "file-text";
        FILES = "\u{e710}", "files";
        FLASK = "\u{e79e}", "flask";
        FLOPPY_DISK = "\u{e248}", "floppy-disk";
        FOLDER_OPEN = "\u{e256}", "folder-open";
        HOUSE = "\u{e2c2}", "house";
        INFO = "\u{e2ce}", "info";
        KEYBOARD = "\u{e2d8}", "keyboard";
        MAGNIFYING_GLASS = "\u{e30c}", "magnifying-glass";
        MOON = "\u{e330}", "moon";
        PATH = "\u{e39c}", "path";
        PENCIL_SIMPLE = "\u{e3b4}", "pencil-simple";
        PLUS = "\u{e3d4}", "plus";
        SIDEBAR = "\u{eab6}", "sidebar";
        SIDEBAR_SIMPLE = "\u{ec24}", "sidebar-simple";
        STOP = "\u{e46c}", "stop";
        SUN = "\u{e472}", "sun";
        TAG = "\u{e478}", "tag";
        TERMINAL_WINDOW = "\u{eae8}", "terminal-window";
        TRASH = "\u{e4a6}", "trash";
        TREE_STRUCTURE = "\u{e67c}", "tree-structure";
        WARNING = "\u{e4e0}", "warning";
        WARNING_CIRCLE = "\u{e4e2}", "warning-circle";
        X = "\u{e4f6}", "x";
        X_CIRCLE = "\u{e4f8}", "x-circle";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_is_bundled_under_its_name() {
        let listed = include_str!("../../assets/fonts/icons.txt");
        for (name, glyph) in icon::ALL {
            let point = glyph.chars().next().unwrap() as u32;
            let line = format!("{name}\tU+{point:04X}");
            assert!(listed.lines().any(|it| it == line), "{line}");
        }
    }

    #[test]
    fn every_family_names_faces_that_are_there() {
        let fonts = definitions();
        for names in fonts.families.values() {
            assert!(names.iter().all(|name| fonts.font_data.contains_key(name)));
        }
    }
}
