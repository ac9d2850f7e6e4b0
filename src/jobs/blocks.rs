//! Blocks of a file that were read lately. Many short reads in one place, as guessing and printing rows make them,
//! become one.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

const BLOCK: u64 = 4 << 10;
/// So many blocks are kept.
const KEPT: usize = 64;
/// Longer reads go to the file: whoever makes them keeps what they give.
const LONGEST: u64 = 64 << 10;

/// The blocks kept, those used last at the back.
#[derive(Default)]
pub(super) struct Blocks {
    blocks: VecDeque<(u64, Vec<u8>)>,
}

impl Blocks {
    /// Fills `into` with the bytes of a file, which is `len` long, from `offset`. True where the file was read for it,
    /// false where all of it was kept.
    ///
    /// # Errors
    /// What the system says, also when the file ends before.
    pub fn read(&mut self, file: &File, len: u64, offset: u64, into: &mut [u8]) -> io::Result<bool> {
        let end = offset.saturating_add(into.len() as u64);
        if end - offset > LONGEST || end > len {
            return file.read_exact_at(into, offset).map(|()| true);
        }
        let first = offset - offset % BLOCK;
        let last = end.next_multiple_of(BLOCK).min(len);
        if self.copy(offset, into) {
            return Ok(false);
        }
        let mut bytes = vec![0; (last - first) as usize];
        file.read_exact_at(&mut bytes, first)?;
        let from = (offset - first) as usize;
        if let Some(wanted) = bytes.get(from..from + into.len()) {
            into.copy_from_slice(wanted);
        }
        for (i, block) in bytes.chunks(BLOCK as usize).enumerate() {
            let start = first + i as u64 * BLOCK;
            self.blocks.retain(|it| it.0 != start);
            self.blocks.push_back((start, block.to_vec()));
        }
        while self.blocks.len() > KEPT {
            self.blocks.pop_front();
        }
        Ok(true)
    }

    /// Copies what is kept; false where not all of it is.
    fn copy(&mut self, offset: u64, into: &mut [u8]) -> bool {
        let mut at = offset;
        let mut rest = into;
        while !rest.is_empty() {
            let start = at - at % BLOCK;
            let Some(idx) = self.blocks.iter().rposition(|it| it.0 == start) else { return false };
            // The blocks just used stay.
            if let Some(block) = self.blocks.remove(idx) {
                self.blocks.push_back(block);
            }
            let kept = self.blocks.back().and_then(|it| it.1.get((at - start) as usize..)).unwrap_or_default();
            let n = rest.len().min(kept.len());
            let (Some((now, later)), Some(kept), 1..) = (rest.split_at_mut_checked(n), kept.get(..n), n) else {
                return false;
            };
            now.copy_from_slice(kept);
            at += n as u64;
            rest = later;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_of_any_size_and_place_give_the_files_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let bytes: Vec<u8> = (0..300_001u32).map(|it| (it / 7) as u8).collect();
        std::fs::write(&path, &bytes).unwrap();
        let (file, len) = (File::open(&path).unwrap(), bytes.len() as u64);
        let (mut blocks, mut state) = (Blocks::default(), 5u64);
        for _ in 0..3000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let from = (state >> 33) as usize % bytes.len();
            let most = if state & 4 == 0 { 70_000 } else { 300 };
            let n = ((state >> 20) as usize % most).min(bytes.len() - from);
            let mut into = vec![0; n];
            blocks.read(&file, len, from as u64, &mut into).unwrap();
            assert!(into == bytes[from..from + n], "{from} {n}");
            assert!(blocks.blocks.len() <= KEPT);
        }
        assert!(blocks.read(&file, len, len - 1, &mut [0; 2]).is_err());
    }
}
