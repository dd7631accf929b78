//! Operations on small data sets, and their figures.

use serde::Serialize;

/// An operation on a data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileOperation {
    /// Written with one observation under a temporary name, and renamed.
    Create,
    /// Looked up by its name.
    Stat,
    /// Opened, with its description read from the device.
    Open,
    /// Deleted.
    Delete,
}

impl FileOperation {
    /// All, in the order in which they are carried out.
    pub const ALL: [Self; 4] = [Self::Create, Self::Stat, Self::Open, Self::Delete];

    /// Returns its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Stat => "stat",
            Self::Open => "open",
            Self::Delete => "delete",
        }
    }
}

/// The figures of one operation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OperationFigures {
    /// The operation.
    pub operation: FileOperation,
    /// The number of times that it was carried out by all streams.
    pub count: u64,
    /// Operations a second of all streams together.
    pub per_second: f64,
    /// The median latency in microseconds.
    pub p50_microseconds: f64,
    /// The 99th percentile.
    pub p99_microseconds: f64,
}
