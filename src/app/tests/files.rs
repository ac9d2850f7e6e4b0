//! Opening and saving, and what is said when they fail.

use super::*;

fn all_problems() -> Vec<FileProblem> {
    vec![
        FileProblem::NotFound,
        FileProblem::IsFolder,
        FileProblem::NotFolder,
        FileProblem::NotRegular,
        FileProblem::NoPermission,
        FileProblem::Truncated,
        FileProblem::DiskFull,
        FileProblem::ReadOnly,
        FileProblem::NoName,
        FileProblem::Other("input/output error".to_owned()),
    ]
}

#[test]
fn every_error_becomes_a_notice_once() {
    for problem in all_problems() {
        let mut desk = Desk::new();
        desk.ask(FileCommand::OpenFile { path: "/f/a.bin".into(), type_name: None });
        let Some(Effect::File(FileEffect::ReadFile { job, .. })) = desk.take("ReadFile") else { panic!() };
        assert_eq!(desk.app.jobs().len(), 1);
        let result = Err(error("/f/a.bin", FileAction::Open, problem.clone()));
        desk.tell(Event::FileRead { job, type_name: None, result });
        assert!(desk.app.jobs().is_empty());
        let [notice] = desk.app.notices() else { panic!("{:?}", desk.app.notices()) };
        assert_eq!((notice.what.as_str(), notice.place.as_str()), ("a.bin was not opened", "/f/a.bin"));
        assert!(!notice.why.is_empty() && !notice.remedy.is_empty(), "{notice:?}");
        assert_eq!(desk.app.log().lines().filter(|it| it.text.contains("was not opened")).count(), 1);
        let id = notice.id;
        desk.ask(NoticeCommand::Dismiss(id));
        assert!(desk.app.notices().is_empty());

        let mut desk = Desk::with_bytes(vec![8, 1], None);
        desk.ask(FileCommand::Save);
        let Save { job, id, state, target, .. } = desk.saves();
        let result = Err(error("/folder/file.bin", FileAction::Save, problem));
        desk.tell(Event::Saved { job, id, state, target, result });
        let [notice] = desk.app.notices() else { panic!("{:?}", desk.app.notices()) };
        assert_eq!(notice.what, "file.bin was not saved");
        assert!(!desk.document().is_saving());
    }
}

#[test]
fn an_error_of_the_path_field_stands_beside_it() {
    let mut desk = Desk::new();
    desk.ask(FileCommand::Open);
    assert!(desk.take("PickFile").is_some());
    assert!(desk.app.path_field().unwrap().is_dialog_open);
    desk.tell(Event::Picked { purpose: PathPurpose::Open, picked: Picked::NoDialogService });
    let field = desk.app.path_field().unwrap();
    assert!(!field.is_dialog_open && field.note.is_some());
    desk.ask(FileCommand::EnterPath("  ".to_owned()));
    desk.ask(FileCommand::EnterPath("/f/none".to_owned()));
    let Some(Effect::File(FileEffect::ReadFile { job, path, .. })) = desk.take("ReadFile") else { panic!() };
    assert_eq!(path, PathBuf::from("/f/none"));
    let result = Err(error("/f/none", FileAction::Open, FileProblem::NotFound));
    desk.tell(Event::FileRead { job, type_name: None, result });
    assert!(desk.app.notices().is_empty());
    assert_eq!(desk.app.path_field().unwrap().note.as_deref(), Some("/f/none no such file: check the path"));
    desk.ask(FileCommand::HidePathField);
    assert!(desk.app.path_field().is_none());
}

#[test]
fn a_dialog_that_is_closed_takes_the_field_with_it() {
    let mut desk = Desk::new();
    desk.ask(FileCommand::Open);
    desk.tell(Event::Picked { purpose: PathPurpose::Open, picked: Picked::Cancelled });
    assert!(desk.app.path_field().is_none());
    desk.ask(FileCommand::Open);
    desk.tell(Event::Picked { purpose: PathPurpose::Open, picked: Picked::Path("/f/a.bin".into()) });
    assert!(desk.app.path_field().is_none());
    assert!(desk.take("ReadFile").is_some());
}

