//! The message to read: a file, or stdin.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::failure::Failure;
use crate::app::{FileAction, FileId, FileProblem, Origin};
use crate::jobs;
use crate::wire::Document;

/// A message that was opened.
pub struct Input {
    /// What the person called it.
    pub name: String,
    /// Its bytes.
    pub document: Document,
    /// Where they come from.
    pub origin: Option<Origin>,
    /// The file, where it is one that can be written again.
    pub file: Option<(PathBuf, FileId)>,
}

impl Input {
    /// Opens a file, or reads stdin, a pipe or a device to its end.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        if is_stdin(path) {
            return Self::from_reader(name, &mut io::stdin().lock());
        }
        match jobs::open(path) {
            Ok(opened) => Ok(Self {
                name,
                document: Document::new(opened.origin.blocking()),
                origin: Some(opened.origin),
                file: Some((opened.path, opened.file)),
            }),
            Err(error) if error.problem == FileProblem::NotRegular => match std::fs::File::open(path) {
                Ok(mut stream) => Self::from_reader(name, &mut stream),
                Err(_) => Err(Failure::from(error).about(&name)),
            },
            Err(error) => Err(Failure::from(error).about(&name)),
        }
    }

    fn from_reader(name: String, reader: &mut dyn Read) -> Result<Self, Failure> {
        match jobs::files::read_stream(reader) {
            Ok(source) => Ok(Self { name, document: Document::new(source), origin: None, file: None }),
            Err(error) => {
                let error = jobs::files::error(Path::new(&name), FileAction::Open, &error);
                Err(Failure::from(error).about(&name))
            }
        }
    }

    /// The compression its first bytes name.
    pub fn compression(&self) -> Option<&'static str> {
        let mut start = [0; 4];
        let len = self.document.len().min(4) as usize;
        self.document.read(0, start.get_mut(..len)?).ok()?;
        match start {
            [0x1f, 0x8b, ..] => Some("gzip"),
            [0x28, 0xb5, 0x2f, 0xfd] => Some("zstd"),
            _ => None,
        }
    }

    /// What to say of compressed input.
    pub fn compressed(&self, how: &str) -> String {
        format!("is compressed with {how} and shown as bytes: decompress it first, as `{how} -dc FILE | wirebench … -`")
    }
}

/// True for the name of stdin.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}
