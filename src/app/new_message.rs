//! New messages: what one begins with, and what a start of the program begins with.

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

/// What a start of the program begins with, beside the files it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// Asking for a file to open.
    Open,
    /// Asking for the type of a new message.
    NewMessage,
}
