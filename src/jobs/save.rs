//! Saves: a file beside the target, written, checked, flushed and renamed over it. Nothing half-written stays, and
//! nothing is written from a file that is no more what was opened.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::files::{self, FileSource};
use super::signals::Unfinished;
use crate::app::{FileAction, FileError, FileId, FileProblem, Origin};
use crate::wire::{Area, Document, Missing, Part, Span};

/// Spans from here on are copied from file to file by the system.
const COPIED_BY_SYSTEM: u64 = 256 << 10;
/// At most so many bytes are copied between two looks at whether to go on.
const PIECE: u64 = 8 << 20;
/// The mode of a file that is being written: nobody else reads it before it has the mode it is to have.
const PRIVATE: u32 = 0o600;
/// Links followed to the target at most.
const LINKS: usize = 40;

/// How to save.
#[derive(Clone, Debug)]
pub struct SaveOptions {
    /// Wait until the bytes are on the disk.
    pub sync: bool,
    /// Where the document's original bytes come from, as it was opened: it is checked, and copied from by the system.
    /// `None` for bytes that were never in a file.
    pub origin: Option<Origin>,
    /// What has to stand at the target still; `None` when whatever stands there gives way.
    pub expected: Option<FileId>,
    /// Refuse when anything stands at the target.
    pub is_new: bool,
}

impl Default for SaveOptions {
    fn default() -> Self {
        Self { sync: true, origin: None, expected: None, is_new: false }
    }
}

/// A file that was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// Where it stands: links resolved.
    pub path: PathBuf,
    /// What stands there now.
    pub file: FileId,
}

/// Why a save ended without saving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSaved {
    /// It failed.
    Failed(FileError),
    /// It was stopped.
    Stopped,
}

/// Writes a document to a file.
///
/// # Errors
/// Why not; the target is as it was and nothing stays beside it.
pub fn save(document: &Document, target: &Path, options: &SaveOptions) -> Result<Saved, FileError> {
    save_with(document, target, options, &mut |_| ControlFlow::Continue(()), &mut |_| {}).map_err(|it| match it {
        NotSaved::Failed(error) => error,
        NotSaved::Stopped => FileError::on_save(target, FileProblem::Other("it was stopped".to_owned())),
    })
}

/// The same; `on` is told the bytes written so far and may stop it, `on_whole` what the file will be, when it is whole
/// and about to take its target's place.
///
/// # Errors
/// As [`save`], or that it was stopped.
pub fn save_with(
    document: &Document,
    target: &Path,
    options: &SaveOptions,
    on: &mut dyn FnMut(u64) -> ControlFlow<()>,
    on_whole: &mut dyn FnMut(FileId),
) -> Result<Saved, NotSaved> {
    let mut beside = Beside::new(target, options).map_err(NotSaved::Failed)?;
    let document = match &options.origin {
        Some(origin) => document.with_source(origin.blocking()),
        None => document.clone(),
    };
    let source = beside.source;
    Writer { document: &document, source, target, on, written: 0 }.write(beside.file())?;
    beside.finish_with(on_whole).map_err(NotSaved::Failed)
}

/// A file beside its target, which takes the target's place once it is whole. Dropped before, it leaves nothing.
pub struct Beside<'a> {
    target: &'a Path,
    options: &'a SaveOptions,
    source: Option<&'a FileSource>,
    path: PathBuf,
    standing: Standing,
    file: NamedTempFile,
    unfinished: Unfinished,
}

/// What stands at the target.
enum Standing {
    /// A file, whose owner and mode the new one takes over.
    File(fs::Metadata),
    /// Nothing; the mode that a new file has there.
    Nothing(Permissions),
}

