//! The request of PROC GLM.

use feedrate_procedure::variables::{AnalysisVariable, ClassVariable, GroupVariable};
use feedrate_program::{DataStep, NumberSlot, Slot, TextSlot};
use feedrate_stats::glm::Effect;

use crate::linear::ObservationStatistic;

/// A PROC GLM step. Variables and effects are given by their indexes in the lists.
#[derive(Clone, Debug)]
pub struct Glm {
    /// The input, with one SET statement, and the output data sets. Its statements are not executed.
    pub step: DataStep,
    /// True for PROC ANOVA.
    pub is_anova: bool,
    /// CLASS. Observations with a missing value of one of them are excluded.
    pub classes: Vec<ClassVariable>,
    /// ORDER=FREQ: whether levels are ordered by descending frequency.
    pub by_frequency: bool,
    /// The other variables of effects.
    pub covariates: Vec<AnalysisVariable>,
    /// The responses. Each has a model of the observations in which it is not missing.
    pub responses: Vec<AnalysisVariable>,
    /// True if there is an intercept; not with NOINT.
    pub intercept: bool,
    /// The effects of the model.
    pub effects: Vec<GlmEffect>,
    /// BY.
    pub groups: Vec<GroupVariable>,
    /// WEIGHT.
    pub weight: Option<NumberSlot>,
    /// FREQ.
    pub frequency: Option<NumberSlot>,
    /// ALPHA= for the limits in OUTPUT and of parameters.
    pub alpha: f64,
    /// The listing of each model; `None` with NOPRINT.
    pub listing: Option<GlmListing>,
    /// True if a previous run group listed the models, so that only the other requests are listed.
    pub is_continued: bool,
    /// The further requests for each model, in the order of the listing.
    pub requests: Vec<GlmRequest>,
    /// OUTPUT.
    pub outputs: Vec<GlmOutput>,
}

/// An effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlmEffect {
    /// Its name, such as `x*a(b)`.
    pub name: String,
    /// Its variables, as indexes into the classes and the covariates.
    pub effect: Effect,
}

/// The contents of the listing of a model.
#[derive(Clone, Copy, Debug)]
pub struct GlmListing {
    /// SS1.
    pub type_one: bool,
    /// SS3.
    pub type_three: bool,
    /// SOLUTION.
    pub solution: bool,
    /// CLPARM.
    pub limits: bool,
}

/// A statement with a request for each model.
#[derive(Clone, Debug)]
pub enum GlmRequest {
    /// CONTRAST.
    Contrast(GlmFunction),
    /// ESTIMATE.
    Estimate(GlmFunction),
    /// MEANS of these effects.
    Means(Vec<usize>),
    /// LSMEANS.
    LeastSquaresMeans(GlmMeans),
}

/// Functions of the parameters: one of ESTIMATE, or several of CONTRAST.
#[derive(Clone, Debug)]
pub struct GlmFunction {
    /// Their label.
    pub label: String,
    /// The coefficients of each.
    pub rows: Vec<GlmCoefficients>,
}

/// The coefficients of a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GlmCoefficients {
    /// The coefficient of the intercept.
    pub intercept: f64,
    /// An effect and the coefficients of its levels.
    pub effects: Vec<(usize, Vec<f64>)>,
}

/// An LSMEANS statement.
#[derive(Clone, Debug)]
pub struct GlmMeans {
    /// The effects, which consist of class variables only.
    pub effects: Vec<usize>,
    /// STDERR, also implied by tests.
    pub errors: bool,
    /// PDIFF.
    pub differences: bool,
    /// CL.
    pub limits: bool,
    /// ALPHA=.
    pub alpha: f64,
    /// ADJUST=.
    pub adjustment: Adjustment,
    /// AT: the values of covariates; the others are at their means. `None` without AT, in which case products of
    /// covariates are at their own means.
    pub at: Option<Vec<(usize, f64)>>,
    /// OUT=.
    pub output: Option<GlmMeansOutput>,
}

/// The adjustment of probabilities and limits for multiple comparisons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Adjustment {
    /// No adjustment.
    #[default]
    None,
    /// Bonferroni's inequality.
    Bonferroni,
    /// Šidák's inequality.
    Sidak,
    /// Scheffé's projection of the F region.
    Scheffe,
    /// Tukey's studentized range; the Tukey-Kramer adjustment if the means are of different numbers of observations.
    Tukey,
}

/// OUT= of LSMEANS.
#[derive(Clone, Debug)]
pub struct GlmMeansOutput {
    /// The index of the data set in the step.
    pub number: u32,
    /// `_NAME_`.
    pub response: TextSlot,
    /// `LSMEAN`.
    pub mean: NumberSlot,
    /// `STDERR`.
    pub error: NumberSlot,
    /// The class variables of its effects, and their slots.
    pub classes: Vec<(usize, Slot)>,
}

/// An OUTPUT statement.
#[derive(Clone, Debug)]
pub struct GlmOutput {
    /// The index of the data set in the step.
    pub number: u32,
    /// The statistics and their slots, for the first responses.
    pub columns: Vec<(ObservationStatistic, Vec<NumberSlot>)>,
}
