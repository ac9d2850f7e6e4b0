//! Bytes as a person or source code writes them: plain hex, arrays of numbers, string literals.

use super::byte_of;

/// Hex in any spacing; `0x` and `\x` may stand before each byte.
pub(super) fn hex(text: &str) -> Option<Vec<u8>> {
    let is_separator = |it: char| it.is_whitespace() || matches!(it, ',' | ';' | ':' | '-' | '_');
    let mut bytes = Vec::with_capacity(text.len() / 2);
    for word in text.split(is_separator).filter(|it| !it.is_empty()) {
        match word.strip_prefix("\\x") {
            // `\x0a\x03`, without anything between.
            Some(rest) => rest.split("\\x").try_for_each(|it| push(it, false, &mut bytes))?,
            None => match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
                Some(rest) => push(rest, true, &mut bytes)?,
                None => push(word, false, &mut bytes)?,
            },
        }
    }
    (!bytes.is_empty()).then_some(bytes)
}

fn push(digits: &str, may_be_short: bool, bytes: &mut Vec<u8>) -> Option<()> {
    if let (true, [digit]) = (may_be_short, digits.as_bytes()) {
        bytes.push(byte_of(&[b'0', *digit])?);
        return Some(());
    }
    if digits.is_empty() || !digits.len().is_multiple_of(2) {
        return None;
    }
    for pair in digits.as_bytes().chunks(2) {
        bytes.push(byte_of(pair)?);
    }
    Some(())
}

/// What stands between braces, else between the last brackets that hold anything, as numbers from -128 to 255.
pub(super) fn array(text: &str) -> Option<Vec<u8>> {
    let inner = match text.find('{') {
        Some(start) => text.get(start + 1..)?.split_once('}')?.0,
        // A type before it has brackets too: `[u8; 8] = [`.
        None => {
            let end = text.rfind(']')?;
            let (before, inner) = text.get(..end)?.rsplit_once('[')?;
            // A name before it makes it a path, `files[2]`.
            let is_list = before.trim_end().chars().next_back().is_none_or(|it| "=&(!,:".contains(it));
            is_list.then_some(inner)?
        }
    };
    let mut bytes = Vec::new();
    let mut numbers = inner.split(',').map(str::trim).peekable();
    while let Some(number) = numbers.next() {
        // A comma may stand behind the last.
        if number.is_empty() && numbers.peek().is_none() && !bytes.is_empty() {
            break;
        }
        bytes.push(number_of(number)?);
    }
    Some(bytes)
}

fn number_of(word: &str) -> Option<u8> {
    let word = word.strip_suffix("u8").unwrap_or(word);
    let word = word.trim_end_matches(['_', 'u', 'U']);
    match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        Some(digits) if digits.starts_with(|it: char| it.is_ascii_hexdigit()) => u8::from_str_radix(digits, 16).ok(),
        Some(_) => None,
        None => word.parse::<u8>().ok().or_else(|| word.parse::<i8>().ok().map(i8::cast_unsigned)),
    }
}

/// A literal between quotes with at least one escape: of C, Rust, Python, Go.
pub(super) fn literal(text: &str) -> Option<Vec<u8>> {
    let text = text.trim().trim_end_matches(';');
    // As Go has it.
    let text = text.strip_prefix("[]byte(").and_then(|it| it.strip_suffix(')')).unwrap_or(text);
    let text = text.strip_prefix(['b', 'B']).unwrap_or(text);
    let quote = text.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
    if !inner.contains('\\') {
        return None;
    }
    let mut bytes = Vec::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(letter) = rest.chars().next() {
        rest = rest.get(letter.len_utf8()..)?;
        match letter {
            '\\' => rest = escape(rest, &mut bytes)?,
            it if it == quote => return None,
            it => bytes.extend(it.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Some(bytes)
}

/// Reads what stands behind a backslash; gives what follows it.
fn escape<'t>(text: &'t str, bytes: &mut Vec<u8>) -> Option<&'t str> {
    let letter = text.chars().next()?;
    let rest = text.get(letter.len_utf8()..)?;
    let simple = match letter {
        'n' => b'\n',
        'r' => b'\r',
        't' => b'\t',
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'v' => 11,
        '\\' | '"' | '\'' | '?' => letter as u8,
        'x' => {
            bytes.push(byte_of(rest.as_bytes().get(..2)?)?);
            return rest.get(2..);
        }
        'u' | 'U' => {
            let len = if letter == 'u' { 4 } else { 8 };
            let point = u32::from_str_radix(rest.get(..len)?, 16).ok().and_then(char::from_u32)?;
            bytes.extend(point.encode_utf8(&mut [0; 4]).as_bytes());
            return rest.get(len..);
        }
        '0'..='7' => {
            let len = text.bytes().take(3).take_while(|it| matches!(it, b'0'..=b'7')).count();
            bytes.push(u8::from_str_radix(text.get(..len)?, 8).ok()?);
            return text.get(len..);
        }
        _ => return None,
    };
    bytes.push(simple);
    Some(rest)
}
