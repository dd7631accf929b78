//! Whether a job that was read from a file agrees with itself.

use feedrate_pageio::Direction;

use super::{FORMAT_VERSION, Job, JobStep, Origin};
use crate::error::{Error, Result};

/// The most bytes of a file, and those that a use may move.
const MOST_BYTES: u64 = 1 << 50;

/// The largest page, as data sets have them.
const LARGEST_PAGE: u64 = 1 << 30;

/// The longest time of a part, in seconds.
const LONGEST: f64 = 1e7;

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
            let is_large = file.bytes > MOST_BYTES
                || file.page_bytes > LARGEST_PAGE
                || file.header_bytes > LARGEST_PAGE;
            if is_large {
                return Some(format!("its file {index} is too large"));
            }
            let ends = self.steps.iter().flat_map(|step| &step.uses);
            let ends = ends.filter(|it| it.file == index);
            let reads = ends.clone().filter(|it| it.direction == Direction::Read);
            let ends = (reads.count(), ends.count());
            if file.origin == Origin::Pipe && !matches!(ends, (1, 2) | (0, 0)) {
                return Some(format!("its pipe {index} has not two ends"));
            }
        }
        let steps = self.steps.iter().enumerate();
        steps
            .filter_map(|(index, step)| Some((index, self.problem_of(index, step)?)))
            .map(|(index, why)| format!("step {index}: {why}"))
            .next()
    }

    fn problem_of(&self, index: usize, step: &JobStep) -> Option<String> {
        if step.after.iter().any(|&before| before >= index) {
            return Some("it waits for a step that begins later".to_owned());
        }
        let is_time = |seconds: f64| (0.0..=LONGEST).contains(&seconds);
        if !is_time(step.delay_seconds) || !step.parts.iter().all(|it| is_time(it.think_seconds)) {
            return Some("its times are no times".to_owned());
        }
        if step
            .parts
            .iter()
            .any(|part| part.bytes.len() != step.uses.len())
        {
            return Some("its parts do not have a number for each use".to_owned());
        }
        for (place, use_) in step.uses.iter().enumerate() {
            if use_.file >= self.files.len() {
                return Some(format!("there is no file {}", use_.file));
            }
            let is_large = use_.bytes > MOST_BYTES
                || use_.transfer_bytes > LARGEST_PAGE
                || use_.header_bytes > use_.bytes;
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
