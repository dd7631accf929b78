//! The ways in which the other end of a pipe ends.

/// The end of the other end of a pipe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PeerOutcome {
    /// The reader has received everything.
    Confirmed,
    /// The reader wants no more.
    StoppedReading,
    /// It failed with this reason.
    Failed(String),
    /// It closed its connections without a message.
    Gone,
    /// The bytes that came over the control connection are not those that it sent.
    Damaged,
}
