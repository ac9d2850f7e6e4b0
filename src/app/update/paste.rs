//! Pasting: what a text is taken for, and where it goes. Into a message as fields, over a value as a value; what was
//! copied here goes back as the bytes it was.

use super::super::copying::Copied;
use super::super::document::{Change, OpenDocument};
use super::super::view::Located;
use super::super::{App, ClipCommand, Command, Effect, PasteForm, WindowEffect};
use super::Said;
use super::edit::{self, Planned, Refusal, gone, make};
use crate::schema::{Field, Lens, Reading, Type};
use crate::text::clip::{self, Form};
use crate::text::{ParseError, json, textproto};
use crate::wire::{Address, Body, Child, Document, Edit, Message, Records, Step};

/// Texts longer than this are not pasted.
const LONGEST: usize = 16 << 20;
/// Messages up to this size are walked for the fields that what is pasted takes the place of.
const WALKED: u64 = 1 << 20;

/// Asks for what is on the clipboard, to be taken as a form, or as what it looks like.
pub(super) fn ask(app: &mut App, form: Option<PasteForm>) -> Vec<Effect> {
    app.pasting = Some(form);
    vec![Effect::Window(WindowEffect::ReadClipboard)]
}

pub(super) fn paste(app: &mut App, text: String, form: Option<PasteForm>) -> Vec<Effect> {
    let form = form.or(app.pasting.take().flatten());
    let Some(document) = app.active_mut() else { return Vec::new() };
    document.end_typing();
    if let Some(row) = document.selected_element() {
        return super::inner::set_element(app, row.record, row.index, text.trim().to_owned());
    }
    let before = document.state();
    let copied = app.copied.take();
    let own = copied.as_ref().filter(|it| form.is_none() && is_same(&it.text, &text));
    let mut taken = Ok(Taken::default());
    let again = Command::Clip(ClipCommand::PasteText { text: text.clone(), form });
    let effects = make(app, again, |document| {
        let planned = match own {
            Some(copied) => plan_own(document, copied, &text),
            None => plan(document, &text, form),
        };
        match planned {
            Ok((change, what)) => {
                taken = Ok(what);
                Ok(change)
            }
            Err(NotPasted::Refused(refusal)) => Err(refusal),
            Err(NotPasted::Unreadable(why)) => {
                taken = Err(why);
                Ok(nothing())
            }
        }
    });
    app.copied = copied;
    match taken {
        Err(why) => unreadable(app, why),
        Ok(what) => {
            if app.active_document().is_some_and(|it| it.state() != before) {
                app.tell(what.said);
            }
        }
    }
    effects
}

/// What a text was taken for, to be said.
#[derive(Default)]
struct Taken {
    said: String,
}

/// Why nothing is pasted.
enum NotPasted {
    Refused(Refusal),
    /// The text is nothing that fits.
    Unreadable(Unreadable),
}

struct Unreadable {
    place: String,
    why: String,
}

impl<T: Into<Refusal>> From<T> for NotPasted {
    fn from(it: T) -> Self {
        Self::Refused(it.into())
    }
}

type Pasted = Result<(Change, Taken), NotPasted>;

fn no(why: impl Into<String>) -> NotPasted {
    NotPasted::Unreadable(Unreadable { place: String::new(), why: why.into() })
}

fn not_parsed(what: &str, error: ParseError) -> NotPasted {
    let place = match error.line {
        0 => String::new(),
        line => format!("line {line}, column {}", error.column),
    };
    NotPasted::Unreadable(Unreadable { place, why: format!("It is not {what}: {}", error.reason) })
}

fn unreadable(app: &mut App, unreadable: Unreadable) {
    let id = app.active_id();
    let remedy = "Nothing has changed; Paste as… takes the text for what it does not look like";
    let said = Said::warning("Nothing was pasted", unreadable.why, remedy);
    app.notify(Said { document: id, place: unreadable.place, ..said });
}

fn nothing() -> Change {
    Change { name: String::new(), edit: Edit::Several(Vec::new()), typing: None, selects_new: false }
}

/// Clipboards of some systems end lines in two characters.
fn is_same(copied: &str, pasted: &str) -> bool {
    copied == pasted || pasted.contains('\r') && pasted.replace("\r\n", "\n") == copied
}

/// What a paste goes to.
enum Target {
    /// Into a message, as fields.
    Message(Address, Type),
    /// Over a value.
    Value(Box<Located>),
}

