//! What a run gives.

use serde::{Deserialize, Serialize};

/// A run.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Run {
    /// From before the table was opened until the result was there.
    pub seconds: f64,
    /// Processor seconds, all threads together.
    pub cpu_seconds: f64,
    /// Bytes that came from storage, where the kernel tells.
    pub storage_read_bytes: Option<u64>,
    /// What was found: how many rows, and sums of them.
    pub numbers: Vec<f64>,
    /// What the program tells of how it did it.
    pub plan: String,
}
