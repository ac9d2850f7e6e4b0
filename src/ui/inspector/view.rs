//! Draws the inspector.

use egui::containers::menu::MenuButton;
use egui::text::LayoutJob;
use egui::{Button, Grid, Id, Label, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::inner;
use super::model::{self, Inspected, Means, WireFact};
use crate::app::table::{self, Menu};
use crate::app::{Command, EditCommand, OpenDocument, PayloadForm, RecordRow, SchemaCommand, TreeCommand};
use crate::schema::Value;
use crate::ui::cx::Cx;
use crate::ui::empty::panes;
use crate::ui::fonts::icon;
use crate::ui::menu_items::{entry_ui, menu_body_ui};
use crate::ui::theme::{self, font, grid, size};
use crate::ui::tree;
use crate::ui::widgets::section_ui;
use crate::ui::words;
use crate::wire::{Missing, RecordId, Severity};

/// What the inspector remembers: the value as it is being typed.
#[derive(Clone, Debug, Default)]
pub struct InspectorState {
    /// The record, and the version of the document, that the text was made from.
    made_from: Option<(RecordId, u64)>,
    text: String,
    /// Why the text is no value.
    reason: Option<String>,
    /// What bytes are shown as.
    form: PayloadForm,
    is_typing: bool,
    /// Why the value cannot be typed here: its bytes are not read yet, or it is no text.
    shut: Option<&'static str>,
}

/// Draws the pane.
pub fn inspector_ui(ui: &mut Ui, cx: &mut Cx, state: &mut InspectorState) {
    let Some(document) = cx.document() else { return };
    ui.add_space(grid(3));
    if let Some(absent) = document.selected_absent() {
        return inner::absent_ui(ui, cx, &absent);
    }
    if let Some(element) = document.selected_element() {
        return inner::element_ui(ui, cx, document, &element);
    }
    let Some(row) = document.selected() else {
        let room = ui.max_rect().expand2(vec2(grid(4), 0.0));
        return panes::NOT_SELECTED.show_ui(ui, cx, room, Id::unique("nothing selected"));
    };
    let inspected = Inspected::new(document, &row);
    ScrollArea::vertical().id_salt("inspector").show(ui, |ui| {
        ui.set_width(ui.available_width());
        head_ui(ui, &inspected);
        value_ui(ui, cx, document, &row, &inspected, state);
        for problem in &inspected.problems {
            problem_ui(ui, problem.severity, &words::problem(problem));
        }
        actions_ui(ui, cx);
        if let Some(documentation) = &inspected.documentation {
            section_ui(ui, "Documentation");
            ui.add(Label::new(documentation).wrap());
        }
        facts_ui(ui, "Field", &inspected.field);
        if !inspected.forms.is_empty() {
            facts_ui(ui, "As other numbers", &inspected.forms);
        }
        facts_ui(ui, "On the wire", &inspected.wire);
        ui.add_space(grid(3));
    });
}

fn head_ui(ui: &mut Ui, inspected: &Inspected) {
    let palette = theme::palette(ui);
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.add(Label::new(RichText::new(&inspected.name).font(font::heading()).color(palette.text)).truncate());
    ui.add(Label::new(RichText::new(&inspected.about).font(font::small()).color(palette.muted)).wrap());
    ui.add_space(grid(2));
    ui.spacing_mut().item_spacing.y = grid(1);
}

fn value_ui(
    ui: &mut Ui,
    cx: &mut Cx,
    document: &OpenDocument,
    row: &RecordRow,
    inspected: &Inspected,
    state: &mut InspectorState,
) {
    match inspected.means {
        Means::Bool => bool_ui(ui, cx, document, row),
        Means::Enum => enum_ui(ui, cx, document, row),
        Means::Line | Means::Text | Means::Bytes => typed_ui(ui, cx, document, row, inspected.means, state),
        Means::None => message_ui(ui, cx, document, row),
    }
    if let Some(why) = inspected.shut {
        let palette = theme::palette(ui);
        ui.add(Label::new(RichText::new(why).font(font::small()).color(palette.muted)).wrap());
    }
    forms_ui(ui, cx, document, row, inspected.means, state);
}

/// What bytes are shown as, and the way from files and to them.
fn forms_ui(
    ui: &mut Ui,
    cx: &mut Cx,
    document: &OpenDocument,
    row: &RecordRow,
    means: Means,
    state: &mut InspectorState,
) {
    let has_forms = matches!(means, Means::Text | Means::Bytes) && state.shut.is_none();
    let files = [EditCommand::ValueFromFile, EditCommand::ValueToFile].map(Command::from);
    let has_files = means != Means::Line && files.iter().all(|it| cx.app.is_available(it));
    if has_forms {
        ui.horizontal_wrapped(|ui| {
            for (name, form) in
                [("Text", PayloadForm::Text), ("Hex", PayloadForm::Hex), ("Base64", PayloadForm::Base64)]
            {
                if ui.add(Button::new(name).selected(state.form == form)).clicked() {
                    state.form = form;
                    make_text(cx, document, row, state);
                }
            }
        });
    }
    if has_files {
        ui.horizontal_wrapped(|ui| {
            for (name, command) in ["From file…", "To file…"].into_iter().zip(files) {
                let tooltip = table::entry(&command).map_or("", |it| it.tooltip);
                if ui.button(name).on_hover_text(tooltip).clicked() {
                    cx.ask(command);
                }
            }
        });
    }
}

fn message_ui(ui: &mut Ui, cx: &mut Cx, document: &OpenDocument, row: &RecordRow) {
    let palette = theme::palette(ui);
    let line = tree::line(document.snapshot(), document.lens(), &row.reading, &row.child.record);
    let face = if line.sort == tree::Sort::Quiet { font::text() } else { font::mono() };
    let colour = tree::colour(palette, line.sort);
    let mut job = LayoutJob::simple(line.text.clone(), face, colour, ui.available_width());
    // A long word does not leave the line before it empty.
    job.wrap.break_anywhere = line.sort != tree::Sort::Quiet;
    ui.add(Label::new(job).wrap());
    if row.is_foldable {
        ui.horizontal(|ui| {
            let fold = if row.is_open { "Fold" } else { "Unfold" };
            if ui.button(fold).clicked() {
                cx.ask(TreeCommand::ToggleFold(Some(row.address.clone())));
            }
            if ui.button("Add field…").clicked() {
                cx.ask(EditCommand::ShowFieldPicker);
            }
        });
    }
}

fn bool_ui(ui: &mut Ui, cx: &mut Cx, document: &OpenDocument, row: &RecordRow) {
    let value = document.lens().value(document.snapshot(), &row.reading, &row.child.record);
    let is_true = matches!(value, Ok(Value::Bool(true)));
    ui.horizontal(|ui| {
        for (name, is_it) in [("true", is_true), ("false", !is_true)] {
            let text = RichText::new(name).font(font::mono());
            if ui.add(Button::new(text).selected(is_it)).clicked() && !is_it {
                cx.ask(EditCommand::ToggleBool(Some(row.address.clone())));
            }
        }
    });
}

fn enum_ui(ui: &mut Ui, cx: &mut Cx, document: &OpenDocument, row: &RecordRow) {
    let palette = theme::palette(ui);
    let line = tree::line(document.snapshot(), document.lens(), &row.reading, &row.child.record);
    let text = RichText::new(&line.text).font(font::mono()).color(palette.enumeration);
    let button = Button::new(text).right_text(RichText::new("▾").color(palette.muted)).truncate();
    let response = ui.add_sized(vec2(ui.available_width(), size::CONTROL), button);
    if response.on_hover_text("Choose another value").clicked() {
        cx.ask(EditCommand::BeginEdit);
    }
}

fn typed_ui(
    ui: &mut Ui,
    cx: &mut Cx,
    document: &OpenDocument,
    row: &RecordRow,
    means: Means,
    state: &mut InspectorState,
) {
    let palette = theme::palette(ui);
    let made_from = (row.child.id(), document.version());
    let is_other = state.made_from.is_none_or(|(id, _)| id != made_from.0);
    // What was not there when the text was made may be there now.
    if is_other || state.shut.is_some() || (state.made_from != Some(made_from) && !state.is_typing) {
        if is_other || state.shut.is_some() {
            let is_hex = means == Means::Bytes && !reads_as_text(document, row);
            state.form = if is_hex { PayloadForm::Hex } else { PayloadForm::Text };
        }
        make_text(cx, document, row, state);
        state.made_from = Some(made_from);
    }
    if let Some(why) = state.shut {
        ui.label(RichText::new(why).color(palette.muted));
        return;
    }
    let sort = tree::sort(document, row);
    let is_line = means == Means::Line;
    let edit = if is_line { TextEdit::singleline(&mut state.text) } else { TextEdit::multiline(&mut state.text) };
    let edit = edit
        .id(Id::unique("inspector value"))
        .font(font::mono())
        .text_color(tree::colour(palette, sort))
        .margin(vec2(grid(2), grid(1) + 1.0))
        .desired_width(f32::INFINITY)
        .desired_rows(1);
    let most = if is_line { f32::INFINITY } else { size::VALUE };
    let area = ScrollArea::vertical().id_salt("value").max_height(most);
    let response = area.show(ui, |ui| ui.add(edit)).inner;
    let response = response.accessible_name(format!("Inspected value of {}", row.name));
    if response.changed() {
        if !document.is_typing() {
            cx.ask(EditCommand::BeginTyping);
        }
        change(cx, row, state);
    }
    if response.lost_focus() && state.is_typing {
        cx.ask(EditCommand::EndEdit);
        if state.reason.take().is_some() {
            make_text(cx, document, row, state);
        }
    }
    state.is_typing = response.has_focus();
    if let Some(reason) = &state.reason {
        problem_ui(ui, Severity::Error, reason);
    }
}

fn reads_as_text(document: &OpenDocument, row: &RecordRow) -> bool {
    let record = &row.child.record;
    let start = document.snapshot().body_start(&record.payload, 256).unwrap_or_default();
    crate::wire::guess::payload(&start, record.payload.len()) == crate::wire::guess::Guess::Text
}

fn make_text(cx: &Cx, document: &OpenDocument, row: &RecordRow, state: &mut InspectorState) {
    state.reason = None;
    // Nothing that was not read is shown as empty: what is typed would take its place.
    let bytes = document.snapshot().body_start(&row.child.record.payload, model::EDITED);
    let text = match &bytes {
        Err(Missing::Absent(_)) => Err("reading…"),
        Err(Missing::Gone(_)) => Err("Its bytes are gone: the file was truncated or replaced"),
        Ok(_) => cx.app.bytes_text(&row.address, state.form).ok_or("Too long to be edited as text"),
    };
    state.shut = text.as_ref().err().copied();
    state.text = text.unwrap_or_default();
}

fn change(cx: &mut Cx, row: &RecordRow, state: &mut InspectorState) {
    let address = row.address.clone();
    let bytes = match state.form {
        PayloadForm::Hex => Some(model::from_hex(&state.text)),
        PayloadForm::Base64 => Some(crate::app::base64_bytes(&state.text)),
        PayloadForm::Text => None,
    };
    let checked = match bytes {
        Some(bytes) => bytes.map(|bytes| EditCommand::SetPayload { address, bytes }),
        None => {
            let text = state.text.clone();
            cx.app.edit_check(&address, &text).map(|()| EditCommand::SetValue { address, text })
        }
    };
    match checked {
        Ok(command) => {
            state.reason = None;
            cx.ask(command);
        }
        Err(reason) => state.reason = Some(reason),
    }
}

fn problem_ui(ui: &mut Ui, severity: Severity, message: &str) {
    let palette = theme::palette(ui);
    let (glyph, colour) = match severity {
        Severity::Info => (icon::INFO, palette.muted),
        Severity::Warning => (icon::WARNING, palette.warning),
        Severity::Error => (icon::WARNING_CIRCLE, palette.error),
    };
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = grid(1) + 2.0;
        ui.label(RichText::new(glyph).color(colour));
        ui.add(Label::new(RichText::new(message).color(colour)).wrap());
    });
}

