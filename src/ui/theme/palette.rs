//! The colours by what they mean: dark, light, and both at high contrast. Every text role reads on every ground at
//! 4.5:1 or more, at high contrast at 7:1 or more.

use egui::{Color32, Stroke, Theme, Ui, Visuals};

use super::size;

/// The colours by what they mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    /// True for light text on dark.
    pub is_dark: bool,
    /// True where every text reads at 7:1 and every line at 3:1.
    pub is_high_contrast: bool,
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
    is_dark: true,
    is_high_contrast: false,
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
    tag_tint: rgb(0x323f59),
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
    is_dark: false,
    is_high_contrast: false,
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

/// Light text on dark at high contrast.
pub static HIGH_DARK: Palette = Palette {
    is_dark: true,
    is_high_contrast: true,
    background: rgb(0x000000),
    panel: rgb(0x0a0c10),
    raised: rgb(0x181c22),
    hover: rgb(0x14181e),
    line: rgb(0x7f8a99),
    text: rgb(0xffffff),
    muted: rgb(0xd4dae3),
    accent: rgb(0x9cc7ff),
    on_accent: rgb(0x000000),
    selection: rgb(0x002f63),
    tag_tint: rgb(0x1c2f4d),
    length_tint: rgb(0x352a4d),
    payload_tint: rgb(0x0f2424),
    string: rgb(0xb6e8a3),
    number: rgb(0xffd08a),
    enumeration: rgb(0xdcc6ff),
    bytes: rgb(0xb0dcee),
    boolean: rgb(0x9be8df),
    time: rgb(0xffc0d2),
    error: rgb(0xffb3ac),
    warning: rgb(0xffd766),
    ok: rgb(0x9be8aa),
    shadow: Color32::from_black_alpha(110),
    veil: Color32::from_black_alpha(160),
};

/// Dark text on light at high contrast.
pub static HIGH_LIGHT: Palette = Palette {
    is_dark: false,
    is_high_contrast: true,
    background: rgb(0xffffff),
    panel: rgb(0xf7f8fa),
    raised: rgb(0xeef0f4),
    hover: rgb(0xf2f4f7),
    line: rgb(0x6b7480),
    text: rgb(0x000000),
    muted: rgb(0x333b47),
    accent: rgb(0x003f9e),
    on_accent: rgb(0xffffff),
    selection: rgb(0xcfe2ff),
    tag_tint: rgb(0xd8e5fd),
    length_tint: rgb(0xe6dcf8),
    payload_tint: rgb(0xe8f4f2),
    string: rgb(0x174a0a),
    number: rgb(0x5c3600),
    enumeration: rgb(0x47208a),
    bytes: rgb(0x0f4152),
    boolean: rgb(0x004840),
    time: rgb(0x74143a),
    error: rgb(0x840f0a),
    warning: rgb(0x523900),
    ok: rgb(0x0a4a1a),
    shadow: Color32::from_black_alpha(40),
    veil: Color32::from_black_alpha(110),
};

impl Palette {
    /// All of them.
    pub const ALL: [&'static Self; 4] = [&DARK, &LIGHT, &HIGH_DARK, &HIGH_LIGHT];

    /// The palette for dark or light, at this contrast.
    pub fn of(theme: Theme, is_high_contrast: bool) -> &'static Self {
        match (theme, is_high_contrast) {
            (Theme::Dark, false) => &DARK,
            (Theme::Light, false) => &LIGHT,
            (Theme::Dark, true) => &HIGH_DARK,
            (Theme::Light, true) => &HIGH_LIGHT,
        }
    }

