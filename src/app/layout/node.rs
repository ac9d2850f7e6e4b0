//! The tree of groups. Whatever is done to it, a split has two parts or more, no part is a split in the same
//! direction, and no group is left without tabs by the [`super::Layout`].

use super::Tab;

/// A group of tabs; never used twice in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GroupId(pub u64);

/// A split; never used twice in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SplitId(pub u64);

/// How the parts of a split stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Side by side.
    Row,
    /// One above another.
    Column,
}

/// A side of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// At its left.
    Left,
    /// At its right.
    Right,
    /// Above it.
    Above,
    /// Below it.
    Below,
}

impl Side {
    /// The direction of a split with something at this side.
    pub const fn direction(self) -> Direction {
        match self {
            Self::Left | Self::Right => Direction::Row,
            Self::Above | Self::Below => Direction::Column,
        }
    }

    /// True when it comes first in a split.
    pub const fn is_before(self) -> bool {
        matches!(self, Self::Left | Self::Above)
    }
}

/// A group of tabs, one of which shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    id: GroupId,
    tabs: Vec<Tab>,
    active: usize,
}

impl Group {
    pub(super) fn new(id: GroupId, tabs: Vec<Tab>) -> Self {
        Self { id, tabs, active: 0 }
    }

    /// Its identity.
    pub fn id(&self) -> GroupId {
        self.id
    }

    /// Its tabs, from left to right.
    pub fn tabs(&self) -> &[Tab] {
        &self.tabs
    }

    /// The place of the tab that shows.
    pub fn active_place(&self) -> usize {
        self.active
    }

    /// The tab that shows.
    pub fn active(&self) -> Tab {
        self.tabs.get(self.active).copied().unwrap_or(Tab::Welcome)
    }

    /// True when it has a tab.
    pub fn has(&self, tab: Tab) -> bool {
        self.tabs.contains(&tab)
    }

    /// Puts a tab in and shows it; a tab that is there already is moved.
    pub(super) fn add(&mut self, tab: Tab, place: Option<usize>) {
        if self.has(tab) {
            if let Some(place) = place {
                self.move_within(tab, place);
            }
            self.activate(tab);
            return;
        }
        let place = place.unwrap_or(usize::MAX).min(self.tabs.len());
        self.tabs.insert(place, tab);
        self.active = place;
    }

    pub(super) fn activate(&mut self, tab: Tab) -> bool {
        let place = self.tabs.iter().position(|it| *it == tab);
        self.active = place.unwrap_or(self.active);
        place.is_some()
    }

    /// Takes a tab out: the tab to its right takes its place, or the one to the left of the last.
    pub(super) fn remove(&mut self, tab: Tab) {
        let Some(place) = self.tabs.iter().position(|it| *it == tab) else { return };
        self.tabs.remove(place);
        if self.active > place {
            self.active -= 1;
        }
        self.active = self.active.min(self.tabs.len().saturating_sub(1));
    }

    /// Moves a tab to before the one that stands in `place` now.
    pub(super) fn move_within(&mut self, tab: Tab, place: usize) {
        let Some(from) = self.tabs.iter().position(|it| *it == tab) else { return };
        let active = self.active();
        let to = if place > from { place - 1 } else { place };
        self.tabs.remove(from);
        self.tabs.insert(to.min(self.tabs.len()), tab);
        self.activate(active);
    }
}

/// A part of a split.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its share of the room, in parts of the sum of all; never 0.
    pub share: u32,
    /// What stands there.
    pub node: Node,
}

/// Groups beside one another.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    id: SplitId,
    direction: Direction,
    parts: Vec<Part>,
}

/// A share of a part that nobody resized.
const SHARE: u32 = 1000;
/// No share is larger.
pub(super) const LARGEST_SHARE: u32 = SHARE * 1000;

impl Split {
    pub(super) fn new(id: SplitId, direction: Direction, parts: Vec<Part>) -> Self {
        Self { id, direction, parts }
    }

    /// Its identity.
    pub fn id(&self) -> SplitId {
        self.id
    }

