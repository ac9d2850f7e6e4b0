//! What the monkey asks for: anything, with arguments that fit, that fit no more, and that never did.

use super::super::*;
use super::{Dice, Monkey};
use crate::app::layout::{Change, Direction, GroupId, Side, SplitId, TabAt, Target};
use crate::app::table;
use crate::schema::find::{Mode, Query};
use crate::schema::{Number, ReadAs, TimeUnit};
use crate::text::literal::Notation;
use crate::wire::Address;

const TEXTS: [&str; 33] = [
    "",
    "1",
    "-1",
    "0",
    "true",
    "\"x\"",
    "0a",
    "0a 02 61 62",
    "[1, 2]",
    "[1,,]",
    "{",
    "{}",
    "{\"hash\": \"ab\", \"sizeBytes\": \"3\"}",
    "hash: \"ab\" size_bytes: 3",
    "99999999999999999999999999",
    "nan",
    "1e400",
    "\u{202e}\u{0}\n",
    "~",
    "/",
    "CgJhYg==",
    "00000000  0a 02 61 62  |..ab|",
    "b\"\\x0a\\x02ab\"",
    "[[[[[[[[[[[[[[[[",
    "a {a {a {a {a {",
    "#1",
    "#1.#1",
    "paths[0]",
    "end",
    "0x4",
    "+1",
    "-0x10",
    "google.protobuf.Value",
];

fn text(dice: &mut Dice) -> String {
    match dice.roll(20) {
        0 => "x".repeat(3_000),
        1 => "{\"a\":".repeat(500),
        _ => TEXTS[dice.roll(33) as usize].to_owned(),
    }
}

pub(super) fn answer(dice: &mut Dice) -> Answer {
    [Answer::SaveAll, Answer::Discard, Answer::Proceed, Answer::Cancel][dice.roll(4) as usize]
}

fn number(dice: &mut Dice) -> u64 {
    match dice.roll(8) {
        0 => u64::MAX,
        1 => 1 << 29,
        2 => 0,
        _ => dice.roll(30),
    }
}

/// A record's address: of a row that shows, or of none.
fn address(monkey: &mut Monkey) -> Address {
    let (app, dice) = (&monkey.desk.app, &mut monkey.dice);
    let Some(document) = app.active_document() else { return Address::ROOT };
    match dice.roll(12) {
        0 => Address::ROOT,
        1 => {
            let outside =
                |dice: &mut Dice| wire::Step { row: dice.roll(9), at: document.snapshot().len() + number(dice) / 2 };
            Address::from((0..1 + dice.roll(3)).map(|_| outside(dice)).collect::<Vec<_>>())
        }
        2 | 3 => document.selection().map_or(Address::ROOT, |it| it.address.clone()),
        _ => {
            let at = dice.roll(document.row_count().rows);
            let rows = document.rows(at..at + 1);
            rows.first().and_then(Row::record).map_or(Address::ROOT, |it| it.address.clone())
        }
    }
}

fn path(monkey: &mut Monkey) -> PathBuf {
    let paths = monkey.outside.paths();
    let dice = &mut monkey.dice;
    match dice.roll(5) {
        0 => PathBuf::from(text(dice)),
        1 => PathBuf::from("/folder/new"),
        _ => paths.get(dice.roll(paths.len() as u64) as usize).cloned().unwrap_or_default(),
    }
}

fn tab_at(monkey: &mut Monkey) -> TabAt {
    let dice = &mut monkey.dice;
    let groups = monkey.desk.app.layout().groups();
    let group = groups[dice.roll(groups.len() as u64) as usize];
    let tab = group.tabs()[dice.roll(group.tabs().len() as u64) as usize];
    match dice.roll(10) {
        0 => TabAt { group: GroupId(dice.roll(5)), tab: Tab::Document(DocumentId(dice.roll(9))) },
        _ => TabAt { group: group.id(), tab },
    }
}

fn motion(dice: &mut Dice) -> Motion {
    match dice.roll(8) {
        0 => Motion::First,
        1 => Motion::Last,
        2 => Motion::Parent,
        3 => Motion::Rows(i64::MIN),
        4 => Motion::Rows(i64::MAX),
        _ => Motion::Rows(dice.roll(7) as i64 - 3),
    }
}

