//! Source positions that messages refer to.

/// Identifies a source position of the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SiteId(pub u32);

/// A source position, in the line numbers of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
pub struct Site {
    /// The line of the log, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

/// A note that is known before the step runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaticNote {
    /// A number is converted to a character value here.
    NumberToText(SiteId),
    /// A character value is converted to a number here.
    TextToNumber(SiteId),
    /// A variable is used and never assigned a value.
    Uninitialized(String),
}
