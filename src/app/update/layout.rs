//! Where tabs stand, and how large panes are.

use std::collections::BTreeMap;
use std::path::Path;

use super::super::kept::{Kept, KeptPath};
use super::super::layout::{Change, Direction, GroupId, KeptLayout, Side, TabAt, Target};
use super::super::{App, DocumentId, Effect, OpenDocument, Settings, Tab};
use super::close;

/// A tab of the group that has the focus, by its place.
pub(super) fn at(app: &App, place: usize) -> Option<TabAt> {
    app.tabs().get(place).map(|tab| TabAt { group: app.layout.focused(), tab: *tab })
}

pub(super) fn turn_tab(app: &mut App, by: isize) -> Vec<Effect> {
    let count = app.tabs().len().max(1) as isize;
    let place = (app.active_tab() as isize + by).rem_euclid(count) as usize;
    at(app, place).map(|at| show(app, at)).unwrap_or_default()
}

pub(super) fn change(app: &mut App, change: Change) -> Vec<Effect> {
    if change.moves_tabs() {
        // A person has other wishes than at the last start.
        app.expected = None;
    }
    app.kept.touch(Kept::Layout);
    match change {
        Change::Show(at) => show(app, at),
        Change::ShowDocument(id) => show_document(app, id),
        Change::Close(at) => close::close_tab(app, at),
        Change::CloseOthers(at) => close_others(app, at, Others::All),
        Change::CloseToTheRight(at) => close_others(app, at, Others::ToTheRight),
        Change::Split(direction, at) => split(app, direction, at),
        Change::Shift(by) => shift(app, by),
        Change::MoveToNextGroup(at) => move_to_next_group(app, at),
        Change::Move(at, target) => {
            turn(app, |app| {
                app.layout.move_tab(at, target);
                stand(app, at.tab);
            });
            Vec::new()
        }
        Change::Focus(group) => focus(app, group),
        Change::FocusNextGroup => focus(app, app.layout.group_after(1)),
        Change::Share(split, shares) => {
            app.layout.set_shares(split, &shares);
            Vec::new()
        }
        Change::Size(pane, points) => {
            app.layout.sizes.set(pane, points);
            Vec::new()
        }
        Change::ResetSize(pane) => {
            app.layout.sizes.set(pane, super::super::layout::Sizes::span(pane).usual);
            Vec::new()
        }
        Change::Reset => reset(app),
        Change::TurnPane(by) => {
            app.pane_turns += i64::from(by);
            Vec::new()
        }
    }
}

/// Does something that may make another document the active one: what is typed in the one before is ended, and what
/// hung over it is hidden.
fn turn(app: &mut App, act: impl FnOnce(&mut App)) {
    let (before, was_split) = (app.layout.active(), app.layout.is_split());
    act(app);
    if was_split || app.layout.is_split() {
        app.kept.touch(Kept::Layout);
    }
    let active = app.layout.active();
    if let Tab::Document(id) = before.tab
        && active != before
        && let Some(document) = app.document_mut(id)
    {
        document.end_typing();
    }
    if let Tab::Document(id) = active.tab
        && let Some(document) = app.document_mut(id)
    {
        document.turn_to(active.group);
    }
    if active == before {
        return;
    }
    app.is_field_picker_shown = false;
    app.is_type_picker_shown = false;
    app.is_reading_picker_shown = false;
}

/// Gives a document a view for each group that its tab stands in now, and takes it from where it stands no more.
fn stand(app: &mut App, tab: Tab) {
    let Tab::Document(id) = tab else { return };
    let groups = app.layout.groups_of(tab);
    if let Some(document) = app.document_mut(id) {
        document.stand_in(&groups);
    }
}

/// The same for all documents.
fn stand_all(app: &mut App) {
    let mut groups: BTreeMap<Tab, Vec<GroupId>> = BTreeMap::new();
    for group in app.layout.groups() {
        for tab in group.tabs() {
            groups.entry(*tab).or_default().push(group.id());
        }
    }
    for document in &mut app.documents {
        if let Some(groups) = groups.get(&Tab::Document(document.id)) {
            document.stand_in(groups);
        }
    }
}

pub(super) fn show(app: &mut App, at: TabAt) -> Vec<Effect> {
    turn(app, |app| _ = app.layout.show(at));
    Vec::new()
}

/// Shows a document where it stands, nearest to the focus.
pub(super) fn show_document(app: &mut App, id: DocumentId) -> Vec<Effect> {
    app.layout.find(Tab::Document(id)).map(|at| show(app, at)).unwrap_or_default()
}

/// Gives a document that was just opened its tab, and shows it.
pub(super) fn add(app: &mut App, id: DocumentId) {
    turn(app, |app| {
        app.layout.add(Tab::Document(id));
        stand(app, Tab::Document(id));
        arrange(app, id);
    });
}

