//! Being interrupted: files that are being written beside their target go, and the process ends with the code that
//! shells expect.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;

/// The files that are being written.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file that must not stay when the process is interrupted.
pub(super) struct Unfinished(PathBuf);

impl Unfinished {
    /// While this lives, an interruption takes the file away.
    pub fn new(path: &Path) -> Self {
        unfinished().push(path.to_owned());
        Self(path.to_owned())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|it| *it != self.0);
    }
}

fn unfinished() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for interruptions on a thread of its own, from now on. Where that cannot be, the system's way of ending
/// stays.
pub fn watch() {
    // A file grown too large for the process is an error of writing, as a full disk is.
    _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
    let wait = move || {
        if let Some(signal) = signals.forever().next() {
            // Held to the end: no other file is begun.
            let files = unfinished();
            for path in files.iter() {
                _ = std::fs::remove_file(path);
            }
            std::process::exit(128 + signal);
        }
    };
    _ = std::thread::Builder::new().name("signals".to_owned()).spawn(wait);
}
