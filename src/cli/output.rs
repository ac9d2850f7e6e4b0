//! Where results go: stdout, a device, or a file that is written whole or not at all.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::args::To;
use super::failure::Failure;
use crate::app::FileProblem;
use crate::jobs::{Beside, SaveOptions};
use crate::text::PrintError;
use crate::wire::{Missing, Part};

const BUFFER: usize = 64 << 10;
const PIECE: u64 = 1 << 20;

/// A place for a result.
pub struct Output {
    target: Option<PathBuf>,
    options: SaveOptions,
}

/// Why a result was not written.
pub enum Unwritten {
    /// The reader of the pipe has seen enough.
    Closed,
    /// It failed.
    Failed(Failure),
}

impl From<Failure> for Unwritten {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl Output {
    /// The place that the flags name.
    pub fn new(to: &To) -> Self {
        let options = SaveOptions { sync: !to.no_sync, ..SaveOptions::default() };
        Self { target: to.output.clone().filter(|it| it.as_os_str() != "-"), options }
    }

    /// The file, where it is one.
    pub fn target(&self) -> Option<&Path> {
        self.target.as_deref()
    }

    /// How to save a document there.
    pub fn options(&self) -> &SaveOptions {
        &self.options
    }

    /// Writes what `write` gives. A pipe that was closed ends it quietly: `None`.
    pub fn write<T>(&self, write: impl FnOnce(&mut Sink<'_>) -> Result<T, Unwritten>) -> Result<Option<T>, Failure> {
        let written = match &self.target {
            None => into(&mut io::stdout().lock(), "stdout", write),
            Some(target) => self.write_file(target, write),
        };
        match written {
            Ok(it) => Ok(Some(it)),
            Err(Unwritten::Closed) => Ok(None),
            Err(Unwritten::Failed(failure)) => Err(failure),
        }
    }

    fn write_file<T>(
        &self,
        target: &Path,
        write: impl FnOnce(&mut Sink<'_>) -> Result<T, Unwritten>,
    ) -> Result<T, Unwritten> {
        let name = target.display().to_string();
        let failed = |it| Unwritten::Failed(Failure::from(it).about(&name));
        let mut beside = match Beside::new(target, &self.options) {
            Ok(beside) => beside,
            Err(error) if error.problem == FileProblem::NotRegular => {
                // A pipe or a device has no place beside it.
                let mut device = File::options()
                    .write(true)
                    .open(target)
                    .map_err(|it| Unwritten::Failed(Failure::of_writing(&name, &it)))?;
                return into(&mut device, &name, write);
            }
            Err(error) => return Err(failed(error)),
        };
        let written = into(beside.file(), &name, write)?;
        beside.finish().map_err(failed)?;
        Ok(written)
    }
}

fn into<T>(
    out: &mut dyn Write,
    name: &str,
    write: impl FnOnce(&mut Sink<'_>) -> Result<T, Unwritten>,
) -> Result<T, Unwritten> {
    let mut sink = Sink { out: BufWriter::with_capacity(BUFFER, out), name, error: None };
    let written = write(&mut sink)?;
    let flushed = sink.out.flush().and_then(|()| sink.out.get_mut().flush());
    flushed.map_err(|it| sink.unwritten(&it))?;
    Ok(written)
}

/// What results are written into: takes text and bytes, and keeps why it took no more.
pub struct Sink<'a> {
    out: BufWriter<&'a mut dyn Write>,
    name: &'a str,
    error: Option<io::Error>,
}

impl Sink<'_> {
    /// Writes bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Unwritten> {
        self.out.write_all(bytes).map_err(|it| self.unwritten(&it))
    }

    /// Writes a line.
    pub fn line(&mut self, line: fmt::Arguments<'_>) -> Result<(), Unwritten> {
        self.out.write_fmt(line).and_then(|()| self.out.write_all(b"\n")).map_err(|it| self.unwritten(&it))
    }

    /// Writes a document as it would be saved.
    pub fn document(&mut self, document: &crate::wire::Document, name: &str) -> Result<(), Unwritten> {
        for part in document.parts() {
            match part {
                Part::Made(bytes) => self.bytes(&bytes)?,
                Part::Span(span) => {
                    let mut at = 0;
                    while at < span.len {
                        let piece = span.part(at, PIECE);
                        let bytes = document.bytes().to_vec(piece).map_err(|it| unread(it, name))?;
                        self.bytes(&bytes)?;
                        at += piece.len;
                    }
                }
            }
        }
        Ok(())
    }

    /// Why printing into it stopped.
    pub fn stopped(&mut self, error: PrintError, input: &str) -> Unwritten {
        match (error, self.error.take()) {
            (PrintError::Missing(missing), _) => unread(missing, input).into(),
            (PrintError::Write, Some(error)) => self.unwritten(&error),
            (PrintError::Write, None) => Failure::unreadable("the text cannot be written").about(self.name).into(),
        }
    }

    fn unwritten(&self, error: &io::Error) -> Unwritten {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Unwritten::Closed;
        }
        Failure::of_writing(self.name, error).into()
    }
}

impl fmt::Write for Sink<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|it| {
            self.error = Some(it);
            fmt::Error
        })
    }
}

/// Bytes of the input that cannot be read any more.
pub fn unread(missing: Missing, input: &str) -> Failure {
    let (Missing::Absent(span) | Missing::Gone(span)) = missing;
    Failure::unreadable(format!(
        "was truncated or replaced by another program, at 0x{:x}: try again when it is whole",
        span.start
    ))
    .about(input)
}
