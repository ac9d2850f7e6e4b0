//! wirebench: arguments, then the window or a subcommand.

use std::process::ExitCode;

use wirebench::cli::{self, Ask, Failure};
use wirebench::{jobs, ui};

fn main() -> ExitCode {
    jobs::signals::watch();
    match cli::run(std::env::args_os()) {
        Ask::Done(code) => code,
        Ask::Window { files, type_name } => {
            let folders = jobs::Folders::of_user();
            match ui::run(ui::Start { files, type_name, folders }) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => cli::report(&Failure::unreadable(error.to_string())),
            }
        }
    }
}
