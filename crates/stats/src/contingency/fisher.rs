//! Fisher's exact test of a table of two rows and two columns.

use super::Contingency;
use crate::distribution::hypergeometric::Hypergeometric;

/// Tables as improbable as this much more than the one at hand count as just as improbable, for rounding.
const SAME: f64 = 1.0 + 1e-7;

/// The probabilities of tables with the same sums of rows and columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FisherExact {
    /// The first cell at most as great.
    pub left: f64,
    /// The first cell at least as great.
    pub right: f64,
    /// A table at most as probable.
    pub two_sided: f64,
    /// The table itself.
    pub table: f64,
}

impl Contingency {
    /// Fisher's exact test; of two rows and two columns with whole counts only.
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

/// The first whole number from `low` on that is improbable, known that `high` is and `low` is not.
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
