//! Journals on real files: what is left when the program ends without saving, and what the next start makes of it.

use std::sync::mpsc::Receiver;

use super::*;
use crate::app::{
    Answer, Command, EditCommand, FileCommand, RecordCommand, Sample, SessionCommand, TabCommand, TreeCommand,
};
use crate::jobs::files::open_limited;
use crate::jobs::save::{SaveOptions, save_with};
use crate::jobs::tests::{Window, folder_with};
use crate::wire::{Address, Document, Edit};

const TYPE: &str = "google.protobuf.StringValue";

fn value(text: &str) -> Vec<u8> {
    let mut bytes = vec![0x0a];
    wire::varint::push(text.len() as u64, &mut bytes);
    bytes.extend(text.as_bytes());
    bytes
}

fn journals_in(folder: &Path) -> usize {
    fs::read_dir(folder.join("state").join(FOLDER)).map_or(0, Iterator::count)
}

/// A window that opens a file and gives its value a text, and is gone after that, unsaved.
fn edited(folder: &Path, path: &Path, text: &str) {
    let mut window = Window::in_folder(folder);
    open(&mut window, path);
    window.set("value", text);
}

fn open(window: &mut Window, path: &Path) {
    window.ask(FileCommand::OpenFile { path: path.to_owned(), type_name: Some(TYPE.to_owned()) });
    window.until(|app| app.active_document().is_some());
}

fn next_start(folder: &Path) -> Window {
    let mut window = Window::in_folder(folder);
    window.until(|app| !app.left().is_empty());
    assert!(window.app.is_recovery_shown());
    window
}

fn recover_all(window: &mut Window) {
    window.ask(SessionCommand::Recover(None));
    window.until(|app| app.left().iter().all(|it| !it.can_recover()) && app.jobs().is_empty());
}

fn bytes(window: &Window) -> Vec<u8> {
    window.document().snapshot().to_vec().unwrap()
}

#[test]
fn unsaved_edits_are_there_at_the_next_start_and_gone_when_saved() {
    let (folder, path) = folder_with(&value("before"));
    edited(folder.path(), &path, "after");
    assert_eq!(journals_in(folder.path()), 1);
    let mut window = next_start(folder.path());
    let [left] = window.app.left() else { panic!() };
    assert_eq!((left.name.as_str(), left.edits, &left.standing), ("file.bin", 1, &Standing::AsItWas));
    assert_eq!(left.path.as_deref(), Some(path.as_path()));
    recover_all(&mut window);
    assert_eq!(bytes(&window), value("after"));
    assert!(window.document().is_edited() && !window.app.is_recovery_shown());
    assert_eq!(window.document().type_name(), Some(TYPE));
    window.ask(EditCommand::Undo);
    assert_eq!(bytes(&window), value("before"));
    assert!(!window.document().is_edited());
    window.ask(EditCommand::Redo);
    window.ask(FileCommand::Save);
    window.until(|app| app.active_document().is_some_and(|it| !it.is_edited()));
    drop(window);
    assert_eq!((fs::read(&path).unwrap(), journals_in(folder.path())), (value("after"), 0));
}

#[test]
fn what_was_recovered_and_not_saved_is_there_once_more() {
    let (folder, path) = folder_with(&value("before"));
    edited(folder.path(), &path, "first");
    for text in ["second", "third"] {
        let mut window = next_start(folder.path());
        recover_all(&mut window);
        window.ask(TreeCommand::Select(crate::app::Pick::Nothing));
        window.set("value", text);
        drop(window);
        assert_eq!(journals_in(folder.path()), 1);
    }
    let mut window = next_start(folder.path());
    recover_all(&mut window);
    assert_eq!(bytes(&window), value("third"));
}

#[test]
fn what_is_open_and_untouched_is_recovered_in_its_tab() {
    let (folder, path) = folder_with(&value("before"));
    edited(folder.path(), &path, "after");
    let mut window = next_start(folder.path());
    open(&mut window, &path);
    recover_all(&mut window);
    assert_eq!((bytes(&window), window.app.tabs().len()), (value("after"), 1));
    window.ask(EditCommand::Undo);
    assert_eq!(bytes(&window), value("before"));
}