/// Anything.
pub(super) fn any(monkey: &mut Monkey) -> Command {
    match monkey.dice.roll(24) {
        0..4 => {
            let count = table::entries().count() as u64;
            table::entries().nth(monkey.dice.roll(count) as usize).unwrap().command.clone()
        }
        4..8 => edit(monkey).into(),
        8..10 => records(monkey).into(),
        10..13 => tree(monkey).into(),
        13..16 => bytes(monkey).into(),
        16 | 17 => clip(monkey).into(),
        18 => file(monkey),
        19 => tabs(monkey),
        20 => schema(monkey).into(),
        21 => find(monkey),
        22 => aside(monkey),
        _ => new(monkey).into(),
    }
}

fn edit(monkey: &mut Monkey) -> EditCommand {
    let address = address(monkey);
    let dice = &mut monkey.dice;
    match dice.roll(16) {
        0 => EditCommand::Undo,
        1 => EditCommand::Redo,
        2 => EditCommand::BeginEdit,
        3 => EditCommand::BeginTyping,
        4 => EditCommand::EndEdit,
        5 => EditCommand::CancelEdit,
        6 | 7 => EditCommand::SetValue { address, text: text(dice) },
        8 => EditCommand::SetPayload { address, bytes: (0..dice.roll(200)).map(|it| it as u8).collect() },
        9 => EditCommand::SetElement { record: address, index: number(dice), text: text(dice) },
        10 => EditCommand::ToggleBool(Some(address)),
        11 => EditCommand::SetEnum { address, number: number(dice) as i32 },
        12 => EditCommand::ValueFromFile,
        13 => EditCommand::ValueToFile,
        14 => EditCommand::AddField { message: address, number: number(dice) },
        _ => EditCommand::GoToStep(dice.roll(40) as usize),
    }
}

fn records(monkey: &mut Monkey) -> RecordCommand {
    let message = address(monkey);
    let dice = &mut monkey.dice;
    match dice.roll(6) {
        0 => RecordCommand::DeleteRecord,
        1 => RecordCommand::Duplicate,
        2 => RecordCommand::MoveRecords([Shift::Up, Shift::Down, Shift::First, Shift::Last][dice.roll(4) as usize]),
        3 => RecordCommand::MoveBefore { message, row: number(dice) },
        4 => RecordCommand::InsertBefore,
        _ => RecordCommand::InsertAfter,
    }
}

fn tree(monkey: &mut Monkey) -> TreeCommand {
    let some = (monkey.dice.roll(3) > 0).then(|| address(monkey));
    let one = address(monkey);
    let len = monkey.desk.app.active_document().map_or(0, |it| it.snapshot().len());
    let dice = &mut monkey.dice;
    match dice.roll(16) {
        0 => TreeCommand::Select(Pick::Row(number(dice))),
        1 | 2 => TreeCommand::Select(Pick::Record(one)),
        3 => TreeCommand::Select(Pick::Byte(dice.roll(len + 3))),
        4 => TreeCommand::Select(Pick::Path(text(dice))),
        5 => TreeCommand::Select(Pick::Nothing),
        6 => TreeCommand::MoveSelection(motion(dice)),
        7 => TreeCommand::ExtendSelection(motion(dice)),
        8 => TreeCommand::ExtendTo(number(dice)),
        9 => TreeCommand::MoveCursor(motion(dice)),
        10 => TreeCommand::ToggleSelected(some),
        11 => TreeCommand::SelectSiblings,
        12 => TreeCommand::Unfold(some),
        13 => TreeCommand::Fold(some),
        14 => TreeCommand::ToggleFold(some),
        _ => TreeCommand::ToggleAbsent,
    }
}

