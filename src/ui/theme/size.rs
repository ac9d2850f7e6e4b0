//! Sizes in points, on a grid of four.

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
pub const HEAD: f32 = 24.0;
/// The menu bar.
pub const MENU: f32 = 36.0;
/// The tabs, the path, the tabs of the lower pane.
pub const BAR: f32 = 32.0;
/// The status bar.
pub const STATUS: f32 = 28.0;
/// The rail of icons.
pub const RAIL: f32 = 44.0;
/// A button or a text field.
pub const CONTROL: f32 = 28.0;
/// A scrollbar.
pub const SCROLLBAR: f32 = 12.0;
/// The shortest handle of a scrollbar.
pub const HANDLE: f32 = 24.0;
/// What a level of the tree is indented by.
pub const INDENT: f32 = 16.0;
/// The words of a tab have so much room however many there are.
pub const TAB: f32 = 300.0;
/// The widest a tab gets.
pub const WIDE_TAB: f32 = 600.0;
/// A type's name with less room than this is left out of its tab.
pub const LEAST_TYPE: f32 = 40.0;
/// The tree is given this much before the panes beside it.
pub const LEAST_TREE: f32 = 240.0;
/// The inspector is not drawn with less.
pub const LEAST_INSPECTOR: f32 = 120.0;
/// A path bar narrower than this shows the path alone.
pub const NARROW_PATH: f32 = 320.0;
/// A group of tabs is not dragged narrower or lower.
pub const LEAST_GROUP: f32 = 120.0;
/// The mark of an edited document.
pub const DOT: f32 = 4.0;
/// The outline of what has the focus is so wide.
pub const FOCUS: f32 = 2.0;
/// The corner of a control.
pub const CORNER: u8 = 4;
/// The corner of a popup.
pub const POPUP_CORNER: u8 = 8;
/// The side of the chip made from a digest.
pub const CHIP: f32 = 10.0;

/// The tallest a value in the inspector gets before it scrolls.
pub const VALUE: f32 = 180.0;
/// The names of facts in the inspector.
pub const FACT: f32 = 64.0;
/// The widest a hint at the pointer gets.
pub const HINT: f32 = 560.0;
/// The column of marks.
pub const GUTTER: f32 = 20.0;
/// The column of offsets.
pub const OFFSET_COLUMN: f32 = 56.0;
/// The column of what a line of the log is about.
pub const KIND_COLUMN: f32 = 72.0;
/// The column of field numbers.
pub const NUMBER_COLUMN: f32 = 40.0;
/// The column of lengths.
pub const BYTES_COLUMN: f32 = 52.0;
/// The least room for a name, however deep it stands.
pub const LEAST_NAME: f32 = 112.0;
/// No column is drawn narrower.
pub const LEAST_COLUMN: f32 = 56.0;
/// A tree narrower than this does without its offsets.
pub const NARROW: f32 = 480.0;

/// One narrower than this does without the numbers of fields too: the inspector says them.
pub const VERY_NARROW: f32 = 360.0;
/// One narrower than this does without lengths…
pub const NO_LENGTHS: f32 = 440.0;
/// …and than this without types: the inspector says both.
pub const NO_TYPES: f32 = 320.0;
/// A note beside a value takes so much room at least.
pub const LEAST_NOTE: f32 = 32.0;

/// From one byte to the next in a row of bytes.
pub const HEX_CELL: f32 = 26.0;
/// From one letter to the next beside them.
pub const HEX_LETTER: f32 = 9.0;
/// Between the halves of a row of bytes.
pub const HEX_GAP: f32 = 10.0;

/// Popups with a list to choose from.
pub const PICKER: [f32; 2] = [520.0, 420.0];
/// The field to find with.
pub const FIND: f32 = 280.0;
/// The choice of what is looked at beside it.
pub const FIND_MODE: f32 = 92.0;
/// Popups beside a field.
pub const POPUP: [f32; 2] = [360.0, 320.0];
/// Words about what would be chosen: three lines.
pub const ABOUT: f32 = 60.0;
/// The same where one line does for all.
pub const ABOUT_LINE: f32 = 32.0;
/// The box in the menu bar that leads to all commands, and the least room for more than its icon.
pub const SEARCH: (f32, f32) = (320.0, 160.0);
/// A window lower than this has dialogs at its top.
pub const LOW: f32 = 400.0;
/// The names of settings.
pub const SETTING: f32 = 120.0;
/// A word of the status bar that changes while a job runs: it keeps its room.
pub const METER: f32 = 72.0;
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