#[test]
fn nothing_is_left_of_what_was_undone_or_thrown_away() {
    let (folder, path) = folder_with(&value("before"));
    let mut window = Window::in_folder(folder.path());
    open(&mut window, &path);
    window.set("value", "after");
    window.ask(EditCommand::Undo);
    drop(window);
    assert_eq!(journals_in(folder.path()), 0);
    for ending in [Command::Tabs(TabCommand::CloseTab), Command::File(FileCommand::Quit)] {
        let mut window = Window::in_folder(folder.path());
        open(&mut window, &path);
        window.set("value", "after");
        window.ask(ending);
        window.ask(FileCommand::Answer(Answer::Discard));
        drop(window);
        assert_eq!(journals_in(folder.path()), 0);
    }
    edited(folder.path(), &path, "after");
    let mut window = next_start(folder.path());
    window.ask(SessionCommand::DiscardJournal(None));
    drop(window);
    assert_eq!(journals_in(folder.path()), 0);
}

#[test]
fn what_is_left_for_later_is_offered_again() {
    let (folder, path) = folder_with(&value("before"));
    edited(folder.path(), &path, "after");
    for _ in 0..3 {
        let mut window = next_start(folder.path());
        window.ask(SessionCommand::HideRecovery);
        assert_eq!(window.app.left().len(), 1);
    }
}

#[test]
fn a_document_without_a_file_is_recovered_with_all_its_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::in_folder(folder.path());
    window.ask(FileCommand::OpenSample(Sample::ExecutionHistory));
    window.ask(TreeCommand::Select(crate::app::Pick::Row(0)));
    window.ask(RecordCommand::DeleteRecord);
    window.idle();
    let expected = bytes(&window);
    drop(window);
    let mut window = next_start(folder.path());
    assert_eq!(window.app.left()[0].standing, Standing::NoFile);
    recover_all(&mut window);
    assert_eq!(bytes(&window), expected);
    assert!(window.document().is_edited() && window.document().path().is_none());
    window.ask(EditCommand::Undo);
    assert_eq!(bytes(&window), Sample::ExecutionHistory.bytes());
}

#[test]
fn edits_of_a_file_that_changed_or_is_gone_become_a_copy_where_its_bytes_are_known() {
    type Change = (fn(&Path), Standing);
    let changes: [Change; 2] = [
        (|path| fs::write(path, b"others").unwrap(), Standing::Changed),
        (|path| fs::remove_file(path).unwrap(), Standing::Gone),
    ];
    for (change, standing) in changes {
        let (folder, path) = folder_with(&value("before"));
        edited(folder.path(), &path, "after");
        change(&path);
        let mut window = next_start(folder.path());
        let left = &window.app.left()[0];
        assert_eq!((&left.standing, left.can_recover()), (&standing, true));
        recover_all(&mut window);
        assert_eq!(bytes(&window), value("after"));
        assert_eq!(window.document().path(), None, "the file that is there now is not overwritten");
    }
}

#[test]
fn edits_of_a_long_file_wait_for_it_to_come_back() {
    let long = value(&"x".repeat(5 << 20));
    let (folder, path) = folder_with(&long);
    edited(folder.path(), &path, "after");
    let away = path.with_extension("away");
    fs::rename(&path, &away).unwrap();
    let mut window = next_start(folder.path());
    let left = &window.app.left()[0];
    assert_eq!((&left.standing, left.can_recover()), (&Standing::Gone, false));
    window.ask(SessionCommand::Recover(None));
    assert!(window.app.jobs().is_empty());
    drop(window);
    assert_eq!(journals_in(folder.path()), 1);
    fs::rename(&away, &path).unwrap();
    let mut window = next_start(folder.path());
    recover_all(&mut window);
    assert_eq!(bytes(&window), value("after"));
}

