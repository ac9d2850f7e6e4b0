//! A document as it is looked at: a snapshot, how it is read, and its indexes. Finds records by row and address, and
//! says what they are called.

use crate::schema::packed::RunIndex;
use crate::schema::{self, Field, Reading, Type, target};
use crate::wire::path::{Index, Name, Segment};
use crate::wire::{Address, Body, Child, Document, Levels, Message, Missing, Rows, Span, Step, WireType};

/// Records from the start of a message that are counted one by one to tell which occurrence a record is.
const COUNTED: u64 = 512;
/// Bytes of packed runs that are counted for it; behind more of them the occurrence is not known.
const COUNTED_RUNS: u64 = 64 << 10;
/// Rows that may be scanned beyond what an index knows.
const BEYOND: u64 = 4096;
/// How deep a byte is followed: what stands deeper is opened by hand.
const DEEPEST: usize = 128;
/// Of a run of varints so many bytes are walked to list its elements…
const WALKED_RUN: u64 = 8 << 20;
/// …and so many where they have to be fetched.
const FETCHED_RUN: u64 = 1 << 20;
/// Bytes that may be scanned beyond what an index knows.
const BEYOND_BYTES: u64 = 1 << 20;

/// What is looked at.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub document: &'a Document,
    pub lens: &'a schema::Lens,
    pub levels: &'a Levels,
}

/// True when an offset in a message is near enough to what its index knows for a short scan to find its record.
pub fn is_offset_near(document: &Document, levels: &Levels, message: &Message, at: u64) -> bool {
    let Some(base) = document.uncounted(message) else { return true };
    let unknown = match levels.get(base) {
        Some(level) if level.is_done() => return true,
        Some(level) => base.len - level.walked(),
        None => base.len,
    };
    at < (message.body.len() - unknown.min(message.body.len())) + BEYOND_BYTES
}

/// Why a byte's record is not found yet.
pub(super) enum Far {
    /// Bytes have to be fetched first.
    Absent,
    /// The message has to be indexed first.
    Unindexed(Message),
}

impl From<Span> for Far {
    fn from(_: Span) -> Self {
        Self::Absent
    }
}

/// A record and what is around it.
#[derive(Clone, Debug)]
pub(super) struct Located {
    pub address: Address,
    pub child: Child,
    /// The message it stands in.
    pub message: Message,
    /// The type of that message.
    pub parent: Type,
    pub reading: Reading,
}

/// The name of a record in its message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Label {
    pub text: String,
    /// True for an entry of a map.
    is_entry: bool,
}

