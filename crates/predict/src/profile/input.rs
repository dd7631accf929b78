//! The file that a user gives for a program: its text, its profile, or its job.

use std::path::Path;

use feedrate_pageio::course::MOST_INTERVALS;
use serde::Deserialize;
use serde_json::Value;

use super::{FileUse, Profile};
use crate::error::{Error, Result};
use crate::job::Job;

/// The longest file that is read as JSON.
const MOST_BYTES: u64 = 1 << 30;

/// The longest interval, and the latest beginning, of a course, in microseconds.
const LONGEST: u64 = 1 << 52;

/// The content of a file.
#[derive(Clone, Debug)]
pub enum InputContent {
    /// Text that is not JSON of feedrate: a program.
    Program,
    /// The record of a run, with or without its course.
    Profile(Box<Profile>),
    /// A job.
    Job(Box<Job>),
}

/// The first field of every JSON of feedrate.
#[derive(Deserialize)]
struct Head {
    feedrate: HeadFacts,
}

#[derive(Deserialize)]
struct HeadFacts {
    format: String,
}

/// Returns what a file contains.
///
/// # Errors
///
/// Fails if the file cannot be read, or is JSON of feedrate of another kind.
pub fn read(path: &Path) -> Result<InputContent> {
    if path == Path::new("-") {
        return Ok(InputContent::Program);
    }
    let file = |source| Error::File {
        action: "read",
        path: path.into(),
        source,
    };
    let metadata = std::fs::metadata(path).map_err(file)?;
    if !metadata.is_file() {
        return Ok(InputContent::Program);
    }
    let length = metadata.len();
    let refused = |why: String| Error::NotAProfile { path: path.into(), why };
    let bytes = match length {
        0..=MOST_BYTES => std::fs::read(path).map_err(file)?,
        _ => return Ok(InputContent::Program),
    };
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    if first != Some(&b'{') {
        return Ok(InputContent::Program);
    }
    let value: Value =
        serde_json::from_slice(&bytes).map_err(|error| refused(format!("it begins like JSON, but {error}")))?;
    drop(bytes);
    let head = Head::deserialize(&value).map_err(|_| refused("it is JSON, but not of feedrate".to_owned()))?;
    let wrong = |error: serde_json::Error| refused(format!("it is damaged: {error}"));
    match head.feedrate.format.as_str() {
        "profile" | "run" => {
            let mut profile: Profile = serde_json::from_value(value).map_err(wrong)?;
            profile.drop_damaged_courses();
            Ok(InputContent::Profile(Box::new(profile)))
        }
        "job" => {
            let job: Job = serde_json::from_value(value).map_err(wrong)?;
            job.check()?;
            Ok(InputContent::Job(Box::new(job)))
        }
        other => Err(refused(format!("its format is \"{other}\""))),
    }
}

impl Profile {
    /// Removes courses that no run can have had.
    pub(crate) fn drop_damaged_courses(&mut self) {
        let sessions = self.sessions.iter_mut().flat_map(|session| &mut session.steps);
        for step in self.steps.iter_mut().chain(sessions) {
            let sets = step.read.iter_mut().chain(&mut step.made);
            let sets = sets.chain(&mut step.others).chain(&mut step.updated);
            let files = sets.filter_map(|set| set.file.as_mut());
            for file in files.chain(&mut step.utility) {
                if !is_sound(file) {
                    file.course = None;
                }
            }
        }
    }
}

fn is_sound(file: &FileUse) -> bool {
    let Some(course) = &file.course else {
        return true;
    };
    let intervals = &course.intervals;
    (1..=LONGEST).contains(&course.interval_microseconds)
        && course.began_microseconds <= LONGEST
        && intervals.len() <= MOST_INTERVALS
        && intervals.iter().all(|it| {
            let numbers = [
                it.read_bytes,
                it.written_bytes,
                it.transfers,
                it.held_microseconds,
                it.preempted_microseconds,
                it.computed_microseconds,
                it.waited_microseconds,
                it.served_microseconds,
            ];
            numbers.iter().all(|&number| number <= LONGEST)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<InputContent> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        read(file.path())
    }

    #[test]
    fn programs_and_results_are_told_apart() {
        assert!(matches!(of("data a; x = 1; run;"), Ok(InputContent::Program)));
        let run = r#"{"feedrate": {"version": "1", "format": "run", "format_version": 1},
            "program": "p.sas", "steps": [], "later": {"x": [1]}}"#;
        assert!(matches!(of(run), Ok(InputContent::Profile(_))));
        for (text, why) in [
            ("{", "begins like JSON"),
            ("{}", "not of feedrate"),
            (r#"{"feedrate": {"format": "check"}}"#, "its format is \"check\""),
            (r#"{"feedrate": {"format": "job"}}"#, "damaged"),
            (
                r#"{"feedrate": {"format": "run"}, "program": "p", "steps": [{"name": 1}]}"#,
                "damaged",
            ),
        ] {
            let error = of(text).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
