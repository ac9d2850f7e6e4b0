//! The status bar: type, selection, problems and edits at the left, jobs and size at the right.

use std::time::Duration;

use egui::{Align, Align2, Color32, Label, Layout, Rect, RichText, Sense, Ui, pos2, vec2};

use super::cx::Cx;
use super::focus::is_wanted;
use super::fonts::icon;
use super::meter::{Metered, Meters};
use super::theme::{self, Palette, font, grid, size};
use super::widgets::{action_button, icon_button, name_of};
use super::words;
use crate::app::{Bottom, Focus, Job, NoticeCommand, OpenDocument, Problems, SchemaCommand, WindowCommand};

/// Draws the bar.
pub fn status_ui(ui: &mut Ui, cx: &mut Cx, meters: &mut Meters) {
    let is_focus_wanted = is_wanted(ui, cx, Focus::Status);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(grid(2));
        if let Some(document) = cx.document() {
            let len = document.snapshot().len();
            quiet(ui, &words::size(len)).on_hover_text(words::bytes(len));
        }
        jobs_ui(ui, cx, meters);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(grid(2));
            ui.spacing_mut().item_spacing.x = grid(5);
            match cx.document() {
                Some(document) => document_ui(ui, cx, document, is_focus_wanted),
                None => _ = quiet(ui, "No document"),
            }
        });
    });
}

fn quiet(ui: &mut Ui, text: &str) -> egui::Response {
    let palette = theme::palette(ui);
    ui.add(Label::new(RichText::new(text).font(font::small()).color(palette.muted)).truncate())
}

/// A word of the bar that leads somewhere.
fn word_ui(ui: &mut Ui, text: egui::text::LayoutJob, name: &str) -> egui::Response {
    let response = ui.add(Label::new(text).sense(Sense::click()));
    name_of(&response, egui::Role::Button, name);
    if response.hovered() || response.has_focus() {
        let palette = theme::palette(ui);
        let line = response.rect.bottom();
        ui.painter().hline(response.rect.x_range(), line, egui::Stroke::new(1.0, palette.muted));
    }
    response
}

fn document_ui(ui: &mut Ui, cx: &mut Cx, document: &OpenDocument, is_focus_wanted: bool) {
    let palette = theme::palette(ui);
    let type_name = document.type_name().map_or("No type", words::own_name);
    let mut job = egui::text::LayoutJob::default();
    let format =
        |font_id| egui::TextFormat { font_id, color: palette.text, valign: Align::Center, ..Default::default() };
    job.append(type_name, 0.0, format(font::label()));
    job.append(icon::CARET_DOWN, grid(1), format(font::small()));
    let hint = document.type_name().unwrap_or("Fields go by number: choose a type");
    let word = word_ui(ui, job, &format!("Type: {type_name}"));
    if is_focus_wanted {
        word.request_focus();
    }
    if word.on_hover_text(hint).clicked() {
        cx.ask(SchemaCommand::ShowTypePicker);
    }
    quiet(ui, &selection_text(document));
    problems_ui(ui, cx, palette, document.problems());
    if document.is_edited() {
        let steps = document.history().now() as u64;
        quiet(ui, &if steps == 0 { "edited".to_owned() } else { words::counted(steps, "edit", "edits") });
    }
    if let Some(told) = cx.app.told() {
        quiet(ui, told);
    }
}

fn selection_text(document: &OpenDocument) -> String {
    match document.selection() {
        Some(selection) if selection.is_several() => {
            format!("{} selected", words::counted(selection.count(), "record", "records"))
        }
        Some(selection) => {
            let len = selection.bytes.end - selection.bytes.start;
            format!("offset 0x{:x} · {} selected", selection.bytes.start, words::bytes(len))
        }
        None => "nothing selected".to_owned(),
    }
}

fn problems_ui(ui: &mut Ui, cx: &mut Cx, palette: &Palette, problems: &Problems) {
    let Some((text, colour)) = problems_text(palette, problems) else { return };
    let glyph = if problems.found.errors > 0 { icon::WARNING_CIRCLE } else { icon::WARNING };
    let mut job = egui::text::LayoutJob::default();
    let format = |font_id, valign| egui::TextFormat { font_id, color: colour, valign, ..Default::default() };
    job.append(glyph, 0.0, format(font::text(), Align::Center));
    job.append(&text, grid(1), format(font::small(), Align::Center));
    let response = ui.add(Label::new(job).sense(Sense::click()));
    name_of(&response, egui::Role::Button, &text);
    if response.on_hover_text("Show the problems").clicked() {
        cx.ask(WindowCommand::ShowBottom(Bottom::Problems));
    }
}

/// What is said of the problems, and in which colour; nothing where there are none.
fn problems_text(palette: &Palette, problems: &Problems) -> Option<(String, Color32)> {
    let found = &problems.found;
    let colour = match (found.errors, found.warnings) {
        (0, 0) => palette.muted,
        (0, _) => palette.warning,
        _ => palette.error,
    };
    let more = if problems.is_whole { "" } else { "+" };
    match found.total() {
        0 => None,
        1 if problems.is_whole => Some(("1 problem".to_owned(), colour)),
        n => Some((format!("{}{more} problems", words::grouped(n)), colour)),
    }
}

