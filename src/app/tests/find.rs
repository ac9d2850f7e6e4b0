//! Finding and going to a path: results, the way from hit to hit, stopping, and what an edit makes of them.

use super::*;
use crate::schema::find::{Hit, Mode, Progress, Query, Search};

fn query(text: &str, mode: Mode) -> Query {
    Query { text: text.to_owned(), mode }
}

/// Carries a search out; `at_once` hits are told at a time.
fn carry_out(desk: &mut Desk, at_once: usize) {
    let Some(Effect::Work(WorkEffect::Find { job, documents, query })) = desk.take("Find") else {
        panic!("nothing is searched")
    };
    let mut total = 0;
    let count = documents.len();
    for (i, Searched { id, document, lens }) in documents.into_iter().enumerate() {
        let mut search = Search::new(&document, &lens, &query).unwrap();
        let mut hits: Vec<Hit> = Vec::new();
        while search.step(100, &mut hits).unwrap() == Progress::More {}
        total += search.total();
        for part in hits.chunks(at_once) {
            desk.tell(Event::Found { job, id, hits: part.to_vec(), total, is_over: false });
        }
        desk.tell(Event::Found { job, id, hits: Vec::new(), total, is_over: i + 1 == count });
    }
}

fn search(desk: &mut Desk, text: &str, mode: Mode) -> usize {
    desk.ask(FindCommand::Find(query(text, mode)));
    carry_out(desk, 3);
    desk.document().results().unwrap().hits.len()
}

#[test]
fn hits_are_gone_through_round_the_end_and_shown_in_the_tree() {
    let mut desk = Desk::with_folded_sample(Sample::ExecutionHistory);
    let count = search(&mut desk, "hash", Mode::Name);
    assert!(count > 2);
    assert_eq!(desk.app.settings().bottom, Bottom::Results);
    desk.ask(FindCommand::NextHit);
    let first = desk.selected();
    assert!(first.ends_with("hash"), "{first}");
    assert!(desk.document().selected_row().is_some());
    for _ in 0..count {
        desk.ask(FindCommand::NextHit);
    }
    assert_eq!(desk.selected(), first);
    desk.ask(FindCommand::PreviousHit);
    assert_eq!(desk.document().results().unwrap().current, Some(count - 1));
    desk.ask(FindCommand::GoToHit(1));
    assert_eq!(desk.document().results().unwrap().hits[1].path, desk.selected());
}

#[test]
fn every_hit_is_the_record_that_going_there_selects() {
    let mut desk = Desk::with_folded_sample(Sample::ExecutionHistory);
    for (text, mode) in [("e", Mode::Name), ("1", Mode::Number), ("Timestamp", Mode::Type), ("0a", Mode::Bytes)] {
        let count = search(&mut desk, text, mode);
        for at in 0..count {
            desk.ask(FindCommand::GoToHit(at));
            assert_eq!(desk.selected(), desk.document().results().unwrap().hits[at].path, "{text} {at}");
        }
    }
}

#[test]
fn the_first_hit_is_gone_to_when_it_comes() {
    let mut desk = Desk::with_folded_sample(Sample::ExecutionHistory);
    desk.ask(FindCommand::Find(query("size_bytes", Mode::Name)));
    desk.ask(FindCommand::NextHit);
    assert_eq!(desk.selected(), "action_digest", "what was selected stays");
    carry_out(&mut desk, 1);
    assert!(desk.selected().ends_with("size_bytes"));
    assert_eq!(desk.document().results().unwrap().current, Some(0));
}

#[test]
fn a_new_search_stops_the_old_one_whose_hits_are_not_taken() {
    let mut desk = Desk::with_folded_sample(Sample::ExecutionHistory);
    desk.ask(FindCommand::Find(query("hash", Mode::Name)));
    let Some(Effect::Work(WorkEffect::Find { job: old, documents, .. })) = desk.take("Find") else { panic!() };
    let id = documents[0].id;
    desk.ask(FindCommand::Find(query("size", Mode::Name)));
    assert!(matches!(desk.take("Stop"), Some(Effect::Stop(job)) if job == old));
    desk.tell(Event::Found { job: old, id, hits: Vec::new(), total: 9, is_over: false });
    assert_eq!(desk.document().results().unwrap().total, 0);
    desk.tell(Event::Stopped { job: old });
    assert!(desk.document().results().unwrap().job().is_some());
    carry_out(&mut desk, 9);
    assert!(desk.document().results().unwrap().is_whole());
}

#[test]
fn a_stopped_search_keeps_what_it_found() {
    let mut desk = Desk::with_folded_sample(Sample::ExecutionHistory);
    desk.ask(FindCommand::ShowFind);
    desk.ask(FindCommand::Find(query("hash", Mode::Name)));
    let Some(Effect::Work(WorkEffect::Find { job, .. })) = desk.take("Find") else { panic!() };
    desk.ask(FindCommand::HideFind);
    assert!(matches!(desk.take("Stop"), Some(Effect::Stop(it)) if it == job));
    desk.tell(Event::Stopped { job });
    let results = desk.document().results().unwrap();
    assert!(results.is_stopped && !results.is_whole());
    assert!(desk.app.jobs().iter().all(|it| it.id != job));
}

#[test]
fn results_of_an_older_version_are_marked_and_found_by_their_path() {
    let mut desk = Desk::with_folded_sample(Sample::ResourceUsage);
    search(&mut desk, "worker", Mode::Name);
    desk.set("operation_id", "a longer identity than it had before, so that all behind it moves along");
    assert!(desk.app.are_results_stale());
    desk.ask(FindCommand::NextHit);
    assert_eq!(desk.selected(), "worker_id");
    desk.ask(FindCommand::FindAgain);
    carry_out(&mut desk, 1);
    assert!(!desk.app.are_results_stale());
    desk.ask(SchemaCommand::ChooseType(None));
    assert!(desk.app.are_results_stale());
}

