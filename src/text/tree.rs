//! A document as rows, one a record, in wire order: offset, path, type, value. Streams: what is read goes by the rows
//! printed.

use std::fmt::{self, Write};
use std::ops::ControlFlow;

use super::{Limits, PrintError};
use crate::schema::check::Found;
use crate::schema::{Lens, Reading, Trail, Type};
use crate::wire::{Child, Document, Missing, Problem, Visit, Walk};

/// Payloads longer than this are not looked through for problems while rows are printed.
const LOOKED_THROUGH: u64 = 4 << 10;

/// How rows are printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rows {
    /// How far printing goes.
    pub limits: Limits,
    /// At most so many rows.
    pub count: Option<u64>,
    /// True for a terminal that shows colours.
    pub has_colour: bool,
}

/// Prints a document row by row, and gives the problems of the records printed to `on`: those that the wire shows, and
/// those of the schema in payloads that are not long.
///
/// # Errors
/// Bytes that are missing, or a writer that takes no more.
pub fn print(
    document: &Document,
    lens: &Lens,
    rows: Rows,
    on: &mut dyn FnMut(Found) -> ControlFlow<()>,
    out: &mut dyn Write,
) -> Result<(), PrintError> {
    let mut walk = Walk::new(document, lens, lens.root().clone());
    let mut trail = Trail::new();
    let mut types: Vec<Type> = vec![lens.root().clone()];
    let mut left = rows.count.unwrap_or(u64::MAX);
    while left > 0 {
        let (child, entered) = match walk.next() {
            None => break,
            Some(Err(span)) => return Err(PrintError::Missing(Missing::Absent(span))),
            Some(Ok(Visit::Leave)) => {
                types.pop();
                trail.leave();
                continue;
            }
            Some(Ok(Visit::Leaf(child, _))) => (child, None),
            Some(Ok(Visit::Enter(child, ty))) => (child, Some(ty)),
        };
        left -= 1;
        let parent = types.last().cloned().flatten();
        let reading = lens.read(&parent, &child.record);
        trail.step(document, &reading, &child);
        row(document, lens, &rows, &reading, &child, &trail, out)?;
        for problem in problems(document, lens, &parent, &child)? {
            if on(Found { problem, path: trail.path() }).is_break() {
                return Ok(());
            }
        }
        match entered {
            Some(_) if types.len() > rows.limits.max_depth => {
                Walk::skip(&mut walk);
                writeln!(out, "# what is nested deeper than {} levels is not printed", rows.limits.max_depth)?;
            }
            Some(ty) => {
                trail.enter();
                types.push(ty);
            }
            None => {}
        }
    }
    Ok(())
}

fn row(
    document: &Document,
    lens: &Lens,
    rows: &Rows,
    reading: &Reading,
    child: &Child,
    trail: &Trail,
    out: &mut dyn Write,
) -> fmt::Result {
    // A value that is lost still has a row.
    let value = lens.value(document, reading, &child.record).map_or_else(|_| "gone".to_owned(), |it| it.to_string());
    let (offset, path, ty) = (child.start, one_line(&trail.path()), reading.type_name(&child.record));
    if rows.has_colour {
        return writeln!(out, "\x1b[2m0x{offset:x}\x1b[0m  {path}  \x1b[36m{ty}\x1b[0m  {value}");
    }
    writeln!(out, "0x{offset:x}  {path}  {ty}  {value}")
}

fn problems(document: &Document, lens: &Lens, parent: &Type, child: &Child) -> Result<Vec<Problem>, Missing> {
    if child.record.payload.len() > LOOKED_THROUGH {
        return Ok(child.problems());
    }
    lens.problems(document, parent, child)
}

/// Text with what would break its line, or does not show, escaped.
pub fn one_line(text: &str) -> String {
    crate::schema::visible(text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Pool;

    fn printed(bytes: &[u8], rows: Rows) -> (String, Vec<String>) {
        let document = Document::from_bytes(bytes.to_vec());
        let pool = Pool::bundled();
        let ty = pool.find("v2.OutputFile").unwrap();
        let (mut out, mut found) = (String::new(), Vec::new());
        let mut on = |it: Found| {
            found.push(format!("{} {}", it.problem.kind, it.path));
            ControlFlow::Continue(())
        };
        print(&document, &Lens::new(pool, Some(ty)), rows, &mut on, &mut out).unwrap();
        (out, found)
    }

    #[test]
    fn a_row_is_offset_path_type_value() {
        let bytes = b"\x0a\x03a\x1bb\x12\x04\x0a\x02ab\x20\x01\x78\x05\x0a\x09";
        let (out, found) = printed(bytes, Rows::default());
        let wanted = "0x0  path  string  \"a\\x1bb\"\n0x5  digest  Digest  4 bytes\n0x7  digest.hash  string  \"ab\"\n\
                      0xb  is_executable  bool  true\n0xd  #15  varint  5\n0xf  path[1]  string  \"\"\n";
        assert_eq!(out, wanted);
        assert_eq!(found, ["unknown-field #15", "truncated path[1]"]);
    }

    #[test]
    fn rows_end_where_they_are_told_to() {
        let bytes = b"\x0a\x01a\x12\x04\x0a\x02ab\x20\x01";
        let (out, _) = printed(bytes, Rows { count: Some(2), ..Rows::default() });
        assert_eq!(out.lines().count(), 2);
        let (out, _) = printed(bytes, Rows { limits: Limits { max_depth: 0 }, ..Rows::default() });
        assert!(out.contains("deeper than 0 levels"));
        assert!(!out.contains("digest.hash") && out.contains("is_executable"));
    }
}
