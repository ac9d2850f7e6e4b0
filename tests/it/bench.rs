//! A window without a display, driven by keys and clicks as a person would, with the files it opened.

use std::fs;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{By, NodeT, Queryable};
use egui_kittest::{Harness, Node};
use wirebench::app::{Command, FileCommand, OpenDocument, Sample};
use wirebench::ui::{Start, Window};

use super::program::Folder;

/// A window; the folder made for it goes with it.
pub struct Bench {
    window: Harness<'static, Window>,
    _folder: Option<Folder>,
}

impl Deref for Bench {
    type Target = Harness<'static, Window>;

    fn deref(&self) -> &Self::Target {
        &self.window
    }
}

impl DerefMut for Bench {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.window
    }
}

/// A window on files, all read as one type.
pub fn bench_of(files: Vec<PathBuf>, type_name: Option<&str>, size: [f32; 2]) -> Bench {
    let type_name = type_name.map(str::to_owned);
    let build = Harness::builder().with_size(size);
    let window = build.build_eframe(move |cc| Window::new(&cc.egui_ctx, files, type_name));
    let mut bench = Bench { window, _folder: None };
    settle(&mut bench);
    bench
}

/// A window that begins as the program does; what it waits for is up to the test.
pub fn bench_started(start: Start, size: [f32; 2]) -> Bench {
    let build = Harness::builder().with_size(size);
    let window = build.build_eframe(move |cc| Window::start_with(&cc.egui_ctx, start));
    Bench { window, _folder: None }
}

/// A window on nothing.
pub fn bench() -> Bench {
    bench_of(Vec::new(), None, [1280.0, 800.0])
}

/// A window on a sample.
pub fn bench_on(sample: Sample) -> Bench {
    let mut bench = bench();
    ask(&mut bench, FileCommand::OpenSample(sample));
    bench
}

/// A window on a file of these bytes.
pub fn bench_on_bytes(bytes: &[u8], type_name: &str) -> Bench {
    let folder = Folder::new();
    let path = folder.file("message.bin", bytes);
    let mut bench = bench_of(vec![path], Some(type_name), [1280.0, 800.0]);
    bench._folder = Some(folder);
    bench
}

/// The path of a copy of a sample in a folder.
pub fn copy_of(sample: Sample, folder: &Path) -> PathBuf {
    let path = folder.join(sample.file_name());
    fs::write(&path, sample.bytes()).expect("the sample is written");
    path
}

/// Runs frames until the jobs are done and nothing asks for another frame.
pub fn settle(bench: &mut Bench) {
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        bench.run_steps(3);
        if bench.state().app().jobs().is_empty() {
            break;
        }
        assert!(Instant::now() < until, "a job does not end: {:?}", bench.state().app().jobs());
        std::thread::yield_now();
    }
    bench.run_steps(3);
}

pub fn ask(bench: &mut Bench, command: impl Into<Command>) {
    bench.state_mut().ask(command.into());
    settle(bench);
}

pub fn press(bench: &mut Bench, key: Key) {
    press_with(bench, Modifiers::NONE, key);
}

pub fn press_with(bench: &mut Bench, modifiers: Modifiers, key: Key) {
    bench.key_press_modifiers(modifiers, key);
    settle(bench);
}

pub fn type_text(bench: &mut Bench, text: &str) {
    bench.event(egui::Event::Text(text.to_owned()));
    settle(bench);
}

pub fn click(bench: &mut Bench, role: Role, label: &str) {
    bench.get_by_role_and_label(role, label).click();
    settle(bench);
}

/// The labels of the rows in view.
pub fn rows(bench: &Bench) -> Vec<String> {
    bench.get_all_by_role(Role::TreeItem).map(|row| row.accesskit_node().label().unwrap_or_default()).collect()
}

/// The row of the tree whose label begins so.
pub fn row<'a>(bench: &'a Bench, start: &'a str) -> Node<'a> {
    row_of(bench, Role::TreeItem, start)
}

/// The row of a list whose label begins so.
pub fn row_of<'a>(bench: &'a Bench, role: Role, start: &'a str) -> Node<'a> {
    bench.get(By::new().role(role).predicate(move |row| row.label().is_some_and(|label| label.starts_with(start))))
}

/// The labels of the rows that say they are selected.
pub fn selected_rows(bench: &Bench) -> Vec<String> {
    let rows = bench.get_all_by_role(Role::TreeItem);
    let selected = rows.filter(|row| row.accesskit_node().is_selected() == Some(true));
    selected.map(|row| row.accesskit_node().label().unwrap_or_default()).collect()
}

/// The label of the only row that says it is selected; none where it is none or several.
pub fn selected_row(bench: &Bench) -> Option<String> {
    let mut selected = selected_rows(bench);
    if selected.len() == 1 { selected.pop() } else { None }
}

/// What has the keys: role and name.
pub fn focused(bench: &Bench) -> Option<String> {
    let node = bench.query(By::new().predicate(|it| it.is_focused()))?.accesskit_node();
    Some(format!("{:?} {}", node.role(), node.label().unwrap_or_default()))
}

pub fn document(bench: &Bench) -> &OpenDocument {
    bench.state().app().active_document().expect("a document is open")
}

pub fn bytes(bench: &Bench) -> Vec<u8> {
    document(bench).snapshot().to_vec().expect("its bytes are there")
}

/// The path of the selected record; nothing where none is.
pub fn selected_path(bench: &Bench) -> String {
    document(bench).selection().map_or_else(String::new, |it| document(bench).path_of(&it.address))
}
