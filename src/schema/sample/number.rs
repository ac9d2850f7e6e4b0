//! Numbers that suit what their field is called.

use fastrand::Rng;
use prost_reflect::Kind;

use super::words;
use crate::wire::varint;

/// The first moment of every sample, in seconds since 1970: 14 March 2026, 09:26:53 UTC.
pub(super) const MOMENT: i64 = 1_773_480_413;

/// What a name has in it, and the range of numbers that suit it; the first that fits counts. All fit 31 bits.
const RANGES: [(&[&str], i64, i64); 17] = [
    (&["nanos", "nsec"], 1_000, 999_999_999),
    (&["kb", "kib", "mem", "memory", "rss"], 2_048, 524_288),
    (&["mb", "mib"], 16, 4_096),
    (&["bytes", "size", "length", "len", "offset", "limit"], 128, 4_194_304),
    (&["ms", "millis", "milliseconds", "latency"], 5, 30_000),
    (&["us", "micros", "usec"], 100, 900_000),
    (&["seconds", "secs", "sec", "timeout", "duration", "ttl", "age"], 5, 600),
    (&["port"], 8_080, 8_999),
    (&["exit", "errno"], 1, 3),
    (&["status", "code"], 1, 15),
    (&["percent", "percentage", "progress"], 1, 99),
    (&["year"], 2026, 2026),
    (&["mode", "permissions"], 0o600, 0o777),
    (&["priority", "major", "minor", "patch", "level", "depth", "index", "attempt"], 1, 9),
    (&["count", "num", "number", "total", "jobs", "cores", "cpus", "workers"], 1, 32),
    (&["line"], 1, 400),
    (&["column"], 1, 80),
];

/// A number that suits a name; at most 31 bits, never zero.
pub(super) fn plausible(rng: &mut Rng, name: &str) -> i64 {
    let has = |all: &[&str]| words::parts(name).any(|part| all.contains(&part));
    if has(&["timestamp", "time", "mtime", "ctime", "date"]) && !has(&["timeout", "ms", "seconds"]) {
        return MOMENT + rng.i64(0..86_400);
    }
    match RANGES.iter().find(|(names, ..)| has(names)) {
        Some((_, least, most)) => rng.i64(*least..=*most),
        None => rng.i64(1..=1_000),
    }
}

/// A number with a part behind the point that every float holds exactly.
pub(super) fn real(rng: &mut Rng) -> f64 {
    f64::from(rng.u32(1..=1_600)) / 16.0
}

/// The payload of an integer of a kind.
pub(super) fn bits(kind: &Kind, value: i64) -> Vec<u8> {
    let mut out = Vec::new();
    match kind {
        Kind::Fixed32 | Kind::Sfixed32 => return (value as u32).to_le_bytes().to_vec(),
        Kind::Fixed64 | Kind::Sfixed64 => return value.to_le_bytes().to_vec(),
        Kind::Sint32 | Kind::Sint64 => varint::push(varint::to_zigzag(value), &mut out),
        _ => varint::push(value as u64, &mut out),
    }
    out
}
