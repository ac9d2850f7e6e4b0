//! What a person may ask of the layout.

use std::fmt::{self, Write as _};

use super::super::App;
use super::super::ids::DocumentId;
use super::super::settings::Pane;
use super::super::short::Short;
use super::{Direction, GroupId, MOST_GROUPS, Side, SplitId, TabAt};

/// Where a tab is moved to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Among the tabs of a group.
    Group {
        /// The group.
        group: GroupId,
        /// The place among its tabs as they are before the move; `None` for the end.
        place: Option<usize>,
    },
    /// In a new group beside one.
    Beside {
        /// The group it comes to stand beside.
        group: GroupId,
        /// On which side.
        side: Side,
    },
}

/// A change of the layout. Where a tab is `None`, the active one is meant.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Show a tab where it stands.
    Show(TabAt),
    /// Show a document: where it stands, nearest to the focus.
    ShowDocument(DocumentId),
    /// Close a tab: the document with it, when it shows nowhere else.
    Close(TabAt),
    /// Close the other tabs of a group.
    CloseOthers(Option<TabAt>),
    /// Close the tabs to the right of one.
    CloseToTheRight(Option<TabAt>),
    /// Show the same document once more, beside itself.
    Split(Direction, Option<TabAt>),
    /// Move a tab among the others of its group: back where negative.
    Shift(i8),
    /// Move a tab to the next group; to a new one at the right where there is one group alone.
    MoveToNextGroup(Option<TabAt>),
    /// Move a tab.
    Move(TabAt, Target),
    /// Give a group the focus.
    Focus(GroupId),
    /// Give the next group the focus.
    FocusNextGroup,
    /// Give the parts of a split their shares, in order.
    Share(SplitId, Vec<u32>),
    /// Draw a pane so large, in points.
    Size(Pane, u16),
    /// Draw a pane as large as at first.
    ResetSize(Pane),
    /// One group, all sizes as at first, all panes shown.
    Reset,
    /// The keys go to the pane so many panes on; back where negative.
    TurnPane(i8),
}

impl Change {
    /// Its name, for the log.
    pub(in crate::app) fn short_name(&self) -> &'static str {
        match self {
            Self::Show(_) | Self::ShowDocument(_) => "Show tab",
            Self::Close(_) => "Close tab",
            Self::CloseOthers(_) => "Close other tabs",
            Self::CloseToTheRight(_) => "Close tabs to the right",
            Self::Split(..) => "Split",
            Self::Shift(_) | Self::MoveToNextGroup(_) | Self::Move(..) => "Move tab",
            Self::Focus(_) | Self::FocusNextGroup => "Focus group",
            Self::Share(..) | Self::Size(..) | Self::ResetSize(_) => "Resize",
            Self::Reset => "Reset layout",
            Self::TurnPane(_) => "Turn to pane",
        }
    }

    /// True for what changes which tabs stand in which groups.
    pub(in crate::app) fn moves_tabs(&self) -> bool {
        match self {
            Self::Close(_)
            | Self::CloseOthers(_)
            | Self::CloseToTheRight(_)
            | Self::Split(..)
            | Self::Shift(_)
            | Self::MoveToNextGroup(_)
            | Self::Move(..)
            | Self::Share(..)
            | Self::Reset => true,
            Self::Show(_)
            | Self::ShowDocument(_)
            | Self::Focus(_)
            | Self::FocusNextGroup
            | Self::Size(..)
            | Self::ResetSize(_)
            | Self::TurnPane(_) => false,
        }
    }

    /// False for what fills the log with nothing worth knowing: every point of a drag.
    pub(in crate::app) fn is_logged(&self) -> bool {
        match self {
            Self::Show(_)
            | Self::ShowDocument(_)
            | Self::Focus(_)
            | Self::FocusNextGroup
            | Self::Share(..)
            | Self::Size(..)
            | Self::TurnPane(_) => false,
            Self::Close(_)
            | Self::CloseOthers(_)
            | Self::CloseToTheRight(_)
            | Self::Split(..)
            | Self::Shift(_)
            | Self::MoveToNextGroup(_)
            | Self::Move(..)
            | Self::ResetSize(_)
            | Self::Reset => true,
        }
    }

    /// What the log says of it behind its name: all of it is small.
    pub(in crate::app) fn detail(&self, out: &mut Short) -> fmt::Result {
        write!(out, " {self:?}")
    }

    /// True when it would do something now.
    pub(in crate::app) fn is_available(&self, app: &App) -> bool {
        let tabs = app.tabs().len();
        match self {
            Self::Show(at) | Self::Close(at) => app.layout.group(at.group).is_some_and(|it| it.has(at.tab)),
            Self::ShowDocument(id) => app.document(*id).is_some(),
            Self::CloseOthers(Some(at)) | Self::CloseToTheRight(Some(at)) => {
                app.layout.group(at.group).is_some_and(|it| it.tabs().len() > 1)
            }
            Self::CloseOthers(None) => tabs > 1,
            Self::CloseToTheRight(None) => app.active_tab() + 1 < tabs,
            Self::Split(..) => app.active_document().is_some() && app.layout.groups().len() < MOST_GROUPS,
            Self::Shift(by) => {
                let to = app.active_tab() as i64 + i64::from(*by);
                (0..tabs as i64).contains(&to)
            }
            Self::MoveToNextGroup(_) => app.layout.is_split() || tabs > 1,
            Self::Move(at, _) => app.layout.group(at.group).is_some_and(|it| it.has(at.tab)),
            Self::FocusNextGroup => app.layout.is_split(),
            Self::Focus(group) => app.layout.group(*group).is_some(),
            Self::Share(..) | Self::Size(..) | Self::ResetSize(_) | Self::Reset | Self::TurnPane(_) => true,
        }
    }
}
