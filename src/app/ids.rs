//! Identities of what the program holds several of: small numbers, never used twice in a run.

/// An open document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DocumentId(pub u64);

/// A job under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId(pub u64);

/// A notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NoticeId(pub u64);

/// Gives the numbers out.
#[derive(Debug, Default)]
pub(super) struct Ids(u64);

impl Ids {
    fn next(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }

    pub(super) fn document(&mut self) -> DocumentId {
        DocumentId(self.next())
    }

    pub(super) fn job(&mut self) -> JobId {
        JobId(self.next())
    }

    pub(super) fn notice(&mut self) -> NoticeId {
        NoticeId(self.next())
    }
}
