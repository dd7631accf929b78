//! What is known of some values.

/// What is known of some values, as far as a statistic needs it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cell {
    /// How many are not missing.
    pub n: f64,
    /// How many are.
    pub missing: f64,
    pub sum: f64,
    /// The least; infinite where there is none.
    pub least: f64,
    /// The greatest; negative and infinite where there is none.
    pub greatest: f64,
    /// The sum of squares about the mean.
    pub second: f64,
}

impl Cell {
    /// That of no values.
    pub(super) const NONE: Self = Self {
        n: 0.0,
        missing: 0.0,
        sum: 0.0,
        least: f64::INFINITY,
        greatest: f64::NEG_INFINITY,
        second: 0.0,
    };
}
