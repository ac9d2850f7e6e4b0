//! Templates: kept, begun with, renamed, deleted, put back, and remembered.

use super::*;

fn save(desk: &mut Desk, name: &str, is_selected: bool) {
    desk.ask(NewCommand::SaveTemplate { name: name.to_owned(), is_selected });
}

fn names(desk: &Desk) -> Vec<&str> {
    desk.app.templates().all().iter().map(|it| it.name.as_str()).collect()
}

#[test]
fn a_template_is_begun_with_as_it_was_kept() {
    let mut desk = Desk::with_folded_sample(Sample::ResourceUsage);
    desk.ask(NewCommand::ShowTemplateField);
    assert_eq!(desk.app.template_field().unwrap().initial, "ActionResourceUsage");
    save(&mut desk, "small run", false);
    assert!(desk.app.template_field().is_none());
    let (bytes, ty) = (desk.bytes(), desk.document().type_name().map(str::to_owned));
    desk.set("peak_memory_kb", "1");
    desk.ask(NewCommand::NewFromTemplate("small run".to_owned()));
    assert_eq!((desk.bytes(), desk.document().type_name().map(str::to_owned)), (bytes, ty));
    assert_eq!((desk.document().name().as_str(), desk.document().path()), ("small_run.binpb", None));
}

#[test]
fn the_selected_message_is_kept_alone() {
    let mut desk = Desk::with_folded_sample(Sample::ExecutionHistory);
    desk.select("action_digest");
    desk.ask(NewCommand::ShowTemplateField);
    assert_eq!(desk.app.template_field().unwrap().selected.as_deref(), Some("action_digest"));
    save(&mut desk, "digest", true);
    desk.ask(NewCommand::NewFromTemplate("digest".to_owned()));
    assert_eq!(desk.document().type_name(), Some("build.bazel.remote.execution.v2.Digest"));
    assert!(desk.rows().contains("hash  string"));
}

#[test]
fn a_name_that_will_not_do_stands_with_its_reason() {
    let mut desk = Desk::with_folded_sample(Sample::ResourceUsage);
    desk.ask(NewCommand::ShowTemplateField);
    save(&mut desk, "  ", false);
    assert_eq!(desk.app.template_field().unwrap().note.as_deref(), Some("type a name"));
    desk.ask(NewCommand::HideTemplateField);
    assert!(names(&desk).is_empty());
}

#[test]
fn templates_are_renamed_deleted_and_put_back() {
    let mut desk = Desk::with_folded_sample(Sample::ResourceUsage);
    save(&mut desk, "one", false);
    save(&mut desk, "two", false);
    desk.ask(NewCommand::RenameTemplate { name: "one".into(), to: "two".into() });
    assert!(desk.app.notices()[0].why.contains("another template"));
    desk.ask(NewCommand::RenameTemplate { name: "one".into(), to: "zero".into() });
    assert_eq!(names(&desk), ["two", "zero"]);
    desk.ask(NewCommand::DeleteTemplate("two".into()));
    desk.ask(NewCommand::DeleteTemplate("zero".into()));
    assert!(names(&desk).is_empty());
    desk.ask(NewCommand::RestoreTemplate("two".into()));
    assert_eq!(names(&desk), ["two"]);
}

#[test]
fn templates_are_remembered_and_broken_ones_set_aside() {
    let mut desk = Desk::with_folded_sample(Sample::ResourceUsage);
    save(&mut desk, "one", false);
    let Some(Effect::Keep(KeepEffect::Keep { kind: Kept::Templates, bytes })) = desk.take("Keep Templates") else {
        panic!("nothing is kept: {:?}", desk.effects)
    };
    let mut later = Desk::new();
    later.tell(Event::Kept { kind: Kept::Templates, result: Ok(Some(bytes)) });
    assert_eq!(later.app.templates(), desk.app.templates());
    let broken = br#"{"version":1,"templates":[{"name":"x","bytes":"0g"}]}"#.to_vec();
    let mut later = Desk::new();
    later.tell(Event::Kept { kind: Kept::Templates, result: Ok(Some(broken)) });
    assert!(matches!(later.take("SetAside"), Some(Effect::Keep(KeepEffect::SetAside { kind: Kept::Templates, .. }))));
    assert!(later.app.templates().all().is_empty());
}
