//! The files that keep their size where the data are larger.
//!
//! Procedures state of each data set that they make by what it grows. What they do not know, and what other steps make,
//! is taken to grow with the data.

use feedrate_pageio::Direction;
use feedrate_session::record::Growth;

use crate::job::{Job, JobFile, JobStep, Order, Origin};

/// Files of at most this many pages keep their size: lists of codes, formats, results.
pub(super) const SMALL_PAGES: u64 = 16;

/// Returns for each file of a job if it keeps its size.
pub(super) fn files_that_keep_their_size(job: &Job) -> Vec<bool> {
    let mut keeps: Vec<bool> = job.files.iter().map(is_small).collect();
    for step in &job.steps {
        let has_growing_input = has_growing_input(step, &job.files, &keeps);
        for file in made(step, &job.files) {
            keeps[file] |= match job.files[file].grows_with {
                Some(Growth::Groups | Growth::Nothing) => true,
                Some(Growth::Observations) => !has_growing_input,
                None => false,
            };
        }
    }
    keeps
}

/// Returns true if a step reads a file that does not keep its size.
pub(super) fn has_growing_input(step: &JobStep, files: &[JobFile], keeps: &[bool]) -> bool {
    let makes = |file| made(step, files).any(|made| made == file);
    let mut uses = step.uses.iter();
    uses.any(|it| {
        let is_input = it.direction == Direction::Read && files[it.file].origin != Origin::Utility;
        is_input && !keeps[it.file] && !makes(it.file)
    })
}

/// Returns the assumption about files of which nobody has stated by what they grow; `None` if there are none. DATA
/// steps state it of no file.
pub(super) fn unknown(job: &Job, keeps: &[bool]) -> Option<String> {
    let procedures = job.steps.iter().filter(|step| step.name != "DATA");
    let unknown = procedures.flat_map(|step| made(step, &job.files));
    let unknown = unknown.filter(|&file| !keeps[file] && job.files[file].grows_with.is_none());
    let mut names: Vec<&str> = unknown.map(|file| job.files[file].name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    (!names.is_empty()).then(|| {
        format!(
            "By what these data sets of procedures grow is not known, and they are taken to grow with the data: {}.",
            names.join(", ")
        )
    })
}

fn is_small(file: &JobFile) -> bool {
    let is_small = file.page_bytes > 0 && file.bytes / file.page_bytes <= SMALL_PAGES;
    is_small && file.origin != Origin::Pipe
}

/// Returns the files that a step makes and that stay after it. What it changes in place is written at random.
fn made<'j>(step: &'j JobStep, files: &'j [JobFile]) -> impl Iterator<Item = usize> + 'j {
    let written = step
        .uses
        .iter()
        .filter(|it| it.direction == Direction::Write && it.order == Order::Sequential);
    let files = written.filter(|it| files[it.file].origin == Origin::Made);
    files.map(|it| it.file)
}
