//! How large the panes around the centre are.

use super::super::settings::Pane;

/// The least, the usual and the largest size of a pane, in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// No smaller.
    pub least: u16,
    /// As large at first.
    pub usual: u16,
    /// No larger.
    pub largest: u16,
}

impl Span {
    /// What is kept of a size asked for.
    pub fn clamp(self, points: u16) -> u16 {
        points.clamp(self.least, self.largest)
    }
}

/// The sizes of the panes, in points: widths of the rail's list and of the inspector, height of the pane below. The
/// window may draw them smaller where there is no room, and keeps what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Sizes {
    rail: u16,
    inspector: u16,
    bottom: u16,
}

impl Default for Sizes {
    fn default() -> Self {
        Self {
            rail: Self::span(Pane::Rail).usual,
            inspector: Self::span(Pane::Inspector).usual,
            bottom: Self::span(Pane::Bottom).usual,
        }
    }
}

impl Sizes {
    /// Between which sizes a pane may be.
    pub const fn span(pane: Pane) -> Span {
        match pane {
            Pane::Rail => Span { least: 140, usual: 216, largest: 640 },
            Pane::Inspector => Span { least: 200, usual: 288, largest: 1200 },
            Pane::Bottom => Span { least: 96, usual: 208, largest: 1600 },
        }
    }

    /// The size of a pane.
    pub fn of(&self, pane: Pane) -> u16 {
        match pane {
            Pane::Rail => self.rail,
            Pane::Inspector => self.inspector,
            Pane::Bottom => self.bottom,
        }
    }

    /// As they may be, whatever was read.
    pub(in crate::app) fn checked(mut self) -> Self {
        for pane in [Pane::Rail, Pane::Inspector, Pane::Bottom] {
            self.set(pane, self.of(pane));
        }
        self
    }

    pub(in crate::app) fn set(&mut self, pane: Pane, points: u16) {
        let points = Self::span(pane).clamp(points);
        match pane {
            Pane::Rail => self.rail = points,
            Pane::Inspector => self.inspector = points,
            Pane::Bottom => self.bottom = points,
        }
    }
}
