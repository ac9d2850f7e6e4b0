//! `guess`: lists the types that fit a message.

use super::args::Guess;
use super::failure::{Code, Failure};
use super::input::Input;
use super::notes::Notes;
use super::output::Output;
use crate::schema::{Pool, guess};

/// Lists the types that fit, best first, a line each.
pub fn run(args: &Guess, notes: &Notes) -> Result<Code, Failure> {
    let input = Input::open(&args.file)?;
    let candidates = match input.compression() {
        Some(how) => {
            notes.note(&input.name, &input.compressed(how));
            Vec::new()
        }
        None => guess::guess(&input.document, &Pool::bundled()),
    };
    if candidates.is_empty() && input.compression().is_none() {
        let why = if input.document.is_empty() { "is empty and fits every type" } else { "fits no type" };
        notes.note(&input.name, &format!("{why}: name one with -t"));
    }
    Output::new(&args.output).write(|sink| {
        for guess::Candidate { score, ty, reason, .. } in candidates.iter().take(args.limit) {
            let name = ty.full_name();
            if args.json {
                let score = (score * 1000.0).round() / 1000.0;
                let object = serde_json::json!({ "score": score, "type": name, "reason": reason });
                sink.line(format_args!("{object}"))?;
            } else {
                sink.line(format_args!("{score:.3} {name} {reason}"))?;
            }
        }
        Ok(())
    })?;
    Ok(Code::Done)
}
