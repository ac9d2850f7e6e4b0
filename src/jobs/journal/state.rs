//! What a document consists of, as a journal says it: parts of what stood in its file and parts of the journal's own
//! area of new bytes. A state is told as what differs from the one before, so that an edit costs what it changed.

use std::collections::HashMap;

use crate::wire::varint::{self, Varint};

/// A state has so many parts at most.
pub(super) const PARTS: usize = 4 << 20;

/// Where a part's bytes stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Where {
    /// In what was opened or saved last.
    Base,
    /// In the journal.
    Area,
}

/// Some bytes of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Part {
    pub place: Where,
    pub start: u64,
    pub len: u64,
}

/// Appends a part; one that goes on where the last ends becomes one with it.
pub(super) fn push(parts: &mut Vec<Part>, part: Part) {
    match parts.last_mut() {
        _ if part.len == 0 => {}
        Some(last) if last.place == part.place && last.start + last.len == part.start => last.len += part.len,
        _ => parts.push(part),
    }
}

const KEEP: u64 = 0;
const BASE: u64 = 1;
const AREA: u64 = 2;

/// How `next` differs from `before`: runs of parts that stay, and parts that are new.
pub(super) fn difference(before: &[Part], next: &[Part]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut op = |op: u64, a: u64, b: u64| [op, a, b].into_iter().for_each(|it| varint::push(it, &mut out));
    let same = before.iter().zip(next).take_while(|(a, b)| a == b).count();
    let (old, new) = (before.get(same..).unwrap_or_default(), next.get(same..).unwrap_or_default());
    let places: HashMap<&Part, usize> = old.iter().enumerate().map(|(at, part)| (part, same + at)).collect();
    let mut run = (0, same);
    for part in new {
        let behind = run.0 + run.1;
        let found = match before.get(behind) == Some(part) {
            true => Some(behind),
            false => places.get(part).copied(),
        };
        match found {
            Some(at) if at == behind => run.1 += 1,
            found => {
                if run.1 > 0 {
                    op(KEEP, run.0 as u64, run.1 as u64);
                }
                run = found.map_or((behind, 0), |at| (at, 1));
                if found.is_none() {
                    op(if part.place == Where::Base { BASE } else { AREA }, part.start, part.len);
                }
            }
        }
    }
    if run.1 > 0 {
        op(KEEP, run.0 as u64, run.1 as u64);
    }
    out
}

/// The state that `difference` makes of `before`; `None` where it says nothing that could be.
pub(super) fn applied(before: &[Part], difference: &[u8]) -> Option<Vec<Part>> {
    let mut rest = difference;
    let mut number = || match varint::read(rest) {
        Varint::Whole { value, len, .. } => {
            rest = rest.get(usize::from(len)..)?;
            Some(value)
        }
        Varint::Cut | Varint::Endless => None,
    };
    let mut next: Vec<Part> = Vec::new();
    while let Some(op) = number() {
        let (a, b) = (number()?, number()?);
        match op {
            KEEP => {
                let (from, to) = (usize::try_from(a).ok()?, usize::try_from(a.checked_add(b)?).ok()?);
                let kept = before.get(from..to)?;
                if next.len() + kept.len() > PARTS {
                    return None;
                }
                next.extend_from_slice(kept);
            }
            BASE | AREA if next.len() < PARTS => {
                a.checked_add(b)?;
                next.push(Part { place: if op == BASE { Where::Base } else { Where::Area }, start: a, len: b });
            }
            _ => return None,
        }
    }
    rest.is_empty().then_some(next)
}

/// Where parts of one thing stand in another that was made of them.
pub(super) struct Map<K> {
    /// Area, start, length, and the offset in what was made; in the order of the first two.
    entries: Vec<(K, u64, u64, u64)>,
}

/// What is found of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// It stands here.
    At { start: u64, len: u64 },
    /// It is not in it.
    Nowhere { start: u64, len: u64 },
}

impl<K: Ord + Copy> Map<K> {
    /// The parts in their order; those without a place in any area count with their length alone.
    pub fn new(parts: impl Iterator<Item = (Option<(K, u64)>, u64)>) -> Self {
        let mut entries = Vec::new();
        let mut offset = 0;
        for (place, len) in parts {
            if let Some((key, start)) = place.filter(|_| len > 0) {
                entries.push((key, start, len, offset));
            }
            // A journal may say anything.
            offset = u64::saturating_add(offset, len);
        }
        entries.sort_unstable_by_key(|it| (it.0, it.1));
        Self { entries }
    }

