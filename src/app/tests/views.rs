//! A document in two tabs: each has its own selection and its own messages folded open, and both follow every edit.

use super::super::layout::{Change, Direction, GroupId, Side, TabAt, Target};
use super::*;

/// A document in two groups side by side, the second one with the focus; all folded shut in both.
fn twice(sample: Sample) -> (Desk, GroupId, GroupId) {
    let mut desk = Desk::with_folded_sample(sample);
    let first = desk.app.layout().focused();
    desk.ask(Change::Split(Direction::Row, None));
    let second = desk.app.layout().focused();
    assert_ne!(first, second);
    (desk, first, second)
}

fn names_in(desk: &Desk, group: GroupId) -> Vec<String> {
    let shown = desk.document().shown_in(group);
    let rows = shown.rows(0..shown.row_count().rows);
    rows.iter().map(|row| row.record().map_or_else(String::new, |it| it.name.clone())).collect()
}

fn selected_in(desk: &Desk, group: GroupId) -> String {
    let selection = desk.document().shown_in(group).selection();
    selection.map_or_else(String::new, |it| desk.document().path_of(&it.address))
}

#[test]
fn two_tabs_of_a_document_fold_and_select_apart() {
    let (mut desk, first, second) = twice(Sample::ExecutionHistory);
    desk.select("execute_response.result.output_files[0].path");
    assert_eq!(names_in(&desk, first), ["action_digest", "execute_response"]);
    assert!(names_in(&desk, second).len() > 4, "{:?}", names_in(&desk, second));
    let before = selected_in(&desk, first);
    assert_ne!(before, "execute_response.result.output_files[0].path");
    desk.ask(Change::Focus(first));
    assert_eq!((desk.selected(), desk.document().row_count().rows), (before, 2), "commands mean the focused one");
    desk.select("action_digest");
    desk.ask(TreeCommand::Unfold(None));
    assert_eq!(selected_in(&desk, second), "execute_response.result.output_files[0].path");
    assert!(!names_in(&desk, second).contains(&"hash".to_owned()));
    assert!(names_in(&desk, first).contains(&"hash".to_owned()));
}

#[test]
fn a_tab_begins_as_the_one_it_was_split_from() {
    let mut desk = Desk::with_folded_sample(Sample::ExecutionHistory);
    desk.select("execute_response.result.output_files[0].path");
    let (first, rows) = (desk.app.layout().focused(), desk.rows());
    desk.ask(Change::Split(Direction::Row, None));
    assert_eq!((desk.rows(), desk.selected().as_str()), (rows, "execute_response.result.output_files[0].path"));
    // The tab that a menu names need not be the one with the focus.
    desk.ask(TreeCommand::FoldAll);
    let at = TabAt { group: first, tab: Tab::Document(desk.document().id()) };
    desk.ask(Change::Split(Direction::Column, Some(at)));
    assert_eq!(desk.selected(), "execute_response.result.output_files[0].path");
}

#[test]
fn an_edit_in_one_keeps_the_other_on_the_same_records() {
    let (mut desk, first, second) = twice(Sample::ExecutionHistory);
    desk.select("execute_response.result.output_files[1].path");
    let rows = names_in(&desk, second);
    let value = |desk: &Desk| {
        let selection = desk.document().shown_in(second).selection().unwrap();
        let bytes = desk.bytes();
        bytes[selection.bytes.start as usize..selection.bytes.end as usize].to_vec()
    };
    let (was, id) = (value(&desk), desk.document().selection().unwrap().id);
    desk.ask(Change::Focus(first));
    desk.select("action_digest.hash");
    desk.ask(RecordCommand::DeleteRecord);
    assert_eq!(value(&desk), was, "it stands elsewhere now");
    assert_eq!(desk.document().shown_in(second).selection().unwrap().id, id);
    assert_eq!(names_in(&desk, second), rows);
    desk.select("action_digest");
    desk.ask(RecordCommand::DeleteRecord);
    assert_eq!(names_in(&desk, second), rows[1..], "what is gone is gone from both");
    assert_eq!(value(&desk), was);
    desk.select("execute_response.result.output_files[0]");
    desk.ask(RecordCommand::DeleteRecord);
    assert_eq!(selected_in(&desk, second), "execute_response.result.output_files[0].path");
    assert_eq!(value(&desk), was);
    for _ in 0..3 {
        desk.ask(EditCommand::Undo);
    }
    assert_eq!(selected_in(&desk, second), "execute_response.result.output_files[1].path");
    assert_eq!(names_in(&desk, second), rows);
}

#[test]
fn undo_selects_in_the_tab_that_has_the_focus() {
    let (mut desk, first, second) = twice(Sample::ExecutionHistory);
    desk.set("execute_response.result.output_files[0].path", "7");
    desk.ask(Change::Focus(first));
    desk.select("action_digest");
    desk.ask(Change::Focus(second));
    desk.select("execute_response");
    desk.ask(Change::Focus(first));
    desk.ask(EditCommand::Undo);
    assert_eq!(selected_in(&desk, first), "execute_response.result.output_files[0].path");
    assert_eq!(selected_in(&desk, second), "execute_response");
}

