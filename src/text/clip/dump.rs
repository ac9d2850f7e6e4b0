//! Dumps: an offset, bytes, what of them is printable, a row a line. The offsets have to follow one another, so that a
//! text that only looks like a dump is none.

use super::{LIMIT, byte_of};

/// How offsets are written: `od` has its own opinion.
const RADICES: [u32; 3] = [16, 8, 10];

struct Row<'t> {
    /// The offset's digits.
    offset: &'t str,
    /// True with `:` behind the offset.
    has_colon: bool,
    /// The digits of the bytes, in words.
    words: Vec<&'t str>,
    /// True where the printable part was cut off.
    has_text: bool,
}

enum Line<'t> {
    Row(Row<'t>),
    /// The row above, as often as it takes to come to the next offset.
    Again,
}

/// The bytes.
pub(super) fn read(text: &str) -> Option<Vec<u8>> {
    let lines = text.lines().map(str::trim_end).filter(|it| !it.trim().is_empty());
    let lines: Vec<Line<'_>> = lines.map(line).collect::<Option<_>>()?;
    let rows = || {
        lines.iter().filter_map(|it| match it {
            Line::Row(row) => Some(row),
            Line::Again => None,
        })
    };
    // A single line of bare words is hex: its first word is no offset.
    let is_marked = rows().any(|it| it.has_colon || it.has_text);
    if rows().count() < 2 && !is_marked {
        return None;
    }
    let is_swapped = !is_marked && rows().all(|it| it.offset.len() == 7 && it.words.iter().all(|it| it.len() == 4));
    RADICES.into_iter().find_map(|radix| assemble(&lines, radix, is_swapped))
}

fn line(line: &str) -> Option<Line<'_>> {
    if line.trim() == "*" {
        return Some(Line::Again);
    }
    let line = line.trim_start();
    let line = line.strip_prefix("0x").unwrap_or(line);
    let end = line.find(|it: char| !it.is_ascii_hexdigit()).unwrap_or(line.len());
    let (offset, rest) = line.split_at_checked(end).filter(|(offset, _)| offset.len() >= 4)?;
    let (has_colon, rest) = rest.strip_prefix(':').map_or((false, rest), |rest| (true, rest));
    if !rest.is_empty() && !rest.starts_with([' ', '\t']) {
        return None;
    }
    let rest = rest.trim_start();
    let cut = match has_colon {
        // Two spaces part the bytes from the text.
        true => rest.find("  "),
        false => rest.find(['|', '>']),
    };
    let (hex, has_text) = cut.and_then(|at| rest.get(..at)).map_or((rest, false), |it| (it, true));
    let words: Vec<&str> = hex.split_whitespace().collect();
    let is_hex = |word: &&str| word.len().is_multiple_of(2) && word.bytes().all(|it| it.is_ascii_hexdigit());
    words.iter().all(is_hex).then_some(Line::Row(Row { offset, has_colon, words, has_text }))
}

fn assemble(lines: &[Line<'_>], radix: u32, is_swapped: bool) -> Option<Vec<u8>> {
    let mut bytes: Vec<u8> = Vec::new();
    let mut first = None;
    let (mut last_row, mut repeats) = (0, false);
    for line in lines {
        let row = match line {
            Line::Again => {
                repeats = true;
                continue;
            }
            Line::Row(row) => row,
        };
        let offset = u64::from_str_radix(row.offset, radix).ok()?;
        let at = offset.checked_sub(*first.get_or_insert(offset)).and_then(|it| usize::try_from(it).ok())?;
        if std::mem::take(&mut repeats) {
            repeat(&mut bytes, last_row, at)?;
        }
        // Words of two bytes leave room for one more than there is.
        if is_swapped && row.words.is_empty() && at + 1 == bytes.len() {
            bytes.truncate(at);
        }
        if at != bytes.len() {
            return None;
        }
        for word in &row.words {
            push(word, is_swapped, &mut bytes)?;
        }
        last_row = if row.words.is_empty() { last_row } else { bytes.len() - at };
    }
    (!bytes.is_empty() && !repeats).then_some(bytes)
}

/// Repeats the last row up to an offset.
fn repeat(bytes: &mut Vec<u8>, row: usize, to: usize) -> Option<()> {
    let missing = to.checked_sub(bytes.len()).filter(|_| row > 0 && to <= LIMIT)?;
    if !missing.is_multiple_of(row) {
        return None;
    }
    let row = bytes.get(bytes.len() - row..)?.to_vec();
    bytes.extend(row.iter().copied().cycle().take(missing));
    Some(())
}

fn push(word: &str, is_swapped: bool, bytes: &mut Vec<u8>) -> Option<()> {
    let start = bytes.len();
    for pair in word.as_bytes().chunks(2) {
        bytes.push(byte_of(pair)?);
    }
    if is_swapped {
        bytes.get_mut(start..)?.reverse();
    }
    Some(())
}
