//! Wording that panes share: counts, sizes and names, always said the same way.

/// `1 problem`, `3 problems`.
pub fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(n), if n == 1 { one } else { many })
}

/// `1 byte`, `49 bytes`.
pub fn bytes(n: u64) -> String {
    counted(n, "byte", "bytes")
}

/// A number with its thousands apart: `1 234 567`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            // A narrow space that does not break.
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

/// A size for a glance: `485 B`, `1.2 MiB`.
pub fn size(n: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let (mut value, mut unit) = (n as f64, 0);
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    let name = UNITS.get(unit).unwrap_or(&"B");
    if unit == 0 { format!("{n} {name}") } else { format!("{value:.1} {name}") }
}

/// The own name of a type: what stands after the last dot.
pub fn own_name(full: &str) -> &str {
    full.rsplit('.').next().unwrap_or(full)
}

/// What stands before the own name of a type.
pub fn package(full: &str) -> &str {
    full.rsplit_once('.').map_or("", |(package, _)| package)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_at_a_glance() {
        assert_eq!(counted(1, "problem", "problems"), "1 problem");
        assert_eq!(bytes(1234), "1234 bytes");
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(grouped(12345), "12\u{202f}345");
        assert_eq!(size(485), "485 B");
        assert_eq!(size(1 << 20), "1.0 MiB");
        assert_eq!(size(u64::MAX), "16777216.0 TiB");
    }

    #[test]
    fn names_part_at_the_last_dot() {
        assert_eq!((own_name("a.b.C"), package("a.b.C")), ("C", "a.b"));
        assert_eq!((own_name("C"), package("C")), ("C", ""));
    }
}
