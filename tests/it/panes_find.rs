//! Finding, going to a path and making new messages, by keys alone, in a window without a display.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use wirebench::app::{FileCommand, NewCommand, Sample};

use super::bench::{Bench, ask, bench, bench_on, document, press, press_with, rows, selected_path, settle, type_text};

fn type_name(bench: &Bench) -> String {
    bench.state().app().active_document().and_then(|it| it.type_name()).unwrap_or_default().to_owned()
}

#[test]
fn a_new_message_with_sample_values_is_made_by_keys() {
    let mut bench = bench();
    press_with(&mut bench, Modifiers::COMMAND, Key::N);
    type_text(&mut bench, "v2 digest");
    press(&mut bench, Key::Enter);
    assert_eq!(type_name(&bench), "build.bazel.remote.execution.v2.Digest");
    assert!(rows(&bench).iter().any(|row| row.starts_with("size_bytes int64")), "{:?}", rows(&bench));
    assert!(bench.query_by_label("New message").is_none());
}

#[test]
fn a_new_message_is_empty_where_that_is_chosen_and_esc_makes_none() {
    let mut bench = bench();
    press_with(&mut bench, Modifiers::COMMAND, Key::N);
    press(&mut bench, Key::Escape);
    assert!(bench.state().app().active_document().is_none());
    press_with(&mut bench, Modifiers::COMMAND, Key::N);
    bench.get_by_role_and_label(Role::RadioButton, "Empty").click();
    settle(&mut bench);
    bench.get_by_role_and_label(Role::TextInput, "Type").focus();
    type_text(&mut bench, "ActionResourceUsage");
    press(&mut bench, Key::Enter);
    let document = bench.state().app().active_document().expect("it is open");
    assert!(document.snapshot().is_empty());
    assert_eq!(document.name(), "action_resource_usage.binpb");
}

fn found(bench: &Bench) -> Vec<String> {
    bench.get_all_by_role(Role::ListBoxOption).map(|row| row.accesskit_node().label().unwrap_or_default()).collect()
}

/// A list that has the keys says so of its active row.
fn is_tree_focused(bench: &Bench) -> bool {
    let mut rows = bench.get_all_by_role(Role::TreeItem);
    rows.any(|it| it.accesskit_node().is_focused()) || bench.get_by_role(Role::Tree).accesskit_node().is_focused()
}

#[test]
fn fields_are_found_by_keys_and_gone_through() {
    let mut bench = bench_on(Sample::ExecutionHistory);
    press_with(&mut bench, Modifiers::COMMAND, Key::F);
    let field = bench.get_by_role_and_label(Role::SearchInput, "Find");
    assert!(field.accesskit_node().is_focused());
    type_text(&mut bench, "size_bytes");
    let all = found(&bench);
    assert!(all.len() > 3 && all.iter().all(|it| it.contains("size_bytes")), "{all:?}");
    assert_eq!(selected_path(&bench), "action_digest", "what was selected stays");
    press(&mut bench, Key::Enter);
    let first = selected_path(&bench);
    assert!(first.ends_with("size_bytes"), "{first}");
    assert!(bench.query_by_label_contains("1 of ").is_some());
    press(&mut bench, Key::F3);
    let second = selected_path(&bench);
    assert_ne!(second, first);
    press_with(&mut bench, Modifiers::SHIFT, Key::F3);
    assert_eq!(selected_path(&bench), first);
    // Into the list, on by the arrows, and back to the tree.
    press(&mut bench, Key::ArrowDown);
    press(&mut bench, Key::ArrowDown);
    assert_eq!(selected_path(&bench), second);
    press(&mut bench, Key::Enter);
    assert!(is_tree_focused(&bench));
}

#[test]
fn a_query_that_is_none_says_why_and_esc_goes_back_to_the_tree() {
    let mut bench = bench_on(Sample::ResourceUsage);
    press_with(&mut bench, Modifiers::COMMAND, Key::F);
    bench.get_by_label("Find in Anything").click();
    settle(&mut bench);
    bench.get_by_role_and_label(Role::Button, "Bytes").click();
    settle(&mut bench);
    press_with(&mut bench, Modifiers::COMMAND, Key::F);
    type_text(&mut bench, "zz");
    assert!(bench.query_by_label_contains("bytes in hex are expected").is_some());
    press_with(&mut bench, Modifiers::COMMAND, Key::F);
    type_text(&mut bench, "\"lab-worker\"");
    press(&mut bench, Key::Enter);
    assert_eq!(selected_path(&bench), "worker_id");
    press(&mut bench, Key::Escape);
    assert!(bench.query_by_role(Role::SearchInput).is_none());
    assert!(is_tree_focused(&bench));
}

