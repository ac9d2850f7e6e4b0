//! One window at a time on a display: who starts the program again hands the files over to the window that runs, by a
//! socket that only the same user can reach. Whoever does not answer within a second is left alone, and the new start
//! opens a window of its own.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{env, thread};

use super::folders::{Folders, make_private};
use super::reports::Reports;
use crate::app::{Begin, Event};

/// How long anything of it may take.
const PATIENCE: Duration = Duration::from_secs(1);
/// What is handed over is no longer than this.
const LONGEST: usize = 1 << 20;
const HEAD: &[u8] = b"wirebench 2\n";
const TAKEN: &[u8] = b"taken\n";

/// What a start was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The folder it was started in, absolute: what relative paths begin at.
    pub folder: PathBuf,
    /// The files, as they were named.
    pub files: Vec<PathBuf>,
    /// The type to read them as.
    pub type_name: Option<String>,
    /// What to begin with beside the files.
    pub begin: Option<Begin>,
}

/// Being the one that others hand their files to.
#[derive(Debug)]
pub struct Instance {
    listener: UnixListener,
    socket: PathBuf,
    /// Held as long as the program runs: the system lets it go, however that ends.
    _lock: File,
}

impl Drop for Instance {
    fn drop(&mut self) {
        _ = fs::remove_file(&self.socket);
    }
}

/// What a start found.
#[derive(Debug)]
pub enum Met {
    /// A window runs and has taken what was asked for.
    Another,
    /// No window runs that answers: this one is to open. With the instance others hand their files to it.
    Nobody(Option<Instance>),
}

/// The place where windows of this user on this display meet; `None` where there is no display, or no folder for it.
pub fn place(folders: Option<&Folders>) -> Option<PathBuf> {
    let display = ["WAYLAND_DISPLAY", "DISPLAY"].into_iter().filter_map(env::var_os).find(|it| !it.is_empty())?;
    let folder = match env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|it| it.is_absolute()) {
        Some(folder) => folder.join("wirebench"),
        None => folders?.state.join("run"),
    };
    Some(folder.join(format!("window-{}", plain(&display))))
}

/// A display as a file is named.
fn plain(display: &OsStr) -> String {
    let letters = display.to_string_lossy();
    letters.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).take(40).collect()
}

/// Hands what was asked for to the window that runs, where one does; takes its place otherwise. With `is_new_window`
/// nothing is handed over.
pub fn meet(place: &Path, asked: &Asked, is_new_window: bool) -> Met {
    let Some(lock) = own_folder(place).and_then(|()| File::create(place.with_extension("lock")).ok()) else {
        return Met::Nobody(None);
    };
    let socket = place.with_extension("socket");
    match lock.try_lock() {
        Ok(()) => {
            // Whoever left it does not run any more: the lock would be theirs.
            _ = fs::remove_file(&socket);
            let listener = UnixListener::bind(&socket).ok();
            Met::Nobody(listener.map(|listener| Instance { listener, socket, _lock: lock }))
        }
        Err(TryLockError::WouldBlock) if !is_new_window && hand_over(socket, asked) => Met::Another,
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => Met::Nobody(None),
    }
}

/// Makes the folder around the place, for the user alone; refuses one that is somebody else's.
fn own_folder(place: &Path) -> Option<()> {
    let folder = place.parent()?;
    make_private(folder).ok()?;
    let found = fs::symlink_metadata(folder).ok()?;
    let is_own = found.is_dir() && found.uid() == rustix::process::getuid().as_raw();
    if is_own && found.mode() & 0o077 != 0 {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).ok()?;
    }
    is_own.then_some(())
}

fn is_same_user(stream: &UnixStream) -> bool {
    rustix::net::sockopt::socket_peercred(stream).is_ok_and(|it| it.uid == rustix::process::getuid())
}

/// True once the window that runs has taken it. On a thread of its own: connecting alone may take for ever.
fn hand_over(socket: PathBuf, asked: &Asked) -> bool {
    let Some(message) = to_bytes(asked) else { return false };
    let (sender, receiver) = mpsc::sync_channel(1);
    let until = Instant::now() + PATIENCE;
    let talk = move || {
        let is_taken = loop {
            match talk(&socket, &message) {
                Ok(is_taken) => break is_taken,
                // It has just been started and does not listen yet.
                Err(error) if is_early(&error) && Instant::now() < until => thread::park_timeout(PATIENCE / 50),
                Err(_) => break false,
            }
        };
        _ = sender.send(is_taken);
    };
    let thread = thread::Builder::new().name("hand over".to_owned()).spawn(talk);
    thread.is_ok() && receiver.recv_timeout(PATIENCE).unwrap_or(false)
}

