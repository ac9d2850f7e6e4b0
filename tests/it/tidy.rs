//! The rules of the house that no compiler keeps, read off the source text.

use std::fs;
use std::path::{Path, PathBuf};

/// A room, what of ours it may name, and whether it may touch the outside.
struct Room {
    name: &'static str,
    may_name: &'static [&'static str],
    does_io: bool,
}

const ROOMS: [Room; 10] = [
    Room { name: "wire", may_name: &[], does_io: false },
    Room { name: "schema", may_name: &["wire"], does_io: false },
    Room { name: "text", may_name: &["wire", "schema"], does_io: false },
    Room { name: "store", may_name: &["wire", "schema"], does_io: false },
    Room { name: "live", may_name: &["wire", "schema"], does_io: false },
    Room { name: "reapi", may_name: &["wire", "schema", "store"], does_io: false },
    Room { name: "app", may_name: &["wire", "schema", "text", "store", "live", "reapi"], does_io: false },
    Room { name: "jobs", may_name: &["wire", "schema", "text", "store", "live", "reapi", "app"], does_io: true },
    Room { name: "ui", may_name: &["wire", "schema", "store", "live", "reapi", "app"], does_io: false },
    Room { name: "cli", may_name: &["wire", "schema", "text", "store", "live", "reapi", "app", "jobs"], does_io: true },
];

/// Folders that may do more than their room.
const IO_EXCEPTIONS: [&str; 1] = ["src/store/dir/"];
/// The one file of `ui` that knows `jobs`.
const JOBS_IN_UI: &str = "src/ui/mod.rs";

const IO: [&str; 7] = ["std::fs", "std::net", "std::process", "std::env", "std::thread", "std::io::std", "std::os::"];
const MAX_LINES: usize = 800;
const UNSAFE_FILES: [&str; 2] = ["src/jobs/map.rs", "src/wire/prefetch.rs"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return files };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|it| it == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Path from the top of the repository, and text.
fn sources(folder: &str) -> Vec<(String, String)> {
    let root = root();
    let name = |path: &Path| path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
    rust_files(&root.join(folder)).iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

/// The code of a file: comments and what only tests see left out.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or("");
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn names_room(code: &str, room: &str) -> bool {
    let head = "use crate::{";
    let grouped = code.match_indices(head).any(|(at, _)| {
        let rest = &code[at + head.len()..];
        let group = &rest[..rest.find(';').unwrap_or(rest.len())];
        group.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == room)
    });
    let plain = [format!("crate::{room}::"), format!("crate::{room};"), format!("crate::{room},")];
    grouped || plain.iter().any(|it| code.contains(it.as_str()))
}

#[test]
fn rooms_name_only_what_they_may() {
    for room in &ROOMS {
        for (path, text) in sources(&format!("src/{}", room.name)) {
            let code = code(&text);
            for other in ROOMS.iter().filter(|other| other.name != room.name && !room.may_name.contains(&other.name)) {
                let is_excepted = path == JOBS_IN_UI && other.name == "jobs";
                assert!(is_excepted || !names_room(&code, other.name), "{path} names `{}`", other.name);
            }
        }
    }
}

#[test]
fn only_rooms_that_may_touch_the_outside_do() {
    for room in ROOMS.iter().filter(|room| !room.does_io) {
        for (path, text) in sources(&format!("src/{}", room.name)) {
            if IO_EXCEPTIONS.iter().any(|it| path.starts_with(it)) {
                continue;
            }
            let code = code(&text);
            for io in IO {
                assert!(!code.contains(io), "{path} does IO: {io}");
            }
        }
    }
}

#[test]
fn every_file_says_what_it_is() {
    for (path, text) in [sources("src"), sources("tests"), sources("benches")].concat() {
        assert!(text.starts_with("//! "), "{path} does not begin with a `//!` comment");
    }
}

