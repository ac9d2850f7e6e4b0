//! What was open last is opened again, and files that others change are noticed.

use super::*;

const TYPE: &str = "google.protobuf.StringValue";

fn kept(desk: &mut Desk) -> Vec<u8> {
    let at = desk
        .effects
        .iter()
        .rposition(|it| matches!(it, Effect::Keep(KeepEffect::Keep { kind: Kept::Session, .. })))
        .unwrap();
    let Effect::Keep(KeepEffect::Keep { bytes, .. }) = desk.effects.remove(at) else { panic!() };
    bytes
}

fn open(desk: &mut Desk, path: &str) {
    desk.open(path, Origin::in_memory(Arc::new(b"\x0a\x01a\x0a\x01b".to_vec())), Some(TYPE));
}

/// The next start, with what was kept, and the files it reads.
fn next_start(bytes: &[u8], has_files: bool) -> (Desk, Vec<(JobId, PathBuf)>) {
    let mut desk = Desk::new();
    desk.tell(Event::Kept { kind: Kept::Session, result: Ok(Some(bytes.to_vec())) });
    desk.tell(Event::Started { has_files });
    let mut files = Vec::new();
    while let Some(Effect::File(FileEffect::ReadFile { job, path, .. })) = desk.take("ReadFile") {
        files.push((job, path));
    }
    (desk, files)
}

fn opened(path: &str, file: FileId) -> Result<Opened, FileError> {
    let origin = Origin::in_memory(Arc::new(b"\x0a\x01a\x0a\x01b".to_vec()));
    Ok(Opened { path: path.into(), file, origin })
}

fn session() -> Vec<u8> {
    let mut desk = Desk::new();
    for path in ["/f/one", "/f/two", "/f/three"] {
        open(&mut desk, path);
    }
    desk.ask(FileCommand::OpenSample(Sample::WorkerUpdate));
    desk.ask(TabCommand::ActivateTab(1));
    desk.ask(TreeCommand::Select(Pick::Row(1)));
    desk.ask(FileCommand::Quit);
    kept(&mut desk)
}

#[test]
fn tabs_types_and_selections_are_what_they_were() {
    let (mut desk, files) = next_start(&session(), false);
    let paths: Vec<_> = files.iter().map(|it| it.1.to_str().unwrap()).collect();
    assert_eq!(paths, ["/f/one", "/f/two", "/f/three"]);
    for (job, path) in &files {
        assert!(
            !desk.effects.iter().any(|it| matches!(it, Effect::Keep(KeepEffect::Keep { kind: Kept::Session, .. }))),
            "not half of it"
        );
        let result = opened(path.to_str().unwrap(), file_id(1));
        desk.tell(Event::FileRead { job: *job, type_name: None, result });
    }
    assert_eq!((desk.document().name().as_str(), desk.app.tabs().len()), ("two", 3));
    assert_eq!(desk.document().type_name(), Some(TYPE));
    assert_eq!(desk.document().selected_row(), Some(1));
    assert!(desk.app.notices().is_empty());
    assert!(desk.effects.iter().any(|it| matches!(it, Effect::Keep(KeepEffect::Keep { kind: Kept::Session, .. }))));
}

#[test]
fn a_selection_in_a_file_that_changed_is_not_taken_over() {
    let (mut desk, files) = next_start(&session(), false);
    for (job, path) in files {
        let other = FileId { size: 7, ..file_id(1) };
        desk.tell(Event::FileRead { job, type_name: None, result: opened(path.to_str().unwrap(), other) });
    }
    assert_eq!(desk.document().selected_row(), Some(0));
}

#[test]
fn files_that_are_gone_are_said_once() {
    let (mut desk, files) = next_start(&session(), false);
    for (job, path) in files {
        let result = match path.to_str().unwrap() {
            "/f/two" => opened("/f/two", file_id(1)),
            path => Err(error(path, FileAction::Open, FileProblem::NotFound)),
        };
        desk.tell(Event::FileRead { job, type_name: None, result });
    }
    let [notice] = desk.app.notices() else { panic!("{:?}", desk.app.notices()) };
    assert_eq!(notice.what, "2 files of the last time were not opened again");
    assert_eq!((notice.why.as_str(), notice.place.as_str()), ("No such file", "/f/one, /f/three"));
    assert_eq!(desk.document().name(), "two");
}