/// Puts a document where its file stood at the last start. Another file than those of the last start ends that.
fn arrange(app: &mut App, id: DocumentId) {
    let Some(expected) = app.expected.take() else { return };
    if !app.document(id).and_then(OpenDocument::path).is_some_and(|path| expected.has(path)) {
        return;
    }
    let App { layout, documents, .. } = app;
    let by_path = documents.iter().filter_map(|it| it.path().map(|path| (path, it.id)));
    let by_path: BTreeMap<&Path, DocumentId> = by_path.collect();
    layout.arrange(&expected, |it| by_path.get(it.as_path()).map(|id| Tab::Document(*id)), Tab::Document(id));
    app.expected = Some(expected);
    stand_all(app);
}

impl App {
    /// The layout as it is remembered.
    pub(in crate::app) fn kept_layout(&self) -> KeptLayout {
        let mut kept = self.layout.kept(|tab| match tab {
            Tab::Welcome => None,
            Tab::Document(id) => self.document(id)?.path().map(|path| KeptPath::from(&path.to_owned())),
        });
        if self.expected.is_some() {
            // Files that are still to be opened keep their place.
            kept.centre = self.expected.clone();
        }
        kept
    }
}

pub(super) fn remove(app: &mut App, at: TabAt) {
    app.expected = None;
    turn(app, |app| {
        app.layout.remove(at);
        stand(app, at.tab);
    });
}

pub(super) fn remove_everywhere(app: &mut App, id: DocumentId) {
    app.expected = None;
    turn(app, |app| app.layout.remove_everywhere(Tab::Document(id)));
}

fn focus(app: &mut App, group: GroupId) -> Vec<Effect> {
    turn(app, |app| app.layout.focus(group));
    Vec::new()
}

/// Tabs beside one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Others {
    All,
    ToTheRight,
}

fn close_others(app: &mut App, at: Option<TabAt>, others: Others) -> Vec<Effect> {
    let kept = at.unwrap_or_else(|| app.layout.active());
    let Some(group) = app.layout.group(kept.group).filter(|group| group.has(kept.tab)) else { return Vec::new() };
    let behind = group.tabs().iter().copied().skip_while(|tab| *tab != kept.tab);
    let closed: Vec<Tab> = match others {
        Others::All => group.tabs().iter().copied().filter(|tab| *tab != kept.tab).collect(),
        Others::ToTheRight => behind.skip(1).collect(),
    };
    show(app, kept);
    close::close_tabs(app, closed.into_iter().map(|tab| TabAt { group: kept.group, tab }).collect())
}

fn split(app: &mut App, direction: Direction, at: Option<TabAt>) -> Vec<Effect> {
    let at = at.unwrap_or_else(|| app.layout.active());
    let side = match direction {
        Direction::Row => Side::Right,
        Direction::Column => Side::Below,
    };
    let Tab::Document(id) = at.tab else { return Vec::new() };
    if !app.layout.group(at.group).is_some_and(|it| it.has(at.tab)) {
        return Vec::new();
    }
    turn(app, |app| {
        // The new tab begins as the one is that it was split from.
        if let Some(document) = app.document_mut(id) {
            document.turn_to(at.group);
        }
        app.layout.split(at.group, side, at.tab);
        stand(app, at.tab);
    });
    Vec::new()
}

fn shift(app: &mut App, by: i8) -> Vec<Effect> {
    let at = app.layout.active();
    let place = app.active_tab() as i64 + i64::from(by) + i64::from(by > 0);
    if let Ok(place) = usize::try_from(place) {
        app.layout.move_tab(at, Target::Group { group: at.group, place: Some(place) });
    }
    Vec::new()
}

fn move_to_next_group(app: &mut App, at: Option<TabAt>) -> Vec<Effect> {
    let at = at.unwrap_or_else(|| app.layout.active());
    let target = if app.layout.is_split() {
        let groups = app.layout.groups();
        let here = groups.iter().position(|group| group.id() == at.group).unwrap_or(0);
        let next = groups.get((here + 1) % groups.len().max(1)).map_or(at.group, |group| group.id());
        Target::Group { group: next, place: None }
    } else {
        Target::Beside { group: at.group, side: Side::Right }
    };
    turn(app, |app| {
        app.layout.move_tab(at, target);
        stand(app, at.tab);
    });
    Vec::new()
}

fn reset(app: &mut App) -> Vec<Effect> {
    turn(app, |app| {
        app.layout.reset();
        stand_all(app);
    });
    let usual = Settings::default();
    let settings = &mut app.settings;
    settings.is_rail_shown = usual.is_rail_shown;
    settings.is_inspector_shown = usual.is_inspector_shown;
    settings.is_bottom_shown = usual.is_bottom_shown;
    Vec::new()
}

pub(super) fn show_document_picker(app: &mut App, is_shown: bool) -> Vec<Effect> {
    app.is_document_picker_shown = is_shown;
    if let Some(document) = app.active_mut().filter(|it| is_shown && OpenDocument::is_typing(it)) {
        document.end_typing();
    }
    Vec::new()
}
