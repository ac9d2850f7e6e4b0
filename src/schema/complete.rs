//! Completion of a path as it is typed: the fields of the type at that place with what they say of themselves, the
//! indexes that are there, the keys of maps. Looks at a bounded number of records, however large the document.

use super::docs_of_field;
use super::field::Field;
use super::lens::{Lens, Reading, Type};
use super::route::{Met, Route, Start, message_in_any, route_with};
use super::target::{Spec, entry_key};
use super::telling;
use crate::wire::path::{Index, Name, Path, Segment};
use crate::wire::{Address, Child, Document, Message, WireType};

/// Records of a message that are looked at.
const LOOKED_AT: usize = 1_024;
/// Choices given.
const CHOICES: usize = 200;

/// What a path may go on with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// Where in the text the choices take the place of what is typed.
    pub from: usize,
    /// The choices, best first.
    pub choices: Vec<Choice>,
}

/// One way for a path to go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// What takes the place of the text from there on.
    pub text: String,
    /// The type of a field, the value of an element.
    pub detail: String,
    /// How many there are; empty for none.
    pub note: String,
    /// What the field says of itself.
    pub about: String,
}

/// What the text of a path may go on with.
pub fn complete(document: &Document, lens: &Lens, text: &str) -> Completion {
    let Cut { head, from, is_index } = cut(text);
    let typed = text.get(from..).unwrap_or_default();
    let choices = if is_index {
        let (parent, name) = head.rsplit_once('.').unwrap_or(("", head));
        place(document, lens, parent).map(|it| indexes(document, lens, &it, name, typed))
    } else {
        place(document, lens, head).map(|it| {
            let mut all = fields(document, &it, typed);
            all.extend(it.inner.iter().flat_map(|inner| fields(document, inner, typed)));
            all.truncate(CHOICES);
            all
        })
    };
    Completion { from, choices: choices.unwrap_or_default() }
}

struct Cut<'a> {
    /// The path before.
    head: &'a str,
    from: usize,
    /// True within brackets.
    is_index: bool,
}

/// Parts a text where what is typed now begins.
fn cut(text: &str) -> Cut<'_> {
    let (mut dot, mut bracket) = (None, None);
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '[' if bracket.is_none() => bracket = Some(at),
            ']' => bracket = None,
            '.' if bracket.is_none() => dot = Some(at),
            _ => {}
        }
    }
    let start = dot.map_or(0, |at| at + 1);
    // What begins with a bracket is an extension's name.
    match bracket.filter(|at| *at > start) {
        Some(at) => Cut { head: text.get(..at).unwrap_or_default(), from: at + 1, is_index: true },
        None => Cut { head: text.get(..dot.unwrap_or(0)).unwrap_or_default(), from: start, is_index: false },
    }
}

/// A message that a path leads to: its type, and its content where that is near enough to be found.
struct Place {
    ty: Type,
    message: Option<Message>,
    /// The message in it, of an Any: its fields may follow as well.
    inner: Option<Box<Self>>,
}

impl Place {
    fn new(ty: Type, message: Option<Message>) -> Self {
        Self { ty, message, inner: None }
    }
}

fn place(document: &Document, lens: &Lens, head: &str) -> Option<Place> {
    if head.is_empty() {
        return Some(Place::new(lens.root().clone(), Some(document.root())));
    }
    let path = Path::parse(head).ok()?;
    let find = |start: &Start, specs: &[Spec]| Ok(nearest(document, start, specs));
    let Route { start, specs } = route_with(document, lens, &path, true, &find).ok()?;
    let last = specs.last()?;
    let message = nearest(document, &start, &specs).map(|it| it.child.message());
    let inner = message_in_any(document, lens, &start, &specs, &find).map(|ty| {
        let is_value = |it: &Child| it.record.number == 2 && it.record.wire_type == WireType::Len;
        let value = move |any: &Message| near(document, any).filter(is_value).last().map(|it| it.message());
        (ty, value)
    });
    let is_message = last.ty.is_some() || last.known().is_none_or(|field| field.message().is_some());
    match inner {
        // The value of an Any is the message in it.
        Some((ty, _)) if !is_message => Some(Place::new(Some(ty), message)),
        None if !is_message => None,
        inner => {
            let inner = inner.map(|(ty, value)| Box::new(Place::new(Some(ty), message.as_ref().and_then(value))));
            Some(Place { ty: last.ty.clone(), message, inner })
        }
    }
}

