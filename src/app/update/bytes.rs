//! What is done among the bytes: the caret moves, bytes are typed, put in, taken out and copied.

use std::ops::Range;

use super::super::byte_edit::{self, BytesChange};
use super::super::caret::{ByteColumn, ByteForm, ByteRun, RunKind};
use super::super::document::OpenDocument;
use super::super::{App, Bottom, ByteCommand, BytePrompt, Command, Effect, Pick, TypingMode, WindowEffect, offset};
use super::edit::{Refusal, apply_bytes, refuse};
use super::{Said, view, wait};
use crate::text::clip;
use crate::wire::Missing;

/// So many bytes go on the clipboard at most.
const COPIED: u64 = 4 << 20;
/// So many are filled at once at most.
const FILLED: u64 = 16 << 20;

pub(super) fn command(app: &mut App, command: ByteCommand) -> Vec<Effect> {
    match command {
        ByteCommand::Place { at, extends } => place_caret(app, at, extends),
        ByteCommand::Select(range) => select(app, range),
        ByteCommand::Column(column) => set_column(app, column),
        ByteCommand::Digit(digit) => type_digit(app, digit),
        ByteCommand::Type(typed) => type_bytes(app, typed),
        ByteCommand::Paste(text) => paste(app, &text),
        ByteCommand::Delete { is_back } => delete(app, is_back),
        ByteCommand::Cut => cut(app),
        ByteCommand::Copy(form) => copy(app, form),
        ByteCommand::Fill(pattern) => fill(app, pattern),
        ByteCommand::ToggleInsert => toggle_insert(app),
        ByteCommand::ToggleLengths => toggle_lengths(app),
        ByteCommand::ToggleDecimal => {
            app.settings.is_offset_decimal = !app.settings.is_offset_decimal;
            Vec::new()
        }
        ByteCommand::AskOffset => show_prompt(app, Some(BytePrompt::Offset)),
        ByteCommand::AskFill => show_prompt(app, Some(BytePrompt::Fill)),
        ByteCommand::AskNothing => show_prompt(app, None),
        ByteCommand::GoTo(text) => go_to(app, &text),
    }
}

fn place_caret(app: &mut App, at: u64, extends: bool) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    let len = document.snapshot.len();
    document.history.seal();
    let caret = document.tab.caret;
    let moved = caret.moved_to(at.min(len));
    document.tab.caret = moved;
    if extends {
        document.tab.caret.anchor = Some(caret.anchor.unwrap_or(caret.at));
        return Vec::new();
    }
    if at < len {
        return view::select(app, Pick::Byte(at));
    }
    document.end_typing();
    document.put_caret(len, false);
    Vec::new()
}

pub(super) fn select(app: &mut App, range: Range<u64>) -> Vec<Effect> {
    let effects = place_caret(app, range.start, false);
    if range.end > range.start + 1 {
        place_caret(app, range.end - 1, true);
    }
    effects
}

fn set_column(app: &mut App, column: ByteColumn) -> Vec<Effect> {
    if let Some(document) = app.active_mut() {
        document.tab.caret.column = column;
        document.tab.caret.is_half = false;
    }
    Vec::new()
}

fn toggle_insert(app: &mut App) -> Vec<Effect> {
    app.typing_mode.is_insert = !app.typing_mode.is_insert;
    if let Some(document) = app.active_mut() {
        document.history.seal();
        document.tab.caret.is_half = false;
    }
    Vec::new()
}

fn toggle_lengths(app: &mut App) -> Vec<Effect> {
    app.typing_mode.do_lengths_follow = !app.typing_mode.do_lengths_follow;
    if let Some(document) = app.active_mut() {
        document.history.seal();
    }
    Vec::new()
}

/// Bytes that give way to others, and what that is called.
struct Wish {
    range: Range<u64>,
    with: Vec<u8>,
    kind: RunKind,
    /// Bytes that the step counts for it.
    counted: u64,
    /// Where it begins, for its name.
    at: u64,
    caret: (u64, bool),
    /// False for what is a step of its own.
    can_go_on: bool,
}

type Wished = Result<Option<Wish>, Refusal>;

