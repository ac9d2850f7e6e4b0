//! What the bar says of a search, and how a hit's text is cut for its mark to be seen. Knows no window.

use std::ops::Range;

use crate::app::{App, Results};
use crate::ui::words;

/// How far a search has come, in a few words: `12 of 340`.
pub fn count(results: &Results) -> String {
    let total = words::grouped(results.total);
    let more = if results.is_whole() { "" } else { "+" };
    let listed = results.hits.len() as u64;
    let cut = if listed < results.total && results.job().is_none() {
        format!(", the first {} listed", words::grouped(listed))
    } else {
        String::new()
    };
    match (results.current, results.total) {
        (_, 0) if results.job().is_some() => "Searching…".to_owned(),
        (_, 0) if results.is_stopped => "Stopped, nothing found so far".to_owned(),
        (_, 0) => "Nothing found".to_owned(),
        (Some(at), _) => format!("{} of {total}{more}{cut}", words::grouped(at as u64 + 1)),
        (None, _) => format!("{total}{more} found{cut}"),
    }
}

/// What is to be known of the results beside their count.
pub fn note(app: &App) -> Option<&'static str> {
    app.are_results_stale().then_some("Of an older version")
}

/// A text whose mark ends within `room`: what comes before it gives way to dots where it has to, and never more of
/// it than the mark leaves room for.
pub fn with_mark_in_view(
    text: &str,
    mark: Range<usize>,
    room: f32,
    width_of: impl Fn(char) -> f32,
) -> (String, Range<usize>) {
    let before = text.get(..mark.end).unwrap_or(text);
    let width: f32 = before.chars().map(&width_of).sum();
    if width <= room {
        return (text.to_owned(), mark);
    }
    // Room for the dots that the line may end with as well.
    let mut over = width + 2.0 * width_of('…') - room;
    let mut from = 0;
    for (at, letter) in before.char_indices().take_while(|(at, _)| *at < mark.start) {
        if over <= 0.0 {
            break;
        }
        over -= width_of(letter);
        from = at + letter.len_utf8();
    }
    let moved = |at: usize| at - from + '…'.len_utf8();
    (format!("…{}", text.get(from..).unwrap_or_default()), moved(mark.start)..moved(mark.end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{DocumentId, Effect, Event, FileCommand, FindCommand, JobId, Sample, SchemaCommand, WorkEffect};
    use crate::schema::find::{Hit, Mode, Part, Query};

    fn hit(at: u64) -> Hit {
        Hit {
            at,
            path: "hash".into(),
            number: 1,
            type_name: "string".into(),
            value: "x".into(),
            part: Part::Value,
            mark: 0..1,
        }
    }

    fn searched() -> (App, JobId, DocumentId) {
        let mut app = App::new();
        app.update(FileCommand::OpenSample(Sample::ResourceUsage));
        let effects = app.update(FindCommand::Find(Query { text: "x".into(), mode: Mode::Value }));
        let Some(Effect::Work(WorkEffect::Find { job, documents, .. })) =
            effects.into_iter().find(|it| matches!(it, Effect::Work(WorkEffect::Find { .. })))
        else {
            panic!("nothing is searched")
        };
        (app, job, documents[0].id)
    }

    fn said(app: &App) -> String {
        count(app.active_document().unwrap().results().unwrap())
    }

    #[test]
    fn the_count_grows_and_says_where_one_is() {
        let (mut app, job, id) = searched();
        assert_eq!(said(&app), "Searching…");
        app.handle(Event::Found { job, id, hits: vec![hit(0), hit(3)], total: 2, is_over: false });
        assert_eq!(said(&app), "2+ found");
        app.update(FindCommand::NextHit);
        app.handle(Event::Found { job, id, hits: vec![hit(5)], total: 12_345, is_over: true });
        assert_eq!(said(&app), "1 of 12\u{202f}345, the first 3 listed");
    }

    #[test]
    fn a_stopped_search_and_an_older_version_are_said() {
        let (mut app, job, id) = searched();
        app.handle(Event::Found { job, id, hits: vec![hit(0)], total: 1, is_over: false });
        app.handle(Event::Stopped { job });
        assert_eq!(said(&app), "1+ found");
        assert_eq!(note(&app), None);
        app.update(SchemaCommand::ChooseType(None));
        assert!(note(&app).is_some());
    }

    #[test]
    fn a_mark_far_in_a_text_is_seen() {
        let shown = |text, mark, letters| with_mark_in_view(text, mark, letters, |_| 1.0);
        assert_eq!(shown("short", 1..2, 10.0), ("short".to_owned(), 1..2));
        let (text, mark) = shown("a.long.path.to.hash", 15..19, 10.0);
        assert_eq!((text.as_str(), &text[mark]), ("….to.hash", "hash"));
        let (text, mark) = shown("grüße.grüße", 8..15, 6.0);
        assert_eq!((text.as_str(), &text[mark]), ("…grüße", "grüße"));
        let narrow = |letter| if letter == 'i' { 0.5 } else { 1.0 };
        assert_eq!(with_mark_in_view("iiii.hash", 5..9, 7.0, narrow).0, "iiii.hash", "narrow letters take less room");
    }
}
