//! The look: every colour and every size of the window stands here and nowhere else. Knows no pane.

use egui::epaint::{CornerRadius, Shadow};
use egui::style::{Selection, Spacing, TextCursorStyle, WidgetVisuals, Widgets};
use egui::{Color32, FontId, Margin, Stroke, Style, TextStyle, Theme, Ui, Visuals, vec2};

use super::fonts;

/// Sizes in points, on a grid of four.
pub mod size {
    /// Text.
    pub const TEXT: f32 = 13.0;
    /// Values and bytes.
    pub const MONO: f32 = 12.5;
    /// Column heads, hints, the quiet words beside others.
    pub const SMALL: f32 = 11.5;
    /// The name of what is selected.
    pub const HEADING: f32 = 15.0;
    /// The welcome line.
    pub const TITLE: f32 = 24.0;
    /// Icons beside text.
    pub const ICON: f32 = 16.0;
    /// Icons of the rail.
    pub const RAIL_ICON: f32 = 20.0;
    /// The arrow of a row that folds.
    pub const ARROW: f32 = 16.0;

    /// A row of the tree and of every list.
    pub const ROW: f32 = 24.0;
    /// A row of bytes.
    pub const HEX_ROW: f32 = 20.0;
    /// The heads of columns.
    pub const HEAD: f32 = 26.0;
    /// The menu bar.
    pub const MENU: f32 = 36.0;
    /// The tabs, the path, the tabs of the lower pane.
    pub const BAR: f32 = 34.0;
    /// The status bar.
    pub const STATUS: f32 = 28.0;
    /// The rail of icons.
    pub const RAIL: f32 = 44.0;
    /// A button or a text field.
    pub const CONTROL: f32 = 26.0;
    /// A scrollbar.
    pub const SCROLLBAR: f32 = 10.0;
    /// The shortest handle of a scrollbar.
    pub const HANDLE: f32 = 24.0;
    /// What a level of the tree is indented by.
    pub const INDENT: f32 = 16.0;
    /// The mark of an edited document.
    pub const DOT: f32 = 4.0;
    /// The corner of a control.
    pub const CORNER: u8 = 5;
    /// The corner of a popup.
    pub const POPUP_CORNER: u8 = 8;
    /// The side of the chip made from a digest.
    pub const CHIP: f32 = 10.0;

    /// The tallest a value in the inspector gets before it scrolls.
    pub const VALUE: f32 = 180.0;
    /// The names of facts in the inspector.
    pub const FACT: f32 = 64.0;
    /// The column of marks.
    pub const GUTTER: f32 = 20.0;
    /// The column of offsets.
    pub const OFFSET_COLUMN: f32 = 56.0;
    /// The column of field numbers.
    pub const NUMBER_COLUMN: f32 = 32.0;
    /// The column of lengths.
    pub const BYTES_COLUMN: f32 = 52.0;
    /// No column is drawn narrower.
    pub const LEAST_COLUMN: f32 = 56.0;
    /// A tree narrower than this does without its offsets.
    pub const NARROW: f32 = 480.0;

    /// From one byte to the next in a row of bytes.
    pub const HEX_CELL: f32 = 26.0;
    /// From one letter to the next beside them.
    pub const HEX_LETTER: f32 = 9.0;
    /// Between the halves of a row of bytes.
    pub const HEX_GAP: f32 = 10.0;

    /// The list of documents, and the least it may be drawn to.
    pub const SIDE: (f32, f32) = (216.0, 140.0);
    /// The inspector, and the least it may be drawn to.
    pub const INSPECTOR: (f32, f32) = (288.0, 200.0);
    /// The lower pane, and the least it may be drawn to.
    pub const LOWER: (f32, f32) = (208.0, 96.0);
    /// Popups with a list to choose from.
    pub const PICKER: [f32; 2] = [520.0, 420.0];
    /// Popups beside a field.
    pub const POPUP: [f32; 2] = [360.0, 320.0];
    /// Words about what would be chosen: three lines.
    pub const ABOUT: f32 = 60.0;
    /// Questions.
    pub const DIALOG: f32 = 440.0;
    /// A card of the welcome tab.
    pub const CARD: f32 = 112.0;
    /// A bar of progress.
    pub const PROGRESS: f32 = 96.0;
    /// The least width of a menu.
    pub const MENU_WIDTH: f32 = 240.0;
    /// The widest a line of prose gets.
    pub const PROSE: f32 = 640.0;
    /// The window at its first start.
    pub const WINDOW: [f32; 2] = [1280.0, 800.0];
    /// The smallest window.
    pub const LEAST_WINDOW: [f32; 2] = [720.0, 480.0];
    /// The steps of the zoom, in percent.
    pub const ZOOMS: [u16; 12] = [50, 67, 75, 80, 90, 100, 110, 125, 150, 200, 250, 300];
}