#[test]
fn a_file_opened_again_is_shown_and_not_opened_twice() {
    let mut desk = Desk::with_bytes(vec![8, 1], None);
    assert_eq!(desk.app.tabs().len(), 1, "the welcome tab has done its work");
    desk.ask(FileCommand::OpenSample(Sample::ResourceUsage));
    assert_eq!((desk.app.tabs().len(), desk.app.active_tab()), (2, 1));
    desk.open("/folder/file.bin", Origin::in_memory(Arc::new(vec![8, 1])), None);
    assert_eq!((desk.app.tabs().len(), desk.app.active_tab()), (2, 0));
    assert_eq!(desk.app.recent_files(), [PathBuf::from("/folder/file.bin")]);
    desk.ask(TabCommand::NextTab);
    desk.ask(TabCommand::NextTab);
    desk.ask(TabCommand::PreviousTab);
    assert_eq!(desk.app.active_tab(), 1);
}

#[test]
fn a_sample_asks_where_it_is_to_be_saved() {
    let mut desk = Desk::with_sample(Sample::ResourceUsage);
    desk.ask(FileCommand::Save);
    assert!(desk.take("PickSavePath").is_some());
    let field = desk.app.path_field().unwrap();
    assert_eq!(field.initial, "action_resource_usage.bin");
    desk.ask(FileCommand::EnterPath("/f/mine.bin".to_owned()));
    let Some(Effect::File(FileEffect::Save(save))) = desk.take("Save") else { panic!() };
    assert!(save.is_new, "what is typed may name a file that is there: it is asked about");
    let Save { job, id, state, target, .. } = save;
    let result = Err(error("/f/mine.bin", FileAction::Save, FileProblem::Exists));
    desk.tell(Event::Saved { job, id, state, target, result });
    assert!(matches!(desk.app.question(), Some(Question::Overwrite { .. })));
    desk.ask(FileCommand::Answer(Answer::Proceed));
    assert_eq!(desk.save_done(), Sample::ResourceUsage.bytes());
    assert_eq!(desk.document().name(), "mine.bin");
    assert_eq!(desk.app.recent_files(), [PathBuf::from("/f/mine.bin")]);
    desk.set("peak_memory_kb", "1");
    desk.ask(FileCommand::Save);
    let save = desk.saves();
    assert_eq!((save.expected, save.is_new), (Some(file_id(2)), false));
}

#[test]
fn a_file_that_others_changed_is_overwritten_only_when_said_so() {
    let mut desk = Desk::with_bytes(vec![8, 1], None);
    desk.set("#1", "2");
    desk.ask(FileCommand::Save);
    let Save { job, id, state, target, expected, .. } = desk.saves();
    assert_eq!(expected, Some(file_id(1)));
    let result = Err(error("/folder/file.bin", FileAction::Save, FileProblem::Changed));
    desk.tell(Event::Saved { job, id, state, target, result });
    assert!(desk.document().is_edited() && desk.take("Save").is_none());
    let notice = desk.app.notices()[0].clone();
    assert_eq!((notice.what.as_str(), notice.place.as_str()), ("file.bin was not saved", "/folder/file.bin"));
    let labels: Vec<&str> = notice.actions.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(labels, ["Save as…", "Overwrite"]);
    desk.ask(NoticeCommand::Remedy { notice: notice.id, action: 1 });
    let save = desk.saves();
    assert_eq!((save.expected, save.is_new), (None, false));
}

#[test]
fn a_failed_save_is_tried_again_where_it_was_to_go() {
    let mut desk = Desk::with_bytes(vec![8, 1], None);
    desk.set("#1", "2");
    for (path, expected, is_new) in [("/folder/file.bin", Some(file_id(1)), false), ("/full/copy.bin", None, true)] {
        desk.ask(FileCommand::SaveTo(path.into()));
        let Save { job, id, state, target, .. } = desk.saves();
        let result = Err(error(path, FileAction::Save, FileProblem::DiskFull));
        desk.tell(Event::Saved { job, id, state, target, result });
        assert!(desk.document().is_edited());
        let notice = desk.app.notices().last().unwrap().id;
        desk.ask(NoticeCommand::Remedy { notice, action: 0 });
        let save = desk.saves();
        assert_eq!((save.target, save.expected, save.is_new), (path.into(), expected, is_new));
        let result = Err(error(path, FileAction::Save, FileProblem::DiskFull));
        desk.tell(Event::Saved { job: save.job, id, state, target: path.into(), result });
    }
    // Once it is saved, what was said of the tries is over.
    assert_eq!(desk.app.notices().len(), 2);
    desk.ask(FileCommand::SaveTo("/folder/file.bin".into()));
    desk.save_done();
    assert!(desk.app.notices().is_empty() && !desk.document().is_edited());
}

