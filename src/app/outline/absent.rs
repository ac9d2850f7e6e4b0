//! Which fields of a message's type are not in its bytes.

use std::collections::BTreeSet;

use prost_reflect::MessageDescriptor;

use super::super::view::View;
use crate::wire::{Message, Step};

/// Messages up to this size are walked; longer ones are asked of their index.
const WALKED: u64 = 16 << 10;
/// Types with more fields are shown without those that are absent.
const FIELDS: usize = 2000;

/// The numbers of the fields that do not occur, in order. None where bytes are not read yet, or would have to be walked
/// for long.
pub(super) fn fields(view: &View<'_>, message: &Message, ty: &MessageDescriptor) -> Vec<u32> {
    let mut numbers: Vec<u32> = ty.fields().map(|it| it.number()).take(FIELDS + 1).collect();
    if numbers.len() > FIELDS {
        return Vec::new();
    }
    numbers.sort_unstable();
    if message.body.len() > WALKED {
        let end = Step { row: view.rows(message).counted, at: message.body.len() };
        let count = |number: u32| view.document.occurrence(message, end, u64::from(number), view.levels);
        numbers.retain(|number| count(*number) == Some(0));
        return numbers;
    }
    let mut met = BTreeSet::new();
    for child in view.document.children(message) {
        let Ok(child) = child else { return Vec::new() };
        met.insert(child.record.number);
    }
    numbers.retain(|number| !met.contains(&u64::from(*number)));
    numbers
}
