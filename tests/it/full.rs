//! What cannot be written, for real: no file may grow beyond a limit, as where a disk is full. The work goes on, it is
//! said once, and once there is room again all is as it should be.
//!
//! The one under the limit is this test binary itself, run again with nothing but [`the_one_without_room`] to do.

use std::path::Path;
use std::process::{Command as Process, Stdio};

use wirebench::app::{App, EditCommand, FileCommand, Pick, TreeCommand};
use wirebench::wire::{Address, Step};

use super::kill::Running;
use super::program::Folder;

const FOLDER: &str = "WIREBENCH_FULL_FOLDER";
const FILE: &str = "file.bin";
const BEFORE: &[u8] = b"\x0a\x06before";
/// More than fits.
const MUCH: usize = 1 << 20;

fn set(running: &mut Running, len: usize) {
    let address = Address::from(vec![Step { row: 0, at: 0 }]);
    running.ask(TreeCommand::Select(Pick::Row(0)));
    running.ask(EditCommand::SetPayload { address, bytes: vec![b'x'; len] });
}

fn said(app: &App) -> Vec<(&str, &str)> {
    app.notices().iter().map(|it| (it.what.as_str(), it.why.as_str())).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Does nothing where it is run as a test.
#[test]
fn the_one_without_room() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let folder = Path::new(&folder);
    let path = folder.join(FILE);
    let mut running = Running::start(folder);
    running.ask(FileCommand::OpenFile { path: path.clone(), type_name: None });
    running.until(|it| it.app.active_document().is_some());

    set(&mut running, MUCH);
    running.until(|it| !it.app.notices().is_empty());
    set(&mut running, MUCH + 1);
    running.ask(FileCommand::Save);
    running.until(|it| it.app.notices().len() == 2);
    let (why, kept) = ("Cannot be written, file too large", "The unsaved edits of file.bin are not kept");
    assert_eq!(said(&running.app), [(kept, why), ("file.bin was not saved", why)]);
    assert!(running.app.active_document().unwrap().is_edited());
    assert_eq!(std::fs::read(&path).unwrap(), BEFORE, "the old file is as it was");
    assert_eq!(names(folder), [FILE, "state"], "nothing half-written stays");

    // As much as fits is kept again, and saved.
    set(&mut running, 3);
    running.until(|it| it.app.notices().iter().all(|it| it.what != kept));
    let journals = names(&folder.join("state/journals"));
    assert!(journals.len() == 1 && !journals[0].starts_with('.'), "{journals:?}");
    running.ask(FileCommand::Save);
    running.until(|it| it.app.active_document().is_some_and(|it| !it.is_edited()));
    assert!(running.app.notices().is_empty(), "{:?}", said(&running.app));
    assert_eq!(std::fs::read(&path).unwrap(), b"\x0a\x03xxx");
}

#[test]
fn without_room_the_work_goes_on_and_nothing_is_half_written() {
    let folder = Folder::new();
    folder.file(FILE, BEFORE);
    // In blocks of 512 bytes, or 1024. To write beyond it is an error, and not the end.
    let script = "trap '' XFSZ; ulimit -f 200; exec \"$0\" --exact full::the_one_without_room --nocapture";
    let output = Process::new("sh")
        .args(["-c", script])
        .arg(std::env::current_exe().unwrap())
        .env(FOLDER, &*folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && out.contains("1 passed"), "{out}{err}");
}
