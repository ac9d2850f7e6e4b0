//! Guesses the type of a document: which of a pool's types fits its records best. Bounded: looks at the first
//! records of each message only, a few levels deep.

use prost_reflect::{Kind, MessageDescriptor};

use super::field::Field;
use super::lens::{Lens, Reading, Type};
use super::packed::Elements;
use super::pool::Pool;
use super::value::{self, Value};
use crate::wire::guess as looks;
use crate::wire::{Child, Document, Message, Severity, WireType};

/// How much of a document is looked at.
const LOOKED_AT: u64 = 256 << 10;
/// How many records of a message are looked at.
const ROWS: usize = 64;
/// How deep.
const DEPTH: usize = 6;
/// How many records in all, for one type.
const ALL_ROWS: usize = 512;
/// A candidate stands out with at least this score…
const CLEAR: f64 = 0.6;
/// …and this far before the next.
const MARGIN: f64 = 0.03;

/// One field alone fits too many types.
const EVIDENCE: usize = 2;

/// A type and how well it fits.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// From 0.0 (does not fit) to 1.0.
    pub score: f64,
    /// The type.
    pub ty: MessageDescriptor,
    /// Why: what fits and what does not.
    pub reason: String,
    /// How many different fields speak for it.
    pub n_fields: usize,
}

/// The types of a pool that fit a document at all, best first.
pub fn guess(document: &Document, pool: &Pool) -> Vec<Candidate> {
    // Bytes that cannot be read tell nothing; reading them is what says so.
    let Ok(start) = document.body_start(&document.root().body, LOOKED_AT) else { return Vec::new() };
    if start.is_empty() {
        return Vec::new();
    }
    let is_cut = document.len() > start.len() as u64;
    of_start(start, is_cut, pool)
}

/// The types that fit the bytes a message begins with; `is_cut` where it goes on behind them.
pub fn of_start(start: Vec<u8>, is_cut: bool, pool: &Pool) -> Vec<Candidate> {
    let document = &Document::from_bytes(start);
    let mut candidates: Vec<Candidate> = pool
        .messages()
        .into_iter()
        .filter(|ty| ty.fields().len() > 0)
        .filter_map(|ty| {
            let lens = Lens::new(pool.clone(), Some(ty.clone()));
            let mut fit = Fit { end: document.len(), is_cut, ..Fit::default() };
            fit.message(document, &lens, &document.root(), lens.root(), 0);
            fit.candidate(ty)
        })
        .collect();
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.ty.full_name().cmp(b.ty.full_name())));
    candidates
}

/// The one candidate that is clearly better than all others.
pub fn standing_out(candidates: &[Candidate]) -> Option<&Candidate> {
    let (best, next) = (candidates.first()?, candidates.get(1));
    let is_clear =
        best.score >= CLEAR && best.n_fields >= EVIDENCE && next.is_none_or(|next| best.score - next.score >= MARGIN);
    is_clear.then_some(best)
}

/// What speaks for and against a type, summed over the records looked at.
#[derive(Default)]
struct Fit {
    /// Where the looking ends.
    end: u64,
    /// True when the document goes on there.
    is_cut: bool,
    rows: usize,
    for_it: f64,
    against: f64,
    known: usize,
    unknown: usize,
    wrong: usize,
    odd: usize,
    /// Kinds of evidence: how many different fields and types were met.
    fields: Vec<String>,
}

impl Fit {
    fn message(&mut self, document: &Document, lens: &Lens, message: &Message, ty: &Type, depth: usize) {
        let weight = 0.8f64.powi(depth as i32);
        let mut singular: Vec<u64> = Vec::new();
        let mut last_number = 0;
        for child in document.children(message).take(ROWS) {
            let Ok(child) = child else { return };
            let reading = lens.read(ty, &child.record);
            let is_message = matches!(reading, Reading::Message(..));
            if self.rows >= ALL_ROWS || (self.is_cut && self.is_cut(&child) && !is_message) {
                return;
            }
            self.rows += 1;
            if let Some(field) = reading.fitting_field() {
                let number = child.record.number;
                let is_again = !field.is_repeated() && singular.contains(&number);
                singular.push(number);
                // Writers go through their fields in order; a type that makes the order look wrong fits less.
                let is_back = number < last_number;
                last_number = number;
                if is_again || is_back {
                    self.odd += 1;
                    self.against += 0.5 * weight;
                }
            }
            self.record(document, lens, &reading, &child, depth, weight);
        }
    }

    /// True for a record that is open because the looking, or a file that was cut, ends in it.
    fn is_cut(&self, child: &Child) -> bool {
        child.record.flaws.is_open() && child.start + child.record.len() == self.end
    }

