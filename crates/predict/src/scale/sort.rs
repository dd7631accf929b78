//! The law of a sort: what does not fit into its memory is written and read once more for each merge.

use feedrate_document::format;
use feedrate_pageio::{Direction, Discipline, Method};
use feedrate_session::plan::{PlannedSort, sort_plan};

use crate::job::{Job, JobFile, JobStep, Order, Origin, Part, Sort, Use};

/// The most runs that are planned: a plan keeps a number for each.
const MOST_RUNS: f64 = 1e6;

/// The most rows that are planned.
const MOST_ROWS: f64 = 1e13;

/// The bytes of a transfer by which a run is written.
const RUN_TRANSFER: u64 = 1 << 20;

/// Returns how much longer a row takes where there are `factor` times as many: by the logarithm of their number. Runs
/// that are spilled keep their size, so that their rows take as long as before.
pub(super) fn order_factor(sort: Sort, factor: f64) -> f64 {
    if sort.runs > 0 {
        return 1.0;
    }
    let before = (sort.rows as f64).max(2.0);
    let after = (before * factor).max(2.0);
    after.ln() / before.ln()
}

/// Plans the spilling of a sort of `factor` times as many rows; `None` if nobody would sort so.
fn planned(sort: Sort, factor: f64) -> Option<PlannedSort> {
    let rows = sort.rows as f64 * factor;
    let runs = rows * sort.row_bytes as f64 / sort.memory_bytes.max(1) as f64;
    let row_bytes = usize::try_from(sort.row_bytes).ok()?;
    (runs <= MOST_RUNS && rows <= MOST_ROWS).then(|| {
        let rows = rows as u64;
        sort_plan(rows, rows, row_bytes, sort.memory_bytes, sort.threads)
    })
}

/// Changes a sort by its own plan: what it spills, and how often it merges. Returns what changes its regime.
pub(super) fn change(job: &mut Job, index: usize, before: &JobStep, factor: f64) -> Option<String> {
    let sort = before.sort?;
    let title = job.steps[index].title();
    let (Some(plan), Some(as_it_was)) = (planned(sort, factor), planned(sort, 1.0)) else {
        return Some(format!(
            "{title}: its memory of {} is far too small for the sort, which is scaled as it was.",
            format::amount(sort.memory_bytes)
        ));
    };
    job.steps[index].sort = Some(Sort {
        rows: (sort.rows as f64 * factor) as u64,
        runs: plan.runs,
        ..sort
    });
    let rows = format::amount(plan.sorted_bytes);
    let memory = format::amount(sort.memory_bytes);
    match (sort.runs > 0, plan.runs > 0) {
        (false, true) => {
            let flows = (plan.spilled_written_bytes, plan.spilled_read_bytes);
            add_utility(job, index, flows, plan.block_bytes);
            Some(format!(
                "{title}: the sort no longer fits into its memory ({rows} of rows, {memory}): it spills {} runs, {}{}.",
                format::count(plan.runs),
                format::amount(plan.spilled_written_bytes),
                merges(plan.merges_before),
            ))
        }
        (true, false) => {
            remove_utility(job, index);
            Some(format!(
                "{title}: the sort fits into its memory ({rows} of rows, {memory}): it no longer spills."
            ))
        }
        (true, true) => {
            if as_it_was.runs == 0 {
                // Its plan does not say why it spilled: it is scaled as it was.
                return None;
            }
            let ratio = |after: u64, before: u64| after as f64 / before.max(1) as f64;
            let written = ratio(plan.spilled_written_bytes, as_it_was.spilled_written_bytes);
            let read = ratio(plan.spilled_read_bytes, as_it_was.spilled_read_bytes);
            grow_utility(job, index, before, (written, read));
            // Each row is compared by the logarithm of what is merged: the runs, and the rows in memory.
            let comparisons = |plan: &PlannedSort| (plan.final_runs as f64 + 1.0).ln();
            let longer = comparisons(&plan) / comparisons(&as_it_was).max(f64::MIN_POSITIVE);
            let times = read / factor * longer;
            merge_more(&mut job.steps[index], before, &job.files, times);
            (plan.merges_before != as_it_was.merges_before).then(|| {
                format!(
                    "{title}: runs are merged {} times before the last merge, and not {}.",
                    plan.merges_before, as_it_was.merges_before
                )
            })
        }
        _ => None,
    }
}

