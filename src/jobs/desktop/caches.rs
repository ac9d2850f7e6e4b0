//! The desktop's caches over what is installed, brought up to date by its own tools. A cache of nothing is taken away.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use super::Places;

/// A tool that did not do its work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Its name.
    pub tool: &'static str,
    /// The Debian package it comes from.
    pub package: &'static str,
    /// What it said, where it is there and failed.
    pub why: Option<String>,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.why {
            None => write!(f, "{} is not there: install {}, then install again", self.tool, self.package),
            Some(why) => write!(f, "{} failed: {why}", self.tool),
        }
    }
}

/// What `update-mime-database` makes out of packages.
const OF_TYPES: [&str; 12] = [
    "XMLnamespaces",
    "aliases",
    "generic-icons",
    "globs",
    "globs2",
    "icons",
    "magic",
    "mime.cache",
    "subclasses",
    "treemagic",
    "types",
    "version",
];

/// Brings all caches up to date; gives the tools that did not do their work.
pub(super) fn update(places: &Places) -> Vec<Missing> {
    if !places.has_tools {
        return Vec::new();
    }
    let mut missing = Vec::new();
    let types = places.data.join("mime");
    if types.is_dir() {
        missing.extend(run("update-mime-database", "shared-mime-info", &[], &types));
        if is_empty(&types.join("packages")) {
            for name in OF_TYPES {
                _ = fs::remove_file(types.join(name));
            }
            // The folders that it made for types, where nothing is in them.
            for entry in fs::read_dir(&types).into_iter().flatten().flatten() {
                _ = fs::remove_dir(entry.path());
            }
        }
    }
    let applications = places.data.join("applications");
    let cache = applications.join("mimeinfo.cache");
    if applications.is_dir() {
        missing.extend(run("update-desktop-database", "desktop-file-utils", &["-q"], &applications));
        if is_alone(&applications, "mimeinfo.cache") {
            _ = fs::remove_file(cache);
        }
    }
    // A new cache would hide the icons that other programs put there later without bringing it up to date.
    let icons = places.data.join("icons/hicolor");
    if icons.join("icon-theme.cache").is_file() {
        missing.extend(run("gtk-update-icon-cache", "gtk-update-icon-cache", &["-q", "-t", "-f"], &icons));
    }
    missing
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).map_or_else(|it| it.kind() == io::ErrorKind::NotFound, |mut it| it.next().is_none())
}

/// True when a folder holds one file and nothing else.
fn is_alone(folder: &Path, name: &str) -> bool {
    fs::read_dir(folder).is_ok_and(|mut it| it.all(|entry| entry.is_ok_and(|it| it.file_name() == name)))
}

fn run(tool: &'static str, package: &'static str, flags: &[&str], folder: &Path) -> Option<Missing> {
    let mut command = Command::new(tool);
    command.args(flags).arg(folder).stdin(Stdio::null()).stdout(Stdio::null());
    let why = match command.output() {
        Ok(output) if output.status.success() => return None,
        Ok(output) => Some(String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or_default().to_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => Some(error.to_string()),
    };
    Some(Missing { tool, package, why })
}
