//! How a journal stands on the disk: a line that says what it is, then records, each with its length and a checksum.
//! What was not written to its end is cut at the last record that is whole.

use std::io::Read;

use serde::{Deserialize, Serialize};

use crate::app::FileId;
use crate::app::kept::KeptPath;

/// The first bytes; the number is the version.
const MAGIC: &[u8] = b"wirebench journal 1\n";
const MAGIC_START: &[u8] = b"wirebench journal ";
/// A record has so many bytes at most.
pub(super) const LONGEST: u64 = 128 << 20;

/// What a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// [`Head`], as JSON. The first record, and no other.
    Head,
    /// The bytes that [`super::state::Where::Base`] means. The second record, where there is one.
    Original,
    /// Bytes appended to the journal's area.
    Bytes,
    /// [`State`].
    State,
    /// [`Saved`], as JSON.
    Saved,
}

impl Kind {
    const fn code(self) -> u8 {
        match self {
            Self::Head => 1,
            Self::Original => 2,
            Self::Bytes => 3,
            Self::State => 4,
            Self::Saved => 5,
        }
    }

    fn of(code: u8) -> Option<Self> {
        [Self::Head, Self::Original, Self::Bytes, Self::State, Self::Saved].into_iter().find(|it| it.code() == code)
    }
}

/// What tells a file from another, also after the machine was started anew: devices are numbered otherwise then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Identity {
    inode: u64,
    size: u64,
    /// In nanoseconds since 1970.
    modified: i64,
}

impl From<FileId> for Identity {
    fn from(file: FileId) -> Self {
        let bounded = file.modified.clamp(i128::from(i64::MIN), i128::from(i64::MAX));
        Self { inode: file.inode, size: file.size, modified: i64::try_from(bounded).unwrap_or(0) }
    }
}

/// What a journal is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    /// The document: the same in all journals that are written of it, also once it was recovered from one.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its file.
    pub path: Option<KeptPath>,
    /// What stood there when it was last opened or saved.
    pub file: Option<Identity>,
    /// The length of what stood there.
    pub base_len: u64,
}

/// What a document consists of at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// In milliseconds since 1970.
    pub when: u64,
    pub edits: u64,
    /// Empty where it has no type.
    pub type_name: String,
    /// See [`super::state::difference`].
    pub difference: Vec<u8>,
}

impl State {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(20 + self.type_name.len() + self.difference.len());
        out.extend(self.when.to_le_bytes());
        out.extend(self.edits.to_le_bytes());
        out.extend(u32::try_from(self.type_name.len()).unwrap_or(0).to_le_bytes());
        out.extend(self.type_name.as_bytes());
        out.extend(&self.difference);
        out
    }

    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (when, rest) = bytes.split_first_chunk()?;
        let (edits, rest) = rest.split_first_chunk()?;
        let (len, rest) = rest.split_first_chunk()?;
        let (name, difference) = rest.split_at_checked(usize::try_from(u32::from_le_bytes(*len)).ok()?)?;
        Some(Self {
            when: u64::from_le_bytes(*when),
            edits: u64::from_le_bytes(*edits),
            type_name: String::from_utf8(name.to_vec()).ok()?,
            difference: difference.to_vec(),
        })
    }
}

/// The state before it was written to a file, which is about to take its place under its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Saved {
    pub path: KeptPath,
    pub file: Identity,
}

/// The beginning of a journal.
pub(super) fn start() -> Vec<u8> {
    MAGIC.to_vec()
}

/// Appends a record.
pub(super) fn push(kind: Kind, payload: &[u8], out: &mut Vec<u8>) {
    let len = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    out.push(kind.code());
    out.extend(len.to_le_bytes());
    out.extend(checksum(kind, payload).to_le_bytes());
    out.extend(payload);
}

fn checksum(kind: Kind, payload: &[u8]) -> u32 {
    let len = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    let head = std::iter::once(kind.code()).chain(len.to_le_bytes());
    !crc(payload.iter().copied(), crc(head, !0))
}

/// CRC-32 as zip has it, before the last inversion.
fn crc(bytes: impl Iterator<Item = u8>, start: u32) -> u32 {
    const TABLE: [u32; 256] = table();
    bytes.fold(start, |crc, byte| {
        let at = (crc ^ u32::from(byte)) & 0xff;
        TABLE.get(at as usize).copied().unwrap_or(0) ^ (crc >> 8)
    })
}

