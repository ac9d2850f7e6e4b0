//! A pool: the types of one set of schema sources, found by name.

use std::fmt;
use std::sync::LazyLock;

use prost_reflect::{DescriptorPool, MessageDescriptor};

/// The compiled `proto/` folder and the well-known types.
const BUNDLED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/bundled.binpb"));

/// The types of one set of sources. A clone is cheap.
#[derive(Clone, Debug)]
pub struct Pool {
    descriptors: DescriptorPool,
}

/// Why no one type answers to a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindError {
    /// None does; the nearest names, best first.
    Unknown {
        /// The name asked for.
        name: String,
        /// Names that are a few letters away.
        nearest: Vec<String>,
    },
    /// Several do.
    Ambiguous {
        /// The name asked for.
        name: String,
        /// The full names it may stand for.
        candidates: Vec<String>,
    },
}

impl fmt::Display for FindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, nearest } if nearest.is_empty() => {
                write!(f, "no message type is called {name}: list them with `wirebench schema list`")
            }
            Self::Unknown { name, nearest } => {
                write!(f, "no message type is called {name}: did you mean {}?", nearest.join(" or "))
            }
            Self::Ambiguous { name, candidates } => {
                write!(f, "{name} names several message types: give more of the name: {}", candidates.join(", "))
            }
        }
    }
}

impl std::error::Error for FindError {}

static BUNDLED_POOL: LazyLock<DescriptorPool> = LazyLock::new(|| match DescriptorPool::decode(BUNDLED) {
    Ok(pool) => pool,
    Err(error) => {
        debug_assert!(false, "the bundled schemas do not load: {error}");
        DescriptorPool::new()
    }
});

impl Pool {
    /// The bundled schemas.
    pub fn bundled() -> Self {
        Self { descriptors: BUNDLED_POOL.clone() }
    }

    /// A pool of the caller's descriptors.
    pub fn new(descriptors: DescriptorPool) -> Self {
        Self { descriptors }
    }

    /// The bundled schemas as the FileDescriptorSet they are embedded as.
    pub fn bundled_set() -> &'static [u8] {
        BUNDLED
    }

    /// The descriptors behind it.
    pub fn descriptors(&self) -> &DescriptorPool {
        &self.descriptors
    }

    /// All message types but map entries, by full name.
    pub fn messages(&self) -> Vec<MessageDescriptor> {
        let mut all: Vec<_> = self.descriptors.all_messages().filter(|it| !it.is_map_entry()).collect();
        all.sort_by(|a, b| a.full_name().cmp(b.full_name()));
        all
    }

    /// The message type of a full name or of a tail of one that no other type shares.
    ///
    /// # Errors
    /// No such type, or several.
    pub fn find(&self, name: &str) -> Result<MessageDescriptor, FindError> {
        let name = name.trim_start_matches('.');
        if let Some(exact) = self.descriptors.get_message_by_name(name) {
            return Ok(exact);
        }
        let is_tail = |full: &str| full.strip_suffix(name).is_some_and(|head| head.ends_with('.'));
        let mut found: Vec<_> =
            self.messages().into_iter().filter(|it| !name.is_empty() && is_tail(it.full_name())).collect();
        match found.len() {
            1 => found.pop().ok_or_else(|| FindError::Unknown { name: name.to_owned(), nearest: Vec::new() }),
            0 => Err(FindError::Unknown { name: name.to_owned(), nearest: self.nearest(name) }),
            _ => {
                let candidates = found.iter().map(|it| it.full_name().to_owned()).collect();
                Err(FindError::Ambiguous { name: name.to_owned(), candidates })
            }
        }
    }

    /// The types whose full name holds `part`, any case; those whose own name begins with it first.
    pub fn search(&self, part: &str) -> Vec<MessageDescriptor> {
        let part = part.to_lowercase();
        let mut found: Vec<_> =
            self.messages().into_iter().filter(|it| it.full_name().to_lowercase().contains(&part)).collect();
        found.sort_by_key(|it| {
            let own = it.name().to_lowercase();
            (!own.starts_with(&part), !own.contains(&part), it.full_name().to_owned())
        });
        found
    }

    /// Up to three type names that are a few letters away.
    fn nearest(&self, name: &str) -> Vec<String> {
        let own = name.rsplit('.').next().unwrap_or(name).to_lowercase();
        let mut near: Vec<(usize, String)> = self
            .messages()
            .iter()
            .map(|it| (distance(&own, &it.name().to_lowercase()), it.full_name().to_owned()))
            .filter(|(distance, _)| *distance <= own.chars().count() / 3)
            .collect();
        near.sort();
        near.into_iter().take(3).map(|(_, name)| name).collect()
    }
}

/// Letters to change, add or drop to make `a` of `b`.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, c) in a.chars().enumerate() {
        let mut next = Vec::with_capacity(row.len());
        let mut left = i + 1;
        next.push(left);
        for (other, above) in b.iter().zip(row.windows(2)) {
            let (diagonal, up) = match above {
                [diagonal, up] => (*diagonal, *up),
                _ => (0, 0),
            };
            left = (diagonal + usize::from(*other != c)).min(up + 1).min(left + 1);
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tail_names_a_type_and_an_ambiguous_one_lists_all() {
        let pool = Pool::bundled();
        let full = "com.github.trace_machina.nativelink.remote_execution.HistoricalExecuteResponse";
        assert_eq!(pool.find("HistoricalExecuteResponse").unwrap().full_name(), full);
        assert_eq!(pool.find("v2.Action").unwrap().full_name(), "build.bazel.remote.execution.v2.Action");
        assert!(matches!(pool.find("Property"), Err(FindError::Ambiguous { .. }) | Ok(_)));
        let Err(FindError::Unknown { nearest, .. }) = pool.find("Diggest") else { panic!() };
        assert_eq!(nearest, ["build.bazel.remote.execution.v2.Digest"]);
    }

    #[test]
    fn search_matches_any_part() {
        let found = Pool::bundled().search("ResourceUsage");
        assert!(found.iter().any(|it| it.name() == "ActionResourceUsage"));
    }

    #[test]
    fn distances_count_letters() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", "abc"), 0);
    }
}