/// `n` steps of the four-point grid.
pub const fn grid(n: u8) -> f32 {
    4.0 * n as f32
}

/// The colours by what they mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    /// Behind rows and bytes.
    pub background: Color32,
    /// Behind bars and side panes.
    pub panel: Color32,
    /// Buttons, popups.
    pub raised: Color32,
    /// Behind what the pointer is over.
    pub hover: Color32,
    /// Lines between panes, outlines.
    pub line: Color32,
    /// Text.
    pub text: Color32,
    /// Text that can wait.
    pub muted: Color32,
    /// The one accent: links, focus, the active tab.
    pub accent: Color32,
    /// Text on the accent.
    pub on_accent: Color32,
    /// Behind what is selected.
    pub selection: Color32,
    /// Behind a tag's bytes.
    pub tag_tint: Color32,
    /// Behind a length's bytes.
    pub length_tint: Color32,
    /// Behind a payload's bytes.
    pub payload_tint: Color32,
    /// Strings.
    pub string: Color32,
    /// Numbers.
    pub number: Color32,
    /// Enums.
    pub enumeration: Color32,
    /// Bytes.
    pub bytes: Color32,
    /// Bools.
    pub boolean: Color32,
    /// Times and durations.
    pub time: Color32,
    /// What is wrong.
    pub error: Color32,
    /// What is odd.
    pub warning: Color32,
    /// What is well.
    pub ok: Color32,
    /// What a popup casts.
    pub shadow: Color32,
    /// Over the window while a question waits.
    pub veil: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// Light text on dark.
pub static DARK: Palette = Palette {
    background: rgb(0x14171c),
    panel: rgb(0x1a1e25),
    raised: rgb(0x222731),
    hover: rgb(0x1e232b),
    line: rgb(0x2c323d),
    text: rgb(0xdfe3ea),
    muted: rgb(0xa3acbb),
    accent: rgb(0x7db1ff),
    on_accent: rgb(0x0e1116),
    selection: rgb(0x1e3a57),
    tag_tint: rgb(0x33415c),
    length_tint: rgb(0x3d3a52),
    payload_tint: rgb(0x1f2a2e),
    string: rgb(0x9ece8a),
    number: rgb(0xe5b567),
    enumeration: rgb(0xc8a6f5),
    bytes: rgb(0x8fb8c9),
    boolean: rgb(0x7fd1c7),
    time: rgb(0xe0a0b4),
    error: rgb(0xff8a80),
    warning: rgb(0xf2c14e),
    ok: rgb(0x7fcf8f),
    shadow: Color32::from_black_alpha(110),
    veil: Color32::from_black_alpha(120),
};

/// Dark text on light.
pub static LIGHT: Palette = Palette {
    background: rgb(0xffffff),
    panel: rgb(0xf6f7f9),
    raised: rgb(0xeceef2),
    hover: rgb(0xf1f3f6),
    line: rgb(0xd9dde4),
    text: rgb(0x1b2129),
    muted: rgb(0x5a6472),
    accent: rgb(0x1f5fcc),
    on_accent: rgb(0xffffff),
    selection: rgb(0xd6e6ff),
    tag_tint: rgb(0xdbe6fb),
    length_tint: rgb(0xe9e2f7),
    payload_tint: rgb(0xeef5f4),
    string: rgb(0x2f6b1e),
    number: rgb(0x8a5200),
    enumeration: rgb(0x6b3fb5),
    bytes: rgb(0x2c6273),
    boolean: rgb(0x0f6b61),
    time: rgb(0x9b2f52),
    error: rgb(0xb3261e),
    warning: rgb(0x7a5600),
    ok: rgb(0x226b33),
    shadow: Color32::from_black_alpha(40),
    veil: Color32::from_black_alpha(70),
};

