//! Targets: what a path names in a document. Duplicates are resolved as readers resolve them: what stands last wins.

use std::fmt;

use prost_reflect::Kind;

use super::field::{Field, wire_type_of};
use super::lens::{Lens, Reading, Type};
use super::packed::{Element, Elements};
use super::route::{Route, Start, route};
use super::value::{self, Value};
use crate::wire::path::{Index, Key, Path};
use crate::wire::{self, Address, Child, Document, Message, WireType};

/// At most this much of a map key is read.
const KEY_READ: u64 = 4 << 10;
/// At most so many records of an entry are looked at for its key.
const ENTRY_ROWS: usize = 64;

/// What a path names.
#[derive(Clone, Debug)]
pub enum Target {
    /// The whole message.
    Root,
    /// A record, or an element of a packed one.
    Found(Box<Found>),
    /// Nothing that stands in the document, but something it can take.
    Absent(Absent),
}

/// A record that a path names.
#[derive(Clone, Debug)]
pub struct Found {
    /// Where it stands.
    pub address: Address,
    /// The record.
    pub child: Child,
    /// The type of its message.
    pub parent: Type,
    /// The field it is, where the schema has it and the record fits.
    pub field: Option<Field>,
    /// The element of a packed run that is meant, where not all of it is.
    pub element: Option<Element>,
}

/// What would have to be made.
#[derive(Clone, Debug)]
pub struct Absent {
    /// The deepest message on the way that is there.
    pub message: Address,
    /// Its type.
    pub ty: Type,
    /// What is missing from there on, outermost first; the last is what the path names.
    pub missing: Vec<Spec>,
}

/// One field of a path, found in the schema.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The field number.
    pub number: u64,
    /// The field; `None` for a number that the schema does not know or that was asked for as a number.
    pub field: Option<Field>,
    /// Which occurrence or entry.
    pub index: Option<Index>,
    /// The type of its message.
    pub parent: Type,
    /// The type of its own payload as a message.
    pub ty: Type,
}

impl Spec {
    /// True for an entry of a map, named by its key or its place.
    pub fn is_entry(&self) -> bool {
        self.index.is_some() && self.field.as_ref().is_some_and(Field::is_map)
    }

    /// True for entries of a map that are named by their key. A bare number is the key of a map whose keys are
    /// numbers, and the place of an entry in any other.
    fn is_by_key(&self) -> bool {
        self.is_entry() && (matches!(self.index, Some(Index::Key(_))) || is_number_map(self.field.as_ref()))
    }

    /// The field that the schema has under the number, also where it was asked for by number.
    pub fn known(&self) -> Option<Field> {
        self.field.clone().or_else(|| Field::by_number(self.parent.as_ref()?, self.number))
    }

    fn matches(&self, lens: &Lens, record: &wire::Record) -> bool {
        if record.number != self.number || record.wire_type == WireType::Undecoded {
            return false;
        }
        self.field.is_none() || lens.read(&self.parent, record).fitting_field().is_some()
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.field {
            Some(field) => f.write_str(&field.path_name()),
            None => write!(f, "#{}", self.number),
        }
    }
}

