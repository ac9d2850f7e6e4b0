//! Opens files. Up to a size they are copied into memory; larger ones are read through windows, and every answer is
//! checked: a file that another program truncates or rewrites answers `Gone` from then on, never wrong bytes.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::blocks::Blocks;
use crate::app::loading::{BLOCK, CachedSource};
use crate::app::{FileAction, FileError, FileId, FileProblem, Opened, Origin};
use crate::wire::{Answer, Source};

/// Files up to this size are copied into memory at opening.
pub const COPIED: u64 = 64 << 20;
/// A file that changes while it is copied is copied again so many times.
const TRIES: usize = 3;

/// What of a file tells whether it is still the same.
pub fn file_id(metadata: &Metadata) -> FileId {
    FileId {
        device: metadata.dev(),
        inode: metadata.ino(),
        size: metadata.size(),
        modified: i128::from(metadata.mtime()) * 1_000_000_000 + i128::from(metadata.mtime_nsec()),
    }
}

/// What the system said, as an error of ours.
pub(crate) fn error(path: &Path, action: FileAction, error: &io::Error) -> FileError {
    let problem = match error.kind() {
        io::ErrorKind::NotFound => FileProblem::NotFound,
        io::ErrorKind::PermissionDenied => FileProblem::NoPermission,
        io::ErrorKind::AlreadyExists => FileProblem::Exists,
        io::ErrorKind::IsADirectory => FileProblem::IsFolder,
        // A part of the path is a file where a folder is needed.
        io::ErrorKind::NotADirectory => FileProblem::NotFound,
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => FileProblem::DiskFull,
        io::ErrorKind::ReadOnlyFilesystem => FileProblem::ReadOnly,
        _ => FileProblem::Other(words_of(error)),
    };
    FileError { path: path.to_owned(), action, problem }
}

/// The same of a folder of ours, or a file in it, which is made where it is not there.
pub(super) fn folder_error(path: &Path, error: &io::Error) -> FileError {
    match error.kind() {
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => FileError::on_save(path, FileProblem::NotFolder),
        _ => self::error(path, FileAction::Save, error),
    }
}

/// The system's words in ours: lower case, without the number.
fn words_of(error: &io::Error) -> String {
    let said = error.to_string();
    let said = said.split(" (os error").next().unwrap_or(&said);
    let mut letters = said.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Opens a regular file.
///
/// # Errors
/// Nothing there, a folder, a pipe or device, no permission, or what else the system says.
pub fn open(path: &Path) -> Result<Opened, FileError> {
    open_limited(path, COPIED)
}

/// Says whether a regular file can be opened, and reads no more of it than a beginning.
///
/// # Errors
/// As [`open`].
pub fn can_open(path: &Path) -> Result<(), FileError> {
    open_limited(path, 0).map(drop)
}

/// As [`open`], copying files up to `copied` bytes.
pub(crate) fn open_limited(path: &Path, copied: u64) -> Result<Opened, FileError> {
    let failed = |it: io::Error| error(path, FileAction::Open, &it);
    // Before opening: to open a pipe is to wait for who writes into it.
    check_regular(path, &fs::metadata(path).map_err(failed)?)?;
    let file = File::open(path).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    check_regular(path, &metadata)?;
    let path = std::path::absolute(path).map_err(failed)?;
    if metadata.len() > copied {
        let source = Arc::new(FileSource::new(file, file_id(&metadata)));
        let origin = Origin::cached(source.clone(), source.clone());
        if let Some(cache) = origin.cache() {
            _ = source.cache.set(cache.clone());
        }
        preload(&source, &origin);
        return Ok(Opened { path, file: source.id, origin });
    }
    let (bytes, id) = copy(&path, &file)?;
    Ok(Opened { path, file: id, origin: Origin::in_memory(Arc::new(bytes)) })
}

/// The bytes of a stream, read to its end: up to a size in memory, more of them in a file that has no name.
///
/// # Errors
/// What the system says.
pub fn read_stream(stream: &mut dyn Read) -> io::Result<Arc<dyn Source>> {
    read_stream_limited(stream, COPIED)
}

fn read_stream_limited(stream: &mut dyn Read, copied: u64) -> io::Result<Arc<dyn Source>> {
    let mut bytes = Vec::new();
    stream.take(copied).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < copied {
        return Ok(Arc::new(bytes));
    }
    let mut file = tempfile::tempfile()?;
    file.write_all(&bytes)?;
    io::copy(stream, &mut file)?;
    let id = file_id(&file.metadata()?);
    Ok(Arc::new(FileSource::new(file, id)))
}

fn check_regular(path: &Path, metadata: &Metadata) -> Result<(), FileError> {
    let problem = match metadata {
        it if it.is_dir() => FileProblem::IsFolder,
        it if !it.is_file() => FileProblem::NotRegular,
        _ => return Ok(()),
    };
    Err(FileError::on_open(path, problem))
}

/// The bytes of a file at one moment.
fn copy(path: &Path, file: &File) -> Result<(Vec<u8>, FileId), FileError> {
    let failed = |it: io::Error| error(path, FileAction::Open, &it);
    for _ in 0..TRIES {
        let before = file_id(&file.metadata().map_err(failed)?);
        let mut bytes = Vec::with_capacity(usize::try_from(before.size).unwrap_or(0));
        At { file, offset: 0 }.read_to_end(&mut bytes).map_err(failed)?;
        if file_id(&file.metadata().map_err(failed)?) == before {
            return Ok((bytes, before));
        }
    }
    Err(FileError::on_open(path, FileProblem::Changed))
}

/// Reads on from an offset, without the file's own cursor.
struct At<'a> {
    file: &'a File,
    offset: u64,
}