#[test]
fn far_through_the_history_both_tabs_keep_their_place() {
    let (mut desk, first, second) = twice(Sample::ExecutionHistory);
    desk.select("execute_response.result.output_files[1].path");
    let rows = names_in(&desk, second);
    desk.ask(Change::Focus(first));
    for value in 1..=100 {
        desk.set("execute_response.result.output_files[0].path", &value.to_string());
    }
    desk.ask(EditCommand::GoToStep(0));
    assert_eq!(selected_in(&desk, second), "execute_response.result.output_files[1].path");
    assert_eq!(names_in(&desk, second), rows);
    assert_eq!(selected_in(&desk, first), "execute_response.result.output_files[0].path");
}

#[test]
fn closing_one_tab_leaves_the_other() {
    let (mut desk, first, second) = twice(Sample::ExecutionHistory);
    desk.select("execute_response.result.output_files[0].path");
    desk.ask(Change::Focus(first));
    desk.select("action_digest");
    desk.ask(TabCommand::CloseTab);
    assert_eq!((desk.app.layout().focused(), desk.app.documents().len()), (second, 1));
    assert_eq!(desk.selected(), "execute_response.result.output_files[0].path");
    assert!(desk.document().row_count().rows > 4);
}

#[test]
fn a_tab_that_moves_takes_along_what_it_shows() {
    let (mut desk, first, second) = twice(Sample::ExecutionHistory);
    desk.select("execute_response.result.output_files[0].path");
    let at = TabAt { group: second, tab: Tab::Document(desk.document().id()) };
    let target = Target::Beside { group: first, side: Side::Above };
    desk.ask(Change::Move(at, target));
    assert_eq!(desk.selected(), "execute_response.result.output_files[0].path");
    desk.ask(Change::Focus(first));
    assert_eq!(desk.document().row_count().rows, 2);
    desk.ask(Change::Reset);
    assert!(!desk.app.layout().is_split());
    assert_eq!(desk.document().row_count().rows, 2, "the one with the focus stays");
}

#[test]
fn what_is_typed_in_one_tab_ends_when_the_other_has_the_focus() {
    let (mut desk, first, second) = twice(Sample::ExecutionHistory);
    desk.select("execute_response.result.output_files[0].path");
    desk.ask(EditCommand::BeginEdit);
    assert!(desk.document().is_editing());
    desk.ask(Change::Focus(first));
    assert!(!desk.document().is_editing());
    desk.ask(Change::Focus(second));
    assert!(!desk.document().is_editing());
}

#[test]
fn the_caret_of_the_other_tab_stays_on_its_byte() {
    let (mut desk, first, second) = twice(Sample::ExecutionHistory);
    desk.select("execute_response.result.output_files[0].path");
    let (at, before) = (desk.document().caret().at, desk.bytes());
    desk.ask(Change::Focus(first));
    desk.select("action_digest");
    desk.ask(RecordCommand::DeleteRecord);
    desk.ask(Change::Focus(second));
    let now = desk.document().caret().at;
    assert!(now < at);
    assert_eq!(desk.bytes()[now as usize..], before[at as usize..]);
}

#[test]
fn many_tabs_of_many_documents_have_one_view_each_whatever_is_done() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut desk = Desk::with_sample(Sample::ExecutionHistory);
    desk.ask(FileCommand::OpenSample(Sample::WorkerUpdate));
    desk.ask(FileCommand::OpenSample(Sample::AssignTasks));
    for _ in 0..400 {
        let layout = desk.app.layout();
        let groups: Vec<GroupId> = layout.groups().iter().map(|it| it.id()).collect();
        let group = groups[random.usize(..groups.len())];
        let tabs = layout.group(group).unwrap().tabs().to_vec();
        let at = TabAt { group, tab: tabs[random.usize(..tabs.len())] };
        let other = groups[random.usize(..groups.len())];
        desk.ask(match random.u8(..8) {
            0 | 1 => Change::Split(Direction::Row, Some(at)),
            2 => Change::Move(at, Target::Group { group: other, place: None }),
            3 => Change::Move(at, Target::Beside { group: other, side: Side::Below }),
            4 if desk.app.layout().count_of(at.tab) > 1 => Change::Close(at),
            5 => Change::MoveToNextGroup(Some(at)),
            6 if random.u8(..9) == 0 => Change::Reset,
            _ => Change::Show(at),
        });
        for document in desk.app.documents() {
            let stands = desk.app.layout().groups_of(Tab::Document(document.id()));
            assert_eq!(document.groups(), stands.into_iter().collect());
        }
        let active = desk.app.layout().active();
        assert_eq!(desk.document().group(), active.group, "commands mean what has the focus");
    }
}
