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

use args::{Command, DesktopCommand, SchemaCommand};
use notes::Notes;

/// What the command line asks for.
pub enum Ask {
    /// The window.
    Window {
        /// One tab each.
        files: Vec<PathBuf>,
        /// The type to read them as.
        type_name: Option<String>,
        /// True where it is not to be the one that runs.
        is_new_window: bool,
    },
    /// A subcommand, or nothing: it is done, with this code.
    Done(ExitCode),
}

/// Reads arguments, the program's own name first, and carries out what is no matter of the window.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Ask {
    let args = match args::read(args) {
        Ok(args) => args,
        Err(refused) => return Ask::Done(refused.report()),
    };
    let notes = Notes::new(args.quiet, args.verbose, args.color);
    let Some(command) = args.command else {
        return Ask::Window { files: args.files, type_name: args.type_name, is_new_window: args.new_window };
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

/// Says why something failed, and gives the code to end with.
pub fn report(failure: &Failure) -> ExitCode {
    notes::line(&failure.to_string());
    failure.code.into()
}