fn is_early(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused)
}

fn talk(socket: &Path, message: &[u8]) -> io::Result<bool> {
    let mut stream = UnixStream::connect(socket)?;
    if !is_same_user(&stream) {
        return Ok(false);
    }
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    // From here on it may have been understood: an error is an answer.
    let answer = || -> io::Result<bool> {
        stream.write_all(message)?;
        stream.shutdown(std::net::Shutdown::Write)?;
        let mut answer = Vec::new();
        stream.take(TAKEN.len() as u64).read_to_end(&mut answer)?;
        Ok(answer == TAKEN)
    };
    Ok(answer().unwrap_or(false))
}

impl Instance {
    /// Listens on a thread of its own and tells what others ask for.
    pub(super) fn listen(self, reports: Reports) {
        let listen = move || {
            for stream in self.listener.incoming() {
                let Ok(stream) = stream else { continue };
                if let Ok(Some(asked)) = heard(&stream) {
                    let Asked { files, type_name, begin, .. } = asked;
                    reports.tell(Event::Handed { files, type_name, begin });
                    _ = (&stream).write_all(TAKEN);
                }
            }
        };
        _ = thread::Builder::new().name("instance".to_owned()).spawn(listen);
    }
}

/// What a connection asks for, its paths absolute; `None` for what is not understood.
fn heard(stream: &UnixStream) -> io::Result<Option<Asked>> {
    if !is_same_user(stream) {
        return Ok(None);
    }
    stream.set_write_timeout(Some(PATIENCE))?;
    let until = Instant::now() + PATIENCE;
    let mut message = Vec::new();
    let mut piece = [0; 4096];
    // One who sends a byte at a time does not keep the others waiting.
    while message.len() <= LONGEST {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(None);
        }
        stream.set_read_timeout(Some(left))?;
        let mut from = stream;
        match from.read(&mut piece)? {
            0 => return Ok(from_bytes(&message).map(absolute)),
            n => message.extend(piece.get(..n).unwrap_or_default()),
        }
    }
    Ok(None)
}

fn absolute(asked: Asked) -> Asked {
    let files = asked.files.iter().map(|it| asked.folder.join(it)).collect();
    Asked { files, ..asked }
}

/// A message: the head, then each part with its length before it. Paths are bytes, whatever they say. `None` where it
/// is too long.
fn to_bytes(asked: &Asked) -> Option<Vec<u8>> {
    let mut bytes = HEAD.to_vec();
    let mut push = |part: &[u8]| -> Option<()> {
        bytes.extend(u32::try_from(part.len()).ok()?.to_le_bytes());
        bytes.extend(part);
        (bytes.len() <= LONGEST).then_some(())
    };
    push(asked.folder.as_os_str().as_bytes())?;
    push(asked.type_name.as_deref().unwrap_or_default().as_bytes())?;
    push(asked.begin.map_or("", word_of).as_bytes())?;
    for file in &asked.files {
        push(file.as_os_str().as_bytes())?;
    }
    Some(bytes)
}

fn word_of(begin: Begin) -> &'static str {
    match begin {
        Begin::Open => "open",
        Begin::NewMessage => "new",
    }
}

