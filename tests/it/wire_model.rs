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
