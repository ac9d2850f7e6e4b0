//! `desktop`: puts the program into the menu and Open With of whoever asks, takes it out again, says what is there.

use std::path::{Path, PathBuf};

use super::args::{DesktopInstall, DesktopStatus};
use super::failure::{Code, Failure};
use super::notes::Notes;
use super::output::Output;
use crate::jobs::desktop::{self, DesktopError, Done, Places, Status};

const NAME: &str = "desktop";

/// Installs.
pub fn install(args: &DesktopInstall, notes: &Notes) -> Result<Code, Failure> {
    let program = program()?;
    let done = desktop::install(&places()?, &program, args.default_bin).map_err(|it| failure(&it))?;
    tell(&done, notes);
    let said = match done.files.len() {
        0 => "is installed already, nothing was changed".to_owned(),
        files => format!("was installed for {}: {files} files written", program.display()),
    };
    notes.note(NAME, &said);
    Ok(Code::Done)
}

/// Uninstalls.
pub fn uninstall(notes: &Notes) -> Result<Code, Failure> {
    let done = desktop::uninstall(&places()?).map_err(|it| failure(&it))?;
    tell(&done, notes);
    let said = match done.files.len() {
        0 => "nothing of wirebench was installed".to_owned(),
        files => format!("was uninstalled: {files} files removed or changed back"),
    };
    notes.note(NAME, &said);
    Ok(Code::Done)
}

/// Says what is installed.
pub fn status(args: &DesktopStatus) -> Result<Code, Failure> {
    let status = desktop::status(&places()?, &program()?).map_err(|it| failure(&it))?;
    let output = Output::new(&args.output);
    output.write(|sink| {
        if args.json {
            let path = |it: &PathBuf| it.display().to_string();
            let paths = |all: &[PathBuf]| all.iter().map(path).collect::<Vec<_>>();
            let object = serde_json::json!({
                "installed": status.program.is_some(),
                "program": status.program.as_ref().map(path),
                "stale": status.is_stale(),
                "default_bin": status.is_default,
                "outdated": if status.program.is_some() { paths(&status.outdated) } else { Vec::new() },
                "foreign": paths(&status.foreign),
            });
            return sink.line(format_args!("{object}"));
        }
        for line in lines(&status) {
            sink.line(format_args!("{line}"))?;
        }
        Ok(())
    })?;
    Ok(if status.is_stale() { Code::Problems } else { Code::Done })
}

fn lines(status: &Status) -> Vec<String> {
    let mut lines = Vec::new();
    match &status.program {
        None => lines.push("not installed".to_owned()),
        Some(program) => {
            let about = match status {
                Status { is_gone: true, .. } => ", which is there no more: install again",
                Status { is_other: true, .. } => ", which is not this program: install again to use this one",
                Status { .. } => "",
            };
            lines.push(format!("installed for {}{about}", program.display()));
            let outdated = |it: &PathBuf| format!("missing or of another version: {}", it.display());
            lines.extend(status.outdated.iter().map(outdated));
        }
    }
    lines.extend(status.foreign.iter().map(|it| format!("not put there by wirebench: {}", it.display())));
    lines.push(match status.is_default {
        true => "opens .bin files by default".to_owned(),
        false => "does not open .bin files by default".to_owned(),
    });
    lines
}

fn tell(done: &Done, notes: &Notes) {
    for missing in &done.missing {
        notes.note(NAME, &missing.to_string());
    }
    for path in &done.left {
        notes.note(&path.display().to_string(), "was left: wirebench did not put it there");
    }
}

fn failure(error: &DesktopError) -> Failure {
    match error {
        DesktopError::Foreign(_) | DesktopError::Program(_) => Failure::usage(error.to_string()).about(NAME),
        DesktopError::Io(path, error) => Failure::of_writing(&path.display().to_string(), error),
    }
}

fn places() -> Result<Places, Failure> {
    let places = Places::of_user();
    places.ok_or_else(|| Failure::unreadable("no home folder is known: set HOME").about(NAME))
}

/// The program's own path, as it was installed: a link to it is followed by who starts it, not here.
fn program() -> Result<PathBuf, Failure> {
    let refused = |error: std::io::Error| {
        Failure::unreadable(format!("the program's own path is not known, {error}")).about(NAME)
    };
    let program = std::env::current_exe().map_err(refused)?;
    // Linux says so of a program that was replaced while it runs.
    let text = program.to_string_lossy();
    match text.strip_suffix(" (deleted)").filter(|_| !program.exists()) {
        Some(path) => Ok(Path::new(path).to_owned()),
        None => Ok(program.clone()),
    }
}