#[test]
fn only_the_file_entered_there_answers_to_the_path_field() {
    let mut desk = Desk::new();
    desk.ask(FileCommand::ShowPathField);
    desk.ask(FileCommand::EnterPath("/f/entered".to_owned()));
    let Some(Effect::File(FileEffect::ReadFile { job: entered, .. })) = desk.take("ReadFile") else { panic!() };
    desk.ask(FileCommand::OpenFile { path: "/f/dropped".into(), type_name: None });
    let Some(Effect::File(FileEffect::ReadFile { job: dropped, .. })) = desk.take("ReadFile") else { panic!() };
    let result = Err(error("/f/dropped", FileAction::Open, FileProblem::IsFolder));
    desk.tell(Event::FileRead { job: dropped, type_name: None, result });
    assert_eq!(desk.app.notices().len(), 1);
    assert_eq!(desk.app.path_field().unwrap().note, None);
    let opened = Opened { path: "/f/entered".into(), file: file_id(1), origin: Origin::in_memory(Arc::new(vec![])) };
    desk.tell(Event::FileRead { job: entered, type_name: None, result: Ok(opened) });
    assert!(desk.app.path_field().is_none());
}

#[test]
fn a_pasted_document_is_unsaved_until_it_has_a_file() {
    let mut desk = Desk::new();
    for name in ["pasted.bin", "pasted-2.bin"] {
        desk.ask(FileCommand::NewFromText("0801".to_owned()));
        let Some(Effect::File(FileEffect::ReadClip { job, text })) = desk.take("ReadClip") else { panic!() };
        let clip = crate::text::clip::read(&text);
        let origin = Origin::in_memory(Arc::new(clip.bytes));
        desk.tell(Event::ClipRead { job, form: clip.form, origin });
        assert_eq!((desk.document().name().as_str(), desk.document().is_edited()), (name, true));
    }
    desk.ask(TabCommand::CloseTab);
    assert!(matches!(desk.app.question(), Some(Question::Close { .. })));
    desk.ask(FileCommand::Answer(Answer::SaveAll));
    assert!(desk.take("PickSavePath").is_some());
    desk.ask(FileCommand::EnterPath("/f/mine.bin".to_owned()));
    assert_eq!(desk.save_done(), [8, 1]);
    assert_eq!(desk.app.documents().len(), 1, "it was closed once it was saved");
    desk.ask(FileCommand::SaveTo("/f/other.bin".into()));
    desk.save_done();
    assert!(!desk.document().is_edited());
    assert_eq!(desk.app.window_title(), "other.bin — wirebench");
}

#[test]
fn a_remedy_acts_on_the_document_it_is_about() {
    let mut desk = Desk::with_bytes(vec![8, 1], None);
    desk.ask(FileCommand::Save);
    let Save { job, id, state, target, .. } = desk.saves();
    desk.ask(FileCommand::OpenSample(Sample::ResourceUsage));
    let result = Err(error("/folder/file.bin", FileAction::Save, FileProblem::DiskFull));
    desk.tell(Event::Saved { job, id, state, target, result });
    let notice = desk.app.notices()[0].clone();
    let labels: Vec<&str> = notice.actions.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(labels, ["Try again", "Save as…"]);
    desk.ask(NoticeCommand::Remedy { notice: notice.id, action: 1 });
    assert_eq!(desk.document().id(), id);
    assert!(matches!(&desk.app.path_field().unwrap().purpose, PathPurpose::SaveAs(it) if *it == id));
    assert!(desk.app.notices().is_empty());
}

/// Answers the save that was asked for.
fn save_fails(desk: &mut Desk, problem: FileProblem) {
    let Save { job, id, state, target, .. } = desk.saves();
    let result = Err(FileError::on_save(&target, problem));
    desk.tell(Event::Saved { job, id, state, target, result });
}