fn bytes(monkey: &mut Monkey) -> ByteCommand {
    let len = monkey.desk.app.active_document().map_or(0, |it| it.snapshot().len());
    let dice = &mut monkey.dice;
    let some = (0..dice.roll(5)).map(|_| dice.roll(256) as u8).collect::<Vec<u8>>();
    match dice.roll(16) {
        0 | 1 => ByteCommand::Place { at: dice.roll(len + 3), extends: dice.roll(2) == 0 },
        2 => ByteCommand::Select(dice.roll(len + 2)..number(dice)),
        3 => ByteCommand::Column(if dice.roll(2) == 0 { ByteColumn::Hex } else { ByteColumn::Text }),
        4 | 5 => ByteCommand::Digit(dice.roll(17) as u8),
        6 => ByteCommand::Type(some),
        7 => ByteCommand::Paste(text(dice)),
        8 => ByteCommand::Delete { is_back: dice.roll(2) == 0 },
        9 => ByteCommand::Cut,
        10 => ByteCommand::Copy(
            [ByteForm::Hex, ByteForm::Base64, ByteForm::CArray, ByteForm::Text][dice.roll(4) as usize],
        ),
        11 => ByteCommand::Fill(some),
        12 => ByteCommand::ToggleInsert,
        13 => ByteCommand::ToggleLengths,
        14 => ByteCommand::Place { at: number(dice), extends: true },
        _ => ByteCommand::GoTo(text(dice)),
    }
}

fn clip(monkey: &mut Monkey) -> ClipCommand {
    let dice = &mut monkey.dice;
    let notations = [Notation::Hex, Notation::Base64, Notation::Rust, Notation::C, Notation::Go, Notation::Python];
    let forms = [PasteForm::Json, PasteForm::Text, PasteForm::Hex, PasteForm::Base64, PasteForm::Raw];
    let form = forms[dice.roll(5) as usize];
    match dice.roll(10) {
        0 => ClipCommand::Copy,
        1 => ClipCommand::Cut,
        2 => ClipCommand::CopyAs(
            [CopyForm::Value, CopyForm::Path, CopyForm::Json, CopyForm::Text, CopyForm::EditCommand]
                [dice.roll(5) as usize],
        ),
        3 => ClipCommand::CopyAs(CopyForm::Bytes(notations[dice.roll(6) as usize])),
        4 => ClipCommand::Paste,
        5 => ClipCommand::PasteAs(form),
        6 => ClipCommand::CopyText(text(dice)),
        _ => ClipCommand::PasteText { text: text(dice), form: (dice.roll(2) == 0).then_some(form) },
    }
}

fn file(monkey: &mut Monkey) -> Command {
    let path = path(monkey);
    let dice = &mut monkey.dice;
    let command = match dice.roll(16) {
        0 => FileCommand::Open,
        1 => FileCommand::OpenFile { path, type_name: (dice.roll(2) == 0).then(|| text(dice)) },
        2 => FileCommand::OpenSample(Sample::ALL[dice.roll(4) as usize]),
        3 => FileCommand::ListFolder(text(dice)),
        4 => FileCommand::EnterPath(text(dice)),
        5 => FileCommand::EnterPath(path.to_string_lossy().into_owned()),
        6 | 7 => FileCommand::Save,
        8 => FileCommand::SaveTo(path),
        9 => FileCommand::SaveAgain(path),
        10 => FileCommand::NewFromText(text(dice)),
        11 => FileCommand::ForgetRecent(path),
        12 => FileCommand::Reload,
        13 => FileCommand::KeepMine,
        14 => FileCommand::Quit,
        _ => FileCommand::Answer(answer(dice)),
    };
    command.into()
}

fn tabs(monkey: &mut Monkey) -> Command {
    let (at, other) = (tab_at(monkey), tab_at(monkey));
    let dice = &mut monkey.dice;
    let some = (dice.roll(2) == 0).then_some(at);
    let side = [Side::Left, Side::Right, Side::Above, Side::Below][dice.roll(4) as usize];
    let direction = [Direction::Row, Direction::Column][dice.roll(2) as usize];
    let pane = [Pane::Rail, Pane::Inspector, Pane::Bottom][dice.roll(3) as usize];
    match dice.roll(20) {
        0 => TabCommand::CloseTab.into(),
        1 => TabCommand::CloseTabAt(number(dice) as usize).into(),
        2 => TabCommand::ActivateTab(dice.roll(4) as usize).into(),
        3 => TabCommand::ReopenTab.into(),
        4 => Change::Show(at).into(),
        5 => Change::Close(at).into(),
        6 => Change::CloseOthers(some).into(),
        7 => Change::CloseToTheRight(some).into(),
        8..11 => Change::Split(direction, some).into(),
        11 => Change::Shift(dice.roll(5) as i8 - 2).into(),
        12 => Change::MoveToNextGroup(some).into(),
        13 => Change::Move(at, Target::Group { group: other.group, place: Some(dice.roll(4) as usize) }).into(),
        14 | 15 => Change::Move(at, Target::Beside { group: other.group, side }).into(),
        16 => Change::Share(SplitId(number(dice)), vec![number(dice) as u32, 0]).into(),
        17 => Change::Size(pane, number(dice) as u16).into(),
        18 => Change::TurnPane(dice.roll(5) as i8 - 2).into(),
        _ => Change::FocusNextGroup.into(),
    }
}

