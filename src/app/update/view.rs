//! Tabs, selection, folding, panes, theme, notices and jobs as a person moves among them.

use super::super::selection::Selection;
use super::super::settings::{LEAST_ZOOM, MOST_ZOOM, ZOOMS};
use super::super::view::{Far, Located};
use super::super::{
    App, Bottom, Effect, Focus, Motion, OpenDocument, Overlay, Pane, Pick, Settings, Theme, TreeCommand, WindowCommand,
};
use super::{Said, going, wait};
use crate::wire::{Address, Span};

/// Does what is asked of the window.
pub(super) fn command(app: &mut App, command: WindowCommand) -> Vec<Effect> {
    match command {
        WindowCommand::SetTheme(theme) => set_theme(app, theme),
        WindowCommand::ToggleTheme => toggle_theme(app),
        WindowCommand::TogglePane(pane) => toggle_pane(app, pane),
        WindowCommand::ShowBottom(bottom) => show_bottom(app, bottom),
        WindowCommand::ZoomIn => zoom(app, Zoom::In),
        WindowCommand::ZoomOut => zoom(app, Zoom::Out),
        WindowCommand::ZoomReset => zoom(app, Zoom::Reset),
        WindowCommand::SetZoom(percent) => set_zoom(app, percent),
        WindowCommand::ShowHelp => show_overlay(app, Overlay::Help),
        WindowCommand::HideHelp => hide_overlay(app, Overlay::Help),
        WindowCommand::ShowPalette => show_overlay(app, Overlay::Palette),
        WindowCommand::HidePalette => hide_overlay(app, Overlay::Palette),
        WindowCommand::ShowSettings => show_overlay(app, Overlay::Settings),
        WindowCommand::HideSettings => hide_overlay(app, Overlay::Settings),
        WindowCommand::ResetSettings => reset_settings(app),
        WindowCommand::ShowAbout => show_overlay(app, Overlay::About),
        WindowCommand::HideAbout => hide_overlay(app, Overlay::About),
        WindowCommand::GoTo(focus) => go_to(app, focus),
    }
}

/// A step of zoom.
pub(super) enum Zoom {
    In,
    Out,
    Reset,
}

pub(super) fn select(app: &mut App, pick: Pick) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    if let Pick::Byte(offset) = pick
        && document.tab.caret.at != offset
    {
        document.tab.caret = document.tab.caret.moved_to(offset.min(document.snapshot.len()));
    }
    let way = match &pick {
        Pick::Nothing => {
            document.set_selection(None);
            return Vec::new();
        }
        Pick::Row(row) => return select_row(app, *row),
        Pick::Record(address) => document.way_into(address),
        Pick::Byte(offset) => match document.view().way_to_byte(*offset) {
            Ok(way) => Ok(way),
            Err(Far::Absent) => Err(Span::EMPTY),
            Err(Far::Unindexed(message)) if document.is_unindexable(&message) => {
                let (id, why) = (document.id, "The message around it was not indexed to its end");
                let said = Said::warning("That byte was not found", why, "Open the file again and let the index end");
                app.notify(Said { document: Some(id), ..said });
                return Vec::new();
            }
            Err(Far::Unindexed(message)) => {
                document.want_index(&message);
                Err(Span::EMPTY)
            }
        },
        Pick::Path(text) => return going::select_path(app, text.clone()),
    };
    match way {
        Err(_) => return wait(document, TreeCommand::Select(pick)),
        Ok(way) if way.is_empty() => {}
        Ok(way) => document.select_way(&way),
    }
    Vec::new()
}

fn select_row(app: &mut App, row: u64) -> Vec<Effect> {
    super::inner::select_row(app, row)
}

pub(super) fn move_selection(app: &mut App, motion: Motion) -> Vec<Effect> {
    match row_after(app, motion) {
        Goal::Row(row) => select_row(app, row),
        Goal::Parent => select_parent(app),
        Goal::Wait => {
            let document = app.active_mut();
            document.map(|it| wait(it, TreeCommand::MoveSelection(motion))).unwrap_or_default()
        }
        Goal::None => Vec::new(),
    }
}