impl View<'_> {
    /// The type of a record's payload as a message; `None` where it is a value. What the schema does not know is a
    /// message where it looks like one.
    pub fn inner(&self, parent: &Type, child: &Child, reading: &Reading) -> Option<Type> {
        self.lens.inner(self.document, parent, &child.record, reading, true)
    }

    /// Where the elements of a run stand.
    pub fn run_index(&self, payload: &Body, field: &Field) -> Result<RunIndex, Missing> {
        let is_in_memory = self.document.bytes().original().as_slice().is_some();
        let budget = if is_in_memory { WALKED_RUN } else { FETCHED_RUN };
        RunIndex::new(self.document, payload, &field.kind(), budget)
    }

    /// True for a record that can be folded open.
    pub fn is_foldable(&self, child: &Child, inner: Option<&Type>, reading: &Reading) -> bool {
        (inner.is_some() || matches!(reading, Reading::Packed(_))) && !child.record.payload.is_empty()
    }

    /// How many records a message has, as far as that is known.
    pub fn rows(&self, message: &Message) -> Rows {
        self.document.rows(message, self.levels)
    }

    /// True when a row of a message is near enough to what is known for a short scan to find it.
    pub fn is_row_near(&self, message: &Message, row: u64) -> bool {
        let rows = self.rows(message);
        rows.is_exact || row < rows.counted + BEYOND
    }

    /// True when an offset in a message is near enough to what is known for a short scan to find it.
    pub fn is_offset_near(&self, message: &Message, at: u64) -> bool {
        is_offset_near(self.document, self.levels, message, at)
    }

    /// The record in a row of a message.
    ///
    /// # Errors
    /// The span that has to be fetched first.
    pub fn child_at_row(&self, message: &Message, row: u64) -> Result<Option<Child>, Span> {
        self.document.children_from_row(message, row, self.levels)?.next().transpose()
    }

    /// The record at an address and what is around it.
    ///
    /// # Errors
    /// The span that has to be fetched first.
    pub fn locate(&self, address: &Address) -> Result<Option<Located>, Span> {
        Ok(self.way(address)?.pop().filter(|it| it.address == *address))
    }

    /// The records on the way to an address, outermost first, as far as there are any.
    ///
    /// # Errors
    /// The span that has to be fetched first.
    pub fn way(&self, address: &Address) -> Result<Vec<Located>, Span> {
        let mut walk = Descent::new(self);
        for step in address.steps() {
            // A record is a byte long at least: an address of elsewhere leads nowhere.
            if step.at >= walk.message.body.len() || step.row > step.at {
                break;
            }
            let next = self.document.children_from(&walk.message, *step).next().transpose()?;
            if !next.is_some_and(|child| walk.enter(child)) {
                break;
            }
        }
        Ok(walk.way)
    }

    /// The same by rows.
    ///
    /// # Errors
    /// The span that has to be fetched first.
    pub fn way_by_rows(&self, rows: impl Iterator<Item = u64>) -> Result<Vec<Located>, Span> {
        let mut walk = Descent::new(self);
        for row in rows {
            let next = self.child_at_row(&walk.message, row)?;
            if !next.is_some_and(|child| walk.enter(child)) {
                break;
            }
        }
        Ok(walk.way)
    }

    /// The way to the innermost record that holds a byte of the document.
    ///
    /// # Errors
    /// What has to be done first.
    pub fn way_to_byte(&self, offset: u64) -> Result<Vec<Located>, Far> {
        let mut walk = Descent::new(self);
        while let Some(at) = offset.checked_sub(walk.message.start).filter(|at| *at < walk.message.body.len()) {
            if !self.is_offset_near(&walk.message, at) {
                return Err(Far::Unindexed(walk.message));
            }
            let next = self.document.child_at(&walk.message, at, self.levels)?;
            if !next.is_some_and(|child| walk.enter(child)) || !walk.is_in_message || walk.way.len() >= DEEPEST {
                break;
            }
        }
        Ok(walk.way)
    }

    /// What a record is called in its message.
    pub fn label(&self, located: &Located) -> Label {
        let occurrence = self.occurrence(&located.message, &located.parent, &located.child, &located.reading);
        self.label_of(&located.message, &located.reading, &located.child, occurrence)
    }

    /// The same for a record whose occurrence is known, or is known not to be.
    pub fn label_of(&self, message: &Message, reading: &Reading, child: &Child, occurrence: Option<u64>) -> Label {
        // Without an index a path means the last one: what is not known to be alone has one.
        let again = || self.occurs_again(message, child);
        let plain = |text: String| Label { text: seen(text), is_entry: false };
        let number = Name::Number(child.record.number);
        match reading {
            Reading::Undecoded => plain("(undecoded)".to_owned()),
            Reading::Unknown | Reading::Mismatch(_) => {
                let Some(at) = occurrence else {
                    return plain(format!("{}[…]", Segment { name: number, index: None }));
                };
                let index = Some(Index::At(at)).filter(|_| at > 0 || again() != Some(false));
                plain(Segment { name: number, index }.to_string())
            }
            Reading::Packed(field) => plain(field.path_name()),
            Reading::Message(field, _) if field.is_map() => {
                let key = target::entry_key(self.document, field, child);
                Label { text: seen(indexed(field, key.or(occurrence.map(Index::At)))), is_entry: true }
            }
            Reading::Value(field) | Reading::Message(field, _) => match occurrence {
                Some(0) if !field.is_repeated() && again() != Some(true) => plain(field.path_name()),
                occurrence => plain(indexed(field, occurrence.map(Index::At))),
            },
        }
    }

    /// Whether another record of the number follows; `None` where the message's index does not tell.
    fn occurs_again(&self, message: &Message, child: &Child) -> Option<bool> {
        let end = Step { row: self.rows(message).counted, at: message.body.len() };
        let count = |place| self.document.occurrence(message, place, child.record.number, self.levels);
        count(child.place).zip(count(end)).map(|(before, all)| all.saturating_sub(before) > 1)
    }

    /// Which occurrence of its field a record is, counted as paths count: values of the field, or records where they
    /// do not fit it; `None` where that would take a long walk.
    pub fn occurrence(&self, message: &Message, ty: &Type, child: &Child, reading: &Reading) -> Option<u64> {
        let mut counts = Counts::up_to(self, message, ty, child.place.row);
        counts.next(self, message, child, reading)
    }

    /// The path of the last of `way`, `.` for none: as a person writes it.
    pub fn path(&self, way: &[Located]) -> String {
        let mut out = String::new();
        let mut is_in_entry = false;
        for (depth, located) in way.iter().enumerate() {
            let label = self.label(located);
            let is_message = matches!(located.reading, Reading::Message(..));
            let is_entry_value = is_in_entry && located.child.record.number == 2 && is_message;
            is_in_entry = label.is_entry;
            // A map's value goes by the entry's path, unless the path ends with it.
            if is_entry_value && depth + 1 < way.len() {
                continue;
            }
            if !out.is_empty() {
                out.push('.');
            }
            out.push_str(&label.text);
        }
        if out.is_empty() { ".".to_owned() } else { out }
    }
}

