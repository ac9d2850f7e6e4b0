//! wirebench: arguments, then the window or a subcommand.

use std::process::ExitCode;

use wirebench::cli::{self, Ask, Failure};
use wirebench::jobs::instance::{self, Asked, Met};
use wirebench::{jobs, ui};

fn main() -> ExitCode {
    jobs::signals::watch();
    let (files, type_name, is_new_window) = match cli::run(std::env::args_os()) {
        Ask::Done(code) => return code,
        Ask::Window { files, type_name, is_new_window } => (files, type_name, is_new_window),
    };
    let folders = jobs::Folders::of_user();
    let asked = Asked { folder: std::env::current_dir().unwrap_or_default(), files, type_name };
    let met = match instance::place(folders.as_ref()) {
        Some(place) => instance::meet(&place, &asked, is_new_window),
        None => Met::Nobody(None),
    };
    let Met::Nobody(instance) = met else { return ExitCode::SUCCESS };
    let Asked { files, type_name, .. } = asked;
    match ui::run(ui::Start { files, type_name, folders, instance }) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => cli::report(&Failure::unreadable(error.to_string())),
    }
}
