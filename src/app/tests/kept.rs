//! What is remembered between starts.

use super::*;

/// What is kept of a kind, if anything is.
fn keeps(desk: &mut Desk, kind: Kept) -> Option<Vec<u8>> {
    match desk.take(&format!("Keep {kind:?}")) {
        Some(Effect::Keep { bytes, .. }) => Some(bytes),
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
    desk.ask(Command::SetTheme(Theme::Light));
    desk.ask(Command::ZoomIn);
    desk.effects.reverse();
    let bytes = keeps(&mut desk, Kept::Settings).unwrap();
    let mut next = start_with(Kept::Settings, &bytes);
    assert_eq!(next.app.settings(), desk.app.settings());
    assert!(next.effects.is_empty() && next.app.notices().is_empty());
    next.ask(Command::ShowHelp);
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
            let Some(Effect::SetAside { why: said, .. }) = desk.take("SetAside") else { panic!("{:?}", desk.effects) };
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
}
