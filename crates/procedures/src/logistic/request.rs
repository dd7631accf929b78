//! What PROC LOGISTIC is asked for.

use feedrate_stats::glm::Effect;
use feedrate_steps::ir::{DataStep, NumberSlot, Slot, TextSlot};
use feedrate_values::format::Format;

use crate::aggregate::{ClassOrder, GroupVariable};
use crate::glm::GlmEffect;

pub use feedrate_stats::logistic::Coding as Parametrization;

/// Fits logistic regressions.
#[derive(Clone, Debug)]
pub struct Logistic {
    /// What is read, by one SET statement, and the data sets of OUTPUT and OUTEST=. Its statements are not
    /// carried out.
    pub step: DataStep,
    /// The response.
    pub response: LogisticVariable,
    /// EVENT= or REF=: of two response levels, the one whose probability is modelled, or the other one.
    pub event: Option<(ReferenceLevel, bool)>,
    /// CLASS, each with its parametrization.
    pub classes: Vec<(LogisticVariable, Parametrization, ReferenceLevel)>,
    /// The other variables of effects: their names and places.
    pub covariates: Vec<(String, NumberSlot)>,
    /// The effects of the model.
    pub effects: Vec<LogisticEffect>,
    /// BY.
    pub groups: Vec<GroupVariable>,
    /// FREQ, with its name.
    pub frequency: Option<(String, NumberSlot)>,
    /// WEIGHT, with its name.
    pub weight: Option<(String, NumberSlot)>,
    /// How the model is fitted.
    pub options: LogisticOptions,
    /// What is listed; nothing with NOPRINT.
    pub listing: Option<LogisticListing>,
    /// OUTPUT.
    pub output: Option<LogisticOutput>,
    /// OUTEST=.
    pub estimates: Option<EstimatesOutput>,
}

/// A variable with levels.
#[derive(Clone, Debug)]
pub struct LogisticVariable {
    /// Its name.
    pub name: String,
    /// Its label; empty for none.
    pub label: String,
    /// Where its values lie.
    pub slot: Slot,
    /// How they are shown.
    pub format: Format,
    /// Whether values that are shown alike are one level.
    pub formatted: bool,
    /// In which order its levels come.
    pub order: ClassOrder,
    /// ORDER=FREQ: whether the most frequent come first.
    pub by_frequency: bool,
    /// Whether the order is turned around.
    pub descending: bool,
    /// MISSING: whether missing values are levels too.
    pub missing: bool,
}

/// A level among others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReferenceLevel {
    /// The first one.
    First,
    /// The last one.
    Last,
    /// The one that is shown so.
    Shown(String),
}

/// An effect.
#[derive(Clone, Debug)]
pub struct LogisticEffect {
    /// What it is called.
    pub name: String,
    /// Its variables, by their places among the classes and the covariates.
    pub effect: Effect,
}

impl From<&GlmEffect> for LogisticEffect {
    fn from(effect: &GlmEffect) -> Self {
        Self {
            name: effect.name.clone(),
            effect: Effect {
                crossed: effect.crossed.clone(),
                nested: effect.nested.clone(),
                covariates: effect.covariates.clone(),
            },
        }
    }
}

/// How a model is fitted.
#[derive(Clone, Copy, Debug)]
pub struct LogisticOptions {
    /// Whether there is an intercept: without NOINT.
    pub intercept: bool,
    /// ALPHA=.
    pub alpha: f64,
    /// MAXITER=.
    pub most_steps: u32,
    /// GCONV=; 0 where another criterion takes its place.
    pub gradient: f64,
    /// FCONV=.
    pub function: Option<f64>,
    /// THREADS or NOTHREADS, before the system option.
    pub threads: Option<bool>,
}

/// What is listed beside what always is.
#[derive(Clone, Copy, Debug, Default)]
pub struct LogisticListing {
    /// CLODDS=WALD.
    pub odds_limits: bool,
}

/// The data set of an OUTPUT statement: the observations with what the model predicts.
#[derive(Clone, Copy, Debug)]
pub struct LogisticOutput {
    /// Which of the data sets of the step.
    pub number: u32,
    /// `_LEVEL_`.
    pub level: Slot,
    /// P=.
    pub probability: Option<NumberSlot>,
    /// XBETA=.
    pub predictor: Option<NumberSlot>,
}

/// The data set of OUTEST=, which models of two response levels without classes have.
#[derive(Clone, Debug)]
pub struct EstimatesOutput {
    /// Which of the data sets of the step.
    pub number: u32,
    /// `_LINK_`, `_TYPE_`, `_STATUS_`, `_NAME_` and `_ESTTYPE_`.
    pub texts: [TextSlot; 5],
    /// The intercept, where there is one.
    pub intercept: Option<NumberSlot>,
    /// The other parameters.
    pub slopes: Vec<NumberSlot>,
    /// `_LNLIKE_`.
    pub likelihood: NumberSlot,
}

impl Logistic {
    /// The slots of all variables that a pass needs.
    pub(super) fn slots(&self) -> Vec<Slot> {
        let classes = self.classes.iter().map(|(class, ..)| class.slot);
        let covariates = self.covariates.iter().map(|(_, slot)| Slot::Number(*slot));
        let others = [&self.frequency, &self.weight].into_iter().flatten();
        let others = others.map(|(_, slot)| Slot::Number(*slot));
        classes
            .chain(covariates)
            .chain(others)
            .chain([self.response.slot])
            .collect()
    }
}
