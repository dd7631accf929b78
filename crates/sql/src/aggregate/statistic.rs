//! The summary functions, by their names.

use std::sync::Arc;

use datafusion::logical_expr::AggregateUDF;
use feedrate_stats::distribution::student;
use feedrate_values::missing::MISSING;

use super::cell::Cell;
use super::summary::Summary;

/// What a summary function tells of the values of a group that are not missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Statistic {
    /// How many there are.
    N,
    /// How many missing values there are beside them.
    Nmiss,
    Sum,
    Mean,
    Min,
    Max,
    Range,
    /// The sum of squares.
    Uss,
    /// The sum of squares about the mean.
    Css,
    Var,
    Std,
    /// The standard error of the mean.
    Stderr,
    /// The standard deviation in percent of the mean.
    Cv,
    /// Student's t of the mean being zero.
    T,
    /// The probability of a greater absolute t.
    Prt,
}

/// The names of summary functions, in small letters.
const NAMES: &[(&str, Statistic)] = &[
    ("avg", Statistic::Mean),
    ("count", Statistic::N),
    ("css", Statistic::Css),
    ("cv", Statistic::Cv),
    ("freq", Statistic::N),
    ("max", Statistic::Max),
    ("mean", Statistic::Mean),
    ("min", Statistic::Min),
    ("n", Statistic::N),
    ("nmiss", Statistic::Nmiss),
    ("prt", Statistic::Prt),
    ("range", Statistic::Range),
    ("std", Statistic::Std),
    ("stderr", Statistic::Stderr),
    ("sum", Statistic::Sum),
    ("sumwgt", Statistic::N),
    ("t", Statistic::T),
    ("uss", Statistic::Uss),
    ("var", Statistic::Var),
];

impl Statistic {
    /// The summary function of that name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let mut names = NAMES.iter();
        let found = names.find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(found.1)
    }

    /// Whether it can be of a text.
    pub(crate) fn takes_text(self) -> bool {
        matches!(self, Self::N | Self::Nmiss | Self::Min | Self::Max)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::N => "n",
            Self::Nmiss => "nmiss",
            Self::Sum => "sum",
            Self::Mean => "mean",
            Self::Min => "min",
            Self::Max => "max",
            Self::Range => "range",
            Self::Uss => "uss",
            Self::Css => "css",
            Self::Var => "var",
            Self::Std => "std",
            Self::Stderr => "stderr",
            Self::Cv => "cv",
            Self::T => "t",
            Self::Prt => "prt",
        }
    }

    /// The function of plans that computes it.
    pub(crate) fn function(self) -> Arc<AggregateUDF> {
        Arc::new(AggregateUDF::new_from_impl(Summary::new(self)))
    }

    /// What it is, by what is known of the values.
    pub(super) fn of(self, cell: &Cell) -> f64 {
        let Cell {
            n,
            missing,
            sum,
            least,
            greatest,
            second,
        } = *cell;
        let variance = || match n > 1.0 {
            true => second / (n - 1.0),
            false => MISSING,
        };
        let result = match self {
            Self::N => n,
            Self::Nmiss => missing,
            _ if n == 0.0 => MISSING,
            Self::Sum => sum,
            Self::Mean => sum / n,
            Self::Min => least,
            Self::Max => greatest,
            Self::Range => greatest - least,
            Self::Uss => second + sum * (sum / n),
            Self::Css => second,
            Self::Var => variance(),
            Self::Std => variance().sqrt(),
            Self::Stderr => (variance() / n).sqrt(),
            Self::Cv => 100.0 * variance().sqrt() / (sum / n),
            Self::T => (sum / n) / (variance() / n).sqrt(),
            Self::Prt => {
                let t = (sum / n) / (variance() / n).sqrt();
                // Values that are all the same have no t.
                match t.is_finite() {
                    true => student::two_sided(t.abs(), n - 1.0),
                    false => MISSING,
                }
            }
        };
        if result.is_finite() {
            result + 0.0
        } else {
            MISSING
        }
    }
}
