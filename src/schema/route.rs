//! Routes: the fields of a path, looked up in the schema. Where the schema alone cannot go on, the document says of what
//! type a message is: in an Any, whose type stands beside it, and in a record that is read as a message.

use prost_reflect::Kind;

use super::field::Field;
use super::lens::{Lens, Type};
use super::pool::distance;
use super::readings::{ANY, ReadAs, any_type};
use super::target::{self, Spec, Target, TargetError};
use crate::wire::path::{Index, Key, Name, Path, Segment};
use crate::wire::{Address, Child, Document, Message};

/// The message that the rest of a path begins in.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub address: Address,
    pub message: Message,
    pub ty: Type,
}

/// What a path says: specs, and the message that the first of them is a field of.
#[derive(Clone, Debug)]
pub(crate) struct Route {
    pub start: Start,
    pub specs: Vec<Spec>,
}

/// A record on the way.
pub(crate) struct Met {
    pub address: Address,
    pub child: Child,
    /// The type of its message.
    pub parent: Type,
}

/// Finds the record that specs lead to; `None` where none is there.
pub(crate) type Find<'a> = &'a dyn Fn(&Start, &[Spec]) -> Result<Option<Met>, TargetError>;

/// A segment that the schema alone does not lead to.
struct Stuck {
    at: usize,
    error: TargetError,
}

/// The route of a path. A map's value goes by the path of its entry; `wants_value` says that a path which ends with an
/// entry means the value too. The fields of the message in an Any follow the Any, or the value in it.
pub(crate) fn route(document: &Document, lens: &Lens, path: &Path, wants_value: bool) -> Result<Route, TargetError> {
    route_with(document, lens, path, wants_value, &|start, specs| {
        Ok(match target::find_specs(document, lens, start, specs)? {
            Target::Found(it) => Some(Met { address: it.address, child: it.child, parent: it.parent }),
            Target::Root | Target::Absent(_) => None,
        })
    })
}

/// The same, where `find` finds the records on the way.
pub(crate) fn route_with(
    document: &Document,
    lens: &Lens,
    path: &Path,
    wants_value: bool,
    find: Find<'_>,
) -> Result<Route, TargetError> {
    let mut start = Start { address: Address::ROOT, message: document.root(), ty: lens.root().clone() };
    // What leads from the start to the message that the next segment is a field of.
    let (mut lead, mut ty): (Vec<Spec>, Type) = (Vec::new(), start.ty.clone());
    let mut rest = path.segments.as_slice();
    loop {
        let Stuck { at, error } = match expand(lens, &ty, rest, wants_value) {
            Ok(specs) => {
                lead.extend(specs);
                return Ok(Route { start, specs: lead });
            }
            Err(stuck) => stuck,
        };
        let (done, ahead) = rest.split_at_checked(at).unwrap_or((rest, &[]));
        lead.extend(expand(lens, &ty, done, true).map_err(|it| it.error)?);
        let next = if is_any_ahead(&ty, &mut lead) {
            through_any(document, lens, (&start, &lead), ahead, find)?
        } else if at == 0 {
            None
        } else {
            through_reading(document, lens, (&start, &lead), find)?.map(|it| (it, Vec::new()))
        };
        let Some((next, specs)) = next else { return Err(error) };
        (ty, start) = match specs.last() {
            Some(value) => (value.ty.clone(), next),
            None => (next.ty.clone(), next),
        };
        (lead, rest) = (specs, ahead);
    }
}

/// True where the specs lead to an Any, or to the value in one, which is then left out of them.
fn is_any_ahead(ty: &Type, lead: &mut Vec<Spec>) -> bool {
    let is_any = |ty: &Type| ty.as_ref().is_some_and(|it| it.full_name() == ANY);
    match lead.last() {
        None => is_any(ty),
        Some(value) if value.number == 2 && is_any(&value.parent) && value.ty.is_none() => {
            lead.pop();
            true
        }
        Some(last) => is_any(&last.ty),
    }
}

