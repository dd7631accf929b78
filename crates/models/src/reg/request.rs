//! The request of PROC REG.

use feedrate_procedure::variables::{AnalysisVariable, GroupVariable};
use feedrate_program::{DataStep, NumberSlot, TextSlot};

use crate::linear::ObservationStatistic;

/// A PROC REG step.
#[derive(Clone, Debug)]
pub struct Reg {
    /// The input, with one SET statement, and the output data sets. Its statements are not executed.
    pub step: DataStep,
    /// All variables of all models, each once. Observations with a missing value of any of them are excluded.
    pub variables: Vec<AnalysisVariable>,
    /// The models.
    pub models: Vec<RegModel>,
    /// BY.
    pub groups: Vec<GroupVariable>,
    /// WEIGHT.
    pub weight: Option<NumberSlot>,
    /// FREQ.
    pub frequency: Option<NumberSlot>,
    /// True if there is a listing, that is, without NOPRINT.
    pub listing: bool,
    /// OUTPUT.
    pub outputs: Vec<RegOutput>,
    /// OUTEST=.
    pub estimates: Option<RegEstimates>,
}

/// A MODEL statement.
#[derive(Clone, Debug)]
pub struct RegModel {
    /// Its label, by default `MODEL1` and so on.
    pub label: String,
    /// The responses, as indexes into the variables.
    pub responses: Vec<usize>,
    /// The regressors, as indexes into the variables.
    pub regressors: Vec<usize>,
    /// True if there is an intercept; not with NOINT.
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
    /// P: whether observations are listed with their predictions.
    pub predicted: bool,
    /// R: whether observations are listed with their residuals.
    pub residuals: bool,
}

/// An OUTPUT statement.
#[derive(Clone, Debug)]
pub struct RegOutput {
    /// The index of the data set in the step.
    pub number: u32,
    /// The index of the model.
    pub model: usize,
    /// The statistics and their slots, for the first responses of the model.
    pub columns: Vec<(ObservationStatistic, Vec<NumberSlot>)>,
}

/// OUTEST=.
#[derive(Clone, Debug)]
pub struct RegEstimates {
    /// The index of the data set in the step.
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
