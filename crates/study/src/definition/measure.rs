//! The measures of a run beside the figures that feedrate takes itself, and published figures to print beside them.

use regex::Regex;

/// A figure that is taken from the output of a run.
#[derive(Clone, Debug)]
pub struct Measure {
    /// Its name.
    pub name: String,
    /// Its unit, to be shown.
    pub unit: Option<String>,
    /// Where it is found.
    pub origin: Origin,
    /// True if more is better.
    pub higher_is_better: bool,
}

/// Where a figure is found.
#[derive(Clone, Debug)]
pub enum Origin {
    /// A pointer into the JSON that the run wrote (RFC 6901): `/jobs/0/read/bw_bytes`.
    Json(String),
    /// The first group of a pattern, or all of it, in what the run wrote to standard output or standard error: the last
    /// place where it is found.
    Pattern(Regex),
}

/// A table of figures of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedFigures {
    /// Its title, with its source.
    pub title: String,
    /// A note on it.
    pub note: Option<String>,
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its rows, each with as many cells as there are columns.
    pub rows: Vec<Vec<String>>,
}