/// Why a path names nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetError {
    /// The message type has no such field.
    UnknownField {
        /// The name asked for.
        name: String,
        /// The message type.
        message: String,
        /// Its nearest name.
        nearest: Option<String>,
    },
    /// A name where the message's type is not known.
    NoType {
        /// The name asked for.
        name: String,
    },
    /// A field of something that is no message.
    NotAMessage {
        /// That something.
        name: String,
    },
    /// Fewer occurrences than the index asks for.
    OutOfRange {
        /// The field.
        name: String,
        /// The index.
        index: u64,
        /// How many there are.
        count: u64,
    },
    /// A field of the message in an Any whose type is not known.
    UnknownAny {
        /// The Any.
        name: String,
        /// The name of the type that it says, empty for none.
        type_name: String,
    },
    /// A key for something that is no map, or not of the map's key type.
    BadKey {
        /// The field.
        name: String,
        /// What it takes in brackets.
        expected: String,
    },
    /// Bytes that cannot be read.
    Missing(wire::Missing),
}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownField { name, message, nearest: Some(nearest) } => {
                write!(f, "{message} has no field {name}: did you mean {nearest}?")
            }
            Self::UnknownField { name, message, nearest: None } => {
                write!(f, "{message} has no field {name}: list its fields with `wirebench schema show {message}`")
            }
            Self::NoType { name } => {
                write!(
                    f,
                    "{name} cannot be looked up because the type is not known: give it with -t, or name the field by number as #N"
                )
            }
            Self::NotAMessage { name } => write!(f, "{name} is no message: it has no fields to name"),
            Self::UnknownAny { name, type_name } if type_name.is_empty() => {
                write!(f, "{name} says no type, so the fields in it cannot be named: set its type_url first")
            }
            Self::UnknownAny { name, type_name } => {
                write!(
                    f,
                    "{name} holds a {type_name}, a type that is not known here: name its fields by number, as {name}.value.#1"
                )
            }
            Self::OutOfRange { name, index, count: 0 } => {
                write!(f, "{name}[{index}] is not there: the field does not occur")
            }
            Self::OutOfRange { name, index, count } => {
                write!(
                    f,
                    "{name}[{index}] is not there: the field occurs {count} times, the last is {name}[{}]",
                    count - 1
                )
            }
            Self::BadKey { name, expected } => write!(f, "{name} takes {expected} in brackets"),
            Self::Missing(wire::Missing::Absent(span)) => {
                write!(f, "the bytes at 0x{:x} are not read yet: try again", span.start)
            }
            Self::Missing(wire::Missing::Gone(span)) => {
                write!(f, "the bytes at 0x{:x} are gone, the file was truncated or replaced: open it again", span.start)
            }
        }
    }
}

impl std::error::Error for TargetError {}

fn absent(span: wire::Span) -> TargetError {
    TargetError::Missing(wire::Missing::Absent(span))
}

/// The last of what a path names: the one that wins.
///
/// # Errors
/// A name, an index or a key that names nothing, or bytes that cannot be read.
pub fn find(document: &Document, lens: &Lens, path: &Path) -> Result<Target, TargetError> {
    find_route(document, lens, &route(document, lens, path, true)?)
}

/// The last record of what a path names: of a map its entry, not the value in it.
///
/// # Errors
/// As [`find`].
pub fn find_record(document: &Document, lens: &Lens, path: &Path) -> Result<Target, TargetError> {
    find_route(document, lens, &route(document, lens, path, false)?)
}

fn find_route(document: &Document, lens: &Lens, Route { start, specs }: &Route) -> Result<Target, TargetError> {
    find_specs(document, lens, start, specs)
}

/// The last of what specs name in a message.
pub(super) fn find_specs(
    document: &Document,
    lens: &Lens,
    start: &Start,
    specs: &[Spec],
) -> Result<Target, TargetError> {
    if specs.is_empty() {
        return Ok(Target::Root);
    }
    let mut last = None;
    let deepest = Search { document, lens, start, specs }.run(&mut |found| last = Some(found))?;
    Ok(match last {
        Some(found) => Target::Found(Box::new(found)),
        None => Target::Absent(deepest),
    })
}

/// Gives all records that a path names to `on`, in wire order: without an index every occurrence, of a map all entries
/// with the key.
///
/// # Errors
/// As [`find`], and those of `on`.
pub(crate) fn find_all<E: From<TargetError>>(
    document: &Document,
    lens: &Lens,
    path: &Path,
    on: &mut dyn FnMut(Found) -> Result<(), E>,
) -> Result<(), E> {
    let Route { start, specs } = route(document, lens, path, false)?;
    let mut failed = None;
    let mut give = |found| {
        if failed.is_none() {
            failed = on(found).err();
        }
    };
    if let (Some(leaf), true) = (specs.last(), specs.last().is_some_and(Spec::is_by_key)) {
        let parents = specs.get(..specs.len() - 1).unwrap_or_default();
        let (address, message) = match find_specs(document, lens, &start, parents)? {
            Target::Root => (start.address.clone(), start.message.clone()),
            Target::Found(found) => (found.address, found.child.message()),
            Target::Absent(_) => return Ok(()),
        };
        let search = Search { document, lens, start: &start, specs: &specs };
        for child in document.children(&message) {
            let child = child.map_err(absent)?;
            if leaf.matches(lens, &child.record) && search.has_key(leaf, &child) {
                give(search.found(leaf, address.child(child.place), child, None));
            }
        }
    } else if !specs.is_empty() {
        Search { document, lens, start: &start, specs: &specs }.run(&mut give)?;
    }
    failed.map_or(Ok(()), Err)
}