#[test]
fn what_cannot_be_found_begins_no_search() {
    let mut desk = Desk::with_folded_sample(Sample::ResourceUsage);
    desk.ask(FindCommand::Find(query("zz", Mode::Bytes)));
    assert!(desk.take("Find").is_none());
    assert!(desk.document().results().is_none());
    desk.ask(FindCommand::NextHit);
    assert_eq!(desk.selected(), "peak_memory_kb", "what was selected stays");
}

#[test]
fn a_typed_path_goes_there_or_stands_with_its_reason() {
    let mut desk = Desk::with_folded_sample(Sample::ExecutionHistory);
    let go = |desk: &mut Desk, path: &str| desk.ask(TreeCommand::Select(Pick::Path(path.to_owned())));
    desk.ask(FindCommand::ShowPathEntry);
    go(&mut desk, "execute_response.resolt");
    let note = desk.app.path_entry().unwrap().note.clone().unwrap();
    assert!(note.text.contains("did you mean result"), "{}", note.text);
    assert!(desk.app.notices().is_empty(), "it stands beside the field");
    go(&mut desk, "execute_response.result.exit_code");
    let note = desk.app.path_entry().unwrap().note.clone().unwrap();
    assert_eq!(note.text, "the field is not set");
    desk.ask(note.add.unwrap());
    desk.ask(EditCommand::EndEdit);
    go(&mut desk, "execute_response.result.exit_code");
    assert!(desk.app.path_entry().is_none());
    assert_eq!(desk.selected(), "execute_response.result.exit_code");
}

#[test]
fn all_open_documents_are_searched_in_the_order_they_were_opened_and_gone_to_in_their_tabs() {
    let mut desk = Desk::with_folded_sample(Sample::ExecutionHistory);
    let first = desk.document().id();
    desk.ask(FileCommand::OpenSample(Sample::WorkerUpdate));
    let second = desk.document().id();
    desk.ask(FindCommand::ShowFindEverywhere);
    assert_eq!(desk.app.find_scope(), FindScope::AllOpen);
    desk.ask(FindCommand::Find(query("seconds", Mode::Name)));
    carry_out(&mut desk, 2);
    let results = desk.app.results().unwrap();
    let documents: Vec<DocumentId> = (0..results.hits.len()).map(|at| results.document_of(at).unwrap()).collect();
    let of_first = documents.iter().take_while(|it| **it == first).count();
    assert!(of_first > 1 && of_first < documents.len(), "{documents:?}");
    assert!(documents[of_first..].iter().all(|it| *it == second), "{documents:?}");
    assert!(desk.document().results().is_none(), "what was found in one document is its own");
    desk.ask(FindCommand::NextHit);
    assert_eq!(desk.app.results().unwrap().current, Some(of_first), "from where one is");
    desk.ask(FindCommand::GoToHit(0));
    assert_eq!(desk.app.active_id(), Some(first));
    assert_eq!(desk.selected(), desk.app.results().unwrap().hits[0].path);
    desk.ask(FindCommand::PreviousHit);
    assert_eq!(desk.app.active_id(), Some(second), "round the end");
    // Back in one document, its own results show.
    desk.ask(FindCommand::ShowFind);
    assert!(desk.app.results().is_none());
}

#[test]
fn an_edit_makes_the_hits_of_its_document_old_and_no_others() {
    let mut desk = Desk::with_folded_sample(Sample::ExecutionHistory);
    desk.ask(FileCommand::OpenSample(Sample::WorkerUpdate));
    desk.ask(FindCommand::ShowFindEverywhere);
    desk.ask(FindCommand::Find(query("seconds", Mode::Name)));
    carry_out(&mut desk, 9);
    let last = desk.app.results().unwrap().hits.len() - 1;
    desk.ask(FindCommand::GoToHit(last));
    let path = desk.selected();
    desk.set(&path, "7");
    assert!(desk.app.is_hit_stale(last) && !desk.app.is_hit_stale(0));
    desk.ask(FindCommand::GoToHit(last));
    assert_eq!(desk.selected(), path, "by its path");
}

#[test]
fn a_search_of_all_can_be_stopped_and_goes_on_where_a_document_is_closed() {
    let mut desk = Desk::with_folded_sample(Sample::ExecutionHistory);
    let first = desk.document().id();
    desk.ask(FileCommand::OpenSample(Sample::WorkerUpdate));
    desk.ask(FindCommand::ShowFindEverywhere);
    desk.ask(FindCommand::Find(query("seconds", Mode::Name)));
    let Some(Effect::Work(WorkEffect::Find { job, .. })) = desk.take("Find") else { panic!() };
    desk.tell(Event::Found { job, id: first, hits: Vec::new(), total: 0, is_over: false });
    desk.ask(FindCommand::HideFind);
    assert!(matches!(desk.take("Stop"), Some(Effect::Stop(it)) if it == job));
    desk.tell(Event::Stopped { job });
    assert!(desk.app.results().is_some_and(|it| it.is_stopped && it.job().is_none()));
    desk.ask(FindCommand::FindAgain);
    let Some(Effect::Work(WorkEffect::Find { job, documents, .. })) = desk.take("Find") else { panic!() };
    desk.ask(TabCommand::CloseTab);
    let closed = documents[1].id;
    assert!(desk.app.document(closed).is_none());
    desk.tell(Event::Found { job, id: closed, hits: Vec::new(), total: 3, is_over: true });
    assert!(desk.app.results().is_some_and(|it| it.is_whole() && it.total == 0), "{:?}", desk.app.results());
    assert!(desk.app.jobs().iter().all(|it| it.id != job));
}
