//! Commands about the window: colours, size, panes, and what stands over them.

use std::fmt::{self, Write as _};

use super::super::App;
use super::super::settings::{Bottom, Focus, Pane, Theme};
use super::super::settings::{LEAST_ZOOM, MOST_ZOOM, Settings};
use super::super::short::Short;

/// What a person may ask of the window.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowCommand {
    /// Choose the colours.
    SetTheme(Theme),
    /// From dark to light and back.
    ToggleTheme,
    /// Show or hide a pane.
    TogglePane(Pane),
    /// Show the pane below, with this in it.
    ShowBottom(Bottom),
    /// Larger.
    ZoomIn,
    /// Smaller.
    ZoomOut,
    /// As large as it was.
    ZoomReset,
    /// Zoom to so many percent, within what the window takes.
    SetZoom(u16),
    /// Show the list of shortcuts.
    ShowHelp,
    /// Hide it.
    HideHelp,
    /// Show all commands, to be searched and run.
    ShowPalette,
    /// Hide them.
    HidePalette,
    /// Show the settings.
    ShowSettings,
    /// Hide them.
    HideSettings,
    /// Set every setting as it was at the first start.
    ResetSettings,
    /// Show what this program is, and where it keeps what it keeps.
    ShowAbout,
    /// Hide it.
    HideAbout,
    /// Give the keys to a part of the window.
    GoTo(Focus),
}

impl WindowCommand {
    /// False for those that fill the log with nothing worth knowing.
    pub(super) fn is_logged(&self) -> bool {
        match self {
            Self::ShowPalette
            | Self::HidePalette
            | Self::GoTo(_)
            | Self::TogglePane(_)
            | Self::ShowBottom(_)
            | Self::ShowHelp
            | Self::HideHelp
            | Self::ShowSettings
            | Self::HideSettings
            | Self::ShowAbout
            | Self::HideAbout => false,
            Self::SetTheme(_)
            | Self::ToggleTheme
            | Self::ZoomIn
            | Self::ZoomOut
            | Self::ZoomReset
            | Self::SetZoom(_)
            | Self::ResetSettings => true,
        }
    }

    /// Its name, for the log.
    pub(super) fn short_name(&self) -> &'static str {
        match self {
            Self::SetTheme(_) => "Set theme",
            Self::ToggleTheme => "Toggle theme",
            Self::TogglePane(_) => "Toggle pane",
            Self::ShowBottom(_) => "Show pane below",
            Self::ZoomIn => "Zoom in",
            Self::ZoomOut => "Zoom out",
            Self::ZoomReset => "Reset zoom",
            Self::SetZoom(_) => "Set zoom",
            Self::ShowHelp => "Keyboard shortcuts",
            Self::HideHelp => "Hide shortcuts",
            Self::ShowPalette => "Search commands",
            Self::HidePalette => "Hide commands",
            Self::ShowSettings => "Settings",
            Self::HideSettings => "Hide settings",
            Self::ResetSettings => "Reset settings",
            Self::ShowAbout => "About",
            Self::HideAbout => "Hide about",
            Self::GoTo(_) => "Go to part",
        }
    }

    /// What the log says of it behind its name.
    pub(super) fn detail(&self, out: &mut Short) -> fmt::Result {
        match self {
            Self::SetTheme(theme) => write!(out, " {theme:?}"),
            Self::TogglePane(pane) => write!(out, " {pane:?}"),
            Self::ShowBottom(bottom) => write!(out, " {bottom:?}"),
            Self::SetZoom(percent) => write!(out, " {percent}"),
            Self::GoTo(focus) => write!(out, " {focus:?}"),
            Self::ToggleTheme
            | Self::ZoomIn
            | Self::ZoomOut
            | Self::ZoomReset
            | Self::ShowHelp
            | Self::HideHelp
            | Self::ShowPalette
            | Self::HidePalette
            | Self::ShowSettings
            | Self::HideSettings
            | Self::ResetSettings
            | Self::ShowAbout
            | Self::HideAbout => Ok(()),
        }
    }

    /// True when it would do something now.
    pub(super) fn is_available(&self, app: &App) -> bool {
        match self {
            Self::SetTheme(_)
            | Self::ToggleTheme
            | Self::TogglePane(_)
            | Self::ShowBottom(_)
            | Self::ShowPalette
            | Self::ShowSettings
            | Self::ShowAbout
            | Self::GoTo(Focus::Menus | Focus::Status)
            | Self::ShowHelp => true,
            Self::ZoomIn => app.settings.zoom < MOST_ZOOM,
            Self::ZoomOut => app.settings.zoom > LEAST_ZOOM,
            Self::ZoomReset => app.settings.zoom != 100,
            Self::SetZoom(percent) => app.settings.zoom != *percent,
            Self::ResetSettings => app.settings != Settings::default(),
            Self::GoTo(Focus::Notices) => !app.notices.is_empty(),
            Self::HideHelp => app.is_help_shown(),
            Self::HidePalette => app.is_palette_shown(),
            Self::HideSettings => app.is_settings_shown(),
            Self::HideAbout => app.is_about_shown(),
        }
    }
}
