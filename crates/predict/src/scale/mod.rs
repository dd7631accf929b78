//! A larger or smaller job by the steps' own laws of cost, and another way of moving the same pages.
//!
//! The work of a step grows with its data. Three laws are not linear: sorting in memory takes the logarithm of the
//! observations besides; a sort that no longer fits into its memory writes and reads all rows once more for each merge
//! and compares them by the logarithm of its runs; and data sets of groups keep their size, as do those whose number of
//! observations the program decides. The result names what changes its regime.

mod growth;
mod method;
mod sort;

use feedrate_document::format;
use feedrate_pageio::Direction;

use crate::job::{Job, JobStep, Part};

pub use method::{MethodChange, change_method};

/// A scaled job, and what changes besides the amounts.
#[derive(Clone, Debug)]
pub struct ScaledJob {
    /// The job.
    pub job: Job,
    /// The changes of regime, a sentence each.
    pub regimes: Vec<String>,
}

/// Returns a job over files that are `factor` times as large. `cacheable` is the memory that may hold files.
pub fn scaled(job: &Job, factor: f64, cacheable: Option<u64>) -> ScaledJob {
    let mut scaled = job.clone();
    let mut regimes = Vec::new();
    scaled.scale = job.scale * factor;
    if factor == 1.0 {
        return ScaledJob { job: scaled, regimes };
    }
    let keeps = growth::files_that_keep_their_size(job);
    for (file, &keeps) in scaled.files.iter_mut().zip(&keeps) {
        if !keeps {
            let pages = file.bytes.saturating_sub(file.header_bytes);
            let pages = times(pages, factor, file.page_bytes);
            file.bytes = file.header_bytes.saturating_add(pages);
        }
    }
    for (step, before) in scaled.steps.iter_mut().zip(&job.steps) {
        scale_step(step, before, &job.files, &keeps, factor);
    }
    for index in 0..scaled.steps.len() {
        if !growth::has_growing_input(&job.steps[index], &job.files, &keeps) {
            continue;
        }
        regimes.extend(sort::change(&mut scaled, index, &job.steps[index], factor));
    }
    regimes.extend(cache_regime(job, &scaled, cacheable));
    scaled.assumptions.push(format!(
        "Its data are {} times as large: all files but those of at most {} pages, those that procedures make of \
         groups, and those whose number of observations the program decides. Steps compute in proportion to what they \
         move, sorts with the logarithm of the observations or runs besides.",
        format::number(factor),
        growth::SMALL_PAGES
    ));
    scaled.assumptions.extend(pauses(job, &scaled));
    scaled.assumptions.extend(growth::unknown(job, &keeps));
    ScaledJob { job: scaled, regimes }
}

/// Returns the jobs of several profiles, each scaled.
pub fn all_scaled(jobs: &[Job], factor: f64, cacheable: Option<u64>) -> Vec<Job> {
    jobs.iter().map(|job| scaled(job, factor, cacheable).job).collect()
}

/// Returns bytes times a factor, in whole units.
fn times(bytes: u64, factor: f64, unit: u64) -> u64 {
    let unit = unit.max(1);
    let units = (bytes / unit) as f64 * factor;
    let units = (units.round() as u64).max(u64::from(bytes >= unit));
    units.saturating_mul(unit)
}

fn scale_step(step: &mut JobStep, before: &JobStep, files: &[crate::job::JobFile], keeps: &[bool], factor: f64) {
    for (place, use_) in step.uses.iter_mut().enumerate() {
        if keeps[use_.file] {
            continue;
        }
        let unit = match files[use_.file].page_bytes {
            0 => 1,
            page => page,
        };
        let pages = use_.bytes - use_.header_bytes;
        use_.bytes = use_.header_bytes.saturating_add(times(pages, factor, unit));
        use_.transfers = (use_.transfers as f64 * factor).round() as u64;
        redistribute(step.parts.iter_mut().map(|part| &mut part.bytes[place]), use_.bytes);
    }
    let moved = |step: &JobStep| {
        let read = step.bytes(Direction::Read);
        read.saturating_add(step.bytes(Direction::Write))
    };
    let by_bytes = match moved(before) {
        0 => factor,
        all => moved(step) as f64 / all as f64,
    };
    let by_order = step
        .sort
        .filter(|_| growth::has_growing_input(before, files, keeps))
        .map_or(1.0, |sort| sort::order_factor(sort, factor));
    // The computing of a step before its first transfer and after its last one does not depend on its data.
    let moves = |part: &Part| part.bytes.iter().any(|&bytes| bytes > 0);
    let first = before.parts.iter().position(moves).unwrap_or(0);
    let last = before.parts.iter().rposition(moves).unwrap_or(0);
    for part in step.parts.iter_mut().take(last + 1).skip(first) {
        part.think_seconds *= by_bytes * by_order;
    }
    step.idle_seconds *= by_bytes;
    step.seconds = None;
}

/// Returns what is assumed of the pauses of a job, if it has some.
fn pauses(before: &Job, after: &Job) -> Option<String> {
    let sum = |job: &Job| job.steps.iter().map(|step| step.idle_seconds).sum::<f64>();
    (sum(before) > 0.0).then(|| {
        format!(
            "Steps wait for other things than pages in proportion to what they move: {} in all rather than {}.",
            format::seconds(sum(after)),
            format::seconds(sum(before)),
        )
    })
}

/// Changes the parts of a number so that they are in the same proportion and their sum is `sum`.
pub(crate) fn redistribute<'p>(parts: impl Iterator<Item = &'p mut u64>, sum: u64) {
    let parts: Vec<&mut u64> = parts.collect();
    let all: u128 = parts.iter().map(|part| u128::from(**part)).sum();
    let (mut before, mut given) = (0u128, 0u64);
    let last = parts.iter().rposition(|part| **part > 0);
    for (index, part) in parts.into_iter().enumerate() {
        before += u128::from(*part);
        let until = match Some(index) == last || (all == 0 && index == 0) {
            true => sum,
            false if all == 0 => given,
            false => (u128::from(sum) * before / all) as u64,
        };
        *part = until - given;
        given = until;
    }
}

/// Returns what changes where files no longer fit into the page cache, or do so now.
fn cache_regime(before: &Job, after: &Job, cacheable: Option<u64>) -> Option<String> {
    let memory = cacheable?;
    let (fitted, fits) = (before.space_bytes() <= memory, after.space_bytes() <= memory);
    let sizes = format!(
        "{} of files, {} of memory",
        format::amount(after.space_bytes()),
        format::amount(memory)
    );
    match (fitted, fits) {
        (true, false) => Some(format!(
            "The page cache no longer holds all files ({sizes}): later steps read from storage what they found there."
        )),
        (false, true) => Some(format!("The page cache may hold all files ({sizes}).")),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