#[test]
fn a_path_that_was_typed_and_cannot_be_saved_to_says_why_beside_it() {
    let mut desk = Desk::with_bytes(vec![8, 1], None);
    desk.ask(FileCommand::SaveAs);
    desk.ask(FileCommand::EnterPath("/full/a.bin".to_owned()));
    assert!(desk.app.path_field().is_some_and(|it| it.note.is_none()), "it stays until it is saved");
    save_fails(&mut desk, FileProblem::DiskFull);
    let note = desk.app.path_field().and_then(|it| it.note.clone()).unwrap();
    assert_eq!(
        note,
        "/full/a.bin no space left on the disk: nothing was written; free some space or save it elsewhere"
    );
    assert!(desk.app.notices().is_empty());
    desk.ask(FileCommand::EnterPath("/there/a.bin".to_owned()));
    save_fails(&mut desk, FileProblem::Exists);
    desk.ask(FileCommand::Answer(Answer::Cancel));
    assert!(desk.app.path_field().is_some_and(|it| it.note.is_some()), "another can be typed");
    desk.ask(FileCommand::EnterPath("/there/a.bin".to_owned()));
    save_fails(&mut desk, FileProblem::Exists);
    desk.ask(FileCommand::Answer(Answer::Proceed));
    save_fails(&mut desk, FileProblem::NoPermission);
    assert!(desk.app.path_field().and_then(|it| it.note.as_ref()).is_some_and(|it| it.contains("denied")));
    desk.ask(FileCommand::EnterPath("/there/b.bin".to_owned()));
    desk.save_done();
    assert!(desk.app.path_field().is_none() && desk.app.notices().is_empty());
    assert_eq!(desk.document().name(), "b.bin");
}

#[test]
fn a_save_that_fails_after_its_field_was_closed_is_said_in_a_notice() {
    let mut desk = Desk::with_bytes(vec![8, 1], None);
    desk.ask(FileCommand::SaveAs);
    desk.ask(FileCommand::EnterPath("/full/a.bin".to_owned()));
    desk.ask(FileCommand::HidePathField);
    save_fails(&mut desk, FileProblem::DiskFull);
    assert_eq!((desk.app.path_field(), desk.app.notices().len()), (None, 1));
}

#[test]
fn a_tab_closes_once_it_is_saved_to_the_second_path_that_was_typed() {
    let mut desk = Desk::with_sample(Sample::ResourceUsage);
    desk.set("peak_memory_kb", "1");
    desk.ask(TabCommand::CloseTab);
    desk.ask(FileCommand::Answer(Answer::SaveAll));
    for (path, problem) in [("/full/a.bin", FileProblem::DiskFull), ("/ro/a.bin", FileProblem::ReadOnly)] {
        desk.ask(FileCommand::EnterPath(path.to_owned()));
        save_fails(&mut desk, problem);
        assert_eq!(desk.app.documents().len(), 1);
    }
    desk.ask(FileCommand::EnterPath("/f/a.bin".to_owned()));
    desk.save_done();
    assert!(desk.app.documents().is_empty());
}

#[test]
fn what_another_start_asks_for_is_done_and_what_cannot_be_opened_is_said() {
    let mut desk = Desk::new();
    let files = vec!["/f/none.bin".into()];
    desk.tell(Event::Handed { files, type_name: None, begin: None });
    assert!(desk.take("Raise").is_some());
    let Some(Effect::File(FileEffect::ReadFile { job, .. })) = desk.take("ReadFile") else { panic!() };
    let result = Err(error("/f/none.bin", FileAction::Open, FileProblem::NotFound));
    desk.tell(Event::FileRead { job, type_name: None, result });
    assert_eq!(desk.app.notices()[0].what, "none.bin was not opened");
    desk.tell(Event::Handed { files: Vec::new(), type_name: None, begin: Some(Begin::Open) });
    assert!(desk.app.path_field().is_some() && desk.take("PickFile").is_some());
    desk.tell(Event::Handed { files: Vec::new(), type_name: None, begin: Some(Begin::NewMessage) });
    assert!(desk.app.is_new_message_shown());
}