fn make(
    app: &mut App,
    again: impl Into<Command>,
    wish: impl FnOnce(&OpenDocument, TypingMode) -> Wished,
) -> Vec<Effect> {
    let mode = app.typing_mode;
    let Some(document) = app.active_mut() else { return Vec::new() };
    let change = wish(document, mode).and_then(|wish| wish.map(|it| plan(document, mode, it)).transpose());
    match change {
        Ok(None) => Vec::new(),
        Ok(Some(change)) => apply_bytes(app, change, Some(again.into())),
        Err(Refusal::Absent) => wait(document, again),
        Err(Refusal::Because(why)) => {
            let (id, name) = (document.id(), document.name());
            refuse(app, id, &name, why);
            Vec::new()
        }
    }
}

fn plan(document: &OpenDocument, mode: TypingMode, wish: Wish) -> Result<BytesChange, Refusal> {
    let Wish { range, with, kind, counted, at, caret, can_go_on } = wish;
    let replaced = byte_edit::replace(document, range, &with, mode.do_lengths_follow)?;
    let before = document.history.byte_run().filter(|it| can_go_on && it.goes_on(kind, &document.tab.caret));
    let run = match before {
        Some(run) => ByteRun { at: run.at.min(at), len: run.len + counted, caret, ..run },
        None => ByteRun { id: document.version() + 1, kind, at, len: counted.max(1), caret },
    };
    Ok(BytesChange { edit: replaced.edit, run, warnings: replaced.warnings })
}

fn byte_at(document: &OpenDocument, at: u64) -> Result<u8, Missing> {
    let mut byte = [0];
    document.snapshot.read(at, &mut byte)?;
    Ok(byte[0])
}

fn type_digit(app: &mut App, digit: u8) -> Vec<Effect> {
    let digit = digit & 0x0f;
    make(app, ByteCommand::Digit(digit), |document, mode| {
        let (caret, len) = (document.tab.caret, document.snapshot.len());
        let at = caret.at;
        let kind = if mode.is_insert { RunKind::Insert } else { RunKind::Overwrite };
        let wish = |range: Range<u64>, byte: u8, counted, caret| Wish {
            at: range.start,
            range,
            with: vec![byte],
            kind,
            counted,
            caret,
            can_go_on: true,
        };
        if caret.is_half && at < len {
            let byte = byte_at(document, at)? & 0xf0 | digit;
            return Ok(Some(wish(at..at + 1, byte, 0, (at + 1, false))));
        }
        if mode.is_insert {
            let range = caret.range(len).unwrap_or(at..at);
            let start = range.start;
            return Ok(Some(wish(range, digit << 4, 1, (start, true))));
        }
        let at = caret.range(len).map_or(at, |it| it.start);
        let low = if at < len { byte_at(document, at)? & 0x0f } else { 0 };
        Ok(Some(wish(at..(at + 1).min(len), digit << 4 | low, 1, (at, true))))
    })
}

fn type_bytes(app: &mut App, bytes: Vec<u8>) -> Vec<Effect> {
    put(app, ByteCommand::Type(bytes.clone()), bytes, true)
}

fn paste(app: &mut App, text: &str) -> Vec<Effect> {
    let is_text = app.active_document().is_some_and(|it| it.tab.caret.column == ByteColumn::Text);
    let clip::Clip { form, bytes } =
        if is_text { clip::Clip { form: clip::Form::Text, bytes: text.as_bytes().to_vec() } } else { clip::read(text) };
    let said = format!("pasted {} bytes, taken for {form}", bytes.len());
    app.log.push(crate::wire::Severity::Info, said);
    put(app, ByteCommand::Paste(text.to_owned()), bytes, false)
}

/// Puts bytes at the caret, by the mode.
fn put(app: &mut App, again: impl Into<Command>, bytes: Vec<u8>, can_go_on: bool) -> Vec<Effect> {
    if bytes.is_empty() {
        return Vec::new();
    }
    make(app, again, |document, mode| {
        let (caret, len, n) = (document.tab.caret, document.snapshot.len(), bytes.len() as u64);
        let chosen = caret.range(len);
        let (range, kind) = if mode.is_insert {
            (chosen.unwrap_or(caret.at..caret.at), RunKind::Insert)
        } else {
            let at = chosen.map_or(caret.at, |it| it.start);
            (at..(at + n).min(len), RunKind::Overwrite)
        };
        let at = range.start;
        Ok(Some(Wish { range, with: bytes, kind, counted: n, at, caret: (at + n, false), can_go_on }))
    })
}