impl<'a> Beside<'a> {
    /// Makes it, empty.
    ///
    /// # Errors
    /// Why the target cannot be written.
    pub fn new(target: &'a Path, options: &'a SaveOptions) -> Result<Self, FileError> {
        let refused = |problem| FileError::on_save(target, problem);
        let path = resolve(target).map_err(refused)?;
        let standing = standing(&path).map_err(refused)?;
        if options.is_new && standing.is_some() {
            return Err(refused(FileProblem::Exists));
        }
        let source = options.origin.as_ref().and_then(source_of);
        check(source, &path, options.expected).map_err(refused)?;
        let failed = |it: io::Error| files::error(target, FileAction::Save, &it);
        let standing = match standing {
            Some(standing) => Standing::File(standing),
            None => Standing::Nothing(new_mode(folder_of(&path)).map_err(failed)?),
        };
        let file = made_in(folder_of(&path), PRIVATE).map_err(failed)?;
        let unfinished = Unfinished::new(file.path());
        Ok(Self { target, options, source, path, standing, file, unfinished })
    }

    /// What is written into.
    pub fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Puts it in the place of the target, with the target's owner and mode.
    ///
    /// # Errors
    /// Why not; the target is as it was.
    pub fn finish(self) -> Result<Saved, FileError> {
        self.finish_with(&mut |_| {})
    }

    fn finish_with(self, on_whole: &mut dyn FnMut(FileId)) -> Result<Saved, FileError> {
        let Self { target, options, source, path, standing, file, unfinished } = self;
        let failed = |it: io::Error| files::error(target, FileAction::Save, &it);
        let check = || check(source, &path, options.expected).map_err(|it| FileError::on_save(target, it));
        match standing {
            Standing::File(standing) => take_over(file.as_file(), &standing),
            Standing::Nothing(mode) => file.as_file().set_permissions(mode),
        }
        .map_err(failed)?;
        check()?;
        if options.sync {
            file.as_file().sync_all().map_err(failed)?;
        }
        check()?;
        on_whole(files::file_id(&file.as_file().metadata().map_err(failed)?));
        let persisted = if options.is_new { file.persist_noclobber(&path) } else { file.persist(&path) };
        let file = persisted.map_err(|it| failed(it.error))?;
        drop(unfinished);
        if options.sync {
            // The name is there already: where a folder cannot be flushed, that must not be called a failure.
            _ = File::open(folder_of(&path)).and_then(|it| it.sync_all());
        }
        let file = files::file_id(&file.metadata().map_err(failed)?);
        Ok(Saved { path, file })
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The file that an origin reads from, where it is one.
fn source_of(origin: &Origin) -> Option<&FileSource> {
    origin.handle().downcast_ref()
}

/// The file that a path means: links followed, also one whose file is not there yet.
fn resolve(target: &Path) -> Result<PathBuf, FileProblem> {
    if target.file_name().is_none() {
        return Err(if target.is_dir() { FileProblem::IsFolder } else { FileProblem::NoName });
    }
    let mut path = target.to_owned();
    for _ in 0..LINKS {
        let Ok(next) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
    }
    Err(FileProblem::Other("too many links lead to it".to_owned()))
}

/// What stands at the target, if it may be written.
fn standing(path: &Path) -> Result<Option<fs::Metadata>, FileProblem> {
    let problem = |it: &io::Error| files::error(path, FileAction::Save, it).problem;
    match fs::metadata(path) {
        Ok(it) if it.is_dir() => Err(FileProblem::IsFolder),
        Ok(it) if !it.is_file() => Err(FileProblem::NotRegular),
        // A file that says it is not to be written is not replaced either.
        Ok(it) => File::options().write(true).open(path).map(|_| Some(it)).map_err(|it| problem(&it)),
        Err(it) if it.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(it) => Err(problem(&it)),
    }
}

/// Refuses when the file read from, or the one to be replaced, is not what it was.
fn check(source: Option<&FileSource>, path: &Path, expected: Option<FileId>) -> Result<(), FileProblem> {
    if source.is_some_and(|it| !it.is_unchanged()) {
        return Err(FileProblem::Truncated);
    }
    let Some(expected) = expected else { return Ok(()) };
    match fs::metadata(path) {
        Ok(now) if files::file_id(&now) == expected => Ok(()),
        // Nobody's work is lost where nothing stands any more.
        Err(it) if it.kind() == io::ErrorKind::NotFound => Ok(()),
        Ok(_) | Err(_) => Err(FileProblem::Changed),
    }
}

/// Gives the new file the owner, where that may be done, and the mode of the one it replaces.
fn take_over(file: &File, standing: &fs::Metadata) -> io::Result<()> {
    let now = file.metadata()?;
    if (now.uid(), now.gid()) != (standing.uid(), standing.gid()) {
        _ = fchown(file, Some(standing.uid()), Some(standing.gid()));
    }
    file.set_permissions(Permissions::from_mode(standing.mode() & 0o7777))
}

fn made_in(folder: &Path, mode: u32) -> io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix(".wirebench-").permissions(Permissions::from_mode(mode)).tempfile_in(folder)
}

/// The mode that a new file in a folder has by itself: asked of an empty one, as the mask cannot be asked for alone.
fn new_mode(folder: &Path) -> io::Result<Permissions> {
    Ok(made_in(folder, 0o666)?.as_file().metadata()?.permissions())
}

struct Writer<'a> {
    document: &'a Document,
    source: Option<&'a FileSource>,
    target: &'a Path,
    on: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    written: u64,
}

