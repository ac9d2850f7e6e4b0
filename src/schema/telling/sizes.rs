//! Sizes by the name of their field: the one place where the rule stands.
//!
//! A whole number is a size in bytes where its field is called `size`, `length`, `len`, `bytes`, `size_bytes`,
//! `content_length`, or ends in `_bytes`, `_size`, `_length`; not where the name counts something else (`batch_size`,
//! `page_size`, `queue_length` and whatever ends in `_count`).

use super::super::Value;
use super::words;

/// What a name that looks like a size is of, where it is no number of bytes.
const COUNTS: [&str; 6] = ["batch_size", "page_size", "pool_size", "queue_length", "queue_size", "max_batch_size"];

/// A size in bytes and the exact number in words, where a value of a field is one.
pub(super) fn of(name: &str, value: &Value) -> Option<(u64, String)> {
    let size = match value {
        Value::Uint(n) => *n,
        Value::Int(n) => u64::try_from(*n).ok()?,
        _ => return None,
    };
    is_size(name).then(|| (size, words::bytes(size)))
}

/// True for the name of a field that holds a size in bytes.
pub(super) fn is_size(name: &str) -> bool {
    let is_named = matches!(name, "size" | "length" | "len" | "bytes")
        || ["_bytes", "_size", "_length"].iter().any(|end| name.ends_with(end));
    is_named && !COUNTS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_told_from_counts_by_name() {
        for name in ["size_bytes", "size", "max_bytes", "content_length", "total_size"] {
            assert!(is_size(name), "{name}");
        }
        for name in ["page_size", "count", "sizes", "exit_code", "peak_memory_kb", "bytestream"] {
            assert!(!is_size(name), "{name}");
        }
        assert_eq!(of("size_bytes", &Value::Int(-1)), None);
        assert_eq!(of("size_bytes", &Value::Int(1)), Some((1, "1 byte".to_owned())));
    }
}
