//! Wording of counts, sizes and names, the same wherever they are said.

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

/// A span of time as people say it: `1.1 ms`, `27.8 s`, `2 min 5 s`.
pub fn span(nanos: u128) -> String {
    let short = |nanos: u128, unit: u128, name: &str| {
        let tenths = (nanos * 10 + unit / 2) / unit;
        match (tenths / 10, tenths % 10) {
            (whole, 0) => format!("{whole} {name}"),
            (whole, tenth) => format!("{whole}.{tenth} {name}"),
        }
    };
    let seconds = nanos / 1_000_000_000;
    match nanos {
        0..1_000 => format!("{nanos} ns"),
        1_000..1_000_000 => short(nanos, 1_000, "µs"),
        1_000_000..1_000_000_000 => short(nanos, 1_000_000, "ms"),
        1_000_000_000..60_000_000_000 => short(nanos, 1_000_000_000, "s"),
        _ if seconds < 3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// The own name of a type: what stands after the package, with the messages it is declared in.
pub fn own_name(full: &str) -> &str {
    full.get(package_len(full)..).map_or(full, |own| own.trim_start_matches('.'))
}

/// The package of a type.
pub fn package(full: &str) -> &str {
    full.get(..package_len(full)).unwrap_or("")
}

/// Packages are written in small letters, types with a capital.
fn package_len(full: &str) -> usize {
    let mut at = 0;
    for part in full.split('.') {
        if part.starts_with(char::is_uppercase) {
            return at;
        }
        at += part.len() + usize::from(at > 0);
    }
    full.rfind('.').unwrap_or(0)
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
        for (nanos, said) in [
            (999, "999 ns"),
            (1_100_000, "1.1 ms"),
            (27_000_000, "27 ms"),
            (1_250_000_000, "1.3 s"),
            (125_000_000_000, "2 min 5 s"),
            (7_260_000_000_000, "2 h 1 min"),
        ] {
            assert_eq!(span(nanos), said);
        }
        assert_eq!(size(485), "485 B");
        assert_eq!(size(1 << 20), "1.0 MiB");
        assert_eq!(size(u64::MAX), "16777216.0 TiB");
    }

    #[test]
    fn names_part_behind_the_package() {
        assert_eq!((own_name("a.b.C"), package("a.b.C")), ("C", "a.b"));
        assert_eq!((own_name("C"), package("C")), ("C", ""));
        assert_eq!((own_name("a.b.C.D"), package("a.b.C.D")), ("C.D", "a.b"));
        assert_eq!((own_name("a.b.c"), package("a.b.c")), ("c", "a.b"));
    }
}
