//! Times as people write them in one line: RFC 3339 for a moment, seconds for a span of time. Exact to the nanosecond.

const DAY: i64 = 86_400;
/// What a Timestamp may say: the years 1 to 9999.
const SECONDS: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;

/// A moment, as `2026-11-30T19:22:59.273827518Z`; `None` where it is no Timestamp's.
pub fn moment(seconds: i64, nanos: i32) -> Option<String> {
    if !SECONDS.contains(&seconds) || !(0..1_000_000_000).contains(&nanos) {
        return None;
    }
    let (days, in_day) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
    let (year, month, day) = date(days);
    let (hour, minute, second) = (in_day / 3600, in_day / 60 % 60, in_day % 60);
    Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{}Z", fraction(nanos)))
}

/// A span of time, as `1.25s`; `None` where it is no Duration's.
pub fn span(seconds: i64, nanos: i32) -> Option<String> {
    let is_one_sign = seconds == 0 || nanos == 0 || (seconds < 0) == (nanos < 0);
    if !is_one_sign || nanos.abs() >= 1_000_000_000 {
        return None;
    }
    let sign = if seconds < 0 || nanos < 0 { "-" } else { "" };
    Some(format!("{sign}{}{}s", seconds.unsigned_abs(), fraction(nanos.abs())))
}

/// The part behind the point, with three, six or nine digits; nothing where it is zero.
fn fraction(nanos: i32) -> String {
    match nanos {
        0 => String::new(),
        n if n % 1_000_000 == 0 => format!(".{:03}", n / 1_000_000),
        n if n % 1_000 == 0 => format!(".{:06}", n / 1_000),
        n => format!(".{n:09}"),
    }
}

/// The civil date of a day counted from 1970-01-01.
fn date(days: i64) -> (i64, i64, i64) {
    // Years begin in March, so that the leap day is the last; eras of 400 years have the same days.
    let from_march = days + 719_468;
    let (era, in_era) = (from_march.div_euclid(146_097), from_march.rem_euclid(146_097));
    let year_in_era = (in_era - in_era / 1_460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year_in_era + year_in_era / 4 - year_in_era / 100);
    let month_from_march = (5 * in_year + 2) / 153;
    let day = in_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_in_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_exact() {
        assert_eq!(moment(0, 0).unwrap(), "1970-01-01T00:00:00Z");
        assert_eq!(moment(1_796_066_579, 273_827_518).unwrap(), "2026-11-30T19:22:59.273827518Z");
        assert_eq!(moment(951_782_399, 500_000_000).unwrap(), "2000-02-28T23:59:59.500Z");
        assert_eq!(moment(951_782_400, 0).unwrap(), "2000-02-29T00:00:00Z");
        assert_eq!(moment(-1, 1_000).unwrap(), "1969-12-31T23:59:59.000001Z");
        assert_eq!(moment(-62_135_596_800, 0).unwrap(), "0001-01-01T00:00:00Z");
        assert_eq!(moment(253_402_300_799, 999_999_999).unwrap(), "9999-12-31T23:59:59.999999999Z");
        assert_eq!(moment(253_402_300_800, 0), None);
        assert_eq!(moment(0, -1), None);
    }

    #[test]
    fn spans_have_one_sign() {
        assert_eq!(span(1, 250_000_000).unwrap(), "1.250s");
        assert_eq!(span(0, 14_806_069).unwrap(), "0.014806069s");
        assert_eq!(span(-3, -500_000_000).unwrap(), "-3.500s");
        assert_eq!(span(i64::MIN, 0).unwrap(), "-9223372036854775808s");
        assert_eq!(span(1, -1), None);
    }
}