/// The record at an address, read through the types on the way.
///
/// # Errors
/// The span that has to be fetched first.
pub fn at(document: &Document, lens: &Lens, address: &Address) -> Result<Option<Found>, wire::Span> {
    let (mut message, mut ty, mut here) = (document.root(), lens.root().clone(), Address::ROOT);
    let mut found = None;
    for step in address.steps() {
        let Some(child) = document.children_from(&message, *step).next().transpose()? else { return Ok(None) };
        here = here.child(*step);
        message = child.message();
        let reading = lens.read(&ty, &child.record);
        let field = reading.fitting_field().cloned();
        let inner = match reading {
            Reading::Message(_, message) => Some(message),
            _ => None,
        };
        found = Some(Found { address: here.clone(), child, parent: ty, field, element: None });
        ty = inner;
    }
    Ok(found)
}

struct Search<'a> {
    document: &'a Document,
    lens: &'a Lens,
    start: &'a Start,
    specs: &'a [Spec],
}

/// A record, and the element of it where it is packed.
type Hit = (Child, Option<Element>);

impl Search<'_> {
    /// Gives every record that the specs name to `on`, in wire order, and returns where a new one would go.
    ///
    /// Up to the last index each field means one occurrence: the one indexed, else the last. Behind it a field means
    /// every occurrence in every parent found.
    fn run(&self, on: &mut dyn FnMut(Found)) -> Result<Absent, TargetError> {
        let anchored = self.specs.iter().rposition(|it| it.index.is_some()).map_or(0, |idx| idx + 1);
        let (mut address, mut message) = (self.start.address.clone(), self.start.message.clone());
        for (idx, spec) in self.specs.iter().enumerate().take(anchored) {
            let (hit, count) = self.one(&message, spec)?;
            let Some((child, element)) = hit else {
                self.check_creatable(idx, count)?;
                return Ok(self.absent_from(address, idx));
            };
            address = address.child(child.place);
            message = child.message();
            if idx + 1 == self.specs.len() {
                let absent = self.absent_from(address.parent().unwrap_or_default(), idx);
                on(self.found(spec, address, child, element));
                return Ok(absent);
            }
        }
        self.every(address, message, anchored, on)
    }

    fn found(&self, spec: &Spec, address: Address, child: Child, element: Option<Element>) -> Found {
        let field = self.lens.read(&spec.parent, &child.record).fitting_field().cloned();
        Found { address, child, parent: spec.parent.clone(), field, element }
    }

    fn absent_from(&self, message: Address, idx: usize) -> Absent {
        let missing = self.specs.get(idx..).unwrap_or_default().to_vec();
        let ty = missing.first().and_then(|it| it.parent.clone());
        Absent { message, ty, missing }
    }

    /// Only what is named by key, or by no index at all, can be made.
    fn check_creatable(&self, idx: usize, count: u64) -> Result<(), TargetError> {
        for (i, spec) in self.specs.iter().enumerate().skip(idx) {
            match &spec.index {
                Some(Index::At(index)) if !spec.is_by_key() => {
                    let count = if i == idx { count } else { 0 };
                    return Err(TargetError::OutOfRange { name: spec.to_string(), index: *index, count });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The occurrence that the spec's index names, or the last one; and how many values there are.
    fn one(&self, message: &Message, spec: &Spec) -> Result<(Option<Hit>, u64), TargetError> {
        let (mut hit, mut count) = (None, 0u64);
        for child in self.document.children(message) {
            let child = child.map_err(absent)?;
            if !spec.matches(self.lens, &child.record) {
                continue;
            }
            let elements = self.packed(spec, &child)?;
            let here = elements.unwrap_or(1);
            match &spec.index {
                Some(_) if spec.is_by_key() => {
                    if self.has_key(spec, &child) {
                        hit = Some((child, None));
                    }
                }
                Some(Index::At(index)) => {
                    if *index >= count && *index < count + here {
                        let element = elements.and_then(|_| self.element(spec, &child, index - count));
                        hit = Some((child, element));
                    }
                }
                Some(Index::Key(_)) | None => hit = Some((child, None)),
            }
            count += here;
        }
        Ok((hit, count))
    }

    fn has_key(&self, spec: &Spec, entry: &Child) -> bool {
        let key = spec.field.as_ref().and_then(|field| entry_key(self.document, field, entry));
        key.is_some() && key == spec.index
    }

    /// How many elements a packed record has; `None` for one that is not packed.
    fn packed(&self, spec: &Spec, child: &Child) -> Result<Option<u64>, TargetError> {
        match self.lens.read(&spec.parent, &child.record) {
            Reading::Packed(field) => {
                let elements = Elements::new(self.document, child.record.payload.clone(), &field.kind());
                elements.count_whole().map(Some).map_err(TargetError::Missing)
            }
            _ => Ok(None),
        }
    }

    fn element(&self, spec: &Spec, child: &Child, index: u64) -> Option<Element> {
        let Reading::Packed(field) = self.lens.read(&spec.parent, &child.record) else { return None };
        let mut elements = Elements::new(self.document, child.record.payload.clone(), &field.kind());
        elements.nth(usize::try_from(index).ok()?)?.ok()
    }

    /// Every occurrence below a message, depth first; remembers the deepest message met last.
    fn every(
        &self,
        address: Address,
        message: Message,
        from: usize,
        on: &mut dyn FnMut(Found),
    ) -> Result<Absent, TargetError> {
        let mut deepest = (from, address.clone());
        let mut stack = vec![(address, self.document.children(&message))];
        while let Some((_, children)) = stack.last_mut() {
            let Some(child) = children.next().transpose().map_err(absent)? else {
                stack.pop();
                continue;
            };
            let idx = from + stack.len() - 1;
            let Some(spec) = self.specs.get(idx).filter(|it| it.matches(self.lens, &child.record)) else { continue };
            let Some((address, _)) = stack.last() else { continue };
            let here = address.child(child.place);
            if idx + 1 == self.specs.len() {
                on(self.found(spec, here, child, None));
                continue;
            }
            if idx + 1 >= deepest.0 {
                deepest = (idx + 1, here.clone());
            }
            stack.push((here, self.document.children(&child.message())));
        }
        Ok(self.absent_from(deepest.1, deepest.0))
    }
}

fn is_number_map(field: Option<&Field>) -> bool {
    let key = field.filter(|it| it.is_map()).and_then(Field::message).map(|it| it.map_entry_key_field().kind());
    key.is_some_and(|kind| !matches!(kind, Kind::String | Kind::Bool))
}

/// The key of a map's entry as a path has it: the last key in it, or the default where it has none.
pub(crate) fn entry_key(document: &Document, field: &Field, entry: &Child) -> Option<Index> {
    let kind = field.message()?.map_entry_key_field().kind();
    let mut key = None;
    for child in document.children(&entry.message()).take(ENTRY_ROWS) {
        let child = child.ok()?;
        if child.record.number == 1 && child.record.wire_type == wire_type_of(&kind) {
            let start = document.body_start(&child.record.payload, KEY_READ).ok()?;
            key = Some(value::of_kind(&kind, &start, child.record.payload.len()));
        }
    }
    match key {
        Some(value) => index_of(value),
        None if kind == Kind::String => Some(Index::Key(Key::Text(String::new()))),
        None => index_of(value::of_number(&kind, 0)),
    }
}

fn index_of(key: Value) -> Option<Index> {
    match key {
        Value::Text { text, is_whole: true, .. } => Some(Index::Key(Key::Text(text))),
        Value::Bool(value) => Some(Index::Key(Key::Word(value.to_string()))),
        Value::Uint(value) => Some(Index::At(value)),
        Value::Int(value) => Some(u64::try_from(value).map_or(Index::Key(Key::Number(value)), Index::At)),
        _ => None,
    }
}