/// The Any that specs lead to, and its value as the message that its type says.
fn through_any(
    document: &Document,
    lens: &Lens,
    (start, lead): (&Start, &[Spec]),
    ahead: &[Segment],
    find: Find<'_>,
) -> Result<Option<(Start, Vec<Spec>)>, TargetError> {
    let any = if lead.is_empty() {
        start.clone()
    } else {
        let Some(met) = find(start, lead)? else {
            let name = lead.last().map(ToString::to_string).unwrap_or_default();
            return Err(TargetError::UnknownAny { name, type_name: String::new() });
        };
        let ty = lead.last().and_then(|it| it.ty.clone());
        Start { address: met.address, message: met.child.message(), ty }
    };
    let Some(value) = any.ty.as_ref().and_then(|it| Field::by_number(it, 2)) else { return Ok(None) };
    let type_name = any_type(document, &any.message).map_err(TargetError::Missing)?;
    let inner = lens.pool().descriptors().get_message_by_name(&type_name);
    let is_by_number = matches!(ahead, [Segment { name: Name::Number(_), .. }, ..]);
    if inner.is_none() && !is_by_number {
        let name = lead.last().map_or_else(|| ".".to_owned(), ToString::to_string);
        return Err(TargetError::UnknownAny { name, type_name });
    }
    let spec = Spec { number: 2, field: Some(value), index: None, parent: any.ty.clone(), ty: inner };
    Ok(Some((any, vec![spec])))
}

/// The type of the message in the Any that specs lead to, or whose value they lead to.
pub(crate) fn message_in_any(document: &Document, lens: &Lens, start: &Start, specs: &[Spec], find: Find<'_>) -> Type {
    let mut lead = specs.to_vec();
    if !is_any_ahead(&start.ty, &mut lead) {
        return None;
    }
    let (_, value) = through_any(document, lens, (start, &lead), &[], find).ok()??;
    value.last()?.ty.clone()
}

/// The record that specs lead to as the message that it is read as; `None` where it is none, or what the schema says.
fn through_reading(
    document: &Document,
    lens: &Lens,
    (start, lead): (&Start, &[Spec]),
    find: Find<'_>,
) -> Result<Option<Start>, TargetError> {
    let Some(Met { address, child, parent }) = find(start, lead)? else { return Ok(None) };
    let Some(ReadAs::Message(_)) = lens.chosen(&parent, &child.record) else { return Ok(None) };
    let reading = lens.read(&parent, &child.record);
    let ty = lens.inner(document, &parent, &child.record, &reading, false).flatten();
    let is_other = ty.is_some() && ty != lead.last().and_then(|it| it.ty.clone());
    Ok(is_other.then(|| Start { address, message: child.message(), ty }))
}

/// The fields of a path, as far as the schema tells them.
fn expand(lens: &Lens, root: &Type, segments: &[Segment], wants_value: bool) -> Result<Vec<Spec>, Stuck> {
    let mut specs: Vec<Spec> = Vec::with_capacity(segments.len());
    let mut ty = root.clone();
    let mut is_message = true;
    for (at, segment) in segments.iter().enumerate() {
        if !is_message {
            let name = specs.last().map(ToString::to_string).unwrap_or_default();
            return Err(Stuck { at, error: TargetError::NotAMessage { name } });
        }
        if let Some(value) = entry_value(specs.last(), Some(segment)) {
            ty = value.ty.clone();
            specs.push(value);
        }
        let mut spec = look_up(&ty, segment).map_err(|error| Stuck { at, error })?;
        is_message = spec.field.as_ref().is_none_or(|field| field.message().is_some());
        if let Some(inner) = read_otherwise(lens, &spec) {
            (spec.ty, is_message) = (Some(inner), true);
        }
        ty = spec.ty.clone();
        specs.push(spec);
    }
    if wants_value
        && specs.last().is_some_and(Spec::is_entry)
        && let Some(value) = entry_value(specs.last(), None)
    {
        specs.push(value);
    }
    Ok(specs)
}

/// The type that every record of a field is read as, where a person chose one.
fn read_otherwise(lens: &Lens, spec: &Spec) -> Type {
    let parent = spec.parent.as_ref()?;
    match lens.field_reading(parent.full_name(), u32::try_from(spec.number).ok()?)? {
        ReadAs::Message(name) => lens.pool().descriptors().get_message_by_name(name),
        _ => None,
    }
}

