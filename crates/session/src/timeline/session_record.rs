//! What a session tells of itself: as much of the JSON of a run as a timeline needs.

use serde::Deserialize;
use serde_json::Value;

use crate::record::{self, StepRecord};

/// What a session did.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct SessionRecord {
    /// What it is called.
    pub name: String,
    /// Its steps, in the order in which they ended.
    pub steps: Vec<Step>,
}

/// A step of a session.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Step {
    /// `DATA`, or the name of the procedure.
    pub name: String,
    /// The line of its session's log in which it begins.
    pub line: u32,
    /// Whether it was run at all, and not only checked.
    pub ran: bool,
    /// Whether it did what it was to do.
    pub completed: bool,
    /// When it began, in microseconds since the machine started.
    pub began_microseconds: u64,
    /// When it ended, by the same clock.
    pub ended_microseconds: u64,
    /// The data sets that it read.
    #[serde(default)]
    pub read: Vec<DataSetUse>,
    /// The data sets that it made.
    #[serde(default)]
    pub made: Vec<DataSetUse>,
    /// What was moved of utility files.
    #[serde(default)]
    pub utility: Vec<DataSetFile>,
}

/// A data set in a step.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct DataSetUse {
    /// Its name, as `WORK.SALES`.
    pub name: String,
    /// What was moved of it; absent where nothing can be told.
    pub file: Option<DataSetFile>,
}

/// What was moved of a data set.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct DataSetFile {
    /// Bytes that were moved.
    pub bytes: u64,
    /// Seconds in which the step stood still for it. Of a pipe, [`PipeUse::waited_seconds`] counts instead.
    pub waited_seconds: f64,
    /// Seconds until it had reached the device, where that was waited for.
    #[serde(default)]
    pub flush_seconds: Option<f64>,
    /// The pipe that it went through; absent where it lies in storage.
    #[serde(default)]
    pub pipe: Option<PipeUse>,
}

/// One end of a pipe.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct PipeUse {
    /// What carried it: `tcp` or `unix socket`.
    pub carrier: String,
    /// Its address as this end names it: `:7000`, `localhost:7000`.
    pub address: String,
    /// Seconds in which the step stood still for the other end, until it came and after that.
    pub waited_seconds: f64,
    /// When the first of it moved, in microseconds since the machine started.
    pub began_microseconds: u64,
    /// When the last of it had moved, by the same clock.
    pub ended_microseconds: u64,
}

/// As much of the JSON of a run.
#[derive(Deserialize)]
struct Steps {
    steps: Vec<Step>,
}

impl SessionRecord {
    /// What a session of this process did. It goes the way of all sessions, over JSON, so that all that
    /// the JSON tells is told of each.
    pub fn of(name: &str, steps: &[StepRecord]) -> Result<Self, serde_json::Error> {
        let text = serde_json::to_vec(steps)?;
        Ok(Self {
            name: name.to_owned(),
            steps: serde_json::from_slice(&text)?,
        })
    }

    /// What a session did that a program began, by the records of its steps.
    pub fn of_session(session: &record::SessionRecord) -> Result<Self, serde_json::Error> {
        Ok(Self {
            name: session.name.clone(),
            steps: serde_json::from_value(Value::Array(session.steps.clone()))?,
        })
    }

    /// What a session of another process did, by its `feedrate run --json`.
    pub fn from_json(name: &str, text: &str) -> Result<Self, serde_json::Error> {
        let Steps { steps } = serde_json::from_str(text)?;
        Ok(Self {
            name: name.to_owned(),
            steps,
        })
    }
}
