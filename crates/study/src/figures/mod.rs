//! The figures of a run, from what it wrote: those that feedrate takes itself, by the kind of the document, and those
//! that a study defines.

mod document;
mod own;
#[cfg(test)]
mod tests;

pub use document::of_document;
pub use own::of_measures;

/// A figure of a run, or of one of its steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The step; empty for the whole run.
    pub step: String,
    /// Its name, with the unit: `seconds`, `megabytes_per_second`, `cache_share`.
    pub name: String,
    /// Its value.
    pub value: f64,
}

impl Figure {
    /// Creates a figure.
    pub fn new(step: impl Into<String>, name: impl Into<String>, value: f64) -> Self {
        Self {
            step: step.into(),
            name: name.into(),
            value,
        }
    }
}

/// The names of the figures that feedrate takes itself.
pub const OWN_FIGURES: [&str; 13] = [
    SECONDS,
    THROUGHPUT,
    CACHE_SHARE,
    CPU_SECONDS,
    WAITED_SECONDS,
    READ_BYTES,
    WRITTEN_BYTES,
    "peak_memory_bytes",
    "operations_per_second",
    "cpu_seconds_per_gigabyte",
    "read_megabytes_per_second",
    "write_megabytes_per_second",
    "called_megabytes_per_second",
];

/// The elapsed time of a run or step.
pub const SECONDS: &str = "seconds";

/// The throughput, in 10^6 bytes a second, both directions together.
pub const THROUGHPUT: &str = "megabytes_per_second";

/// The share of what was read that the page cache served, 0 to 1.
pub const CACHE_SHARE: &str = "cache_share";

/// Processor time of a run or step.
pub const CPU_SECONDS: &str = "cpu_seconds";

/// The part of the elapsed time in which a step waited for storage.
pub const WAITED_SECONDS: &str = "waited_seconds";

/// Bytes that were read.
pub const READ_BYTES: &str = "read_bytes";

/// Bytes that were written.
pub const WRITTEN_BYTES: &str = "written_bytes";
