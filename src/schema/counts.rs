//! How often each field number was met in a message, for the occurrences that paths name. Bounded, and small where there
//! are many messages: one for each of a million levels.

use std::collections::BTreeMap;

/// Field numbers told apart in one message.
const NUMBERS: usize = 1 << 14;

/// The counts of a message. Of one number alone nothing is allocated.
#[derive(Default)]
pub(super) struct Counts {
    first: Option<(u64, Count)>,
    others: BTreeMap<u64, Count>,
}

/// How often one number was met.
pub(super) struct Count {
    /// Its records.
    pub records: u64,
    /// Values of its field: those of packed runs one by one, records that do not fit it not at all; `None` where that
    /// was too much to count.
    pub values: Option<u64>,
}

impl Default for Count {
    fn default() -> Self {
        Self { records: 0, values: Some(0) }
    }
}

impl Counts {
    /// Those of a number; `None` where there are too many numbers to count them all.
    pub fn of(&mut self, number: u64) -> Option<&mut Count> {
        let first = self.first.get_or_insert_with(|| (number, Count::default()));
        if first.0 == number {
            return Some(&mut first.1);
        }
        if self.others.len() >= NUMBERS && !self.others.contains_key(&number) {
            return None;
        }
        Some(self.others.entry(number).or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_numbers_are_counted_and_no_more() {
        let mut counts = Counts::default();
        for round in 0..2 {
            for number in 0..NUMBERS as u64 * 2 {
                let Some(count) = counts.of(number) else {
                    assert!(number > NUMBERS as u64);
                    continue;
                };
                assert!(number <= NUMBERS as u64);
                assert_eq!((count.records, count.values), (round, Some(0)));
                count.records += 1;
            }
        }
    }
}
