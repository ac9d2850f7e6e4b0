//! The unsaved edits that were left when the program ended without saving: a list, each to be recovered or thrown away.

use std::time::SystemTime;

use egui::{Align, Button, Label, Layout, RichText, Role, ScrollArea, Ui, vec2};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::cx::Cx;
use super::theme::{self, font, grid, size};
use super::widgets::{Dialog, main_button, name_of, title_ui};
use super::words;
use crate::app::journal::{JournalId, Left, Standing};
use crate::app::{Command, SessionCommand};

const TITLE: &str = "Unsaved edits from before";

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    name: String,
    /// How many edits, and when.
    edits: String,
    /// What there is to know of its file.
    about: String,
    is_warning: bool,
    can_recover: bool,
}

fn line(left: &Left, now: SystemTime, zone: &TimeZone) -> Line {
    let place = left.path.as_deref().map(words::path).unwrap_or_default();
    let about = match (&left.standing, left.has_original) {
        (Standing::AsItWas, _) => place,
        (Standing::NoFile, _) => "It was never saved".to_owned(),
        (Standing::Changed, true) => format!("Its file was changed since, a copy can be recovered · {place}"),
        (Standing::Gone, true) => format!("Its file is gone, a copy can be recovered · {place}"),
        (Standing::Changed, false) => format!("Its file was changed since: put the old one back · {place}"),
        (Standing::Gone, false) => format!("Its file is gone: put it back · {place}"),
        (Standing::Unreadable(why), _) => format!("It cannot be read: {}", words::visible(why)),
    };
    let edits = match (&left.standing, left.edits) {
        (Standing::Unreadable(_), _) => String::new(),
        (_, 0) => time(left.when, now, zone),
        (_, edits) => format!("{}, {}", words::counted(edits, "edit", "edits"), time(left.when, now, zone)),
    };
    let is_warning = !matches!(left.standing, Standing::AsItWas | Standing::NoFile);
    Line { name: words::visible(&left.name).into_owned(), edits, about, is_warning, can_recover: left.can_recover() }
}

/// When something was, in the local time: with the day where that was not today.
fn time(when: u64, now: SystemTime, zone: &TimeZone) -> String {
    let moment = i64::try_from(when).ok().and_then(|it| Timestamp::from_millisecond(it).ok());
    let (Some(moment), Ok(now)) = (moment, Timestamp::try_from(now)) else { return String::new() };
    let (moment, now) = (moment.to_zoned_datetime(zone.clone()), now.to_zoned_datetime(zone.clone()));
    let form = if moment.date() == now.date() { "at %H:%M" } else { "on %Y-%m-%d at %H:%M" };
    moment.strftime(form).to_string()
}

/// Draws the list while it is open.
pub fn recovery_ui(ui: &mut Ui, cx: &mut Cx, is_focused: &mut bool) {
    if !cx.app.is_recovery_shown() {
        *is_focused = false;
        return;
    }
    let left = cx.app.left();
    let can_recover = left.iter().any(|it| it.can_recover() && !cx.app.is_recovering(it.id));
    let mut asked = Vec::new();
    let dialog = Dialog { id: "recovery", title: TITLE, is_centred: false, width: size::PROSE };
    let (_, is_given_up) = dialog.show_ui(ui.ctx(), |ui| {
        title_ui(ui, TITLE);
        let palette = theme::palette(ui);
        ui.add(Label::new(RichText::new(
            "wirebench ended without saving these documents. What is not recovered now stays for the next start.",
        ).color(palette.muted)).wrap());
        ui.add_space(grid(2));
        list_ui(ui, cx, left, &mut asked);
        ui.add_space(grid(2));
        let row = vec2(ui.available_width(), size::CONTROL);
        ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
            let recover = ui.add_enabled_ui(can_recover, |ui| main_button(ui, "Recover all")).inner;
            if can_recover && !std::mem::replace(is_focused, true) {
                recover.request_focus();
            }
            if recover.clicked() {
                asked.push(Command::Session(SessionCommand::Recover(None)));
            }
            if ui.button("Later").on_hover_text("They stay for the next start").clicked() {
                asked.push(Command::Session(SessionCommand::HideRecovery));
            }
            if ui.button("Discard all").on_hover_text("Throw all of them away").clicked() {
                asked.push(Command::Session(SessionCommand::DiscardJournal(None)));
            }
        });
    });
    if is_given_up {
        asked.push(Command::Session(SessionCommand::HideRecovery));
    }
    asked.into_iter().for_each(|it| cx.ask(it));
}

