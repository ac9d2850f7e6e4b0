//! Varints as they stand: the value, the width they were written in, and whether a shorter writing exists.
//! Knows nothing of records.

/// The widest varint there is: ten bytes of seven bits.
pub const MAX_LEN: usize = 10;

/// What the bytes at some place read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Varint {
    /// A varint of `len` bytes. `is_exact` is false when the tenth byte carries bits that a 64-bit value drops.
    Whole {
        /// What it stands for.
        value: u64,
        /// Bytes it is written in.
        len: u8,
        /// False where bits were dropped.
        is_exact: bool,
    },
    /// The bytes ended before the varint did.
    Cut,
    /// Ten bytes without an end.
    Endless,
}

/// Reads the varint at the start of `bytes`.
#[inline]
pub fn read(bytes: &[u8]) -> Varint {
    match bytes {
        [a, ..] if *a < 0x80 => Varint::Whole { value: u64::from(*a), len: 1, is_exact: true },
        [a, b, ..] if *b < 0x80 => {
            Varint::Whole { value: u64::from(*a & 0x7f) | u64::from(*b) << 7, len: 2, is_exact: true }
        }
        _ => read_long(bytes),
    }
}

fn read_long(bytes: &[u8]) -> Varint {
    let mut value = 0u64;
    let mut len = 0u8;
    for &byte in bytes.iter().take(MAX_LEN) {
        value |= u64::from(byte & 0x7f) << (7 * u32::from(len));
        len += 1;
        if byte < 0x80 {
            return Varint::Whole { value, len, is_exact: usize::from(len) < MAX_LEN || byte <= 1 };
        }
    }
    if usize::from(len) == MAX_LEN { Varint::Endless } else { Varint::Cut }
}

/// Reads `bytes` as one varint that fills them, else `None`.
pub fn whole(bytes: &[u8]) -> Option<u64> {
    match read(bytes) {
        Varint::Whole { value, len, .. } if usize::from(len) == bytes.len() => Some(value),
        Varint::Whole { .. } | Varint::Cut | Varint::Endless => None,
    }
}

/// Bytes of the shortest writing of `value`.
#[inline]
pub fn len(value: u64) -> usize {
    let bits = 64 - (value | 1).leading_zeros() as usize;
    bits.div_ceil(7)
}

/// A varint written out, on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    bytes: [u8; MAX_LEN],
    len: u8,
}

impl Written {
    /// The shortest writing of `value`.
    pub fn shortest(value: u64) -> Self {
        Self::wide(value, 0)
    }

    /// `value` in `width` bytes where it fits, padded with continuation bytes; else in the fewest that hold it.
    pub fn wide(value: u64, width: usize) -> Self {
        let n = len(value).max(width.min(MAX_LEN));
        let mut bytes = [0u8; MAX_LEN];
        let mut rest = value;
        for (i, byte) in bytes.iter_mut().take(n).enumerate() {
            *byte = (rest & 0x7f) as u8 | if i + 1 < n { 0x80 } else { 0 };
            rest >>= 7;
        }
        Self { bytes, len: n as u8 }
    }

    /// The bytes written.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.len)).unwrap_or(&[])
    }
}

/// Appends the shortest writing of `value`.
pub fn push(value: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(Written::shortest(value).as_bytes());
}

/// The signed value that a zigzag varint stands for.
pub fn from_zigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

/// The zigzag varint of a signed value.
pub fn to_zigzag(value: i64) -> u64 {
    (value << 1) as u64 ^ (value >> 63) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_width_reads_back() {
        for value in [0, 1, 127, 128, 300, u64::from(u32::MAX), 1 << 62, u64::MAX] {
            for width in 0..=MAX_LEN {
                let written = Written::wide(value, width);
                assert_eq!(written.as_bytes().len(), len(value).max(width));
                assert_eq!(whole(written.as_bytes()), Some(value));
            }
        }
    }

    #[test]
    fn a_cut_and_an_endless_varint_are_told_apart() {
        assert_eq!(read(&[]), Varint::Cut);
        assert_eq!(read(&[0x80; 9]), Varint::Cut);
        assert_eq!(read(&[0x80; 10]), Varint::Endless);
        let mut bytes = [0x80; 10];
        bytes[9] = 2;
        assert_eq!(read(&bytes), Varint::Whole { value: 0, len: 10, is_exact: false });
    }

    #[test]
    fn zigzag_is_its_own_pair() {
        for value in [0, -1, 1, i64::MIN, i64::MAX] {
            assert_eq!(from_zigzag(to_zigzag(value)), value);
        }
        assert_eq!(to_zigzag(-1), 1);
    }
}
