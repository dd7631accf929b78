//! A step as one mix of reads and writes, as in "Benchmarking SAS I/O: Verifying I/O Performance Using fio" (Hayes, SAS
//! Global Forum 2013).

use feedrate_pageio::{Direction, Method};

use super::section::{Section, Texts, size};
use super::{Groups, moves_files, pace, plain, step_name, turns};
use crate::job::{Job, JobStep, Order, Origin, Use};

/// The bytes that a step moves in one direction.
#[derive(Clone, Copy, Debug, Default)]
struct Flow {
    bytes: u64,
    random: u64,
    /// The bytes of the usual transfer, and those moved in such transfers.
    block: u64,
    in_blocks: u64,
}

impl Flow {
    fn of(job: &Job, uses: &[&Use], direction: Direction) -> Self {
        let mut flow = Self::default();
        for use_ in uses.iter().filter(|it| it.direction == direction) {
            flow.bytes += use_.bytes;
            if use_.order == Order::Random {
                flow.random += use_.bytes;
            }
            if use_.bytes > flow.in_blocks {
                flow.in_blocks = use_.bytes;
                flow.block = turns::unit(job, use_);
            }
        }
        flow
    }

    fn transfers(self) -> u64 {
        self.bytes.checked_div(self.block).unwrap_or(0)
    }
}

/// Returns the section of a step that moves files.
pub(super) fn sections(job: &Job, index: usize, notes: &mut Texts) -> Groups {
    if !moves_files(job, index) {
        return Groups::new();
    }
    let step = &job.steps[index];
    let uses: Vec<&Use> = step
        .uses
        .iter()
        .filter(|it| it.bytes > 0 && job.files[it.file].origin != Origin::Pipe)
        .collect();
    let read = Flow::of(job, &uses, Direction::Read);
    let written = Flow::of(job, &uses, Direction::Write);
    let mut section = Section::new(step_name(job, index));
    section.remarks.push(format!("{}.", step.title()));
    let all = read.bytes + written.bytes;
    let is_random = read.random + written.random > all / 2;
    let kind = match (read.bytes, written.bytes) {
        (_, 0) => "read",
        (0, _) => "write",
        _ => "rw",
    };
    let order = if is_random { "rand" } else { "" };
    section.set("rw", format!("{order}{kind}"));
    if kind == "rw" {
        let reads = read.transfers() as f64;
        let share = 100.0 * reads / (reads + written.transfers() as f64);
        section.set("rwmixread", share.round());
    }
    let block = read.block.max(written.block);
    section.set(
        "bs",
        match read.block == written.block || kind != "rw" {
            true => size(block),
            false => format!("{},{}", size(read.block), size(written.block)),
        },
    );
    set_amount(&mut section, step, all, block, notes);
    let main = uses.iter().max_by_key(|it| it.bytes);
    let depth = uses.iter().filter(|it| plain::is_overlapped(it));
    let depth = depth.map(|it| it.depth).max();
    if let Some(main) = main {
        let can_be = !main.method.is_direct()
            || [read.block, written.block]
                .iter()
                .all(|it| it.is_multiple_of(plain::SECTOR));
        let method = if can_be { main.method } else { Method::Cached };
        plain::set_method(&mut section, method, depth.filter(|_| method.is_direct()));
    }
    section.set("invalidate", u8::from(is_cold(job, index)));
    set_pace(&mut section, step, [read, written], depth.is_some());
    if uses.iter().any(|it| it.durable && it.direction == Direction::Write) {
        section.set("end_fsync", 1);
    }
    section.bytes = all;
    vec![vec![section]]
}

/// Adds how much it moves: whole blocks for each thread.
fn set_amount(section: &mut Section, step: &JobStep, all: u64, block: u64, notes: &mut Texts) {
    let threads = u64::from(step.threads());
    let own = ((all / threads + block / 2) / block).max(1) * block;
    section.set("size", size(own));
    if threads > 1 {
        section.set("numjobs", threads);
    }
    if own * threads != all {
        notes.push(format!(
            "{}: it moves {} instead of {all} bytes, whole blocks.",
            step.title(),
            own * threads
        ));
    }
}

/// Adds how long it computes: as rates where transfers overlap with that, and otherwise as pauses.
fn set_pace(section: &mut Section, step: &JobStep, flows: [Flow; 2], is_overlapped: bool) {
    let seconds = step.think_seconds();
    let threads = u64::from(step.threads());
    if !is_overlapped {
        let transfers: u64 = flows.iter().map(|flow| flow.transfers()).sum();
        return pace::pause(section, seconds, transfers / threads);
    }
    match flows.map(|flow| pace::rate(seconds, flow.bytes / threads)) {
        [Some(read), Some(written)] => section.set("rate", format!("{read},{written}")),
        [Some(rate), None] | [None, Some(rate)] => section.set("rate", rate),
        [None, None] => {}
    }
}

/// Returns whether most of what a step reads was not in the page cache before the first step, and no step before used
/// it.
fn is_cold(job: &Job, index: usize) -> bool {
    let is_first = |file: usize| {
        let before = job.steps[..index].iter().flat_map(|step| &step.uses);
        !before.into_iter().any(|use_| use_.file == file)
    };
    let step = &job.steps[index];
    let reads = step.uses.iter().filter(|it| it.direction == Direction::Read);
    let cold: u64 = reads
        .filter(|it| job.files[it.file].origin == Origin::Input { cached: false } && is_first(it.file))
        .map(|it| it.bytes)
        .sum();
    cold > step.bytes(Direction::Read) / 2
}