impl Palette {
    /// The palette of a theme.
    pub fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Dark => &DARK,
            Theme::Light => &LIGHT,
        }
    }

    /// The colour of a chip made from a hash: as bright as the theme's texts, its hue from the hash.
    pub fn chip(&self, hash: u32) -> Color32 {
        let hue = (hash % 360) as f32 / 360.0;
        let is_dark = self.background.r() < 128;
        let (saturation, value) = if is_dark { (0.65, 0.85) } else { (0.75, 0.7) };
        egui::ecolor::Hsva::new(hue, saturation, value, 1.0).into()
    }

    /// The ground of a payload `depth` messages deep: the deeper, the nearer to the payload tint.
    pub fn payload(&self, depth: usize) -> Color32 {
        self.background.lerp_to_gamma(self.payload_tint, depth.min(5) as f32 / 5.0)
    }

    /// A line one point wide.
    pub fn line(&self) -> Stroke {
        Stroke::new(1.0, self.line)
    }

    /// The outline of what has the focus.
    pub fn focus(&self) -> Stroke {
        Stroke::new(1.5, self.accent)
    }
}

/// The palette that a Ui is drawn with.
pub fn palette(ui: &Ui) -> &'static Palette {
    Palette::of(if ui.visuals().dark_mode { Theme::Dark } else { Theme::Light })
}

/// The faces at their sizes.
pub mod font {
    use super::{FontId, fonts, size};

    /// Text.
    pub fn text() -> FontId {
        FontId::proportional(size::TEXT)
    }

    /// Text that stands out.
    pub fn strong() -> FontId {
        FontId::new(size::TEXT, fonts::semibold())
    }

    /// Quiet text.
    pub fn small() -> FontId {
        FontId::proportional(size::SMALL)
    }

    /// Small heads over groups.
    pub fn label() -> FontId {
        FontId::new(size::SMALL, fonts::semibold())
    }

    /// The name of what is selected.
    pub fn heading() -> FontId {
        FontId::new(size::HEADING, fonts::semibold())
    }

    /// The welcome line.
    pub fn title() -> FontId {
        FontId::new(size::TITLE, fonts::semibold())
    }

    /// Values and bytes.
    pub fn mono() -> FontId {
        FontId::monospace(size::MONO)
    }

    /// Icons beside text.
    pub fn icon() -> FontId {
        FontId::proportional(size::ICON)
    }

    /// Icons of the rail.
    pub fn rail_icon() -> FontId {
        FontId::proportional(size::RAIL_ICON)
    }

    /// The arrow of a row that folds.
    pub fn arrow() -> FontId {
        FontId::monospace(size::ARROW)
    }
}

/// Gives a context both styles and the faces.
pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(fonts::definitions());
    for theme in [Theme::Dark, Theme::Light] {
        ctx.set_style_of(theme, style(theme));
    }
}

/// The style of a theme.
pub fn style(theme: Theme) -> Style {
    let mut style = Style {
        visuals: visuals(theme),
        spacing: spacing(),
        animation_time: 0.0,
        explanation_tooltips: false,
        ..Style::default()
    };
    style.text_styles = [
        (TextStyle::Small, font::small()),
        (TextStyle::Body, font::text()),
        (TextStyle::Monospace, font::mono()),
        (TextStyle::Button, font::text()),
        (TextStyle::Heading, font::heading()),
    ]
    .into();
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.4;
    style.interaction.show_tooltips_only_when_still = false;
    style.scroll_animation = egui::style::ScrollAnimation::none();
    style
}

fn spacing() -> Spacing {
    let mut spacing = Spacing {
        item_spacing: vec2(grid(2), grid(1)),
        window_margin: Margin::same(16),
        button_padding: vec2(10.0, grid(1)),
        menu_margin: Margin::same(6),
        indent: size::INDENT,
        interact_size: vec2(size::CONTROL, size::CONTROL),
        tooltip_width: 420.0,
        menu_width: 320.0,
        menu_spacing: 6.0,
        icon_width: 16.0,
        icon_spacing: 6.0,
        combo_height: 320.0,
        text_edit_width: 280.0,
        ..Spacing::default()
    };
    spacing.scroll = scroll();
    spacing
}

/// Bars as quiet as those of our own lists: no track, a handle that shows itself when it is pointed at.
fn scroll() -> egui::style::ScrollStyle {
    let mut scroll = egui::style::ScrollStyle::floating();
    scroll.bar_width = size::SCROLLBAR - grid(1);
    scroll.floating_width = size::SCROLLBAR - grid(1);
    scroll.floating_allocated_width = size::SCROLLBAR;
    scroll.dormant_background_opacity = 0.0;
    scroll.active_background_opacity = 0.0;
    scroll.interact_background_opacity = 0.0;
    scroll.dormant_handle_opacity = 0.2;
    scroll.active_handle_opacity = 0.3;
    scroll.interact_handle_opacity = 0.5;
    scroll.fade.strength = 0.0;
    scroll
}

