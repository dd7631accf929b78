//! The record of a session that a program started.

use feedrate_connect::clock::HostClock;
use serde::{Deserialize, Serialize};

use super::step_text::StepText;

/// A session that a program started, a process of its own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SessionRecord {
    /// Its number among the sessions of the program.
    #[serde(skip)]
    pub(crate) number: u32,
    /// Its name in upper case; a session that another session started has the other's name and a period before it.
    pub name: String,
    /// The number of its process.
    pub process: u32,
    /// Its machine, if that is another one; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<SessionHost>,
    /// Its end: `clean`, `errors`, `died`, `killed` (by KILLTASK) or `interrupted`.
    pub ended: String,
    /// The number of warnings in its log.
    pub warnings: u64,
    /// The number of errors.
    pub errors: u64,
    /// Its steps in order, each with the keys of the program's own steps.
    pub steps: Vec<StepText>,
}

/// The machine of a session on another one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SessionHost {
    /// Its name.
    pub name: String,
    /// Its time of day minus that here, in seconds. The times of steps have no such difference: they are by the clock
    /// here. Absent if it is not known.
    pub clock_offset_seconds: Option<f64>,
    /// By how much that, and the times of its steps, may be wrong.
    pub clock_uncertainty_seconds: Option<f64>,
}

impl SessionHost {
    /// Creates that of a machine whose clock is not known.
    pub(crate) fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..Self::default()
        }
    }

    pub(crate) fn set_clock(&mut self, clock: &HostClock) {
        self.clock_offset_seconds = Some(clock.real_offset as f64 / 1e9);
        self.clock_uncertainty_seconds = Some(clock.uncertainty as f64 / 1e9);
    }
}
