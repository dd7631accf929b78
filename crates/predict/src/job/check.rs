//! The checks that a job from a file agrees with itself.

use feedrate_pageio::Direction;

use super::{FORMAT_VERSION, Job, JobStep, Order, Origin, Use};
use crate::error::{Error, Result};

/// The most bytes of a file, and those that a use may move.
const MOST_BYTES: u64 = 1 << 50;

/// The largest page, as data sets have them.
const LARGEST_PAGE: u64 = 1 << 30;

/// The longest time of a part, in seconds.
const LONGEST: f64 = 1e7;

/// Rounds of computing in a second, of any processor.
pub(crate) const SPEEDS: std::ops::RangeInclusive<f64> = 1e3..=1e12;

/// The most threads of a use.
const MOST_THREADS: u32 = 4096;

impl Job {
    /// Checks that all indexes and sizes agree.
    ///
    /// # Errors
    ///
    /// Names the first thing that does not.
    pub fn check(&self) -> Result<()> {
        self.problem().map_or(Ok(()), |why| {
            Err(Error::Damaged {
                program: self.program.clone(),
                why,
            })
        })
    }

    fn problem(&self) -> Option<String> {
        if self.feedrate.format_version > FORMAT_VERSION {
            return Some("it was written by a newer version of feedrate".to_owned());
        }
        for (index, file) in self.files.iter().enumerate() {
            let is_large =
                file.bytes > MOST_BYTES || file.page_bytes > LARGEST_PAGE || file.header_bytes > LARGEST_PAGE;
            if is_large {
                return Some(format!("its file {index} is too large"));
            }
            if file.origin == Origin::Pipe
                && let Some(why) = self.problem_of_pipe(index)
            {
                return Some(format!("its pipe {index} {why}"));
            }
        }
        let steps = self.steps.iter().enumerate();
        steps
            .filter_map(|(index, step)| Some((index, self.problem_of(index, step)?)))
            .map(|(index, why)| format!("step {index}: {why}"))
            .next()
    }

    /// Returns whether a use reads or changes a file that no step makes, or one of its own makes later.
    fn is_missing(&self, index: usize, use_: &Use) -> bool {
        let file = &self.files[use_.file];
        let is_made_here = use_.direction == Direction::Write && use_.order == Order::Sequential;
        if is_made_here || matches!(file.origin, Origin::Input { .. } | Origin::Pipe) {
            return false;
        }
        let before = self.steps[..=index].iter().flat_map(|step| &step.uses);
        let mut before = before.filter(|it| it.file == use_.file);
        !before.any(|it| it.direction == Direction::Write && it.order == Order::Sequential)
    }