fn target(document: &OpenDocument) -> Result<Target, NotPasted> {
    if let Some(row) = document.selected_absent() {
        let way = document.view().way(&row.message)?;
        let ty = way.last().map(|it| document.view().inner(&it.parent, &it.child, &it.reading).flatten());
        return Ok(Target::Message(row.message, ty.unwrap_or_else(|| document.lens.root().clone())));
    }
    let Some(selection) = &document.tab.selection else {
        return Ok(Target::Message(Address::ROOT, document.lens.root().clone()));
    };
    let view = document.view();
    let located = view.locate(&selection.address)?.ok_or_else(gone)?;
    Ok(match view.inner(&located.parent, &located.child, &located.reading) {
        Some(ty) => Target::Message(located.address, ty),
        None => Target::Value(Box::new(located)),
    })
}

fn plan(document: &OpenDocument, text: &str, form: Option<PasteForm>) -> Pasted {
    if text.len() > LONGEST {
        return Err(no(format!("The text is {} MiB long, and {} are pasted at once", text.len() >> 20, LONGEST >> 20)));
    }
    if text.trim().is_empty() && form != Some(PasteForm::Raw) {
        return Err(no("The clipboard holds no text"));
    }
    match target(document)? {
        Target::Message(address, ty) => {
            let (bytes, what) = message_bytes(text, &ty, form)?;
            let (edit, count) = fields(document, &address, &ty, &bytes)?;
            Ok(named(edit, count, &what))
        }
        Target::Value(located) => value(document, &located, text, form),
    }
}

fn named(edit: Edit, count: u64, what: &str) -> (Change, Taken) {
    let fields = if count == 1 { "1 field".to_owned() } else { format!("{count} fields") };
    let change = Change { name: format!("Paste {fields}"), edit, typing: None, selects_new: true };
    (change, Taken { said: format!("Pasted {fields}: the text was taken for {what}") })
}

/// The bytes of the message that a text stands for, and what it was taken for.
fn message_bytes(text: &str, ty: &Type, form: Option<PasteForm>) -> Result<(Vec<u8>, String), NotPasted> {
    match form {
        Some(PasteForm::Json) => json_bytes(text, ty).map(|it| (it, "JSON".to_owned())),
        Some(PasteForm::Text) => text_bytes(text, ty).map(|it| (it, "text format".to_owned())),
        Some(form @ (PasteForm::Hex | PasteForm::Base64 | PasteForm::Raw)) => forced_bytes(text, form),
        None => looked_like(text, ty),
    }
}

fn json_bytes(text: &str, ty: &Type) -> Result<Vec<u8>, NotPasted> {
    let Some(ty) = ty else { return Err(no("JSON names fields, and the type here is not known: choose a type first")) };
    json::parse(text, ty).map_err(|it| not_parsed("JSON of this message", it))
}

fn text_bytes(text: &str, ty: &Type) -> Result<Vec<u8>, NotPasted> {
    textproto::parse_as(text, ty.clone()).map_err(|it| not_parsed("text format of this message", it))
}

fn forced_bytes(text: &str, form: PasteForm) -> Result<(Vec<u8>, String), NotPasted> {
    let forms: &[Form] = match form {
        PasteForm::Hex => &[Form::Dump, Form::Array, Form::Escaped, Form::Hex],
        PasteForm::Base64 => &[Form::Base64],
        PasteForm::Raw | PasteForm::Json | PasteForm::Text => &[Form::Text],
    };
    let found = forms.iter().find_map(|form| clip::read_as(text, *form).map(|bytes| (bytes, form.name().to_owned())));
    found.ok_or_else(|| no(format!("It cannot be read as {}", form.name())))
}

/// What a text looks like: JSON or text format by how it begins, else bytes in some writing.
fn looked_like(text: &str, ty: &Type) -> Result<(Vec<u8>, String), NotPasted> {
    let is_object = text.trim_start().starts_with('{');
    let as_json = json_bytes(text, ty);
    let as_json = match as_json {
        Ok(bytes) if is_object => return Ok((bytes, "JSON".to_owned())),
        other => other,
    };
    let as_text = text_bytes(text, ty);
    let as_text = match as_text {
        Ok(bytes) => return Ok((bytes, "text format".to_owned())),
        Err(error) => error,
    };
    let clip = clip::read(text);
    if clip.form != Form::Text {
        return whole(&clip.bytes, clip.form).map(|()| (clip.bytes, clip.form.name().to_owned()));
    }
    match as_json {
        // A time, a duration or another type that JSON writes in a word.
        Ok(bytes) => Ok((bytes, "JSON".to_owned())),
        Err(error) if is_object && ty.is_some() => Err(error),
        Err(_) if text.contains([':', '{', '<']) => Err(as_text),
        Err(_) => Err(no("It is neither JSON, text format, hex nor base64 of a message")),
    }
}

