//! Where the tabs stand: the centre of the window is a tree of splits whose leaves are groups of tabs. One group has
//! the focus, and its active tab is the one that commands mean. Also how large the panes around the centre are. Plain
//! data: the window draws it, and turns what a person drags into a [`Change`].

mod change;
mod kept;
mod node;
mod sizes;

use super::ids::DocumentId;

pub use change::{Change, Target};
pub use kept::{KeptLayout, KeptNode, KeptPart};
pub use node::{Direction, Group, GroupId, Node, Part, Side, Split, SplitId};
pub use sizes::{Sizes, Span};

/// So many groups at most: more are too small to read in.
pub const MOST_GROUPS: usize = 12;

/// A tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tab {
    /// The welcome tab.
    Welcome,
    /// A document.
    Document(DocumentId),
}

/// A tab where it stands: a document may stand in two groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TabAt {
    /// The group.
    pub group: GroupId,
    /// The tab; a group has it once at most.
    pub tab: Tab,
}

/// The tabs, and the sizes around them.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    root: Node,
    focused: GroupId,
    /// The next number that no group and no split has had.
    next: u64,
    /// How large the panes around the centre are.
    pub(super) sizes: Sizes,
}

impl Default for Layout {
    fn default() -> Self {
        let first = GroupId(0);
        Self {
            root: Node::Group(Group::new(first, vec![Tab::Welcome])),
            focused: first,
            next: 1,
            sizes: Sizes::default(),
        }
    }
}

impl Layout {
    /// The tree.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// How large the panes around the centre are.
    pub fn sizes(&self) -> &Sizes {
        &self.sizes
    }

    /// The groups, from left to right and from above to below.
    pub fn groups(&self) -> Vec<&Group> {
        self.root.groups()
    }

    /// True while there are two groups or more.
    pub fn is_split(&self) -> bool {
        matches!(self.root, Node::Split(_))
    }

    /// The group that has the focus.
    pub fn focused(&self) -> GroupId {
        self.focused
    }

    /// A group.
    pub fn group(&self, id: GroupId) -> Option<&Group> {
        self.root.group(id)
    }

    /// The tabs of the group that has the focus, from left to right; never none.
    pub fn tabs(&self) -> &[Tab] {
        self.group(self.focused).map_or(&[], |group| group.tabs())
    }

    /// The place of the active tab among them.
    pub fn active_place(&self) -> usize {
        self.group(self.focused).map_or(0, Group::active_place)
    }

    /// The active tab, where it stands.
    pub fn active(&self) -> TabAt {
        let tab = self.group(self.focused).map_or(Tab::Welcome, Group::active);
        TabAt { group: self.focused, tab }
    }

    /// True when the welcome tab is all there is.
    pub fn is_bare(&self) -> bool {
        !self.is_split() && self.tabs() == [Tab::Welcome]
    }

    /// How many groups a tab stands in.
    pub fn count_of(&self, tab: Tab) -> usize {
        self.groups().iter().filter(|group| group.has(tab)).count()
    }

    /// The groups that a tab stands in, in their order.
    pub fn groups_of(&self, tab: Tab) -> Vec<GroupId> {
        self.groups().into_iter().filter(|it| it.has(tab)).map(Group::id).collect()
    }

    /// Where a tab stands: in the group that has the focus, else in the first that has it.
    pub fn find(&self, tab: Tab) -> Option<TabAt> {
        let in_focus = self.group(self.focused).filter(|group| group.has(tab));
        let group = in_focus.or_else(|| self.groups().into_iter().find(|group| group.has(tab)))?;
        Some(TabAt { group: group.id(), tab })
    }

    /// Puts a tab at the end of the group that has the focus, and shows it. Takes the place of the welcome tab where
    /// that is alone.
    pub(super) fn add(&mut self, tab: Tab) {
        if let Some(group) = self.root.group_mut(self.focused) {
            group.add(tab, None);
            if group.tabs() == [Tab::Welcome, tab] {
                group.remove(Tab::Welcome);
            }
        }
    }

    /// Shows a tab and gives its group the focus; false where it is not there.
    pub(super) fn show(&mut self, at: TabAt) -> bool {
        let is_there = self.root.group_mut(at.group).is_some_and(|group| group.activate(at.tab));
        if is_there {
            self.focused = at.group;
        }
        is_there
    }