#[test]
fn a_window_beside_another_leaves_its_journals_alone() {
    let (folder, path) = folder_with(&value("before"));
    let mut one = Window::in_folder(folder.path());
    open(&mut one, &path);
    one.set("value", "after");
    let (_reports, look) = on_disk(folder.path());
    // It is written by the thread of the first, in its time.
    while journals_in(folder.path()) == 0 {
        thread::yield_now();
    }
    look.shared.look();
    assert_eq!(look.shared.desk().left.len(), 0);
    drop(one);
    look.shared.look();
    assert_eq!(look.shared.desk().left.len(), 1);
    let (_reports, third) = on_disk(folder.path());
    third.shared.look();
    assert_eq!(third.shared.desk().left.len(), 0, "what is offered is held");
}

#[test]
fn that_nothing_can_be_journaled_is_said_once_and_tried_until_it_can() {
    let (folder, path) = folder_with(&value("before"));
    let in_the_way = folder.path().join("state").join(FOLDER);
    fs::create_dir(folder.path().join("state")).unwrap();
    fs::write(&in_the_way, b"no folder").unwrap();
    let mut window = Window::in_folder(folder.path());
    open(&mut window, &path);
    for text in ["one", "two", "three"] {
        window.ask(TreeCommand::Select(crate::app::Pick::Nothing));
        window.set("value", text);
        window.until(|app| app.notices().len() == 1);
    }
    let notice = &window.app.notices()[0];
    assert_eq!(notice.what, "The unsaved edits of file.bin are not kept");
    assert_eq!((notice.place.as_str(), notice.actions[0].0.as_str()), (in_the_way.to_str().unwrap(), "Save"));
    assert_eq!(bytes(&window), value("three"));
    // Nothing is edited any more: it is tried all the same.
    fs::remove_file(&in_the_way).unwrap();
    window.until(|app| app.notices().is_empty());
    assert_eq!(journals_in(folder.path()), 1);
    drop(window);
    let mut window = next_start(folder.path());
    recover_all(&mut window);
    assert_eq!(bytes(&window), value("three"));
}

fn on_disk(folder: &Path) -> (Receiver<Event>, Journals) {
    let (reports, events) = Reports::new(Arc::new(|| {}));
    (events, Journals::new(&folder.join("state"), reports))
}

/// Gives the first record of a document a payload.
fn with_text(document: &Document, text: &str) -> Document {
    let child = document.children(&document.root()).next().unwrap().unwrap();
    let payload = document.bytes().push(text.as_bytes());
    document.apply(&Edit::set_payload(Address::ROOT.child(child.place), payload)).unwrap().document
}

fn unsaved(path: &Path, file: FileId, base: &Document, document: &Document, version: u64) -> Unsaved {
    Unsaved {
        id: DocumentId(1),
        place: Place::File { path: path.to_owned(), file },
        name: "file.bin".to_owned(),
        type_name: None,
        base: base.clone(),
        document: document.clone(),
        edits: version,
        version,
        is_base_lost: false,
        replaces: None,
    }
}

fn bytes_of(recovered: &Recovered) -> Vec<u8> {
    let base = match &recovered.ground {
        crate::app::journal::Ground::File(opened) => opened.document(),
        crate::app::journal::Ground::Bytes { origin, .. } => Document::new(origin.blocking()),
    };
    let part = |it: &wire::Span| match it.area {
        wire::Area::Original => base.bytes().to_vec(*it).unwrap(),
        wire::Area::Added => recovered.added[it.start as usize..it.end() as usize].to_vec(),
    };
    recovered.spans.iter().flat_map(part).collect()
}

/// What a start finds in a folder: what each journal makes.
fn found(folder: &Path) -> Vec<Vec<u8>> {
    let (_events, journals) = on_disk(folder);
    journals.shared.look();
    let ids: Vec<JournalId> = journals.shared.desk().left.keys().copied().collect();
    ids.into_iter().map(|id| bytes_of(&journals.shared.recover(id).unwrap())).collect()
}

