//! The rows of the tree as text: what each column of a record says and what the gutter marks. Knows no window.

use crate::app::{AbsentRow, ElementRow, OpenDocument, RecordRow, Row, Standing};
use crate::schema::telling::{self, Line, Sort};
use crate::schema::{Field, Reading};
use crate::ui::words;
use crate::wire::{Kind, Problem, Severity};

/// Payloads up to this size are looked through for problems while their row is drawn; longer ones wait for the check.
const CHECKED: u64 = 4 << 10;

/// A row as it is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeLine {
    /// Where the record begins, in hex.
    pub offset: String,
    /// How deep it stands.
    pub depth: u32,
    /// Whether it is folded open; `None` for one that does not fold.
    pub is_open: Option<bool>,
    /// The field's name.
    pub name: String,
    /// True for a record that the schema does not name.
    pub is_unknown: bool,
    /// What is said beside the name.
    pub note: String,
    /// The field's number.
    pub number: String,
    /// The type.
    pub type_name: String,
    /// The value.
    pub value: Line,
    /// How many bytes it takes.
    pub bytes: String,
    /// What is odd about it.
    pub problems: Vec<Problem>,
    /// True for a field that is not in the bytes.
    pub is_absent: bool,
    /// Its place among its siblings, where that is known.
    pub place: Option<u64>,
    /// How many siblings there are, where that is known.
    pub of: Option<u64>,
}

impl TreeLine {
    /// The row of a record.
    pub fn new(document: &OpenDocument, row: &Row) -> Self {
        match row {
            Row::Record(record) => Self::of_record(document, record),
            Row::Element(row) => Self::of_element(row),
            Row::Absent(row) => Self::of_absent(row),
            Row::Reading { depth, .. } => Self {
                depth: *depth,
                name: "reading…".to_owned(),
                is_unknown: true,
                value: Line::default(),
                ..Self::default()
            },
        }
    }

    fn of_record(document: &OpenDocument, row: &RecordRow) -> Self {
        let record = &row.child.record;
        let is_unknown = row.reading.fitting_field().is_none();
        let number = if row.reading == Reading::Undecoded { String::new() } else { record.number.to_string() };
        let mut value = telling::line(document.snapshot(), document.lens(), &row.reading, record);
        if row.is_foldable && row.reading == Reading::Unknown && value.note.is_empty() {
            value.note = "reads as a message".to_owned();
        }
        Self {
            offset: Self::offset_text(row.child.start),
            depth: row.depth,
            is_open: row.is_foldable.then_some(row.is_open),
            name: row.name.clone(),
            is_unknown,
            note: note(document, row),
            number,
            type_name: row.reading.type_name(record),
            value,
            bytes: record.len().to_string(),
            problems: problems(document, row),
            is_absent: false,
            place: Some(row.child.place.row),
            of: Some(row.siblings.rows).filter(|_| row.siblings.is_exact),
        }
    }

    fn of_element(row: &ElementRow) -> Self {
        let value = match row.element {
            Some(element) if element.is_cut => Line { text: "cut".to_owned(), ..Line::default() },
            Some(element) => telling::number_line(&row.field.kind(), element.raw),
            None => Line { text: format!("{} more are not listed", words::bytes(row.rest)), ..Line::default() },
        };
        let element = row.element;
        let problems = match element {
            Some(it) if it.is_cut => {
                vec![Problem::new(row.start, Severity::Error, Kind::PackedMismatch, "the last element is cut")]
            }
            _ => Vec::new(),
        };
        Self {
            offset: element.map(|_| Self::offset_text(row.start)).unwrap_or_default(),
            depth: row.depth,
            name: row.name.clone(),
            type_name: if element.is_some() { row.field.type_name() } else { String::new() },
            value,
            bytes: element.map(|it| it.len.to_string()).unwrap_or_default(),
            problems,
            place: Some(row.index),
            of: Some(row.of),
            ..Self::default()
        }
    }

