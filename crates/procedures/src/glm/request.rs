//! What PROC GLM is asked for.

use feedrate_steps::ir::{DataStep, NumberSlot, Slot, TextSlot};

use crate::aggregate::{ClassVariable, GroupVariable};
use crate::linear::ObservationStatistic;

/// Fits general linear models. Variables are told by their places in their lists.
#[derive(Clone, Debug)]
pub struct Glm {
    /// What is read, by one SET statement, and the data sets that are made. Its statements are not carried out.
    pub step: DataStep,
    /// CLASS. An observation with a missing value of one of them does not count.
    pub classes: Vec<ClassVariable>,
    /// ORDER=FREQ: the levels that are met most often come first.
    pub by_frequency: bool,
    /// The other variables of effects.
    pub covariates: Vec<GlmVariable>,
    /// The responses. Each has a model of the observations that have a value of it.
    pub responses: Vec<GlmVariable>,
    /// Whether there is an intercept; not with NOINT.
    pub intercept: bool,
    /// The effects of the model.
    pub effects: Vec<GlmEffect>,
    /// BY.
    pub groups: Vec<GroupVariable>,
    /// WEIGHT.
    pub weight: Option<NumberSlot>,
    /// FREQ.
    pub frequency: Option<NumberSlot>,
    /// ALPHA= of limits in OUTPUT and of parameters.
    pub alpha: f64,
    /// What is listed of each model; nothing at all with NOPRINT.
    pub listing: Option<GlmListing>,
    /// Whether the models were listed by a run group before, and only what else is asked of them is to be.
    pub is_continued: bool,
    /// What else is asked of each model, in that order.
    pub requests: Vec<GlmRequest>,
    /// OUTPUT.
    pub outputs: Vec<GlmOutput>,
}

/// A variable that is a number.
#[derive(Clone, Debug)]
pub struct GlmVariable {
    /// Its name.
    pub name: String,
    /// Its label; empty for none.
    pub label: String,
    /// Where its values lie.
    pub slot: NumberSlot,
}

/// An effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlmEffect {
    /// What it is called: `x*a(b)`.
    pub name: String,
    /// The classes that are crossed.
    pub crossed: Vec<usize>,
    /// The classes within which they are nested.
    pub nested: Vec<usize>,
    /// The covariates, as often as they are factors.
    pub covariates: Vec<usize>,
}

impl GlmEffect {
    /// Its class variables in the order in which their levels vary, the slowest first.
    pub fn classes(&self) -> Vec<usize> {
        self.nested.iter().chain(&self.crossed).copied().collect()
    }
}

/// What is listed of a model.
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

/// A statement that asks something of each model.
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

/// Functions of the parameters: one of ESTIMATE, or some of CONTRAST.
#[derive(Clone, Debug)]
pub struct GlmFunction {
    /// What they are called.
    pub label: String,
    /// The coefficients of each.
    pub rows: Vec<GlmCoefficients>,
}

/// The coefficients that are given for a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GlmCoefficients {
    /// That of the intercept.
    pub intercept: f64,
    /// An effect and the coefficients of its levels.
    pub effects: Vec<(usize, Vec<f64>)>,
}

/// An LSMEANS statement.
#[derive(Clone, Debug)]
pub struct GlmMeans {
    /// The effects, all of classes alone.
    pub effects: Vec<usize>,
    /// STDERR, and what tests need.
    pub errors: bool,
    /// PDIFF.
    pub differences: bool,
    /// CL.
    pub limits: bool,
    /// ALPHA=.
    pub alpha: f64,
    /// ADJUST=.
    pub adjustment: Adjustment,
    /// AT: the covariates that are told; the others are at their means. Without it products of covariates are
    /// at their own means.
    pub at: Option<Vec<(usize, f64)>>,
    /// OUT=.
    pub output: Option<GlmMeansOutput>,
}

/// How probabilities and limits of many differences are adjusted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Adjustment {
    /// Not at all.
    #[default]
    None,
    /// Bonferroni's inequality.
    Bonferroni,
    /// Šidák's inequality.
    Sidak,
    /// Scheffé's projection of the F region.
    Scheffe,
    /// Tukey's studentized range, which is that of Tukey and Kramer where the means are not of as many
    /// observations each.
    Tukey,
}

/// OUT= of LSMEANS.
#[derive(Clone, Debug)]
pub struct GlmMeansOutput {
    /// Which of the data sets of the step.
    pub number: u32,
    /// `_NAME_`.
    pub response: TextSlot,
    /// `LSMEAN`.
    pub mean: NumberSlot,
    /// `STDERR`.
    pub error: NumberSlot,
    /// The class variables of its effects, and where their values go.
    pub classes: Vec<(usize, Slot)>,
}

/// An OUTPUT statement.
#[derive(Clone, Debug)]
pub struct GlmOutput {
    /// Which of the data sets of the step.
    pub number: u32,
    /// What goes where, for the first responses.
    pub columns: Vec<(ObservationStatistic, Vec<NumberSlot>)>,
}
