//! Checks a document: all that is odd about it, on the wire and to the schema, as it is met.

use std::ops::ControlFlow;

use prost_reflect::MessageDescriptor;

use super::field::Field;
use super::lens::{Lens, Reading, Type};
use super::trail::Trail;
use crate::wire::{Child, Document, Kind, Missing, Problem, Severity, Visit, Walk};

/// A problem and the path of what has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What is odd.
    pub problem: Problem,
    /// The record's path; that of the message for a missing field.
    pub path: String,
}

/// Gives every problem of a document to `on`, in wire order, until it breaks.
///
/// # Errors
/// Bytes that have to be fetched first.
pub fn check(document: &Document, lens: &Lens, on: &mut dyn FnMut(Found) -> ControlFlow<()>) -> Result<(), Missing> {
    let mut walk = Walk::new(document, lens, lens.root().clone());
    let mut trail = Trail::new();
    let mut frames = vec![Frame::new(lens.root(), 0)];
    let mut found = Vec::new();
    loop {
        match walk.next() {
            None => break,
            Some(Err(span)) => return Err(Missing::Absent(span)),
            Some(Ok(Visit::Leaf(child, ty))) => look(document, lens, &ty, &child, &mut trail, &mut frames, &mut found)?,
            Some(Ok(Visit::Enter(child, ty))) => {
                let parent = frames.last().and_then(|frame| frame.ty.clone());
                look(document, lens, &parent, &child, &mut trail, &mut frames, &mut found)?;
                trail.enter();
                frames.push(Frame::new(&ty, child.start));
            }
            Some(Ok(Visit::Leave)) => {
                if let Some(frame) = frames.pop() {
                    frame.missing(&trail, &mut found);
                }
                trail.leave();
            }
        }
        for it in found.drain(..) {
            if on(it).is_break() {
                return Ok(());
            }
        }
    }
    if let Some(frame) = frames.pop() {
        frame.missing(&trail, &mut found);
    }
    _ = found.into_iter().try_for_each(on);
    Ok(())
}

fn look(
    document: &Document,
    lens: &Lens,
    parent: &Type,
    child: &Child,
    trail: &mut Trail,
    frames: &mut [Frame],
    out: &mut Vec<Found>,
) -> Result<(), Missing> {
    let reading = lens.read(parent, &child.record);
    trail.step(document, &reading, child);
    let mut problems = child.problems();
    lens.problems_of(document, parent, child, &reading, &mut problems)?;
    if let Some(frame) = frames.last_mut() {
        problems.extend(frame.meet(&reading, child));
    }
    if !problems.is_empty() {
        let path = trail.path();
        out.extend(problems.into_iter().map(|problem| Found { problem, path: path.clone() }));
    }
    Ok(())
}

/// What was met in a message on the way.
struct Frame {
    ty: Type,
    start: u64,
    /// Singular fields met: number, oneof, offset.
    met: Vec<(u32, Option<String>, u64)>,
}

impl Frame {
    fn new(ty: &Type, start: u64) -> Self {
        Self { ty: ty.clone(), start, met: Vec::new() }
    }

    /// Notes a record, and says what earlier one it takes the place of.
    fn meet(&mut self, reading: &Reading, child: &Child) -> Option<Problem> {
        let field = reading.fitting_field().filter(|it| !it.is_repeated())?;
        let (number, oneof) = (field.number(), field.oneof().map(|it| it.full_name().to_owned()));
        let is_met = |it: &&mut (u32, Option<String>, u64)| it.0 == number || (oneof.is_some() && it.1 == oneof);
        let Some(earlier) = self.met.iter_mut().find(is_met) else {
            self.met.push((number, oneof, child.start));
            return None;
        };
        let (is_same, at) = (earlier.0 == number, earlier.2);
        *earlier = (number, oneof.clone(), child.start);
        let name = field.path_name();
        let what = match (is_same, &oneof) {
            (true, _) if field.message().is_some() => {
                format!("{name} occurs again: it is merged into the one at 0x{at:x}")
            }
            (true, _) => format!("{name} occurs again: it overrides the one at 0x{at:x}"),
            (false, _) => format!("{name} overrides another member of its oneof at 0x{at:x}"),
        };
        Some(Problem::new(child.start, Severity::Info, Kind::Duplicate, what))
    }

    /// The required fields that the message does not have.
    fn missing(&self, trail: &Trail, out: &mut Vec<Found>) {
        let Some(ty) = &self.ty else { return };
        for field in required(ty).filter(|field| !self.met.iter().any(|it| it.0 == field.number())) {
            let what = format!("{} is required and not there", field.path_name());
            let problem = Problem::new(self.start, Severity::Error, Kind::MissingRequired, what);
            out.push(Found { problem, path: trail.message_path() });
        }
    }
}

fn required(ty: &MessageDescriptor) -> impl Iterator<Item = Field> {
    ty.fields().map(Field::Declared).filter(Field::is_required).collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::super::Pool;
    use super::*;

    fn paths_of_open_groups(depth: usize) -> Vec<String> {
        let document = Document::from_bytes(vec![0x0b; depth]);
        let mut paths = Vec::new();
        let mut on = |found: Found| {
            paths.push(found.path);
            ControlFlow::Continue(())
        };
        check(&document, &Lens::without_type(Pool::bundled()), &mut on).unwrap();
        paths
    }

    #[test]
    fn of_a_long_path_the_middle_is_left_out() {
        let paths = paths_of_open_groups(258);
        assert_eq!(paths.len(), 258);
        let named = |count: usize| vec!["#1"; count].join(".");
        for (at, path) in paths.iter().enumerate() {
            let written = match at + 1 {
                count @ ..=256 => named(count),
                count => format!("{}.({} more).{}", named(128), count - 256, named(128)),
            };
            assert_eq!(*path, written);
        }
    }

    #[test]
    fn a_problem_costs_no_more_the_deeper_it_stands() {
        let paths = paths_of_open_groups(200_000);
        assert_eq!((paths.len(), paths[199_999].len()), (200_000, 2 * 128 * 3 + "(199744 more).".len() - 1));
    }
}
