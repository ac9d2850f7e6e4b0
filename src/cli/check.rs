//! `check`: lists all that is odd about a message.

use std::ops::ControlFlow;

use super::args::Check;
use super::failure::{Code, Failure};
use super::input::Input;
use super::notes::Notes;
use super::output::{Output, Sink, Unwritten, unread};
use super::types;
use crate::schema::Lens;
use crate::schema::check::{Found, check};
use crate::text::tree::one_line;
use crate::wire::{Kind, Problem, Severity};

/// Lists the problems of a message, a line each.
pub fn run(args: &Check, notes: &Notes) -> Result<Code, Failure> {
    let input = Input::open(&args.message.file)?;
    let lens = types::lens(&input, args.message.type_name.as_deref(), notes)?;
    let mut has_errors = false;
    Output::new(&args.output).write(|sink| list(&input, &lens, args, &mut has_errors, sink))?;
    Ok(if has_errors { Code::Problems } else { Code::Done })
}

fn list(input: &Input, lens: &Lens, args: &Check, has_errors: &mut bool, sink: &mut Sink<'_>) -> Result<(), Unwritten> {
    let mut stopped = None;
    let mut on = |found: Found| {
        *has_errors |= found.problem.severity == Severity::Error;
        match line(&found, args.json, sink) {
            Ok(()) => ControlFlow::Continue(()),
            Err(unwritten) => {
                stopped = Some(unwritten);
                ControlFlow::Break(())
            }
        }
    };
    if let Some(how) = input.compression().filter(|_| lens.root().is_none()) {
        let what = format!("compressed with {how}: no message before it is decompressed");
        let problem = Problem::new(0, Severity::Error, Kind::BadTag, what);
        _ = on(Found { problem, path: ".".to_owned() });
    } else {
        check(&input.document, lens, &mut on).map_err(|missing| unread(missing, &input.name))?;
    }
    stopped.map_or(Ok(()), Err)
}

fn line(found: &Found, is_json: bool, sink: &mut Sink<'_>) -> Result<(), Unwritten> {
    let Found { problem, path } = found;
    let Problem { offset, severity, kind, message } = problem;
    if is_json {
        let object = serde_json::json!({
            "offset": offset,
            "severity": severity.to_string(),
            "kind": kind.to_string(),
            "path": path,
            "message": message,
        });
        return sink.line(format_args!("{object}"));
    }
    sink.line(format_args!("0x{offset:x}  {severity}  {kind}  {}  {}", one_line(path), one_line(message)))
}
