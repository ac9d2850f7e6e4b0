//! Makes documents, and edits of them: everything that can be odd on the wire, often and together.

use proptest::prelude::*;
use proptest::sample::Index;

/// Field numbers with a history: the ends of tag widths, zero, the largest, those beyond it.
pub fn numbers() -> impl Strategy<Value = u64> {
    prop_oneof![
        12 => 1u64..4,
        2 => prop::sample::select(vec![15, 16, 2047, 2048, (1 << 29) - 1]),
        1 => prop::sample::select(vec![0, 1 << 29, 1 << 32, (1 << 61) - 1]),
    ]
}

/// How many bytes too many a varint is written in.
fn excess() -> impl Strategy<Value = usize> {
    prop_oneof![8 => Just(0usize), 1 => 1usize..4, 1 => Just(9usize)]
}

pub fn varint(value: u64, excess: usize) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = value;
    while rest >= 0x80 {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
    for _ in 0..excess.min(10 - out.len()) {
        *out.last_mut().unwrap() |= 0x80;
        out.push(0);
    }
    out
}

fn tag(number: u64, wire_type: u64, excess: usize) -> Vec<u8> {
    varint(number << 3 | wire_type, excess)
}

fn values() -> impl Strategy<Value = u64> {
    prop_oneof![3 => 0u64..300, 1 => any::<u64>(), 1 => prop::sample::select(vec![0, 1 << 31, 1 << 63, u64::MAX])]
}

/// What a length says instead of the truth.
#[derive(Clone, Debug)]
enum Lie {
    No,
    More(u64),
    Fewer(u64),
    Value(u64),
    /// Bits beyond the 64th.
    Inexact,
}

fn lies() -> impl Strategy<Value = Lie> {
    prop_oneof![
        24 => Just(Lie::No),
        2 => (1u64..9).prop_map(Lie::More),
        1 => (1u64..9).prop_map(Lie::Fewer),
        1 => prop::sample::select(vec![1 << 20, (1 << 63) - 1, 1 << 63, u64::MAX]).prop_map(Lie::Value),
        1 => Just(Lie::Inexact),
    ]
}

fn length(len: usize, lie: &Lie, excess: usize) -> Vec<u8> {
    let len = len as u64;
    match lie {
        Lie::No => varint(len, excess),
        Lie::More(n) => varint(len + n, excess),
        Lie::Fewer(n) => varint(len.saturating_sub(*n), excess),
        Lie::Value(value) => varint(*value, excess),
        Lie::Inexact => vec![0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
    }
}

/// Bytes that end a message's records.
fn garbage() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        Just(vec![0x0e]),
        Just(vec![0x0f, 0x08, 0x01]),
        (1u64..4).prop_map(|number| tag(number, 4, 0)),
        Just(vec![0x80; 11]),
        Just(vec![0x08, 0xff, 0xff]),
        Just([[0x08; 1].as_slice(), &[0xff; 11]].concat()),
        prop::collection::vec(any::<u8>(), 1..6),
    ]
}

fn leaf() -> impl Strategy<Value = Vec<u8>> {
    let varints = (numbers(), excess(), values(), excess())
        .prop_map(|(number, a, value, b)| [tag(number, 0, a), varint(value, b)].concat());
    let fixed = (numbers(), excess(), any::<[u8; 8]>(), any::<bool>()).prop_map(|(number, a, bytes, is_wide)| {
        if is_wide {
            [tag(number, 1, a), bytes.to_vec()].concat()
        } else {
            [tag(number, 5, a), bytes[..4].to_vec()].concat()
        }
    });
    let packed = prop::collection::vec((values(), excess()), 0..5)
        .prop_map(|values| values.into_iter().flat_map(|(value, a)| varint(value, a)).collect::<Vec<u8>>());
    let content = prop_oneof!["[a-z/]{0,12}".prop_map(String::into_bytes), packed, Just(vec![b'x'; 126])];
    let len = (numbers(), excess(), lies(), excess(), content)
        .prop_map(|(number, a, lie, b, content)| [tag(number, 2, a), length(content.len(), &lie, b), content].concat());
    prop_oneof![4 => varints, 2 => fixed, 3 => len, 1 => garbage()]
}

/// The records of a message, one after the other.
pub fn message() -> impl Strategy<Value = Vec<u8>> {
    let record = leaf().prop_recursive(4, 48, 6, |inner| {
        let content = prop::collection::vec(inner, 0..6).prop_map(|records| records.concat()).boxed();
        let len = (numbers(), excess(), lies(), excess(), content.clone()).prop_map(|(number, a, lie, b, content)| {
            [tag(number, 2, a), length(content.len(), &lie, b), content].concat()
        });
        let end = prop_oneof![8 => Just(Some(0u64)), 1 => Just(None), 1 => (1u64..3).prop_map(Some)];
        let group = (1u64..4, excess(), end, excess(), content).prop_map(|(number, a, end, b, content)| {
            let end = end.map_or(Vec::new(), |plus| tag(number + plus, 4, b));
            [tag(number, 3, a), content, end].concat()
        });
        prop_oneof![3 => len, 2 => group]
    });
    prop::collection::vec(record, 0..7).prop_map(|records| records.concat())
}

/// A change that knows nothing of records.
#[derive(Clone, Debug)]
enum Mutation {
    Flip(Index, u8),
    Cut(Index),
    Put(Index, Vec<u8>),
    Double(Index, Index),
}

