//! Reads what a folder holds, a bounded number of names.

use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

use super::files;
use super::reports::Reports;
use crate::app::listing::{Listing, MOST, Name};
use crate::app::{Event, FileAction};

/// Reads a folder, as it was typed, and tells what is in it.
pub(super) fn list(reports: &Reports, folder: String) {
    reports.tell(Event::Listed(read(folder)));
}

fn read(folder: String) -> Listing {
    let path = if folder.is_empty() { PathBuf::from(".") } else { super::work::at_home(Path::new(&folder)) };
    let entries = match fs::read_dir(&path) {
        Ok(entries) => entries,
        Err(error) => {
            let error = files::error(&path, FileAction::Open, &error).what();
            return Listing { folder, error: Some(error), ..Listing::default() };
        }
    };
    let mut names: Vec<Name> = Vec::new();
    let mut is_cut = false;
    for entry in entries.flatten() {
        if names.len() >= MOST {
            is_cut = true;
            break;
        }
        names.extend(name_of(&entry));
    }
    names.sort();
    Listing { folder, names, is_cut, error: None }
}

fn name_of(entry: &DirEntry) -> Option<Name> {
    let text = entry.file_name().into_string().ok().filter(|it| !it.contains(char::is_control))?;
    let is_folder = match entry.file_type() {
        Ok(it) if it.is_symlink() => fs::metadata(entry.path()).is_ok_and(|it| it.is_dir()),
        Ok(it) => it.is_dir(),
        Err(_) => false,
    };
    Some(Name { text, is_folder })
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_folder_is_read_with_what_is_a_folder_in_it() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("b")).unwrap();
        fs::write(folder.path().join("a.bin"), b"").unwrap();
        symlink("b", folder.path().join("c")).unwrap();
        symlink("nothing", folder.path().join("d")).unwrap();
        let typed = format!("{}/", folder.path().display());
        let listing = read(typed.clone());
        let names: Vec<String> = listing.names.iter().map(|it| listing.path_of(it)).collect();
        assert_eq!(names, ["a.bin", "b/", "c/", "d"].map(|it| format!("{typed}{it}")));
        assert!(!listing.is_cut);
    }

    #[test]
    fn a_folder_that_cannot_be_read_says_why() {
        assert_eq!(read("/nowhere/at/all/".to_owned()).error.as_deref(), Some("no such file"));
    }
}
