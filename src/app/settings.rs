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
    /// As the system is.
    #[default]
    System,
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
    /// The program's log.
    Log,
}

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