    /// The palette that visuals were made from: their grounds say which.
    pub fn of_visuals(visuals: &Visuals) -> &'static Self {
        let grounds = (visuals.extreme_bg_color, visuals.panel_fill);
        let theme = if visuals.dark_mode { Theme::Dark } else { Theme::Light };
        let made_from = Self::ALL.into_iter().find(|it| (it.background, it.panel) == grounds);
        made_from.unwrap_or_else(|| Self::of(theme, false))
    }

    /// The colour of a chip made from a hash: as bright as the theme's texts, its hue from the hash.
    pub fn chip(&self, hash: u32) -> Color32 {
        let hue = (hash % 360) as f32 / 360.0;
        let (saturation, value) = if self.is_dark { (0.65, 0.85) } else { (0.75, 0.7) };
        egui::ecolor::Hsva::new(hue, saturation, value, 1.0).into()
    }

    /// The ground of a payload `depth` messages deep: the deeper, the more of the payload tint, in so many steps.
    pub fn payload(&self, depth: usize) -> Color32 {
        let share = depth.min(Self::DEPTHS) as f32 / Self::DEPTHS as f32 * 2.0;
        let part = |ground: u8, tint: u8| (f32::from(ground) + (f32::from(tint) - f32::from(ground)) * share) as u8;
        let (ground, tint) = (self.background, self.payload_tint);
        Color32::from_rgb(part(ground.r(), tint.r()), part(ground.g(), tint.g()), part(ground.b(), tint.b()))
    }

    /// How many depths of a payload are told apart.
    pub const DEPTHS: usize = 6;

    /// The ground of a payload so deep within what is selected.
    pub fn payload_selected(&self, depth: usize) -> Color32 {
        self.selection.lerp_to_gamma(self.text, depth.min(Self::DEPTHS) as f32 * 0.015)
    }

    /// Round a tag's bytes, where the tint alone is not seen.
    pub fn tag_edge(&self) -> Color32 {
        self.tag_tint.lerp_to_gamma(self.accent, 0.6)
    }

    /// Round a length's bytes, where the tint alone is not seen.
    pub fn length_edge(&self) -> Color32 {
        self.length_tint.lerp_to_gamma(self.enumeration, 0.6)
    }

    /// Behind a range that was chosen within what is selected.
    pub fn chosen(&self) -> Color32 {
        self.selection.lerp_to_gamma(self.accent, 0.2)
    }

    /// A line one point wide.
    pub fn line(&self) -> Stroke {
        Stroke::new(1.0, self.line)
    }

    /// The outline of what has the focus.
    pub fn focus(&self) -> Stroke {
        Stroke::new(size::FOCUS, self.accent)
    }
}

/// The palette that a Ui is drawn with.
pub fn palette(ui: &Ui) -> &'static Palette {
    Palette::of_visuals(ui.visuals())
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

    /// The ratio that every text of a palette has on every ground.
    fn wanted(p: &Palette) -> f64 {
        if p.is_high_contrast { 7.0 } else { 4.5 }
    }

    #[test]
    fn every_text_reads_on_every_ground_and_tint() {
        for p in Palette::ALL {
            let grounds = [
                ("background", p.background),
                ("panel", p.panel),
                ("raised", p.raised),
                ("hover", p.hover),
                ("selection", p.selection),
                ("tag tint", p.tag_tint),
                ("length tint", p.length_tint),
                ("payload tint", p.payload_tint),
            ];
            for (ground_name, ground) in grounds {
                for (name, text) in texts(p) {
                    let (ratio, name_of) = (contrast(text, ground), (p.is_dark, p.is_high_contrast));
                    assert!(ratio >= wanted(p), "{name} on {ground_name} is {ratio:.2}:1 {name_of:?}");
                }
            }
            assert!(contrast(p.text, p.chosen()) >= wanted(p), "a chosen range");
            for depth in 0..8 {
                assert!(contrast(p.text, p.payload(depth)) >= wanted(p));
                assert!(contrast(p.text, p.payload_selected(depth)) >= wanted(p));
            }
            assert!(contrast(p.on_accent, p.accent) >= wanted(p), "text on accent");
        }
    }

    #[test]
    fn the_focus_outline_is_seen_on_every_ground_and_lines_too_at_high_contrast() {
        for p in Palette::ALL {
            for ground in [p.background, p.panel, p.raised, p.selection] {
                assert!(contrast(p.accent, ground) >= 3.0);
                assert!(!p.is_high_contrast || ground == p.selection || contrast(p.line, ground) >= 3.0);
            }
        }
    }

    #[test]
    fn tags_and_lengths_are_told_from_payload_also_where_they_are_selected() {
        for p in Palette::ALL {
            for edge in [p.tag_edge(), p.length_edge()] {
                for depth in 0..=Palette::DEPTHS {
                    let ratio = contrast(edge, p.payload_selected(depth));
                    assert!(ratio >= 1.8, "{ratio:.2}:1 at depth {depth} {:?}", (p.is_dark, p.is_high_contrast));
                }
            }
        }
    }

    #[test]
    fn visuals_say_which_palette_they_were_made_from() {
        for theme in [Theme::Dark, Theme::Light] {
            for is_high_contrast in [false, true] {
                let palette = Palette::of(theme, is_high_contrast);
                let style = super::super::style(palette);
                assert_eq!(Palette::of_visuals(&style.visuals), palette);
            }
        }
    }
}