/// The record that specs lead to, as far as records near the start of their messages tell.
fn nearest(document: &Document, start: &Start, specs: &[Spec]) -> Option<Met> {
    let (mut around, mut met) = (start.message.clone(), None);
    for spec in specs {
        let is_it = |child: &Child| child.record.number == spec.number && child.record.wire_type != WireType::Undecoded;
        let mut all = near(document, &around).filter(is_it);
        let found = match (&spec.index, &spec.field) {
            (Some(index), Some(field)) if field.is_map() => {
                let mut entries = all.enumerate();
                entries
                    .find(|(at, it)| {
                        let key = entry_key(document, field, it);
                        key.as_ref() == Some(index)
                            || *index == Index::At(*at as u64) && !matches!(key, Some(Index::At(_)))
                    })
                    .map(|(_, it)| it)
            }
            (Some(Index::At(at)), _) => all.nth(usize::try_from(*at).unwrap_or(usize::MAX)),
            (Some(Index::Key(_)) | None, _) => all.last(),
        };
        let child = found?;
        around = child.message();
        met = Some(Met { address: Address::ROOT, child, parent: spec.parent.clone() });
    }
    met
}

/// The first records of a message, as far as they are read.
fn near<'a>(document: &'a Document, message: &Message) -> impl Iterator<Item = Child> + use<'a> {
    document.children(message).take(LOOKED_AT).map_while(Result::ok)
}

fn fields(document: &Document, place: &Place, typed: &str) -> Vec<Choice> {
    let mut counts: Vec<(u64, usize)> = Vec::new();
    if let Some(message) = &place.message {
        for child in near(document, message).filter(|it| it.record.wire_type != WireType::Undecoded) {
            match counts.iter_mut().find(|it| it.0 == child.record.number) {
                Some(count) => count.1 += 1,
                None => counts.push((child.record.number, 1)),
            }
        }
    }
    let small = typed.to_lowercase();
    let count_of = |number: u64| counts.iter().find(|it| it.0 == number).map_or(0, |it| it.1);
    let mut all: Vec<(bool, Choice)> = Vec::new();
    if let Some(ty) = &place.ty {
        let declared = ty.fields().map(Field::Declared);
        for field in declared.chain(ty.extensions().map(Field::Extension)) {
            let name = field.path_name();
            let Some(at) = name.to_lowercase().find(&small) else { continue };
            let count = count_of(u64::from(field.number()));
            all.push((
                at > 0,
                Choice {
                    text: name,
                    detail: field_type(&field),
                    note: if count > 0 { count.to_string() } else { String::new() },
                    about: docs_of_field(&field).unwrap_or_default(),
                },
            ));
        }
    }
    // Numbers that the schema does not have, or all of them without a type.
    for (number, count) in &counts {
        let is_known = place.ty.as_ref().is_some_and(|ty| Field::by_number(ty, *number).is_some());
        let name = format!("#{number}");
        if !is_known && name.starts_with(typed) {
            let known = if place.ty.is_some() { "not in the schema" } else { "by number" };
            all.push((
                false,
                Choice { text: name, detail: known.into(), note: count.to_string(), about: String::new() },
            ));
        }
    }
    all.sort_by_key(|it| it.0);
    all.truncate(CHOICES);
    all.into_iter().map(|it| it.1).collect()
}

