//! The request of PROC UNIVARIATE.

use feedrate_program::{NumberSlot, Slot};
use feedrate_values::format::Format;

use crate::aggregate::{Aggregation, Statistic};

/// A PROC UNIVARIATE step.
#[derive(Clone, Debug)]
pub struct Univariate {
    /// The statistics to compute. Its only type is that of all class variables, and its step creates the data sets of
    /// the OUTPUT statements, in their order.
    pub aggregation: Aggregation,
    /// MU0=: the tested location of each variable.
    pub locations: Vec<f64>,
    /// NEXTROBS=: the number of least observations to list, which is also that of greatest observations.
    pub extremes: usize,
    /// ID.
    pub ids: Vec<UnivariateId>,
    /// NORMAL: whether tests for normality are computed.
    pub normal: bool,
    /// CIBASIC: the alpha of its confidence limits.
    pub intervals: Option<f64>,
    /// True if tables are listed, that is, without NOPRINT.
    pub listing: bool,
    /// The content of each data set of the step.
    pub outputs: Vec<UnivariateOutput>,
}

/// A variable that identifies extreme observations.
#[derive(Clone, Debug)]
pub struct UnivariateId {
    /// Its name.
    pub name: String,
    /// Its slot.
    pub slot: Slot,
    /// The format of its value.
    pub format: Format,
}

/// The content of an output data set. Class and BY variables are added to it automatically.
#[derive(Clone, Debug)]
pub struct UnivariateOutput {
    /// The statistics: the slot, the statistic, and the index of the analysis variable.
    pub figures: Vec<(NumberSlot, UnivariateFigure, usize)>,
}

/// A statistic in an output data set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum UnivariateFigure {
    /// A statistic that is computed from moments, or the mode.
    Statistic(Statistic),
    /// NOBS: the number of observations, including those with missing values.
    Observations,
    /// A percentile, from 0 to 100.
    Percentile(f64),
    /// QRANGE: the third quartile minus the first.
    QuartileRange,
    /// T and PROBT: Student's t, and its probability.
    Student,
    /// See [`Student`](Self::Student).
    StudentProbability,
    /// MSIGN and PROBM: the sign test.
    Sign,
    /// See [`Sign`](Self::Sign).
    SignProbability,
    /// SIGNRANK and PROBS: the signed rank test.
    SignedRank,
    /// See [`SignedRank`](Self::SignedRank).
    SignedRankProbability,
    /// NORMALTEST and PROBN: the test of Shapiro and Wilk for up to 2000 values, that of Kolmogorov for more.
    Normality,
    /// See [`Normality`](Self::Normality).
    NormalityProbability,
}

impl UnivariateFigure {
    /// Returns whether it needs the values in order.
    pub(super) fn needs_values(self) -> bool {
        !matches!(
            self,
            Self::Statistic(_) | Self::Observations | Self::Student | Self::StudentProbability
        )
    }

    /// Returns the percentiles that it is computed from.
    fn percents(self) -> Vec<f64> {
        match self {
            Self::Percentile(percent) => vec![percent],
            Self::QuartileRange => vec![25.0, 75.0],
            _ => Vec::new(),
        }
    }

    /// Returns the statistics that it is computed from.
    fn statistics(self) -> Vec<Statistic> {
        match self {
            Self::Statistic(statistic) => vec![statistic],
            Self::Student | Self::StudentProbability => {
                vec![Statistic::N, Statistic::Mean, Statistic::Error]
            }
            _ => Vec::new(),
        }
    }
}

/// The percentiles of the table of quantiles in descending order, and their labels.
pub(super) const LEVELS: [(f64, &str); 11] = [
    (100.0, "100% Max"),
    (99.0, "99%"),
    (95.0, "95%"),
    (90.0, "90%"),
    (75.0, "75% Q3"),
    (50.0, "50% Median"),
    (25.0, "25% Q1"),
    (10.0, "10%"),
    (5.0, "5%"),
    (1.0, "1%"),
    (0.0, "0% Min"),
];

/// The statistics in tables.
const LISTED: [Statistic; 13] = [
    Statistic::N,
    Statistic::Weight,
    Statistic::Mean,
    Statistic::Sum,
    Statistic::Deviation,
    Statistic::Variance,
    Statistic::Skewness,
    Statistic::Kurtosis,
    Statistic::Squares,
    Statistic::CorrectedSquares,
    Statistic::Variation,
    Statistic::Error,
    Statistic::Range,
];

impl Univariate {
    fn figures(&self) -> impl Iterator<Item = UnivariateFigure> {
        let outputs = self.outputs.iter().flat_map(|output| &output.figures);
        outputs.map(|(_, figure, _)| *figure)
    }

    /// Returns the statistics to compute, each once.
    pub(super) fn statistics(&self) -> Vec<Statistic> {
        let listed = LISTED.into_iter().filter(|_| self.listing);
        let others = self.figures().flat_map(UnivariateFigure::statistics);
        let mut all = Vec::new();
        for statistic in listed.chain(others) {
            if !all.contains(&statistic) {
                all.push(statistic);
            }
        }
        all
    }

    /// Returns the percentiles to compute, each once.
    pub(super) fn percents(&self) -> Vec<f64> {
        let listed = LEVELS.iter().filter(|_| self.listing);
        let listed = listed.map(|(percent, _)| *percent);
        let others = self.figures().flat_map(UnivariateFigure::percents);
        let mut all: Vec<f64> = listed.chain(others).collect();
        all.sort_by(f64::total_cmp);
        all.dedup();
        all
    }

    /// Returns whether the values are needed in order.
    pub(super) fn needs_values(&self) -> bool {
        self.listing || self.figures().any(UnivariateFigure::needs_values)
    }

    /// Returns whether tests for normality are computed.
    pub(super) fn tests_normality(&self) -> bool {
        use UnivariateFigure::{Normality, NormalityProbability};
        let is_test = |figure| matches!(figure, Normality | NormalityProbability);
        self.normal || self.figures().any(is_test)
    }

    /// Returns whether the sign test and the signed rank test are computed.
    pub(super) fn tests_ranks(&self) -> bool {
        use UnivariateFigure::{Sign, SignProbability, SignedRank, SignedRankProbability};
        let is_test = |figure| matches!(figure, Sign | SignProbability | SignedRank | SignedRankProbability);
        self.listing || self.figures().any(is_test)
    }
}
