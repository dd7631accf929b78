//! The request of PROC TTEST.

use feedrate_procedure::variables::{AnalysisVariable, ClassVariable, GroupVariable};
use feedrate_program::{DataStep, NumberSlot};
use feedrate_stats::two_means::Sides;

/// A PROC TTEST step.
#[derive(Clone, Debug)]
pub struct TTest {
    /// The input, with one SET statement.
    pub step: DataStep,
    /// The values that are analysed.
    pub analyses: Vec<TTestAnalysis>,
    /// CLASS: the variable whose two levels are compared.
    pub class: Option<ClassVariable>,
    /// BY.
    pub groups: Vec<GroupVariable>,
    /// FREQ.
    pub frequency: Option<NumberSlot>,
    /// WEIGHT.
    pub weight: Option<NumberSlot>,
    /// H0=: the mean, or the difference, that is tested.
    pub null: f64,
    /// SIDES=.
    pub sides: Sides,
    /// ALPHA=.
    pub alpha: f64,
    /// COCHRAN.
    pub cochran: bool,
    /// CI=NONE: whether standard deviations have no limits.
    pub bare_deviations: bool,
    /// NOPRINT.
    pub is_silent: bool,
}

/// The values of an analysis.
#[derive(Clone, Debug)]
pub enum TTestAnalysis {
    /// Those of a variable.
    Variable(AnalysisVariable),
    /// The differences of two variables: PAIRED.
    Difference(AnalysisVariable, AnalysisVariable),
}