impl Writer<'_> {
    fn write(&mut self, file: &mut File) -> Result<(), NotSaved> {
        let mut out = BufWriter::with_capacity(64 << 10, file);
        for part in self.document.parts() {
            match part {
                Part::Made(bytes) => {
                    out.write_all(&bytes).map_err(|it| self.failed(&it))?;
                    self.count(bytes.len() as u64)?;
                }
                Part::Span(span) => self.write_span(span, &mut out)?,
            }
        }
        out.flush().map_err(|it| self.failed(&it))
    }

    fn write_span(&mut self, span: Span, out: &mut BufWriter<&mut File>) -> Result<(), NotSaved> {
        let mut at = 0;
        while at < span.len {
            let piece = span.part(at, PIECE);
            match self.source.filter(|_| piece.area == Area::Original && piece.len >= COPIED_BY_SYSTEM) {
                Some(source) => self.copy(source, piece, out)?,
                None => self.copy_through_memory(piece, out)?,
            }
            at += piece.len;
            self.count(piece.len)?;
        }
        Ok(())
    }

    fn copy(&self, source: &FileSource, piece: Span, out: &mut BufWriter<&mut File>) -> Result<(), NotSaved> {
        out.flush().map_err(|it| self.failed(&it))?;
        let (mut from, _cursor) = source.with_cursor();
        from.seek(SeekFrom::Start(piece.start)).map_err(|it| self.failed(&it))?;
        let copied = io::copy(&mut from.take(piece.len), *out.get_mut()).map_err(|it| self.failed(&it))?;
        if copied == piece.len { Ok(()) } else { Err(self.refused(FileProblem::Truncated)) }
    }

    fn copy_through_memory(&self, piece: Span, out: &mut BufWriter<&mut File>) -> Result<(), NotSaved> {
        let bytes = self.document.bytes();
        if let (Area::Original, Some(all)) = (piece.area, bytes.original().as_slice()) {
            let range = piece.start as usize..piece.end() as usize;
            let part = all.get(range).ok_or_else(|| self.refused(FileProblem::Truncated))?;
            return out.write_all(part).map_err(|it| self.failed(&it));
        }
        let part = bytes.to_vec(piece).map_err(|it| match it {
            Missing::Gone(_) => self.refused(FileProblem::Truncated),
            Missing::Absent(_) => self.refused(FileProblem::Other("not all of its bytes are read yet".to_owned())),
        })?;
        out.write_all(&part).map_err(|it| self.failed(&it))
    }

    fn count(&mut self, bytes: u64) -> Result<(), NotSaved> {
        self.written += bytes;
        match (self.on)(self.written) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(NotSaved::Stopped),
        }
    }

    fn failed(&self, error: &io::Error) -> NotSaved {
        NotSaved::Failed(files::error(self.target, FileAction::Save, error))
    }

    fn refused(&self, problem: FileProblem) -> NotSaved {
        NotSaved::Failed(FileError::on_save(self.target, problem))
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::app::Opened;
    use crate::wire::Edit;

    /// Field 1, two bytes; field 2, much; field 1 again.
    fn message(len: usize) -> Vec<u8> {
        let mut bytes = vec![0x0a, 2, b'a', b'b', 0x12];
        crate::wire::varint::push(len as u64, &mut bytes);
        bytes.extend((0..=255u8).cycle().take(len));
        bytes.extend([0x0a, 1, b'z']);
        bytes
    }

    fn edited(opened: &Opened) -> Document {
        let document = opened.document();
        let child = document.children(&document.root()).next().unwrap().unwrap();
        let address = crate::wire::Address::ROOT.child(child.place);
        let payload = document.bytes().push(b"longer");
        document.apply(&Edit::set_payload(address, payload)).unwrap().document
    }

    fn options(opened: &Opened) -> SaveOptions {
        SaveOptions { sync: false, origin: Some(opened.origin.clone()), expected: Some(opened.file), is_new: false }
    }

    struct Folder(tempfile::TempDir);

    impl Folder {
        fn with(bytes: &[u8]) -> (Self, PathBuf) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("file");
            fs::write(&path, bytes).unwrap();
            (Self(folder), path)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(self.0.path()).unwrap();
            let mut names: Vec<_> = entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        }
    }

    fn expected(len: usize) -> Vec<u8> {
        let rest = message(len).split_off(4);
        [&[0x0a, 6], &b"longer"[..], &rest].concat()
    }

    #[test]
    fn a_save_changes_what_was_edited_and_nothing_else() {
        for copied in [u64::MAX, 1000] {
            let (folder, path) = Folder::with(&message(900_000));
            fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
            let opened = files::open_limited(&path, copied).unwrap();
            let saved = save(&edited(&opened), &path, &options(&opened)).unwrap();
            assert_eq!(fs::read(&path).unwrap(), expected(900_000));
            assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o640);
            assert_eq!(saved.file, files::file_id(&fs::metadata(&path).unwrap()));
            assert_eq!(folder.names(), ["file"]);
            // The document stays on the old inode: what was there before can be saved again.
            let again = SaveOptions { expected: Some(saved.file), ..options(&opened) };
            save(&opened.document(), &path, &again).unwrap();
            assert_eq!(fs::read(&path).unwrap(), message(900_000));
        }
    }

    #[test]
    fn a_file_being_saved_is_nobody_elses_to_read() {
        let (folder, path) = Folder::with(&message(10));
        fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
        let new = folder.0.path().join("new");
        for target in [&path, &new] {
            let options = SaveOptions { sync: false, ..SaveOptions::default() };
            let mut beside = Beside::new(target, &options).unwrap();
            assert_eq!(beside.file().metadata().unwrap().mode() & 0o777, 0o600);
            beside.finish().unwrap();
        }
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
        let ordinary = folder.0.path().join("ordinary");
        fs::write(&ordinary, b"").unwrap();
        assert_eq!(fs::metadata(&new).unwrap().mode(), fs::metadata(&ordinary).unwrap().mode());
        assert_eq!(folder.names(), ["file", "new", "ordinary"]);
    }

    #[test]
    fn a_link_stays_a_link() {
        let (folder, path) = Folder::with(&message(10));
        let link = folder.0.path().join("link");
        symlink("file", &link).unwrap();
        let opened = files::open(&link).unwrap();
        let saved = save(&edited(&opened), &link, &options(&opened)).unwrap();
        assert_eq!(saved.path, path);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), expected(10));
        let dangling = folder.0.path().join("dangling");
        symlink("new", &dangling).unwrap();
        save(&opened.document(), &dangling, &SaveOptions::default()).unwrap();
        assert_eq!(fs::read(folder.0.path().join("new")).unwrap(), message(10));
    }

    #[test]
    fn nothing_is_written_from_a_file_that_was_truncated() {
        let (folder, path) = Folder::with(&message(900_000));
        let opened = files::open_limited(&path, 1000).unwrap();
        let document = edited(&opened);
        File::options().write(true).open(&path).unwrap().set_len(5).unwrap();
        let other = folder.0.path().join("other");
        for target in [&path, &other] {
            let options = SaveOptions { expected: None, ..options(&opened) };
            let error = save(&document, target, &options).unwrap_err();
            assert_eq!(error.problem, FileProblem::Truncated);
        }
        assert_eq!(folder.names(), ["file"]);
        assert_eq!(fs::read(&path).unwrap().len(), 5);
    }

    #[test]
    fn a_file_truncated_while_it_is_copied_is_noticed() {
        let (folder, path) = Folder::with(&message(30 << 20));
        let opened = files::open_limited(&path, 1000).unwrap();
        let target = folder.0.path().join("other");
        let writing = File::options().write(true).open(&path).unwrap();
        let result = save_with(
            &edited(&opened),
            &target,
            &options(&opened),
            &mut |written| {
                if written > 1 << 20 {
                    writing.set_len(20 << 20).unwrap();
                }
                ControlFlow::Continue(())
            },
            &mut |_| {},
        );
        assert!(matches!(result, Err(NotSaved::Failed(FileError { problem: FileProblem::Truncated, .. }))));
        assert_eq!(folder.names(), ["file"]);
    }

    #[test]
    fn what_another_program_wrote_is_not_overwritten_unasked() {
        let (folder, path) = Folder::with(&message(10));
        let opened = files::open(&path).unwrap();
        fs::write(&path, b"the work of others").unwrap();
        let error = save(&edited(&opened), &path, &options(&opened)).unwrap_err();
        assert_eq!(error.problem, FileProblem::Changed);
        assert_eq!(fs::read(&path).unwrap(), b"the work of others");
        assert_eq!(folder.names(), ["file"]);
        let new = SaveOptions { is_new: true, expected: None, ..options(&opened) };
        assert_eq!(save(&edited(&opened), &path, &new).unwrap_err().problem, FileProblem::Exists);
        save(&edited(&opened), &path, &SaveOptions { expected: None, ..options(&opened) }).unwrap();
        assert_eq!(fs::read(&path).unwrap(), expected(10));
    }

    #[test]
    fn a_stopped_save_leaves_nothing() {
        let (folder, path) = Folder::with(&message(900_000));
        let opened = files::open(&path).unwrap();
        let result =
            save_with(&edited(&opened), &path, &options(&opened), &mut |_| ControlFlow::Break(()), &mut |_| {});
        assert_eq!(result, Err(NotSaved::Stopped));
        assert_eq!(folder.names(), ["file"]);
        assert_eq!(fs::read(&path).unwrap(), message(900_000));
    }

    #[test]
    fn a_target_that_cannot_be_written_says_why() {
        let (folder, path) = Folder::with(b"");
        let document = Document::from_bytes(vec![8, 1]);
        let problem = |target: &Path| save(&document, target, &SaveOptions::default()).unwrap_err().problem;
        assert_eq!(problem(folder.0.path()), FileProblem::IsFolder);
        assert_eq!(problem(&folder.0.path().join("none/file")), FileProblem::NotFound);
        assert_eq!(problem(&path.join("below")), FileProblem::NotFound);
        assert_eq!(problem(Path::new("/dev/null")), FileProblem::NotRegular);
        assert_eq!(problem(Path::new("")), FileProblem::NoName);
        assert_eq!(folder.names(), ["file"]);
    }

    #[test]
    fn what_stands_in_the_place_of_a_file_by_now_is_left_alone() {
        type Replaced = (&'static str, fn(&Path), FileProblem);
        let replaced: [Replaced; 4] = [
            ("a folder", |path| fs::create_dir(path).unwrap(), FileProblem::IsFolder),
            ("a socket", |path| drop(std::os::unix::net::UnixListener::bind(path).unwrap()), FileProblem::NotRegular),
            ("a link to itself", |path| symlink(path, path).unwrap(), FileProblem::Other(String::new())),
            ("a link to another file", |path| symlink("other", path).unwrap(), FileProblem::Changed),
        ];
        for (what, replace, expected) in replaced {
            let (folder, path) = Folder::with(&message(10));
            fs::write(folder.0.path().join("other"), b"the work of others").unwrap();
            let opened = files::open(&path).unwrap();
            fs::remove_file(&path).unwrap();
            replace(&path);
            let error = save(&edited(&opened), &path, &options(&opened)).unwrap_err();
            let is_it = std::mem::discriminant(&error.problem) == std::mem::discriminant(&expected);
            assert!(is_it, "{what}: {error:?}");
            assert_eq!(folder.names(), ["file", "other"], "{what}");
            assert_eq!(fs::read(folder.0.path().join("other")).unwrap(), b"the work of others");
        }
    }

    #[test]
    fn a_folder_that_was_removed_is_said_and_a_file_that_was_is_written_anew() {
        let (folder, path) = Folder::with(&message(10));
        let opened = files::open(&path).unwrap();
        fs::remove_file(&path).unwrap();
        save(&edited(&opened), &path, &options(&opened)).unwrap();
        assert_eq!(fs::read(&path).unwrap(), expected(10));
        let below = folder.0.path().join("below/file");
        fs::create_dir(below.parent().unwrap()).unwrap();
        fs::write(&below, message(10)).unwrap();
        let opened = files::open(&below).unwrap();
        fs::remove_dir_all(below.parent().unwrap()).unwrap();
        let error = save(&edited(&opened), &below, &options(&opened)).unwrap_err();
        assert_eq!(error.problem, FileProblem::NotFound);
        assert_eq!(folder.names(), ["file"]);
    }

    #[test]
    fn a_file_or_folder_that_may_not_be_written_stays_as_it_is() {
        let (folder, path) = Folder::with(&message(10));
        let opened = files::open(&path).unwrap();
        for (what, mode, normal) in [(path.as_path(), 0o444, 0o644), (folder.0.path(), 0o555, 0o755)] {
            fs::set_permissions(what, Permissions::from_mode(mode)).unwrap();
            // Whoever is root may write it all the same.
            let is_root = rustix::process::geteuid().is_root();
            let saved = save(&edited(&opened), &path, &options(&opened)).map_err(|it| it.problem);
            fs::set_permissions(what, Permissions::from_mode(normal)).unwrap();
            assert_eq!(folder.names(), ["file"]);
            if is_root {
                fs::write(&path, message(10)).unwrap();
                return;
            }
            assert_eq!(saved, Err(FileProblem::NoPermission));
            assert_eq!(fs::read(&path).unwrap(), message(10));
        }
    }

    #[test]
    fn owner_and_special_modes_are_kept() {
        let (_folder, path) = Folder::with(&message(10));
        let is_root = rustix::process::geteuid().is_root();
        if is_root {
            std::os::unix::fs::chown(&path, Some(1234), Some(5678)).unwrap();
        }
        fs::set_permissions(&path, Permissions::from_mode(0o4751)).unwrap();
        let before = fs::metadata(&path).unwrap();
        let opened = files::open(&path).unwrap();
        save(&edited(&opened), &path, &options(&opened)).unwrap();
        let after = fs::metadata(&path).unwrap();
        assert_eq!((after.mode(), after.uid(), after.gid()), (before.mode(), before.uid(), before.gid()));
        assert_eq!(fs::read(&path).unwrap(), expected(10));
    }

    #[test]
    fn a_file_behind_a_link_into_another_file_system_is_saved_there() {
        let Ok(other) = tempfile::tempdir_in("/dev/shm") else { return };
        let (folder, link) = Folder::with(b"");
        let path = other.path().join("file");
        fs::write(&path, message(900_000)).unwrap();
        fs::remove_file(&link).unwrap();
        symlink(&path, &link).unwrap();
        let opened = files::open_limited(&link, 1000).unwrap();
        save(&edited(&opened), &link, &options(&opened)).unwrap();
        assert_eq!(fs::read(&path).unwrap(), expected(900_000));
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        // From there to here, from one file system to the other.
        let copy = folder.0.path().join("copy");
        save(&opened.document(), &copy, &SaveOptions { expected: None, ..options(&opened) }).unwrap();
        assert_eq!(fs::read(&copy).unwrap(), message(900_000));
    }
}
