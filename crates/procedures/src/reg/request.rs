//! What PROC REG is asked for.

use feedrate_steps::ir::{DataStep, NumberSlot, TextSlot};

use crate::aggregate::GroupVariable;
use crate::linear::ObservationStatistic;

/// Fits linear regressions.
#[derive(Clone, Debug)]
pub struct Reg {
    /// What is read, by one SET statement, and the data sets that are made. Its statements are not carried out.
    pub step: DataStep,
    /// All variables of all models, each once. An observation counts when it has values of all of them.
    pub variables: Vec<RegVariable>,
    /// The models.
    pub models: Vec<RegModel>,
    /// BY.
    pub groups: Vec<GroupVariable>,
    /// WEIGHT.
    pub weight: Option<NumberSlot>,
    /// FREQ.
    pub frequency: Option<NumberSlot>,
    /// Whether anything is listed; not with NOPRINT.
    pub listing: bool,
    /// OUTPUT.
    pub outputs: Vec<RegOutput>,
    /// OUTEST=.
    pub estimates: Option<RegEstimates>,
}

/// A variable of a model.
#[derive(Clone, Debug)]
pub struct RegVariable {
    /// Its name.
    pub name: String,
    /// Its label; empty for none.
    pub label: String,
    /// Where its values lie.
    pub slot: NumberSlot,
}

/// A MODEL statement.
#[derive(Clone, Debug)]
pub struct RegModel {
    /// What it is called: `MODEL1`, or as it is labelled.
    pub label: String,
    /// The responses, by their places among the variables.
    pub responses: Vec<usize>,
    /// The regressors, likewise.
    pub regressors: Vec<usize>,
    /// Whether there is an intercept; not with NOINT.
    pub intercept: bool,
    /// ALPHA=.
    pub alpha: f64,
    /// CLB.
    pub limits: bool,
    /// STB.
    pub standardized: bool,
    /// TOL.
    pub tolerance: bool,
    /// VIF.
    pub inflation: bool,
    /// P: whether observations are listed with what is predicted of them.
    pub predicted: bool,
    /// R: whether they are with their residuals.
    pub residuals: bool,
}

/// An OUTPUT statement.
#[derive(Clone, Debug)]
pub struct RegOutput {
    /// Which of the data sets of the step.
    pub number: u32,
    /// Which of the models.
    pub model: usize,
    /// What goes where, for the first responses of the model.
    pub columns: Vec<(ObservationStatistic, Vec<NumberSlot>)>,
}

/// OUTEST=.
#[derive(Clone, Debug)]
pub struct RegEstimates {
    /// Which of the data sets of the step.
    pub number: u32,
    /// `_MODEL_`.
    pub model: TextSlot,
    /// `_TYPE_`.
    pub of_type: TextSlot,
    /// `_DEPVAR_`.
    pub response: TextSlot,
    /// `_RMSE_`.
    pub error: NumberSlot,
    /// `Intercept`.
    pub intercept: NumberSlot,
}