fn schema(monkey: &mut Monkey) -> SchemaCommand {
    let address = address(monkey);
    let dice = &mut monkey.dice;
    let number = Number::ALL[dice.roll(13) as usize];
    let reading = match dice.roll(8) {
        0 => None,
        1 => Some(ReadAs::Text),
        2 => Some(ReadAs::Bytes),
        3 => Some(ReadAs::Number(number)),
        4 => Some(ReadAs::Packed(number)),
        5 => Some(ReadAs::Time(TimeUnit::ALL[dice.roll(4) as usize])),
        6 => Some(ReadAs::Untyped),
        _ => Some(ReadAs::Message(
            ["google.protobuf.Value", "no.Such", "google.protobuf.Any"][dice.roll(3) as usize].to_owned(),
        )),
    };
    let scope = if dice.roll(2) == 0 { ReadScope::Record } else { ReadScope::Field };
    match dice.roll(5) {
        0 => SchemaCommand::GuessType,
        1 => SchemaCommand::ChooseType(
            [None, Some("google.protobuf.Value"), Some("Digest"), Some("no.Such"), Some("")][dice.roll(5) as usize]
                .map(str::to_owned),
        ),
        _ => SchemaCommand::ReadAs { address, reading, scope },
    }
}

fn find(monkey: &mut Monkey) -> Command {
    let address = address(monkey);
    let dice = &mut monkey.dice;
    match dice.roll(9) {
        0 => FindCommand::ShowFind.into(),
        1 => FindCommand::HideFind.into(),
        2 | 3 => FindCommand::Find(Query { text: text(dice), mode: Mode::ALL[dice.roll(6) as usize] }).into(),
        4 => FindCommand::FindAgain.into(),
        5 => FindCommand::NextHit.into(),
        6 => FindCommand::GoToHit(number(dice) as usize).into(),
        7 => ProblemCommand::ShowProblem(number(dice) as usize).into(),
        _ => ProblemCommand::ShowProblemsOf(address).into(),
    }
}

/// Of notices, jobs, the window and the next start.
fn aside(monkey: &mut Monkey) -> Command {
    let (app, dice) = (&monkey.desk.app, &mut monkey.dice);
    let notice = app.notices().get(dice.roll(app.notices().len() as u64) as usize);
    let notice = notice.map_or(NoticeId(0), |it| it.id);
    let job = app.jobs().get(dice.roll(app.jobs().len() as u64) as usize).map_or(JobId(0), |it| it.id);
    match dice.roll(9) {
        0 => NoticeCommand::Dismiss(notice).into(),
        1 | 2 => NoticeCommand::Remedy { notice, action: dice.roll(3) as usize }.into(),
        3 | 4 => NoticeCommand::StopJob(job).into(),
        5 => WindowCommand::SetZoom(number(dice) as u16).into(),
        6 => WindowCommand::SetTheme(Theme::ALL[dice.roll(5) as usize]).into(),
        7 => SessionCommand::Recover(None).into(),
        _ => SessionCommand::DiscardJournal(None).into(),
    }
}

fn new(monkey: &mut Monkey) -> NewCommand {
    let dice = &mut monkey.dice;
    let name = ["a", "b", "", "\u{202e}"][dice.roll(4) as usize].to_owned();
    match dice.roll(7) {
        0 => NewCommand::NewMessage { type_name: Some("Digest".to_owned()), fill: Fill::Empty },
        1 => {
            let type_name = Some("google.protobuf.FileDescriptorProto".to_owned());
            NewCommand::NewMessage { type_name, fill: Fill::Sample { seed: dice.roll(100) } }
        }
        2 => NewCommand::SaveTemplate { name, is_selected: dice.roll(2) == 0 },
        3 => NewCommand::NewFromTemplate(name),
        4 => NewCommand::RenameTemplate { name, to: "c".to_owned() },
        5 => NewCommand::DeleteTemplate(name),
        _ => NewCommand::RestoreTemplate(name),
    }
}
