//! The menus that commands stand in.

/// A menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Menu {
    /// File.
    File,
    /// Edit.
    Edit,
    /// View.
    View,
    /// Tabs.
    Tabs,
    /// Schema.
    Schema,
    /// Help.
    Help,
    /// Under Edit: the forms to copy in.
    CopyAs,
    /// Under Edit: the forms to paste as.
    PasteAs,
    /// Under View: the colours.
    Theme,
    /// In no menu: keys and palette alone.
    None,
}

impl Menu {
    /// The menus of the bar, in order.
    pub const BAR: [Self; 6] = [Self::File, Self::Edit, Self::View, Self::Tabs, Self::Schema, Self::Help];

    /// Its title; empty for none.
    pub const fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::View => "View",
            Self::Tabs => "Tabs",
            Self::Schema => "Schema",
            Self::Help => "Help",
            Self::CopyAs => "Copy as",
            Self::PasteAs => "Paste as",
            Self::Theme => "Theme",
            Self::None => "",
        }
    }

    /// The menus that hang from it, and the group behind which they do.
    pub const fn beneath(self) -> &'static [(Self, u8)] {
        match self {
            Self::Edit => &[(Self::CopyAs, 2), (Self::PasteAs, 2)],
            Self::View => &[(Self::Theme, 3)],
            Self::File
            | Self::Tabs
            | Self::Schema
            | Self::Help
            | Self::CopyAs
            | Self::PasteAs
            | Self::Theme
            | Self::None => &[],
        }
    }
}