/// Where a motion leads.
pub(super) enum Goal {
    /// To a visible row.
    Row(u64),
    /// To the message around the primary record.
    Parent,
    /// Not known until all rows are counted.
    Wait,
    /// Nowhere.
    None,
}

/// Where a motion from the primary record leads.
pub(super) fn row_after(app: &App, motion: Motion) -> Goal {
    let Some(document) = app.active_document() else { return Goal::None };
    let count = document.row_count();
    if motion == Motion::Last && !count.is_exact && !document.indexing.is_empty() {
        return Goal::Wait;
    }
    let last = count.rows.saturating_sub(1);
    match motion {
        Motion::Parent => Goal::Parent,
        _ if count.rows == 0 => Goal::None,
        Motion::First => Goal::Row(0),
        Motion::Last => Goal::Row(last),
        Motion::Rows(by) => {
            Goal::Row(document.selected_row().map_or(0, |here| here.saturating_add_signed(by).min(last)))
        }
    }
}

fn select_parent(app: &mut App) -> Vec<Effect> {
    let address = app.active_document().and_then(OpenDocument::selection).and_then(|it| it.address.parent());
    match address.filter(|it| !it.is_root()) {
        Some(address) => select(app, Pick::Record(address)),
        None => Vec::new(),
    }
}

/// The record that a command means: the one named, or the selected one.
fn meant(app: &App, address: Option<Address>) -> Option<Address> {
    address.or_else(|| app.active_document()?.selection().map(|it| it.address.clone()))
}

pub(super) fn unfold(app: &mut App, address: Option<Address>) -> Vec<Effect> {
    let is_for_selected = address.is_none();
    if is_for_selected && app.active_document().is_some_and(OpenDocument::is_inner_selected) {
        return Vec::new();
    }
    let Some(address) = meant(app, address) else { return Vec::new() };
    let Some(document) = app.active_mut() else { return Vec::new() };
    if document.tab.outline.is_open(&address) {
        let next = document.row_of(&address).map(|row| row + 1);
        return next.filter(|_| is_for_selected).map(|row| select_row(app, row)).unwrap_or_default();
    }
    let view = document.view();
    let way = view.way(&address);
    let can_open = |it: &Located| {
        view.is_foldable(&it.child, view.inner(&it.parent, &it.child, &it.reading).as_ref(), &it.reading)
    };
    match way {
        Err(_) => return wait(document, TreeCommand::Unfold(Some(address))),
        Ok(way) if way.len() == address.steps().len() && way.last().is_some_and(can_open) => document.unfold_way(&way),
        Ok(_) => {}
    }
    Vec::new()
}

pub(super) fn fold(app: &mut App, address: Option<Address>) -> Vec<Effect> {
    let is_for_selected = address.is_none();
    if is_for_selected && super::inner::leave(app) {
        return Vec::new();
    }
    let Some(address) = meant(app, address) else { return Vec::new() };
    let Some(document) = app.active_mut() else { return Vec::new() };
    let has_folded = document.tab.outline.is_open(&address) && document.tab.outline.fold(&address);
    if has_folded {
        select_out_of(document, &address);
        return Vec::new();
    }
    if is_for_selected { select_parent(app) } else { Vec::new() }
}

/// What was selected in a message that was folded gives way to the message.
fn select_out_of(document: &mut OpenDocument, folded: &Address) {
    let Some(selection) = &document.tab.selection else { return };
    let is_inside =
        selection.address.steps().len() > folded.steps().len() && selection.address.steps().starts_with(folded.steps());
    if is_inside && let Ok(Some(located)) = document.view().locate(folded) {
        document.set_selection(Some(Selection::of(&located)));
    }
}

