//! What comes into the window from the desktop: dropped files, pasted text, paths typed.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::accesskit::Role;
use egui::{DroppedFile, HoveredFile, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use wirebench::app::listing::split;
use wirebench::app::{FileCommand, Sample};

use super::bench::{Bench, bench, bench_on, bytes, click, copy_of, press, press_with, rows, settle, type_text};
use super::program::Folder;

#[derive(Debug)]
struct Dropped(PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("the window reads files itself".to_owned())
    }
}

fn drop_files(bench: &mut Bench, paths: &[PathBuf]) {
    for path in paths {
        bench.input_mut().dropped_files.push(Arc::new(Dropped(path.clone())));
    }
    bench.step();
    settle(bench);
}

fn paste(bench: &mut Bench, text: &str) {
    bench.event(egui::Event::Paste(text.to_owned()));
    bench.step();
    settle(bench);
}

fn names(bench: &Bench) -> Vec<String> {
    bench.state().app().documents().iter().map(|it| it.name()).collect()
}

#[test]
fn files_dropped_on_the_window_open_a_tab_each() {
    let folder = Folder::new();
    let paths = [copy_of(Sample::ResourceUsage, &folder), copy_of(Sample::ExecutionHistory, &folder)];
    let mut bench = bench();
    for path in &paths {
        bench.input_mut().hovered_files.push(HoveredFile { path: Some(path.clone()), mime: String::new() });
    }
    bench.step();
    bench.input_mut().hovered_files.clear();
    drop_files(&mut bench, &paths);
    let names = names(&bench);
    assert_eq!(names.len(), 2, "{names:?}");
    // The same file again goes to its tab.
    drop_files(&mut bench, &paths[..1]);
    assert_eq!(bench.state().app().documents().len(), 2);
    assert_eq!(bench.state().app().active_document().expect("a tab").path(), Some(paths[0].as_path()));
}

#[test]
fn what_cannot_be_opened_is_said_and_the_rest_opens() {
    let folder = Folder::new();
    let paths = [folder.to_path_buf(), copy_of(Sample::ResourceUsage, &folder), folder.join("gone.bin")];
    let mut bench = bench();
    drop_files(&mut bench, &paths);
    assert_eq!(names(&bench).len(), 1);
    let said: Vec<&str> = bench.state().app().notices().iter().map(|it| it.why.as_str()).collect();
    assert_eq!(said, ["Is a folder", "No such file"]);
}

#[test]
fn pasted_hex_becomes_a_document_that_is_not_saved_yet() {
    let mut bench = bench();
    paste(&mut bench, "08 96 01\n");
    assert_eq!(names(&bench), ["pasted.bin"]);
    assert_eq!(bytes(&bench), [0x08, 0x96, 0x01]);
    assert!(rows(&bench).iter().any(|row| row.starts_with("#1")), "{:?}", rows(&bench));
    let app = bench.state().app();
    assert_eq!(app.window_title(), "● pasted.bin — wirebench");
    let [notice] = app.notices() else { panic!("{:?}", app.notices()) };
    assert_eq!(notice.why, "Taken for hex: 3 bytes");
}

#[test]
fn what_a_field_is_being_typed_into_takes_the_paste() {
    let mut bench = bench_on(Sample::ResourceUsage);
    press(&mut bench, Key::Home);
    press(&mut bench, Key::Enter);
    paste(&mut bench, "12");
    assert_eq!(names(&bench).len(), 1);
    press(&mut bench, Key::Escape);
}

#[test]
fn a_clipboard_without_text_is_said() {
    let mut bench = bench();
    bench.state_mut().ask(FileCommand::NewFromClipboard);
    bench.run_steps(6);
    let app = bench.state().app();
    let [notice] = app.notices() else { panic!("{:?}", app.notices()) };
    assert_eq!(notice.why, "The clipboard holds no text");
    click(&mut bench, Role::Button, "Dismiss");
}

#[test]
fn text_asked_of_the_clipboard_becomes_a_document_also_while_a_field_has_the_keys() {
    let mut bench = bench_on(Sample::ResourceUsage);
    press(&mut bench, Key::Home);
    press(&mut bench, Key::Enter);
    bench.state_mut().ask(FileCommand::NewFromClipboard);
    bench.step();
    paste(&mut bench, "CgNhYmMQ/wE=");
    assert_eq!(bytes(&bench), b"\x0a\x03abc\x10\xff\x01");
    assert_eq!(bench.query_all_by_label_contains("Taken for base64: 8 bytes").count(), 1);
}

/// Waits until the path field knows what its folder holds.
fn listed(bench: &mut Bench) {
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        bench.run_steps(2);
        let field = bench.state().app().path_field().expect("the path field shows");
        let typed = bench.get_by_role_and_label(Role::TextInput, "Path").value().unwrap_or_default();
        let folder = split(&typed).0;
        if field.listing.as_ref().is_some_and(|it| it.folder == folder) {
            return bench.run_steps(2);
        }
        assert!(Instant::now() < until, "the folder of {typed} is not read");
        std::thread::yield_now();
    }
}

fn typed(bench: &Bench) -> String {
    bench.get_by_role_and_label(Role::TextInput, "Path").value().unwrap_or_default()
}

#[test]
fn a_path_is_completed_by_tab_and_chosen_by_arrows() {
    let folder = Folder::new();
    let inner = folder.join("messages");
    fs::create_dir(&inner).expect("a folder");
    let file = copy_of(Sample::ResourceUsage, &inner);
    fs::write(inner.join("another.bin"), b"").expect("a file");
    let mut bench = bench();
    bench.state_mut().ask(FileCommand::ShowPathField);
    settle(&mut bench);
    let start = format!("{}/", folder.display());
    type_text(&mut bench, &format!("{start}me"));
    listed(&mut bench);
    press(&mut bench, Key::Tab);
    assert_eq!(typed(&bench), format!("{start}messages/"));
    listed(&mut bench);
    // Two names begin with an a: the arrows tell them apart.
    assert_eq!(bench.get_all_by_role(Role::ListBoxOption).count(), 2);
    press(&mut bench, Key::ArrowDown);
    press(&mut bench, Key::Enter);
    assert_eq!(bench.state().app().active_document().and_then(|it| it.path()), Some(file.as_path()));
    assert!(bench.state().app().path_field().is_none());
}

#[test]
fn a_path_that_is_amiss_is_said_beside_it_until_it_is_changed() {
    let mut bench = bench();
    bench.state_mut().ask(FileCommand::ShowPathField);
    settle(&mut bench);
    type_text(&mut bench, "/nowhere/at/all.bin");
    press(&mut bench, Key::Enter);
    assert!(bench.query_by_label_contains("no such file: check the path").is_some());
    type_text(&mut bench, "x");
    listed(&mut bench);
    assert!(bench.query_by_label_contains("check the path").is_none());
    press_with(&mut bench, Modifiers::COMMAND, Key::A);
    type_text(&mut bench, "~");
    listed(&mut bench);
    press(&mut bench, Key::Tab);
    assert_eq!(typed(&bench), "~/");
    press(&mut bench, Key::Escape);
    assert!(bench.state().app().path_field().is_none());
}
