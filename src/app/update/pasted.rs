//! Documents of what was pasted.

use super::super::document::Place;
use super::super::history::History;
use super::super::job::JobKind;
use super::super::{App, Effect, FileEffect, Origin};
use super::{Said, file, new_message};
use crate::text::clip::Form;
use crate::wire::Severity;

/// What a pasted document is called.
const PASTED: &str = "pasted.bin";

pub(super) fn from_clipboard(app: &mut App, text: Option<String>) -> Vec<Effect> {
    if let Some(text) = text.filter(|it| !it.trim().is_empty()) {
        return from_text(app, text);
    }
    let why = "The clipboard holds no text";
    let remedy = "Copy hex, base64, a hex dump or text first; files are opened with Ctrl+O or dropped on the window";
    app.notify(Said::warning("Nothing was pasted", why, remedy));
    Vec::new()
}

pub(super) fn from_text(app: &mut App, text: String) -> Vec<Effect> {
    let job = app.begin_job(JobKind::Clip, None, "Reading the clipboard".to_owned());
    vec![Effect::File(FileEffect::ReadClip { job, text })]
}

pub(super) fn clip_read(app: &mut App, form: Form, origin: Origin) -> Vec<Effect> {
    let len = origin.blocking().len();
    let name = new_message::free_name(app, PASTED);
    let effects = file::add(app, Place::New { name: name.clone() }, origin, None);
    let said = Said::warning(
        format!("{name} was made from the clipboard"),
        format!("Taken for {form}: {len} {}", if len == 1 { "byte" } else { "bytes" }),
        "It is in no file until it is saved",
    );
    let document = app.active_id();
    // What is on the clipboard is soon something else: closing it unsaved would lose it.
    if let Some(document) = app.active_mut() {
        document.history = History::never_saved();
    }
    app.notify(Said { severity: Severity::Info, document, ..said });
    effects
}
