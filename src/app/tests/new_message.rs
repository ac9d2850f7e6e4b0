//! New messages.

use super::*;

fn new_message(desk: &mut Desk, name: &str, fill: Fill) {
    desk.ask(NewCommand::NewMessage { type_name: Some(name.to_owned()), fill });
}

#[test]
fn a_new_message_opens_unsaved_and_of_its_type() {
    let mut desk = Desk::new();
    desk.ask(NewCommand::ShowNewMessage);
    assert!(desk.app.is_new_message_shown());
    new_message(&mut desk, "v2.Digest", Fill::Sample { seed: 5 });
    assert!(!desk.app.is_new_message_shown());
    assert_eq!(desk.document().type_name(), Some("build.bazel.remote.execution.v2.Digest"));
    assert_eq!(desk.document().name(), "digest.binpb");
    assert_eq!(desk.document().path(), None);
    assert!(desk.rows().contains("hash  string"), "{}", desk.rows());
    let first = desk.bytes();
    new_message(&mut desk, "v2.Digest", Fill::Sample { seed: 5 });
    assert_eq!((desk.document().name().as_str(), desk.bytes()), ("digest-2.binpb", first.clone()));
    new_message(&mut desk, "v2.Digest", Fill::Sample { seed: 6 });
    assert_ne!(desk.bytes(), first);
}

#[test]
fn an_empty_message_takes_fields_and_asks_for_a_name_when_saved() {
    let mut desk = Desk::new();
    new_message(&mut desk, "v2.Digest", Fill::Empty);
    assert!(desk.bytes().is_empty());
    desk.ask(EditCommand::AddField { message: wire::Address::ROOT, number: 2 });
    desk.ask(EditCommand::EndEdit);
    assert_eq!(desk.bytes(), [0x10, 0]);
    desk.ask(FileCommand::Save);
    assert_eq!(desk.app.path_field().map(|it| it.initial.as_str()), Some("digest.binpb"));
}

#[test]
fn a_type_that_is_none_is_said() {
    let mut desk = Desk::new();
    new_message(&mut desk, "Nonesuch", Fill::Empty);
    assert!(desk.app.active_document().is_none());
    assert_eq!(desk.app.notices()[0].what, "No message was made");
}
