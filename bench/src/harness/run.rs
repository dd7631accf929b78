//! The figures that a program tells of its own run.

use serde::{Deserialize, Serialize};

use crate::process::child::Usage;

/// A run of a program, its start and end left out.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Run {
    /// From before anything was opened until the result was there, and on the device if that was asked.
    pub seconds: f64,
    /// Processor seconds of all its threads meanwhile.
    pub cpu_seconds: f64,
    /// Bytes that came from storage, where the kernel tells.
    pub storage_read_bytes: Option<u64>,
    /// The most memory that the whole process had resident at once.
    #[serde(default)]
    pub peak_memory_bytes: u64,
    /// Numbers of its result, by which it can be told to be right.
    #[serde(default)]
    pub numbers: Vec<f64>,
    /// Facts of how it did it.
    #[serde(default)]
    pub notes: Vec<String>,
}

impl Run {
    /// Fills in the kernel's report of the process.
    #[must_use]
    pub fn of_process(self, usage: Usage) -> Self {
        Self {
            peak_memory_bytes: usage.peak_memory_bytes,
            ..self
        }
    }
}
