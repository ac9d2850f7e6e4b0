//! The well-known types whose JSON is not that of a message: their forms as text, and what cannot be written so.

/// A type with a form of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Special {
    Any,
    Duration,
    FieldMask,
    ListValue,
    Struct,
    Timestamp,
    Value,
    Wrapper,
}

/// The form of a type, by its full name.
pub(super) fn special(full_name: &str) -> Option<Special> {
    Some(match full_name.strip_prefix("google.protobuf.")? {
        "Any" => Special::Any,
        "Duration" => Special::Duration,
        "FieldMask" => Special::FieldMask,
        "ListValue" => Special::ListValue,
        "Struct" => Special::Struct,
        "Timestamp" => Special::Timestamp,
        "Value" => Special::Value,
        "DoubleValue" | "FloatValue" | "Int64Value" | "UInt64Value" | "Int32Value" | "UInt32Value" | "BoolValue"
        | "StringValue" | "BytesValue" => Special::Wrapper,
        _ => return None,
    })
}

/// The first and the last second that a timestamp may have: those of the years 1 to 9999.
const TIMES: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;
/// The longest duration: about 10,000 years.
const LONGEST: u64 = 315_576_000_000;
const NANOS: u32 = 1_000_000_000;

/// A timestamp as text, or why there is none.
pub(super) fn timestamp(seconds: i64, nanos: i32) -> Result<String, &'static str> {
    if !TIMES.contains(&seconds) {
        return Err("a timestamp lies in the years 1 to 9999");
    }
    let nanos = u32::try_from(nanos).ok().filter(|it| *it < NANOS).ok_or("nanos of a timestamp are 0 to 999999999")?;
    let (year, month, day) = date(seconds.div_euclid(86_400));
    let second = seconds.rem_euclid(86_400);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    let fraction = fraction(nanos);
    Ok(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z"))
}

/// A duration as text, or why there is none.
pub(super) fn duration(seconds: i64, nanos: i32) -> Result<String, &'static str> {
    if seconds.unsigned_abs() > LONGEST {
        return Err("a duration is at most 315576000000 seconds long");
    }
    if nanos.unsigned_abs() >= NANOS {
        return Err("nanos of a duration are at most 999999999");
    }
    if (seconds < 0 && nanos > 0) || (seconds > 0 && nanos < 0) {
        return Err("seconds and nanos of a duration have one sign");
    }
    let sign = if seconds < 0 || nanos < 0 { "-" } else { "" };
    Ok(format!("{sign}{}{}s", seconds.unsigned_abs(), fraction(nanos.unsigned_abs())))
}

/// Nothing, or a point and 3, 6 or 9 digits.
fn fraction(nanos: u32) -> String {
    match nanos {
        0 => String::new(),
        n if n % 1_000_000 == 0 => format!(".{:03}", n / 1_000_000),
        n if n % 1_000 == 0 => format!(".{:06}", n / 1_000),
        n => format!(".{n:09}"),
    }
}

/// Year, month and day of a day counted from 1970-01-01.
fn date(day: i64) -> (i64, i64, i64) {
    // Years that begin in March have their odd day at the end; 400 of them are 146097 days.
    let day = day + 719_468;
    let era = day.div_euclid(146_097);
    let of_era = day.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let is_next_year = month >= 10;
    (year + era * 400 + i64::from(is_next_year), if is_next_year { month - 9 } else { month + 3 }, of_month)
}

/// A path of a field mask with the names as JSON has them, or why there is none.
pub(super) fn mask_path(path: &str) -> Result<String, &'static str> {
    let mut out = String::with_capacity(path.len());
    let mut is_behind_underscore = false;
    for c in path.chars() {
        if c.is_uppercase() {
            return Err("a path of a field mask has no capital letters");
        }
        match (is_behind_underscore, c) {
            (true, c) if c.is_lowercase() => out.extend(c.to_uppercase()),
            (true, _) => return Err("in a path of a field mask a small letter follows every underscore"),
            (false, '_') => {}
            (false, c) => out.push(c),
        }
        is_behind_underscore = !is_behind_underscore && c == '_';
    }
    if is_behind_underscore { Err("a path of a field mask does not end in an underscore") } else { Ok(out) }
}

/// The days from 1970-01-01 to a date; `None` where there is no such date.
fn day_of(year: i64, month: i64, day: i64) -> Option<i64> {
    let shifted = if month > 2 { year } else { year - 1 };
    let era = shifted.div_euclid(400);
    let of_era = shifted.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    (date(days) == (year, month, day)).then_some(days)
}

/// Seconds and nanos of a timestamp in RFC 3339.
pub(in crate::text) fn parse_timestamp(text: &str) -> Result<(i64, i32), &'static str> {
    let bad = "a timestamp is written as 2006-01-02T15:04:05.999Z";
    let (seconds, nanos) = timestamp_parts(text).ok_or(bad)?;
    timestamp(seconds, nanos).map(|_| (seconds, nanos))
}

