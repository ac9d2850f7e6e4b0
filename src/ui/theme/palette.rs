//! The colours by what they mean, dark and light. Every text role reads on every ground at 4.5:1 or more.

use egui::{Color32, Stroke, Theme, Ui};

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
}
