//! A reference to judge the document by: parses bytes into a plain tree, edits the tree in place, writes it out.
//! Written from the rules alone, slow and simple; shares no code with the crate.

/// A record.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub sort: Sort,
    pub number: u64,
    pub tag: Vec<u8>,
    pub length: Option<Length>,
    pub payload: Payload,
    pub end: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sort {
    Varint,
    Fixed64,
    Len,
    Group,
    Fixed32,
    Undecoded,
}

/// A length prefix as it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Length {
    bytes: Vec<u8>,
    /// What it says; a length that no 64 bits hold says the most they hold.
    declared: u128,
    found: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Payload {
    Bytes(Vec<u8>),
    Nodes(Vec<Node>),
}

/// A varint at the start of `bytes`: its value of up to 70 bits, and its width.
fn varint(bytes: &[u8]) -> Option<(u128, usize)> {
    let width = bytes.iter().take(10).position(|byte| byte & 0x80 == 0)? + 1;
    let value = bytes[..width].iter().rev().fold(0u128, |value, byte| value << 7 | u128::from(byte & 0x7f));
    Some((value, width))
}

fn write_varint(mut value: u128, width: usize) -> Vec<u8> {
    let mut out = Vec::new();
    while value >= 0x80 || out.len() + 1 < width {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
    out
}

/// The number, the wire type and the width of a tag.
fn tag(bytes: &[u8]) -> Option<(u64, u8, usize)> {
    let (value, width) = varint(bytes)?;
    Some(((value as u64) >> 3, (value & 7) as u8, width))
}

/// The end of the group whose content begins at `at`: of its content, and of its end tag.
fn group_end(bytes: &[u8], mut at: usize, number: u64) -> Option<(usize, usize)> {
    loop {
        let (inner, wire_type, width) = tag(&bytes[at..])?;
        let body = at + width;
        at = match wire_type {
            0 => body + varint(&bytes[body..])?.1,
            1 => body + 8,
            2 => {
                let (len, width) = varint(&bytes[body..])?;
                body + width + usize::try_from(len.min(1 << 40)).unwrap()
            }
            3 => group_end(bytes, body, inner)?.1,
            4 => return (inner == number).then_some((at, body)),
            5 => body + 4,
            _ => return None,
        };
        if at > bytes.len() {
            return None;
        }
    }
}

/// The records that `bytes` hold.
pub fn parse(bytes: &[u8]) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let (node, len) = record(rest).unwrap_or_else(|| (undecoded(rest), rest.len()));
        nodes.push(node);
        rest = &rest[len..];
    }
    nodes
}

fn undecoded(bytes: &[u8]) -> Node {
    let payload = Payload::Bytes(bytes.to_vec());
    Node { sort: Sort::Undecoded, number: 0, tag: Vec::new(), length: None, payload, end: Vec::new() }
}

/// The record at the start of `bytes` and its length.
fn record(bytes: &[u8]) -> Option<(Node, usize)> {
    let (number, wire_type, width) = tag(bytes)?;
    let (tag, body) = bytes.split_at(width);
    let mut length = None;
    let mut end = 0..0;
    let (sort, payload) = match wire_type {
        0 => (Sort::Varint, &body[..varint(body)?.1]),
        1 => (Sort::Fixed64, &body[..body.len().min(8)]),
        5 => (Sort::Fixed32, &body[..body.len().min(4)]),
        2 => {
            let (declared, width) = varint(body)?;
            let declared = declared.min(u128::from(u64::MAX));
            let found = declared.min((body.len() - width) as u128) as usize;
            length = Some(Length { bytes: body[..width].to_vec(), declared, found });
            (Sort::Len, &body[width..width + found])
        }
        3 => {
            let (from, to) = group_end(body, 0, number).unwrap_or((body.len(), body.len()));
            end = from..to;
            (Sort::Group, &body[..from])
        }
        _ => return None,
    };
    let end = body[end].to_vec();
    let len = width + length.as_ref().map_or(0, |it| it.bytes.len()) + payload.len() + end.len();
    Some((Node { sort, number, tag: tag.to_vec(), length, payload: Payload::Bytes(payload.to_vec()), end }, len))
}

/// The bytes of records.
pub fn to_bytes(nodes: &[Node]) -> Vec<u8> {
    nodes.iter().flat_map(Node::to_bytes).collect()
}

impl Node {
    pub fn payload_bytes(&self) -> Vec<u8> {
        match &self.payload {
            Payload::Bytes(bytes) => bytes.clone(),
            Payload::Nodes(nodes) => to_bytes(nodes),
        }
    }