#[test]
fn whenever_a_save_is_cut_off_the_next_start_knows_what_is_saved() {
    for copied in [u64::MAX, 1000] {
        for (is_edited_before, is_renamed, is_edited_after) in
            [(true, true, false), (true, true, true), (true, false, true), (false, true, true), (true, false, false)]
        {
            let (folder, path) = folder_with(&[value(&"x".repeat(5 << 20)), value("second")].concat());
            let opened = open_limited(&path, copied).unwrap();
            let (base, file) = (opened.document(), opened.file);
            let (one, mut last) = (with_text(&base, "one"), with_text(&base, "one"));
            let (_events, mut journals) = on_disk(folder.path());
            if is_edited_before {
                journals.write(unsaved(&path, file, &base, &one, 1));
                while journals_in(folder.path()) == 0 {
                    thread::yield_now();
                }
            }
            let target = if is_renamed { path.clone() } else { folder.path().join("never") };
            let options =
                SaveOptions { sync: false, origin: Some(opened.origin.clone()), expected: None, is_new: false };
            let go_on = &mut |_| std::ops::ControlFlow::Continue(());
            let shared = journals.shared();
            save_with(&one, &target, &options, go_on, &mut |it| shared.mark(DocumentId(1), &one, &path, it)).unwrap();
            if is_edited_after {
                last = with_text(&one, "two");
                journals.write(unsaved(&path, file, &base, &last, 2));
            }
            drop((journals, shared));
            let expected = if is_renamed && !is_edited_after { vec![] } else { vec![last.to_vec().unwrap()] };
            let found = found(folder.path());
            assert!(found == expected, "{copied} {is_edited_before} {is_renamed} {is_edited_after} {}", found.len());
        }
    }
}

#[test]
fn a_document_is_what_it_was_after_any_edits_and_saves() {
    let mut random = fastrand::Rng::with_seed(3);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file.bin");
    fs::write(&path, (0..200).flat_map(|it| value(&"y".repeat(it))).collect::<Vec<u8>>()).unwrap();
    let opened = crate::jobs::open(&path).unwrap();
    let (mut base, mut file) = (opened.document(), opened.file);
    let mut document = base.clone();
    let mut kept = vec![base.clone()];
    let mut desk = on_disk(folder.path()).1;
    desk.thread = None;
    for version in 1..300 {
        document = match random.u8(0..10) {
            // Back to some state, as undo goes there.
            0 => kept[random.usize(0..kept.len())].clone(),
            1 => {
                let bytes = document.to_vec().unwrap();
                fs::write(&path, &bytes).unwrap();
                (base, file) = (document.clone(), files::file_id(&fs::metadata(&path).unwrap()));
                document
            }
            2 => with_text(&document, &"z".repeat(random.usize(0..40_000))),
            _ => {
                let all: Vec<_> = document.children(&document.root()).map(Result::unwrap).collect();
                let child = &all[random.usize(0..all.len())];
                let edit = match random.u8(0..3) {
                    0 if all.len() > 5 => Edit::delete(Address::ROOT, child),
                    1 => Edit::insert(
                        Address::ROOT,
                        child.place,
                        document.records(&document.root(), child.place, child.after()),
                    ),
                    _ => Edit::set_payload(Address::ROOT.child(child.place), document.bytes().push(b"w")),
                };
                document.apply(&edit).unwrap().document
            }
        };
        kept.push(document.clone());
        let mut inner = desk.shared.desk();
        inner.write(&unsaved(&path, file, &base, &document, version)).unwrap();
        let journal = inner.writers[&DocumentId(1)].path.clone();
        drop(inner);
        let recovered = Journal::read(&journal, true).unwrap().recover().unwrap();
        assert!(bytes_of(&recovered) == document.to_vec().unwrap(), "{version}");
        assert_eq!(journals_in(folder.path()), 1);
        assert!(fs::metadata(&journal).unwrap().len() < 6 << 20, "it is written anew when it is long");
    }
}

