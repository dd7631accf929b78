//! The records of sessions: the part of the JSON of a run that a timeline needs.

use serde::Deserialize;

use feedrate_session::record::{self, StepRecord, StepText};

/// The record of a session.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct SessionRecord {
    /// Its name.
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
    /// True if it was run, and not only checked.
    pub ran: bool,
    /// True if it completed its work.
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
    /// The other files, such as indexes.
    #[serde(default)]
    pub others: Vec<DataSetUse>,
    /// The transfers of utility files.
    #[serde(default)]
    pub utility: Vec<DataSetFile>,
}

/// A data set in a step.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct DataSetUse {
    /// Its name, as `WORK.SALES`.
    pub name: String,
    /// Its transfers; `None` if they are not known.
    pub file: Option<DataSetFile>,
}

/// The transfers of a data set.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct DataSetFile {
    /// Bytes that were moved.
    pub bytes: u64,
    /// Seconds in which the step waited for it. For a pipe, [`PipeUse::waited_seconds`] counts instead.
    pub waited_seconds: f64,
    /// Seconds until it had reached the device, if that was waited for.
    #[serde(default)]
    pub flush_seconds: Option<f64>,
    /// The pipe that it went through; `None` if it is in storage.
    #[serde(default)]
    pub pipe: Option<PipeUse>,
}

/// One end of a pipe.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct PipeUse {
    /// The carrier: `tcp`, `encrypted tcp` or `unix socket`.
    pub carrier: String,
    /// Its address as this end names it: `:7000`, `localhost:7000`.
    pub address: String,
    /// Seconds in which the step waited for the other end, before and after it connected.
    pub waited_seconds: f64,
    /// When its first byte moved, in microseconds since the machine started.
    pub began_microseconds: u64,
    /// When its last byte had moved, by the same clock.
    pub ended_microseconds: u64,
}

/// The part of the JSON of a run that is read.
#[derive(Deserialize)]
struct Steps {
    steps: Vec<Step>,
}

impl SessionRecord {
    /// Creates the record of a session of this process. It is converted through JSON, so that records of all sessions
    /// have the same content.
    ///
    /// # Errors
    ///
    /// Returns an error if the records of the steps cannot be converted.
    pub fn of(name: &str, steps: &[StepRecord]) -> Result<Self, serde_json::Error> {
        let text = serde_json::to_vec(steps)?;
        Ok(Self {
            name: name.to_owned(),
            steps: serde_json::from_slice(&text)?,
        })
    }

    /// Creates the record of a session that a program started, from the records of its steps.
    ///
    /// # Errors
    ///
    /// Returns an error if the records of the steps cannot be converted.
    pub fn of_session(session: &record::SessionRecord) -> Result<Self, serde_json::Error> {
        Ok(Self {
            name: match &session.host {
                Some(host) => format!("{} on {}", session.name, host.name),
                None => session.name.clone(),
            },
            steps: serde_json::from_value(session.steps.iter().map(StepText::value).collect())?,
        })
    }

    /// Reads the record of a session in another process, from its `feedrate run --json`.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not such JSON.
    pub fn from_json(name: &str, text: &str) -> Result<Self, serde_json::Error> {
        let Steps { steps } = serde_json::from_str(text)?;
        Ok(Self {
            name: name.to_owned(),
            steps,
        })
    }
}
