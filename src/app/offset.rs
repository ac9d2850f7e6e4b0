//! Offsets as a person types them: `74`, `0x4a`, `+16`, `-0x10`, `end`, `end-4`.

/// The offset that a text means, for a caret at `here` in a document of `len` bytes.
///
/// # Errors
/// Why there is none, in plain words.
pub(super) fn parse(text: &str, here: u64, len: u64) -> Result<u64, String> {
    let text: String = text.chars().filter(|it| !it.is_whitespace() && *it != '_').collect::<String>().to_lowercase();
    let end = text.strip_prefix("end");
    let (base, rest) = match end {
        Some(rest) => (len, rest),
        None if text.starts_with(['+', '-']) => (here, text.as_str()),
        None => (0, text.as_str()),
    };
    let offset = match (rest.strip_prefix('+'), rest.strip_prefix('-')) {
        _ if rest.is_empty() && end.is_some() => Some(base),
        (Some(by), _) => base.checked_add(number(by)?),
        (_, Some(by)) => {
            let by = number(by)?;
            return base.checked_sub(by).ok_or_else(|| format!("0x{by:x} back from 0x{base:x} is before the start"));
        }
        (None, None) if end.is_some() => return Err(format!("write end, or end-{rest}")),
        (None, None) => Some(number(rest)?),
    };
    offset.filter(|it| *it <= len).ok_or_else(|| format!("the document ends at 0x{len:x} ({len})"))
}

fn number(text: &str) -> Result<u64, String> {
    let too_large = || "it is more than 64 bits hold".to_owned();
    if let Some(digits) = text.strip_prefix("0x") {
        return match u64::from_str_radix(digits, 16) {
            Ok(number) => Ok(number),
            Err(_) if digits.is_empty() => Err("hex digits follow 0x".to_owned()),
            Err(_) if digits.chars().all(|it| it.is_ascii_hexdigit()) => Err(too_large()),
            Err(_) => Err(format!("{digits} are no hex digits")),
        };
    }
    match text.parse() {
        Ok(number) => Ok(number),
        Err(_) if text.is_empty() => Err("a number is expected, as in 74, 0x4a, +16 or end".to_owned()),
        Err(_) if text.chars().all(|it| it.is_ascii_digit()) => Err(too_large()),
        Err(_) if text.chars().all(|it| it.is_ascii_hexdigit()) => Err(format!("hex is written 0x{text}")),
        Err(_) => Err(format!("{text} is no number: write 74, 0x4a, +16, -0x10 or end")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_taken_as_people_write_them() {
        for (text, offset) in [
            ("74", 74),
            ("0x4a", 74),
            (" 0X4A ", 74),
            ("1_000", 1000),
            ("+16", 116),
            ("+0x10", 116),
            ("-0x10", 84),
            ("- 100", 0),
            ("end", 4096),
            ("End-4", 4092),
            ("0", 0),
            ("4096", 4096),
        ] {
            assert_eq!(parse(text, 100, 4096), Ok(offset), "{text}");
        }
    }

    #[test]
    fn what_does_not_fit_says_why() {
        for (text, why) in [
            ("", "a number is expected"),
            ("0x", "hex digits follow"),
            ("4a", "hex is written 0x4a"),
            ("0xzz", "no hex digits"),
            ("4097", "ends at 0x1000 (4096)"),
            ("end+1", "ends at 0x1000"),
            ("-101", "before the start"),
            ("end4", "end-4"),
            ("99999999999999999999", "64 bits"),
            ("0x11111111111111111", "64 bits"),
            ("+0xffffffffffffffff", "ends at"),
            ("here", "is no number"),
        ] {
            let said = parse(text, 100, 4096).unwrap_err();
            assert!(said.contains(why), "{text}: {said}");
        }
    }
}
