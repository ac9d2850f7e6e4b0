//! wirebench: arguments, then the window or a subcommand.

use std::process::ExitCode;

use wirebench::cli::{self, Ask, Failure};
use wirebench::jobs::instance::{self, Asked, Met};
use wirebench::{jobs, ui};

fn main() -> ExitCode {
    jobs::signals::watch();
    let window = match cli::run(std::env::args_os()) {
        Ask::Done(code) => return code,
        Ask::Window(window) => window,
    };
    let cli::Window { files, type_name, begin, is_new_window, notes } = window;
    let folders = jobs::Folders::of_user();
    let asked = Asked { folder: std::env::current_dir().unwrap_or_default(), files, type_name, begin };
    let met = match instance::place(folders.as_ref()) {
        Some(place) => instance::meet(&place, &asked, is_new_window),
        None => Met::Nobody(None),
    };
    let Met::Nobody(instance) = met else { return cli::handed_over(&asked.files, &notes) };
    let Asked { files, type_name, begin, .. } = asked;
    match ui::run(ui::Start { files, type_name, begin, folders, instance }) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => cli::report(&Failure::unreadable(error.to_string())),
    }
}
