//! Small controls that several panes share. They know the theme and no pane, take values and give back what was done.

mod bars;
mod button;
mod dialog;
mod divider;
mod picker;
mod text;

pub use bars::{section_ui, tab_word_ui};
pub use button::{
    action_button, clear_marks, icon_button, icon_toggle, link_button, main_button, rail_button, side_row,
};
pub use dialog::{Dialog, title_ui};
pub use divider::{Divider, Moved, left_of, right_of, top_of};
pub use picker::{Choice, Picked, Picker, PickerState, matching, picker_height};
pub use text::{elided, elided_ui, galley_ui, name_of, text_field, wide_text_field};
