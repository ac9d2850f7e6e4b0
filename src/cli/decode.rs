//! `decode`: prints a message.

use std::ops::ControlFlow;

use super::args::{Decode, Printed};
use super::failure::{Code, Failure};
use super::input::Input;
use super::notes::{Notes, Problems};
use super::output::{Output, Sink, Unwritten, unread};
use super::types;
use crate::schema::check::{Found, check};
use crate::schema::{Lens, Pool, Value};
use crate::text::{Limits, hex, json, textproto, tree};
use crate::wire::Problem;

/// Prints a message, and its problems on stderr.
pub fn run(args: &Decode, notes: &Notes) -> Result<Code, Failure> {
    let input = Input::open(&args.message.file)?;
    let lens = match (args.to, args.message.type_name.as_deref()) {
        // Bytes have no type.
        (Printed::Hex, None) => Lens::without_type(Pool::bundled()),
        (_, name) => types::lens(&input, name, notes)?,
    };
    let mut problems = notes.problems(&input.name);
    let output = Output::new(&args.output);
    let compression = input.compression();
    if let Some(how) = compression {
        notes.note(&input.name, &input.compressed(how));
    }
    let as_bytes = compression.filter(|_| lens.root().is_none());
    let has_colour = notes.has_colour(output.target().is_none() && notes.is_terminal());
    let printed = output.write(|sink| match (args.to, as_bytes) {
        (Printed::Tree | Printed::Text | Printed::Json, Some(how)) => print_bytes(&input, args, how, sink),
        _ => print(&input, &lens, args, has_colour, &mut problems, sink),
    })?;
    // What a tree of few rows did not come to is not read for its problems either.
    let is_limited = match args.to {
        Printed::Tree => args.limit.is_some(),
        Printed::Text | Printed::Json => args.limit == Some(0),
        Printed::Hex => true,
    };
    let is_checked = is_limited || as_bytes.is_some();
    if printed.is_some() && !is_checked {
        look(&input, &lens, &mut problems)?;
    }
    problems.finish();
    let has_errors = problems.has_errors || (as_bytes.is_some() && args.to != Printed::Hex);
    Ok(if has_errors { Code::Problems } else { Code::Done })
}

fn print(
    input: &Input,
    lens: &Lens,
    args: &Decode,
    has_colour: bool,
    problems: &mut Problems<'_>,
    sink: &mut Sink<'_>,
) -> Result<(), Unwritten> {
    let limits = Limits { max_depth: args.max_depth };
    let document = &input.document;
    let printed = match args.to {
        // A limit counts messages, of which there is one.
        Printed::Text | Printed::Json if args.limit == Some(0) => Ok(()),
        Printed::Text => textproto::print(document, lens, limits, sink),
        Printed::Json => {
            let mut on = |problem: Problem| problems.meet(&Found { problem, path: ".".to_owned() });
            let printed = json::print(document, lens, limits, &mut on, sink);
            if let Ok(json::Printed { unknown: n @ 1.. }) = printed {
                problems.note(&format!("{n} unknown fields are not in the JSON: see them with --to tree"));
            }
            printed.map(|_| ())
        }
        Printed::Hex => hex::print(document, args.limit, sink),
        Printed::Tree => {
            let rows = tree::Rows { limits, count: args.limit, has_colour };
            let mut on = |found: Found| {
                // Without a limit all of them are found afterwards, in one go with those of whole messages.
                if args.limit.is_some() {
                    problems.meet(&found);
                }
                ControlFlow::Continue(())
            };
            tree::print(document, lens, rows, &mut on, sink)
        }
    };
    printed.map_err(|error| sink.stopped(error, &input.name))
}

/// Finds all problems of a message that was printed whole.
fn look(input: &Input, lens: &Lens, problems: &mut Problems<'_>) -> Result<(), Failure> {
    let mut on = |found: Found| {
        problems.meet(&found);
        ControlFlow::Continue(())
    };
    check(&input.document, lens, &mut on).map_err(|missing| unread(missing, &input.name))
}

/// Compressed bytes are no message: one row, and nothing as text or JSON.
fn print_bytes(input: &Input, args: &Decode, how: &str, sink: &mut Sink<'_>) -> Result<(), Unwritten> {
    match args.to {
        Printed::Tree => {
            let len = input.document.len();
            let start = input.document.body_start(&input.document.root().body, 64);
            let start = start.map_err(|missing| unread(missing, &input.name))?;
            sink.line(format_args!("0x0  .  {how}  {}", Value::Bytes { start, len }))
        }
        Printed::Json => sink.line(format_args!("{{}}")),
        Printed::Text | Printed::Hex => Ok(()),
    }
}