    /// A minimal length stays minimal, an over-long one keeps its width where the new one fits, a broken one changes by
    /// the difference; where nothing differs it stays as it was found.
    fn length_bytes(&self, len: usize) -> Vec<u8> {
        let Some(Length { bytes, declared, found }) = &self.length else { return Vec::new() };
        if len == *found {
            return bytes.clone();
        }
        let now = (*declared + len as u128 - *found as u128).min(u128::from(u64::MAX));
        let is_minimal = write_varint(*declared, 0).len() == bytes.len();
        write_varint(now, if is_minimal { 0 } else { bytes.len() })
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let payload = self.payload_bytes();
        [self.tag.clone(), self.length_bytes(payload.len()), payload, self.end.clone()].concat()
    }

    fn nodes_mut(&mut self) -> &mut Vec<Node> {
        if let Payload::Bytes(bytes) = &self.payload {
            self.payload = Payload::Nodes(parse(bytes));
        }
        match &mut self.payload {
            Payload::Nodes(nodes) => nodes,
            Payload::Bytes(_) => unreachable!(),
        }
    }
}

/// The records of the message that `path` leads to, row by row from the outermost.
pub fn message<'a>(root: &'a mut Vec<Node>, path: &[u64]) -> &'a mut Vec<Node> {
    path.iter().fold(root, |nodes, row| nodes[*row as usize].nodes_mut())
}

/// Gives the record at `row` another payload; undecoded bytes are their payload and nothing else.
pub fn set_payload(nodes: &mut Vec<Node>, row: u64, bytes: &[u8]) {
    let row = row as usize;
    if nodes[row].sort == Sort::Undecoded {
        nodes.splice(row..=row, parse(bytes));
    } else {
        nodes[row].payload = Payload::Bytes(bytes.to_vec());
    }
}

/// True when what follows the node would be read as part of it.
fn is_open(node: &Node) -> bool {
    let payload = node.payload_bytes();
    match node.sort {
        Sort::Varint => varint(&payload).is_none_or(|(_, width)| width != payload.len()),
        Sort::Fixed64 => payload.len() != 8,
        Sort::Fixed32 => payload.len() != 4,
        Sort::Len => node.length.as_ref().is_some_and(|it| it.declared > it.found as u128),
        Sort::Group => node.end.is_empty(),
        Sort::Undecoded => true,
    }
}

/// Puts `with` in the place of `len` bytes from `at` of the message that `path` leads to. Nodes before the first that
/// is touched stay, and those from the first on that begins where one did before; what is between is parsed anew.
pub fn replace_bytes(root: &mut Vec<Node>, path: &[u64], at: usize, len: usize, with: &[u8]) {
    let is_group =
        path.split_last().is_some_and(|(row, around)| message(root, around)[*row as usize].sort == Sort::Group);
    let nodes = message(root, path);
    let bytes = to_bytes(nodes);
    let mut starts = vec![0];
    for node in nodes.iter() {
        starts.push(starts.last().unwrap() + node.to_bytes().len());
    }
    let touched = starts.iter().skip(1).position(|end| *end > at);
    let first = touched.unwrap_or_else(|| nodes.len() - usize::from(nodes.last().is_some_and(is_open)));
    let new = [&bytes[starts[first]..at], with, &bytes[at + len..]].concat();
    let behind = at - starts[first] + with.len();
    let mut made = Vec::new();
    let mut done = 0;
    let met = loop {
        let met = |it: &usize| *it >= at + len && done >= behind && it + behind == at + len + done;
        if let Some(row) = starts.iter().position(met) {
            break Some(row);
        }
        if done == new.len() {
            break None;
        }
        let (node, len) = record(&new[done..]).unwrap_or_else(|| (undecoded(&new[done..]), new.len() - done));
        done += len;
        let is_end = is_group && is_open(&node);
        made.push(node);
        if is_end {
            break None;
        }
    };
    match met {
        Some(row) => _ = nodes.splice(first..row.max(first), made),
        None => {
            let (row, around) = path.split_last().expect("the end is met");
            let node = &message(root, around)[*row as usize];
            let head = node.to_bytes().len() - node.payload_bytes().len() - node.end.len();
            let before: usize = message(root, around)[..*row as usize].iter().map(|it| it.to_bytes().len()).sum();
            replace_bytes(root, around, before + head + at, len, with);
        }
    }
}
