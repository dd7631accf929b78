//! What PROC UNIVARIATE is asked for.

use feedrate_steps::ir::{NumberSlot, Slot};
use feedrate_values::format::Format;

use crate::aggregate::{Aggregation, Statistic};

/// Describes variables one by one.
#[derive(Clone, Debug)]
pub struct Univariate {
    /// What is computed. Its only type is that of all class variables, and its step makes the data sets of
    /// the OUTPUT statements, in their order.
    pub aggregation: Aggregation,
    /// MU0=: the location that is tested, of each variable.
    pub locations: Vec<f64>,
    /// NEXTROBS=: how many of the least and how many of the greatest observations are listed.
    pub extremes: usize,
    /// ID.
    pub ids: Vec<UnivariateId>,
    /// NORMAL: whether it is tested that the values are normal.
    pub normal: bool,
    /// CIBASIC: with which probability its limits are wrong.
    pub intervals: Option<f64>,
    /// Whether tables are listed: without NOPRINT.
    pub listing: bool,
    /// What goes into each data set of the step.
    pub outputs: Vec<UnivariateOutput>,
}

/// A variable that tells extreme observations.
#[derive(Clone, Debug)]
pub struct UnivariateId {
    /// Its name.
    pub name: String,
    /// Where its value lies.
    pub slot: Slot,
    /// How it is shown.
    pub format: Format,
}

/// What goes into an output data set: where, what, and of which of the analysis variables. Class and BY
/// variables go there by themselves.
#[derive(Clone, Debug)]
pub struct UnivariateOutput {
    /// One number each.
    pub figures: Vec<(NumberSlot, UnivariateFigure, usize)>,
}

/// A number of an output data set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum UnivariateFigure {
    /// A statistic of moments or the mode.
    Statistic(Statistic),
    /// NOBS: observations, those with missing values too.
    Observations,
    /// The value below which so many percent lie, from 0 to 100.
    Percentile(f64),
    /// QRANGE: the third quartile less the first.
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
    /// NORMALTEST and PROBN: the test of Shapiro and Wilk of up to 2000 values, else that of Kolmogorov.
    Normality,
    /// See [`Normality`](Self::Normality).
    NormalityProbability,
}

impl UnivariateFigure {
    /// Whether it needs the values in order.
    pub(super) fn needs_values(self) -> bool {
        !matches!(
            self,
            Self::Statistic(_) | Self::Observations | Self::Student | Self::StudentProbability
        )
    }

    /// The percentiles that it is made of.
    fn percents(self) -> Vec<f64> {
        match self {
            Self::Percentile(percent) => vec![percent],
            Self::QuartileRange => vec![25.0, 75.0],
            _ => Vec::new(),
        }
    }

    /// The statistics that it is made of.
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

/// The percentiles of the table of quantiles, the greatest first, and what stands before them.
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

/// The statistics that tables show.
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

    /// All statistics that are wanted, each once.
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

    /// All percentiles that are wanted, each once.
    pub(super) fn percents(&self) -> Vec<f64> {
        let listed = LEVELS.iter().filter(|_| self.listing);
        let listed = listed.map(|(percent, _)| *percent);
        let others = self.figures().flat_map(UnivariateFigure::percents);
        let mut all: Vec<f64> = listed.chain(others).collect();
        all.sort_by(f64::total_cmp);
        all.dedup();
        all
    }

    /// Whether the values are needed in order.
    pub(super) fn needs_values(&self) -> bool {
        self.listing || self.figures().any(UnivariateFigure::needs_values)
    }

    /// Whether it is tested that values are normal.
    pub(super) fn tests_normality(&self) -> bool {
        use UnivariateFigure::{Normality, NormalityProbability};
        let is_test = |figure| matches!(figure, Normality | NormalityProbability);
        self.normal || self.figures().any(is_test)
    }

    /// Whether the location is tested by signs and ranks.
    pub(super) fn tests_ranks(&self) -> bool {
        use UnivariateFigure::{Sign, SignProbability, SignedRank, SignedRankProbability};
        let is_test = |figure| {
            matches!(
                figure,
                Sign | SignProbability | SignedRank | SignedRankProbability
            )
        };
        self.listing || self.figures().any(is_test)
    }
}
