//! The layout under whatever is done to it.

use std::collections::BTreeSet;

use super::*;

fn document(number: u64) -> Tab {
    Tab::Document(DocumentId(number))
}

fn with(count: u64) -> Layout {
    let mut layout = Layout::default();
    (0..count).for_each(|number| layout.add(document(number)));
    layout
}

/// The groups as text: numbers of documents, `w` for the welcome tab, `*` before the active one, `!` before the group
/// that has the focus.
fn text(layout: &Layout) -> String {
    fn node(layout: &Layout, it: &Node) -> String {
        match it {
            Node::Group(group) => {
                let tabs = group.tabs().iter().enumerate().map(|(place, tab)| {
                    let mark = if place == group.active_place() { "*" } else { "" };
                    match tab {
                        Tab::Welcome => format!("{mark}w"),
                        Tab::Document(id) => format!("{mark}{}", id.0),
                    }
                });
                let mark = if group.id() == layout.focused() { "!" } else { "" };
                format!("{mark}[{}]", tabs.collect::<Vec<_>>().join(" "))
            }
            Node::Split(split) => {
                let between = if split.direction() == Direction::Row { " | " } else { " / " };
                let parts: Vec<String> = split.parts().iter().map(|it| node(layout, &it.node)).collect();
                format!("({})", parts.join(between))
            }
        }
    }
    node(layout, layout.root())
}

fn assert_whole(layout: &Layout) {
    fn node(it: &Node, around: Option<Direction>) {
        match it {
            Node::Group(group) => {
                assert!(!group.tabs().is_empty() && group.active_place() < group.tabs().len());
                let unique: BTreeSet<_> = group.tabs().iter().collect();
                assert_eq!(unique.len(), group.tabs().len(), "a group has a tab once");
            }
            Node::Split(split) => {
                assert!(split.parts().len() > 1 && Some(split.direction()) != around);
                assert!(split.parts().iter().all(|it| it.share > 0));
                split.parts().iter().for_each(|it| node(&it.node, Some(split.direction())));
            }
        }
    }
    node(layout.root(), None);
    let ids: Vec<GroupId> = layout.groups().iter().map(|it| it.id()).collect();
    assert!(ids.contains(&layout.focused()) && ids.len() <= MOST_GROUPS);
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "no group stands twice");
}

#[test]
fn the_welcome_tab_gives_way_to_the_first_document() {
    assert_eq!(text(&Layout::default()), "![*w]");
    assert_eq!(text(&with(2)), "![0 *1]");
}

#[test]
fn a_split_shows_the_same_document_beside_itself() {
    let mut layout = with(2);
    let first = layout.focused();
    assert!(layout.split(first, Side::Right, document(1)));
    assert_eq!(text(&layout), "([0 *1] | ![*1])");
    let second = layout.focused();
    assert!(layout.split(second, Side::Below, document(1)));
    assert_eq!(text(&layout), "([0 *1] | ([*1] / ![*1]))");
    assert!(layout.split(first, Side::Left, document(0)));
    assert_eq!(text(&layout), "(![*0] | [0 *1] | ([*1] / [*1]))");
    assert_eq!(layout.count_of(document(1)), 3);
    assert_whole(&layout);
}

#[test]
fn closing_the_last_tab_of_a_group_closes_the_group() {
    let mut layout = with(2);
    let first = layout.focused();
    layout.split(first, Side::Right, document(1));
    layout.split(layout.focused(), Side::Below, document(0));
    let active = layout.active();
    layout.remove(active);
    assert_eq!(text(&layout), "([0 *1] | ![*1])");
    layout.remove(layout.active());
    assert_eq!(text(&layout), "![0 *1]");
    layout.remove(layout.active());
    layout.remove(layout.active());
    assert_eq!(text(&layout), "![*w]");
    layout.remove(layout.active());
    assert_eq!(text(&layout), "![*w]", "the last welcome tab stays");
}

#[test]
fn a_document_that_is_closed_goes_from_every_group() {
    let mut layout = with(3);
    let first = layout.focused();
    layout.split(first, Side::Below, document(2));
    layout.split(first, Side::Right, document(1));
    layout.remove_everywhere(document(2));
    assert_eq!(text(&layout), "([0 *1] | ![*1])");
}