fn mutations() -> impl Strategy<Value = Mutation> {
    prop_oneof![
        3 => (any::<Index>(), 0u8..8).prop_map(|(at, bit)| Mutation::Flip(at, bit)),
        1 => any::<Index>().prop_map(Mutation::Cut),
        1 => (any::<Index>(), prop::collection::vec(any::<u8>(), 1..4)).prop_map(|(at, put)| Mutation::Put(at, put)),
        1 => (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Mutation::Double(from, to)),
    ]
}

fn mutated(mut bytes: Vec<u8>, mutation: &Mutation) -> Vec<u8> {
    if bytes.is_empty() {
        return bytes;
    }
    let len = bytes.len();
    match mutation {
        Mutation::Flip(at, bit) => bytes[at.index(len)] ^= 1 << bit,
        Mutation::Cut(at) => bytes.truncate(at.index(len)),
        Mutation::Put(at, put) => drop(bytes.splice(at.index(len)..at.index(len), put.iter().copied())),
        Mutation::Double(from, to) => {
            let (from, to) = (from.index(len), to.index(len));
            bytes.extend_from_within(from.min(to)..from.max(to));
        }
    }
    bytes
}

/// Documents of all sorts: messages, messages after an accident, any bytes.
pub fn documents() -> impl Strategy<Value = Vec<u8>> {
    let broken = (message(), prop::collection::vec(mutations(), 1..4))
        .prop_map(|(bytes, mutations)| mutations.iter().fold(bytes, mutated));
    prop_oneof![5 => message(), 3 => broken, 1 => prop::collection::vec(any::<u8>(), 0..64)]
}

/// Documents of many kilobytes, so that an index of theirs has marks.
pub fn long_documents() -> impl Strategy<Value = Vec<u8>> {
    (prop::collection::vec(message(), 1..6), 2_000usize..70_000, documents()).prop_map(|(parts, len, last)| {
        let records: Vec<u8> = parts.concat();
        let mut bytes = Vec::new();
        while bytes.len() < len && !records.is_empty() {
            // In a length-delimited field each, so that one odd part does not end the message.
            bytes.extend(tag(1 + bytes.len() as u64 % 3, 2, 0));
            bytes.extend(varint(records.len() as u64, 0));
            bytes.extend(&records);
            bytes.extend([0x20, 0x01, 0x28, 0x02]);
        }
        bytes.extend(last);
        bytes
    })
}

/// Where in a document: into which message, at which record.
#[derive(Clone, Debug)]
pub struct Spot {
    /// Which of the records that hold records, level by level.
    pub descend: Vec<Index>,
    pub at: Index,
}

/// What to do there.
#[derive(Clone, Debug)]
pub enum Op {
    Insert(Vec<u8>),
    Delete(usize),
    Replace(Vec<u8>),
    Move(Index),
    SetPayload(Vec<u8>),
    /// Changes a payload in the middle.
    Splice(Index, usize, Vec<u8>),
    /// Puts a copy of some records somewhere else.
    Copy(usize, Spot),
    /// Changes nothing, but all records of the message are put in anew.
    Rewrite,
    /// Puts bytes in the place of so many of the message, whatever records they belong to.
    Raw(Index, usize, Vec<u8>),
}

pub fn spots() -> impl Strategy<Value = Spot> {
    (prop::collection::vec(any::<Index>(), 0..5), any::<Index>()).prop_map(|(descend, at)| Spot { descend, at })
}

/// Bytes that give way to others: one for one, or more or fewer.
pub fn raw() -> impl Strategy<Value = Op> {
    let with = prop_oneof![
        3 => prop::collection::vec(any::<u8>(), 1..2),
        2 => prop::collection::vec(any::<u8>(), 0..4),
        2 => message(),
        1 => garbage(),
        1 => (1u64..4).prop_map(|number| tag(number, 4, 0)),
    ];
    (any::<Index>(), 0usize..5, any::<bool>(), with).prop_map(|(at, len, is_over, with)| {
        let len = if is_over { with.len() } else { len };
        Op::Raw(at, len, with)
    })
}

pub fn edits() -> impl Strategy<Value = (Spot, Op)> {
    let records = prop_oneof![4 => message(), 1 => garbage()].boxed();
    let payload = prop_oneof![
        3 => message(),
        2 => (values(), excess()).prop_map(|(value, a)| varint(value, a)),
        1 => Just(vec![1, 2, 3, 4]),
        1 => Just(vec![1, 2, 3, 4, 5, 6, 7, 8]),
        1 => Just(vec![b'y'; 200]),
        1 => prop::collection::vec(any::<u8>(), 0..5),
    ];
    let op = prop_oneof![
        3 => records.clone().prop_map(Op::Insert),
        2 => (1usize..3).prop_map(Op::Delete),
        2 => records.prop_map(Op::Replace),
        2 => any::<Index>().prop_map(Op::Move),
        4 => payload.prop_map(Op::SetPayload),
        2 => (any::<Index>(), 0usize..5, prop::collection::vec(any::<u8>(), 0..4))
            .prop_map(|(at, len, with)| Op::Splice(at, len, with)),
        2 => (1usize..4, spots()).prop_map(|(n, to)| Op::Copy(n, to)),
        1 => Just(Op::Rewrite),
        4 => raw(),
    ];
    (spots(), op)
}
