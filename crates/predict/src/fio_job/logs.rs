//! Recordings that fio replays: the transfers of a step in their order, in fio's format of version 2.

use std::fmt::Write as _;

use feedrate_pageio::Direction;

use super::section::Names;
use super::turns::{self, Transfer};
use crate::job::{Job, JobStep};

/// The most transfers of a step that are written out. Their lines take about 40 bytes each.
const MOST_TRANSFERS: u64 = 1_000_000;

/// The most threads that have a recording each.
const MOST_THREADS: u32 = 16;

/// The recordings of a step.
#[derive(Debug, Default)]
pub(super) struct StepLogs {
    /// One for each thread: its name, and its text.
    pub(super) logs: Vec<(String, String)>,
    /// The most transfers of a thread.
    pub(super) transfers: u64,
}

/// Returns whether a step's transfers are few enough to be written out.
pub(super) fn fits(job: &Job, step: &JobStep) -> bool {
    let transfers = step
        .uses
        .iter()
        .map(|use_| use_.bytes / turns::unit(job, use_))
        .fold(0, u64::saturating_add);
    transfers <= MOST_TRANSFERS && step.threads() <= MOST_THREADS
}

/// Returns whether all transfers of a step begin and end where direct access can.
pub(super) fn is_aligned(job: &Job, step: &JobStep, sector: u64) -> bool {
    step.uses.iter().filter(|use_| use_.bytes > 0).all(|use_| {
        [use_.bytes, use_.header_bytes, turns::unit(job, use_)]
            .iter()
            .all(|it| it.is_multiple_of(sector))
    })
}

/// Returns the recordings of a step.
pub(super) fn of_step(job: &Job, index: usize, names: &Names) -> StepLogs {
    let step = &job.steps[index];
    let threads = step.threads();
    let mut made = StepLogs::default();
    for number in 0..threads {
        let transfers = turns::of_thread(job, step, number, threads);
        if transfers.is_empty() {
            continue;
        }
        made.transfers = made.transfers.max(transfers.len() as u64);
        let name = names.log(index, (threads > 1).then_some(number));
        made.logs.push((name, text(step, names, &transfers)));
    }
    made
}

fn text(step: &JobStep, names: &Names, transfers: &[Transfer]) -> String {
    let mut text = String::from("fio version 2 iolog\n");
    let mut files: Vec<usize> = transfers.iter().map(|it| step.uses[it.place].file).collect();
    files.sort_unstable();
    files.dedup();
    for action in ["add", "open"] {
        for &file in &files {
            let _ = writeln!(text, "{} {action}", names.file(file));
        }
    }
    for transfer in transfers {
        let use_ = &step.uses[transfer.place];
        let action = match use_.direction {
            Direction::Read => "read",
            Direction::Write => "write",
        };
        let name = names.file(use_.file);
        let _ = writeln!(text, "{name} {action} {} {}", transfer.offset, transfer.bytes);
    }
    for (place, use_) in step.uses.iter().enumerate() {
        let is_written = transfers.iter().any(|it| it.place == place);
        if use_.durable && use_.direction == Direction::Write && is_written {
            let _ = writeln!(text, "{} sync 0 0", names.file(use_.file));
        }
    }
    text
}
