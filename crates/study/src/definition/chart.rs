//! A chart of the report: a figure over a factor of numbers, as a publication draws it.

/// A chart of a figure over a factor of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// Its title.
    pub title: String,
    /// The factor of the horizontal axis.
    pub over: usize,
    /// Factors for each of whose levels it is drawn anew. Those of the others are lines.
    pub each: Vec<usize>,
    /// The figure; `None` for that which the study compares first.
    pub figure: Option<String>,
}
