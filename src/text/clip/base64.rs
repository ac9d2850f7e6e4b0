//! Base64: the standard and the URL alphabet, never mixed, padded or not, broken over lines or not.

/// True for a text that is meant as base64 and not as a word: padded, or long with more than letters of one case.
pub(super) fn is_telling(text: &str) -> bool {
    let text = payload(text);
    let is_telling = |it: u8| it.is_ascii_digit() || matches!(it, b'+' | b'/' | b'-' | b'_');
    let has = |test: &dyn Fn(u8) -> bool| text.bytes().any(test);
    let is_mixed = has(&|it| it.is_ascii_uppercase()) && has(&|it| it.is_ascii_lowercase());
    text.trim_end().ends_with('=')
        || text.trim().len() >= 8 && is_mixed && (has(&is_telling) || text.trim().len() >= 24)
}

/// What stands behind the head of a `data:` address.
fn payload(text: &str) -> &str {
    let text = text.trim();
    match text.strip_prefix("data:").and_then(|it| it.split_once(',')) {
        Some((head, data)) if head.ends_with(";base64") => data,
        Some(_) | None => text,
    }
}

/// The bytes.
pub(super) fn read(text: &str) -> Option<Vec<u8>> {
    let text = payload(text);
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let (mut bits, mut held, mut digits, mut padding) = (0u32, 0u32, 0usize, 0usize);
    let (mut is_standard, mut is_url) = (false, false);
    for letter in text.bytes().filter(|it| !matches!(it, b'\n' | b'\r' | b'\t')) {
        if letter == b'=' {
            padding += 1;
            continue;
        }
        if padding > 0 {
            return None;
        }
        is_standard |= matches!(letter, b'+' | b'/');
        is_url |= matches!(letter, b'-' | b'_');
        bits = bits << 6 | u32::from(digit(letter)?);
        (held, digits) = (held + 6, digits + 1);
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    let is_whole = digits % 4 != 1 && bits == 0 && digits > 0;
    let is_padded = padding == 0 || padding == (4 - digits % 4) % 4;
    (is_whole && is_padded && !(is_standard && is_url)).then_some(bytes)
}

fn digit(letter: u8) -> Option<u8> {
    match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}