/// Refuses bytes that are no whole message: guessed wrongly, they would be noise.
fn whole(bytes: &[u8], form: Form) -> Result<(), NotPasted> {
    let document = Document::from_bytes(bytes.to_vec());
    for child in document.children(&document.root()) {
        let Ok(child) = child else { break };
        if let Some(problem) = child.problems().into_iter().find(|it| it.severity == crate::wire::Severity::Error) {
            let why =
                format!("Taken for {form}, it is no whole message: at byte {}, {}", problem.offset, problem.message);
            return Err(no(why));
        }
    }
    Ok(())
}

/// Puts the records in `bytes` into a message: those of singular fields that it has take the place of their payload,
/// the others come last; members of a oneof take the place of one another.
fn fields(document: &OpenDocument, address: &Address, ty: &Type, bytes: &[u8]) -> Result<(Edit, u64), NotPasted> {
    let snapshot = &document.snapshot;
    let message = snapshot.message(address)?.ok_or_else(gone)?;
    let place = edit::end_of(document, &message)?;
    let span = snapshot.bytes().push(bytes);
    let new = Message { body: Body::Raw(span), start: 0 };
    let all = Records::from_span(snapshot.bytes(), span);
    let count = all.rows();
    let singular = |child: &Child| match document.lens.read(ty, &child.record) {
        reading @ (Reading::Value(_) | Reading::Message(..)) => reading.field().filter(|it| !it.is_repeated()).cloned(),
        Reading::Packed(_) | Reading::Mismatch(_) | Reading::Unknown | Reading::Undecoded => None,
    };
    let new_singular: Vec<(Child, Field)> = snapshot
        .children(&new)
        .filter_map(|child| child.ok())
        .filter_map(|child| singular(&child).map(|field| (child, field)))
        .collect();
    if new_singular.is_empty() {
        return Ok((Edit::insert(address.clone(), place, all), count));
    }
    if message.body.len() > WALKED {
        let why = "The message is too long to find the fields in that give way: paste repeated fields alone";
        return Err(Refusal::Because(why.to_owned()).into());
    }
    let mut standing: Vec<(u32, Child)> = Vec::new();
    let mut edits: Vec<(Step, Edit)> = Vec::new();
    for child in snapshot.children(&message) {
        let child = child?;
        let Some(field) = singular(&child) else { continue };
        let is_same = |it: &Field| it.number() == field.number();
        let gives_way = |it: &Field| it.oneof().is_some() && it.oneof() == field.oneof();
        if new_singular.iter().any(|(_, it)| is_same(it)) {
            standing.retain(|(number, _)| *number != field.number());
            standing.push((field.number(), child));
        } else if new_singular.iter().any(|(_, it)| gives_way(it)) {
            edits.push((child.place, Edit::delete(address.clone(), &child)));
        }
    }
    let mut added = Records::none();
    for child in snapshot.children(&new) {
        let child = child?;
        let field = singular(&child);
        let old = field.as_ref().and_then(|it| standing.iter().find(|(number, _)| *number == it.number()));
        match old {
            Some((_, old)) if old.record.wire_type == child.record.wire_type => {
                let payload = child.record.payload.clone();
                edits.retain(|(place, _)| *place != old.place);
                edits.push((old.place, Edit::Payload { record: address.child(old.place), payload }));
            }
            _ => added = added.followed_by(&snapshot.records(&new, child.place, child.after())),
        }
    }
    if !added.is_empty() {
        edits.push((place, Edit::insert(address.clone(), place, added)));
    }
    // From the back, so that the places before stay what they are.
    edits.sort_by_key(|(place, _)| std::cmp::Reverse(place.at));
    Ok((Edit::Several(edits.into_iter().map(|(_, edit)| edit).collect()), count))
}

fn value(document: &OpenDocument, located: &Located, text: &str, form: Option<PasteForm>) -> Pasted {
    let label = document.view().label(located).text;
    let done = |change: Change, what: &str| {
        let name = format!("Paste {label}");
        let said = format!("Pasted {label}: the text was taken for {what}");
        Ok((Change { name, typing: None, ..change }, Taken { said }))
    };
    match form {
        Some(PasteForm::Json) => {
            let bytes = value_of_json(document, located, text)?;
            done(payload(document, located, &bytes)?, "JSON")
        }
        Some(form @ (PasteForm::Hex | PasteForm::Base64 | PasteForm::Raw)) => {
            let (bytes, what) = forced_bytes(text, form)?;
            done(payload(document, located, &bytes)?, &what)
        }
        Some(PasteForm::Text) | None => {
            let is_string = matches!(&located.reading, Reading::Value(it) if it.kind() == prost_reflect::Kind::String);
            let typed = if is_string { text } else { text.trim() };
            match edit::plan_value(document, &located.address, typed) {
                Ok(change) => done(change, "a value of the field"),
                Err(Refusal::Because(why)) if form.is_none() => match bytes_for(located, text) {
                    Some(clip) => done(payload(document, located, &clip.bytes)?, clip.form.name()),
                    None => Err(no(why)),
                },
                Err(Refusal::Because(why)) => Err(no(why)),
                Err(Refusal::Absent) => Err(Refusal::Absent.into()),
            }
        }
    }
}

