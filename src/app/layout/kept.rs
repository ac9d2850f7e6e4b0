//! The layout as it is remembered between starts: sizes, and the groups with the files in them. Files are opened one
//! after another at a start; each goes where its group was. What is read is taken as it may be: files that are not
//! open leave no group behind, and there are no more groups than can be.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::super::kept::KeptPath;
use super::node::{Direction, Group, Node, Part, Split};
use super::{GroupId, Layout, MOST_GROUPS, Sizes, SplitId, Tab};

/// A layout as it is written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct KeptLayout {
    /// How large the panes around the centre are.
    pub sizes: Sizes,
    /// The groups; `None` where there is one alone: nothing is to be arranged then.
    pub centre: Option<KeptNode>,
}

/// A node as it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeptNode {
    /// A group of tabs.
    Group {
        /// Its files, from left to right; what has no file is not remembered.
        files: Vec<KeptPath>,
        /// The place among them of the one that showed.
        active: usize,
    },
    /// Nodes beside one another.
    Split {
        /// How they stand.
        direction: Direction,
        /// They.
        parts: Vec<KeptPart>,
    },
}

/// A part of a split as it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptPart {
    share: u32,
    node: KeptNode,
}

impl KeptNode {
    fn of(node: &Node, path_of: &impl Fn(Tab) -> Option<KeptPath>) -> Self {
        match node {
            Node::Group(group) => {
                let files: Vec<(Tab, KeptPath)> =
                    group.tabs().iter().filter_map(|tab| path_of(*tab).map(|path| (*tab, path))).collect();
                let active = files.iter().position(|(tab, _)| *tab == group.active()).unwrap_or(0);
                Self::Group { files: files.into_iter().map(|it| it.1).collect(), active }
            }
            Node::Split(split) => {
                let part = |part: &Part| KeptPart { share: part.share, node: Self::of(&part.node, path_of) };
                Self::Split { direction: split.direction(), parts: split.parts().iter().map(part).collect() }
            }
        }
    }

    /// True when a file stands in it.
    pub(in crate::app) fn has(&self, path: &Path) -> bool {
        match self {
            Self::Group { files, .. } => files.iter().any(|it| it.as_path() == path),
            Self::Split { parts, .. } => parts.iter().any(|part| part.node.has(path)),
        }
    }
}

impl Layout {
    /// It as it is written.
    pub(in crate::app) fn kept(&self, path_of: impl Fn(Tab) -> Option<KeptPath>) -> KeptLayout {
        let centre = self.is_split().then(|| KeptNode::of(&self.root, &path_of));
        KeptLayout { sizes: self.sizes, centre }
    }

    /// Puts the tabs where a kept layout has them; those that it does not have go to the first group. Shows `shown`.
    pub(in crate::app) fn arrange(&mut self, kept: &KeptNode, tab_of: impl Fn(&KeptPath) -> Option<Tab>, shown: Tab) {
        let left: Vec<Tab> = self.groups().iter().flat_map(|group| group.tabs().iter().copied()).collect();
        let mut made = Arranging { next: self.next, groups: 0 };
        let Some(root) = made.node(kept, &tab_of, None) else { return };
        self.next = made.next;
        self.root = root;
        let first = self.groups().first().map_or(self.focused, |group| group.id());
        let mut placed: BTreeSet<Tab> = self.groups().iter().flat_map(|group| group.tabs().iter().copied()).collect();
        for tab in left.into_iter().filter(|tab| *tab != Tab::Welcome) {
            if placed.insert(tab)
                && let Some(group) = self.root.group_mut(first)
            {
                let active = group.active();
                group.add(tab, None);
                group.activate(active);
            }
        }
        self.focused = first;
        if let Some(at) = self.find(shown) {
            self.show(at);
        }
    }
}

struct Arranging {
    next: u64,
    groups: usize,
}

impl Arranging {
    fn id(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }

    fn node(
        &mut self,
        kept: &KeptNode,
        tab_of: &impl Fn(&KeptPath) -> Option<Tab>,
        around: Option<Direction>,
    ) -> Option<Node> {
        match kept {
            KeptNode::Group { files, active } => {
                if self.groups >= MOST_GROUPS {
                    return None;
                }
                let mut tabs: Vec<Tab> = Vec::new();
                let mut placed = BTreeSet::new();
                let mut shown = None;
                for (place, path) in files.iter().enumerate() {
                    let Some(tab) = tab_of(path).filter(|tab| placed.insert(*tab)) else { continue };
                    shown = shown.or((place == *active).then_some(tab));
                    tabs.push(tab);
                }
                let first = *tabs.first()?;
                self.groups += 1;
                let mut group = Group::new(GroupId(self.id()), tabs);
                group.activate(shown.unwrap_or(first));
                Some(Node::Group(group))
            }
            KeptNode::Split { direction, parts } => {
                // Beneath one in the same direction there is no split: it would be the same.
                let direction = match around {
                    Some(around) if around == *direction => return self.first_of(parts, tab_of, *direction),
                    _ => *direction,
                };
                let mut made = Vec::new();
                for part in parts {
                    if let Some(node) = self.node(&part.node, tab_of, Some(direction)) {
                        made.push(Part { share: part.share.clamp(1, super::node::LARGEST_SHARE), node });
                    }
                }
                match made.len() {
                    0 => None,
                    1 => made.pop().map(|part| part.node),
                    _ => Some(Node::Split(Split::new(SplitId(self.id()), direction, made))),
                }
            }
        }
    }

    /// What no layout that was written holds: a split in a split of the same direction. Its first part stands for it.
    fn first_of(
        &mut self,
        parts: &[KeptPart],
        tab_of: &impl Fn(&KeptPath) -> Option<Tab>,
        direction: Direction,
    ) -> Option<Node> {
        parts.iter().find_map(|part| self.node(&part.node, tab_of, Some(direction)))
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::super::super::ids::DocumentId;
    use super::super::Side;
    use super::*;

    fn path(number: u64) -> KeptPath {
        KeptPath::from(&PathBuf::from(format!("/f/{number}.bin")))
    }

    fn path_of(tab: Tab) -> Option<KeptPath> {
        match tab {
            Tab::Document(id) => Some(path(id.0)),
            Tab::Welcome => None,
        }
    }

    fn document(number: u64) -> Tab {
        Tab::Document(DocumentId(number))
    }

    fn groups(layout: &Layout) -> Vec<Vec<Tab>> {
        layout.groups().iter().map(|it| it.tabs().to_vec()).collect()
    }

    fn split() -> Layout {
        let mut layout = Layout::default();
        (1..=3).for_each(|number| layout.add(document(number)));
        layout.split(layout.focused(), Side::Right, document(3));
        layout.split(layout.focused(), Side::Below, document(1));
        layout
    }

    #[test]
    fn groups_come_back_as_their_files_are_opened() {
        let kept = split().kept(path_of);
        let json = serde_json::to_string(&kept).unwrap();
        let kept: KeptLayout = serde_json::from_str(&json).unwrap();
        let centre = kept.centre.unwrap();
        let mut layout = Layout::default();
        for number in [2, 3, 1] {
            layout.add(document(number));
            let open: Vec<Tab> = layout.groups().iter().flat_map(|it| it.tabs().to_vec()).collect();
            let tab_of = |it: &KeptPath| (1..=3).find(|n| path(*n) == *it).map(document).filter(|it| open.contains(it));
            layout.arrange(&centre, tab_of, document(number));
        }
        assert_eq!(groups(&layout), groups(&split()));
        assert_eq!(layout.active().tab, document(1));
    }

    #[test]
    fn files_that_are_not_open_leave_no_group_behind() {
        let centre = split().kept(path_of).centre.unwrap();
        let mut layout = Layout::default();
        layout.add(document(9));
        layout.add(document(3));
        layout.arrange(&centre, |it| (path(3) == *it).then_some(document(3)), document(3));
        assert_eq!(groups(&layout), [vec![document(3), document(9)], vec![document(3)]]);
        let before = layout.clone();
        layout.arrange(&centre, |_| None, document(3));
        assert_eq!(layout, before, "nothing of it is open");
    }

    #[test]
    fn a_layout_that_nobody_wrote_makes_no_more_groups_than_can_be() {
        let group = KeptNode::Group { files: vec![path(1), path(1)], active: 99 };
        let part = |node: &KeptNode| KeptPart { share: 0, node: node.clone() };
        let wide = KeptNode::Split { direction: Direction::Row, parts: vec![part(&group); 500] };
        let deep = KeptNode::Split { direction: Direction::Row, parts: vec![part(&wide), part(&group)] };
        let mut layout = Layout::default();
        layout.add(document(1));
        layout.arrange(&deep, |_| Some(document(1)), document(1));
        assert!(layout.groups().len() <= MOST_GROUPS);
        assert!(layout.groups().iter().all(|it| it.tabs() == [document(1)]));
    }
}
