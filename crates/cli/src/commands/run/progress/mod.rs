//! The progress of programs: the steps of one, and a line for each of several.

mod jobs;
mod steps;

pub use jobs::JobLines;
pub use steps::Steps;