    fn of_absent(row: &AbsentRow) -> Self {
        let field = &row.field;
        let label = match field.is_repeated() && !field.is_map() {
            true => "repeated ",
            false => "",
        };
        let value = Line {
            text: "not set".to_owned(),
            note: [default_of(field), oneof_of(field)].into_iter().flatten().collect::<Vec<_>>().join(", "),
            ..Line::default()
        };
        Self {
            depth: row.depth,
            name: field.path_name(),
            is_absent: true,
            number: field.number().to_string(),
            type_name: format!("{label}{}", field.type_name()),
            value,
            ..Self::default()
        }
    }

    /// An offset as the first column shows it.
    pub fn offset_text(offset: u64) -> String {
        format!("{offset:04x}")
    }

    /// The worst of what is odd.
    pub fn severity(&self) -> Option<Severity> {
        self.problems.iter().map(|it| it.severity).max()
    }

    /// What a screen reader says.
    pub fn said(&self) -> String {
        let note = if self.is_absent { self.value.note.as_str() } else { "" };
        let parts = [self.name.as_str(), self.note.as_str(), self.type_name.as_str(), self.value.text.as_str(), note];
        let mut out = parts.iter().filter(|it| !it.is_empty()).copied().collect::<Vec<_>>().join(" ");
        for problem in &self.problems {
            out.push_str(", ");
            out.push_str(&problem.message);
        }
        out
    }

    /// The row as a test reads it: indented, its columns two spaces apart.
    pub fn to_text(&self) -> String {
        let arrow = match self.is_open {
            Some(true) => "▾ ",
            Some(false) => "▸ ",
            None => "  ",
        };
        let name = if self.note.is_empty() { self.name.clone() } else { format!("{} ({})", self.name, self.note) };
        let head = format!("{}{arrow}{name}", "  ".repeat(self.depth as usize));
        let note = if self.value.note.is_empty() { String::new() } else { format!("  ({})", self.value.note) };
        let mark = match self.severity() {
            Some(Severity::Error) => "!",
            Some(Severity::Warning) => "~",
            Some(Severity::Info) => "i",
            None => " ",
        };
        let columns = [&self.offset, &head, &self.number, &self.type_name, &self.value.text, &self.bytes];
        format!("{mark}{}{note}", columns.map(String::as_str).join("  "))
    }
}

fn note(document: &OpenDocument, row: &RecordRow) -> String {
    if document.lens().chosen(&row.parent, &row.child.record).is_some() {
        return "as chosen".to_owned();
    }
    match &row.reading {
        Reading::Unknown if row.parent.is_some() => "not in schema".to_owned(),
        Reading::Mismatch(field) => format!("not {}", field.type_name()),
        Reading::Unknown | Reading::Undecoded | Reading::Value(_) | Reading::Message(..) | Reading::Packed(_) => {
            String::new()
        }
    }
}

/// What a field is worth while it is not set.
pub fn default_of(field: &Field) -> Option<String> {
    if field.is_repeated() || field.message().is_some() {
        return None;
    }
    let encoded = crate::schema::plan::default_value(field);
    let line = telling::payload_line(&field.kind(), &encoded.payload);
    Some(format!("default {}", line.text))
}

fn oneof_of(field: &Field) -> Option<String> {
    field.oneof().map(|it| format!("one of {}", it.name()))
}

/// What is odd about a record, by itself and in its message.
fn problems(document: &OpenDocument, row: &RecordRow) -> Vec<Problem> {
    let child = &row.child;
    let mut all = match child.record.payload.len() {
        0..=CHECKED => document.lens().problems(document.snapshot(), &row.parent, child).unwrap_or_default(),
        _ => child.problems(),
    };
    all.extend(standing(row));
    all
}

/// What a record is among those that readers take it together with.
fn standing(row: &RecordRow) -> impl Iterator<Item = Problem> {
    let Standing { earlier, is_overridden, is_merged } = row.standing;
    let overridden = is_overridden.then(|| match is_merged {
        true => "a later one is merged into it".to_owned(),
        false => "overridden by a later one".to_owned(),
    });
    let wins = (earlier > 0).then(|| match is_merged {
        true => format!("merged with {} earlier", words::grouped(earlier)),
        false => format!("wins over {} earlier", words::grouped(earlier)),
    });
    let at = row.child.start;
    overridden.into_iter().chain(wins).map(move |it| Problem::new(at, Severity::Info, Kind::Duplicate, it))
}

