//! A monkey: whatever is asked in whatever order over hostile documents, while the outside answers late, in any order,
//! or with failures, nothing is lost and what always holds holds. The same in every run.

mod outside;
mod wishes;

use std::collections::BTreeMap;

use self::outside::Outside;
use super::random::Dice;
use super::*;

/// Rows looked at after each turn.
const ROWS: u64 = 24;

/// What the bytes of each state of each document were when it was first seen. Every ground that a document stood on
/// stays, so that no two have the same place.
#[derive(Default)]
struct Seen(BTreeMap<(usize, StateId), Vec<u8>>, Vec<Origin>);

fn ground(origin: &Origin) -> usize {
    Arc::as_ptr(&origin.blocking()).cast::<()>() as usize
}

struct Monkey {
    desk: Desk,
    outside: Outside,
    dice: Dice,
    seen: Seen,
    /// What was done, to be told when something does not hold.
    done: Vec<String>,
}

impl Monkey {
    fn new(seed: u64) -> Self {
        let mut monkey = Self {
            desk: Desk::new(),
            outside: Outside::default(),
            dice: Dice(seed),
            seen: Seen::default(),
            done: vec![format!("seed {seed}")],
        };
        for document in 0..1 + monkey.dice.roll(3) {
            let (path, type_name) = monkey.outside.put(document, &mut monkey.dice);
            monkey.ask(Command::from(FileCommand::OpenFile { path, type_name }));
        }
        monkey
    }

    fn ask(&mut self, command: Command) {
        self.done.push(format!("{command:?}"));
        self.desk.ask(command);
        self.look();
    }

    fn tell(&mut self, event: Event) {
        self.done.push(format!("{event:?}").chars().take(300).collect());
        self.desk.tell(event);
        self.look();
    }

    /// What comes of a wish or an event.
    fn look(&mut self) {
        for effect in std::mem::take(&mut self.desk.effects) {
            if let Effect::File(FileEffect::Save(save)) = &effect
                && let Some(bytes) = self.seen.0.get(&(ground(&save.origin), save.state))
            {
                assert_eq!(save.document.to_vec().as_ref(), Ok(bytes), "another state is saved: {:#?}", self.done);
            }
            if matches!(effect, Effect::Window(WindowEffect::Quit)) {
                self.quit();
            }
            self.outside.take(effect);
        }
        self.check();
    }

    /// The program ends only when nothing is lost that nobody threw away.
    fn quit(&mut self) {
        let is_thrown_away = self.done.iter().rev().any(|it| it.contains("Answer(Discard)"));
        let is_saved = self.desk.app.documents().iter().all(|it| !it.is_edited());
        assert!(is_saved || is_thrown_away, "{:#?}", self.done);
        assert!(self.desk.app.documents().iter().all(|it| !it.is_saving()), "{:#?}", self.done);
    }

    fn check(&mut self) {
        let app = &self.desk.app;
        for document in app.documents() {
            let bytes = document.blocking_snapshot().to_vec();
            let Ok(bytes) = bytes else { panic!("bytes are gone: {:#?}", self.done) };
            self.seen.1.push(document.origin.clone());
            let known = self.seen.0.entry((ground(&document.origin), document.state()));
            let known = known.or_insert_with(|| bytes.clone());
            assert_eq!(*known, bytes, "a state has other bytes than before: {:#?}", self.done);
            check_rows(document, &self.done);
        }
        check_layout(app, &self.done);
        check_words(app, &self.done);
    }

    /// Frames look at what shows: what is absent is fetched.
    fn draw(&mut self) {
        for document in self.desk.app.documents() {
            let at = self.dice.roll(document.row_count().rows.max(1));
            for row in document.rows(at..at + ROWS) {
                if let Some(row) = row.record() {
                    _ = document.lens().value(document.snapshot(), &row.reading, &row.child.record);
                    _ = document.path_of(&row.address);
                }
            }
            for group in self.desk.app.layout().groups_of(Tab::Document(document.id())) {
                let shown = document.shown_in(group);
                _ = (shown.trail(), shown.selected_row(), shown.rows(at..at + ROWS));
            }
            _ = (document.selected(), document.chosen_bytes());
            let at = self.dice.roll(document.snapshot().len() + 2);
            _ = document.byte_info(at);
        }
        for entry in table::entries() {
            _ = self.desk.app.is_available(&entry.command);
        }
        _ = (self.desk.app.window_title(), self.desk.app.field_picker_target());
        let effects = self.desk.app.after_frame();
        self.desk.effects.extend(effects);
        self.look();
    }

    fn turn(&mut self) {
        match self.dice.roll(8) {
            0 | 1 => {
                if let Some(event) = self.outside.answer(&mut self.dice) {
                    self.tell(event);
                }
            }
            2 => self.draw(),
            _ => {
                let command = wishes::any(self);
                self.ask(command);
            }
        }
        if self.desk.app.question().is_some() && self.dice.roll(2) == 0 {
            let answer = wishes::answer(&mut self.dice);
            self.ask(Command::from(FileCommand::Answer(answer)));
        }
    }