    fn record(
        &mut self,
        document: &Document,
        lens: &Lens,
        reading: &Reading,
        child: &Child,
        depth: usize,
        weight: f64,
    ) {
        match reading {
            Reading::Undecoded => self.wrong(2.0 * weight),
            Reading::Unknown => {
                self.unknown += 1;
                self.against += weight;
            }
            Reading::Mismatch(_) => self.wrong(2.0 * weight),
            Reading::Message(field, message) => {
                let is_broken = child.record.flaws.is_open() || !is_well_formed(document, child);
                if is_broken && !self.is_cut(child) {
                    return self.wrong(1.5 * weight);
                }
                // Half a file is still a file of its type; it speaks a little less for it.
                self.against += if is_broken && !self.is_cut { 0.1 * weight } else { 0.0 };
                self.knows(field, weight);
                if depth + 1 < DEPTH {
                    self.message(document, lens, &child.message(), &Some(message.clone()), depth + 1);
                }
            }
            Reading::Packed(field) => {
                let elements = Elements::new(document, child.record.payload.clone(), &field.kind());
                let is_cut = elements.take(ROWS).any(|it| it.is_ok_and(|it| it.is_cut));
                if is_cut { self.wrong(weight) } else { self.knows(field, weight * 0.8) }
            }
            Reading::Value(field) => match lens.value(document, reading, &child.record) {
                Ok(value) => self.value(document, field, &value, child, weight),
                Err(_) => self.wrong(weight),
            },
        }
    }

    fn value(&mut self, document: &Document, field: &Field, value: &Value, child: &Child, weight: f64) {
        match (field.kind(), value) {
            (Kind::String, Value::Text { text, .. }) => {
                let is_readable = !text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'));
                if is_readable { self.knows(field, weight) } else { self.odd(field, weight) }
            }
            (Kind::String, _) => self.wrong(weight),
            (Kind::Bytes, Value::Bytes { start, .. }) => {
                // A bytes field takes anything, so what looks like more is likelier to be a field of another type.
                match looks::payload(start, child.record.payload.len()) {
                    looks::Guess::Text => self.knows(field, weight * 0.6),
                    looks::Guess::Message => {
                        self.knows(field, weight * 0.5);
                        self.against += weight * 0.25;
                    }
                    looks::Guess::Bytes => self.knows(field, weight * 0.8),
                }
            }
            (Kind::Enum(_), Value::Enum { name: Some(_), .. }) => self.knows(field, weight),
            (Kind::Enum(_), _) => self.odd(field, weight),
            (kind, _) if child.record.wire_type == WireType::Varint => {
                let payload = document.body_start(&child.record.payload, 16).unwrap_or_default();
                let raw = value::raw_number(WireType::Varint, &payload);
                let fits = raw.is_some_and(|raw| value::is_in_range(&kind, raw));
                if fits { self.knows(field, weight) } else { self.odd(field, weight) }
            }
            _ => self.knows(field, weight),
        }
    }

    fn knows(&mut self, field: &Field, weight: f64) {
        self.known += 1;
        self.for_it += weight;
        let name = field.full_name();
        if !self.fields.iter().any(|it| it == name) {
            self.fields.push(name.to_owned());
        }
    }

    fn odd(&mut self, field: &Field, weight: f64) {
        self.knows(field, 0.3 * weight);
        self.odd += 1;
        self.against += 0.7 * weight;
    }

    fn wrong(&mut self, weight: f64) {
        self.wrong += 1;
        self.against += weight;
    }

    fn candidate(&self, ty: MessageDescriptor) -> Option<Candidate> {
        if self.known == 0 {
            return None;
        }
        let share = self.for_it / (self.for_it + self.against);
        // The more different fields agree, the less it is chance.
        let evidence = 1.0 - 0.5f64.powf(0.6 * self.fields.len() as f64);
        // A type whose many other fields never occur says less than one that is used up.
        let used =
            self.fields.iter().filter(|it| it.rsplit_once('.').is_some_and(|(of, _)| of == ty.full_name())).count();
        let coverage = used as f64 / ty.fields().len().max(1) as f64;
        // Descriptions of schemas are rarely what lies about as a message.
        let prior = if ty.package_name() == "google.protobuf" { 0.85 } else { 1.0 };
        let score = (share * (0.55 * evidence + 0.35 + 0.1 * coverage) * prior).clamp(0.0, 1.0);
        let mut parts = vec![format!("{} of {} records fit, {} fields", self.known, self.rows, self.fields.len())];
        for (count, what) in
            [(self.unknown, "not in the type"), (self.wrong, "of another wire type or broken"), (self.odd, "odd")]
        {
            if count > 0 {
                parts.push(format!("{count} {what}"));
            }
        }
        (score >= 0.05).then(|| Candidate { score, ty, reason: parts.join(", "), n_fields: self.fields.len() })
    }
}

/// True when the first records of a payload have no fault of severity error.
fn is_well_formed(document: &Document, child: &Child) -> bool {
    document.children(&child.message()).take(8).all(|it| {
        it.is_ok_and(|it| !it.record.flaws.is_open() && it.problems().iter().all(|p| p.severity != Severity::Error))
    })
}
