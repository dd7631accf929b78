//! The law of a sort: what does not fit into its memory is written and read once more for each merge.

use feedrate_pageio::{Direction, Discipline, Method};
use feedrate_report::format;

use crate::job::{Job, JobFile, JobStep, Order, Origin, Part, Sort, Use};

/// The bytes of a block of utility files.
const BLOCK: u64 = 1 << 20;

/// The share of a sort's memory that holds rows, where a run of the program does not tell: the rest are its keys and the
/// buffers of its transfers.
const ROWS_SHARE: f64 = 0.75;

/// Returns how much longer an observation takes where there are `factor` times as many: by the logarithm of their
/// number, which is taken to be that of blocks of 100 bytes.
pub(super) fn order_factor(sort: Sort, factor: f64) -> f64 {
    let before = (sort.bytes as f64 / 100.0).max(2.0);
    let after = (before * factor).max(2.0);
    after.ln() / before.ln()
}

/// Changes a sort whose rows fit into its memory before and do not any more, or the other way round. Returns what
/// changed.
pub(super) fn change(job: &mut Job, index: usize, before: &JobStep, factor: f64) -> Option<String> {
    let sort = before.sort?;
    let bytes = (sort.bytes as f64 * factor) as u64;
    let limit = (sort.memory_bytes as f64 * ROWS_SHARE) as u64;
    let spills = bytes > limit;
    let runs = match spills {
        true if sort.runs > 0 => ((sort.runs as f64 * factor).ceil() as u64).max(2),
        true => bytes.div_ceil(limit.max(1)).max(2),
        false => 0,
    };
    let title = job.steps[index].title();
    job.steps[index].sort = Some(Sort {
        bytes,
        runs,
        ..sort
    });
    match (sort.runs > 0, spills) {
        (false, true) => {
            let written = bytes.next_multiple_of(BLOCK);
            add_utility(job, index, written);
            Some(format!(
                "{title}: the sort no longer fits into its memory ({} of rows, {}): it spills {runs} runs, and reads and \
                 writes all rows twice.",
                format::amount(bytes),
                format::amount(sort.memory_bytes)
            ))
        }
        (true, false) => {
            remove_utility(job, index);
            Some(format!(
                "{title}: the sort fits into its memory ({} of rows, {}): it no longer spills.",
                format::amount(bytes),
                format::amount(sort.memory_bytes)
            ))
        }
        _ => None,
    }
}

/// Adds the writing of runs while the input is read, and their reading while the output is written.
fn add_utility(job: &mut Job, index: usize, bytes: u64) {
    let file = job.files.len();
    job.files.push(JobFile {
        name: format!("utility files of step {}", index + 1),
        origin: Origin::Utility,
        path: None,
        header_bytes: 0,
        page_bytes: BLOCK,
        bytes,
        removed_after: Some(index),
    });
    let step = &mut job.steps[index];
    for direction in [Direction::Write, Direction::Read] {
        step.uses.push(Use {
            file,
            direction,
            method: Method::Direct {
                pages_per_transfer: 1,
            },
            discipline: Discipline::Overlapped,
            order: Order::Sequential,
            threads: 1,
            durable: false,
            bytes,
            header_bytes: 0,
            transfers: bytes / BLOCK,
            transfer_bytes: BLOCK,
            depth: 4,
        });
        let beside = match direction {
            Direction::Write => Direction::Read,
            Direction::Read => Direction::Write,
        };
        let weights: Vec<u64> = step
            .parts
            .iter()
            .map(|part| moved(part, &step.uses, beside))
            .collect();
        for (part, weight) in step.parts.iter_mut().zip(weights) {
            part.bytes.push(weight);
        }
        let place = step.uses.len() - 1;
        let last = step.parts.iter_mut().map(|part| &mut part.bytes[place]);
        super::redistribute(last, bytes);
    }
}

/// Returns what a part moves of the uses of a direction.
fn moved(part: &Part, uses: &[Use], direction: Direction) -> u64 {
    let all = part.bytes.iter().zip(uses);
    all.filter(|(_, use_)| use_.direction == direction)
        .map(|(bytes, _)| *bytes)
        .sum()
}

/// Removes the uses of utility files.
fn remove_utility(job: &mut Job, index: usize) {
    let files = &job.files;
    let step = &mut job.steps[index];
    let keeps: Vec<bool> = step
        .uses
        .iter()
        .map(|use_| files[use_.file].origin != Origin::Utility)
        .collect();
    let mut keep = keeps.iter();
    step.uses.retain(|_| keep.next().copied().unwrap_or(true));
    for part in &mut step.parts {
        let mut keep = keeps.iter();
        part.bytes.retain(|_| keep.next().copied().unwrap_or(true));
    }
}
