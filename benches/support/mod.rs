//! What the benches share: a message of any size, medians.

/// A `build.bazel.remote.execution.v2.Directory` of about `len` bytes: FileNodes of 94 bytes, their names in order.
pub fn directory(len: usize) -> Vec<u8> {
    const HASH: &[u8] = b"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    let mut out = Vec::with_capacity(len);
    for i in 0..len / 94 {
        out.extend(b"\x0a\x5c\x0a\x10file");
        out.extend(format!("{i:012}").as_bytes());
        out.extend(b"\x12\x46\x0a\x40");
        out.extend(HASH);
        out.extend(b"\x10\x80\x80\x04\x20\x01");
    }
    out
}

/// The middle one.
pub fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