/// True where the value is a thing of its own to be edited, not a message.
pub fn is_value(row: &RecordRow) -> bool {
    match &row.reading {
        Reading::Value(_) | Reading::Packed(_) => true,
        Reading::Message(field, _) if crate::schema::is_time(field) => true,
        Reading::Unknown | Reading::Mismatch(_) => row.child.record.wire_type != crate::wire::WireType::Group,
        Reading::Message(..) | Reading::Undecoded => false,
    }
}

/// What sort of value a record holds, for its colour while it is edited.
pub fn sort(document: &OpenDocument, row: &RecordRow) -> Sort {
    telling::line(document.snapshot(), document.lens(), &row.reading, &row.child.record).sort
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{App, Command, Event, FileCommand, FileId, Opened, Origin, Sample, TreeCommand};

    fn drawn(app: &App) -> String {
        let document = app.active_document().unwrap();
        let rows = document.rows(0..100);
        rows.iter().map(|row| TreeLine::new(document, row).to_text() + "\n").collect()
    }

    fn app_with(bytes: &[u8], type_name: &str) -> App {
        let mut app = App::new();
        let open = Command::File(FileCommand::OpenFile { path: "m.bin".into(), type_name: Some(type_name.into()) });
        app.update(open);
        let job = app.jobs()[0].id;
        let file = FileId { device: 1, inode: 1, size: bytes.len() as u64, modified: 0 };
        let origin = Origin::in_memory(std::sync::Arc::new(bytes.to_vec()));
        let opened = Opened { path: "/m.bin".into(), file, origin };
        app.handle(Event::FileRead { job, type_name: Some(type_name.into()), result: Ok(opened) });
        app
    }

    #[test]
    fn a_sample_reads_as_a_person_would_say_it() {
        let mut app = App::new();
        app.update(FileCommand::OpenSample(Sample::ResourceUsage));
        app.update(TreeCommand::UnfoldAll);
        let expected = [
            " 0000    peak_memory_kb  1  uint64  3024  3",
            " 0003    sampled  2  bool  true  2",
            " 0005    operation_id  3  string  \"e9a1f31c-34c3-483c-92d8-133fc14e85a0\"  38",
            " 002b    worker_id  4  string  \"lab-worker-1f1ecf37-1c50-61c4-ad87-1e10edf9942c\"  49",
        ];
        assert_eq!(drawn(&app).lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_is_odd_is_marked_and_said() {
        // A digest with an unknown field, a hash that is no text, a size with the wrong wire type, and a cut tail.
        let bytes = [0x7a, 3, 1, 2, 3, 0x0a, 1, 0xff, 0x12, 1, b'x', 0x10, 0x80];
        let app = app_with(&bytes, "v2.Digest");
        let expected = [
            "i0000    #15 (not in schema)  15  bytes  01 02 03  5",
            "!0005    hash  1  string  ff  3",
            "~0008    #2 (not int64)  2  bytes  \"x\"  3",
            "!000b    (undecoded)    undecoded  10 80  2",
        ];
        assert_eq!(drawn(&app).lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_closed_message_says_itself_in_a_word() {
        let bytes = [0x0a, 0x06, 0x08, 0x80, 0xa8, 0xd6, 0xb9, 0x07, 0x12, 0x05, 0x08, 0x01, 0x10, 0x80, 0x01];
        let mut app = app_with(&bytes, "NotifyTasksItem");
        app.update(TreeCommand::FoldAll);
        let expected =
            [" 0000  ▸ time  1  Timestamp  2033-05-18T03:33:20Z  8", " 0008  ▸ task  2  TaskSpec  5 bytes  7"];
        assert_eq!(drawn(&app).lines().collect::<Vec<_>>(), expected);
    }
}
