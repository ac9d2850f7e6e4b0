//! The look: every colour and every size of the window stands here and nowhere else. Knows no pane.

mod palette;
pub mod size;

use egui::epaint::{CornerRadius, Shadow};
use egui::style::{Selection, Spacing, TextCursorStyle, WidgetVisuals, Widgets};
use egui::{FontId, Margin, Stroke, Style, TextStyle, Theme, Visuals, vec2};

use super::fonts;

pub use palette::{DARK, LIGHT, Palette, palette};

/// `n` steps of the four-point grid.
pub const fn grid(n: u8) -> f32 {
    4.0 * n as f32
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

/// Gives a context the faces and both styles.
pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(fonts::definitions());
    set_contrast(ctx, false);
}

/// Gives a context the styles for dark and light at this contrast.
pub fn set_contrast(ctx: &egui::Context, is_high: bool) {
    for theme in [Theme::Dark, Theme::Light] {
        ctx.set_style_of(theme, style(Palette::of(theme, is_high)));
    }
}

/// The style that draws with a palette.
pub fn style(palette: &Palette) -> Style {
    let mut style = Style {
        visuals: visuals(palette),
        spacing: spacing(palette),
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

fn spacing(p: &Palette) -> Spacing {
    let mut spacing = Spacing {
        item_spacing: vec2(grid(2), grid(1)),
        window_margin: Margin::same(16),
        button_padding: vec2(grid(3), grid(1)),
        menu_margin: Margin::same(4),
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
    spacing.scroll = scroll(p);
    spacing
}

/// Bars as quiet as those of our own lists: no track, a handle that shows itself when it is pointed at.
fn scroll(p: &Palette) -> egui::style::ScrollStyle {
    let mut scroll = egui::style::ScrollStyle::floating();
    scroll.bar_width = size::SCROLLBAR - grid(1);
    scroll.floating_width = size::SCROLLBAR - grid(1);
    scroll.floating_allocated_width = size::SCROLLBAR;
    scroll.dormant_background_opacity = 0.0;
    scroll.active_background_opacity = 0.0;
    scroll.interact_background_opacity = 0.0;
    let opacities = if p.is_high_contrast { [0.6, 0.8, 1.0] } else { [0.2, 0.3, 0.5] };
    [scroll.dormant_handle_opacity, scroll.active_handle_opacity, scroll.interact_handle_opacity] = opacities;
    scroll.fade.strength = 0.0;
    scroll
}

fn visuals(p: &Palette) -> Visuals {
    let base = if p.is_dark { Visuals::dark() } else { Visuals::light() };
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
        // A caret that blinks costs a frame each time.
        text_cursor: TextCursorStyle { stroke: Stroke::new(1.5, p.accent), blink: false, ..TextCursorStyle::default() },
        button_frame: true,
        indent_has_left_vline: false,
        striped: false,
        disabled_alpha: if p.is_high_contrast { 0.75 } else { 0.5 },
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

    #[test]
    fn the_grid_is_of_four_points() {
        assert_eq!(grid(3), 12.0);
        let bars =
            [size::ROW, size::HEX_ROW, size::HEAD, size::MENU, size::BAR, size::STATUS, size::RAIL, size::CONTROL];
        let columns = [
            size::GUTTER,
            size::OFFSET_COLUMN,
            size::KIND_COLUMN,
            size::NUMBER_COLUMN,
            size::BYTES_COLUMN,
            size::INDENT,
        ];
        let panes = [size::SEARCH].map(|(wanted, least)| [wanted, least]);
        let popups = [size::PICKER, size::POPUP];
        let others = [
            size::DIALOG,
            size::CARD,
            size::PROGRESS,
            size::MENU_WIDTH,
            size::PROSE,
            size::ABOUT,
            size::ABOUT_LINE,
            size::METER,
        ];
        let all = bars.iter().chain(&columns).chain(panes.as_flattened()).chain(popups.as_flattened()).chain(&others);
        for on_grid in all {
            assert_eq!(on_grid % 4.0, 0.0);
        }
    }
}