    /// Where the `len` bytes from `start` on stand, in order.
    pub fn find(&self, key: K, start: u64, len: u64) -> Vec<Found> {
        let (mut at, end) = (start, start.saturating_add(len));
        let mut found = Vec::new();
        let first = self.entries.partition_point(|it| (it.0, it.1) <= (key, start)).saturating_sub(1);
        let later = self.entries.get(first..).unwrap_or_default();
        let of_key = later.iter().skip_while(|it| it.0 < key).take_while(|it| it.0 == key);
        for (_, from, len, offset) in of_key {
            let (from, to) = (*from, from.saturating_add(*len));
            if at >= end || from >= end {
                break;
            }
            if to <= at {
                continue;
            }
            if from > at {
                found.push(Found::Nowhere { start: at, len: from - at });
                at = from;
            }
            let len = to.min(end) - at;
            found.push(Found::At { start: offset.saturating_add(at - from), len });
            at += len;
        }
        if at < end {
            found.push(Found::Nowhere { start: at, len: end - at });
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(start: u64, len: u64) -> Part {
        Part { place: Where::Base, start, len }
    }

    fn area(start: u64, len: u64) -> Part {
        Part { place: Where::Area, start, len }
    }

    #[test]
    fn a_difference_makes_of_one_state_the_other() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut state: Vec<Part> = vec![base(0, 1000)];
        for i in 0..2000 {
            let mut next = state.clone();
            for _ in 0..random.usize(0..4) {
                let at = random.usize(0..=next.len());
                match random.u8(0..4) {
                    0 => next.insert(at, area(i * 7, 5)),
                    1 => next.insert(at, base(random.u64(0..50), random.u64(1..9))),
                    2 if at < next.len() => _ = next.remove(at),
                    _ => {
                        let by = random.usize(0..=next.len().min(3));
                        next.rotate_left(by);
                    }
                }
            }
            let difference = difference(&state, &next);
            assert_eq!(applied(&state, &difference).as_ref(), Some(&next), "{state:?}");
            state = next;
            if state.len() > 60 {
                state.truncate(20);
            }
        }
    }

    #[test]
    fn a_small_change_of_a_long_state_is_told_shortly() {
        let before: Vec<Part> = (0..100_000).map(|it| base(it * 10, 5)).collect();
        let mut next = before.clone();
        next[0] = area(0, 3);
        next[77_777] = area(3, 4);
        next.remove(99_000);
        let difference = difference(&before, &next);
        assert!(difference.len() < 60, "{}", difference.len());
        assert_eq!(applied(&before, &difference), Some(next));
    }

    #[test]
    fn nonsense_is_refused() {
        for bytes in [
            &[0u8, 0, 9][..],
            &[7, 1, 1],
            &[0, 1],
            &[0xff; 11],
            &[1, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1, 9],
        ] {
            assert_eq!(applied(&[base(0, 1)], bytes), None, "{bytes:?}");
        }
        // Doubling without end.
        let twice: Vec<u8> = [0, 0, 1].repeat(PARTS + 1);
        assert_eq!(applied(&[base(0, 1)], &twice), None);
    }

    #[test]
    fn ranges_are_found_where_they_went() {
        // Made of: 10..20 of area 1, four new bytes, 0..5 of area 2, 30..40 of area 1.
        let parts = [(Some((1, 10)), 10), (None, 4), (Some((2, 0)), 5), (Some((1, 30)), 10)];
        let map: Map<i32> = Map::new(parts.into_iter());
        let nowhere = |start, len| Found::Nowhere { start, len };
        let at = |start, len| Found::At { start, len };
        assert_eq!(map.find(1, 12, 3), [at(2, 3)]);
        assert_eq!(map.find(1, 5, 40), [nowhere(5, 5), at(0, 10), nowhere(20, 10), at(19, 10), nowhere(40, 5)]);
        assert_eq!(map.find(2, 3, 5), [at(17, 2), nowhere(5, 3)]);
        assert_eq!(map.find(0, 0, 9), [nowhere(0, 9)]);
        assert_eq!(map.find(3, 0, 9), [nowhere(0, 9)]);
        assert_eq!(map.find(1, 12, 0), []);
    }
}