fn merges(before: u32) -> String {
    match before {
        0 => String::new(),
        before => format!(", and merges them {before} times before the last merge"),
    }
}

/// Adds the writing of runs while the input is read, and their reading while the output is written.
fn add_utility(job: &mut Job, index: usize, (written, read): (u64, u64), block: u64) {
    let file = job.files.len();
    job.files.push(JobFile {
        name: format!("utility files of step {}", index + 1),
        origin: Origin::Utility,
        path: None,
        header_bytes: 0,
        page_bytes: block,
        bytes: written,
        removed_after: Some(index),
        grows_with: None,
    });
    let step = &mut job.steps[index];
    // Runs are written with the input, and read with the output.
    let beside = |direction| -> Vec<u64> {
        let parts = step.parts.iter();
        parts.map(|part| moved(part, &step.uses, direction)).collect()
    };
    let flows = [
        (Direction::Write, written, beside(Direction::Read)),
        (Direction::Read, read, beside(Direction::Write)),
    ];
    for (direction, bytes, weights) in flows {
        let place = step.uses.len();
        step.uses.push(Use {
            file,
            direction,
            method: Method::Direct { pages_per_transfer: 1 },
            discipline: Discipline::Overlapped,
            order: Order::Sequential,
            threads: 1,
            durable: false,
            bytes,
            header_bytes: 0,
            transfers: bytes / block.max(1),
            // Runs are written in transfers of a MiB, and read a block of each in turn.
            transfer_bytes: match direction {
                Direction::Write => (RUN_TRANSFER / block.max(1)).max(1).saturating_mul(block),
                Direction::Read => block,
            },
            depth: 4,
        });
        for (part, weight) in step.parts.iter_mut().zip(weights) {
            part.bytes.push(weight);
        }
        let parts = step.parts.iter_mut().map(|part| &mut part.bytes[place]);
        super::redistribute(parts, bytes);
    }
}

/// Changes what is spilled by the ratios of two plans: of what is written, and of what is read.
fn grow_utility(job: &mut Job, index: usize, before: &JobStep, (written, read): (f64, f64)) {
    let step = &mut job.steps[index];
    for (place, use_) in step.uses.iter_mut().enumerate() {
        let file = &mut job.files[use_.file];
        if file.origin != Origin::Utility {
            continue;
        }
        let ratio = match use_.direction {
            Direction::Write => written,
            Direction::Read => read,
        };
        let unit = file.page_bytes.max(1);
        use_.bytes = super::times(before.uses[place].bytes, ratio, unit);
        if use_.direction == Direction::Write {
            file.bytes = use_.bytes;
        }
        let parts = step.parts.iter_mut().map(|part| &mut part.bytes[place]);
        super::redistribute(parts, use_.bytes);
    }
}

/// Makes a step compute `times` as much for merging: what a part computed for what it read of utility files was that.
fn merge_more(step: &mut JobStep, before: &JobStep, files: &[JobFile], times: f64) {
    for (part, as_it_was) in step.parts.iter_mut().zip(&before.parts) {
        let read = |only_utility: bool| -> u64 {
            let bytes = as_it_was.bytes.iter().zip(&before.uses);
            bytes
                .filter(|(_, use_)| use_.direction == Direction::Read)
                .filter(|(_, use_)| !only_utility || files[use_.file].origin == Origin::Utility)
                .fold(0, |sum, (bytes, _)| u64::saturating_add(sum, *bytes))
        };
        let share = read(true) as f64 / read(false).max(1) as f64;
        part.think_seconds *= 1.0 + share * (times - 1.0).max(-1.0);
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
    for use_ in &job.steps[index].uses {
        let file = &mut job.files[use_.file];
        if file.origin == Origin::Utility {
            file.bytes = 0;
        }
    }
    let files = &job.files;
    job.steps[index].retain_uses(|use_| files[use_.file].origin != Origin::Utility);
}
