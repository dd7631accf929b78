//! The summary functions, by their names.

use feedrate_stats::{Divisor, Moments};
use feedrate_values::missing::MISSING;

/// A statistic of the nonmissing values of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Statistic {
    /// The number of values.
    N,
    /// The number of missing values.
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

/// The names of summary functions, in lower case.
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
    /// Returns the summary function of that name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let mut names = NAMES.iter();
        let found = names.find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(found.1)
    }

    /// Returns whether the function takes character values.
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

    /// Returns the statistic of values with these moments; for NMISS, their number of values is that of the missing
    /// values.
    pub(super) fn of(self, moments: &Moments) -> f64 {
        let divisor = Divisor::Degrees;
        let result = match self {
            Self::N | Self::Nmiss => moments.n,
            _ if moments.n == 0.0 => MISSING,
            Self::Sum => moments.total(),
            Self::Mean => moments.mean(),
            Self::Min => moments.min,
            Self::Max => moments.max,
            Self::Range => moments.range(),
            Self::Uss => moments.squares(),
            Self::Css => moments.corrected_squares(),
            Self::Var => moments.variance(divisor),
            Self::Std => moments.deviation(divisor),
            Self::Stderr => moments.error(divisor),
            Self::Cv => moments.variation(divisor),
            Self::T => moments.t(divisor),
            Self::Prt => moments.t_probability(divisor),
        };
        if result.is_finite() { result + 0.0 } else { MISSING }
    }
}
