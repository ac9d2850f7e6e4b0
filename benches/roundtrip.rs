//! A million random documents: each is scanned and put together again from its records, then edited at random and the
//! edit taken back; every byte must be as it was. Prints what it did and the processor time it took.
//!
//! `cargo bench --bench roundtrip [-- COUNT [SEED]]`
#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a bench that meets what it does not expect has failed"
)]

use wirebench::wire::{Address, Child, Document, Edit, Message, Records, Span, Step, Visit, Walk, WireType};

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|arg| arg.parse::<u64>().ok());
    let (count, seed) = (numbers.next().unwrap_or(1_000_000), numbers.next().unwrap_or(1));
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let totals = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|id| scope.spawn(move || (id..count).step_by(threads as usize).map(|i| check(seed, i)).sum::<Total>()))
            .collect();
        workers.into_iter().map(|it| it.join().unwrap()).sum::<Total>()
    });
    println!(
        "{count} documents of {} bytes with {} records came out as they were, {} of them after an edit and its inverse",
        totals.bytes, totals.records, totals.edits
    );
    if let Some(seconds) = cpu_seconds() {
        println!("{seconds:.1} s of processor time");
    }
}

#[derive(Default)]
struct Total {
    bytes: u64,
    records: u64,
    edits: u64,
}

impl std::iter::Sum for Total {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |a, b| Self {
            bytes: a.bytes + b.bytes,
            records: a.records + b.records,
            edits: a.edits + b.edits,
        })
    }
}

/// Processor time of this process so far, where the system tells it.
fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(ticks as f64 / 100.0)
}

/// Makes document `i` and checks it.
fn check(seed: u64, i: u64) -> Total {
    let mut random = Random::new(seed, i);
    let input = random.document();
    let document = Document::from_bytes(input.clone());
    let (emitted, records) = emit(&document);
    assert!(emitted == input, "document {i} of seed {seed}: the records give other bytes: {input:02x?}");
    let edit = random.edit(&document);
    let applied = document.apply(&edit).unwrap();
    let after = applied.document.to_vec().unwrap();
    assert!(emit(&applied.document).0 == after, "document {i} of seed {seed}: {edit:?} on {input:02x?}");
    if applied.warnings.is_empty() {
        let again = Document::from_bytes(after);
        assert!(shapes(&applied.document) == shapes(&again), "document {i} of seed {seed}: {edit:?} on {input:02x?}");
    }
    let undone = applied.document.apply(&applied.inverse).unwrap().document;
    assert!(undone.to_vec().unwrap() == input, "document {i} of seed {seed}: {edit:?} is not undone on {input:02x?}");
    assert!(shapes(&undone) == shapes(&document), "document {i} of seed {seed}: {edit:?} on {input:02x?}");
    Total { bytes: input.len() as u64, records, edits: 1 }
}

/// The shape in which everything that can hold records does.
struct Everything;

impl wirebench::wire::Shape for Everything {
    type Type = ();

    fn message(&self, (): &(), record: &wirebench::wire::Record) -> Option<()> {
        matches!(record.wire_type, WireType::Len | WireType::Group).then_some(())
    }
}

/// The bytes of a document, put together from its records alone, and their number.
fn emit(document: &Document) -> (Vec<u8>, u64) {
    let mut out = Vec::with_capacity(document.len() as usize);
    let mut ends = Vec::new();
    let mut records = 0;
    let push = |out: &mut Vec<u8>, span: Span| {
        let from = out.len();
        out.resize(from + span.len as usize, 0);
        document.bytes().read(span, &mut out[from..]).unwrap();
    };
    for visit in Walk::new(document, &Everything, ()) {
        match visit.unwrap() {
            Visit::Leave => push(&mut out, ends.pop().unwrap()),
            Visit::Enter(child, ()) => {
                records += 1;
                push(&mut out, child.record.tag);
                push_prefix(document, &child, &mut out);
                ends.push(child.record.end);
            }
            Visit::Leaf(child, ()) => {
                records += 1;
                push(&mut out, child.record.tag);
                out.extend(document.body_bytes(&child.record.payload).unwrap());
            }
        }
    }
    (out, records)
}

fn push_prefix(document: &Document, child: &Child, out: &mut Vec<u8>) {
    match child.record.written_prefix() {
        wirebench::wire::WrittenPrefix::Found(span) => out.extend(document.bytes().to_vec(span).unwrap()),
        wirebench::wire::WrittenPrefix::Made(written) => out.extend(written.as_bytes()),
    }
}

/// All that is said of each record, without where its bytes come from.
fn shapes(document: &Document) -> Vec<(u64, u64, WireType, u64, u64, u64, wirebench::wire::Flaws)> {
    let of = |child: Child| {
        let record = &child.record;
        let lens = (record.head_len(), record.payload.len(), record.end.len);
        (child.start, record.number, record.wire_type, lens.0, lens.1, lens.2, record.flaws)
    };
    Walk::new(document, &Everything, ())
        .filter_map(|visit| match visit.unwrap() {
            Visit::Enter(child, ()) | Visit::Leaf(child, ()) => Some(of(child)),
            Visit::Leave => None,
        })
        .collect()
}

