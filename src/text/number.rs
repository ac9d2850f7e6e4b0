//! Numbers as C's `printf` writes them, which is how protobuf's text format has them.

use std::fmt::Write as _;

/// A double: 15 digits where they read back as the same number, else 17.
pub(super) fn double(value: f64) -> String {
    let short = general(value, 15);
    if value.is_nan() || short.parse() == Ok(value) { short } else { general(value, 17) }
}

/// A float: 6 digits where they read back as the same number, else 9. Protobuf's writers take the conversion's
/// complaint about a subnormal number for a failure, so these always have 9.
pub(super) fn float(value: f32) -> String {
    let short = general(f64::from(value), 6);
    let is_kept = short.parse() == Ok(value) && (value == 0.0 || value.abs() >= f32::MIN_POSITIVE);
    if value.is_nan() || is_kept { short } else { general(f64::from(value), 9) }
}

/// The number as `%.{digits}g` writes it.
fn general(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let scientific = format!("{value:.*e}", digits.saturating_sub(1));
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if exponent < -4 || exponent >= digits as i32 {
        let mut out = without_trailing_zeros(mantissa).to_owned();
        let sign = if exponent < 0 { '-' } else { '+' };
        _ = write!(out, "e{sign}{:02}", exponent.abs());
        return out;
    }
    let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
    without_trailing_zeros(&format!("{value:.decimals$}")).to_owned()
}

fn without_trailing_zeros(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_written_as_c_writes_them() {
        for (value, text) in [
            (0.1, "0.1"),
            (1.0 / 3.0, "0.33333333333333331"),
            (1e15, "1e+15"),
            (100_000.0, "100000"),
            (1e-5, "1e-05"),
            (5e-324, "4.94065645841247e-324"),
            (-0.0, "-0"),
            (f64::NEG_INFINITY, "-inf"),
            (1_234_567_890_123.406_3, "1234567890123.4062"),
        ] {
            assert_eq!(double(value), text);
        }
    }

    #[test]
    fn floats_are_written_as_c_writes_them() {
        for (value, text) in [
            (0.1, "0.1"),
            (1e6, "1e+06"),
            (1_234_567.0, "1234567"),
            (8_388_610.0, "8.38861e+06"),
            (1.0 / 3.0, "0.333333343"),
            (f32::MAX, "3.40282347e+38"),
            (f32::from_bits(1), "1.40129846e-45"),
        ] {
            assert_eq!(float(value), text);
        }
    }
}
