//! Commands, Effects and Events in short form, as the log has them: names and numbers whole, the beginning of what a
//! person typed, the number of bytes in place of a payload. No longer than a line, whatever is in them.

use std::fmt::{self, Write};

use crate::wire::{Address, Step};

/// Letters at most.
const LETTERS: usize = 200;
/// Letters of a typed text at most.
const TYPED: usize = 24;
/// Steps of the way to a record at most.
const STEPS: usize = 8;

/// A text that takes no more than a line: what is written further is refused, so that a long value is not even printed.
#[derive(Debug, Default)]
pub(super) struct Short {
    text: String,
    letters: usize,
}

impl Short {
    pub fn into_text(self) -> String {
        self.text
    }
}

impl Write for Short {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        for letter in part.chars() {
            if self.letters >= LETTERS {
                return Err(fmt::Error);
            }
            self.letters += 1;
            self.text.push(if self.letters == LETTERS { '…' } else { letter });
        }
        Ok(())
    }
}

/// What prints itself shortly, cut where it is too long all the same.
pub(super) fn short(it: &impl fmt::Debug) -> String {
    let mut out = Short::default();
    _ = write!(out, "{it:?}");
    out.into_text()
}

/// The beginning of a text that a person typed.
pub(super) struct Elided<'a>(pub &'a str);

impl fmt::Display for Elided<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(TYPED).and_then(|(end, _)| self.0.get(..end)) {
            Some(beginning) => write!(f, "{beginning:?}… of {} bytes", self.0.len()),
            None => write!(f, "{:?}", self.0),
        }
    }
}

/// The way to a record: its row in each message.
pub(super) struct Way<'a>(pub &'a Address);

impl fmt::Display for Way<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = self.0.steps();
        f.write_str("/")?;
        let skipped = steps.len().saturating_sub(STEPS);
        if skipped > 0 {
            f.write_str("…/")?;
        }
        for (i, Step { row, at }) in steps.iter().skip(skipped).enumerate() {
            let line = if i == 0 { "" } else { "/" };
            if *row == Step::UNCOUNTED { write!(f, "{line}@{at}")? } else { write!(f, "{line}{row}")? }
        }
        Ok(())
    }
}

/// The type that something is read as, where there is one.
pub(super) fn named(out: &mut Short, type_name: Option<&str>) -> fmt::Result {
    type_name.map_or(Ok(()), |name| write!(out, " as {name}"))
}

#[cfg(test)]
mod tests {
    use super::super::{ClipCommand, Command, EditCommand, FileCommand, TreeCommand};
    use super::*;

    #[test]
    fn a_short_form_is_no_longer_than_a_line() {
        let path = format!("/{}", "long".repeat(10_000));
        let brief = Command::File(FileCommand::OpenFile { path: path.into(), type_name: None }).brief();
        assert_eq!(brief.chars().count(), LETTERS);
        assert!(brief.starts_with("Open file /longlong") && brief.ends_with('…'), "{brief}");
    }

    #[test]
    fn what_was_typed_is_cut_and_payloads_are_counted() {
        let address = Address::from(vec![Step { row: 3, at: 20 }, Step { row: 0, at: 0 }]);
        let text = "secret".repeat(10);
        let set = Command::Edit(EditCommand::SetValue { address: address.clone(), text: text.clone() });
        assert_eq!(set.brief(), "Set value /3/0: \"secretsecretsecretsecret\"… of 60 bytes");
        let short = Command::Edit(EditCommand::SetValue { address: address.clone(), text: "7".to_owned() });
        assert_eq!(short.brief(), "Set value /3/0: \"7\"");
        let payload = Command::Edit(EditCommand::SetPayload { address, bytes: vec![7; 300] });
        assert_eq!(payload.brief(), "Set payload /3/0: 300 bytes");
        let paste = Command::Clip(ClipCommand::PasteText { text, form: None });
        assert_eq!(paste.brief(), "Paste of 60 bytes");
    }

    #[test]
    fn the_way_to_a_deep_record_is_cut_in_front() {
        let deep = Address::from((0..1_000_000).map(|row| Step { row, at: 0 }).collect::<Vec<_>>());
        let brief = Command::Tree(TreeCommand::Unfold(Some(deep))).brief();
        assert_eq!(brief, "Unfold /…/999992/999993/999994/999995/999996/999997/999998/999999");
    }
}