#[test]
fn a_path_is_typed_with_completion_and_gone_to() {
    let mut bench = bench_on(Sample::ExecutionHistory);
    press_with(&mut bench, Modifiers::COMMAND, Key::L);
    assert!(bench.get_by_role_and_label(Role::TextInput, "Path").accesskit_node().is_focused());
    press_with(&mut bench, Modifiers::COMMAND, Key::A);
    type_text(&mut bench, "exec");
    assert!(found(&bench).iter().any(|it| it.starts_with("execute_response")), "{:?}", found(&bench));
    press(&mut bench, Key::Tab);
    type_text(&mut bench, ".result.output_files[");
    assert!(found(&bench).iter().any(|it| it.starts_with("1]")), "{:?}", found(&bench));
    press(&mut bench, Key::ArrowDown);
    press(&mut bench, Key::ArrowDown);
    press(&mut bench, Key::Enter);
    type_text(&mut bench, ".path");
    press(&mut bench, Key::Enter);
    assert_eq!(selected_path(&bench), "execute_response.result.output_files[1].path");
    assert!(is_tree_focused(&bench));
    assert!(bench.query_by_role_and_label(Role::TextInput, "Path").is_none());
}

#[test]
fn a_path_that_leads_nowhere_says_why_and_esc_gives_it_up() {
    let mut bench = bench_on(Sample::ExecutionHistory);
    press_with(&mut bench, Modifiers::COMMAND, Key::L);
    press_with(&mut bench, Modifiers::COMMAND, Key::A);
    type_text(&mut bench, "execute_response.result.exit_code");
    press(&mut bench, Key::Enter);
    assert!(bench.query_by_label("the field is not set").is_some());
    bench.get_by_role_and_label(Role::Button, "Add it");
    press(&mut bench, Key::Escape);
    assert!(bench.state().app().path_entry().is_none());
    assert!(is_tree_focused(&bench));
}

#[test]
fn a_template_is_kept_begun_with_and_deleted_by_keys() {
    let mut bench = bench_on(Sample::ResourceUsage);
    bench.state_mut().ask(NewCommand::ShowTemplateField);
    settle(&mut bench);
    assert!(bench.get_by_role_and_label(Role::TextInput, "Name").accesskit_node().is_focused());
    press_with(&mut bench, Modifiers::COMMAND, Key::A);
    type_text(&mut bench, "small run");
    press(&mut bench, Key::Enter);
    assert_eq!(bench.state().app().templates().all().len(), 1);
    press_with(&mut bench, Modifiers::COMMAND, Key::N);
    press(&mut bench, Key::Enter);
    let document = bench.state().app().active_document().expect("it is open");
    assert_eq!(document.name(), "small_run.binpb");
    press_with(&mut bench, Modifiers::COMMAND, Key::N);
    bench.get_by_role_and_label(Role::Button, "Rename…").click();
    settle(&mut bench);
    press_with(&mut bench, Modifiers::COMMAND, Key::A);
    type_text(&mut bench, "large run");
    press(&mut bench, Key::Enter);
    assert_eq!(bench.state().app().templates().all()[0].name, "large run");
    bench.get_by_role_and_label(Role::Button, "Delete").click();
    settle(&mut bench);
    assert!(bench.state().app().templates().all().is_empty());
    press(&mut bench, Key::Escape);
    bench.get_by_role_and_label(Role::Button, "Put back").click();
    settle(&mut bench);
    assert_eq!(bench.state().app().templates().all().len(), 1);
}

#[test]
fn all_open_documents_are_searched_by_keys_and_a_hit_shows_in_its_own_tab() {
    let mut bench = bench_on(Sample::ExecutionHistory);
    ask(&mut bench, FileCommand::OpenSample(Sample::WorkerUpdate));
    press_with(&mut bench, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::F);
    let field = bench.get_by_role_and_label(Role::SearchInput, "Find");
    assert!(field.accesskit_node().is_focused());
    let toggle = bench.get_by_role_and_label(Role::Button, "All open documents (Ctrl+Shift+F)");
    assert_eq!(toggle.accesskit_node().toggled(), Some(egui::accesskit::Toggled::True));
    type_text(&mut bench, "size_bytes");
    let all = found(&bench);
    let of = |name: &str| all.iter().filter(|it| it.starts_with(name)).count();
    assert!(of("historical_execute_response.bin ") > 0, "{all:?}");
    press(&mut bench, Key::ArrowDown);
    press(&mut bench, Key::Home);
    assert_eq!(document(&bench).name(), "historical_execute_response.bin");
    assert!(selected_path(&bench).ends_with("size_bytes"));
    // In one document again: its own results show, and it has none.
    press_with(&mut bench, Modifiers::COMMAND, Key::F);
    assert!(bench.query_by_role(Role::ListBoxOption).is_none());
}

#[test]
fn a_hit_is_copied_by_its_path_type_and_value() {
    let mut bench = bench_on(Sample::ExecutionHistory);
    press_with(&mut bench, Modifiers::COMMAND, Key::F);
    type_text(&mut bench, "abs_link");
    press(&mut bench, Key::ArrowDown);
    press(&mut bench, Key::Home);
    let first = found(&bench).remove(0);
    bench.event(egui::Event::Copy);
    bench.step();
    let commands = &bench.output().platform_output.commands;
    let is_copied = |it: &egui::OutputCommand| matches!(it, egui::OutputCommand::CopyText(text) if *text == first);
    assert!(first.contains("abs_link") && commands.iter().any(is_copied), "{first} {commands:?}");
}