/// What else can be done with what is selected.
fn actions_ui(ui: &mut Ui, cx: &mut Cx) {
    ui.horizontal_wrapped(|ui| {
        let command = Command::Schema(SchemaCommand::ShowReadings);
        if let Some(entry) = table::entry(&command) {
            let button = ui.add_enabled(cx.app.is_available(&command), Button::new(entry.name));
            let button = button.on_hover_text(entry.tooltip);
            let why = cx.app.why_unavailable(&command).unwrap_or_default();
            if button.on_disabled_hover_text(why).clicked() {
                cx.ask(command);
            }
        }
        copy_ui(ui, cx);
    });
}

/// The forms to copy in, as they hang from the menus.
fn copy_ui(ui: &mut Ui, cx: &mut Cx) {
    MenuButton::new("Copy as…").ui(ui, |ui| {
        menu_body_ui(ui, |ui| {
            for entry in table::menu(Menu::CopyAs) {
                _ = entry_ui(ui, cx, entry, false);
            }
        });
    });
}

/// Facts under a head.
pub(super) fn facts_ui(ui: &mut Ui, head: &str, facts: &[WireFact]) {
    let palette = theme::palette(ui);
    section_ui(ui, head);
    Grid::new(head)
        .num_columns(2)
        .min_col_width(size::FACT)
        .min_row_height(grid(5))
        .spacing(vec2(grid(2), grid(1)))
        .show(ui, |ui| {
            for fact in facts {
                ui.label(RichText::new(fact.label).color(palette.muted));
                let face = if fact.is_prose { font::text() } else { font::mono() };
                ui.add(Label::new(RichText::new(&fact.text).font(face).color(palette.text)).wrap());
                ui.end_row();
            }
        });
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::app::FileCommand;
    use crate::app::loading::BLOCK;
    use crate::app::{App, Effect, Event, FileEffect, FileId, Opened, Origin, Pick};

    #[test]
    fn a_value_whose_bytes_are_not_read_yet_is_not_typed_over() {
        // Field 1, then letters that reach into the second block.
        let mut bytes = vec![0x0a, 100];
        bytes.resize(102, b'x');
        bytes.extend([0x12, 0xf0, 0xff, 0x03]);
        bytes.resize(bytes.len() + 65520, b'a');
        let origin = Origin::cached(Arc::new(bytes.clone()), Arc::new(()));
        let cache = origin.cache().unwrap().clone();
        let mut app = App::new();
        let effects = app.update(FileCommand::OpenFile { path: "/f/a.bin".into(), type_name: None });
        let [Effect::File(FileEffect::ReadFile { job, .. })] = effects.as_slice() else { panic!("{effects:?}") };
        let file = FileId { device: 1, inode: 1, size: 0, modified: 0 };
        let opened = Opened { path: "/f/a.bin".into(), file, origin };
        _ = app.handle(Event::FileRead { job: *job, type_name: None, result: Ok(opened) });
        let id = app.active_document().unwrap().id();
        let fetch = |app: &mut App, block: usize| {
            let start = block * BLOCK as usize;
            cache.fill(start as u64, &bytes[start..bytes.len().min(start + BLOCK as usize)]);
            _ = app.handle(Event::Fetched { document: id });
        };
        fetch(&mut app, 0);
        _ = app.update(TreeCommand::Select(Pick::Row(1)));
        let mut state = InspectorState::default();
        let mut make = |app: &App| {
            let mut commands = Vec::new();
            let cx = Cx::new(app, &mut commands);
            let document = app.active_document().unwrap();
            make_text(&cx, document, &document.selected().unwrap(), &mut state);
            (state.shut, state.text.clone())
        };
        assert_eq!(make(&app), (Some("reading…"), String::new()));
        fetch(&mut app, 1);
        assert_eq!(make(&app), (None, format!("\"{}\"", "a".repeat(65520))));
    }
}
