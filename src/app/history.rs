//! History: the steps of a document, to be taken back and forth without limit, also across saves.

use super::selection::Selection;
use crate::wire;

/// One step.
#[derive(Clone)]
pub struct Step {
    /// What it did: `Set exit_code`.
    pub name: String,
    pub(super) edit: wire::Edit,
    pub(super) inverse: wire::Edit,
    pub(super) before: wire::Document,
    pub(super) after: wire::Document,
    pub(super) selected_before: Option<Selection>,
    pub(super) selected_after: Option<Selection>,
    /// The field that is being typed in: further values for it join this step.
    pub(super) typing: Option<wire::RecordId>,
}

/// The steps of a document.
#[derive(Clone, Default)]
pub struct History {
    steps: Vec<Step>,
    /// Steps before it are done, those from it on were taken back.
    now: usize,
    /// Where the document stood when it was last saved; `None` when that can be reached no more.
    saved: Option<usize>,
}

impl History {
    pub(super) fn new() -> Self {
        Self { steps: Vec::new(), now: 0, saved: Some(0) }
    }

    /// All steps, oldest first; those from [`Self::now`] on were taken back.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How many steps are done.
    pub fn now(&self) -> usize {
        self.now
    }

    /// True when the document is as it was last saved.
    pub fn is_saved(&self) -> bool {
        self.saved == Some(self.now)
    }

    /// The step that undo takes back.
    pub fn undo_step(&self) -> Option<&Step> {
        self.now.checked_sub(1).and_then(|at| self.steps.get(at))
    }

    /// The step that redo makes again.
    pub fn redo_step(&self) -> Option<&Step> {
        self.steps.get(self.now)
    }
}
