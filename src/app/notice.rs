//! Notices: what went wrong or needs saying: what, where, why, and what to do, with the action as a button. They stay
//! until dismissed, and are in the log as well.

use super::command::Command;
use super::ids::{DocumentId, NoticeId};
use crate::wire::Severity;

/// A notice as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Its identity.
    pub id: NoticeId,
    /// How much it matters.
    pub severity: Severity,
    /// The document it is about.
    pub document: Option<DocumentId>,
    /// What happened, in a few words: `her.bin was not saved`.
    pub what: String,
    /// Where: a path, a field; empty where it has no place.
    pub place: String,
    /// Why.
    pub why: String,
    /// What to do next.
    pub remedy: String,
    /// The remedies as buttons, the likeliest first: label and what it does. Pressing one is [`super::NoticeCommand::Remedy`].
    pub actions: Vec<(String, Command)>,
}
