//! Documents that are too large to be read whole: what is shown costs what is shown.

use std::sync::Mutex;

use super::*;
use crate::wire::Answer;

/// A gigabyte of records of a kilobyte: field 1, text.
const LEN: u64 = 1 << 30;
const RECORD: u64 = 1 << 10;

/// Bytes that are made when they are asked for.
pub(super) struct Made {
    read: Mutex<u64>,
}

impl Source for Made {
    fn len(&self) -> u64 {
        LEN
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Answer {
        *self.read.lock().unwrap() += into.len() as u64;
        let mut record = vec![b'x'; RECORD as usize];
        record[..3].copy_from_slice(&[0x0a, 0xfd, 7]);
        let mut at = offset;
        let mut rest = into;
        while !rest.is_empty() {
            let part = &record[(at % RECORD) as usize..];
            let (now, later) = rest.split_at_mut(part.len().min(rest.len()));
            now.copy_from_slice(&part[..now.len()]);
            at += now.len() as u64;
            rest = later;
        }
        Answer::Bytes
    }
}

pub(super) fn desk() -> (Desk, Arc<Made>) {
    let made = Arc::new(Made { read: Mutex::new(0) });
    let mut desk = Desk::new();
    desk.open("/f/large.bin", Origin::cached(made.clone(), Arc::new(())), None);
    (desk, made)
}

/// Draws `range` until nothing is being read any more, as frames do.
pub(super) fn draw(desk: &mut Desk, range: std::ops::Range<u64>) -> Vec<Row> {
    for _ in 0..20 {
        let rows = desk.document().rows(range.clone());
        let effects = desk.app.after_frame();
        if effects.is_empty() {
            return rows;
        }
        carry_out(desk, effects);
    }
    panic!("reading does not end");
}

fn carry_out(desk: &mut Desk, effects: Vec<Effect>) {
    for effect in effects {
        let Effect::Work(WorkEffect::Fetch { document, origin, ranges }) = effect else { panic!("{effect:?}") };
        let cache = origin.cache().unwrap();
        for range in ranges {
            for start in range.clone().step_by(loading::BLOCK as usize) {
                let mut block = vec![0; (range.end.min(start + loading::BLOCK) - start) as usize];
                assert_eq!(origin.blocking().read(start, &mut block), Answer::Bytes);
                cache.fill(start, &block);
            }
        }
        desk.tell(Event::Fetched { document });
    }
}

/// Lets the index come so far.
pub(super) fn index_to(desk: &mut Desk, walked: u64) {
    let Some(Effect::Work(WorkEffect::Index { job, id, document, mut level })) = desk.take("Index") else {
        panic!("nothing is indexed")
    };
    while level.walked() < walked && !level.is_done() {
        level.extend(document.bytes(), 1 << 20);
    }
    let is_over = level.is_done();
    desk.tell(Event::Indexed { job, id, level, is_over });
}

#[test]
fn the_first_screen_reads_what_it_shows() {
    let (mut desk, made) = desk();
    let rows = draw(&mut desk, 0..50);
    assert_eq!(rows.len(), 50);
    assert!(rows.iter().all(|row| row.record().is_some()));
    assert_eq!(rows[49].record().unwrap().child.start, 49 * RECORD);
    let count = desk.document().row_count();
    assert!(!count.is_exact);
    assert!(count.rows.abs_diff(LEN / RECORD) < 1000, "{count:?}");
    let read = *made.read.lock().unwrap();
    assert!(read <= 128 << 10, "{read} bytes were read");
}

#[test]
fn a_jump_waits_for_the_index_and_then_costs_a_screen() {
    let (mut desk, made) = desk();
    let last = LEN / RECORD - 1;
    let rows = draw(&mut desk, last - 20..last);
    assert!(rows.iter().all(|row| row.record().is_none()), "not found yet, and not looked for from the start");
    assert_eq!(rows.len(), 20);
    index_to(&mut desk, LEN);
    assert_eq!(desk.document().row_count(), RowCount { rows: LEN / RECORD, is_exact: true });
    *made.read.lock().unwrap() = 0;
    let rows = draw(&mut desk, last - 20..last + 1);
    assert_eq!(rows[20].record().unwrap().child.start, last * RECORD);
    assert_eq!(rows[20].record().unwrap().name, format!("#1[{last}]"));
    let read = *made.read.lock().unwrap();
    assert!(read <= 1 << 20, "{read} bytes were read");
    desk.ask(TreeCommand::Select(Pick::Byte(LEN / 2 + 5)));
    draw(&mut desk, 0..1);
    assert_eq!(desk.document().selection().unwrap().bytes, LEN / 2..LEN / 2 + RECORD);
    assert_eq!(desk.document().selected_row(), Some(LEN / 2 / RECORD));
}

#[test]
fn what_was_asked_before_its_bytes_are_there_is_done_when_they_are() {
    let (mut desk, _) = desk();
    desk.ask(TreeCommand::Select(Pick::Byte(LEN - 1)));
    desk.ask(TreeCommand::MoveSelection(Motion::Last));
    assert!(desk.document().selection().is_none());
    index_to(&mut desk, LEN);
    draw(&mut desk, 0..1);
    assert_eq!(desk.document().selection().unwrap().bytes.end, LEN);
}

#[test]
fn what_waits_for_bytes_is_not_done_to_what_is_selected_later() {
    let (mut desk, _) = desk();
    index_to(&mut desk, LEN);
    draw(&mut desk, 0..50);
    desk.ask(TreeCommand::Select(Pick::Row(3)));
    // Screens far away push what is known of the first rows out.
    for screen in 1..600 {
        draw(&mut desk, screen * 1_000..screen * 1_000 + 1);
    }
    let address = desk.document().selection().unwrap().address.clone();
    desk.ask(EditCommand::BeginEdit);
    assert!(desk.document().is_waiting() && !desk.document().is_editing(), "its bytes are not there");
    desk.ask(TreeCommand::Select(Pick::Nothing));
    draw(&mut desk, 0..50);
    assert!(!desk.document().is_editing() && !desk.document().is_waiting());
    assert_eq!(desk.app.told(), Some("Edit value was given up: something else was chosen before its bytes were read"));
    desk.ask(TreeCommand::Select(Pick::Record(address)));
    desk.ask(EditCommand::BeginEdit);
    draw(&mut desk, 0..50);
    assert!(desk.document().is_editing());
}

#[test]
fn an_edit_and_its_undo_cost_the_path_to_it() {
    let (mut desk, made) = desk();
    index_to(&mut desk, LEN);
    draw(&mut desk, 0..50);
    desk.ask(TreeCommand::Select(Pick::Row(500_000)));
    draw(&mut desk, 0..1);
    let address = desk.document().selection().unwrap().address.clone();
    *made.read.lock().unwrap() = 0;
    desk.ask(EditCommand::SetValue { address, text: "\"new\"".to_owned() });
    draw(&mut desk, 0..1);
    assert!(desk.document().is_edited());
    assert_eq!(desk.document().snapshot().len(), LEN - RECORD + 5);
    assert_eq!(desk.document().selected_row(), Some(500_000));
    assert_eq!(desk.document().row_count().rows, LEN / RECORD);
    desk.ask(EditCommand::AddField { message: wire::Address::ROOT, number: 7 });
    draw(&mut desk, 0..1);
    assert_eq!(desk.document().selected_row(), Some(LEN / RECORD));
    desk.ask(EditCommand::Undo);
    desk.ask(EditCommand::Undo);
    assert!(!desk.document().is_edited());
    assert_eq!(desk.document().snapshot().len(), LEN);
    let read = *made.read.lock().unwrap();
    assert!(read <= 4 << 20, "{read} bytes were read");
}

#[test]
fn a_file_that_is_gone_is_said_once() {
    let (mut desk, _) = desk();
    let id = desk.document().id();
    desk.document().origin.cache().unwrap().set_gone();
    desk.tell(Event::Fetched { document: id });
    desk.tell(Event::Fetched { document: id });
    let [notice] = desk.app.notices() else { panic!("{:?}", desk.app.notices()) };
    assert_eq!(notice.what, "large.bin was changed while open");
    assert!(matches!(notice.actions.as_slice(), [(_, Command::File(FileCommand::OpenFile { .. }))]));
    assert!(desk.document().is_gone());
    let rows = draw(&mut desk, 0..1000);
    assert!(!rows.is_empty());
}

#[test]
fn a_path_far_in_a_file_is_followed_by_a_job_that_can_be_stopped() {
    let (mut desk, made) = desk();
    let before = *made.read.lock().unwrap();
    desk.ask(TreeCommand::Select(Pick::Path("#1[1000000]".to_owned())));
    let Some(Effect::Work(WorkEffect::Lead { job, id, version, text, .. })) = desk.take("Lead") else {
        panic!("nothing is followed")
    };
    assert!(desk.app.jobs().iter().any(|it| it.id == job && it.can_stop));
    assert_eq!(*made.read.lock().unwrap(), before, "nothing is read for it here");
    desk.ask(NoticeCommand::StopJob(job));
    assert!(matches!(desk.take("Stop"), Some(Effect::Stop(it)) if it == job));
    desk.tell(Event::Stopped { job });
    assert!(desk.app.jobs().iter().all(|it| it.id != job));
    // What comes after all is not taken.
    desk.tell(Event::Led { job, id, version, text, led: Led::Nowhere("late".to_owned()) });
    assert!(desk.app.notices().is_empty());
}

#[test]
fn a_path_asked_for_anew_takes_the_place_of_the_one_before() {
    let (mut desk, _) = desk();
    desk.ask(TreeCommand::Select(Pick::Path("#1[1000000]".to_owned())));
    let Some(Effect::Work(WorkEffect::Lead { job: old, .. })) = desk.take("Lead") else { panic!() };
    desk.ask(TreeCommand::Select(Pick::Path("#1[3]".to_owned())));
    assert!(matches!(desk.take("Stop"), Some(Effect::Stop(it)) if it == old));
    let Some(Effect::Work(WorkEffect::Lead { job, id, version, document, lens, text })) = desk.take("Lead") else {
        panic!()
    };
    let led = lead(&document, &lens, &text).unwrap();
    desk.tell(Event::Led { job, id, version, text, led });
    for _ in 0..300 {
        let effects = desk.app.after_frame();
        carry_out(&mut desk, effects);
    }
    assert_eq!(desk.selected(), "#1[3]");
}

#[test]
fn a_byte_far_in_a_folded_message_is_found_once_that_is_indexed() {
    let mut bytes = vec![0x32];
    wire::varint::push(3_000_000, &mut bytes);
    bytes.extend(b"\x0a\x04\x1a\x02xx".repeat(500_000));
    let mut desk = Desk::with_bytes(bytes, Some("google.protobuf.Value"));
    assert!(desk.take("Index").is_none());
    desk.ask(TreeCommand::Select(Pick::Byte(2 << 20)));
    assert_eq!(desk.document().selected_row(), Some(0), "not yet");
    assert!(desk.document().selection().unwrap().address.steps().len() == 1);
    index_to(&mut desk, u64::MAX);
    assert!(desk.document().selection().unwrap().bytes.contains(&(2 << 20)));
    assert!(desk.document().selection().unwrap().address.steps().len() > 1);
    assert!(desk.take("Index").is_none(), "asked for once");
}

#[test]
fn a_command_whose_bytes_never_stay_is_given_up_and_said() {
    let (mut desk, _) = desk();
    let id = desk.document().id();
    desk.ask(ByteCommand::Select(LEN / 2..LEN / 2 + 16));
    desk.ask(ByteCommand::Copy(ByteForm::Hex));
    let given_up = (1..1_000).find(|_| {
        _ = desk.app.after_frame();
        // They were read, and gave way to others at once.
        desk.tell(Event::Fetched { document: id });
        !desk.app.notices().is_empty()
    });
    assert_eq!(given_up, Some(256));
    let notice = desk.app.notices()[0].clone();
    assert_eq!(notice.what, "Copy bytes as hex was given up");
    assert_eq!(notice.document, Some(id));
    assert!(notice.why.contains("large.bin") && notice.why.contains("32 MiB"), "{}", notice.why);
    // It is not taken up again when the bytes come after all.
    _ = draw(&mut desk, 0..10);
    desk.tell(Event::Fetched { document: id });
    assert!(desk.take("Copy").is_none());
    assert_eq!(desk.app.notices().len(), 1);
}
