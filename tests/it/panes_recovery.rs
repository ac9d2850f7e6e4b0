//! Unsaved edits that were left, as the window offers them.

use std::fs;
use std::path::PathBuf;

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use wirebench::app::{App, Command, EditCommand, FileCommand, Pick, SessionCommand, TreeCommand};
use wirebench::jobs::Folders;
use wirebench::ui::Start;

use super::bench::{Bench, bench_started};
use super::program::Folder;

const BEFORE: &[u8] = b"\x0a\x06before";
const AFTER: &[u8] = b"\x0a\x05after";

fn bench_remembering(folder: &Folder) -> Bench {
    let folders = Folders { settings: folder.join("config"), state: folder.join("state") };
    bench_started(Start { folders: Some(folders), ..Start::default() }, [1000.0, 700.0])
}

/// Frames until something holds, one at least: what was pressed or asked for before is done in it.
fn until(bench: &mut Bench, holds: impl Fn(&App) -> bool) {
    let until = std::time::Instant::now() + std::time::Duration::from_secs(30);
    loop {
        bench.run_steps(1);
        if holds(bench.state().app()) {
            break;
        }
        assert!(std::time::Instant::now() < until, "nothing more happens: {:?}", bench.state().app().jobs());
        std::thread::yield_now();
    }
    bench.run_steps(3);
}

/// A file that was edited and not saved, in a folder.
fn left() -> (Folder, PathBuf) {
    let folder = Folder::new();
    let path = folder.file("file.bin", BEFORE);
    let mut bench = bench_remembering(&folder);
    let type_name = Some("google.protobuf.StringValue".to_owned());
    bench.state_mut().ask(FileCommand::OpenFile { path: path.clone(), type_name });
    until(&mut bench, |app| app.active_document().is_some());
    bench.state_mut().ask(TreeCommand::Select(Pick::Row(0)));
    until(&mut bench, |app| app.active_document().is_some_and(|it| it.selection().is_some()));
    let address = bench.state().app().active_document().unwrap().selection().unwrap().address.clone();
    bench.state_mut().ask(EditCommand::SetValue { address, text: "after".to_owned() });
    until(&mut bench, |app| app.active_document().is_some_and(|it| it.is_edited()));
    (folder, path)
}

#[test]
fn unsaved_edits_are_offered_and_recovered_by_the_keyboard() {
    let (folder, path) = left();
    let mut bench = bench_remembering(&folder);
    until(&mut bench, App::is_recovery_shown);
    bench.get_by_role_and_label(Role::Dialog, "Unsaved edits from before");
    bench.get_by_role_and_label(Role::Button, "Recover file.bin");
    assert!(bench.get_by_role_and_label(Role::Button, "Recover all").is_focused());
    bench.key_press(egui::Key::Enter);
    // The tab it had is there before, with what is saved.
    until(&mut bench, |app| !app.is_recovery_shown() && app.jobs().is_empty());
    let document = bench.state().app().active_document().unwrap();
    assert_eq!(document.snapshot().to_vec().unwrap(), AFTER);
    assert!(document.is_edited());
    assert_eq!(fs::read(path).unwrap(), BEFORE);
}

#[test]
fn they_can_be_left_for_later_and_found_in_the_menu() {
    let (folder, _path) = left();
    let mut bench = bench_remembering(&folder);
    until(&mut bench, App::is_recovery_shown);
    bench.key_press(egui::Key::Escape);
    bench.run_steps(3);
    assert!(!bench.state().app().is_recovery_shown());
    assert!(bench.state().app().is_available(&Command::Session(SessionCommand::ShowRecovery)));
    bench.state_mut().ask(SessionCommand::ShowRecovery);
    bench.run_steps(3);
    bench.get_by_role_and_label(Role::Button, "Discard the edits of file.bin").click();
    bench.run_steps(3);
    assert!(!bench.state().app().is_available(&Command::Session(SessionCommand::ShowRecovery)));
}