/// A text as bytes, for a value that takes any.
fn bytes_for(located: &Located, text: &str) -> Option<clip::Clip> {
    let takes_bytes = match &located.reading {
        Reading::Value(field) => field.kind() == prost_reflect::Kind::Bytes,
        Reading::Unknown | Reading::Mismatch(_) => located.child.record.wire_type == crate::wire::WireType::Len,
        Reading::Message(..) | Reading::Packed(_) | Reading::Undecoded => false,
    };
    takes_bytes.then(|| clip::read(text)).filter(|it| it.form != Form::Text)
}

fn payload(document: &OpenDocument, located: &Located, bytes: &[u8]) -> Planned {
    let edit = edit::set_payload_edit(document, &located.address, &located.child, bytes)?;
    Ok(Change { name: String::new(), edit, typing: None, selects_new: false })
}

/// The payload of a field that a JSON value stands for: read as the field of a message that has no other.
fn value_of_json(document: &OpenDocument, located: &Located, text: &str) -> Result<Vec<u8>, NotPasted> {
    let (Some(field), Some(parent)) = (located.reading.field(), &located.parent) else {
        return Err(no("JSON is of a type, and the type here is not known"));
    };
    let before = format!("{{\"{}\":", field.json_name());
    let bytes = json::parse(&format!("{before}{text}}}"), parent).map_err(|mut error| {
        if error.line == 1 {
            error.column = error.column.saturating_sub(before.chars().count()).max(1);
        }
        not_parsed(&format!("JSON of a {}", field.type_name()), error)
    })?;
    let made = Document::from_bytes(bytes);
    let lens = Lens::new(document.lens.pool().clone(), Some(parent.clone()));
    let first = made.children(&made.root()).next().transpose()?;
    let first =
        first.filter(|it| lens.read(lens.root(), &it.record).field().is_some_and(|it| it.number() == field.number()));
    Ok(match first {
        Some(child) => made.body_bytes(&child.record.payload)?,
        // A default goes without saying where it is encoded.
        None => crate::schema::plan::default_value(field).payload,
    })
}

/// Records that were copied here, as the bytes they were.
fn plan_own(document: &OpenDocument, copied: &Copied, text: &str) -> Pasted {
    let Some(bytes) = &copied.records else { return plan(document, text, None) };
    let source = &copied.source;
    let count = source.count;
    let records = if count == 1 { "1 record".to_owned() } else { format!("{count} records") };
    let taken = || Taken { said: format!("Pasted {records} as copied, byte for byte") };
    let target = target(document)?;
    let name_of = |ty: &Type| ty.as_ref().map(|it| it.full_name().to_owned());
    if let (Target::Value(located), Some(number)) = (&target, source.value_of) {
        let is_same_field = located.child.record.number == number && name_of(&located.parent) == source.parent;
        let is_repeated = located.reading.field().is_none_or(Field::is_repeated);
        if !is_same_field {
            return plan(document, text, None);
        }
        if !is_repeated {
            let made = Document::from_bytes(bytes.clone());
            let child = made.children(&made.root()).next().transpose()?.ok_or_else(gone)?;
            let change = payload(document, located, &made.body_bytes(&child.record.payload)?)?;
            let name = format!("Paste {}", document.view().label(located).text);
            return Ok((Change { name, ..change }, taken()));
        }
    }
    let beside = document.tab.selection.as_ref().map(|it| it.address.clone());
    let is_beside = match (&target, &beside) {
        (Target::Value(_), Some(_)) => true,
        (Target::Message(_, ty), Some(address)) => {
            let view = document.view();
            let located = view.locate(address)?.ok_or_else(gone)?;
            name_of(&located.parent) == source.parent && (source.parent.is_some() || name_of(ty).is_some())
        }
        (_, None) => false,
    };
    if let (true, Some(address)) = (is_beside, beside) {
        let snapshot = &document.snapshot;
        let located = document.view().locate(&address)?.ok_or_else(gone)?;
        let span = snapshot.bytes().push(bytes);
        let with = Records::from_span(snapshot.bytes(), span);
        let edit = Edit::insert(address.parent().unwrap_or_default(), located.child.after(), with);
        let change = Change { name: format!("Paste {records}"), edit, typing: None, selects_new: true };
        return Ok((change, taken()));
    }
    let Target::Message(address, ty) = target else { return plan(document, text, None) };
    let (edit, _) = fields(document, &address, &ty, bytes)?;
    Ok((Change { name: format!("Paste {records}"), edit, typing: None, selects_new: true }, taken()))
}