#[test]
fn a_journal_cut_or_broken_anywhere_gives_a_state_that_was_or_none() {
    let (folder, path) = folder_with(&value("before"));
    let opened = crate::jobs::open(&path).unwrap();
    let base = opened.document();
    let (_events, journals) = on_disk(folder.path());
    let mut states = vec![base.to_vec().unwrap()];
    let mut document = base.clone();
    let mut inner = journals.shared.desk();
    for (version, text) in ["one", "two, longer", "3"].into_iter().enumerate() {
        document = with_text(&document, text);
        states.push(document.to_vec().unwrap());
        inner.write(&unsaved(&path, opened.file, &base, &document, version as u64)).unwrap();
    }
    let journal = inner.writers[&DocumentId(1)].path.clone();
    let whole = fs::read(&journal).unwrap();
    let copy = folder.path().join("copy.journal");
    let check = |bytes: &[u8]| {
        fs::write(&copy, bytes).unwrap();
        Journal::read(&copy, true).ok().map(|it| {
            let bytes = bytes_of(&it.recover().unwrap());
            states.iter().position(|it| *it == bytes).expect("a state that was")
        })
    };
    let mut last = None;
    for len in 0..=whole.len() {
        let state = check(&whole[..len]);
        assert!(state >= last, "{len}");
        last = state;
    }
    assert_eq!(last, Some(3));
    for at in 0..whole.len() {
        let mut broken = whole.clone();
        broken[at] ^= 1;
        check(&broken);
    }
}

/// A journal of a document named `name`, written by hand.
fn by_hand(name: &str) -> Vec<u8> {
    let head = format::Head { key: name.into(), name: name.into(), path: None, file: None, base_len: 2 };
    let state = format::State { when: 7, edits: 1, type_name: String::new(), difference: vec![] };
    let mut bytes = format::start();
    format::push(format::Kind::Head, &serde_json::to_vec(&head).unwrap(), &mut bytes);
    format::push(format::Kind::Original, &[8, 1], &mut bytes);
    format::push(format::Kind::State, &state.to_bytes(), &mut bytes);
    bytes
}

#[test]
fn a_thousand_journals_are_listed_and_what_is_none_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state").join(FOLDER);
    fs::create_dir_all(&state).unwrap();
    for i in 0..1000 {
        fs::write(state.join(format!("{i}.journal")), by_hand(&format!("{i}.bin"))).unwrap();
    }
    fs::write(state.join("notes.txt"), b"mine").unwrap();
    fs::write(state.join("newer.journal"), b"wirebench journal 2\nwhatever").unwrap();
    fs::write(state.join("empty.journal"), b"").unwrap();
    fs::create_dir(state.join("folder.journal")).unwrap();
    let mut window = next_start(folder.path());
    assert_eq!(window.app.left().len(), 1001);
    let unreadable = window.app.left().iter().filter(|it| matches!(it.standing, Standing::Unreadable(_))).count();
    assert_eq!(unreadable, 1);
    window.ask(SessionCommand::DiscardJournal(None));
    drop(window);
    let mut names: Vec<_> = fs::read_dir(&state).unwrap().map(|it| it.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["folder.journal", "notes.txt"]);
}

#[test]
fn of_two_journals_of_one_document_the_last_counts() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state").join(FOLDER);
    fs::create_dir_all(&state).unwrap();
    for name in ["1.journal", "2.journal"] {
        fs::write(state.join(name), by_hand("one.bin")).unwrap();
    }
    assert_eq!(next_start(folder.path()).app.left().len(), 1);
}

