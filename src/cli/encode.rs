//! `encode`: makes a message's bytes from a text.

use super::args::{Encode, Parsed};
use super::failure::{Code, Failure};
use super::input::Input;
use super::output::{Output, unread};
use super::types;
use crate::schema::Pool;
use crate::text::{json, textproto};

/// Parses a text and writes the message's bytes.
pub fn run(args: &Encode) -> Result<Code, Failure> {
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
    Ok(Code::Done)
}