    /// Lets all come to its end: no job stays behind.
    fn come_to_rest(&mut self) {
        for _ in 0..2_000 {
            while self.desk.app.question().is_some() {
                self.ask(Command::from(FileCommand::Answer(Answer::Cancel)));
            }
            match self.outside.answer_truly() {
                Some(event) => self.tell(event),
                None => {
                    self.draw();
                    if self.outside.is_idle() {
                        break;
                    }
                }
            }
        }
        assert_eq!(self.desk.app.jobs(), [], "jobs are left: {:#?}", self.done);
        assert!(self.desk.app.documents().iter().all(|it| !it.is_saving()));
    }

    /// Undo leads every document back to the bytes it was opened with: those were seen then.
    fn undo_all(&mut self) {
        let ids: Vec<DocumentId> = self.desk.app.documents().iter().map(OpenDocument::id).collect();
        for id in ids {
            self.ask(Command::from(layout::Change::ShowDocument(id)));
            while self.desk.app.is_available(&EditCommand::Undo.into()) {
                let before = self.desk.app.document(id).unwrap().state_now();
                self.ask(Command::from(EditCommand::Undo));
                self.come_to_rest();
                let now = self.desk.app.document(id).unwrap().state_now();
                assert!(now < before, "undo leads nowhere: {:#?}", self.done);
            }
            assert_eq!(self.desk.app.document(id).unwrap().state_now(), 0, "{:#?}", self.done);
        }
    }
}

fn check_rows(document: &OpenDocument, done: &[String]) {
    let count = document.row_count().rows;
    let first = document.selected_row().unwrap_or(0).min(count).saturating_sub(ROWS / 2);
    for (at, row) in document.rows(first..first + ROWS).iter().enumerate() {
        assert_eq!(row.visible(), first + at as u64, "{done:#?}");
        if let Some(record) = row.record() {
            assert_eq!(document.row_of(&record.address), Some(row.visible()), "{done:#?}");
        }
    }
    let len = document.snapshot().len();
    assert!(document.caret().at <= len, "the caret stands behind the end: {done:#?}");
    if let Some(selection) = document.selection() {
        assert!(selection.bytes.end <= len && selection.bytes.start <= selection.bytes.end, "{done:#?}");
        if let Some(row) = document.selected() {
            assert_eq!(row.child.start..row.child.start + row.child.record.len(), selection.bytes, "{done:#?}");
            assert_eq!(row.child.id(), selection.id, "{done:#?}");
        } else {
            assert!(document.origin.cache().is_some(), "what is selected is not there: {done:#?}");
        }
    }
    if let Some(row) = document.selected_row() {
        assert!(row < count, "{done:#?}");
    }
    let history = document.history();
    assert!(history.now() <= history.steps().len());
    if let Some(at) = document.shown_problem() {
        assert!(at < document.problems().found.list.len(), "{done:#?}");
    }
    if let Some(results) = document.results() {
        assert!(results.current.is_none_or(|at| at < results.hits.len()), "{done:#?}");
    }
}

fn check_layout(app: &App, done: &[String]) {
    let groups = app.layout().groups();
    assert!(groups.len() <= layout::MOST_GROUPS && groups.iter().any(|it| it.id() == app.layout().focused()));
    for group in &groups {
        assert!(group.active_place() < group.tabs().len(), "{done:#?}");
        for tab in group.tabs() {
            assert_eq!(group.tabs().iter().filter(|it| *it == tab).count(), 1, "{done:#?}");
            if let Tab::Document(id) = tab {
                assert!(app.document(*id).is_some(), "a tab shows nothing: {done:#?}");
            }
        }
    }
    for document in app.documents() {
        assert!(app.layout().find(Tab::Document(document.id())).is_some(), "a document shows nowhere: {done:#?}");
    }
}

fn check_words(app: &App, done: &[String]) {
    let is_there = |id: &DocumentId| app.document(*id).is_some();
    for job in app.jobs() {
        assert!(job.document.as_ref().is_none_or(is_there), "a job works for nobody, {}: {done:#?}", job.name);
    }
    for notice in app.notices() {
        assert!(notice.document.as_ref().is_none_or(is_there), "a notice is about nothing, {}: {done:#?}", notice.what);
        assert!(!notice.what.is_empty() && notice.what.lines().count() == 1, "{}: {done:#?}", notice.what);
    }
    let about = match app.question() {
        Some(Question::Close { unsaved, .. }) => unsaved.clone(),
        Some(
            Question::Edit { document, .. } | Question::Reload { document } | Question::Overwrite { document, .. },
        ) => vec![*document],
        None => Vec::new(),
    };
    assert!(about.iter().all(is_there), "a question is about nothing: {done:#?}");
    assert!((50..=300).contains(&app.settings().zoom));
    assert!(app.recent_files().len() <= RECENT);
}

fn session(seed: u64, turns: usize) -> usize {
    let mut monkey = Monkey::new(seed);
    for _ in 0..turns {
        monkey.turn();
    }
    monkey.come_to_rest();
    let steps = monkey.desk.app.documents().iter().map(|it| it.history().steps().len()).sum();
    monkey.undo_all();
    steps
}

/// Sessions played; built with `MONKEY=N`, as many.
const SESSIONS: u64 = 120;

#[test]
fn whatever_is_asked_in_whatever_order_nothing_is_lost() {
    let sessions = option_env!("MONKEY").map_or(SESSIONS, |it| it.parse().unwrap());
    let steps: usize = (1..=sessions).map(|seed| session(seed * 0x9e37_79b9, 150)).sum();
    assert!(steps > 500, "{steps} steps: the monkey edits too little");
}