fn field_type(field: &Field) -> String {
    let repeated = if field.is_repeated() && !field.is_map() { "repeated " } else { "" };
    format!("{repeated}{}", field.type_name())
}

/// The elements or entries of a field that are there, with what they are.
fn indexes(document: &Document, lens: &Lens, place: &Place, name: &str, typed: &str) -> Vec<Choice> {
    let Some(message) = &place.message else { return Vec::new() };
    let number = match name.strip_prefix('#') {
        Some(number) => number.parse().ok(),
        None => place.ty.as_ref().and_then(|ty| Field::by_name(ty, name)).map(|it| u64::from(it.number())),
    };
    let Some(number) = number else { return Vec::new() };
    let mut out: Vec<Choice> = Vec::new();
    for (at, child) in near(document, message).filter(|it| it.record.number == number).enumerate() {
        let reading = lens.read(&place.ty, &child.record);
        let index = match &reading {
            Reading::Message(field, _) if field.is_map() => entry_key(document, field, &child),
            Reading::Packed(_) | Reading::Undecoded => return out,
            _ => None,
        };
        let index = index.unwrap_or(Index::At(at as u64));
        let written = Segment { name: Name::Field(String::new()), index: Some(index) }.to_string();
        let text = written.strip_prefix('[').unwrap_or(&written).to_owned();
        if !text.to_lowercase().contains(&typed.to_lowercase()) || out.iter().any(|it| it.text == text) {
            continue;
        }
        let detail = telling::line(document, lens, &reading, &child.record).text;
        out.push(Choice { text, detail, ..Choice::default() });
        if out.len() >= CHOICES {
            break;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{Pool, sample};

    fn texts(text: &str) -> (usize, Vec<String>) {
        let pool = Pool::bundled();
        let ty = pool.find("HistoricalExecuteResponse").unwrap();
        let document = Document::from_bytes(sample::sample(&ty, 1));
        let done = complete(&document, &Lens::new(pool, Some(ty)), text);
        (done.from, done.choices.into_iter().map(|it| it.text).collect())
    }

    #[test]
    fn names_come_from_the_type_at_that_place() {
        assert_eq!(texts("exec"), (0, vec!["execute_response".to_owned()]));
        let (from, names) = texts("execute_response.result.exit");
        assert_eq!((from, names), (24, vec!["exit_code".to_owned()]));
        assert!(texts("execute_response.").1.contains(&"server_logs".to_owned()));
        assert!(texts("nonesuch.").1.is_empty());
        assert!(texts("execute_response.result.exit_code.").1.is_empty());
    }

    #[test]
    fn indexes_and_keys_are_those_that_are_there() {
        let head = "execute_response.result.output_files[";
        assert_eq!(texts(head), (head.len(), vec!["0]".to_owned(), "1]".to_owned()]));
        let head = "execute_response.server_logs[\"std";
        assert_eq!(texts(head).1, ["\"stdout\"]", "\"stderr\"]"]);
        assert!(texts("execute_response.server_logs[\"stdout\"].").1.contains(&"digest".to_owned()));
        assert!(texts("execute_response.result.output_files[1].").1.contains(&"path".to_owned()));
    }

    #[test]
    fn without_a_type_the_numbers_that_are_there_are_offered() {
        let document = Document::from_bytes(vec![8, 1, 0x12, 0, 8, 2]);
        let done = complete(&document, &Lens::without_type(Pool::bundled()), "");
        let texts: Vec<_> = done.choices.iter().map(|it| (it.text.as_str(), it.note.as_str())).collect();
        assert_eq!(texts, [("#1", "2"), ("#2", "1")]);
    }

    #[test]
    fn half_a_text_is_no_trouble() {
        for text in ["[", "a[", "a[\"", "a[\"\\", "]", ".", "..", "#", "#1[", "\u{301}.\u{301}[", "a[0]b"] {
            texts(text);
        }
    }
}