/// The value field of a map's entry, where the path goes on through it.
fn entry_value(entry: Option<&Spec>, next: Option<&Segment>) -> Option<Spec> {
    let entry = entry.filter(|it| it.field.as_ref().is_some_and(Field::is_map))?;
    let ty = entry.ty.as_ref()?;
    let field = Field::Declared(ty.map_entry_value_field());
    let message = field.message();
    if let Some(Segment { name: Name::Field(name), .. }) = next {
        let is_in_value = message.as_ref().is_some_and(|it| Field::by_name(it, name).is_some());
        if !is_in_value && Field::by_name(ty, name).is_some() {
            return None;
        }
    }
    if next.is_some() && message.is_none() {
        return None;
    }
    Some(Spec { number: 2, field: Some(field), index: None, parent: entry.ty.clone(), ty: message })
}

fn look_up(ty: &Type, segment: &Segment) -> Result<Spec, TargetError> {
    let (number, field) = match &segment.name {
        Name::Number(number) => (*number, None),
        Name::Field(name) | Name::Extension(name) => {
            let Some(message) = ty else { return Err(TargetError::NoType { name: name.clone() }) };
            let field = match &segment.name {
                Name::Extension(_) => Field::by_extension(message, name),
                _ => Field::by_name(message, name),
            };
            let field = field.ok_or_else(|| TargetError::UnknownField {
                name: name.clone(),
                message: message.full_name().to_owned(),
                nearest: nearest_field(message, name),
            })?;
            (u64::from(field.number()), Some(field))
        }
    };
    check_key(field.as_ref(), segment)?;
    // A field asked for by number is still known for what it is on the way down.
    let known = field.clone().or_else(|| ty.as_ref().and_then(|it| Field::by_number(it, number)));
    let inner = known.as_ref().and_then(Field::message);
    Ok(Spec { number, field, index: segment.index.clone(), parent: ty.clone(), ty: inner })
}

/// Refuses a key that the map's key type cannot be.
fn check_key(field: Option<&Field>, segment: &Segment) -> Result<(), TargetError> {
    let bad = |expected: &str| {
        let name = Segment { name: segment.name.clone(), index: None }.to_string();
        Err(TargetError::BadKey { name, expected: expected.to_owned() })
    };
    let Some(index) = &segment.index else { return Ok(()) };
    let key_kind = field.filter(|it| it.is_map()).and_then(Field::message).map(|it| it.map_entry_key_field().kind());
    let number = match index {
        Index::At(number) => i128::from(*number),
        Index::Key(Key::Number(number)) => i128::from(*number),
        Index::Key(Key::Text(_) | Key::Word(_)) => {
            return match (key_kind, index) {
                (Some(Kind::String), Index::Key(Key::Text(_))) | (Some(Kind::Bool), Index::Key(Key::Word(_))) => Ok(()),
                (Some(Kind::String), _) => bad("a key in quotes"),
                (Some(Kind::Bool), _) => bad("true or false"),
                (Some(_), _) => bad("a number"),
                (None, _) => bad("an index"),
            };
        }
    };
    let (least, most) = match key_kind {
        Some(Kind::Int32 | Kind::Sint32 | Kind::Sfixed32) => (i128::from(i32::MIN), i128::from(i32::MAX)),
        Some(Kind::Int64 | Kind::Sint64 | Kind::Sfixed64) => (i128::from(i64::MIN), i128::from(i64::MAX)),
        Some(Kind::Uint32 | Kind::Fixed32) => (0, i128::from(u32::MAX)),
        // Of a map whose keys are no numbers, and of all other fields, a number is a place.
        _ => (0, i128::from(u64::MAX)),
    };
    if (least..=most).contains(&number) { Ok(()) } else { bad(&format!("a number from {least} to {most}")) }
}

