//! Wording that panes share: counts, sizes and names, always said the same way. What the schema says of values too
//! stands there.

use std::borrow::Cow;
use std::path::Path;

use crate::wire::{Kind, Problem};

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

/// What is odd, as a line by itself. Messages that begin with the name of a field or a type stay as they are.
pub fn problem(problem: &Problem) -> String {
    let is_of_bytes = matches!(
        problem.kind,
        Kind::Truncated | Kind::BadVarint | Kind::BadTag | Kind::GroupMismatch | Kind::Overlong | Kind::Gone
    );
    if is_of_bytes { sentence(&problem.message) } else { problem.message.clone() }
}

/// A path, all in it seen.
pub fn path(path: &Path) -> String {
    visible(&path.to_string_lossy()).into_owned()
}

/// The last part of a path, all in it seen.
pub fn file_name(path: &Path) -> String {
    visible(&path.file_name().unwrap_or(path.as_os_str()).to_string_lossy()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Severity;

    #[test]
    fn names_keep_their_first_letter() {
        let said = |kind, message: &str| problem(&Problem::new(0, Severity::Error, kind, message.to_owned()));
        assert_eq!(said(Kind::Truncated, "length 9 reaches past the end"), "Length 9 reaches past the end");
        assert_eq!(said(Kind::MissingRequired, "id is required and not there"), "id is required and not there");
        assert_eq!(sentence("über"), "Über");
        assert_eq!(sentence(""), "");
    }
}
