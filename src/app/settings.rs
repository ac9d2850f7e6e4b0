//! Settings: what a person chose about the window. They are kept between starts: a field that is new has a default,
//! and what is read is checked.

use serde::{Deserialize, Serialize};

/// Colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Dark.
    Dark,
    /// Light.
    Light,
    /// Dark, every text at 7:1 or more, every line seen.
    HighContrastDark,
    /// Light, every text at 7:1 or more, every line seen.
    HighContrastLight,
    /// As the system is.
    #[default]
    System,
}

impl Theme {
    /// All of them, in the order they are offered.
    pub const ALL: [Self; 5] = [Self::System, Self::Dark, Self::Light, Self::HighContrastDark, Self::HighContrastLight];

    /// Its name, as a choice among others.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Dark => "Dark",
            Self::Light => "Light",
            Self::HighContrastDark => "High contrast, dark",
            Self::HighContrastLight => "High contrast, light",
            Self::System => "As the system",
        }
    }

    /// True for those at high contrast.
    pub const fn is_high_contrast(self) -> bool {
        match self {
            Self::HighContrastDark | Self::HighContrastLight => true,
            Self::Dark | Self::Light | Self::System => false,
        }
    }

    /// True for dark colours, where the system has those or others.
    pub(super) const fn is_dark(self, is_system_dark: bool) -> bool {
        match self {
            Self::Dark | Self::HighContrastDark => true,
            Self::Light | Self::HighContrastLight => false,
            Self::System => is_system_dark,
        }
    }

    /// The other brightness at the same contrast.
    #[must_use]
    pub(super) const fn turned(self, is_system_dark: bool) -> Self {
        match self {
            Self::Dark => Self::Light,
            Self::Light => Self::Dark,
            Self::HighContrastDark => Self::HighContrastLight,
            Self::HighContrastLight => Self::HighContrastDark,
            Self::System if is_system_dark => Self::Light,
            Self::System => Self::Dark,
        }
    }
}

/// A part of the window that can be given the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Focus {
    /// The menu bar: its first menu opens.
    Menus,
    /// The notices that stand.
    Notices,
    /// What the status bar says and leads to.
    Status,
}

/// A part of the window that can be hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pane {
    /// The rail at the left: open documents and recent files.
    Rail,
    /// The inspector at the right.
    Inspector,
    /// What stands below: bytes, problems, log.
    Bottom,
}

/// What the pane below shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bottom {
    /// The document's bytes.
    #[default]
    Bytes,
    /// Its problems.
    Problems,
    /// What was found in it.
    Results,
    /// The program's log.
    Log,
    /// The steps of the document.
    History,
}

/// The steps of the zoom, in percent.
pub const ZOOMS: [u16; 13] = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300];
/// The least zoom, in percent.
pub(super) const LEAST_ZOOM: u16 = 50;
/// The most, in percent.
pub(super) const MOST_ZOOM: u16 = 300;

/// What a person chose about the window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Colours.
    pub theme: Theme,
    /// True while the left rail shows.
    pub is_rail_shown: bool,
    /// True while the inspector shows.
    pub is_inspector_shown: bool,
    /// True while the pane below shows.
    pub is_bottom_shown: bool,
    /// What the pane below shows.
    pub bottom: Bottom,
    /// True while fields that are not in the bytes show.
    pub is_absent_shown: bool,
    /// True while the offsets beside the bytes are decimal.
    pub is_offset_decimal: bool,
    /// True where what was open is opened again at the next start.
    pub is_session_restored: bool,
    /// Zoom in percent, 50 to 300.
    pub zoom: u16,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            is_rail_shown: false,
            is_inspector_shown: true,
            is_bottom_shown: true,
            bottom: Bottom::default(),
            is_absent_shown: false,
            is_offset_decimal: false,
            is_session_restored: true,
            zoom: 100,
        }
    }
}

impl Settings {
    /// The same within its bounds: what was kept may be anything.
    pub(super) fn checked(self) -> Self {
        Self { zoom: self.zoom.clamp(50, 300), ..self }
    }

    /// True while a pane shows.
    pub fn is_shown(&self, pane: Pane) -> bool {
        match pane {
            Pane::Rail => self.is_rail_shown,
            Pane::Inspector => self.is_inspector_shown,
            Pane::Bottom => self.is_bottom_shown,
        }
    }
}