fn list_ui(ui: &mut Ui, cx: &Cx, left: &[Left], asked: &mut Vec<Command>) {
    let (now, zone) = (SystemTime::now(), TimeZone::system());
    let foot = size::CONTROL + grid(4);
    let room = (ui.available_height() - foot).max(size::ROW * 2.0);
    let scroll = ScrollArea::vertical().id_salt("left journals").max_height(room).auto_shrink([false, true]);
    ui.spacing_mut().item_spacing.y = 0.0;
    scroll.show_rows(ui, size::ROW * 2.0, left.len(), |ui, rows| {
        for one in left.get(rows).unwrap_or_default() {
            line_ui(ui, &line(one, now, &zone), one.id, cx.app.is_recovering(one.id), asked);
        }
    });
}

fn line_ui(ui: &mut Ui, line: &Line, id: JournalId, is_recovering: bool, asked: &mut Vec<Command>) {
    let palette = theme::palette(ui);
    let room = vec2(ui.available_width(), size::ROW * 2.0);
    ui.allocate_ui_with_layout(room, Layout::right_to_left(Align::Center), |ui| {
        let discard = ui.add_enabled(!is_recovering, Button::new("Discard"));
        name_of(&discard, Role::Button, &format!("Discard the edits of {}", line.name));
        if discard.clicked() {
            asked.push(Command::Session(SessionCommand::DiscardJournal(Some(id))));
        }
        let recover = ui.add_enabled(line.can_recover && !is_recovering, Button::new("Recover"));
        name_of(&recover, Role::Button, &format!("Recover {}", line.name));
        if recover.clicked() {
            asked.push(Command::Session(SessionCommand::Recover(Some(id))));
        }
        ui.with_layout(Layout::top_down(Align::Min), |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| {
                ui.add(Label::new(RichText::new(&line.name).font(font::strong()).color(palette.text)).truncate());
                ui.label(RichText::new(&line.edits).color(palette.muted));
            });
            let colour = if line.is_warning { palette.warning } else { palette.muted };
            let about = RichText::new(&line.about).font(font::small()).color(colour);
            ui.add(Label::new(about).truncate()).on_hover_text(&line.about);
        });
    });
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    fn left(standing: Standing, has_original: bool) -> Left {
        Left {
            id: JournalId(1),
            name: "her.bin".into(),
            path: Some("/f/her.bin".into()),
            when: 1_700_000_000_000,
            edits: 3,
            standing,
            has_original,
            journal: "/s/1.journal".into(),
        }
    }

    fn line_of(left: &Left, seconds: u64) -> Line {
        line(left, UNIX_EPOCH + Duration::from_secs(seconds), &TimeZone::UTC)
    }

    #[test]
    fn a_line_says_how_many_when_and_where() {
        let one = left(Standing::AsItWas, false);
        let line = line_of(&one, 1_700_000_100);
        assert_eq!((line.edits.as_str(), line.about.as_str()), ("3 edits, at 22:13", "/f/her.bin"));
        assert_eq!(line_of(&one, 1_700_100_000).edits, "3 edits, on 2023-11-14 at 22:13");
        assert!(line.can_recover && !line.is_warning);
    }

    #[test]
    fn a_file_that_changed_or_is_gone_is_said_with_what_can_be_done() {
        for standing in [Standing::Changed, Standing::Gone] {
            let copy = line_of(&left(standing.clone(), true), 0);
            assert!(copy.about.contains("a copy can be recovered") && copy.can_recover, "{copy:?}");
            let none = line_of(&left(standing, false), 0);
            assert!(none.about.contains("back") && !none.can_recover && none.is_warning, "{none:?}");
        }
        let newer = line_of(&left(Standing::Unreadable("it was written by a newer wirebench".into()), false), 0);
        assert_eq!(newer.about, "It cannot be read: it was written by a newer wirebench");
    }
}
