//! Sources for tests: one that counts what is read of it, one that has to fetch, one that has lost bytes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use wirebench::wire::{Answer, Area, Source, Span};

/// A source that is read through windows, as a file is, and counts the bytes read.
pub struct Counted<S> {
    inner: S,
    read: AtomicU64,
    reads: AtomicU64,
}

impl<S: Source> Counted<S> {
    pub fn new(inner: S) -> Arc<Self> {
        Arc::new(Self { inner, read: AtomicU64::new(0), reads: AtomicU64::new(0) })
    }

    /// Times it was read since the last call.
    pub fn take_reads(&self) -> u64 {
        self.reads.swap(0, Ordering::Relaxed)
    }

    /// Bytes read since the last call.
    pub fn take_read(&self) -> u64 {
        self.read.swap(0, Ordering::Relaxed)
    }
}

impl<S: Source> Source for Counted<S> {
    fn len(&self) -> u64 {
        self.inner.len()
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Answer {
        self.read.fetch_add(into.len() as u64, Ordering::Relaxed);
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.inner.read(offset, into)
    }
}

/// A source that has nothing at first: what it is asked for is absent until it has been fetched.
pub struct Lazy {
    bytes: Vec<u8>,
    fetched: Mutex<Vec<bool>>,
}

impl Lazy {
    pub fn new(bytes: Vec<u8>) -> Arc<Self> {
        Arc::new(Self { fetched: Mutex::new(vec![false; bytes.len()]), bytes })
    }

    /// Fetches a span that was said to be absent.
    pub fn fetch(&self, span: Span) {
        assert_eq!(span.area, Area::Original);
        let mut fetched = self.fetched.lock().unwrap();
        let part = &mut fetched[span.start as usize..span.end() as usize];
        assert!(part.iter().any(|is_there| !is_there), "what is said to be absent is");
        part.fill(true);
    }

    /// Tries until nothing is absent.
    pub fn retry<T>(&self, mut attempt: impl FnMut() -> Result<T, Span>) -> T {
        loop {
            match attempt() {
                Ok(done) => return done,
                Err(absent) => self.fetch(absent),
            }
        }
    }
}

impl Source for Lazy {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Answer {
        let range = offset as usize..offset as usize + into.len();
        if self.fetched.lock().unwrap()[range.clone()].iter().all(|it| *it) {
            into.copy_from_slice(&self.bytes[range]);
            Answer::Bytes
        } else {
            Answer::Absent
        }
    }
}

/// A source whose file was cut: what lies behind is gone.
pub struct Cut {
    pub bytes: Vec<u8>,
    pub there: usize,
}

impl Source for Cut {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Answer {
        match self.bytes[..self.there].get(offset as usize..offset as usize + into.len()) {
            Some(bytes) => {
                into.copy_from_slice(bytes);
                Answer::Bytes
            }
            None => Answer::Gone,
        }
    }
}
