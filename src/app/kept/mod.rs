//! What is remembered between starts: settings, layout and the like, one file of JSON for each kind, with a version.
//! `jobs` reads and writes the files and knows nothing of what is in them.
//!
//! A part that has something to remember calls [`Changes::touch`] where it changes and stands in two places below:
//! [`content`] says what is to be remembered now, [`take`] takes in what was. What cannot be read (broken, too long,
//! from a newer version) is set aside under another name and said; the program goes on with its defaults. What is
//! read is as hostile as any file: whoever takes it in checks it.

mod path;
mod readings;

use std::collections::BTreeSet;
use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::layout::KeptLayout;
use super::session::Session;
use super::settings::Settings;
use super::templates::Templates;
use super::{App, RECENT, update};

pub use path::KeptPath;
use readings::KeptReadings;

/// What is remembered, by kind: a file each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kept {
    /// What a person chose about the window.
    Settings,
    /// Where tabs and panes stand.
    Layout,
    /// Files opened or saved of late.
    Recent,
    /// What was open.
    Session,
    /// Messages to begin a new one with.
    Templates,
    /// What fields are read as, where a person chose it.
    Readings,
}

impl Kept {
    /// All kinds, in the order in which they are taken in.
    pub const ALL: [Self; 6] =
        [Self::Settings, Self::Layout, Self::Recent, Self::Session, Self::Templates, Self::Readings];

    /// The name of its file.
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Settings => "settings.json",
            Self::Layout => "layout.json",
            Self::Recent => "recent.json",
            Self::Session => "session.json",
            Self::Templates => "templates.json",
            Self::Readings => "readings.json",
        }
    }

    /// What it is, at the beginning of a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Settings => "Settings",
            Self::Layout => "The layout",
            Self::Recent => "The list of recent files",
            Self::Session => "What was open",
            Self::Templates => "Templates",
            Self::Readings => "What fields are read as",
        }
    }

    /// A file has so many bytes at most; longer ones are neither read nor written.
    pub const fn limit(self) -> u64 {
        match self {
            Self::Settings | Self::Layout | Self::Recent | Self::Session | Self::Readings => 1 << 20,
            Self::Templates => 16 << 20,
        }
    }

    /// The version that is written. It goes up when a program that knows the one before could not read what is
    /// written; fields that may be absent do not need it.
    const fn version(self) -> u32 {
        match self {
            Self::Settings | Self::Layout | Self::Recent | Self::Session | Self::Templates | Self::Readings => 1,
        }
    }
}

/// Why what was kept is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It is longer than what is ever written.
    TooLong,
    /// It was written by a newer wirebench.
    Newer(u64),
    /// It is not what it should be.
    Broken(String),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => f.write_str("It is too long"),
            Self::Newer(version) => write!(f, "It was written by a newer wirebench, in version {version}"),
            Self::Broken(why) => write!(f, "It is broken: {why}"),
        }
    }
}

/// The kinds that differ from what was kept last.
#[derive(Default)]
pub(super) struct Changes {
    kinds: BTreeSet<Kept>,
    settings: Settings,
    is_failure_said: bool,
}

impl Changes {
    /// Has a kind kept anew once the command or event under way is done. Cheap; what was touched often is kept once.
    pub fn touch(&mut self, kind: Kept) {
        self.kinds.insert(kind);
    }

    /// True from the second time on: that nothing can be kept is said once.
    pub fn is_failure_said(&mut self) -> bool {
        std::mem::replace(&mut self.is_failure_said, true)
    }

    /// What can be kept again: a failure is said again.
    pub fn forget_failure(&mut self) {
        self.is_failure_said = false;
    }

    /// The kinds to be kept anew; none from then on.
    pub fn take(&mut self, settings: &Settings) -> BTreeSet<Kept> {
        // Much changes settings, and they are short: nobody has to say so.
        if self.settings != *settings {
            self.settings = settings.clone();
            self.touch(Kept::Settings);
        }
        std::mem::take(&mut self.kinds)
    }
}

/// Files opened or saved of late, as they are written.
#[derive(Serialize, Deserialize)]
struct RecentFiles {
    files: Vec<KeptPath>,
}