    /// Gives a group the focus.
    pub(super) fn focus(&mut self, group: GroupId) {
        if self.group(group).is_some() {
            self.focused = group;
        }
    }

    /// The group `by` groups on from the one that has the focus, around the end.
    pub fn group_after(&self, by: isize) -> GroupId {
        let groups = self.groups();
        let here = groups.iter().position(|group| group.id() == self.focused).unwrap_or(0) as isize;
        let count = groups.len().max(1) as isize;
        groups.get((here + by).rem_euclid(count) as usize).map_or(self.focused, |group| group.id())
    }

    /// Takes a tab out of its group. A group left without tabs goes, unless it is the only one: that gets the welcome
    /// tab.
    pub(super) fn remove(&mut self, at: TabAt) {
        let Some(group) = self.root.group_mut(at.group) else { return };
        group.remove(at.tab);
        if group.tabs().is_empty() {
            self.close_group(at.group);
        }
    }

    /// Takes a document out of every group.
    pub(super) fn remove_everywhere(&mut self, tab: Tab) {
        let ids: Vec<GroupId> = self.groups().iter().filter(|it| it.has(tab)).map(|it| it.id()).collect();
        for group in ids {
            self.remove(TabAt { group, tab });
        }
    }

    fn close_group(&mut self, id: GroupId) {
        if !self.is_split() {
            if let Some(group) = self.root.group_mut(id) {
                group.add(Tab::Welcome, None);
            }
            return;
        }
        // The group before it takes the focus, or the one behind the first.
        let ids: Vec<GroupId> = self.groups().iter().map(|it| it.id()).collect();
        let at = ids.iter().position(|it| *it == id).unwrap_or(0);
        let heir = if at > 0 { ids.get(at - 1) } else { ids.get(1) };
        self.root.take_out(id);
        if self.focused == id {
            self.focused = heir.copied().unwrap_or(self.focused);
        }
    }

    /// Shows a tab in a new group beside one, and gives the new group the focus; false where there are too many.
    pub(super) fn split(&mut self, beside: GroupId, side: Side, tab: Tab) -> bool {
        if self.groups().len() >= MOST_GROUPS || self.group(beside).is_none() {
            return false;
        }
        let (group, split) = (GroupId(self.next), SplitId(self.next + 1));
        self.next += 2;
        self.root.put_beside(beside, side, Group::new(group, vec![tab]), split);
        self.focused = group;
        true
    }

    /// Moves a tab, and shows it where it comes to stand; false where it cannot go there.
    pub(super) fn move_tab(&mut self, at: TabAt, target: Target) -> bool {
        if !self.group(at.group).is_some_and(|group| group.has(at.tab)) {
            return false;
        }
        match target {
            Target::Group { group, place } => {
                let Some(to) = self.root.group_mut(group) else { return false };
                if group == at.group {
                    to.move_within(at.tab, place.unwrap_or(usize::MAX));
                } else {
                    to.add(at.tab, place);
                    self.remove(at);
                }
                self.show(TabAt { group, tab: at.tab })
            }
            Target::Beside { group, side } => {
                let is_alone = self.group(at.group).is_some_and(|it| it.tabs().len() == 1);
                if is_alone && at.group == group || !self.split(group, side, at.tab) {
                    return false;
                }
                let to = self.focused;
                self.remove(at);
                self.focused = to;
                true
            }
        }
    }

    /// Gives the parts of a split their shares.
    pub(super) fn set_shares(&mut self, id: SplitId, shares: &[u32]) {
        if let Some(split) = self.root.split_mut(id) {
            split.set_shares(shares);
        }
    }

    /// One group with all tabs, each once, and every size as it was at first.
    pub(super) fn reset(&mut self) {
        let active = self.active().tab;
        let mut merged = Group::new(self.focused, Vec::new());
        let mut seen = std::collections::BTreeSet::new();
        let tabs: Vec<Tab> = self.groups().iter().flat_map(|it| it.tabs().iter().copied()).collect();
        let has_document = tabs.iter().any(|it| *it != Tab::Welcome);
        for tab in tabs {
            if seen.insert(tab) && !(has_document && tab == Tab::Welcome && active != Tab::Welcome) {
                merged.add(tab, None);
            }
        }
        merged.activate(active);
        self.root = Node::Group(merged);
        self.sizes = Sizes::default();
    }
}

#[cfg(test)]
mod tests;
