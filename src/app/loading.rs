//! How a document's original bytes are reached without waiting: what jobs opened, held as opaque handles, and a
//! bounded cache of blocks that answers at once. Does no IO: it notes what is missing and jobs fill it.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::wire::{self, Answer, Source};

/// Bytes of a block.
pub const BLOCK: u64 = 64 << 10;
/// Blocks kept.
const KEPT: usize = 512;
/// Bytes kept of a file that is not in memory.
pub const CACHED: u64 = BLOCK * KEPT as u64;

/// What tells a file as it is now from what it was: all of these change when another program replaces or rewrites it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileId {
    /// The device it is on.
    pub device: u64,
    /// Its inode.
    pub inode: u64,
    /// Its bytes.
    pub size: u64,
    /// When it was written last, in nanoseconds since 1970.
    pub modified: i128,
}

/// A source that waits for what is absent, and what jobs keep beside it. Opaque here.
#[derive(Clone)]
pub struct Origin {
    source: Arc<dyn Source>,
    handle: Arc<dyn Any + Send + Sync>,
    cache: Option<Arc<CachedSource>>,
}

impl Origin {
    /// Bytes in memory.
    pub fn in_memory(bytes: Arc<dyn Source>) -> Self {
        Self { source: bytes, handle: Arc::new(()), cache: None }
    }

    /// A source that may wait, what jobs keep beside it, and the cache before it.
    pub fn cached(source: Arc<dyn Source>, handle: Arc<dyn Any + Send + Sync>) -> Self {
        let cache = Arc::new(CachedSource::new(source.len()));
        Self { source, handle, cache: Some(cache) }
    }

    /// The source that may wait: for jobs alone.
    pub fn blocking(&self) -> Arc<dyn Source> {
        self.source.clone()
    }

    /// The source that answers at once.
    pub fn immediate(&self) -> Arc<dyn Source> {
        match &self.cache {
            Some(cache) => cache.clone(),
            None => self.source.clone(),
        }
    }

    /// The cache, where there is one.
    pub fn cache(&self) -> Option<&Arc<CachedSource>> {
        self.cache.as_ref()
    }

    /// What jobs keep beside it.
    pub fn handle(&self) -> &Arc<dyn Any + Send + Sync> {
        &self.handle
    }
}

impl fmt::Debug for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Origin of {} bytes", self.source.len())
    }
}

/// A file that was opened.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Where it stands, absolute.
    pub path: PathBuf,
    /// What stood there when it was opened.
    pub file: FileId,
    /// Its bytes.
    pub origin: Origin,
}

impl Opened {
    /// A document over the bytes that waits for what is absent: for the command line.
    pub fn document(&self) -> wire::Document {
        wire::Document::new(self.origin.blocking())
    }
}

/// Blocks of a file that were read, the last used of them; answers `Absent` for the others and notes them.
pub struct CachedSource {
    len: u64,
    state: Mutex<Cache>,
}

#[derive(Default)]
struct Cache {
    blocks: BTreeMap<u64, Block>,
    clock: u64,
    missing: BTreeMap<u64, ()>,
    is_gone: bool,
}

struct Block {
    used: u64,
    bytes: Arc<[u8]>,
}

impl CachedSource {
    fn new(len: u64) -> Self {
        Self { len, state: Mutex::default() }
    }

    /// The bytes that were asked for and are absent, in order; each is told once until it is filled.
    pub fn take_missing(&self) -> Vec<Range<u64>> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let missing = std::mem::take(&mut state.missing);
        let mut ranges: Vec<Range<u64>> = Vec::new();
        for block in missing.into_keys() {
            let (start, end) = (block * BLOCK, ((block + 1) * BLOCK).min(self.len));
            match ranges.last_mut() {
                Some(last) if last.end == start => last.end = end,
                _ => ranges.push(start..end),
            }
        }
        ranges
    }

    /// Keeps the block that begins at `start`.
    pub fn fill(&self, start: u64, bytes: &[u8]) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.clock += 1;
        let used = state.clock;
        state.blocks.insert(start / BLOCK, Block { used, bytes: Arc::from(bytes) });
        while state.blocks.len() > KEPT {
            let Some(oldest) = state.blocks.iter().min_by_key(|(_, block)| block.used).map(|(at, _)| *at) else {
                break;
            };
            state.blocks.remove(&oldest);
        }
    }

    /// The file is not what it was: from now on all answers are `Gone` but for what is kept.
    pub fn set_gone(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).is_gone = true;
    }

    /// True when the file is not what it was.
    pub fn is_gone(&self) -> bool {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).is_gone
    }
}

impl Source for CachedSource {
    fn len(&self) -> u64 {
        self.len
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Answer {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.clock += 1;
        let used = state.clock;
        let Some(end) = offset.checked_add(into.len() as u64).filter(|end| *end <= self.len) else {
            return Answer::Gone;
        };
        if offset == end {
            return Answer::Bytes;
        }
        let mut is_absent = false;
        for at in offset / BLOCK..=(end - 1) / BLOCK {
            let start = at * BLOCK;
            let Some(block) = state.blocks.get_mut(&at) else {
                is_absent = true;
                if !state.is_gone {
                    state.missing.insert(at, ());
                }
                continue;
            };
            block.used = used;
            let from = offset.max(start);
            let to = end.min(start + block.bytes.len() as u64);
            let source = block.bytes.get((from - start) as usize..to.max(from) as usize - start as usize);
            let target = into.get_mut((from - offset) as usize..(to.max(from) - offset) as usize);
            match source.zip(target) {
                Some((source, target)) => target.copy_from_slice(source),
                None => return Answer::Gone,
            }
        }
        match (is_absent, state.is_gone) {
            (false, _) => Answer::Bytes,
            (true, false) => Answer::Absent,
            (true, true) => Answer::Gone,
        }
    }
}