pub(super) fn toggle_fold(app: &mut App, address: Option<Address>) -> Vec<Effect> {
    let Some(address) = meant(app, address) else { return Vec::new() };
    let is_open = app.active_document().is_some_and(|it| it.tab.outline.is_open(&address));
    if is_open { fold(app, Some(address)) } else { unfold(app, Some(address)) }
}

pub(super) fn unfold_all(app: &mut App) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    let view =
        super::super::view::View { document: &document.snapshot, lens: &document.lens, levels: &document.levels };
    let is_all = document.tab.outline.unfold_all(&view);
    document.read_anys();
    document.index_all();
    if !is_all {
        app.log.push(crate::wire::Severity::Info, "not all messages were opened: there are too many");
    }
    Vec::new()
}

pub(super) fn fold_all(app: &mut App) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    document.tab.outline.fold_all();
    let first = document.tab.selection.as_ref().and_then(|it| it.address.steps().first().copied());
    if let Some(step) = first {
        return select(app, Pick::Record(Address::ROOT.child(step)));
    }
    Vec::new()
}

pub(super) fn set_theme(app: &mut App, theme: Theme) -> Vec<Effect> {
    app.settings.theme = theme;
    Vec::new()
}

pub(super) fn toggle_theme(app: &mut App) -> Vec<Effect> {
    app.settings.theme = app.settings.theme.turned(app.is_system_dark);
    Vec::new()
}

pub(super) fn toggle_pane(app: &mut App, pane: Pane) -> Vec<Effect> {
    let settings = &mut app.settings;
    let is_shown = match pane {
        Pane::Rail => &mut settings.is_rail_shown,
        Pane::Inspector => &mut settings.is_inspector_shown,
        Pane::Bottom => &mut settings.is_bottom_shown,
    };
    *is_shown = !*is_shown;
    if pane == Pane::Inspector
        && let Some(document) = app.active_mut()
    {
        document.end_typing();
    }
    Vec::new()
}

pub(super) fn show_bottom(app: &mut App, bottom: Bottom) -> Vec<Effect> {
    app.settings.bottom = bottom;
    app.settings.is_bottom_shown = true;
    Vec::new()
}

pub(super) fn zoom(app: &mut App, zoom: Zoom) -> Vec<Effect> {
    let now = app.settings.zoom;
    let next = match zoom {
        Zoom::In => ZOOMS.iter().find(|it| **it > now),
        Zoom::Out => ZOOMS.iter().rfind(|it| **it < now),
        Zoom::Reset => Some(&100),
    };
    app.settings.zoom = next.copied().unwrap_or(now);
    Vec::new()
}

pub(super) fn set_zoom(app: &mut App, percent: u16) -> Vec<Effect> {
    app.settings.zoom = percent.clamp(LEAST_ZOOM, MOST_ZOOM);
    Vec::new()
}

pub(super) fn show_overlay(app: &mut App, overlay: Overlay) -> Vec<Effect> {
    app.overlay = Some(overlay);
    Vec::new()
}

pub(super) fn hide_overlay(app: &mut App, overlay: Overlay) -> Vec<Effect> {
    app.overlay = app.overlay.filter(|it| *it != overlay);
    Vec::new()
}

pub(super) fn reset_settings(app: &mut App) -> Vec<Effect> {
    app.settings = Settings::default();
    Vec::new()
}

/// Asks the window to give the keys to a part of it.
pub(super) fn go_to(app: &mut App, focus: Focus) -> Vec<Effect> {
    let before = app.focus_wanted.map_or(0, |(_, count)| count);
    app.focus_wanted = Some((focus, before + 1));
    Vec::new()
}

/// Selects a record of the active document once more, after what was around it has changed.
pub(super) fn reselect(app: &mut App) -> Vec<Effect> {
    let address = app.active_document().and_then(OpenDocument::selection).map(|it| it.address.clone());
    address.map(|it| select(app, Pick::Record(it))).unwrap_or_default()
}
