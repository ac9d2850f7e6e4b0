//! How long the records of a gigabyte take to index and to walk: in memory, and in a file read through windows.
//! Prints the median of several runs, in processor time.
//!
//! `cargo bench --bench scan [-- RUNS]`
#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]
#![expect(clippy::unwrap_used, reason = "a bench that meets what it does not expect has failed")]

mod support;

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::sync::Arc;

use wirebench::wire::{Answer, Document, Groups, Level, Progress, Source, Walk};

/// A file read where it lies.
struct OpenFile {
    file: File,
    len: u64,
}

impl Source for OpenFile {
    fn len(&self) -> u64 {
        self.len
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Answer {
        match self.file.read_exact_at(into, offset) {
            Ok(()) => Answer::Bytes,
            Err(_) => Answer::Gone,
        }
    }
}

/// What is measured; gives a figure so that it cannot be left out.
type Work = fn(&Document) -> u64;

fn index(document: &Document) -> u64 {
    let mut level = Level::new(document.root().body.as_raw().unwrap());
    while level.extend(document.bytes(), 16 << 20) == Progress::More {}
    level.rows()
}

fn walk(document: &Document) -> u64 {
    Walk::new(document, &Groups, ()).filter(Result::is_ok).count() as u64
}

/// The bytes alone, through windows as large as the reader's largest.
fn read(document: &Document) -> u64 {
    let mut window = vec![0; 256 << 10];
    (0..document.len() / window.len() as u64)
        .map(|i| {
            document.read(i * window.len() as u64, &mut window).unwrap();
            u64::from(window.first().copied().unwrap_or(0))
        })
        .sum()
}

/// Processor time of this process so far, to the millisecond.
fn cpu_seconds() -> f64 {
    std::fs::read_to_string("/proc/self/schedstat")
        .ok()
        .and_then(|it| it.split_whitespace().next()?.parse::<f64>().ok())
        .map_or(0.0, |nanoseconds| nanoseconds / 1e9)
}

fn main() {
    let runs = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(5);
    let bytes = support::directory(1 << 30);
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&bytes).unwrap();
    let in_file = Document::new(Arc::new(OpenFile { file, len: bytes.len() as u64 }));
    let in_memory = Document::from_bytes(bytes);
    println!(
        "{} MiB of records of 94 bytes, medians of {runs} runs in seconds of processor time",
        in_memory.len() >> 20
    );
    let cases: [(&str, &Document, Work); 5] = [
        ("index, in memory", &in_memory, index),
        ("index, in a file", &in_file, index),
        ("walk, in memory", &in_memory, walk),
        ("walk, in a file", &in_file, walk),
        ("only reading the file", &in_file, read),
    ];
    let mut seconds = vec![Vec::new(); cases.len()];
    for _ in 0..runs {
        for ((_, document, work), seconds) in cases.iter().zip(&mut seconds) {
            let before = cpu_seconds();
            assert!(work(document) > 0);
            seconds.push(cpu_seconds() - before);
        }
    }
    for ((name, ..), seconds) in cases.iter().zip(&mut seconds) {
        println!("{name:24} {:.3}", support::median(seconds));
    }
}
