//! Walks a whole document in wire order, into every payload that its shape calls a message. Holds one window and a
//! stack on the heap, so depth costs no call stack. Knows no schema: the shape does.

use super::document::{Child, Cursor, Document, Message};
use super::reader::Reader;
use super::record::{Record, WireType};
use super::span::Span;

/// Says which payloads are messages. A schema's lens is one; [`Groups`] is the one without a schema.
pub trait Shape {
    /// What is known of a message: for instance its type.
    type Type: Clone;

    /// What the record's payload is as a message, or `None` where it is a value.
    fn message(&self, parent: &Self::Type, record: &Record) -> Option<Self::Type>;
}

/// The shape that knows no schema: groups are messages, all else are values.
pub struct Groups;

impl Shape for Groups {
    type Type = ();

    fn message(&self, (): &(), record: &Record) -> Option<()> {
        (record.wire_type == WireType::Group).then_some(())
    }
}

/// A step of a walk.
#[derive(Clone, Debug)]
pub enum Visit<T> {
    /// A record whose records come next, up to its `Leave`.
    Enter(Child, T),
    /// A record that holds a value; the type is that of its message.
    Leaf(Child, T),
    /// The end of the message entered last.
    Leave,
}

/// A walk through a document.
pub struct Walk<'a, S: Shape> {
    reader: Reader<'a>,
    shape: &'a S,
    stack: Vec<(Cursor, S::Type)>,
}

impl<'a, S: Shape> Walk<'a, S> {
    /// Walks all of a document whose outermost message is of type `root`.
    pub fn new(document: &'a Document, shape: &'a S, root: S::Type) -> Self {
        Self::of_message(document, &document.root(), shape, root)
    }

    /// Walks one message.
    pub fn of_message(document: &'a Document, message: &Message, shape: &'a S, ty: S::Type) -> Self {
        Self { reader: Reader::new(document.bytes()), shape, stack: vec![(Cursor::new(message), ty)] }
    }

    /// How many messages are entered: 1 in the outermost.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Leaves the message entered last without walking it; no `Leave` follows.
    pub fn skip(&mut self) {
        if self.stack.len() > 1 {
            self.stack.pop();
        }
    }
}

impl<S: Shape> Iterator for Walk<'_, S> {
    /// An `Err` names the span that has to be fetched first.
    type Item = Result<Visit<S::Type>, Span>;

    fn next(&mut self) -> Option<Self::Item> {
        let (cursor, ty) = self.stack.last_mut()?;
        match cursor.next(&mut self.reader) {
            Err(span) => Some(Err(span)),
            Ok(Some(child)) => Some(Ok(match self.shape.message(ty, &child.record) {
                Some(inner) => {
                    self.stack.push((Cursor::new(&child.message()), inner.clone()));
                    Visit::Enter(child, inner)
                }
                None => Visit::Leaf(child, ty.clone()),
            })),
            Ok(None) => {
                self.stack.pop();
                (!self.stack.is_empty()).then_some(Ok(Visit::Leave))
            }
        }
    }
}
