//! Random sessions: whatever is done in whatever order, rows and records agree, undo brings everything back, and the
//! bytes are those of the document read anew.

use super::*;

/// A small generator: sessions have to be the same in every run.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides.max(1)
    }
}

fn pick(desk: &Desk, dice: &mut Dice) -> Option<RecordRow> {
    let document = desk.document();
    let row = dice.roll(document.row_count().rows);
    document.rows(row..row + 1).into_iter().next().and_then(|row| row.record().cloned())
}

fn act(desk: &mut Desk, dice: &mut Dice) {
    let Some(row) = pick(desk, dice) else {
        return desk.ask(EditCommand::AddField { message: wire::Address::ROOT, number: 1 + dice.roll(3) });
    };
    let address = row.address;
    match dice.roll(12) {
        0 => desk.ask(EditCommand::Undo),
        1 => desk.ask(EditCommand::Redo),
        2 | 3 => desk.ask(TreeCommand::ToggleFold(Some(address))),
        4 => {
            desk.ask(TreeCommand::Select(Pick::Record(address)));
            desk.ask(RecordCommand::DeleteRecord);
        }
        5 => {
            let bytes = (0..dice.roll(200)).map(|it| it as u8).collect();
            desk.ask(EditCommand::SetPayload { address, bytes });
        }
        6 => {
            let message = if row.is_foldable { address } else { address.parent().unwrap() };
            desk.ask(EditCommand::AddField { message, number: 1 + dice.roll(6) });
        }
        7 => {
            desk.ask(TreeCommand::Select(Pick::Record(address.clone())));
            desk.ask(EditCommand::BeginEdit);
            for text in ["1", "12", "true", "\"x\"", "0a"] {
                desk.ask(EditCommand::SetValue { address: address.clone(), text: text.to_owned() });
            }
            desk.ask(if dice.roll(2) == 0 {
                Command::Edit(EditCommand::EndEdit)
            } else {
                Command::Edit(EditCommand::CancelEdit)
            });
        }
        8 => desk.ask(TreeCommand::MoveSelection(Motion::Rows(dice.roll(5) as i64 - 2))),
        9 => desk.ask(TreeCommand::Select(Pick::Byte(dice.roll(desk.document().snapshot().len())))),
        10 => desk.ask(TreeCommand::UnfoldAll),
        _ => desk.ask(TreeCommand::Unfold(None)),
    }
    if desk.app.question().is_some() {
        desk.ask(FileCommand::Answer(if dice.roll(2) == 0 { Answer::Proceed } else { Answer::Cancel }));
    }
}

fn check(desk: &Desk, what: &str) {
    let document = desk.document();
    let count = document.row_count();
    assert!(count.is_exact, "{what}");
    let rows = document.rows(0..count.rows);
    assert_eq!(rows.len() as u64, count.rows, "{what}");
    for (at, row) in rows.iter().enumerate() {
        let row = row.record().expect(what);
        assert_eq!((row.visible, document.row_of(&row.address)), (at as u64, Some(at as u64)), "{what}");
        let again = document.row_at(&row.address).expect(what);
        assert_eq!((again.child.start, again.name), (row.child.start, row.name.clone()), "{what}");
    }
    if let Some(selection) = document.selection() {
        let row = document.selected().expect(what);
        assert_eq!(row.child.start..row.child.start + row.child.record.len(), selection.bytes, "{what}");
        assert_eq!(row.child.id(), selection.id, "{what}");
    }
}

fn session(mut desk: Desk, seed: u64) -> usize {
    let mut dice = Dice(seed);
    let opened = desk.bytes();
    for turn in 0..60 {
        act(&mut desk, &mut dice);
        check(&desk, &format!("seed {seed}, turn {turn}"));
    }
    while desk.app.is_available(&Command::Edit(EditCommand::Undo)) {
        desk.ask(EditCommand::Undo);
        check(&desk, &format!("seed {seed}, undo"));
    }
    assert_eq!(desk.bytes(), opened, "seed {seed}");
    assert!(!desk.document().is_edited());
    while desk.app.is_available(&Command::Edit(EditCommand::Redo)) {
        desk.ask(EditCommand::Redo);
        check(&desk, &format!("seed {seed}, redo"));
    }
    let steps = desk.document().history().steps().len();
    assert_eq!(desk.document().is_edited(), steps > 0);
    steps
}

#[test]
fn rows_and_records_agree_whatever_is_done() {
    let steps: usize = (1..40).map(|seed| session(Desk::with_sample(Sample::ALL[seed as usize % 4]), seed)).sum();
    assert!(steps > 400, "{steps}");
}

#[test]
fn the_same_holds_for_bytes_that_are_no_message() {
    let mut steps = 0;
    for seed in 1..40 {
        let mut dice = Dice(seed * 7919);
        let bytes = (0..300).map(|_| dice.roll(256) as u8 & if dice.roll(3) == 0 { 0xff } else { 0x1f }).collect();
        steps += session(Desk::with_bytes(bytes, Some("v2.ActionResult")), seed);
    }
    assert!(steps > 400, "{steps}");
}
