//! Values from files and to files.

use super::*;

/// A string and a number.
fn desk() -> Desk {
    let mut desk = Desk::with_bytes(vec![0x0a, 2, b'a', b'b', 0x10, 7], Some("build.bazel.remote.execution.v2.Digest"));
    desk.select("hash");
    desk
}

fn read(desk: &mut Desk, bytes: Vec<u8>) {
    let Some(Effect::File(FileEffect::ReadFile { job, path, .. })) = desk.take("ReadFile") else {
        panic!("{:?}", desk.effects)
    };
    let opened = Opened { path, file: file_id(3), origin: Origin::in_memory(Arc::new(bytes)) };
    desk.tell(Event::FileRead { job, type_name: None, result: Ok(opened) });
}

#[test]
fn a_value_takes_the_bytes_of_a_file_in_one_step() {
    let mut desk = desk();
    desk.ask(EditCommand::ValueFromFile);
    let Some(Effect::File(FileEffect::PickFile { purpose })) = desk.take("PickFile") else { panic!() };
    desk.tell(Event::Picked { purpose, picked: Picked::Path("/f/part.txt".into()) });
    assert!(desk.app.path_field().is_none());
    read(&mut desk, vec![b'x', 0, 0xff]);
    assert_eq!(desk.bytes(), [0x0a, 3, b'x', 0, 0xff, 0x10, 7]);
    assert_eq!(desk.document().history().steps().last().unwrap().name, "Set hash from part.txt");
    assert_eq!(desk.app.tabs().len(), 1, "the file is no document");
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), [0x0a, 2, b'a', b'b', 0x10, 7]);
}

#[test]
fn a_path_is_typed_where_there_is_no_dialog_and_a_mistake_is_said_beside_it() {
    let mut desk = desk();
    desk.ask(EditCommand::ValueFromFile);
    desk.ask(FileCommand::EnterPath("/f/none".to_owned()));
    let Some(Effect::File(FileEffect::ReadFile { job, path, .. })) = desk.take("ReadFile") else { panic!() };
    let result = Err(FileError::on_open(path, FileProblem::NotFound));
    desk.tell(Event::FileRead { job, type_name: None, result });
    assert!(desk.app.path_field().unwrap().note.as_ref().unwrap().contains("no such file"));
    desk.ask(FileCommand::EnterPath("/f/part".to_owned()));
    read(&mut desk, b"abc".to_vec());
    assert!(desk.app.path_field().is_none());
    assert_eq!(desk.bytes(), [0x0a, 3, b'a', b'b', b'c', 0x10, 7]);
}

#[test]
fn a_file_does_not_go_to_a_record_that_took_the_place_of_the_one_meant() {
    let mut desk = desk();
    desk.ask(EditCommand::ValueFromFile);
    let Some(Effect::File(FileEffect::PickFile { purpose })) = desk.take("PickFile") else { panic!() };
    desk.tell(Event::Picked { purpose, picked: Picked::Path("/f/part".into()) });
    desk.ask(RecordCommand::DeleteRecord);
    let before = desk.bytes();
    read(&mut desk, b"abc".to_vec());
    assert_eq!(desk.bytes(), before);
    assert_eq!(desk.app.notices()[0].why, "the record is not there any more");
}

#[test]
fn a_value_is_written_to_a_file_and_what_stands_there_is_asked_about() {
    let mut desk = desk();
    desk.ask(EditCommand::ValueToFile);
    let Some(Effect::File(FileEffect::PickSavePath { suggested, .. })) = desk.take("PickSavePath") else { panic!() };
    assert_eq!(suggested, "/folder/hash.bin");
    desk.ask(FileCommand::EnterPath(suggested));
    let written = |desk: &mut Desk| match desk.take("WriteValue") {
        Some(Effect::File(FileEffect::WriteValue(it))) => it,
        _ => panic!("{:?}", desk.effects),
    };
    let first = written(&mut desk);
    assert_eq!((first.bytes.to_vec().unwrap(), first.is_new), (b"ab".to_vec(), true));
    let WriteValue { job, at, target, .. } = first;
    let result = Err(FileError::on_save(&target, FileProblem::Exists));
    desk.tell(Event::ValueWritten { job, at, target, result });
    let notice = desk.app.notices()[0].clone();
    assert_eq!((notice.what.as_str(), notice.actions[0].0.as_str()), ("hash was not written", "Overwrite"));
    desk.ask(NoticeCommand::Remedy { notice: notice.id, action: 0 });
    let WriteValue { job, at, target, is_new, .. } = written(&mut desk);
    assert!(!is_new);
    desk.tell(Event::ValueWritten { job, at, target, result: Ok(2) });
    assert_eq!(desk.app.told(), Some("hash: 2 bytes were written to /folder/hash.bin"));
    assert!(desk.app.notices().is_empty() && desk.app.jobs().iter().all(|it| it.id != job));
    assert!(!desk.document().is_edited());
}

#[test]
fn a_number_has_no_bytes_to_take_from_a_file() {
    let mut desk = desk();
    assert!(desk.app.is_available(&EditCommand::ValueToFile.into()));
    desk.select("size_bytes");
    for command in [EditCommand::ValueFromFile, EditCommand::ValueToFile] {
        assert!(!desk.app.is_available(&command.clone().into()));
        desk.ask(command);
    }
    assert!(desk.app.path_field().is_none());
}