impl Read for At<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let n = self.file.read_at(into, self.offset)?;
        self.offset += n as u64;
        Ok(n)
    }
}

/// The first block: what the first screen shows.
fn preload(source: &FileSource, origin: &Origin) {
    let Some(cache) = origin.cache() else { return };
    let mut first = vec![0; BLOCK.min(source.len()) as usize];
    if source.read(0, &mut first) == Answer::Bytes {
        cache.fill(0, &first);
    }
}

/// A file read where it stands. It waits for the disk: for jobs and the command line.
pub struct FileSource {
    file: File,
    id: FileId,
    is_gone: AtomicBool,
    /// What was read lately.
    blocks: Mutex<Blocks>,
    cursor: Mutex<()>,
    /// The window's cache, which has to know when the file is not what it was.
    cache: OnceLock<Arc<CachedSource>>,
}

impl FileSource {
    fn new(file: File, id: FileId) -> Self {
        let is_gone = AtomicBool::new(false);
        Self { file, id, is_gone, blocks: Mutex::default(), cursor: Mutex::default(), cache: OnceLock::new() }
    }

    /// True while the file is what it was when it was opened.
    pub fn is_unchanged(&self) -> bool {
        let is_same = !self.is_gone.load(Ordering::Relaxed)
            && self.file.metadata().is_ok_and(|metadata| file_id(&metadata) == self.id);
        if !is_same {
            self.is_gone.store(true, Ordering::Relaxed);
            if let Some(cache) = self.cache.get() {
                cache.set_gone();
            }
        }
        is_same
    }

    /// The file, for who moves its cursor: one at a time.
    pub(crate) fn with_cursor(&self) -> (&File, MutexGuard<'_, ()>) {
        (&self.file, self.cursor.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Source for FileSource {
    fn len(&self) -> u64 {
        self.id.size
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Answer {
        if self.is_gone.load(Ordering::Relaxed) {
            return Answer::Gone;
        }
        let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        let read = blocks.read(&self.file, self.id.size, offset, into);
        drop(blocks);
        match read {
            // What is kept was looked at when it was read.
            Ok(false) => Answer::Bytes,
            // Looked at after reading: whoever rewrote these bytes has left a mark by then.
            Ok(true) if self.is_unchanged() => Answer::Bytes,
            Ok(true) => Answer::Gone,
            Err(_) => {
                _ = self.is_unchanged();
                Answer::Gone
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn problem_of(path: &Path) -> FileProblem {
        open(path).unwrap_err().problem
    }

    #[test]
    fn what_cannot_be_opened_says_why() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(problem_of(folder.path()), FileProblem::IsFolder);
        assert_eq!(problem_of(&folder.path().join("none")), FileProblem::NotFound);
        assert_eq!(problem_of(Path::new("/dev/null")), FileProblem::NotRegular);
        let file = folder.path().join("file");
        fs::write(&file, b"x").unwrap();
        assert_eq!(problem_of(&file.join("below")), FileProblem::NotFound);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).unwrap();
        // Whoever is root may read it all the same.
        assert!(open(&file).map_or_else(|it| it.problem == FileProblem::NoPermission, |_| true));
        let error = open(&folder.path().join("none")).unwrap_err();
        assert_eq!(error.to_string(), "no such file: check the path");
    }

    #[test]
    fn a_stream_is_read_to_its_end_however_long_it_is() {
        let bytes: Vec<u8> = (0..=255).cycle().take(100_000).collect();
        for copied in [1, 1000, 99_999, 100_000, 100_001] {
            let source = read_stream_limited(&mut &bytes[..], copied).unwrap();
            assert_eq!(source.len(), 100_000);
            assert_eq!(source.as_slice().is_some(), copied > 100_000);
            let mut into = vec![0; 100_000];
            assert_eq!(source.read(0, &mut into), Answer::Bytes);
            assert!(into == bytes);
        }
    }

    #[test]
    fn a_small_file_is_in_memory_and_an_empty_one_is_a_document() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, b"\x08\x01").unwrap();
        let opened = open(&path).unwrap();
        fs::write(&path, b"other bytes").unwrap();
        assert_eq!(opened.document().to_vec().unwrap(), b"\x08\x01");
        fs::write(&path, b"").unwrap();
        assert!(open(&path).unwrap().document().is_empty());
    }

    #[test]
    fn a_large_file_that_is_truncated_answers_gone_and_never_other_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let bytes: Vec<u8> = (0..=255).cycle().take(200_000).collect();
        fs::write(&path, &bytes).unwrap();
        let opened = open_limited(&path, 1000).unwrap();
        let (slow, quick) = (opened.origin.blocking(), opened.origin.immediate());
        let mut into = [0; 100];
        assert_eq!(slow.read(150_000, &mut into), Answer::Bytes);
        assert_eq!(into, bytes[150_000..150_100]);
        assert_eq!(quick.read(60_000, &mut into), Answer::Bytes, "the first block is loaded at opening");
        assert_eq!(quick.read(150_000, &mut into), Answer::Absent);
        let missing = opened.origin.cache().unwrap().take_missing();
        assert_eq!(missing, vec![131_072..196_608]);
        File::options().write(true).open(&path).unwrap().set_len(150_050).unwrap();
        assert_eq!(slow.read(150_000, &mut into), Answer::Bytes, "what was read before is still what it was");
        assert_eq!(into, bytes[150_000..150_100]);
        assert_eq!(
            slow.read(100_000, &mut into),
            Answer::Gone,
            "also where the bytes are still there: they may be others"
        );
        assert_eq!(slow.read(150_000, &mut into), Answer::Gone, "from then on nothing is told any more");
    }
}