/// What is to be kept of a kind now; `None` where there is nothing to say.
pub(super) fn content(app: &App, kind: Kept) -> Option<Vec<u8>> {
    match kind {
        Kept::Settings => to_bytes(kind, &app.settings),
        Kept::Recent => to_bytes(kind, &RecentFiles { files: app.recent.iter().map(KeptPath::from).collect() }),
        Kept::Readings => to_bytes(kind, &KeptReadings::of(&app.readings)),
        Kept::Templates => to_bytes(kind, &app.templates.to_written()),
        Kept::Layout => to_bytes(kind, &app.kept_layout()),
        Kept::Session => to_bytes(kind, &Session::of(app)),
    }
}

/// Takes in what was kept.
pub(super) fn take(app: &mut App, kind: Kept, bytes: &[u8]) -> Result<(), Unreadable> {
    match kind {
        Kept::Settings => {
            app.settings = from_bytes::<Settings>(kind, bytes)?.checked();
            app.kept.settings = app.settings.clone();
        }
        Kept::Recent => {
            let RecentFiles { files } = from_bytes(kind, bytes)?;
            app.recent = files.into_iter().take(RECENT).map(Into::into).collect();
        }
        Kept::Readings => {
            let readings: KeptReadings = from_bytes(kind, bytes)?;
            update::take_readings(app, readings.to_readings());
        }
        Kept::Templates => {
            app.templates = Templates::from_written(from_bytes(kind, bytes)?).map_err(Unreadable::Broken)?;
        }
        Kept::Layout => {
            let KeptLayout { sizes, centre } = from_bytes(kind, bytes)?;
            app.layout.sizes = sizes.checked();
            app.expected = centre;
        }
        Kept::Session => app.restoring.session = Some(from_bytes(kind, bytes)?),
    }
    Ok(())
}

#[derive(Serialize)]
struct Written<'a, T> {
    version: u32,
    #[serde(flatten)]
    content: &'a T,
}

#[derive(Deserialize)]
struct Head {
    version: u64,
}

/// A kind's content as its file holds it; `None` for what no file can hold. The content is a struct with named fields,
/// none of them `version`.
fn to_bytes(kind: Kept, content: &impl Serialize) -> Option<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(&Written { version: kind.version(), content }).ok()?;
    bytes.push(b'\n');
    (bytes.len() as u64 <= kind.limit()).then_some(bytes)
}

/// What a kind's file holds.
fn from_bytes<T: DeserializeOwned>(kind: Kept, bytes: &[u8]) -> Result<T, Unreadable> {
    let broken = |it: serde_json::Error| Unreadable::Broken(it.to_string());
    if bytes.len() as u64 > kind.limit() {
        return Err(Unreadable::TooLong);
    }
    let Head { version } = serde_json::from_slice(bytes).map_err(broken)?;
    if version > u64::from(kind.version()) {
        return Err(Unreadable::Newer(version));
    }
    serde_json::from_slice(bytes).map_err(broken)
}

#[cfg(test)]
mod tests {
    use super::super::settings::{Bottom, Theme};
    use super::*;

    #[test]
    fn file_names_are_unique() {
        let names: BTreeSet<_> = Kept::ALL.iter().map(|it| it.file_name()).collect();
        assert_eq!(names.len(), Kept::ALL.len());
    }

    #[test]
    fn what_is_written_is_read_again() {
        let settings = Settings { theme: Theme::Light, zoom: 125, bottom: Bottom::Log, ..Settings::default() };
        let bytes = to_bytes(Kept::Settings, &settings).unwrap();
        assert_eq!(from_bytes::<Settings>(Kept::Settings, &bytes).unwrap(), settings);
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.starts_with("{\n  \"version\": 1,\n  \"theme\": \"light\""), "{text}");
    }

    #[test]
    fn absent_and_unknown_fields_are_no_matter() {
        let settings = from_bytes::<Settings>(Kept::Settings, br#"{"version":1,"zoom":80,"later":[]}"#).unwrap();
        assert_eq!(settings, Settings { zoom: 80, ..Settings::default() });
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let read = |bytes: &[u8]| from_bytes::<Settings>(Kept::Settings, bytes).unwrap_err();
        assert_eq!(read(br#"{"version":2,"theme":7}"#), Unreadable::Newer(2));
        let deep = [b"[".repeat(500_000), b"]".repeat(500_000)].concat();
        for broken in [&b""[..], b"{", b"[]", b"\xff", br#"{"zoom":80}"#, br#"{"version":1,"zoom":-4}"#, &deep] {
            assert!(matches!(read(broken), Unreadable::Broken(_)), "{:?}", broken.get(..20));
        }
        assert_eq!(read(&vec![b' '; (1 << 20) + 1]), Unreadable::TooLong);
    }
}
