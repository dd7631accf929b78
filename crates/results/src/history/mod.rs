//! The results of a folder over time: each figure as a course, and whether its last value is slower than those before.

mod course;
mod document;
mod json;
mod plots;
mod read;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use feedrate_stats::{Summary, UnpairedRatio};
use jiff::Timestamp;

use crate::compare::{Outcome, Tally};
use crate::measured::{Kind, Sample};

pub use course::courses;
pub use document::document;
pub use json::{Courses, FORMAT_VERSION, json};
pub use read::read;

/// The results of a folder over time.
#[derive(Clone, Debug)]
pub struct History {
    /// The folder.
    pub folder: PathBuf,
    /// The number of its results.
    pub results: usize,
    /// The number of its files that are no results.
    pub skipped: usize,
    /// The courses.
    pub courses: Vec<Course>,
    /// Notes on them.
    pub notes: Vec<String>,
    /// The fraction up to which a difference is of no account.
    pub tolerance: f64,
}

/// A figure over time.
#[derive(Clone, Debug)]
pub struct Course {
    /// The command that wrote the results.
    pub kind: Kind,
    /// The name of the measured work, and the cell.
    pub name: String,
    /// The cell and the figure, with the values of the last result.
    pub last: Sample,
    /// The points in the order of time, the last one among them.
    pub points: Vec<CoursePoint>,
    /// The last values divided by all of those before; `None` if there are none before.
    pub ratio: Option<UnpairedRatio>,
    /// The median of the medians before.
    pub median_before: Option<f64>,
    /// The outcome; `None` if there are none before.
    pub outcome: Option<Outcome>,
}

/// A result in a course.
#[derive(Clone, Debug, PartialEq)]
pub struct CoursePoint {
    /// The file.
    pub file: PathBuf,
    /// When it was begun, of a study its last run.
    pub time: Timestamp,
    /// The values.
    pub summary: Summary,
    /// The share that the page cache served, if it is known.
    pub cache_share: Option<f64>,
}

impl History {
    /// Returns how many courses have which outcome.
    pub fn tally(&self) -> Tally {
        Tally::of(self.courses.iter().filter_map(|course| course.outcome))
    }
}
