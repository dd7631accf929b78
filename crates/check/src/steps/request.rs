//! A request to run the steps.

use std::time::Instant;

use crate::options::StepEffort;
use crate::setting::Setting;

/// A setting under which the steps are run.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The setting.
    pub setting: Setting,
    /// The rate of one mixed stream with it, in 10^6 bytes a second, if that was measured.
    pub alone: Option<f64>,
}

/// A request to run the steps.
#[derive(Clone, Debug)]
pub struct StepsRequest {
    /// The settings.
    pub choices: Vec<Choice>,
    /// The limits.
    pub effort: StepEffort,
    /// The deadline.
    pub deadline: Instant,
}
