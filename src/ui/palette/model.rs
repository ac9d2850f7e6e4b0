//! Which commands what was typed leaves, and in which order. Knows no window.

use crate::app::table::{Entry, entries};
use crate::app::{Command, WindowCommand};

/// So many commands are remembered as used last.
const REMEMBERED: usize = 8;

/// The commands that were run from the palette, the last one first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Used(Vec<&'static str>);

impl Used {
    /// Notes that a command was run.
    pub fn note(&mut self, name: &'static str) {
        self.0.retain(|it| *it != name);
        self.0.insert(0, name);
        self.0.truncate(REMEMBERED);
    }

    fn place(&self, name: &str) -> usize {
        self.0.iter().position(|it| *it == name).unwrap_or(REMEMBERED)
    }
}

/// How well a word fits a command; less is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// It is the name.
    Whole,
    /// The name begins with it.
    Start,
    /// A word of the name does.
    Word,
    /// The name holds it.
    Inside,
    /// Its letters stand in the name in this order, the first one at the start of a word.
    Letters,
    /// The menu, the tooltip or a shortcut holds it.
    About,
}

/// The places in the table of the commands that hold every word of `filter`, best first; among equals those used last,
/// then in the order of the table.
pub fn ranked(used: &Used, filter: &str) -> Vec<usize> {
    let words = words(filter);
    let offered =
        entries().enumerate().filter(|(_, entry)| entry.command != Command::Window(WindowCommand::ShowPalette));
    let mut found: Vec<(Fit, usize, usize)> = offered
        .filter_map(|(place, entry)| fit(entry, &words).map(|fit| (fit, used.place(entry.name), place)))
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(.., place)| place).collect()
}

/// True when a command holds every word of `filter`.
pub fn matches(entry: &Entry, filter: &str) -> bool {
    fit(entry, &words(filter)).is_some()
}

fn words(filter: &str) -> Vec<String> {
    filter.split_whitespace().map(str::to_lowercase).collect()
}

fn fit(entry: &Entry, words: &[String]) -> Option<Fit> {
    let name = entry.name.to_lowercase();
    let whole = words.join(" ");
    if name.starts_with(&whole) {
        let is_whole = name.trim_end_matches('…') == whole.trim_end_matches('…');
        return Some(if is_whole { Fit::Whole } else { Fit::Start });
    }
    words.iter().map(|word| fit_of_word(entry, &name, word)).try_fold(Fit::Word, |worst, fit| Some(worst.max(fit?)))
}

fn fit_of_word(entry: &Entry, name: &str, word: &str) -> Option<Fit> {
    match () {
        () if name.split_whitespace().any(|it| it.starts_with(word)) => Some(Fit::Word),
        () if name.contains(word) => Some(Fit::Inside),
        () if has_letters(name, word) => Some(Fit::Letters),
        () if is_about(entry, word) => Some(Fit::About),
        () => None,
    }
}

fn is_about(entry: &Entry, word: &str) -> bool {
    entry.tooltip.to_lowercase().contains(word)
        || entry.menu.title().to_lowercase() == word
        || entry.shortcuts.iter().any(|it| it.to_string().to_lowercase() == word)
}

/// True when the letters of `word` stand in `name` in this order, the first one at the start of a word.
fn has_letters(name: &str, word: &str) -> bool {
    let starts = name.char_indices().filter(|(at, _)| {
        let before = name.get(..*at).and_then(|it| it.chars().next_back());
        before.is_none_or(char::is_whitespace)
    });
    starts.map(|(at, _)| name.get(at..).unwrap_or_default()).any(|rest| {
        let mut letters = rest.chars();
        let mut wanted = word.chars();
        wanted.next() == letters.next() && wanted.all(|letter| letters.any(|it| it == letter))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(filter: &str) -> Vec<&'static str> {
        ranked(&Used::default(), filter).into_iter().map(|it| entries().nth(it).map(|it| it.name).unwrap()).collect()
    }

    #[test]
    fn a_name_is_found_by_its_start_its_words_and_its_letters() {
        assert_eq!(names("save as").first(), Some(&"Save as…"));
        assert_eq!(names("as save").first(), Some(&"Save as…"));
        assert_eq!(names("sav").first(), Some(&"Save"));
        assert_eq!(names("fold").first(), Some(&"Fold"), "the whole name before the start of another");
        assert_eq!(names("svas").first(), Some(&"Save as…"));
        assert_eq!(names("tglbool").first(), Some(&"Toggle bool"));
    }

    #[test]
    fn a_command_is_found_by_what_it_does_and_by_its_shortcut() {
        assert!(names("everything larger").contains(&"Zoom in"));
        assert!(names("ctrl+shift+s").contains(&"Save as…"));
        assert!(names("schema").contains(&"Choose type…"));
        assert!(names("zzz").is_empty());
    }

    #[test]
    fn nothing_typed_shows_all_those_used_last_first() {
        let mut used = Used::default();
        used.note("Undo");
        used.note("Fold all");
        used.note("Undo");
        let all: Vec<_> =
            ranked(&used, " ").into_iter().map(|it| entries().nth(it).map(|it| it.name).unwrap()).collect();
        assert_eq!(all[..2], ["Undo", "Fold all"]);
        assert_eq!(all.len(), entries().count() - 1, "all but the palette itself");
    }
}
