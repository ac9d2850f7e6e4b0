//! The command line: one file per subcommand. Knows every room but the window; `main` joins the two. What a person
//! reads on stderr is one line each: `wirebench: FILE: what is wrong, where: remedy`.

mod args;
mod check;
mod decode;
mod desktop;
mod edit;
mod encode;
mod failure;
mod guess;
mod input;
mod notes;
mod output;
mod schema;
mod types;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

pub use failure::Failure;
pub use notes::Notes;

use args::{Command, DesktopCommand, SchemaCommand};
use failure::Code;

use crate::app::Begin;

/// What the command line asks for.
pub enum Ask {
    /// The window.
    Window(Window),
    /// A subcommand, or nothing: it is done, with this code.
    Done(ExitCode),
}

/// The window that is asked for.
pub struct Window {
    /// One tab each.
    pub files: Vec<PathBuf>,
    /// The type to read them as.
    pub type_name: Option<String>,
    /// What to begin with beside that.
    pub begin: Option<Begin>,
    /// True where it is not to be the one that runs.
    pub is_new_window: bool,
    /// What a person wants to hear.
    pub notes: Notes,
}

/// Reads arguments, the program's own name first, and carries out what is no matter of the window.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Ask {
    let args = match args::read(args) {
        Ok(args) => args,
        Err(refused) => return Ask::Done(refused.report()),
    };
    let notes = Notes::new(args.quiet, args.verbose, args.color);
    let Some(command) = args.command else {
        let begin = match (args.open, args.new) {
            (true, _) => Some(Begin::Open),
            (false, true) => Some(Begin::NewMessage),
            (false, false) => None,
        };
        let (files, type_name, is_new_window) = (args.files, args.type_name, args.new_window);
        return Ask::Window(Window { files, type_name, begin, is_new_window, notes });
    };
    let done = match command {
        Command::Decode(it) => decode::run(&it, &notes),
        Command::Encode(it) => encode::run(&it, &notes),
        Command::Edit(it) => edit::run(&it, &notes),
        Command::Check(it) => check::run(&it, &notes),
        Command::Guess(it) => guess::run(&it, &notes),
        Command::Schema(SchemaCommand::List(it)) => schema::list(&it, &notes),
        Command::Schema(SchemaCommand::Show(it)) => schema::show(&it),
        Command::Schema(SchemaCommand::Export(it)) => schema::export(&it),
        Command::Desktop(DesktopCommand::Install(it)) => desktop::install(&it, &notes),
        Command::Desktop(DesktopCommand::Uninstall) => desktop::uninstall(&notes),
        Command::Desktop(DesktopCommand::Status(it)) => desktop::status(&it),
    };
    Ask::Done(match done {
        Ok(code) => code.into(),
        Err(failure) => report(&failure),
    })
}

/// Says that the window that runs was asked, and which files it will not be able to open.
pub fn handed_over(files: &[PathBuf], notes: &Notes) -> ExitCode {
    let mut code = Code::Done;
    for file in files {
        let name = file.display().to_string();
        match crate::jobs::files::can_open(file) {
            Ok(()) => notes.note(&name, "was handed to the window that runs"),
            Err(error) => {
                let failure = Failure::from(error).about(&name);
                notes::line(&failure.to_string());
                code = failure.code;
            }
        }
    }
    code.into()
}

/// Says why something failed, and gives the code to end with.
pub fn report(failure: &Failure) -> ExitCode {
    notes::line(&failure.to_string());
    failure.code.into()
}