#[test]
fn tabs_move_within_and_between_groups() {
    let mut layout = with(4);
    let first = layout.focused();
    let at = |group, number| TabAt { group, tab: document(number) };
    layout.move_tab(at(first, 3), Target::Group { group: first, place: Some(0) });
    assert_eq!(text(&layout), "![*3 0 1 2]");
    layout.move_tab(at(first, 3), Target::Group { group: first, place: Some(2) });
    assert_eq!(text(&layout), "![0 *3 1 2]", "the place is meant as the tabs stand before");
    layout.move_tab(at(first, 3), Target::Beside { group: first, side: Side::Above });
    assert_eq!(text(&layout), "(![*3] / [0 *1 2])");
    let above = layout.focused();
    assert!(!layout.move_tab(at(above, 3), Target::Beside { group: above, side: Side::Left }), "it is all there is");
    layout.move_tab(at(first, 1), Target::Group { group: above, place: Some(0) });
    assert_eq!(text(&layout), "(![*1 3] / [0 *2])");
    layout.move_tab(at(above, 1), Target::Group { group: first, place: None });
    layout.move_tab(at(above, 3), Target::Group { group: first, place: None });
    assert_eq!(text(&layout), "![0 2 1 *3]");
    assert!(!layout.move_tab(at(above, 3), Target::Group { group: first, place: None }), "that group is gone");
}

#[test]
fn parts_keep_the_room_they_had() {
    let mut layout = with(1);
    let first = layout.focused();
    layout.split(first, Side::Right, document(0));
    let Node::Split(split) = layout.root() else { panic!() };
    layout.set_shares(split.id(), &[3000, 1000]);
    layout.split(first, Side::Right, document(0));
    let shares = |layout: &Layout| match layout.root() {
        Node::Split(split) => split.parts().iter().map(|it| it.share).collect::<Vec<_>>(),
        Node::Group(_) => Vec::new(),
    };
    assert_eq!(shares(&layout), [1500, 1500, 1000]);
    let Node::Split(split) = layout.root() else { panic!() };
    let id = split.id();
    layout.set_shares(id, &[1, 2]);
    assert_eq!(shares(&layout), [1500, 1500, 1000], "shares of another count mean another split");
    layout.set_shares(id, &[0, 0, u32::MAX]);
    assert_whole(&layout);
}

#[test]
fn a_reset_gathers_all_tabs_once() {
    let mut layout = with(3);
    let first = layout.focused();
    layout.split(first, Side::Right, document(1));
    layout.split(layout.focused(), Side::Below, document(2));
    layout.sizes.set(crate::app::Pane::Rail, 600);
    layout.reset();
    assert_eq!(text(&layout), "![0 1 *2]");
    assert_eq!(layout.sizes, Sizes::default());
}

#[test]
fn there_are_no_more_groups_than_can_be_read() {
    let mut layout = with(1);
    for _ in 0..100 {
        layout.split(layout.focused(), Side::Right, document(0));
    }
    assert_eq!(layout.groups().len(), MOST_GROUPS);
    assert_whole(&layout);
}

#[test]
fn a_thousand_tabs_are_held_in_order() {
    let mut layout = with(1000);
    assert_eq!((layout.tabs().len(), layout.active_place()), (1000, 999));
    assert!(layout.show(TabAt { group: layout.focused(), tab: document(0) }));
    assert_eq!(layout.active_place(), 0);
    let first = layout.focused();
    layout.move_tab(TabAt { group: first, tab: document(0) }, Target::Group { group: first, place: None });
    assert_eq!(layout.active_place(), 999);
    assert_whole(&layout);
}

#[test]
fn whatever_is_done_the_tree_stays_whole() {
    for seed in 0..200 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut layout = Layout::default();
        for step in 0..120 {
            let groups: Vec<GroupId> = layout.groups().iter().map(|it| it.id()).collect();
            let group = groups[random.usize(..groups.len())];
            let other = groups[random.usize(..groups.len())];
            let tabs = layout.group(group).unwrap().tabs().to_vec();
            let at = TabAt { group, tab: tabs[random.usize(..tabs.len())] };
            let side = [Side::Left, Side::Right, Side::Above, Side::Below][random.usize(..4)];
            match random.u8(..9) {
                0 | 1 => layout.add(document(step)),
                2 => layout.remove(at),
                3 => layout.remove_everywhere(at.tab),
                4 => _ = layout.split(group, side, at.tab),
                5 => _ = layout.move_tab(at, Target::Beside { group: other, side }),
                6 => {
                    let place = random.bool().then(|| random.usize(..10));
                    _ = layout.move_tab(at, Target::Group { group: other, place });
                }
                7 => _ = layout.show(at),
                _ if random.u8(..20) == 0 => layout.reset(),
                _ => layout.focus(other),
            }
            assert_whole(&layout);
        }
    }
}