/// Numbers that a seed gives, the same on every machine.
struct Random(u64);

impl Random {
    fn new(seed: u64, i: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ i.wrapping_mul(0xd134_2543_de82_ef95))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn bytes(&mut self, most: u64) -> Vec<u8> {
        (0..self.below(most + 1)).map(|_| self.next() as u8).collect()
    }

    /// A third random bytes, a third messages, a third messages after an accident.
    fn document(&mut self) -> Vec<u8> {
        match self.below(3) {
            0 => self.bytes(96),
            1 => self.message(4),
            _ => {
                let mut bytes = self.message(4);
                for _ in 0..1 + self.below(3) {
                    self.mutate(&mut bytes);
                }
                bytes
            }
        }
    }

    fn mutate(&mut self, bytes: &mut Vec<u8>) {
        let len = bytes.len() as u64;
        if len == 0 {
            return;
        }
        let at = self.below(len) as usize;
        match self.below(4) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, self.next() as u8),
            2 => drop(bytes.remove(at)),
            _ => bytes[at] ^= 1 << self.below(8),
        }
    }

    fn message(&mut self, depth: u64) -> Vec<u8> {
        let mut out = Vec::new();
        for _ in 0..self.below(6) {
            self.record(depth, &mut out);
        }
        out
    }

    fn record(&mut self, depth: u64, out: &mut Vec<u8>) {
        let number = match self.below(12) {
            0 => 0,
            1 => 1 << self.below(61),
            n => n,
        };
        let wire_types = if self.one_in(8) { 11 } else { 10 };
        let wire_type = [0, 0, 1, 2, 2, 2, 2, 3, 3, 5, 6][self.below(wire_types) as usize];
        self.varint(number << 3 | wire_type, out);
        match wire_type {
            0 => {
                let value = self.next() >> self.below(64);
                self.varint(value, out);
            }
            1 => out.extend(self.next().to_le_bytes()),
            5 => out.extend((self.next() as u32).to_le_bytes()),
            2 => {
                let content = if depth == 0 || self.one_in(3) { self.bytes(20) } else { self.message(depth - 1) };
                let lie = if self.one_in(16) { self.next() >> self.below(64) } else { 0 };
                self.varint((content.len() as u64).saturating_add(lie), out);
                out.extend(content);
            }
            3 => {
                let content = if depth == 0 { Vec::new() } else { self.message(depth - 1) };
                out.extend(content);
                if !self.one_in(12) {
                    let ends = if self.one_in(12) { number + 1 } else { number };
                    self.varint(ends << 3 | 4, out);
                }
            }
            _ => {}
        }
    }

    /// A varint, now and then longer than it need be.
    fn varint(&mut self, value: u64, out: &mut Vec<u8>) {
        let width = if self.one_in(12) { self.below(11) as usize } else { 0 };
        out.extend(wirebench::wire::varint::Written::wide(value, width).as_bytes());
    }

    /// Some edit of some message of the document.
    fn edit(&mut self, document: &Document) -> Edit {
        let (mut address, mut message) = (Address::ROOT, document.root());
        let mut children = all(document, &message);
        while !self.one_in(3) {
            let inner: Vec<_> =
                children.iter().filter(|it| matches!(it.record.wire_type, WireType::Len | WireType::Group)).collect();
            if inner.is_empty() {
                break;
            }
            let child = inner[self.below(inner.len() as u64) as usize];
            (address, message) = (address.child(child.place), child.message());
            children = all(document, &message);
        }
        let places: Vec<Step> = std::iter::once(Step::default()).chain(children.iter().map(Child::after)).collect();
        let place = places[self.below(places.len() as u64) as usize];
        let content = if self.one_in(4) { self.bytes(12) } else { self.message(2) };
        let span = document.bytes().push(&content);
        let records = Records::from_span(document.bytes(), span);
        if children.is_empty() {
            return Edit::insert(address, place, records);
        }
        let child = &children[self.below(children.len() as u64) as usize];
        match self.below(6) {
            0 => Edit::insert(address, place, records),
            1 => Edit::delete(address, child),
            2 => Edit::replace(address, child, records),
            3 => Edit::move_record(address, child, place),
            4 => {
                let at = self.below(child.record.payload.len() + 1);
                let payload = document.spliced_payload(&child.record.payload, at, 2, &content).unwrap();
                Edit::Payload { record: address.child(child.place), payload }
            }
            _ => Edit::set_payload(address.child(child.place), span),
        }
    }
}

fn all(document: &Document, message: &Message) -> Vec<Child> {
    document.children(message).map(Result::unwrap).collect()
}
