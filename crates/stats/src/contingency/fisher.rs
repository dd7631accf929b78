//! Fisher's exact test of a table of two rows and two columns.

use super::Contingency;
use crate::distribution::hypergeometric::Hypergeometric;

/// The tolerance of rounding within which tables are equally probable.
const SAME: f64 = 1.0 + 1e-7;

/// The probabilities of tables with the same sums of rows and columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FisherExact {
    /// The probability that the first cell is at most as great.
    pub left: f64,
    /// The probability that the first cell is at least as great.
    pub right: f64,
    /// The probability of tables that are at most as probable.
    pub two_sided: f64,
    /// The probability of the table itself.
    pub table: f64,
}

impl Contingency {
    /// Returns Fisher's exact test, for two rows and two columns with integer counts only.
    pub fn fisher(&self) -> Option<FisherExact> {
        let counts = self.four()?;
        if self.total <= 0.0 || counts.iter().any(|count| count.fract() != 0.0) {
            return None;
        }
        let first = counts[0];
        let tables = Hypergeometric {
            marked: self.row_totals[0],
            others: self.row_totals[1],
            drawn: self.column_totals[0],
        };
        let (left, right) = (tables.at_most(first), tables.at_least(first));
        let table = tables.probability(first);
        let mode = tables.mode();
        let two_sided = if table * SAME >= tables.probability(mode) {
            1.0
        } else if first < mode {
            let improbable = |count: f64| tables.probability(count) <= table * SAME;
            left + tables.at_least(boundary(mode, tables.most() + 1.0, improbable))
        } else {
            let improbable = |count: f64| tables.probability(-count) <= table * SAME;
            right + tables.at_most(-boundary(-mode, 1.0 - tables.least(), improbable))
        };
        Some(FisherExact {
            left,
            right,
            two_sided: two_sided.min(1.0),
            table,
        })
    }
}

/// Returns the first integer from `low` on that is improbable, given that `high` is and `low` is not.
fn boundary(low: f64, high: f64, improbable: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (low, high);
    while high - low > 1.0 {
        let middle = low + ((high - low) / 2.0).floor();
        if improbable(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}
