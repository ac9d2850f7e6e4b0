//! Going to what is odd, and how records stand among those of their field.

use std::ops::ControlFlow;

use super::*;

/// Carries the last check out that was asked for.
fn check(desk: &mut Desk) {
    let mut asked = None;
    while let Some(effect) = desk.take("Check") {
        asked = Some(effect);
    }
    let Some(Effect::Work(WorkEffect::Check { job, id, version, document, lens })) = asked else {
        panic!("nothing is checked")
    };
    let mut found = Found::default();
    schema::check::check(&document, &lens, &mut |it| {
        found.push(Finding { path: it.path, problem: it.problem });
        ControlFlow::Continue(())
    })
    .unwrap();
    desk.tell(Event::Checked { job, id, version, found, is_over: true });
}

#[test]
fn problems_are_gone_through_in_the_order_of_the_bytes_and_round_the_end() {
    // An unknown field; a hash that is no text; a size of the wrong wire type.
    let bytes = vec![0x7a, 1, 0, 0x0a, 1, 0xff, 0x12, 1, b'x'];
    let mut desk = Desk::with_bytes(bytes, Some("build.bazel.remote.execution.v2.Digest"));
    check(&mut desk);
    desk.ask(TreeCommand::Select(Pick::Nothing));
    let mut seen = Vec::new();
    for _ in 0..4 {
        desk.ask(ProblemCommand::NextProblem);
        seen.push(desk.selected());
    }
    assert_eq!(seen, ["#15", "hash", "#2", "#15"]);
    desk.ask(ProblemCommand::PreviousProblem);
    assert_eq!(desk.selected(), "#2");
    desk.ask(ProblemCommand::PreviousProblem);
    assert_eq!(desk.selected(), "hash");
    let address = desk.address("#2");
    desk.ask(ProblemCommand::ShowProblemsOf(address));
    assert_eq!(desk.document().shown_problem(), Some(2));
    assert_eq!(desk.app.settings().bottom, Bottom::Problems);
}

#[test]
fn several_problems_of_one_record_are_gone_through_one_by_one() {
    // A bool in three bytes that is two: over-long, and out of range.
    let mut desk = Desk::with_bytes(vec![8, 0x82, 0x80, 0], Some("google.protobuf.BoolValue"));
    check(&mut desk);
    let count = desk.document().problems().found.list.len();
    assert!(count > 1, "{:?}", desk.document().problems());
    let mut seen = Vec::new();
    for _ in 0..count {
        desk.ask(ProblemCommand::NextProblem);
        seen.push(desk.document().shown_problem().unwrap());
    }
    assert_eq!(seen, (0..count).collect::<Vec<_>>());
}

#[test]
fn records_know_what_overrides_them_and_what_they_override() {
    let bytes = vec![8, 1, 8, 2, 8, 3];
    let desk = Desk::with_bytes(bytes, Some("google.protobuf.Int32Value"));
    let standings: Vec<_> =
        desk.document().rows(0..9).iter().map(|row| row.record().unwrap().standing.clone()).collect();
    let told: Vec<_> = standings.iter().map(|it| (it.earlier, it.is_overridden, it.is_merged)).collect();
    assert_eq!(told, [(0, true, false), (1, true, false), (2, false, false)]);
}

#[test]
fn members_of_a_oneof_override_one_another() {
    // A Value that is a number, then a bool.
    let bytes = [&[0x11][..], &[0; 8], &[0x20, 1]].concat();
    let desk = Desk::with_bytes(bytes, Some("google.protobuf.Value"));
    let told: Vec<_> = (desk.document().rows(0..9).iter())
        .map(|row| row.record().unwrap().standing.clone())
        .map(|it| (it.earlier, it.is_overridden))
        .collect();
    assert_eq!(told, [(0, true), (1, false)]);
}

#[test]
fn the_path_of_each_of_several_leads_to_it_and_to_no_other() {
    // A hash twice, and twice a field that the schema does not know.
    let bytes = vec![0x0a, 1, b'a', 0x7a, 1, 1, 0x0a, 1, b'b', 0x7a, 1, 2, 0x10, 5];
    let mut desk = Desk::with_bytes(bytes, Some("build.bazel.remote.execution.v2.Digest"));
    let mut seen = Vec::new();
    for row in 0..5 {
        desk.ask(TreeCommand::Select(Pick::Row(row)));
        let path = desk.selected();
        desk.ask(TreeCommand::Select(Pick::Nothing));
        desk.select(&path);
        assert_eq!(desk.document().selected_row(), Some(row), "{path}");
        seen.push(path);
    }
    assert_eq!(seen, ["hash[0]", "#15[0]", "hash[1]", "#15[1]", "size_bytes"]);
}

#[test]
fn a_path_into_an_any_opens_it() {
    let url = b"x/build.bazel.remote.execution.v2.Digest";
    let mut bytes = vec![0x12, (url.len() + 8) as u8, 0x0a, url.len() as u8];
    bytes.extend(url);
    bytes.extend([0x12, 4, 0x0a, 2, b'a', b'b']);
    let mut desk = Desk::with_bytes(bytes, Some("google.longrunning.Operation"));
    desk.ask(TreeCommand::Select(Pick::Path("metadata.hash".into())));
    assert_eq!(desk.selected(), "metadata.value.hash");
    assert!(desk.rows().contains("hash"), "{}", desk.rows());
}
