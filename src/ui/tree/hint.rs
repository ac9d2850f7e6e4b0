//! What is shown while the pointer rests on a cell: the whole of what is cut there, the exact number, a moment in the
//! local time zone and how long ago it was.

use std::time::SystemTime;

use egui::{Rect, RichText, Ui};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use crate::schema::telling::Line;
use crate::ui::theme::{font, size};
use crate::ui::virtual_rows::Row;

/// Letters of a hint at most.
const LETTERS: usize = 2000;

/// Shows the whole of an elided text while the pointer is on it.
pub fn whole_ui(ui: &Ui, row: &Row, cell: Rect, text: &str) {
    show_ui(ui, row, cell, || vec![text.to_owned()]);
}

/// Shows what the line of a value leaves out.
pub fn value_ui(ui: &Ui, row: &Row, cell: Rect, value: &Line, (is_elided, is_note_hidden): (bool, bool)) {
    if !is_elided && !is_note_hidden && value.whole.is_empty() && value.moment.is_none() {
        return;
    }
    show_ui(ui, row, cell, || {
        let mut lines = Vec::new();
        if is_elided {
            lines.push(value.text.clone());
        }
        if is_note_hidden {
            lines.push(value.note.clone());
        }
        lines.extend(Some(value.whole.clone()).filter(|it| !it.is_empty()));
        lines.extend(value.moment.map(moment_lines).unwrap_or_default());
        lines
    });
}

fn show_ui(ui: &Ui, row: &Row, cell: Rect, lines: impl FnOnce() -> Vec<String>) {
    let is_over =
        row.response.hovered() && ui.input(|input| input.pointer.hover_pos()).is_some_and(|at| cell.contains(at));
    if !is_over {
        return;
    }
    row.response.clone().on_hover_ui_at_pointer(|ui| {
        ui.set_max_width(size::HINT);
        for line in lines() {
            let end = line.char_indices().nth(LETTERS).map_or(line.len(), |(at, _)| at);
            let dots = if end < line.len() { "…" } else { "" };
            ui.label(RichText::new(format!("{}{dots}", line.get(..end).unwrap_or(&line))).font(font::mono()));
        }
    });
}

/// A moment in the local time zone, and how far from now.
fn moment_lines((seconds, nanos): (i64, i32)) -> Vec<String> {
    let Ok(moment) = Timestamp::new(seconds, nanos) else { return Vec::new() };
    let mut lines = vec![local(moment, &TimeZone::system())];
    lines.extend(Timestamp::try_from(SystemTime::now()).ok().map(|now| since(moment, now)));
    lines
}

fn local(moment: Timestamp, zone: &TimeZone) -> String {
    moment.to_zoned_datetime(zone.clone()).strftime("%Y-%m-%d %H:%M:%S %Z, %A").to_string()
}

/// `3 min ago`, `in 2 days`.
fn since(moment: Timestamp, now: Timestamp) -> String {
    let passed = now.duration_since(moment);
    let length = length(passed.abs());
    if passed < SignedDuration::ZERO { format!("in {length}") } else { format!("{length} ago") }
}

/// A span of time by its largest unit.
fn length(span: SignedDuration) -> String {
    const UNITS: [(i64, &str, &str); 6] = [
        (31_556_952, "year", "years"),
        (2_629_746, "month", "months"),
        (86_400, "day", "days"),
        (3600, "h", "h"),
        (60, "min", "min"),
        (1, "s", "s"),
    ];
    let seconds = span.as_secs();
    let unit = UNITS.iter().find(|(long, ..)| seconds >= *long);
    match unit {
        Some((long, one, many)) => {
            let count = seconds / long;
            format!("{count} {}", if count == 1 { one } else { many })
        }
        None => "less than 1 s".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_told_from_now() {
        let at = |seconds: i32| Timestamp::new(1_800_000_000 + i64::from(seconds), 0).unwrap();
        for (seconds, said) in [
            (-185, "3 min ago"),
            (0, "less than 1 s ago"),
            (7200, "in 2 h"),
            (-86_400, "1 day ago"),
            (-31_556_952 * 5, "5 years ago"),
        ] {
            assert_eq!(since(at(seconds), at(0)), said);
        }
    }

    #[test]
    fn a_moment_is_said_in_a_zone() {
        let zone = TimeZone::fixed(jiff::tz::offset(2));
        assert_eq!(local(Timestamp::new(0, 0).unwrap(), &zone), "1970-01-01 02:00:00 +02, Thursday");
    }
}
