//! `mimeapps.list`: which program opens which type. One line of one section is ours; all others are kept as they are,
//! byte for byte, and what was put in is taken out again to the byte.

/// The type of files that no other type fits.
pub(super) const UNKNOWN_TYPE: &str = "application/octet-stream";
const SECTION: &str = "[Default Applications]";

/// A line's place among the bytes, its end included.
type Line = std::ops::Range<usize>;

fn lines(list: &[u8]) -> Vec<Line> {
    let mut start = 0;
    let ends = list.split_inclusive(|it| *it == b'\n').map(|line| {
        let range = start..start + line.len();
        start = range.end;
        range
    });
    ends.collect()
}

fn text_of<'l>(list: &'l [u8], line: &Line) -> &'l str {
    list.get(line.clone()).and_then(|it| std::str::from_utf8(it).ok()).map_or("", str::trim)
}

/// The line of the section's head, and the line of the type in it.
fn find(list: &[u8]) -> (Option<Line>, Option<Line>) {
    let (mut head, mut is_inside) = (None, false);
    for line in lines(list) {
        let text = text_of(list, &line);
        if text.starts_with('[') {
            is_inside = text == SECTION;
            if is_inside && head.is_none() {
                head = Some(line);
            }
        } else if is_inside && key_of(text) == Some(UNKNOWN_TYPE) {
            return (head, Some(line));
        }
    }
    (head, None)
}

fn key_of(line: &str) -> Option<&str> {
    line.split_once('=').map(|(key, _)| key.trim())
}

/// Where the value of a line begins.
fn value_at(list: &[u8], line: &Line) -> usize {
    let bytes = list.get(line.clone()).unwrap_or_default();
    let sign = bytes.iter().position(|it| *it == b'=').map_or(bytes.len(), |at| at + 1);
    let blanks = bytes.iter().skip(sign).take_while(|it| matches!(it, b' ' | b'\t')).count();
    line.start + sign + blanks
}

fn replaced(list: &[u8], range: std::ops::Range<usize>, by: &str) -> Vec<u8> {
    let (before, after) = (list.get(..range.start).unwrap_or_default(), list.get(range.end..).unwrap_or_default());
    [before, by.as_bytes(), after].concat()
}

/// True when we are the first of those that open files of no known type.
pub(super) fn is_first(list: &[u8]) -> bool {
    let (_, Some(line)) = find(list) else { return false };
    let value = list.get(value_at(list, &line)..line.end).unwrap_or_default();
    let first = value.split(|it| *it == b';').next().unwrap_or_default();
    first.trim_ascii() == super::ENTRY.as_bytes()
}

/// The list with us as the first; `None` where it is so already.
pub(super) fn with(list: &[u8]) -> Option<Vec<u8>> {
    if is_first(list) {
        return None;
    }
    // What stands further back in the line is put first.
    let list = without(list).unwrap_or_else(|| list.to_vec());
    Some(match find(&list) {
        (_, Some(line)) => {
            let at = value_at(&list, &line);
            replaced(&list, at..at, &format!("{};", super::ENTRY))
        }
        (Some(head), None) => {
            let has_end = list.get(head.clone()).is_some_and(|it| it.ends_with(b"\n"));
            let (before, after) = if has_end { ("", "\n") } else { ("\n", "") };
            replaced(&list, head.end..head.end, &format!("{before}{UNKNOWN_TYPE}={}{after}", super::ENTRY))
        }
        (None, None) => replaced(&list, 0..0, &format!("{SECTION}\n{UNKNOWN_TYPE}={}\n", super::ENTRY)),
    })
}

/// The list without us; `None` where we are not in it. Empty where nothing but us was in it.
pub(super) fn without(list: &[u8]) -> Option<Vec<u8>> {
    let (head, line) = find(list);
    let line = line?;
    let at = value_at(list, &line);
    let value = std::str::from_utf8(list.get(at..line.end)?).ok()?;
    let item = value.split_inclusive(';').scan(at, |start, item| {
        let range = *start..*start + item.len();
        *start = range.end;
        Some((range, item))
    });
    let mut items = item.collect::<Vec<_>>().into_iter();
    let (range, item) = items.find(|(_, item)| item.trim().trim_end_matches(';').trim() == super::ENTRY)?;
    let is_alone = value.trim().trim_end_matches(';').trim() == super::ENTRY;
    if !is_alone {
        // A last item has the end of the line behind it, which stays.
        let kept = item.len() - item.trim_end_matches(['\n', '\r']).len();
        return Some(replaced(list, range.start..range.end - kept, ""));
    }
    let rest = replaced(list, line.clone(), "");
    // A head that has nothing under it any more was ours too, where it stands first.
    let is_ours = head.is_some_and(|it| it.start == 0 && it.end == line.start);
    let next = lines(&rest).into_iter().skip(1).map(|it| text_of(&rest, &it).to_owned());
    let next = next.into_iter().find(|it| !it.is_empty() && !it.starts_with('#'));
    if is_ours && next.is_none_or(|it| it.starts_with('[')) {
        let head = lines(&rest).into_iter().next().unwrap_or_default();
        return Some(replaced(&rest, head, ""));
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTS: &[&str] = &[
        "",
        "[Added Associations]\ntext/plain=a.desktop;\n",
        "# mine\n\n[Added Associations]\napplication/octet-stream=a.desktop;\n",
        "[Default Applications]\ntext/plain=a.desktop\n",
        "[Default Applications]\napplication/octet-stream=a.desktop\ntext/plain=b.desktop\n",
        "[Default Applications]\napplication/octet-stream=a.desktop;b.desktop;\n",
        "[Default Applications]\napplication/octet-stream = a.desktop",
        "[Added Associations]\nx/y=a.desktop;\n\n[Default Applications]\nx/y=a.desktop\n\n[Removed Associations]\nx/y=b.desktop\n",
        "[Default Applications]\r\ntext/plain=a.desktop\r\n",
        "# \u{fffd}\n\n[X]\n\u{fffd}=\u{fffd}\n",
    ];

    #[test]
    fn what_is_put_in_is_taken_out_to_the_byte() {
        for list in LISTS {
            let with_us = with(list.as_bytes()).unwrap();
            assert!(is_first(&with_us), "{}", String::from_utf8_lossy(&with_us));
            assert_eq!(with(&with_us), None);
            let again = without(&with_us).unwrap();
            assert_eq!(String::from_utf8_lossy(&again), *list);
            assert_eq!(without(&again), None);
        }
    }

    #[test]
    fn every_other_line_stays() {
        for list in LISTS {
            let with_us = String::from_utf8(with(list.as_bytes()).unwrap()).unwrap();
            for line in list.lines().filter(|it| !it.starts_with(UNKNOWN_TYPE)) {
                assert!(with_us.lines().any(|it| it == line), "{line} is lost from {with_us}");
            }
        }
        let with_us = with(b"[Default Applications]\napplication/octet-stream=a.desktop\n").unwrap();
        assert_eq!(
            String::from_utf8_lossy(&with_us),
            "[Default Applications]\napplication/octet-stream=wirebench.desktop;a.desktop\n"
        );
    }

    #[test]
    fn one_who_stands_further_back_comes_first() {
        let list = b"[Default Applications]\napplication/octet-stream=a.desktop;wirebench.desktop;\n";
        assert!(!is_first(list));
        let with_us = with(list).unwrap();
        let wanted = "[Default Applications]\napplication/octet-stream=wirebench.desktop;a.desktop;\n";
        assert_eq!(String::from_utf8_lossy(&with_us), wanted);
    }
}
