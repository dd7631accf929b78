//! The measures of a run beside the figures that feedrate takes itself.

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
    /// True if it is for published tables and charts, and is not compared between cells by itself.
    pub is_detail: bool,
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
