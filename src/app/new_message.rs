//! New messages: what one begins with.

/// What a new message begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Nothing.
    Empty,
    /// A plausible value in every field; the same for the same seed.
    Sample {
        /// The seed.
        seed: u64,
    },
}