/// How a record stands among those that readers take it together with: a singular field that occurs again, the members
/// of a oneof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Records before it that it takes the place of.
    pub earlier: u64,
    /// True when a later one takes its place.
    pub is_overridden: bool,
    /// True when readers merge them instead, as they do with messages.
    pub is_merged: bool,
}

/// Members of a oneof that are looked for.
const MEMBERS: usize = 64;

impl View<'_> {
    /// How a record stands in its message, as far as its index tells.
    pub fn standing(&self, message: &Message, child: &Child, reading: &Reading) -> Standing {
        let Some(field) = reading.fitting_field().and_then(Field::declared).filter(|it| !it.is_repeated()) else {
            return Standing::default();
        };
        let end = Step { row: self.rows(message).counted, at: message.body.len() };
        let around = |number: u64| {
            let before = self.document.occurrence(message, child.place, number, self.levels)?;
            let all = self.document.occurrence(message, end, number, self.levels)?;
            Some((before, all.saturating_sub(before)))
        };
        let own = u64::from(field.number());
        let (mut earlier, from_here) = around(own).unwrap_or((0, 1));
        let mut is_overridden = from_here > 1;
        let is_again = earlier > 0 || is_overridden;
        for member in field.oneof().iter().flat_map(|it| it.fields()).take(MEMBERS) {
            let number = u64::from(member.number());
            if let Some((before, after)) = around(number).filter(|_| number != own) {
                earlier += before;
                is_overridden |= after > 0;
            }
        }
        let is_merged = is_again && field.message().is_some();
        Standing { earlier, is_overridden, is_merged }
    }
}

/// A name as it is shown: a schema may come from anywhere.
fn seen(text: String) -> String {
    schema::visible(&text).into_owned()
}

pub(super) fn indexed(field: &Field, index: Option<Index>) -> String {
    match index {
        Some(index) => {
            let brackets = Segment { name: Name::Field(String::new()), index: Some(index) };
            format!("{}{brackets}", field.path_name())
        }
        None => format!("{}[…]", field.path_name()),
    }
}

/// A way down, record by record.
struct Descent<'a> {
    view: &'a View<'a>,
    message: Message,
    ty: Type,
    here: Address,
    way: Vec<Located>,
    is_in_message: bool,
}

