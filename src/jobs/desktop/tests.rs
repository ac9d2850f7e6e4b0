//! Installing into folders of a test's own.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;

use super::*;

struct Home(tempfile::TempDir);

impl Home {
    fn new() -> (Self, Places) {
        let home = tempfile::tempdir().unwrap();
        let places =
            Places { data: home.path().join(".local/share"), config: home.path().join(".config"), has_tools: false };
        (Self(home), places)
    }

    /// Every file and folder, with what files hold.
    fn listing(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.0.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path.clone());
                    found.insert(path, Vec::new());
                } else {
                    found.insert(path.clone(), fs::read(&path).unwrap());
                }
            }
        }
        found
    }
}

const PROGRAM: &str = "/opt/some where/wirebench";

#[test]
fn every_file_of_ours_has_the_mark() {
    for (name, bytes) in FIXED {
        assert!(bytes.windows(25).any(|it| it == b"wirebench desktop install"), "{name}");
    }
}

#[test]
fn uninstalling_leaves_what_was_there_before() {
    for is_default in [false, true] {
        let (home, places) = Home::new();
        assert_eq!(status(&places, Path::new(PROGRAM)).unwrap().program, None);
        let before = home.listing();
        assert_eq!(install(&places, Path::new(PROGRAM), is_default).unwrap().files.len(), 11 + usize::from(is_default));
        let installed = home.listing();
        assert!(
            install(&places, Path::new(PROGRAM), is_default).unwrap().files.is_empty(),
            "done twice it changes nothing"
        );
        assert_eq!(home.listing(), installed);
        uninstall(&places).unwrap();
        assert_eq!(home.listing(), before);
        assert!(uninstall(&places).unwrap().files.is_empty());

        fs::create_dir_all(places.data.join("applications")).unwrap();
        fs::create_dir_all(&places.config).unwrap();
        fs::write(places.data.join("applications/other.desktop"), b"other").unwrap();
        fs::write(places.list(), b"[Default Applications]\nx/y=other.desktop\n").unwrap();
        let before = home.listing();
        install(&places, Path::new(PROGRAM), is_default).unwrap();
        install(&places, Path::new("/elsewhere/wirebench"), true).unwrap();
        uninstall(&places).unwrap();
        assert_eq!(home.listing(), before);
    }
}

#[test]
fn files_of_others_are_neither_overwritten_nor_removed() {
    let (home, places) = Home::new();
    let entry = places.entry();
    fs::create_dir_all(entry.parent().unwrap()).unwrap();
    fs::write(&entry, b"[Desktop Entry]\nName=mine\n").unwrap();
    let before = home.listing();
    let refused = install(&places, Path::new(PROGRAM), true).unwrap_err();
    assert!(matches!(&refused, DesktopError::Foreign(paths) if *paths == [entry.clone()]), "{refused}");
    assert_eq!(home.listing(), before, "nothing is written when anything is refused");
    assert_eq!(uninstall(&places).unwrap().left, std::slice::from_ref(&entry));
    assert_eq!(status(&places, Path::new(PROGRAM)).unwrap().foreign, std::slice::from_ref(&entry));
    assert_eq!(home.listing(), before);

    // A link is somebody's, also when it leads to a file of ours.
    fs::remove_file(&entry).unwrap();
    install(&places, Path::new(PROGRAM), false).unwrap();
    let moved = home.0.path().join("moved");
    fs::rename(&entry, &moved).unwrap();
    symlink(&moved, &entry).unwrap();
    assert!(matches!(install(&places, Path::new(PROGRAM), false), Err(DesktopError::Foreign(_))));
    assert_eq!(uninstall(&places).unwrap().left, [entry]);
    assert!(moved.exists());
}

#[test]
fn status_tells_what_is_not_as_it_should_be() {
    let (home, places) = Home::new();
    let program = home.0.path().join("wirebench");
    fs::write(&program, b"").unwrap();
    install(&places, &program, true).unwrap();
    let fine = status(&places, &program).unwrap();
    assert!(fine.is_default && !fine.is_stale() && fine.program.as_ref() == Some(&program), "{fine:?}");
    let other = status(&places, Path::new("/other")).unwrap();
    assert!(other.is_stale() && other.is_other && !other.is_gone);
    let types = places.data.join(FIXED[0].0);
    fs::write(&types, b"<!-- wirebench desktop install --> of an older version").unwrap();
    assert_eq!(status(&places, &program).unwrap().outdated, std::slice::from_ref(&types));
    install(&places, &program, false).unwrap();
    assert!(!status(&places, &program).unwrap().is_stale());
    fs::remove_file(&program).unwrap();
    assert!(status(&places, &program).unwrap().is_gone);
}

#[test]
fn a_program_that_no_entry_can_name_is_refused() {
    let (home, places) = Home::new();
    let before = home.listing();
    assert!(matches!(install(&places, Path::new("/a=b"), true), Err(DesktopError::Program(_))));
    assert_eq!(home.listing(), before);
}