fn delete(app: &mut App, is_back: bool) -> Vec<Effect> {
    if let Some(document) = app.active_mut()
        && document.tab.caret.is_half
        && is_back
    {
        document.tab.caret.is_half = false;
        return Vec::new();
    }
    make(app, ByteCommand::Delete { is_back }, |document, _| {
        let (caret, len) = (document.tab.caret, document.snapshot.len());
        let one = if is_back { caret.at.saturating_sub(1)..caret.at } else { caret.at..(caret.at + 1).min(len) };
        let range = caret.range(len).unwrap_or(one);
        Ok((!range.is_empty()).then(|| taken_out(range, true)))
    })
}

fn taken_out(range: Range<u64>, can_go_on: bool) -> Wish {
    let (at, counted) = (range.start, range.end - range.start);
    Wish { range, with: Vec::new(), kind: RunKind::Delete, counted, at, caret: (at, false), can_go_on }
}

fn fill(app: &mut App, pattern: Vec<u8>) -> Vec<Effect> {
    app.byte_prompt = None;
    if pattern.is_empty() {
        return Vec::new();
    }
    make(app, ByteCommand::Fill(pattern.clone()), |document, _| {
        let Some(range) = document.chosen_bytes() else { return Ok(None) };
        let n = range.end - range.start;
        if n > FILLED {
            return Err(format!("{n} bytes are more than the {FILLED} that are filled at once").into());
        }
        let with: Vec<u8> = pattern.iter().copied().cycle().take(n as usize).collect();
        let (at, caret) = (range.start, (range.start, false));
        Ok(Some(Wish { range, with, kind: RunKind::Fill, counted: n, at, caret, can_go_on: false }))
    })
}

fn copy(app: &mut App, form: ByteForm) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    match copied(document, form) {
        Ok(Some(text)) => vec![Effect::Window(WindowEffect::Copy(text))],
        Ok(None) => Vec::new(),
        Err(Refusal::Absent) => wait(document, ByteCommand::Copy(form)),
        Err(Refusal::Because(why)) => {
            app.notify(Said::warning("Nothing was copied", why, "Choose a shorter range"));
            Vec::new()
        }
    }
}

fn copied(document: &OpenDocument, form: ByteForm) -> Result<Option<String>, Refusal> {
    let Some(range) = document.chosen_bytes() else { return Ok(None) };
    let len = range.end - range.start;
    if len > COPIED {
        return Err(format!("{len} bytes are more than the {COPIED} that go on the clipboard").into());
    }
    let mut bytes = vec![0; len as usize];
    document.snapshot.read(range.start, &mut bytes)?;
    Ok(Some(match form {
        ByteForm::Hex => clip::to_hex(&bytes),
        ByteForm::Base64 => clip::to_base64(&bytes),
        ByteForm::CArray => clip::to_c_array(&bytes),
        ByteForm::Text => String::from_utf8_lossy(&bytes).into_owned(),
    }))
}

fn cut(app: &mut App) -> Vec<Effect> {
    let form = match app.active_document().map(|it| it.tab.caret.column) {
        Some(ByteColumn::Text) => ByteForm::Text,
        Some(ByteColumn::Hex) | None => ByteForm::Hex,
    };
    let mut effects = copy(app, form);
    if effects.is_empty() {
        return effects;
    }
    effects.extend(make(app, ByteCommand::Cut, |document, _| {
        Ok(document.chosen_bytes().map(|range| taken_out(range, false)))
    }));
    effects
}

fn show_prompt(app: &mut App, prompt: Option<BytePrompt>) -> Vec<Effect> {
    app.byte_prompt = prompt.filter(|_| app.active_document().is_some());
    Vec::new()
}

fn go_to(app: &mut App, text: &str) -> Vec<Effect> {
    let Some(document) = app.active_document() else { return Vec::new() };
    match offset::parse(text, document.tab.caret.at, document.snapshot.len()) {
        Ok(at) => {
            app.byte_prompt = None;
            let mut effects = view::show_bottom(app, Bottom::Bytes);
            effects.extend(place_caret(app, at, false));
            effects
        }
        Err(why) => {
            let remedy = "Write 74, 0x4a, +16, -0x10 or end";
            app.notify(Said::warning(format!("{text} is no offset of the document"), why, remedy));
            Vec::new()
        }
    }
}
