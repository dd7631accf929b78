//! The request of PROC LOGISTIC.

use feedrate_procedure::variables::{ClassVariable, GroupVariable};
use feedrate_program::{DataStep, NumberSlot, Slot, TextSlot};

use crate::glm::GlmEffect;

pub use feedrate_stats::logistic::Coding as Parametrization;

/// A PROC LOGISTIC step.
#[derive(Clone, Debug)]
pub struct Logistic {
    /// The input, with one SET statement, and the data sets of OUTPUT and OUTEST=. Its statements are not executed.
    pub step: DataStep,
    /// The response.
    pub response: LogisticVariable,
    /// EVENT= or REF=: of two response levels, the one that is modelled (true), or the other one.
    pub event: Option<(ReferenceLevel, bool)>,
    /// CLASS: the variables, each with its parametrization and its reference level.
    pub classes: Vec<(LogisticVariable, Parametrization, ReferenceLevel)>,
    /// The other variables of effects: their names and slots.
    pub covariates: Vec<(String, NumberSlot)>,
    /// The effects of the model.
    pub effects: Vec<GlmEffect>,
    /// BY.
    pub groups: Vec<GroupVariable>,
    /// FREQ, with its name.
    pub frequency: Option<(String, NumberSlot)>,
    /// WEIGHT, with its name.
    pub weight: Option<(String, NumberSlot)>,
    /// The options of the fit.
    pub options: LogisticOptions,
    /// The listing; `None` with NOPRINT.
    pub listing: Option<LogisticListing>,
    /// OUTPUT.
    pub output: Option<LogisticOutput>,
    /// OUTEST=.
    pub estimates: Option<EstimatesOutput>,
}

/// A variable with levels.
#[derive(Clone, Debug)]
pub struct LogisticVariable {
    /// The variable, whose heading is its name.
    pub class: ClassVariable,
    /// Its label; empty for none.
    pub label: String,
    /// ORDER=FREQ: whether levels are ordered by descending frequency.
    pub by_frequency: bool,
}

/// A reference to a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReferenceLevel {
    /// The first one.
    First,
    /// The last one.
    Last,
    /// The one with this formatted value.
    Shown(String),
}

/// The options of the fit.
#[derive(Clone, Copy, Debug)]
pub struct LogisticOptions {
    /// True if there is an intercept, that is, without NOINT.
    pub intercept: bool,
    /// ALPHA=.
    pub alpha: f64,
    /// MAXITER=.
    pub most_steps: u32,
    /// GCONV=; 0 if another criterion replaces it.
    pub gradient: f64,
    /// FCONV=.
    pub function: Option<f64>,
    /// THREADS or NOTHREADS, which takes precedence over the system option.
    pub threads: Option<bool>,
}

/// The optional contents of the listing.
#[derive(Clone, Copy, Debug, Default)]
pub struct LogisticListing {
    /// CLODDS=WALD.
    pub odds_limits: bool,
}

/// The data set of an OUTPUT statement: the observations with predictions of the model.
#[derive(Clone, Copy, Debug)]
pub struct LogisticOutput {
    /// The index of the data set in the step.
    pub number: u32,
    /// `_LEVEL_`.
    pub level: Slot,
    /// P=.
    pub probability: Option<NumberSlot>,
    /// XBETA=.
    pub predictor: Option<NumberSlot>,
}

/// The data set of OUTEST=, for models of two response levels without class variables.
#[derive(Clone, Debug)]
pub struct EstimatesOutput {
    /// The index of the data set in the step.
    pub number: u32,
    /// `_LINK_`, `_TYPE_`, `_STATUS_`, `_NAME_` and `_ESTTYPE_`.
    pub texts: [TextSlot; 5],
    /// The intercept, if there is one.
    pub intercept: Option<NumberSlot>,
    /// The other parameters.
    pub slopes: Vec<NumberSlot>,
    /// `_LNLIKE_`.
    pub likelihood: NumberSlot,
}

impl Logistic {
    /// Returns the slots of all variables that a pass needs.
    pub(super) fn slots(&self) -> Vec<Slot> {
        let classes = self.classes.iter().map(|(class, ..)| class.class.slot);
        let covariates = self.covariates.iter().map(|(_, slot)| Slot::Number(*slot));
        let others = [&self.frequency, &self.weight].into_iter().flatten();
        let others = others.map(|(_, slot)| Slot::Number(*slot));
        classes
            .chain(covariates)
            .chain(others)
            .chain([self.response.class.slot])
            .collect()
    }
}
