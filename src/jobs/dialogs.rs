//! The system's file dialogs. They wait for a person, so each has a thread; where there is no service for them, that
//! is said, and the window's path field does.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, thread};

use crate::app::Picked;

/// A person does not close a dialog so soon: whoever answers earlier has not shown one.
const NOT_SHOWN: Duration = Duration::from_millis(700);

/// Asks for files. The window uses the system's; tests have their own.
pub trait Dialogs: Send + Sync {
    /// A file to open; the dialog has this title.
    fn pick_file(&self, title: &str) -> Picked;

    /// A name to save under, beginning with one.
    fn pick_save_path(&self, title: &str, suggested: &str) -> Picked;
}

/// The dialogs of the desktop: through its portal, or zenity.
pub struct SystemDialogs;

impl Dialogs for SystemDialogs {
    fn pick_file(&self, title: &str) -> Picked {
        ask(|| rfd::FileDialog::new().set_title(title).pick_file())
    }

    fn pick_save_path(&self, title: &str, suggested: &str) -> Picked {
        let suggested = Path::new(suggested);
        ask(|| {
            let mut dialog = rfd::FileDialog::new().set_title(title);
            if let Some(name) = suggested.file_name() {
                dialog = dialog.set_file_name(name.to_string_lossy());
            }
            if let Some(folder) = suggested.parent().filter(|it| it.is_absolute()) {
                dialog = dialog.set_directory(folder);
            }
            dialog.save_file()
        })
    }
}

fn ask(dialog: impl FnOnce() -> Option<PathBuf>) -> Picked {
    if !has_service() {
        return Picked::NoDialogService;
    }
    let asked = Instant::now();
    match dialog() {
        Some(path) => Picked::Path(path),
        None if asked.elapsed() < NOT_SHOWN => Picked::NoDialogService,
        None => Picked::Cancelled,
    }
}

/// True where something might show a dialog: a session bus, or zenity.
fn has_service() -> bool {
    let has_bus = env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some_and(|it| !it.is_empty())
        || env::var_os("XDG_RUNTIME_DIR").is_some_and(|it| Path::new(&it).join("bus").exists());
    let paths = env::var_os("PATH").unwrap_or_default();
    has_bus || env::split_paths(&paths).any(|it| it.join("zenity").is_file())
}

/// Asks on a thread of its own; false where none is to be had.
pub(super) fn on_thread(ask: impl FnOnce() + Send + 'static) -> bool {
    thread::Builder::new().name("dialog".to_owned()).spawn(ask).is_ok()
}
