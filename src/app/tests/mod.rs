//! Tests that drive the program as a person and the outside do, and read its state.

mod bytes;
mod clipboard;
mod closing;
mod edits;
mod files;
mod find;
mod inner;
mod kept;
mod large;
mod monkey;
mod new_message;
mod oddities;
mod random;
mod readings;
mod replay;
mod rows;
mod session;
mod several;
mod templates;
mod value_files;
mod views;

use std::path::PathBuf;
use std::sync::Arc;

use super::*;
use crate::wire::Source;

/// The program, and the effects it asked for that nobody has carried out.
struct Desk {
    app: App,
    effects: Vec<Effect>,
}

impl Desk {
    fn new() -> Self {
        Self { app: App::new(), effects: Vec::new() }
    }

    fn with_sample(sample: Sample) -> Self {
        let mut desk = Self::new();
        desk.ask(FileCommand::OpenSample(sample));
        desk
    }

    /// The same, all folded shut.
    fn with_folded_sample(sample: Sample) -> Self {
        let mut desk = Self::with_sample(sample);
        desk.ask(TreeCommand::FoldAll);
        desk
    }

    /// A file of these bytes, read as a type, all folded shut.
    fn with_bytes(bytes: Vec<u8>, type_name: Option<&str>) -> Self {
        let mut desk = Self::new();
        desk.open("/folder/file.bin", Origin::in_memory(Arc::new(bytes)), type_name);
        desk.ask(TreeCommand::FoldAll);
        desk
    }

    fn open(&mut self, path: &str, origin: Origin, type_name: Option<&str>) {
        self.ask(FileCommand::OpenFile { path: path.into(), type_name: type_name.map(str::to_owned) });
        let Some(Effect::File(FileEffect::ReadFile { job, type_name, .. })) = self.take("ReadFile") else {
            panic!("nothing is read")
        };
        let opened = Opened { path: path.into(), file: file_id(1), origin };
        self.tell(Event::FileRead { job, type_name, result: Ok(opened) });
    }

    fn ask(&mut self, command: impl Into<Command>) {
        let effects = self.app.update(command);
        self.effects.extend(effects);
    }

    fn tell(&mut self, event: Event) {
        let effects = self.app.handle(event);
        self.effects.extend(effects);
    }

    /// The first effect that is written so.
    fn take(&mut self, written: &str) -> Option<Effect> {
        let at = self.effects.iter().position(|it| format!("{it:?}").starts_with(written))?;
        Some(self.effects.remove(at))
    }

    fn saves(&mut self) -> Save {
        match self.take("Save") {
            Some(Effect::File(FileEffect::Save(save))) => save,
            _ => panic!("nothing is saved: {:?}", self.effects),
        }
    }

    /// Carries the save out that was asked for, and gives what was written.
    fn save_done(&mut self) -> Vec<u8> {
        let Save { job, id, state, document, target, .. } = self.saves();
        let bytes = document.to_vec().unwrap();
        self.tell(Event::Saved { job, id, state, target, result: Ok(file_id(2)) });
        bytes
    }

    fn document(&self) -> &OpenDocument {
        self.app.active_document().unwrap()
    }

    fn bytes(&self) -> Vec<u8> {
        self.document().snapshot().to_vec().unwrap()
    }

    fn select(&mut self, path: &str) {
        self.ask(TreeCommand::Select(Pick::Path(path.to_owned())));
        if let Some(Effect::Work(WorkEffect::Lead { job, id, version, document, lens, text })) = self.take("Lead") {
            let led = lead(&document, &lens, &text).unwrap();
            self.tell(Event::Led { job, id, version, text, led });
        }
        assert_eq!(self.selected(), path, "{:?}", self.app.notices());
    }

    fn selected(&self) -> String {
        self.document().selection().map_or_else(String::new, |it| self.document().path_of(&it.address))
    }

    fn address(&mut self, path: &str) -> wire::Address {
        self.select(path);
        self.document().selection().unwrap().address.clone()
    }

    fn set(&mut self, path: &str, text: &str) {
        let address = self.address(path);
        self.ask(EditCommand::SetValue { address, text: text.to_owned() });
    }

    /// The rows as text: fold mark, name, type, value.
    fn rows(&self) -> String {
        let document = self.document();
        let mut out = String::new();
        for (at, row) in document.rows(0..document.row_count().rows).iter().enumerate() {
            assert_eq!(row.visible(), at as u64);
            out.push_str(&line(document, row));
            out.push('\n');
        }
        out
    }
}

fn line(document: &OpenDocument, row: &Row) -> String {
    let Some(row) = row.record() else { return "reading…".to_owned() };
    assert_eq!(document.row_of(&row.address), Some(row.visible));
    let record = &row.child.record;
    let value = document.lens().value(document.snapshot(), &row.reading, record).unwrap();
    let mark = match (row.is_foldable, row.is_open) {
        (false, _) => " ",
        (true, false) => "▸",
        (true, true) => "▾",
    };
    let indent = "  ".repeat(row.depth as usize);
    format!("{indent}{mark} {}  {}  {value}", row.name, row.reading.type_name(record))
}

fn file_id(inode: u64) -> FileId {
    FileId { device: 1, inode, size: 0, modified: 0 }
}

fn error(path: &str, action: FileAction, problem: FileProblem) -> FileError {
    FileError { path: PathBuf::from(path), action, problem }
}
