//! The JSON of `feedrate predict`, as far as it is read.

use serde::Deserialize;

/// A prediction that was held against the program.
#[derive(Clone, Debug, Deserialize)]
pub struct Prediction {
    /// The changes of regime by the scale.
    #[serde(default)]
    pub regimes: Vec<String>,
    /// Notes on it.
    #[serde(default)]
    pub notes: Vec<String>,
    /// From the beginning of the first step to the end of the last.
    pub total: Figures,
    /// The steps.
    pub steps: Vec<Step>,
}

/// A step.
#[derive(Clone, Debug, Deserialize)]
pub struct Step {
    /// `DATA`, or the name of the procedure.
    pub name: String,
    /// The session that runs it.
    #[serde(default)]
    pub session: String,
    /// Its times.
    #[serde(flatten)]
    pub figures: Figures,
}

/// Times in seconds, in pairs.
#[derive(Clone, Debug, Deserialize)]
pub struct Figures {
    predicted: Runs,
    real: Option<Runs>,
}

#[derive(Clone, Debug, Deserialize)]
struct Runs {
    runs: Vec<f64>,
}

impl Figures {
    /// Returns the predicted times.
    pub fn predicted(&self) -> &[f64] {
        &self.predicted.runs
    }

    /// Returns the real times; none if the steps of the program were others.
    pub fn real(&self) -> &[f64] {
        self.real.as_ref().map_or(&[], |real| &real.runs)
    }
}

impl Step {
    /// Returns its name, after that of its session.
    pub fn title(&self) -> String {
        match self.session.as_str() {
            "" => self.name.clone(),
            session => format!("{session}: {}", self.name),
        }
    }
}
