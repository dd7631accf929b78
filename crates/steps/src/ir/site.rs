//! Places in the source that notes speak of.

/// Names a place of the step's source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SiteId(pub u32);

/// A place in the source, as the log numbers its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
pub struct Site {
    /// The line of the log, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

/// What is known of a step before it runs, and told in its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaticNote {
    /// A number is converted to text here.
    NumberToText(SiteId),
    /// A text is converted to a number here.
    TextToNumber(SiteId),
    /// A variable is read and never given a value.
    Uninitialized(String),
}
