//! Bodies: what a message, a group or a payload consists of now. Untouched bytes are one span; an edited body is a
//! rope of untouched runs and changed records, which shares all it did not touch with the body it came from.

use super::record::Record;
use super::rope::Rope;
use super::span::Span;

/// The content of a message, a group or a payload. A clone is cheap.
#[derive(Clone, Debug)]
pub enum Body {
    /// Bytes as they are.
    Raw(Span),
    /// Records, some of them changed.
    Edited(Rope),
}

impl Body {
    /// Bytes in all.
    pub fn len(&self) -> u64 {
        match self {
            Self::Raw(span) => span.len,
            Self::Edited(rope) => rope.len(),
        }
    }

    /// True without bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The span where nothing in it was changed.
    pub fn as_raw(&self) -> Option<Span> {
        match self {
            Self::Raw(span) => Some(*span),
            Self::Edited(_) => None,
        }
    }

    /// The first span in it.
    pub(crate) fn first_span(&self) -> Span {
        match self {
            Self::Raw(span) => *span,
            Self::Edited(rope) => rope.first_span(),
        }
    }

    /// As a rope of pieces.
    pub(crate) fn to_rope(&self) -> Rope {
        match self {
            Self::Raw(span) => Rope::from_raw(*span),
            Self::Edited(rope) => rope.clone(),
        }
    }
}

/// Bodies nest as deep as messages do; taking them apart must not cost stack.
pub(crate) fn drop_flat(first: &mut Record) {
    let mut ropes = Vec::new();
    take_rope(first, &mut ropes);
    while let Some(rope) = ropes.pop() {
        rope.take_apart(|record| take_rope(record, &mut ropes));
    }
}

fn take_rope(record: &mut Record, ropes: &mut Vec<Rope>) {
    if let Body::Edited(rope) = &mut record.payload {
        ropes.push(std::mem::take(rope));
    }
}
