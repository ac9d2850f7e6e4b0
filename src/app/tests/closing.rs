//! Closing tabs and ending the program.

use super::*;

fn edited() -> Desk {
    let mut desk = Desk::with_bytes(vec![8, 1], None);
    desk.set("#1", "2");
    desk
}

#[test]
fn what_is_saved_closes_at_once() {
    let mut desk = Desk::with_bytes(vec![8, 1], None);
    desk.ask(TabCommand::CloseTab);
    assert!(desk.app.question().is_none());
    assert_eq!(desk.app.tabs(), [Tab::Welcome]);
    assert!(desk.app.jobs().is_empty(), "its jobs are stopped");
    desk.ask(TabCommand::CloseTab);
    assert_eq!(desk.app.tabs(), [Tab::Welcome]);
    desk.ask(FileCommand::Quit);
    assert!(desk.take("Quit").is_some());
}

#[test]
fn unsaved_edits_are_asked_about_once_for_all() {
    let mut desk = edited();
    desk.ask(FileCommand::OpenSample(Sample::ResourceUsage));
    desk.ask(EditCommand::AddField { message: wire::Address::ROOT, number: 2 });
    desk.ask(FileCommand::OpenSample(Sample::AssignTasks));
    desk.ask(FileCommand::Quit);
    let Some(Question::Close { unsaved, is_quit: true }) = desk.app.question() else { panic!() };
    assert_eq!(unsaved.len(), 2);
    desk.ask(FileCommand::Answer(Answer::Cancel));
    assert!(desk.take("Quit").is_none() && desk.app.question().is_none());
    assert_eq!(desk.app.tabs().len(), 3);
    desk.ask(FileCommand::Quit);
    desk.ask(FileCommand::Answer(Answer::SaveAll));
    assert_eq!(desk.save_done(), [8, 2]);
    assert!(desk.take("Quit").is_none(), "the sample has no file yet");
    desk.ask(FileCommand::EnterPath("/f/sample.bin".to_owned()));
    desk.save_done();
    assert!(desk.take("Quit").is_some());
}

#[test]
fn what_is_opened_and_edited_while_the_last_save_is_written_is_asked_about() {
    let mut desk = edited();
    desk.ask(FileCommand::Quit);
    desk.ask(FileCommand::Answer(Answer::SaveAll));
    desk.ask(FileCommand::OpenSample(Sample::ResourceUsage));
    desk.ask(EditCommand::AddField { message: wire::Address::ROOT, number: 2 });
    desk.save_done();
    assert!(desk.take("Quit").is_none());
    let Some(Question::Close { unsaved, is_quit: true }) = desk.app.question() else { panic!() };
    assert_eq!(unsaved, &[desk.document().id()]);
    desk.ask(FileCommand::Answer(Answer::Discard));
    assert!(desk.take("Quit").is_some());
}

#[test]
fn discarding_loses_what_was_said_and_nothing_else() {
    let mut desk = edited();
    desk.ask(FileCommand::OpenSample(Sample::AssignTasks));
    desk.ask(TabCommand::CloseTabAt(0));
    desk.ask(FileCommand::Answer(Answer::Discard));
    assert!(desk.take("Save").is_none());
    assert_eq!(desk.app.tabs().len(), 1);
    assert_eq!(desk.document().name(), "assign_tasks_request.bin");
}

#[test]
fn a_save_that_fails_keeps_the_tab() {
    let mut desk = edited();
    desk.ask(TabCommand::CloseTab);
    desk.ask(FileCommand::Answer(Answer::SaveAll));
    let Save { job, id, state, target, .. } = desk.saves();
    let result = Err(error("/folder/file.bin", FileAction::Save, FileProblem::DiskFull));
    desk.tell(Event::Saved { job, id, state, target, result });
    assert_eq!(desk.app.notices().len(), 1);
    assert!(desk.document().is_edited());
    desk.ask(FileCommand::Save);
    desk.save_done();
    assert_eq!(desk.app.tabs().len(), 1, "the closing was given up");
    assert!(!desk.document().is_edited());
}

#[test]
fn the_end_waits_for_what_is_being_written() {
    let mut desk = edited();
    desk.ask(FileCommand::Save);
    desk.ask(FileCommand::Quit);
    desk.ask(FileCommand::Answer(Answer::Discard));
    assert!(desk.take("Quit").is_none());
    desk.save_done();
    assert!(desk.take("Quit").is_some());
}

#[test]
fn giving_the_name_up_gives_the_closing_up() {
    let mut desk = Desk::with_sample(Sample::ResourceUsage);
    desk.ask(EditCommand::AddField { message: wire::Address::ROOT, number: 2 });
    desk.ask(TabCommand::CloseTab);
    desk.ask(FileCommand::Answer(Answer::SaveAll));
    assert!(desk.app.path_field().is_some());
    desk.ask(FileCommand::HidePathField);
    desk.ask(FileCommand::SaveTo("/f/a.bin".into()));
    desk.save_done();
    assert_eq!(desk.app.tabs().len(), 1);
    assert_eq!(desk.document().name(), "a.bin");
}

#[test]
fn every_command_of_the_table_can_be_asked_at_any_time() {
    for mut desk in [Desk::new(), Desk::with_sample(Sample::ExecutionHistory), Desk::with_bytes(Vec::new(), None)] {
        for entry in table::entries() {
            _ = desk.app.is_available(&entry.command);
            desk.ask(entry.command.clone());
            assert!(!desk.app.tabs().is_empty());
        }
    }
}

/// One tab being saved and one unsaved, and the question of the end asked.
fn ending_while_saving() -> (Desk, Save) {
    let mut desk = edited();
    desk.ask(FileCommand::Save);
    let save = desk.saves();
    desk.open("/folder/other.bin", Origin::in_memory(Arc::new(vec![8, 5])), None);
    desk.set("#1", "6");
    desk.ask(FileCommand::Quit);
    assert!(matches!(desk.app.question(), Some(Question::Close { is_quit: true, .. })));
    (desk, save)
}

#[test]
fn a_question_waits_for_the_answer_to_the_one_before() {
    for (first, is_quit) in [(Answer::Cancel, false), (Answer::Discard, true)] {
        let (mut desk, Save { job, id, state, target, .. }) = ending_while_saving();
        let result = Err(error("/folder/file.bin", FileAction::Save, FileProblem::Changed));
        desk.tell(Event::Saved { job, id, state, target, result });
        assert!(matches!(desk.app.question(), Some(Question::Close { .. })), "it still waits for its answer");
        desk.ask(FileCommand::Answer(first));
        let Some(Question::Overwrite { problem, .. }) = desk.app.question() else { panic!() };
        assert_eq!(*problem, FileProblem::Changed);
        assert!(desk.take("Quit").is_none());
        desk.ask(FileCommand::Answer(Answer::Proceed));
        assert_eq!(desk.save_done(), [8, 2]);
        assert!(desk.take("Save").is_none(), "the other is not saved unasked");
        assert_eq!(desk.take("Quit").is_some(), is_quit);
    }
}

#[test]
fn a_save_that_fails_leaves_the_question_of_the_end_to_its_answer() {
    let (mut desk, Save { job, .. }) = ending_while_saving();
    desk.tell(Event::Stopped { job });
    desk.ask(FileCommand::Quit);
    desk.ask(FileCommand::Answer(Answer::Discard));
    assert!(desk.app.question().is_none() && desk.take("Quit").is_some());
}