#[test]
fn what_was_before_a_reload_is_recovered_though_its_file_is_another() {
    let (folder, path) = folder_with(&value(&"x".repeat(5 << 20)));
    let mut window = Window::in_folder(folder.path());
    open(&mut window, &path);
    window.set("value", "mine");
    fs::write(path.with_extension("new"), value("theirs")).unwrap();
    fs::rename(path.with_extension("new"), &path).unwrap();
    window.ask(FileCommand::Reload);
    window.ask(FileCommand::Answer(Answer::Proceed));
    window.until(|app| app.active_document().is_some_and(|it| !it.is_edited()));
    assert_eq!(bytes(&window), value("theirs"));
    window.set("value", "on theirs");
    for expected in [value("theirs"), value("mine")] {
        window.ask(EditCommand::Undo);
        assert_eq!(bytes(&window), expected);
    }
    drop(window);
    let mut window = next_start(folder.path());
    recover_all(&mut window);
    assert_eq!(bytes(&window), value("mine"));
    assert_eq!(fs::read(&path).unwrap(), value("theirs"));
}

/// Whole records, checksums and all, that say what no program of ours wrote.
#[test]
fn what_a_journal_says_is_not_believed() {
    let (folder, path) = folder_with(&value("before"));
    let file = files::file_id(&fs::metadata(&path).unwrap());
    let journal = folder.path().join("made.journal");
    let mut random = fastrand::Rng::with_seed(7);
    let (mut read, mut recovered) = (0, 0);
    for _ in 0..3000 {
        let has_file = random.bool();
        let long = [0, 2, 8, 1 << 40, u64::MAX];
        let number = |random: &mut fastrand::Rng| match random.u8(0..3) {
            0 => long[random.usize(0..long.len())],
            _ => random.u64(0..10),
        };
        let head = format::Head {
            key: "key".into(),
            name: "made.bin".into(),
            path: has_file.then(|| crate::app::kept::KeptPath::from(&path)),
            file: has_file.then(|| file.into()),
            base_len: number(&mut random),
        };
        let mut bytes = format::start();
        format::push(format::Kind::Head, &serde_json::to_vec(&head).unwrap(), &mut bytes);
        for _ in 0..random.usize(0..8) {
            let mut difference = Vec::new();
            for _ in 0..random.usize(0..3) {
                let op = [random.u64(0..4), number(&mut random), number(&mut random)];
                op.into_iter().for_each(|it| wire::varint::push(it, &mut difference));
            }
            let state = format::State { when: 7, edits: 1, type_name: String::new(), difference };
            let saved = format::Saved { path: (&path).into(), file: file.into() };
            let (kind, payload) = match random.u8(0..5) {
                0 => (format::Kind::Original, vec![8; random.usize(0..10)]),
                1 => (format::Kind::Bytes, vec![9; random.usize(0..10)]),
                2 => (format::Kind::Saved, serde_json::to_vec(&saved).unwrap()),
                _ => (format::Kind::State, state.to_bytes()),
            };
            format::push(kind, &payload, &mut bytes);
        }
        fs::write(&journal, &bytes).unwrap();
        let Ok(made) = Journal::read(&journal, true) else { continue };
        read += 1;
        if made.standing().is_some() {
            recovered += usize::from(made.recover().is_ok());
        }
    }
    assert!(read > 300 && recovered > 100, "{read} {recovered}");
}

#[test]
fn journals_are_for_the_user_alone_and_links_among_them_are_left_alone() {
    let (folder, path) = folder_with(&value("before"));
    edited(folder.path(), &path, "after");
    let journals = folder.path().join("state").join(FOLDER);
    let own = fs::read_dir(&journals).unwrap().next().unwrap().unwrap().path();
    let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
    assert_eq!((mode(&journals), mode(&own)), (0o700, 0o600));
    let elsewhere = folder.path().join("elsewhere");
    fs::write(&elsewhere, by_hand("theirs.bin")).unwrap();
    std::os::unix::fs::symlink(&elsewhere, journals.join("link.journal")).unwrap();
    let mut window = next_start(folder.path());
    assert_eq!(window.app.left().len(), 1);
    window.ask(SessionCommand::DiscardJournal(None));
    drop(window);
    assert!(elsewhere.exists() && journals.join("link.journal").is_symlink());
}
