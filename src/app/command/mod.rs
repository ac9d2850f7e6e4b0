//! Commands: what a person may ask. Closed enums, a group of commands each; those that need nothing more said stand in
//! [`super::table`], from which menus, palette, keys and the list of shortcuts are drawn.

mod bytes;
mod clip;
mod edit;
mod file;
mod find;
mod new;
mod notices;
mod problems;
mod records;
mod schema;
mod session;
mod tabs;
mod tree;
mod window;

use std::fmt::{self, Write as _};

use super::App;
use super::layout::Change;
use super::short::Short;

pub use bytes::ByteCommand;
pub use clip::{ClipCommand, PasteForm};
pub use edit::EditCommand;
pub use file::FileCommand;
pub use find::FindCommand;
pub use new::NewCommand;
pub use notices::NoticeCommand;
pub use problems::ProblemCommand;
pub use records::{RecordCommand, Shift};
pub use schema::{ReadScope, SchemaCommand};
pub use session::SessionCommand;
pub use tabs::TabCommand;
pub use tree::{Motion, Pick, TreeCommand};
pub use window::WindowCommand;

/// What a person may ask.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Something about files.
    File(FileCommand),
    /// Something of new messages and templates.
    New(NewCommand),
    /// Something about tabs.
    Tabs(TabCommand),
    /// Change where tabs stand or how large panes are.
    Layout(Change),
    /// Something about the next start, and what the last one left.
    Session(SessionCommand),
    /// Something that edits values, or takes edits back.
    Edit(EditCommand),
    /// Something that puts in, takes out or moves records.
    Records(RecordCommand),
    /// Something of the clipboard.
    Clip(ClipCommand),
    /// Something among the bytes.
    Bytes(ByteCommand),
    /// Something of the rows of the tree.
    Tree(TreeCommand),
    /// Something of the problems.
    Problems(ProblemCommand),
    /// Something that finds something, or goes to it.
    Find(FindCommand),
    /// Something of the window.
    Window(WindowCommand),
    /// Something about notices and jobs.
    Notices(NoticeCommand),
    /// Something about types and ways to read.
    Schema(SchemaCommand),
}

impl Command {
    /// Its name: as a menu shows it where it stands in the table, for the log otherwise.
    pub fn name(&self) -> &'static str {
        super::table::entry(self).map_or_else(|| self.short_name(), |entry| entry.name)
    }

    /// False for those that change nothing but what is seen, or come with every key: a person reads the log without
    /// them.
    pub(super) fn is_logged(&self) -> bool {
        match self {
            Self::File(command) => command.is_logged(),
            Self::New(command) => command.is_logged(),
            Self::Tabs(command) => command.is_logged(),
            Self::Layout(command) => command.is_logged(),
            Self::Session(command) => command.is_logged(),
            Self::Edit(command) => command.is_logged(),
            Self::Records(command) => command.is_logged(),
            Self::Clip(command) => command.is_logged(),
            Self::Bytes(command) => command.is_logged(),
            Self::Tree(command) => command.is_logged(),
            Self::Problems(command) => command.is_logged(),
            Self::Find(command) => command.is_logged(),
            Self::Window(command) => command.is_logged(),
            Self::Notices(command) => command.is_logged(),
            Self::Schema(command) => command.is_logged(),
        }
    }

    pub(super) fn short_name(&self) -> &'static str {
        match self {
            Self::File(command) => command.short_name(),
            Self::New(command) => command.short_name(),
            Self::Tabs(command) => command.short_name(),
            Self::Layout(command) => command.short_name(),
            Self::Session(command) => command.short_name(),
            Self::Edit(command) => command.short_name(),
            Self::Records(command) => command.short_name(),
            Self::Clip(command) => command.short_name(),
            Self::Bytes(command) => command.short_name(),
            Self::Tree(command) => command.short_name(),
            Self::Problems(command) => command.short_name(),
            Self::Find(command) => command.short_name(),
            Self::Window(command) => command.short_name(),
            Self::Notices(command) => command.short_name(),
            Self::Schema(command) => command.short_name(),
        }
    }

    /// In short form, as the log has it.
    pub(super) fn brief(&self) -> String {
        let mut out = Short::default();
        // Cut where it is too long.
        _ = out.write_str(self.name().trim_end_matches('…')).and_then(|()| match super::table::entry(self) {
            Some(_) => Ok(()),
            None => self.detail(&mut out),
        });
        out.into_text()
    }

    fn detail(&self, out: &mut Short) -> fmt::Result {
        match self {
            Self::File(command) => command.detail(out),
            Self::New(command) => command.detail(out),
            Self::Tabs(command) => command.detail(out),
            Self::Layout(command) => command.detail(out),
            Self::Session(command) => command.detail(out),
            Self::Edit(command) => command.detail(out),
            Self::Records(command) => command.detail(out),
            Self::Clip(command) => command.detail(out),
            Self::Bytes(command) => command.detail(out),
            Self::Tree(command) => command.detail(out),
            Self::Problems(command) => command.detail(out),
            Self::Find(command) => command.detail(out),
            Self::Window(command) => command.detail(out),
            Self::Notices(command) => command.detail(out),
            Self::Schema(command) => command.detail(out),
        }
    }

    pub(super) fn is_available(&self, app: &App) -> bool {
        match self {
            Self::File(command) => command.is_available(app),
            Self::New(command) => command.is_available(app),
            Self::Tabs(command) => command.is_available(app),
            Self::Layout(command) => command.is_available(app),
            Self::Session(command) => command.is_available(app),
            Self::Edit(command) => command.is_available(app),
            Self::Records(command) => command.is_available(app),
            Self::Clip(command) => command.is_available(app),
            Self::Bytes(command) => command.is_available(app),
            Self::Tree(command) => command.is_available(app),
            Self::Problems(command) => command.is_available(app),
            Self::Find(command) => command.is_available(app),
            Self::Window(command) => command.is_available(app),
            Self::Notices(command) => command.is_available(app),
            Self::Schema(command) => command.is_available(app),
        }
    }
}

macro_rules! groups {
    ($($group:ident($commands:ty)),* $(,)?) => {
        $(impl From<$commands> for Command {
            fn from(command: $commands) -> Self {
                Self::$group(command)
            }
        })*
    };
}

groups! {
    File(FileCommand),
    New(NewCommand),
    Tabs(TabCommand),
    Layout(Change),
    Session(SessionCommand),
    Edit(EditCommand),
    Records(RecordCommand),
    Clip(ClipCommand),
    Bytes(ByteCommand),
    Tree(TreeCommand),
    Problems(ProblemCommand),
    Find(FindCommand),
    Window(WindowCommand),
    Notices(NoticeCommand),
    Schema(SchemaCommand),
}
