//! `encode`: makes a message's bytes from a text.

use std::ops::ControlFlow;

use super::args::{Encode, Parsed};
use super::failure::{Code, Failure};
use super::input::Input;
use super::notes::{Notes, Problems};
use super::output::{Output, unread};
use super::types;
use crate::schema::check::{Found, check};
use crate::schema::{Lens, Pool};
use crate::text::{json, textproto};
use crate::wire::Document;

/// Parses a text and writes the message's bytes.
pub fn run(args: &Encode, notes: &Notes) -> Result<Code, Failure> {
    let lens = types::named(&Pool::bundled(), &args.type_name)?;
    let Some(ty) = lens.root() else { return Ok(Code::Done) };
    let input = Input::open(&args.file)?;
    let bytes = input.document.to_vec().map_err(|missing| unread(missing, &input.name))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::unreadable(format!(
            "is no text, at 0x{at:x}: name a text file; a message is read with `wirebench decode`"
        ))
        .about(&input.name)
    })?;
    let (parsed, what) = match args.from {
        Parsed::Json => (json::parse(&text, ty), "JSON"),
        Parsed::Text => (textproto::parse(&text, ty), "the text format"),
    };
    let bytes = parsed.map_err(|error| {
        let reason = format!(
            "{}, line {}, column {}: correct it there ({what}, {})",
            error.reason,
            error.line,
            error.column,
            ty.name()
        );
        Failure::unreadable(reason).about(&input.name)
    })?;
    Output::new(&args.output).write(|sink| sink.bytes(&bytes))?;
    tell_problems(bytes, &lens, &mut notes.problems(&input.name));
    Ok(Code::Done)
}

/// What was written may be odd all the same: a required field that is missing, a number that its enum does not have.
fn tell_problems(bytes: Vec<u8>, lens: &Lens, problems: &mut Problems<'_>) {
    let mut on = |found: Found| {
        problems.meet(&found);
        ControlFlow::Continue(())
    };
    // Its bytes are all there.
    _ = check(&Document::from_bytes(bytes), lens, &mut on);
    problems.finish();
}