    /// How its parts stand.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Its parts, two or more.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    pub(super) fn set_shares(&mut self, shares: &[u32]) {
        if shares.len() == self.parts.len() {
            for (part, share) in self.parts.iter_mut().zip(shares) {
                part.share = (*share).clamp(1, LARGEST_SHARE);
            }
        }
    }
}

/// A node of the tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A group of tabs.
    Group(Group),
    /// Nodes beside one another.
    Split(Split),
}

impl Node {
    pub(super) fn groups(&self) -> Vec<&Group> {
        match self {
            Self::Group(group) => vec![group],
            Self::Split(split) => split.parts.iter().flat_map(|part| part.node.groups()).collect(),
        }
    }

    pub(super) fn group(&self, id: GroupId) -> Option<&Group> {
        match self {
            Self::Group(group) => Some(group).filter(|it| it.id == id),
            Self::Split(split) => split.parts.iter().find_map(|part| part.node.group(id)),
        }
    }

    pub(super) fn group_mut(&mut self, id: GroupId) -> Option<&mut Group> {
        match self {
            Self::Group(group) => Some(group).filter(|it| it.id == id),
            Self::Split(split) => split.parts.iter_mut().find_map(|part| part.node.group_mut(id)),
        }
    }

    pub(super) fn split_mut(&mut self, id: SplitId) -> Option<&mut Split> {
        let Self::Split(split) = self else { return None };
        if split.id == id {
            return Some(split);
        }
        split.parts.iter_mut().find_map(|part| part.node.split_mut(id))
    }

    /// Puts a group beside another; a split is made where none in that direction is there.
    pub(super) fn put_beside(&mut self, beside: GroupId, side: Side, group: Group, id: SplitId) {
        match self {
            Self::Group(here) if here.id == beside => {
                let here = Self::Group(here.clone());
                let new = Self::Group(group);
                let pair = if side.is_before() { [new, here] } else { [here, new] };
                let parts = pair.map(|node| Part { share: SHARE, node }).into();
                *self = Self::Split(Split { id, direction: side.direction(), parts });
            }
            Self::Group(_) => {}
            Self::Split(split) => split.put_beside(beside, side, group, id),
        }
    }

    /// Takes a group out of the splits below.
    pub(super) fn take_out(&mut self, id: GroupId) {
        let Self::Split(split) = self else { return };
        split.parts.retain(|part| !matches!(&part.node, Self::Group(group) if group.id == id));
        for part in &mut split.parts {
            part.node.take_out(id);
        }
        split.join_nested();
        if let [only] = split.parts.as_slice() {
            *self = only.node.clone();
        }
    }
}

impl Split {
    fn put_beside(&mut self, beside: GroupId, side: Side, group: Group, id: SplitId) {
        let here = self.parts.iter().position(|part| matches!(&part.node, Node::Group(it) if it.id == beside));
        match here.filter(|_| side.direction() == self.direction) {
            // The two share what the one had.
            Some(place) => {
                let share = self.parts.get(place).map_or(SHARE, |part| part.share).div_ceil(2);
                if let Some(part) = self.parts.get_mut(place) {
                    part.share = share;
                }
                let place = if side.is_before() { place } else { place + 1 };
                self.parts.insert(place, Part { share, node: Node::Group(group) });
            }
            None => {
                if let Some(part) = self.parts.iter_mut().find(|part| part.node.group(beside).is_some()) {
                    part.node.put_beside(beside, side, group, id);
                }
            }
        }
    }

    /// A part that became a split in the same direction gives its parts up to this one.
    fn join_nested(&mut self) {
        let mut parts = Vec::with_capacity(self.parts.len());
        for part in std::mem::take(&mut self.parts) {
            match part.node {
                Node::Split(inner) if inner.direction == self.direction => {
                    let sum: u64 = inner.parts.iter().map(|it| u64::from(it.share)).sum::<u64>().max(1);
                    parts.extend(inner.parts.into_iter().map(|it| {
                        let share = u64::from(part.share) * u64::from(it.share) / sum;
                        Part { share: u32::try_from(share).unwrap_or(SHARE).max(1), node: it.node }
                    }));
                }
                node => parts.push(Part { share: part.share, node }),
            }
        }
        self.parts = parts;
    }
}