#[test]
fn files_on_the_command_line_and_the_setting_keep_the_last_ones_away() {
    assert!(next_start(&session(), true).1.is_empty());
    let mut desk = Desk::new();
    desk.ask(SessionCommand::ToggleSession);
    desk.tell(Event::Kept { kind: Kept::Session, result: Ok(Some(session())) });
    desk.tell(Event::Started { has_files: false });
    assert!(desk.take("ReadFile").is_none());
}

#[test]
fn a_hostile_session_opens_few_and_selects_nothing() {
    let document = r#"{"path":"/f/x","type_name":"no.such","selection":[[9,9],[1,1]],"stood":[0,0]}"#;
    let many = vec![document; 5000].join(",");
    let (mut desk, files) =
        next_start(format!(r#"{{"version":1,"documents":[{many}],"active":70000}}"#).as_bytes(), false);
    assert_eq!(files.len(), 100);
    for (job, _) in files {
        desk.tell(Event::FileRead { job, type_name: None, result: opened("/f/x", file_id(1)) });
    }
    assert!(desk.app.notices().is_empty());
    assert_eq!(desk.app.tabs().len(), 1);
}

#[test]
fn no_more_is_opened_again_than_memory_has_room_for() {
    let document = |i: u32| format!(r#"{{"path":"/f/{i}","stood":[60000000,0]}}"#);
    let many = (0..50).map(document).collect::<Vec<_>>().join(",");
    let (desk, files) = next_start(format!(r#"{{"version":1,"documents":[{many}]}}"#).as_bytes(), false);
    assert_eq!(files.len(), 17);
    assert!(desk.app.log().lines().any(|it| it.text.starts_with("33 files of the last time")));
}

fn changed(desk: &Desk) -> Vec<&str> {
    desk.app.notices().iter().map(|it| it.what.as_str()).collect()
}

fn on_disk(desk: &mut Desk, file: Option<FileId>) {
    desk.tell(Event::OnDisk { path: "/folder/file.bin".into(), file });
}

#[test]
fn open_files_are_watched_and_no_others() {
    let mut desk = Desk::with_bytes(vec![8, 1], None);
    let Some(Effect::File(FileEffect::Watch(files))) = desk.take("Watch") else { panic!("{:?}", desk.effects) };
    assert_eq!(files, [(PathBuf::from("/folder/file.bin"), file_id(1))]);
    desk.ask(TreeCommand::FoldAll);
    assert!(desk.take("Watch").is_none());
    desk.tell(Event::Focused);
    assert!(desk.take("LookOnDisk").is_some());
    desk.ask(TabCommand::CloseTab);
    let Some(Effect::File(FileEffect::Watch(files))) = desk.take("Watch") else { panic!() };
    assert!(files.is_empty());
}

#[test]
fn a_file_that_others_change_is_reloaded_on_request() {
    let mut desk = Desk::with_bytes(b"\x0a\x01a\x0a\x01b".to_vec(), Some(TYPE));
    desk.ask(TreeCommand::Select(Pick::Row(1)));
    on_disk(&mut desk, Some(file_id(2)));
    on_disk(&mut desk, Some(file_id(3)));
    let [notice] = desk.app.notices() else { panic!() };
    assert_eq!(notice.what, "file.bin was changed by another program");
    let id = notice.id;
    desk.ask(NoticeCommand::Remedy { notice: id, action: 0 });
    let Some(Effect::File(FileEffect::ReadFile { job, path, .. })) = desk.take("ReadFile") else { panic!() };
    let origin = Origin::in_memory(Arc::new(b"\x0a\x01a\x0a\x02bb".to_vec()));
    desk.tell(Event::FileRead { job, type_name: None, result: Ok(Opened { path, file: file_id(3), origin }) });
    assert_eq!(desk.bytes(), b"\x0a\x01a\x0a\x02bb");
    assert_eq!((desk.app.tabs().len(), desk.document().type_name()), (1, Some(TYPE)));
    assert_eq!(desk.document().selected_row(), Some(1));
    assert!(desk.app.notices().is_empty() && !desk.document().is_edited());
    on_disk(&mut desk, Some(file_id(3)));
    assert!(desk.app.notices().is_empty());
}

#[test]
fn a_reload_asks_before_edits_are_lost() {
    let mut desk = Desk::with_bytes(b"\x0a\x01a".to_vec(), Some(TYPE));
    desk.set("value", "mine");
    desk.ask(FileCommand::Reload);
    assert!(matches!(desk.app.question(), Some(Question::Reload { .. })));
    desk.ask(FileCommand::Answer(Answer::Cancel));
    assert!(desk.take("ReadFile").is_none());
    desk.ask(FileCommand::Reload);
    desk.ask(FileCommand::Answer(Answer::Proceed));
    let Some(Effect::File(FileEffect::ReadFile { job, path, .. })) = desk.take("ReadFile") else { panic!() };
    let origin = Origin::in_memory(Arc::new(b"\x0a\x01z".to_vec()));
    desk.tell(Event::FileRead { job, type_name: None, result: Ok(Opened { path, file: file_id(9), origin }) });
    assert_eq!(desk.bytes(), b"\x0a\x01z");
    assert!(desk.take("Forget").is_some(), "its journal goes with the edits");
}

#[test]
fn what_is_edited_while_the_file_is_read_anew_is_not_lost_unasked() {
    let mut desk = Desk::with_bytes(b"\x0a\x01a".to_vec(), Some(TYPE));
    desk.ask(FileCommand::Reload);
    let Some(Effect::File(FileEffect::ReadFile { job, path, .. })) = desk.take("ReadFile") else { panic!() };
    desk.set("value", "mine");
    let origin = Origin::in_memory(Arc::new(b"\x0a\x01z".to_vec()));
    desk.tell(Event::FileRead { job, type_name: None, result: Ok(Opened { path, file: file_id(9), origin }) });
    assert_eq!(desk.bytes(), b"\x0a\x04mine");
    assert!(matches!(desk.app.question(), Some(Question::Reload { .. })));
}

#[test]
fn a_document_saved_elsewhere_while_its_file_is_read_anew_stays_what_it_is() {
    let mut desk = Desk::with_bytes(b"\x0a\x01a".to_vec(), Some(TYPE));
    desk.ask(FileCommand::Reload);
    let Some(Effect::File(FileEffect::ReadFile { job, path, .. })) = desk.take("ReadFile") else { panic!() };
    desk.ask(FileCommand::SaveTo("/elsewhere".into()));
    desk.save_done();
    let origin = Origin::in_memory(Arc::new(b"\x0a\x01z".to_vec()));
    desk.tell(Event::FileRead { job, type_name: None, result: Ok(Opened { path, file: file_id(9), origin }) });
    assert_eq!((desk.bytes(), desk.document().name().as_str()), (b"\x0a\x01a".to_vec(), "elsewhere"));
    assert!(!desk.document().is_edited());
}

#[test]
fn after_a_reload_the_record_in_the_same_row_is_selected() {
    let mut desk = Desk::with_bytes(b"\x7a\x01a\x7a\x01b".to_vec(), None);
    desk.select("#15[1]");
    desk.ask(FileCommand::Reload);
    let Some(Effect::File(FileEffect::ReadFile { job, path, .. })) = desk.take("ReadFile") else { panic!() };
    let origin = Origin::in_memory(Arc::new(b"\x7a\x03abc\x7a\x01z".to_vec()));
    desk.tell(Event::FileRead { job, type_name: None, result: Ok(Opened { path, file: file_id(9), origin }) });
    assert_eq!((desk.selected().as_str(), desk.document().selection().unwrap().bytes.clone()), ("#15[1]", 5..8));
}

#[test]
fn a_reload_that_fails_leaves_all_as_it_is() {
    let mut desk = Desk::with_bytes(b"\x0a\x01a".to_vec(), Some(TYPE));
    desk.ask(FileCommand::Reload);
    let Some(Effect::File(FileEffect::ReadFile { job, .. })) = desk.take("ReadFile") else { panic!() };
    let result = Err(error("/folder/file.bin", FileAction::Open, FileProblem::NotFound));
    desk.tell(Event::FileRead { job, type_name: None, result });
    assert_eq!((desk.bytes(), desk.app.notices().len()), (b"\x0a\x01a".to_vec(), 1));
}

#[test]
fn mine_is_kept_and_a_file_that_is_back_is_no_change() {
    let mut desk = Desk::with_bytes(b"\x0a\x01a".to_vec(), Some(TYPE));
    on_disk(&mut desk, None);
    assert_eq!(changed(&desk), ["file.bin is gone from the disk"]);
    on_disk(&mut desk, Some(file_id(1)));
    assert!(changed(&desk).is_empty());
    on_disk(&mut desk, Some(file_id(2)));
    let notice = desk.app.notices()[0].id;
    desk.ask(NoticeCommand::Remedy { notice, action: 1 });
    assert!(changed(&desk).is_empty());
    assert_eq!(desk.bytes(), b"\x0a\x01a");
}

#[test]
fn a_save_of_ours_is_no_change() {
    let mut desk = Desk::with_bytes(b"\x0a\x01a".to_vec(), Some(TYPE));
    desk.set("value", "mine");
    desk.ask(FileCommand::Save);
    // It is seen before it is told.
    on_disk(&mut desk, Some(file_id(2)));
    assert!(changed(&desk).is_empty());
    desk.save_done();
    assert!(changed(&desk).is_empty());
    desk.set("value", "mine again");
    desk.ask(FileCommand::Save);
    on_disk(&mut desk, Some(file_id(7)));
    desk.save_done();
    assert_eq!(changed(&desk), ["file.bin was changed by another program"], "others were quicker or later");
}

/// Another program writes the file, and it is reloaded.
fn reloaded(desk: &mut Desk, inode: u64, bytes: &[u8]) {
    desk.ask(FileCommand::Reload);
    if desk.app.question().is_some() {
        desk.ask(FileCommand::Answer(Answer::Proceed));
    }
    let Some(Effect::File(FileEffect::ReadFile { job, path, .. })) = desk.take("ReadFile") else { panic!() };
    let origin = Origin::in_memory(Arc::new(bytes.to_vec()));
    desk.tell(Event::FileRead { job, type_name: None, result: Ok(Opened { path, file: file_id(inode), origin }) });
}

fn states(desk: &Desk) -> Vec<String> {
    let document = desk.document();
    let mark = |it: State| format!("{}{}", it.name, if it.is_now { " <" } else { "" });
    (0..document.states()).map(|at| mark(document.state_at(at).unwrap())).collect()
}

#[test]
fn a_reload_is_a_step_that_undo_takes_back() {
    let mut desk = Desk::with_bytes(b"\x0a\x01a".to_vec(), Some(TYPE));
    desk.set("value", "mine");
    reloaded(&mut desk, 2, b"\x0a\x01z");
    assert!(!desk.document().is_edited());
    desk.set("value", "yours");
    assert_eq!(states(&desk), ["As opened", "Set value", "Reload", "Set value <"]);
    for (bytes, is_edited) in [(&b"\x0a\x01z"[..], false), (b"\x0a\x04mine", true), (b"\x0a\x01a", true)] {
        desk.ask(EditCommand::Undo);
        assert_eq!((desk.bytes().as_slice(), desk.document().is_edited()), (bytes, is_edited));
    }
    assert!(!desk.app.is_available(&EditCommand::Undo.into()));
    assert_eq!(desk.document().type_name(), Some(TYPE));
    for bytes in [&b"\x0a\x04mine"[..], b"\x0a\x01z", b"\x0a\x05yours"] {
        desk.ask(EditCommand::Redo);
        assert_eq!(desk.bytes(), bytes);
    }
    for (at, bytes) in [(1, &b"\x0a\x04mine"[..]), (3, b"\x0a\x05yours"), (0, b"\x0a\x01a"), (2, b"\x0a\x01z")] {
        desk.ask(EditCommand::GoToStep(at));
        assert_eq!((desk.document().state_now(), desk.bytes().as_slice()), (at, bytes));
    }
    assert!(!desk.document().is_edited());
    // What is edited before a reload leaves no way on.
    desk.ask(EditCommand::GoToStep(1));
    desk.set("value", "other");
    assert_eq!(states(&desk), ["As opened", "Set value", "Set value <"]);
}

#[test]
fn what_was_before_a_reload_is_saved_only_over_what_is_asked_about() {
    let mut desk = Desk::with_bytes(b"\x0a\x01a".to_vec(), Some(TYPE));
    reloaded(&mut desk, 2, b"\x0a\x01z");
    assert!(desk.app.question().is_none(), "nothing is lost");
    desk.effects.clear();
    desk.ask(EditCommand::Undo);
    let Some(Effect::Keep(KeepEffect::Journal(unsaved))) = desk.take("Journal") else { panic!("it is nowhere else") };
    assert!(unsaved.is_base_lost);
    desk.ask(TabCommand::CloseTab);
    assert!(matches!(desk.app.question(), Some(Question::Close { .. })));
    desk.ask(FileCommand::Answer(Answer::Cancel));
    desk.ask(FileCommand::Save);
    let save = desk.saves();
    assert_eq!((save.expected, save.document.to_vec().unwrap()), (Some(file_id(1)), b"\x0a\x01a".to_vec()));
    // While it is written it stands on what it is written from.
    assert!(!desk.app.is_available(&EditCommand::Redo.into()));
    desk.tell(Event::Saved {
        job: save.job,
        id: save.id,
        state: save.state,
        target: save.target,
        result: Ok(file_id(3)),
    });
    assert!(!desk.document().is_edited());
    desk.ask(EditCommand::Redo);
    assert_eq!((desk.bytes(), desk.document().is_edited()), (b"\x0a\x01z".to_vec(), true));
}

#[test]
fn the_oldest_of_many_reloads_is_not_dropped_unasked() {
    let mut desk = Desk::with_bytes(b"\x0a\x01a".to_vec(), Some(TYPE));
    let mut inode = 1;
    while !desk.document().is_history_full() {
        inode += 1;
        reloaded(&mut desk, inode, b"\x0a\x01z");
        assert!(inode < 100);
    }
    let states = desk.document().states();
    desk.ask(FileCommand::Reload);
    assert!(matches!(desk.app.question(), Some(Question::Reload { .. })));
    desk.ask(FileCommand::Answer(Answer::Cancel));
    reloaded(&mut desk, 100, b"\x0a\x01y");
    assert_eq!(desk.document().states(), states);
}

#[test]
fn what_a_job_finds_in_bytes_that_were_reloaded_is_not_taken_for_the_new_ones() {
    let mut desk = Desk::with_bytes([8, 1].repeat(1 << 20), None);
    let Some(Effect::Work(WorkEffect::Index { job, id, level, .. })) = desk.take("Index") else { panic!() };
    let Some(Effect::Work(WorkEffect::Guess { job: guess, .. })) = desk.take("Guess") else { panic!() };
    reloaded(&mut desk, 2, &[8, 1, 8, 2]);
    desk.tell(Event::Indexed { job, id, level, is_over: true });
    let standing_out = Some(TYPE.to_owned());
    desk.tell(Event::Guessed { job: guess, id, candidates: Vec::new(), standing_out });
    assert_eq!((desk.document().row_count().rows, desk.document().type_name()), (2, None));
}

#[test]
fn what_is_kept_while_its_file_changed_is_unsaved() {
    let mut desk = Desk::with_bytes(b"\x0a\x01a".to_vec(), Some(TYPE));
    on_disk(&mut desk, None);
    assert!(!desk.document().is_edited());
    let notice = desk.app.notices()[0].id;
    desk.ask(NoticeCommand::Remedy { notice, action: 1 });
    assert!(desk.document().is_edited());
    assert!(matches!(desk.take("Journal"), Some(Effect::Keep(KeepEffect::Journal(it))) if it.is_base_lost));
    desk.ask(FileCommand::Save);
    desk.save_done();
    assert!(!desk.document().is_edited());
}

#[test]
fn two_tabs_of_a_file_select_what_they_did() {
    use super::super::layout::{Change, Direction};
    let mut desk = Desk::new();
    open(&mut desk, "/f/one");
    desk.ask(Change::Split(Direction::Row, None));
    desk.ask(TreeCommand::Select(Pick::Row(1)));
    desk.ask(FileCommand::Quit);
    let session = kept(&mut desk);
    let at = desk
        .effects
        .iter()
        .rposition(|it| matches!(it, Effect::Keep(KeepEffect::Keep { kind: Kept::Layout, .. })))
        .unwrap();
    let Effect::Keep(KeepEffect::Keep { bytes: layout, .. }) = desk.effects.remove(at) else { panic!() };
    let mut desk = Desk::new();
    desk.tell(Event::Kept { kind: Kept::Layout, result: Ok(Some(layout)) });
    desk.tell(Event::Kept { kind: Kept::Session, result: Ok(Some(session)) });
    desk.tell(Event::Started { has_files: false });
    let Some(Effect::File(FileEffect::ReadFile { job, path, .. })) = desk.take("ReadFile") else {
        panic!("nothing is read")
    };
    desk.tell(Event::FileRead { job, type_name: None, result: opened(path.to_str().unwrap(), file_id(1)) });
    let groups = desk.app.layout().groups_of(desk.app.layout().active().tab);
    let rows: Vec<_> = groups.iter().map(|it| desk.document().shown_in(*it).selected_row()).collect();
    assert_eq!(rows, [Some(0), Some(1)]);
}