#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler, within its bounds")]
const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let mut crc = i as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 };
            bit += 1;
        }
        table[i] = crc;
        i += 1;
    }
    table
}

/// Why a file is no journal that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoJournal {
    /// It is none, or has nothing in it.
    Other,
    /// A newer wirebench wrote it.
    Newer,
}

/// The records of a journal that are whole.
pub(super) struct Records<R> {
    from: R,
    /// Bytes that are left of the file.
    left: u64,
}

impl<R: Read> Records<R> {
    /// Reads from the beginning of a file of `len` bytes.
    ///
    /// # Errors
    /// It is no journal.
    pub fn new(mut from: R, len: u64) -> Result<Self, NoJournal> {
        let mut magic = vec![0; MAGIC.len()];
        from.read_exact(&mut magic).map_err(|_| NoJournal::Other)?;
        match magic.starts_with(MAGIC_START) {
            true if magic == MAGIC => Ok(Self { from, left: len.saturating_sub(MAGIC.len() as u64) }),
            true => Err(NoJournal::Newer),
            false => Err(NoJournal::Other),
        }
    }

    /// The next record; `None` at the end, and where the rest is not whole.
    pub fn next(&mut self) -> Option<(Kind, Vec<u8>)> {
        let mut head = [0; 9];
        self.from.read_exact(&mut head).ok()?;
        self.left = self.left.checked_sub(9)?;
        let [code, a, b, c, d, e, f, g, h] = head;
        let (kind, len) = (Kind::of(code)?, u64::from(u32::from_le_bytes([a, b, c, d])));
        self.left = self.left.checked_sub(len).filter(|_| len <= LONGEST)?;
        let mut payload = vec![0; usize::try_from(len).ok()?];
        self.from.read_exact(&mut payload).ok()?;
        (checksum(kind, &payload) == u32::from_le_bytes([e, f, g, h])).then_some((kind, payload))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(bytes: &[u8]) -> Vec<(Kind, Vec<u8>)> {
        let mut records = Records::new(bytes, bytes.len() as u64).unwrap();
        std::iter::from_fn(|| records.next()).collect()
    }

    #[test]
    fn the_checksum_is_the_one_of_zip() {
        assert_eq!(!crc(b"123456789".iter().copied(), !0), 0xcbf4_3926);
    }

    #[test]
    fn a_torn_tail_is_cut_at_the_last_whole_record() {
        let mut bytes = start();
        let kinds = [Kind::Head, Kind::Original, Kind::Bytes, Kind::State, Kind::Saved];
        let mut ends = vec![bytes.len()];
        for (i, kind) in kinds.into_iter().enumerate() {
            push(kind, &vec![i as u8; i * 3], &mut bytes);
            ends.push(bytes.len());
        }
        for len in start().len()..=bytes.len() {
            let whole = ends.iter().filter(|it| **it <= len).count() - 1;
            assert_eq!(records(&bytes[..len]).len(), whole, "{len}");
        }
        // A byte that is another: what comes before it stays.
        for at in start().len()..bytes.len() {
            let mut broken = bytes.clone();
            broken[at] ^= 0x40;
            let whole = ends.iter().filter(|it| **it <= at).count() - 1;
            assert_eq!(records(&broken).len(), whole, "{at}");
        }
    }

    #[test]
    fn other_files_and_other_versions_are_none() {
        let of = |bytes: &[u8]| Records::new(bytes, bytes.len() as u64).map(|_| ()).unwrap_err();
        assert_eq!(of(b""), NoJournal::Other);
        assert_eq!(of(b"something else altogether"), NoJournal::Other);
        assert_eq!(of(b"wirebench journal 2\n"), NoJournal::Newer);
    }

    #[test]
    fn a_length_without_end_takes_no_memory() {
        let mut bytes = start();
        bytes.extend([3, 255, 255, 255, 255, 0, 0, 0, 0]);
        assert!(records(&bytes).is_empty());
    }

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let state = State { when: 5, edits: 7, type_name: "a.B".to_owned(), difference: vec![1, 2, 3] };
        let bytes = state.to_bytes();
        assert_eq!(State::from_bytes(&bytes), Some(state));
        assert!((0..23).all(|it| State::from_bytes(&bytes[..it]).is_none()));
    }
}
