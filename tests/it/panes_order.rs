//! The order in which Tab leads through the window.

use egui::{Key, Modifiers};
use egui_kittest::kittest::{By, NodeT, Queryable};
use wirebench::app::{Pick, Sample, TreeCommand};

use super::bench::{Bench, ask, bench_on, press_with};

/// Stops that a way around the window has at most.
const MOST: usize = 150;

/// What has the keys: role and name.
fn stop(bench: &Bench) -> String {
    let node = bench.query(By::new().predicate(|it| it.is_focused())).expect("something has the keys").accesskit_node();
    format!("{:?} {}", node.role(), node.label().unwrap_or_default())
}

/// The stops from the tree on, until the tree has the keys again.
fn around(bench: &mut Bench, modifiers: Modifiers) -> Vec<String> {
    let start = stop(bench);
    let mut stops = Vec::new();
    loop {
        press_with(bench, modifiers, Key::Tab);
        let now = stop(bench);
        if now == start {
            return stops;
        }
        stops.push(now);
        assert!(stops.len() < MOST, "the keys do not come back to {start}: {stops:#?}");
    }
}

#[test]
fn tab_leads_through_the_window_as_it_is_read_and_shift_tab_the_same_way_back() {
    let mut bench = bench_on(Sample::ExecutionHistory);
    ask(&mut bench, TreeCommand::Select(Pick::Row(1)));
    // The tree has the keys, and says the row it is at.
    assert!(stop(&bench).starts_with("TreeItem execute_response"), "{}", stop(&bench));
    let forth = around(&mut bench, Modifiers::NONE);
    // The way begins where the tree is.
    let parts = [
        "Button Read as…",
        "Tab Bytes",
        "ListBoxOption 0000",
        "Button Type: HistoricalExecuteResponse",
        "Button File",
        "Button Search commands",
        "Button Documents",
        "Tab historical_execute_response.bin",
        "Link execute_response",
    ];
    let place = |part: &str| {
        let places: Vec<usize> = (0..forth.len()).filter(|at| forth[*at].starts_with(part)).collect();
        assert_eq!(places.len(), 1, "{part} in {forth:#?}");
        places[0]
    };
    let places = parts.map(place);
    assert!(places.is_sorted(), "{places:?} in {forth:#?}");
    for divider in ["Splitter Width of the inspector", "Splitter Height of the pane below"] {
        place(divider);
    }
    let mut back = around(&mut bench, Modifiers::SHIFT);
    back.reverse();
    assert_eq!(back, forth);
}
