//! The destinations of the logs, listings, figures and timelines of programs.

mod jobs;
mod program;
mod repeated_log;

pub use jobs::{JobFiles, JobOutputs};
pub use program::ProgramOutputs;
pub use repeated_log::RepeatedLog;
