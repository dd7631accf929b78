//! The two ends of a pipe.

/// One of the two ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinkRole {
    /// The end that sends frames.
    Writer,
    /// The end that receives frames.
    Reader,
}

impl LinkRole {
    /// Returns the verb for the work of the other end, for messages.
    pub(crate) fn other_verb(self) -> &'static str {
        match self {
            Self::Writer => "reads",
            Self::Reader => "writes",
        }
    }

    /// Returns the noun for this end, as the other one calls it.
    pub(crate) fn other_noun(self) -> &'static str {
        match self {
            Self::Writer => "writer",
            Self::Reader => "reader",
        }
    }
}