/// The job that is shown where several are under way: what a person waits for, and of that what was asked for last.
fn foremost<'a>(jobs: &[&'a Job]) -> Option<&'a Job> {
    jobs.iter().rev().find(|it| it.is_asked_for()).or(jobs.last()).copied()
}

/// The jobs that take a while: one as it is, several as the foremost one and a count that opens a list of them all.
fn jobs_ui(ui: &mut Ui, cx: &mut Cx, meters: &mut Meters) {
    let now = ui.input(|input| input.time);
    meters.note(now, cx.app.jobs());
    if let Some(wait) = meters.next_shown(now) {
        ui.ctx().request_repaint_after(Duration::from_secs_f64(wait));
    }
    let shown: Vec<&Job> = cx.app.jobs().iter().filter(|job| meters.is_shown(now, job.id)).collect();
    match shown.as_slice() {
        [] => {}
        [job] => job_ui(ui, cx, job, meters),
        several => {
            let more = several.len() - 1;
            let response = action_button(ui, &format!("{more} more")).on_hover_text("Show all that is under way");
            if let Some(job) = foremost(several) {
                job_ui(ui, cx, job, meters);
            }
            let list = egui::Popup::menu(&response).close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
            list.show(|ui| {
                for job in &shown {
                    let row = vec2(size::DIALOG.min(ui.ctx().content_rect().width() - grid(8)), size::CONTROL);
                    let layout = Layout::right_to_left(Align::Center);
                    ui.allocate_ui_with_layout(row, layout, |ui| job_ui(ui, cx, job, meters));
                }
            });
        }
    }
}

/// From the right: the button that stops it, time left and rate in room of their own, the bar, what it does.
fn job_ui(ui: &mut Ui, cx: &mut Cx, job: &Job, meters: &Meters) {
    let metered = meters.metered(job);
    if job.can_stop && icon_button(ui, icon::STOP, &format!("Stop {}", job.name)).clicked() {
        cx.ask(NoticeCommand::StopJob(job.id));
    }
    if ui.available_width() > size::DIALOG {
        for text in [&metered.left, &metered.rate] {
            let (rect, _) = ui.allocate_exact_size(vec2(size::METER, size::CONTROL), Sense::hover());
            let palette = theme::palette(ui);
            ui.painter().text(rect.right_center(), Align2::RIGHT_CENTER, text, font::small(), palette.muted);
        }
    }
    progress_ui(ui, job, &metered);
    quiet(ui, &job.name);
}

fn progress_ui(ui: &mut Ui, job: &Job, metered: &Metered) {
    let palette = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(size::PROGRESS, size::CONTROL), Sense::hover());
    let bar = Rect::from_center_size(rect.center(), vec2(rect.width(), grid(1)));
    ui.painter().rect_filled(bar, 2.0, palette.line);
    name_of(&response, egui::Role::ProgressIndicator, &job.name);
    if let Some(share) = metered.share {
        let filled = Rect::from_min_max(bar.min, pos2(bar.left() + bar.width() * share, bar.bottom()));
        ui.painter().rect_filled(filled, 2.0, palette.accent);
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_numeric_value(f64::from(share)));
        response.on_hover_text(format!("{:.0} %", share * 100.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{App, FileCommand, FindCommand, Found, Sample};
    use crate::schema::find::Query;

    #[test]
    fn of_several_jobs_the_one_that_was_asked_for_shows() {
        let mut app = App::new();
        app.update(FileCommand::OpenSample(Sample::ResourceUsage));
        let own = app.jobs().len();
        app.update(FindCommand::Find(Query { text: "e".into(), ..Query::default() }));
        app.update(SchemaCommand::ChooseType(None));
        let jobs: Vec<&Job> = app.jobs().iter().collect();
        assert!(own > 0 && jobs.len() > own && jobs.last().is_some_and(|it| !it.is_asked_for()), "{jobs:?}");
        assert_eq!(foremost(&jobs).map(|it| it.name.as_str()), Some("Searching action_resource_usage.bin"), "{jobs:?}");
        assert_eq!(foremost(&[]), None);
    }

    #[test]
    fn problems_are_counted_by_the_worst() {
        let text = |errors, warnings, infos, is_whole| {
            let found = Found { errors, warnings, infos, ..Found::default() };
            problems_text(&theme::DARK, &Problems { found, is_whole, is_stale: false })
        };
        assert_eq!(text(0, 0, 0, true), None);
        assert_eq!(text(0, 0, 1, true), Some(("1 problem".into(), theme::DARK.muted)));
        assert_eq!(text(0, 2, 1, true), Some(("3 problems".into(), theme::DARK.warning)));
        assert_eq!(text(1, 0, 0, false), Some(("1+ problems".into(), theme::DARK.error)));
    }
}