fn nearest_field(message: &prost_reflect::MessageDescriptor, name: &str) -> Option<String> {
    let near = message.fields().map(|it| (distance(name, it.name()), it.name().to_owned())).min();
    near.filter(|(distance, _)| *distance <= name.len().div_ceil(3)).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{Pool, complete, plan};
    use crate::text;

    const OPERATION: &str = r#"
        name: "ops/1"
        metadata { [type.googleapis.com/build.bazel.remote.execution.v2.ExecuteOperationMetadata] {
            stage: QUEUED action_digest { hash: "aa" size_bytes: 3 } } }
        error { details { [type.googleapis.com/google.protobuf.StringValue] { value: "s" } }
                details { type_url: "x/no.Such" value: "\x08\x05" } }
    "#;

    fn operation() -> (Document, Lens) {
        let pool = Pool::bundled();
        let ty = pool.find("google.longrunning.Operation").unwrap();
        let bytes = text::textproto::parse(OPERATION, &ty).unwrap();
        (Document::from_bytes(bytes), Lens::new(pool, Some(ty)))
    }

    /// The bytes of what a path leads to, or why it leads nowhere.
    fn led(document: &Document, lens: &Lens, path: &str) -> Result<Vec<u8>, String> {
        match target::find(document, lens, &Path::parse(path).unwrap()) {
            Ok(Target::Found(found)) => Ok(document.body_bytes(&found.child.record.payload).unwrap()),
            Ok(Target::Root | Target::Absent(_)) => Err("absent".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn a_path_goes_through_an_any_into_the_message_in_it() {
        let (document, lens) = operation();
        let led = |path| led(&document, &lens, path);
        for path in ["metadata.stage", "metadata.value.stage", "metadata.value.#1"] {
            assert_eq!(led(path).as_deref(), Ok(&[2][..]), "{path}");
        }
        assert_eq!(led("metadata.action_digest.hash").unwrap(), b"aa");
        assert_eq!(led("metadata.value.action_digest.hash").unwrap(), b"aa");
        // The names of an Any come before those of the message in it.
        assert_eq!(led("error.details[0].value").unwrap(), b"\x0a\x01s");
        assert_eq!(led("error.details[0].value.value").unwrap(), b"s");
        assert_eq!(led("error.details[1].value.#1").unwrap(), [5]);
        assert_eq!(led("metadata.stdout_stream_name"), Err("absent".to_owned()));
    }

    #[test]
    fn a_path_that_cannot_go_through_an_any_says_why() {
        let (document, lens) = operation();
        let why = |path| led(&document, &lens, path).unwrap_err();
        assert!(why("metadata.stagee").contains("ExecuteOperationMetadata has no field stagee: did you mean stage?"));
        assert!(why("error.details[1].x").contains("details holds a no.Such, a type that is not known here"));
        assert!(why("response.x").contains("response says no type"));
        assert!(why("name.x").contains("name is no message"));
    }

    #[test]
    fn an_edit_by_path_goes_through_an_any() {
        let (document, lens) = operation();
        let set = |path: &str, payload: &[u8]| {
            let edit = plan::set_raw(&document, &lens, &Path::parse(path).unwrap(), payload).unwrap();
            document.apply(&edit).unwrap().document.clone()
        };
        let edited = set("metadata.action_digest.hash", b"longer than it was");
        assert_eq!(led(&edited, &lens, "metadata.value.action_digest.hash").unwrap(), b"longer than it was");
        let edited = set("metadata.stdout_stream_name", b"out");
        assert_eq!(led(&edited, &lens, "metadata.stdout_stream_name").unwrap(), b"out");
        assert_eq!(led(&edited, &lens, "metadata.stage").unwrap(), [2]);
    }

    #[test]
    fn a_path_goes_through_what_is_read_as_a_message() {
        let pool = Pool::bundled();
        let ty = pool.find("v2.Digest").unwrap();
        let inner = b"\x7a\x04\x0a\x02ab";
        let document = Document::from_bytes(inner.to_vec());
        let child = document.children(&document.root()).next().unwrap().unwrap();
        let message = ReadAs::Message(ty.full_name().to_owned());
        let lens = Lens::new(pool, Some(ty.clone()));
        assert!(led(&document, &lens, "#15.hash").is_err());
        let mut of_record = lens.readings();
        of_record.set_record(child.id(), Some(message.clone()));
        let mut of_field = lens.readings();
        of_field.set_field(ty.full_name(), 15, Some(message));
        for readings in [of_record, of_field] {
            assert_eq!(led(&document, &lens.with_readings(readings), "#15.hash").unwrap(), b"ab");
        }
    }

    #[test]
    fn the_fields_of_the_message_in_an_any_are_offered() {
        let (document, lens) = operation();
        let offered = |text: &str| -> Vec<String> {
            complete::complete(&document, &lens, text).choices.into_iter().map(|it| it.text).collect()
        };
        let all = offered("metadata.");
        assert!(["type_url", "value", "stage"].iter().all(|name| all.iter().any(|it| it == name)), "{all:?}");
        assert_eq!(offered("metadata.value.sta"), ["stage"]);
        assert_eq!(offered("metadata.action_digest.ha"), ["hash"]);
        assert!(offered("error.details[1].value.").is_empty());
    }
}
