//! The JSON of `feedrate profile`: the record of the run, and what a prediction needs besides.

use std::collections::HashSet;
use std::path::Path;

use feedrate_document::Header;
use feedrate_machine::{Cores, Memory};
use feedrate_session::record::{Record, StepRecord};
use serde::Serialize;

use super::{InputFile, ProfiledMachine};
use crate::error::{Error, Result};
use crate::profile::Profile;

/// The version of the JSON of a profile. It is increased with every change that is not an addition.
pub const FORMAT_VERSION: u32 = 1;

/// The record of a profiled run.
#[derive(Clone, Debug, Serialize)]
pub struct ProfileRecord {
    /// The record of the run, with the courses of its files.
    #[serde(flatten)]
    pub record: Record,
    /// The machine.
    pub machine: ProfiledMachine,
    /// The files that were there before.
    pub inputs: Vec<InputFile>,
}

impl ProfileRecord {
    /// Makes the record of a run that of a profile.
    pub fn of(mut record: Record) -> Self {
        record.feedrate = Header::new("profile", FORMAT_VERSION);
        Self {
            machine: machine(),
            inputs: inputs_of(&record),
            record,
        }
    }

    /// Returns the profile, as it would be read from the JSON.
    ///
    /// # Errors
    ///
    /// Fails if the record of another session cannot be read.
    pub fn profile(&self) -> Result<Profile> {
        let damaged = |error: serde_json::Error| Error::NotAProfile {
            path: self.record.program.clone().into(),
            why: error.to_string(),
        };
        let value = serde_json::to_value(self).map_err(damaged)?;
        serde_json::from_value(value).map_err(damaged)
    }
}

/// Returns the facts of this machine.
pub fn machine() -> ProfiledMachine {
    let cores = Cores::host();
    ProfiledMachine {
        cores: cores.logical_available as u64,
        memory_bytes: Memory::host().cacheable_bytes(),
        processor: cores.model,
    }
}

/// Returns the files that the steps of this process have read or changed, that none has made, and that are there.
pub fn inputs_of(record: &Record) -> Vec<InputFile> {
    let paths = |step: &StepRecord, made: bool| -> Vec<String> {
        let sets = if made { &step.made } else { &step.read };
        let updated = step.updated.iter().filter(|_| !made);
        let files = sets.iter().filter_map(|set| set.file.as_ref());
        let files = files.chain(updated.filter_map(|set| set.file.as_ref()));
        files
            .filter(|file| file.pipe.is_none())
            .map(|file| file.path.clone())
            .collect()
    };
    let made: HashSet<String> = record.steps.iter().flat_map(|step| paths(step, true)).collect();
    let mut seen = HashSet::new();
    let read = record.steps.iter().flat_map(|step| paths(step, false));
    read.filter(|path| !made.contains(path) && seen.insert(path.clone()))
        .filter_map(|path| {
            let bytes = std::fs::metadata(Path::new(&path)).ok()?.len();
            Some(InputFile { path, bytes })
        })
        .collect()
}
