//! What the inspector shows of rows that are no records: an absent field, an element of a packed run.

use egui::{Label, RichText, ScrollArea, Ui};

use super::model::WireFact;
use super::view::facts_ui;
use crate::app::{AbsentRow, EditCommand, ElementRow, OpenDocument};
use crate::schema;
use crate::ui::cx::Cx;
use crate::ui::theme::{self, font, grid};
use crate::ui::tree;
use crate::ui::widgets::section_ui;
use crate::ui::words;

/// A field that is not in the bytes: what it would be, and a way to set it.
pub(super) fn absent_ui(ui: &mut Ui, cx: &mut Cx, row: &AbsentRow) {
    let field = &row.field;
    ScrollArea::vertical().id_salt("absent").show(ui, |ui| {
        ui.set_width(ui.available_width());
        let about = format!("{} · field {}, not set", field.type_name(), field.number());
        head_ui(ui, &field.path_name(), &about);
        if ui.button("Set").on_hover_text("Add it with its default, and edit that").clicked() {
            cx.ask(EditCommand::BeginEdit);
        }
        if let Some(documentation) = schema::docs_of_field(field) {
            section_ui(ui, "Documentation");
            ui.add(Label::new(documentation).wrap());
        }
        let fact = WireFact::new;
        let mut facts = Vec::new();
        let default = tree::default_of(field);
        facts.extend(default.map(|it| fact("Default", it.trim_start_matches("default ").to_owned())));
        facts.extend(field.oneof().map(|it| fact("One of", it.name().to_owned())));
        if !facts.is_empty() {
            facts_ui(ui, "Field", &facts);
        }
    });
}

/// An element of a packed run.
pub(super) fn element_ui(ui: &mut Ui, cx: &mut Cx, document: &OpenDocument, row: &ElementRow) {
    let palette = theme::palette(ui);
    ScrollArea::vertical().id_salt("element").show(ui, |ui| {
        ui.set_width(ui.available_width());
        let about = format!(
            "{} · element {} of {} of a packed run",
            row.field.type_name(),
            words::grouped(row.index + 1),
            words::grouped(row.of)
        );
        head_ui(ui, &row.name, &about);
        ui.add(Label::new(RichText::new(row.text()).font(font::mono()).color(palette.number)).wrap());
        if ui.button("Edit").clicked() {
            cx.ask(EditCommand::BeginEdit);
        }
        let fact = WireFact::new;
        let len = row.element.map_or(0, |it| it.len);
        let mut bytes = vec![0; len.min(16) as usize];
        let bytes = document.snapshot().read(row.start, &mut bytes).map(|()| super::model::to_hex(&bytes));
        let mut facts = vec![fact("Element", format!("0x{:x}, {}", row.start, words::bytes(len)))];
        facts.extend(bytes.ok().map(|it| fact("Bytes", it)));
        facts_ui(ui, "On the wire", &facts);
    });
}

fn head_ui(ui: &mut Ui, name: &str, about: &str) {
    let palette = theme::palette(ui);
    ui.add(Label::new(RichText::new(name).font(font::heading()).color(palette.text)).truncate());
    ui.add(Label::new(RichText::new(about).font(font::small()).color(palette.muted)).wrap());
    ui.add_space(grid(2));
}
