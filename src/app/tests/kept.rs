//! What is remembered between starts.

use super::*;

/// What is kept of a kind, if anything is.
fn keeps(desk: &mut Desk, kind: Kept) -> Option<Vec<u8>> {
    match desk.take(&format!("Keep {kind:?}")) {
        Some(Effect::Keep(KeepEffect::Keep { bytes, .. })) => Some(bytes),
        _ => None,
    }
}

fn start_with(kind: Kept, bytes: &[u8]) -> Desk {
    let mut desk = Desk::new();
    desk.tell(Event::Kept { kind, result: Ok(Some(bytes.to_vec())) });
    desk
}

#[test]
fn settings_are_what_they_were_at_the_next_start() {
    let mut desk = Desk::new();
    desk.ask(WindowCommand::SetTheme(Theme::Light));
    desk.ask(WindowCommand::ZoomIn);
    desk.effects.reverse();
    let bytes = keeps(&mut desk, Kept::Settings).unwrap();
    let mut next = start_with(Kept::Settings, &bytes);
    assert_eq!(next.app.settings(), desk.app.settings());
    assert!(next.effects.is_empty() && next.app.notices().is_empty());
    next.ask(WindowCommand::ShowHelp);
    assert!(next.effects.is_empty(), "what did not change is not kept");
}

#[test]
fn recent_files_are_what_they_were_at_the_next_start() {
    let mut desk = Desk::with_bytes(vec![8, 1], None);
    let bytes = keeps(&mut desk, Kept::Recent).unwrap();
    let next = start_with(Kept::Recent, &bytes);
    assert_eq!(next.app.recent_files(), [PathBuf::from("/folder/file.bin")]);
    let many = (0..10_000).map(|it| format!("\"/f/{it}\"")).collect::<Vec<_>>().join(",");
    let next = start_with(Kept::Recent, format!("{{\"version\":1,\"files\":[{many}]}}").as_bytes());
    assert_eq!(next.app.recent_files().len(), RECENT);
}

#[test]
fn what_cannot_be_read_is_set_aside_and_said() {
    for (bytes, why) in [(&b"{"[..], "It is broken"), (br#"{"version":9}"#, "It was written by a newer wirebench")] {
        for kind in [Kept::Settings, Kept::Recent] {
            let mut desk = start_with(kind, bytes);
            let Some(Effect::Keep(KeepEffect::SetAside { why: said, .. })) = desk.take("SetAside") else {
                panic!("{:?}", desk.effects)
            };
            assert!(said.starts_with(why), "{said}");
            desk.tell(Event::SetAside { kind, why: said, result: Ok("/s/it.json.aside".into()) });
            let [notice] = desk.app.notices() else { panic!() };
            assert_eq!(notice.what, format!("{} was set aside", kind.file_name()));
            assert_eq!(notice.place, "/s/it.json.aside");
            assert_eq!(desk.app.settings(), &Settings::default());
        }
    }
}

#[test]
fn a_zoom_out_of_bounds_is_cut() {
    let desk = start_with(Kept::Settings, br#"{"version":1,"zoom":9999}"#);
    assert_eq!(desk.app.settings().zoom, 300);
}

#[test]
fn that_nothing_can_be_kept_is_said_once() {
    let mut desk = Desk::new();
    for kind in Kept::ALL {
        let error = error("/state", FileAction::Save, FileProblem::DiskFull);
        desk.tell(Event::NotKept { kind, error });
    }
    assert_eq!(desk.app.notices().len(), 1);
    assert_eq!(desk.app.notices()[0].why, "No space left on the disk");
    desk.tell(Event::KeptAfterAll { kind: Kept::Recent });
    assert!(desk.app.notices().is_empty());
    desk.tell(Event::NotKept { kind: Kept::Recent, error: error("/state", FileAction::Save, FileProblem::ReadOnly) });
    assert_eq!(desk.app.notices().len(), 1, "another failure is news");
}

#[test]
fn that_edits_are_not_kept_holds_until_they_are_or_there_are_none() {
    let full = || error("/state/journals", FileAction::Save, FileProblem::DiskFull);
    let mut desk = Desk::with_bytes(vec![8, 1], None);
    let id = desk.document().id();
    desk.set("#1", "2");
    for _ in 0..2 {
        desk.tell(Event::NotJournaled { id, error: full() });
        desk.tell(Event::NotJournaled { id, error: full() });
        let [notice] = desk.app.notices() else { panic!("{:?}", desk.app.notices()) };
        assert_eq!((notice.why.as_str(), notice.place.as_str()), ("No space left on the disk", "/state/journals"));
        let version = desk.document().version();
        desk.tell(Event::Journaled { id, version });
        assert!(desk.app.notices().is_empty());
    }
    desk.tell(Event::NotJournaled { id, error: full() });
    desk.ask(EditCommand::Undo);
    assert!(desk.app.notices().is_empty(), "nothing is unsaved");
}

#[test]
fn groups_and_sizes_are_what_they_were_at_the_next_start() {
    let files = ["/f/a.bin", "/f/b.bin"];
    let origin = || Origin::in_memory(Arc::new(vec![8, 1]));
    let mut desk = Desk::new();
    files.iter().for_each(|path| desk.open(path, origin(), None));
    desk.ask(layout::Change::MoveToNextGroup(None));
    desk.ask(layout::Change::Size(Pane::Inspector, 400));
    desk.effects.reverse();
    let bytes = keeps(&mut desk, Kept::Layout).unwrap();
    let mut next = start_with(Kept::Layout, &bytes);
    assert_eq!(next.app.layout().sizes().of(Pane::Inspector), 400);
    files.iter().rev().for_each(|path| next.open(path, origin(), None));
    let names = |desk: &Desk| {
        let name = |tab: &Tab| match tab {
            Tab::Document(id) => desk.app.document(*id).unwrap().name(),
            Tab::Welcome => String::new(),
        };
        let groups = desk.app.layout().groups();
        groups.iter().map(|it| it.tabs().iter().map(name).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    assert_eq!(names(&next), [["a.bin"], ["b.bin"]]);
    assert_eq!(names(&next), names(&desk));
    next.open("/f/c.bin", origin(), None);
    assert_eq!(names(&next), [vec!["a.bin", "c.bin"], vec!["b.bin"]], "another file goes where the focus is");
}

#[test]
fn a_layout_from_another_version_or_broken_is_set_aside_and_the_usual_one_holds() {
    let deep = "{\"split\":{\"direction\":\"row\",\"parts\":[{\"share\":1,\"node\":".repeat(50_000);
    let deep = format!("{{\"version\":1,\"centre\":{deep}");
    for broken in
        ["", "{}", "{\"version\":2}", "{\"version\":1,\"sizes\":{\"rail\":-1}}", "{\"version\":1,\"centre\":7}", &deep]
    {
        let mut desk = start_with(Kept::Layout, broken.as_bytes());
        assert!(desk.take("SetAside").is_some(), "{}", broken.get(..30).unwrap_or(broken));
        assert_eq!(desk.app.layout(), &Layout::default());
    }
    let odd = start_with(Kept::Layout, br#"{"version":1,"sizes":{"rail":65535,"inspector":0},"later":true}"#);
    assert_eq!(odd.app.layout().sizes().of(Pane::Rail), layout::Sizes::span(Pane::Rail).largest);
    assert_eq!(odd.app.layout().sizes().of(Pane::Inspector), layout::Sizes::span(Pane::Inspector).least);
}
