//! Wording that panes share: counts, sizes and names, always said the same way. What the schema says of values too
//! stands there.

use std::borrow::Cow;
use std::path::Path;

pub use crate::schema::words::{bytes, counted, grouped, own_name, package, size};

/// A text that may come from anywhere (a file's name, a path, a reason), on one line and with all in it seen: controls,
/// line breaks and what turns or hides its surroundings stand as escapes.
pub fn visible(text: &str) -> Cow<'_, str> {
    crate::schema::visible(text)
}

/// A reason as a line by itself: its first letter is a capital.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A path, all in it seen.
pub fn path(path: &Path) -> String {
    visible(&path.to_string_lossy()).into_owned()
}

/// The last part of a path, all in it seen.
pub fn file_name(path: &Path) -> String {
    visible(&path.file_name().unwrap_or(path.as_os_str()).to_string_lossy()).into_owned()
}