impl<'a> Descent<'a> {
    fn new(view: &'a View<'a>) -> Self {
        Self {
            view,
            message: view.document.root(),
            ty: view.lens.root().clone(),
            here: Address::ROOT,
            way: Vec::new(),
            is_in_message: true,
        }
    }

    /// Goes into a record of the message at hand; false where that message is none.
    fn enter(&mut self, child: Child) -> bool {
        if !self.is_in_message {
            return false;
        }
        let reading = self.view.lens.read(&self.ty, &child.record);
        self.here = self.here.child(child.place);
        let inner = self.view.inner(&self.ty, &child, &reading);
        self.is_in_message = inner.is_some();
        let next = child.message();
        self.way.push(Located {
            address: self.here.clone(),
            message: std::mem::replace(&mut self.message, next),
            parent: std::mem::replace(&mut self.ty, inner.flatten()),
            child,
            reading,
        });
        true
    }
}

/// How often each field was met in a message.
pub(super) struct Counts {
    met: Vec<Count>,
    /// Bytes of packed runs that were counted.
    counted: u64,
    /// False where what came before was too much to walk.
    is_from_start: bool,
}

struct Count {
    number: u64,
    records: u64,
    /// Values: elements of packed runs one by one, records that do not fit the field not at all.
    /// `None` behind a run that is too long to be counted.
    values: Option<u64>,
}

impl Counts {
    /// What was met before a row.
    pub fn up_to(view: &View<'_>, message: &Message, ty: &Type, row: u64) -> Self {
        let mut counts = Self { met: Vec::new(), counted: 0, is_from_start: row <= COUNTED };
        if counts.is_from_start {
            for child in view.document.children(message).take(row as usize) {
                let Ok(child) = child else {
                    counts.is_from_start = false;
                    break;
                };
                let reading = view.lens.read(ty, &child.record);
                counts.next(view, message, &child, &reading);
            }
        }
        counts
    }

    /// Which occurrence the next record is.
    pub fn next(&mut self, view: &View<'_>, message: &Message, child: &Child, reading: &Reading) -> Option<u64> {
        let number = child.record.number;
        let idx = match self.met.iter().position(|it| it.number == number) {
            Some(idx) => idx,
            None => {
                let before = if self.is_from_start { 0 } else { occurrence_far_in(view, message, child, reading)? };
                self.met.push(Count { number, records: before, values: Some(before) });
                self.met.len() - 1
            }
        };
        let values = match reading {
            Reading::Packed(field) => self.elements_of(view, child, field),
            Reading::Value(_) | Reading::Message(..) => Some(1),
            Reading::Mismatch(_) | Reading::Unknown | Reading::Undecoded => Some(0),
        };
        let count = self.met.get_mut(idx)?;
        let occurrence = if reading.fitting_field().is_some() { count.values } else { Some(count.records) };
        count.records += 1;
        count.values = count.values.zip(values).map(|(before, here)| before + here);
        occurrence
    }

    /// How many elements a packed run has; `None` where it is too long to be counted, or not read yet.
    fn elements_of(&mut self, view: &View<'_>, child: &Child, field: &Field) -> Option<u64> {
        let payload = &child.record.payload;
        // Elements of one width are divided out.
        if field.wire_type() == WireType::Varint {
            self.counted += payload.len();
            if self.counted > COUNTED_RUNS {
                return None;
            }
        }
        schema::packed::Elements::new(view.document, payload.clone(), &field.kind()).count_whole().ok()
    }
}

/// Which occurrence a record far in a long message is; `None` also where elements of packed runs would have to be
/// counted.
fn occurrence_far_in(view: &View<'_>, message: &Message, child: &Child, reading: &Reading) -> Option<u64> {
    if reading.field().is_some_and(Field::is_packable) {
        return None;
    }
    view.document.occurrence(message, child.place, child.record.number, view.levels)
}
