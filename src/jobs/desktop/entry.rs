//! The desktop entry: what stands in the menu and in Open With.

use std::fmt;
use std::path::{Path, PathBuf};

/// Types that open in the window. Text forms of messages have types of their own and open in a text editor.
const TYPES: [&str; 3] =
    ["application/x-protobuf", "application/x-protobuf-descriptor-set", super::defaults::UNKNOWN_TYPE];
const MADE: &str = "X-Wirebench-MadeFolders=";
const PROGRAM: &str = "TryExec=";

/// A program path that no entry can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadProgram(PathBuf);

impl fmt::Display for BadProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.0.display();
        write!(
            f,
            "a desktop entry cannot name a program whose path has `=`, a control character or is no UTF-8: move it elsewhere: {path}"
        )
    }
}

/// The entry for a program, noting the folders that were made for it.
pub(super) fn text(program: &Path, made: &[PathBuf]) -> Result<String, BadProgram> {
    let bad = || BadProgram(program.to_owned());
    let path = program.to_str().filter(|it| program.is_absolute() && !it.contains(is_unsayable)).ok_or_else(bad)?;
    let exec = escaped(&quoted(path));
    let made: String = made.iter().filter_map(|it| it.to_str()).map(|it| format!("{};", list_item(it))).collect();
    Ok(format!(
        "# Put here by: wirebench desktop install\n\
         [Desktop Entry]\n\
         Type=Application\n\
         Version=1.1\n\
         Name=wirebench\n\
         GenericName=Protobuf message editor\n\
         Comment=Open protobuf messages, see every field beside its bytes, and edit them\n\
         Exec={exec} %F\n\
         {PROGRAM}{}\n\
         Icon=wirebench\n\
         Terminal=false\n\
         Categories=Development;\n\
         Keywords=protobuf;protocol buffers;binary;hex;message;\n\
         MimeType={};\n\
         StartupWMClass=wirebench\n\
         Actions=new-message;open;new-window;\n\
         {MADE}{made}\n\
         \n\
         [Desktop Action new-message]\n\
         Name=New message…\n\
         Exec={exec} --new\n\
         \n\
         [Desktop Action open]\n\
         Name=Open…\n\
         Exec={exec} --open\n\
         \n\
         [Desktop Action new-window]\n\
         Name=New window\n\
         Exec={exec} --new-window\n",
        escaped(path),
        TYPES.join(";"),
    ))
}

fn is_unsayable(letter: char) -> bool {
    letter == '=' || letter.is_control()
}

/// An argument of a command line, in quotes where it needs them.
fn quoted(argument: &str) -> String {
    let is_plain = |it: char| it.is_alphanumeric() || "/._-+,:@".contains(it);
    let argument = argument.replace('%', "%%");
    if argument.chars().all(is_plain) {
        return argument;
    }
    let mut out = String::from("\"");
    for letter in argument.chars() {
        if matches!(letter, '"' | '`' | '$' | '\\') {
            out.push('\\');
        }
        out.push(letter);
    }
    out.push('"');
    out
}

/// A string as a value.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
}

fn unescaped(text: &str) -> String {
    text.replace("\\\\", "\\")
}

/// A string as an item of a list.
fn list_item(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\\\"),
            ';' => out.push_str("\\;"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            it => out.push(it),
        }
    }
    out
}

fn value<'t>(text: &'t [u8], key: &str) -> Option<&'t str> {
    let text = std::str::from_utf8(text).ok()?;
    text.lines().find_map(|line| line.strip_prefix(key))
}

/// The program that an entry of ours starts.
pub(super) fn program(text: &[u8]) -> Option<PathBuf> {
    value(text, PROGRAM).map(unescaped).map(PathBuf::from)
}

/// The folders that were made for an entry of ours and what belongs to it.
pub(super) fn made_folders(text: &[u8]) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    let mut item = String::new();
    let mut letters = value(text, MADE).unwrap_or_default().chars();
    while let Some(letter) = letters.next() {
        match letter {
            ';' => folders.push(PathBuf::from(std::mem::take(&mut item))),
            '\\' => match letters.next() {
                Some('n') => item.push('\n'),
                Some('r') => item.push('\r'),
                Some(it) => item.push(it),
                None => {}
            },
            it => item.push(it),
        }
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line<'t>(text: &'t str, key: &str) -> &'t str {
        text.lines().find_map(|it| it.strip_prefix(key)).unwrap()
    }

    #[test]
    fn a_program_path_is_quoted_as_entries_demand() {
        for (path, exec) in [
            ("/usr/bin/wirebench", "/usr/bin/wirebench %F"),
            ("/a b/wirebench", "\"/a b/wirebench\" %F"),
            ("/a%b/wirebench", "\"/a%%b/wirebench\" %F"),
            ("/a\"b/$x", "\"/a\\\\\"b/\\\\$x\" %F"),
            ("/a\\b", "\"/a\\\\\\\\b\" %F"),
            ("/ünï/wirebench", "/ünï/wirebench %F"),
        ] {
            let text = text(Path::new(path), &[]).unwrap();
            assert_eq!(line(&text, "Exec="), exec);
            assert_eq!(program(text.as_bytes()), Some(PathBuf::from(path)));
        }
        for path in ["/a=b/wirebench", "/a\nb", "wirebench"] {
            assert!(text(Path::new(path), &[]).is_err(), "{path:?}");
        }
    }

    #[test]
    fn every_action_named_is_there_with_its_command() {
        let text = text(Path::new("/a b/wirebench"), &[]).unwrap();
        let sections: Vec<&str> = text.split("[Desktop Action ").skip(1).collect();
        let named: Vec<&str> = line(&text, "Actions=").split_terminator(';').collect();
        let actions: Vec<(&str, &str, &str)> = sections
            .iter()
            .map(|it| (it.split(']').next().unwrap(), line(it, "Name="), line(it, "Exec=\"/a b/wirebench\" ")))
            .collect();
        assert_eq!(
            actions,
            [
                ("new-message", "New message…", "--new"),
                ("open", "Open…", "--open"),
                ("new-window", "New window", "--new-window"),
            ]
        );
        assert_eq!(named, actions.iter().map(|it| it.0).collect::<Vec<_>>());
    }

    #[test]
    fn the_folders_made_are_read_back() {
        let made: Vec<PathBuf> = ["/a", "/a/b c", "/a/b;c\\d", "/a/n\nl"].map(PathBuf::from).into();
        let text = text(Path::new("/w"), &made).unwrap();
        assert_eq!(made_folders(text.as_bytes()), made);
        assert!(made_folders(b"").is_empty());
    }
}