#[test]
fn files_are_not_long_and_have_telling_names() {
    for (path, text) in [sources("src"), sources("tests"), sources("benches")].concat() {
        assert!(text.lines().count() <= MAX_LINES, "{path} has more than {MAX_LINES} lines");
        for name in ["util", "utils", "helper", "helpers", "manager", "common", "misc"] {
            let is_so_named = path.ends_with(&format!("/{name}.rs")) || path.contains(&format!("/{name}/"));
            assert!(!is_so_named, "{path}: name it by its noun");
        }
    }
}

#[test]
fn only_audited_files_lift_the_ban_on_unsafe() {
    for (path, text) in sources("src") {
        let lifts = text.contains("unsafe_code");
        assert!(!lifts || UNSAFE_FILES.contains(&path.as_str()), "{path} lifts the ban on unsafe code");
    }
}

#[test]
fn models_know_no_window() {
    for (path, text) in [sources("src/ui"), sources("src/app")].concat() {
        if path.ends_with("/model.rs") || path.starts_with("src/app/") {
            assert!(!code(&text).contains("egui"), "{path} names egui");
        }
    }
}

#[test]
fn colours_and_sizes_stand_in_the_theme() {
    let literals = [
        "Color32::from_rgb",
        "Color32::from_rgba",
        "Color32::from_gray",
        "hex_color!",
        "Color32::WHITE",
        "Color32::BLACK",
        "FontId::new(",
        "FontId::proportional(",
        "FontId::monospace(",
    ];
    for (path, text) in sources("src/ui") {
        if path == "src/ui/theme.rs" || path.starts_with("src/ui/theme/") {
            continue;
        }
        for literal in literals {
            assert!(!code(&text).contains(literal), "{path} has {literal}: give it a name in the theme");
        }
    }
}

/// The arms of a match stand one brace deeper than the match; a wildcard there would swallow a new variant.
#[test]
fn closed_enums_are_matched_without_a_wildcard() {
    for (path, text) in sources("src") {
        let code = code(&text);
        for subject in ["command", "effect", "event", "format"] {
            for head in [format!("match {subject} {{"), format!("match *{subject} {{"), format!("match &{subject} {{")]
            {
                for (at, _) in code.match_indices(&head) {
                    assert!(!has_wildcard_arm(&code[at..]), "{path}: a wildcard arm in `{head}`");
                }
            }
        }
    }
}

fn has_wildcard_arm(from_match: &str) -> bool {
    let mut depth = 0i64;
    for line in from_match.lines() {
        if depth == 1 && line.trim_start().starts_with("_ =>") {
            return true;
        }
        depth += line.matches('{').count() as i64 - line.matches('}').count() as i64;
        if depth <= 0 {
            return false;
        }
    }
    false
}

#[test]
fn the_search_for_wildcards_finds_one() {
    assert!(has_wildcard_arm("match command {\n    Command::Quit => {}\n    _ => {}\n}"));
    assert!(!has_wildcard_arm(
        "match command {\n    A => match x {\n        _ => {}\n    },\n}\nmatch y {\n _ => {}\n}"
    ));
}

#[test]
fn nothing_ordered_comes_from_a_hash_map() {
    for (path, text) in sources("src") {
        for line in code(&text).lines().filter(|line| line.contains("pub fn")) {
            assert!(!line.contains("-> HashMap") && !line.contains("-> HashSet"), "{path} hands one out: {line}");
        }
    }
}

/// A folder that a test names itself stays where the test fails.
#[test]
fn what_tests_make_goes_with_them() {
    for (path, text) in [sources("src"), sources("tests"), sources("benches")].concat() {
        for name in ["temp_dir()", ".keep()", ".into_path()", "mem::forget("] {
            assert!(path == "tests/it/tidy.rs" || !text.contains(name), "{path} has {name}: use tempfile::tempdir");
        }
    }
}

#[test]
fn tests_do_not_sleep_and_none_is_ignored() {
    for (path, text) in [sources("src"), sources("tests")].concat() {
        if path == "tests/it/tidy.rs" {
            continue;
        }
        let is_test = path.starts_with("tests/") || text.contains("#[cfg(test)]");
        assert!(!(is_test && text.contains("thread::sleep")), "{path} sleeps");
        assert!(!text.contains("#[ignore"), "{path} ignores a test");
    }
}