fn from_bytes(bytes: &[u8]) -> Option<Asked> {
    let mut rest = bytes.strip_prefix(HEAD)?;
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let (len, after) = rest.split_first_chunk::<4>()?;
        let (part, after) = after.split_at_checked(u32::from_le_bytes(*len) as usize)?;
        parts.push(part);
        rest = after;
    }
    let path = |it: &&[u8]| PathBuf::from(std::ffi::OsString::from_vec(it.to_vec()));
    let [folder, type_name, begin, files @ ..] = parts.as_slice() else { return None };
    let type_name = String::from_utf8(type_name.to_vec()).ok()?;
    let begin = match begin {
        [] => None,
        word => Some([Begin::Open, Begin::NewMessage].into_iter().find(|it| word_of(*it).as_bytes() == *word)?),
    };
    let folder = path(folder);
    folder.is_absolute().then(|| Asked {
        folder,
        files: files.iter().map(path).collect(),
        type_name: Some(type_name).filter(|it| !it.is_empty()),
        begin,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn asked(files: &[&[u8]]) -> Asked {
        let files = files.iter().map(|it| PathBuf::from(OsStr::from_bytes(it))).collect();
        Asked { folder: PathBuf::from("/folder"), files, type_name: Some("Digest".to_owned()), begin: None }
    }

    fn alone(met: Met) -> Instance {
        match met {
            Met::Nobody(Some(instance)) => instance,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_asked_is_read_back_whatever_the_names_are() {
        for asked in [
            asked(&[]),
            asked(&[b"a.bin", b"/b c\n", b"\xff\xfe\x01", b""]),
            Asked { type_name: None, ..asked(&[b"x"]) },
            Asked { begin: Some(Begin::Open), ..asked(&[b"x"]) },
            Asked { begin: Some(Begin::NewMessage), ..asked(&[]) },
        ] {
            assert_eq!(from_bytes(&to_bytes(&asked).unwrap()), Some(asked));
        }
        assert_eq!(to_bytes(&asked(&[&[b'a'; LONGEST]])), None);
    }

    #[test]
    fn what_is_not_a_message_is_not_understood() {
        let whole = to_bytes(&asked(&[b"a.bin"])).unwrap();
        assert_eq!(from_bytes(b"GET / HTTP/1.1\r\n"), None);
        assert_eq!(from_bytes(&[HEAD, &u32::MAX.to_le_bytes()].concat()), None);
        for len in 0..whole.len() {
            // Cut where a part ends it has fewer files.
            assert!(from_bytes(&whole[..len]).is_none_or(|it| it.files.is_empty()), "{len}");
        }
        let relative = Asked { folder: PathBuf::from("folder"), ..asked(&[]) };
        assert_eq!(from_bytes(&to_bytes(&relative).unwrap()), None);
    }

    #[test]
    fn a_second_start_hands_its_files_to_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("run/window-_1");
        let first = alone(meet(&place, &asked(&[]), false));
        let (reports, events) = Reports::new(Arc::new(|| {}));
        first.listen(reports);
        assert!(matches!(meet(&place, &asked(&[b"a\xff.bin", b"/abs/b.bin"]), false), Met::Another));
        let Ok(Event::Handed { files, type_name, begin: None }) = events.try_recv() else { panic!() };
        let first_file = [b"/folder/".as_slice(), b"a\xff.bin"].concat();
        assert_eq!(files, [PathBuf::from(OsStr::from_bytes(&first_file)), PathBuf::from("/abs/b.bin")]);
        assert_eq!(type_name.as_deref(), Some("Digest"));
        assert!(matches!(meet(&place, &asked(&[]), true), Met::Nobody(None)), "a new window is a window of its own");
        assert_eq!(fs::metadata(place.parent().unwrap()).unwrap().mode() & 0o777, 0o700);
    }

    #[test]
    fn a_socket_that_was_left_behind_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("window");
        drop(UnixListener::bind(place.with_extension("socket")).unwrap());
        assert!(place.with_extension("socket").exists());
        let first = alone(meet(&place, &asked(&[]), false));
        drop(first);
        assert!(!place.with_extension("socket").exists());
        alone(meet(&place, &asked(&[]), false));
    }

    #[test]
    fn one_who_does_not_answer_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("window");
        // It holds the place, and nobody listens to it.
        let _first = alone(meet(&place, &asked(&[]), false));
        assert!(matches!(meet(&place, &asked(&[b"a"]), false), Met::Nobody(None)));
    }

    #[test]
    fn nonsense_does_not_keep_the_next_from_being_heard() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("window");
        let first = alone(meet(&place, &asked(&[]), false));
        let (reports, events) = Reports::new(Arc::new(|| {}));
        first.listen(reports);
        let mut stream = UnixStream::connect(place.with_extension("socket")).unwrap();
        stream.write_all(b"nonsense").unwrap();
        drop(stream);
        assert!(matches!(meet(&place, &asked(&[b"a"]), false), Met::Another));
        assert!(events.try_recv().is_ok());
    }

    #[test]
    fn a_display_is_named_as_a_file() {
        assert_eq!(plain(OsStr::new(":0.1")), "_0_1");
        assert_eq!(plain(OsStr::new("../../x")), "______x");
    }
}