fn visuals(theme: Theme) -> Visuals {
    let p = Palette::of(theme);
    let base = match theme {
        Theme::Dark => Visuals::dark(),
        Theme::Light => Visuals::light(),
    };
    Visuals {
        override_text_color: None,
        weak_text_color: Some(p.muted),
        widgets: widgets(p),
        selection: Selection { bg_fill: p.selection, stroke: Stroke::new(1.0, p.accent) },
        hyperlink_color: p.accent,
        faint_bg_color: p.panel,
        extreme_bg_color: p.background,
        text_edit_bg_color: Some(p.background),
        code_bg_color: p.raised,
        warn_fg_color: p.warning,
        error_fg_color: p.error,
        window_corner_radius: CornerRadius::same(size::POPUP_CORNER),
        window_shadow: shadow(p),
        window_fill: p.panel,
        window_stroke: p.line(),
        menu_corner_radius: CornerRadius::same(size::POPUP_CORNER),
        panel_fill: p.panel,
        popup_shadow: shadow(p),
        text_cursor: TextCursorStyle { stroke: Stroke::new(1.5, p.accent), ..TextCursorStyle::default() },
        button_frame: true,
        indent_has_left_vline: false,
        striped: false,
        ..base
    }
}

fn shadow(p: &Palette) -> Shadow {
    Shadow { offset: [0, 6], blur: 20, spread: 0, color: p.shadow }
}

fn widgets(p: &Palette) -> Widgets {
    let rest = WidgetVisuals {
        bg_fill: p.raised,
        weak_bg_fill: p.raised,
        bg_stroke: p.line(),
        corner_radius: CornerRadius::same(size::CORNER),
        fg_stroke: Stroke::new(1.0, p.text),
        expansion: 0.0,
    };
    Widgets {
        noninteractive: WidgetVisuals { bg_fill: p.panel, weak_bg_fill: p.panel, ..rest },
        inactive: rest,
        hovered: WidgetVisuals { bg_stroke: Stroke::new(1.0, p.muted), ..rest },
        // Also what has the focus.
        active: WidgetVisuals { bg_stroke: p.focus(), ..rest },
        open: WidgetVisuals { bg_stroke: Stroke::new(1.0, p.muted), ..rest },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(c: Color32) -> f64 {
        let linear = |v: u8| {
            let v = f64::from(v) / 255.0;
            if v <= 0.040_45 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(c.r()) + 0.7152 * linear(c.g()) + 0.0722 * linear(c.b())
    }

    fn contrast(a: Color32, b: Color32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    fn texts(p: &Palette) -> [(&'static str, Color32); 12] {
        [
            ("text", p.text),
            ("muted", p.muted),
            ("accent", p.accent),
            ("string", p.string),
            ("number", p.number),
            ("enum", p.enumeration),
            ("bytes", p.bytes),
            ("bool", p.boolean),
            ("time", p.time),
            ("error", p.error),
            ("warning", p.warning),
            ("ok", p.ok),
        ]
    }

    #[test]
    fn every_text_reads_on_every_ground() {
        for (theme, p) in [("dark", &DARK), ("light", &LIGHT)] {
            let grounds = [
                ("background", p.background),
                ("panel", p.panel),
                ("raised", p.raised),
                ("hover", p.hover),
                ("selection", p.selection),
            ];
            for (ground_name, ground) in grounds {
                for (name, text) in texts(p) {
                    let ratio = contrast(text, ground);
                    assert!(ratio >= 4.5, "{theme}: {name} on {ground_name} is {ratio:.2}:1");
                }
            }
            assert!(contrast(p.on_accent, p.accent) >= 4.5, "{theme}: text on accent");
        }
    }

    #[test]
    fn bytes_read_on_every_tint() {
        for p in [&DARK, &LIGHT] {
            for tint in [p.tag_tint, p.length_tint, p.payload_tint, p.selection] {
                assert!(contrast(p.text, tint) >= 4.5, "{:.2}", contrast(p.text, tint));
            }
        }
    }

    #[test]
    fn the_focus_outline_is_seen_on_every_ground() {
        for p in [&DARK, &LIGHT] {
            for ground in [p.background, p.panel, p.raised] {
                assert!(contrast(p.accent, ground) >= 3.0);
            }
        }
    }

    #[test]
    fn the_grid_is_of_four_points() {
        assert_eq!(grid(3), 12.0);
        for on_grid in [size::ROW, size::HEX_ROW, size::MENU, size::STATUS, size::RAIL, size::INDENT] {
            assert_eq!(on_grid % 4.0, 0.0);
        }
    }
}