    /// Returns why the ends of a pipe could not move at the same time.
    fn problem_of_pipe(&self, pipe: usize) -> Option<&'static str> {
        let ends_of = |direction| {
            let steps = self.steps.iter().enumerate();
            steps.flat_map(move |(index, step)| {
                let uses = step.uses.iter();
                uses.filter(move |it| it.file == pipe && it.direction == direction)
                    .map(move |_| index)
            })
        };
        let writers: Vec<usize> = ends_of(Direction::Write).collect();
        let readers: Vec<usize> = ends_of(Direction::Read).collect();
        let (writer, reader) = match (&writers[..], &readers[..]) {
            ([], []) => return None,
            (&[writer], &[reader]) => (writer, reader),
            _ => return Some("has not two ends"),
        };
        if self.steps[writer].session == self.steps[reader].session {
            return Some("has both ends in one session");
        }
        let (first, last) = (writer.min(reader), writer.max(reader));
        self.waits_for(last, first)
            .then_some("has ends in steps of which one waits for the other")
    }

    /// Returns whether a step begins only after another one, which is before it in the list, has ended.
    fn waits_for(&self, step: usize, other: usize) -> bool {
        let mut ends_before = vec![false; self.steps.len()];
        for index in other + 1..=step {
            let session = &self.steps[index].session;
            let in_session = (other..index).rev().find(|&it| &self.steps[it].session == session);
            let waits = self.steps[index].after.iter().copied().chain(in_session);
            ends_before[index] = waits.into_iter().any(|it| it == other || ends_before[it]);
        }
        ends_before[step]
    }

    fn problem_of(&self, index: usize, step: &JobStep) -> Option<String> {
        if step.after.iter().any(|&before| before >= index) {
            return Some("it waits for a step that begins later".to_owned());
        }
        if let Some(sort) = step.sort {
            let counts = [sort.rows, sort.row_bytes, sort.memory_bytes, sort.threads.into()];
            let is_wrong = counts.contains(&0)
                || sort.row_bytes > LARGEST_PAGE
                || sort.threads > MOST_THREADS
                || sort.rows > MOST_BYTES;
            if is_wrong {
                return Some("its sort is none".to_owned());
            }
        }
        let is_time = |seconds: f64| (0.0..=LONGEST).contains(&seconds);
        if !is_time(step.delay_seconds)
            || !is_time(step.idle_seconds)
            || !step.parts.iter().all(|it| is_time(it.think_seconds))
        {
            return Some("its times are no times".to_owned());
        }
        let is_speed = |rounds: f64| SPEEDS.contains(&rounds);
        if !step.rounds_per_second.is_none_or(is_speed) {
            return Some("its speed is out of all bounds".to_owned());
        }
        let is_share = |share: f64| (0.0..=1.0).contains(&share);
        if !step.parallel_share.is_none_or(is_share) {
            return Some("the share that its threads compute beside each other is none".to_owned());
        }
        if step.parts.iter().any(|part| part.bytes.len() != step.uses.len()) {
            return Some("its parts do not have a number for each use".to_owned());
        }
        for (place, use_) in step.uses.iter().enumerate() {
            if use_.file >= self.files.len() {
                return Some(format!("there is no file {}", use_.file));
            }
            if self.is_missing(index, use_) {
                return Some(format!("its use {place} needs a file that nobody has made"));
            }
            let file = &self.files[use_.file];
            let is_read = use_.direction == Direction::Read;
            let is_large = use_.bytes > MOST_BYTES
                || use_.transfer_bytes > LARGEST_PAGE
                || use_.header_bytes > use_.bytes
                || use_.header_bytes > LARGEST_PAGE
                || (!is_read && use_.header_bytes > file.header_bytes);
            if !is_read
                && use_.order == Order::Sequential
                && use_.bytes > file.bytes
                && !matches!(file.origin, Origin::Pipe | Origin::Utility)
            {
                return Some(format!("its use {place} writes more than its file has"));
            }
            if is_large || use_.threads == 0 || use_.threads > MOST_THREADS {
                return Some(format!("its use {place} is out of all bounds"));
            }
            let parts = step.parts.iter().map(|part| part.bytes[place]);
            if parts.fold(0, u64::saturating_add) != use_.bytes {
                return Some(format!("the parts of its use {place} are not its sum"));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::job::Job;

    /// A job with a pipe from the first step to the second, and a sort.
    fn sound() -> serde_json::Value {
        let end = |file: u64, direction: &str| {
            json!({
                "file": file, "direction": direction, "method": "cached", "discipline": "as-sas",
                "order": "sequential", "threads": 1, "durable": false, "bytes": 4096, "header_bytes": 0,
                "transfers": 1, "transfer_bytes": 4096, "depth": 1,
            })
        };
        let file = |origin: serde_json::Value| {
            json!({
                "name": "A", "origin": origin, "header_bytes": 0, "page_bytes": 4096, "bytes": 4096
            })
        };
        let step = |session: &str, direction: &str| {
            json!({
                "name": "DATA", "line": 1, "session": session, "seconds": null,
                "uses": [end(0, direction), end(1, "read")],
                "parts": [{"think_seconds": 0.0, "bytes": [4096, 4096]}],
                "sort": {"rows": 10, "row_bytes": 10, "memory_bytes": 1000, "threads": 1, "runs": 0},
                "rounds_per_second": 1e7, "parallel_share": 1.0,
            })
        };
        json!({
            "feedrate": {"version": "0.1.0", "format": "job", "format_version": 1}, "program": "p",
            "derived_from": "profile", "assumptions": [],
            "files": [file(json!("pipe")), file(json!({"input": {"cached": false}}))],
            "steps": [step("", "write"), step("S1", "read")],
        })
    }

    fn problem(change: impl Fn(&mut serde_json::Value)) -> String {
        let mut job = sound();
        change(&mut job);
        let job: Job = serde_json::from_value(job).unwrap();
        job.check().map_or_else(|error| error.to_string(), |()| String::new())
    }

    #[test]
    fn what_no_step_could_do_is_refused() {
        assert_eq!(problem(|_| {}), "");
        let at = |job: &mut serde_json::Value, path: &str, value: serde_json::Value| {
            *job.pointer_mut(path).unwrap() = value;
        };
        for (path, value, why) in [
            ("/steps/1/session", json!(""), "both ends in one session"),
            ("/steps/1/uses/0/direction", json!("write"), "has not two ends"),
            ("/steps/0/sort/row_bytes", json!(0), "its sort is none"),
            ("/steps/0/uses/0/header_bytes", json!(1u64 << 50), "out of all bounds"),
            ("/steps/0/uses/1/file", json!(7), "there is no file 7"),
            ("/steps/0/parts/0/bytes/1", json!(1), "are not its sum"),
            ("/steps/0/parts/0/think_seconds", json!(-1.0), "no times"),
            ("/steps/0/rounds_per_second", json!(0.0), "its speed is out"),
            ("/steps/0/parallel_share", json!(1.5), "beside each other is none"),
            ("/files/1/origin", json!("made"), "that nobody has made"),
            ("/files/1/bytes", json!(1u64 << 60), "too large"),
        ] {
            let told = problem(|job| at(job, path, value.clone()));
            assert!(told.contains(why), "{path}: {told}");
        }
        let waits = problem(|job| job["steps"][1]["after"] = json!([0]));
        assert!(waits.contains("waits for the other"), "{waits}");
    }
}
