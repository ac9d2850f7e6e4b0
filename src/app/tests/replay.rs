//! A session is read back from the log, and played again: the same Commands and Events lead to the same state.

use super::*;
use crate::app::layout::{Change, Direction};
use crate::app::log::LineKind;

/// What came in, in order.
#[derive(Clone)]
enum Came {
    Asked(Command),
    Told(Event),
}

/// A session that is noted down while it goes on.
struct Noted {
    desk: Desk,
    came: Vec<Came>,
}

impl Noted {
    fn ask(&mut self, command: impl Into<Command>) {
        let command = command.into();
        self.came.push(Came::Asked(command.clone()));
        self.desk.ask(command);
    }

    fn tell(&mut self, event: Event) {
        self.came.push(Came::Told(event.clone()));
        self.desk.tell(event);
    }

    fn open(&mut self, path: &str, bytes: &[u8]) {
        self.ask(FileCommand::OpenFile { path: path.into(), type_name: None });
        let Some(Effect::File(FileEffect::ReadFile { job, type_name, .. })) = self.desk.take("ReadFile") else {
            panic!("nothing is read")
        };
        let origin = Origin::in_memory(Arc::new(bytes.to_vec()));
        let opened = Opened { path: path.into(), file: file_id(1), origin };
        self.tell(Event::FileRead { job, type_name, result: Ok(opened) });
    }

    /// Goes to a path and types a value there, letter by letter.
    fn type_at(&mut self, path: &str, text: &str) {
        self.ask(TreeCommand::Select(Pick::Path(path.to_owned())));
        // A way that is not in memory is looked for in the background.
        if let Some(Effect::Work(WorkEffect::Lead { job, id, version, document, lens, text })) = self.desk.take("Lead")
        {
            let led = lead(&document, &lens, &text).unwrap();
            self.tell(Event::Led { job, id, version, text, led });
        }
        let address = self.desk.document().selection().unwrap().address.clone();
        self.ask(EditCommand::BeginTyping);
        for (end, letter) in text.char_indices() {
            let text = text[..end + letter.len_utf8()].to_owned();
            self.ask(EditCommand::SetValue { address: address.clone(), text });
        }
        self.ask(EditCommand::EndEdit);
    }

    fn save(&mut self) {
        self.ask(FileCommand::Save);
        let Save { job, id, state, target, .. } = self.desk.saves();
        self.tell(Event::Saved { job, id, state, target, result: Ok(file_id(2)) });
    }
}

fn session() -> Noted {
    let mut noted = Noted { desk: Desk::new(), came: Vec::new() };
    noted.ask(FileCommand::OpenSample(Sample::ExecutionHistory));
    noted.ask(TreeCommand::FoldAll);
    noted.open("/folder/number.bin", &[8, 1]);
    noted.ask(SchemaCommand::ChooseType(Some("google.protobuf.Int32Value".to_owned())));
    noted.type_at("value", "12345");
    noted.type_at("value", "77");
    noted.ask(EditCommand::Undo);
    noted.ask(EditCommand::Undo);
    noted.ask(EditCommand::Redo);
    noted.save();
    noted.type_at("value", "5");
    noted.ask(Change::Split(Direction::Row, None));
    noted.ask(TabCommand::ActivateTab(0));
    for _ in 0..5 {
        noted.ask(TreeCommand::MoveSelection(Motion::Rows(1)));
    }
    noted.ask(WindowCommand::SetTheme(Theme::Light));
    noted.open("/folder/other.bin", &[0xff]);
    noted.ask(TabCommand::CloseTab);
    noted.ask(WindowCommand::ShowBottom(Bottom::Log));
    noted
}

/// All that a session leaves, as text.
fn state(app: &App) -> String {
    let mut out = format!("{:?}\n{:?}\n{:?}\n", app.layout, app.settings, app.recent);
    for document in &app.documents {
        let history = document.history();
        let selection = document.selection().map(|it| document.path_of(&it.address));
        let steps: Vec<_> = history.steps().iter().map(|it| it.name.clone()).collect();
        let (name, place, now, saved) = (document.name(), document.place(), history.now(), history.saved());
        let (type_name, edited) = (document.type_name(), document.is_edited());
        out.push_str(&format!("{name} {place:?} {type_name:?} {edited} {steps:?} {now} {saved:?} {selection:?}\n"));
        out.push_str(&format!("{:?}\n", document.snapshot().to_vec().unwrap()));
    }
    out
}

fn log_of(app: &App) -> Vec<String> {
    app.log().all().into_iter().map(|it| format!("{}: {}", it.kind.name(), it.words())).collect()
}

#[test]
fn a_session_played_again_ends_as_it_ended() {
    let Noted { desk, came } = session();
    let mut again = App::new();
    for it in came {
        _ = match it {
            Came::Asked(command) => again.update(command),
            Came::Told(event) => again.handle(event),
        };
    }
    let document = desk.app.documents().iter().find(|it| it.name() == "number.bin").unwrap();
    assert_eq!(document.snapshot().to_vec().unwrap(), [8, 5]);
    assert_eq!(document.history().steps().len(), 2, "what was typed at a time is a step, and one was taken back");
    assert_eq!(state(&again), state(&desk.app));
    assert_eq!(log_of(&again), log_of(&desk.app));
}

#[test]
fn a_session_is_read_back_from_the_log() {
    let Noted { desk, .. } = session();
    let commands: Vec<_> = desk.app.log().all().into_iter().filter(|it| it.kind == LineKind::Command).collect();
    let words: Vec<_> = commands.iter().map(|it| it.words()).collect();
    let way = desk.app.documents().iter().find(|it| it.name() == "number.bin").unwrap().selection().unwrap();
    let way = format!("/{}", way.address.last().unwrap().row);
    assert_eq!(
        words,
        [
            "Open sample ExecutionHistory".to_owned(),
            "Fold all".to_owned(),
            "Open file /folder/number.bin".to_owned(),
            "Choose type as google.protobuf.Int32Value".to_owned(),
            "Select \"value\"".to_owned(),
            "Type value".to_owned(),
            format!("Set value {way}: \"12345\" × 5"),
            "End edit".to_owned(),
            "Select \"value\"".to_owned(),
            "Type value".to_owned(),
            format!("Set value {way}: \"77\" × 2"),
            "End edit".to_owned(),
            "Undo".to_owned(),
            "Undo".to_owned(),
            "Redo".to_owned(),
            "Save".to_owned(),
            "Select \"value\"".to_owned(),
            "Type value".to_owned(),
            format!("Set value {way}: \"5\""),
            "End edit".to_owned(),
            "Split right".to_owned(),
            "Show tab 0".to_owned(),
            "Next row × 5".to_owned(),
            "Light theme".to_owned(),
            "Open file /folder/other.bin".to_owned(),
            "Close tab".to_owned(),
            "Log".to_owned(),
        ]
    );
    assert!(desk.app.log().lines().all(|it| it.text != "Log"), "what only shows is not for a person to read");
    let of = |kind| desk.app.log().all().into_iter().filter(|it| it.kind == kind).count();
    assert!(of(LineKind::Effect) > 0 && of(LineKind::Event) > 0);
}