fn timestamp_parts(text: &str) -> Option<(i64, i32)> {
    let number = |from: usize, to: usize| digits(text.get(from..to)?);
    let sign = |at: usize, sign: &[u8]| text.as_bytes().get(at).is_some_and(|it| sign.contains(it));
    if !(sign(4, b"-") && sign(7, b"-") && sign(10, b"Tt") && sign(13, b":") && sign(16, b":")) {
        return None;
    }
    let days = day_of(number(0, 4)?, number(5, 7)?, number(8, 10)?)?;
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let rest = text.get(19..)?;
    let zone_at = rest.find(['Z', 'z', '+', '-'])?;
    let (fraction, zone) = rest.split_at_checked(zone_at)?;
    let nanos = match fraction.strip_prefix('.') {
        Some(fraction) => nanos_of(fraction)?,
        None if fraction.is_empty() => 0,
        None => return None,
    };
    let offset = match zone.as_bytes() {
        [b'Z' | b'z'] => 0,
        [sign, _, _, b':', _, _] => {
            let (hours, minutes) = (digits(zone.get(1..3)?)?, digits(zone.get(4..6)?)?);
            let seconds = hours * 3600 + minutes * 60;
            if hours > 23 || minutes > 59 {
                return None;
            }
            if *sign == b'-' { -seconds } else { seconds }
        }
        _ => return None,
    };
    Some((days * 86_400 + hour * 3600 + minute * 60 + second - offset, nanos))
}

/// Seconds and nanos of a duration.
pub(in crate::text) fn parse_duration(text: &str) -> Result<(i64, i32), &'static str> {
    let bad = "a duration is written as 1.5s";
    let (is_negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let text = text.strip_suffix('s').ok_or(bad)?;
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(whole, fraction)| (whole, Some(fraction)));
    let seconds = digits(whole).ok_or(bad)?;
    let nanos = fraction.map_or(Some(0), nanos_of).ok_or(bad)?;
    let (seconds, nanos) = if is_negative { (-seconds, -nanos) } else { (seconds, nanos) };
    duration(seconds, nanos).map(|_| (seconds, nanos))
}

fn digits(text: &str) -> Option<i64> {
    text.parse().ok().filter(|_| text.bytes().all(|it| it.is_ascii_digit()))
}

/// The nanoseconds of one to nine digits behind a point.
fn nanos_of(fraction: &str) -> Option<i32> {
    let value = i32::try_from(digits(fraction).filter(|_| (1..=9).contains(&fraction.len()))?).ok()?;
    Some(value * 10_i32.pow(9 - fraction.len() as u32))
}

/// A path of a field mask with the names as the schema has them.
pub(super) fn parse_mask_path(path: &str) -> Result<String, &'static str> {
    if path.contains('_') {
        return Err("a path of a field mask has no underscores in JSON");
    }
    let mut out = String::with_capacity(path.len());
    for c in path.chars() {
        if c.is_ascii_uppercase() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_rfc_3339() {
        assert_eq!(timestamp(0, 0).unwrap(), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(951_782_400, 5_000_000).unwrap(), "2000-02-29T00:00:00.005Z");
        assert_eq!(timestamp(-1, 1).unwrap(), "1969-12-31T23:59:59.000000001Z");
        assert_eq!(timestamp(*TIMES.start(), 0).unwrap(), "0001-01-01T00:00:00Z");
        assert_eq!(timestamp(*TIMES.end(), 999_999_000).unwrap(), "9999-12-31T23:59:59.999999Z");
        assert!(timestamp(0, -1).is_err());
        assert!(timestamp(TIMES.end() + 1, 0).is_err());
    }

    #[test]
    fn what_is_written_reads_back() {
        for seconds in [0, -1, 951_782_400, 951_868_800, -62_135_596_800, 253_402_300_799, 1_700_000_000] {
            for nanos in [0, 1, 5_000_000, 999_999_999] {
                assert_eq!(parse_timestamp(&timestamp(seconds, nanos).unwrap()).unwrap(), (seconds, nanos));
            }
        }
        for (seconds, nanos) in [(0, -1), (-3, -500_000_000), (1, 0), (315_576_000_000, 0)] {
            assert_eq!(parse_duration(&duration(seconds, nanos).unwrap()).unwrap(), (seconds, nanos));
        }
        assert_eq!(parse_timestamp("1970-01-01T01:00:00.5+01:00").unwrap(), (0, 500_000_000));
        for bad in [
            "",
            "1970-01-01",
            "1970-02-30T00:00:00Z",
            "1970-01-01T00:00:00",
            "1970-01-01T24:00:00Z",
            "0000-01-01T00:00:00Z",
        ] {
            assert!(parse_timestamp(bad).is_err(), "{bad}");
        }
        for bad in ["", "1", "s", "1.s", "1.0000000001s", "--1s", "+1s", "315576000001s"] {
            assert!(parse_duration(bad).is_err(), "{bad}");
        }
        assert_eq!(parse_mask_path(&mask_path("a_b.c").unwrap()).unwrap(), "a_b.c");
    }

    #[test]
    fn durations_have_one_sign() {
        assert_eq!(duration(0, -1).unwrap(), "-0.000000001s");
        assert_eq!(duration(-3, -500_000_000).unwrap(), "-3.500s");
        assert_eq!(duration(1, 0).unwrap(), "1s");
        assert!(duration(1, -1).is_err());
        assert!(duration(i64::MIN, 0).is_err());
    }

    #[test]
    fn masks_are_written_in_camel_case() {
        assert_eq!(mask_path("a_b.c").unwrap(), "aB.c");
        for bad in ["aB", "a_", "a__b", "a_1"] {
            assert!(mask_path(bad).is_err(), "{bad}");
        }
    }
}
