//! What the guide and the README say is so: the list of keys is written from the table of commands, every key, menu and
//! subcommand they name is there, and so is every picture. `UPDATE=1` writes the list of keys; that run still fails.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use wirebench::app::table::{self, Menu};

use crate::program;

const BEGIN: &str = "<!-- keys -->\n";
const END: &str = "<!-- end of keys -->\n";
/// What the list of keys is headed with where its commands stand in no menu.
const ELSEWHERE: &str = "In the tree and elsewhere";
/// Keys of the bytes, which are typed in, and what is held while the pointer clicks.
const BESIDES: [&str; 4] = ["Ctrl+Home", "Ctrl+End", "Ctrl+click", "Shift+click"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn guide_path() -> PathBuf {
    root().join("docs/guide.md")
}

fn guide() -> String {
    fs::read_to_string(guide_path()).unwrap()
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).unwrap()
}

/// The list of keys as it should stand in the guide.
fn keys() -> String {
    let mut out = String::new();
    for menu in Menu::BAR.into_iter().chain([Menu::CopyAs, Menu::PasteAs, Menu::None]) {
        let with_keys: Vec<_> = table::menu(menu).filter(|it| !it.shortcuts.is_empty()).collect();
        if with_keys.is_empty() {
            continue;
        }
        let title = if menu == Menu::None { ELSEWHERE } else { menu.title() };
        write!(out, "\n| {title} | |\n|---|---|\n").unwrap();
        for entry in with_keys {
            let keys: Vec<_> = entry.shortcuts.iter().map(|it| format!("`{it}`")).collect();
            writeln!(out, "| {} | {} |", entry.name, keys.join(", ")).unwrap();
        }
    }
    out + "\n"
}

#[test]
fn the_guide_lists_every_shortcut() {
    let guide = guide();
    let (before, rest) = guide.split_once(BEGIN).expect("the guide has a place for the list of keys");
    let (listed, after) = rest.split_once(END).expect("the list of keys has an end");
    let expected = keys();
    if listed != expected && std::env::var_os("UPDATE").is_some() {
        fs::write(guide_path(), format!("{before}{BEGIN}{expected}{END}{after}")).unwrap();
    }
    assert_eq!(listed, expected, "other keys than the table has (UPDATE=1 writes them)");
}

/// The text a person reads: no code, and not the list of keys.
fn prose(text: &str) -> String {
    let without_keys = text.split_once(BEGIN).map_or(text, |it| it.0);
    without_keys.split("```").step_by(2).collect()
}

#[test]
fn every_key_the_guide_names_is_a_shortcut() {
    let known: BTreeSet<String> =
        table::entries().flat_map(|it| it.shortcuts).map(ToString::to_string).chain(BESIDES.map(Into::into)).collect();
    let mut count = 0;
    for word in [prose(&guide()), prose(&readme())].concat().split_whitespace() {
        let word = word.trim_start_matches(['(', '*', '|', '`']);
        let is_function = word.strip_prefix('F').is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit()));
        if !is_function && !["Ctrl+", "Alt+", "Shift+"].iter().any(|it| word.starts_with(it)) {
            continue;
        }
        let bare = word.trim_end_matches([',', '.', ';', ':', ')', '*', '`']);
        assert!(known.contains(word) || known.contains(bare), "{word} is no shortcut");
        count += 1;
    }
    assert!(count > 30, "the guide names {count} keys");
}

#[test]
fn every_menu_item_the_guide_names_is_there() {
    let prose = prose(&guide()).replace('\n', " ");
    let mut count = 0;
    for (at, separator) in prose.match_indices(" › ") {
        let menu = prose[..at].rsplit(|c: char| !c.is_alphabetic()).next().unwrap();
        let item = &prose[at + separator.len()..];
        let menu =
            Menu::BAR.into_iter().find(|it| it.title() == menu).unwrap_or_else(|| panic!("no menu is called {menu}"));
        let beneath = menu.beneath().iter().map(|(it, _)| it.title());
        let mut names = table::menu(menu).map(|it| it.name).chain(beneath);
        assert!(names.any(|it| item.starts_with(it)), "{} has no {}", menu.title(), &item[..item.len().min(40)]);
        count += 1;
    }
    assert!(count > 5, "the guide names {count} items of menus");
}

#[test]
fn every_subcommand_that_is_shown_is_there() {
    let mut names = BTreeSet::new();
    for text in [guide(), readme()] {
        // What stands between fences.
        for line in text.split("```").skip(1).step_by(2).flat_map(str::lines) {
            let rest = line.strip_prefix("wirebench ").unwrap_or_default();
            let name = rest.split(' ').next().unwrap_or_default();
            if !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase()) {
                names.insert(name.to_owned());
            }
        }
    }
    assert!(names.len() > 5, "{names:?}");
    for name in names {
        program::run(["help", &name]).expect_code(0);
    }
}

#[test]
fn every_picture_is_there_and_shown() {
    let shown: BTreeSet<String> = [guide(), readme()]
        .iter()
        .flat_map(|text| text.split("images/").skip(1))
        .map(|it| it[..it.find(')').unwrap()].to_owned())
        .collect();
    let there: BTreeSet<String> = fs::read_dir(root().join("docs/images"))
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(there, shown, "the pictures in docs/images, and those shown");
}
