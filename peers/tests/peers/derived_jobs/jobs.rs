//! Small jobs, built by hand.

use feedrate_pageio::{Direction, Discipline, Method};
use feedrate_predict::job::{Job, JobFile, JobHeader, JobStep, Order, Origin, Part, Source, Use};

pub(super) const KIB: u64 = 1024;
pub(super) const MIB: u64 = 1 << 20;
pub(super) const INPUT: Origin = Origin::Input { cached: false };
pub(super) const CACHED: Origin = Origin::Input { cached: true };

pub(super) fn file(origin: Origin, bytes: u64) -> JobFile {
    JobFile {
        name: "WORK.A".to_owned(),
        origin,
        path: None,
        header_bytes: 8 * KIB,
        page_bytes: 64 * KIB,
        bytes,
        grows_with: None,
        removed_after: None,
    }
}

/// A use that goes one page at a time through the page cache.
pub(super) fn one(file: usize, direction: Direction, bytes: u64) -> Use {
    Use {
        file,
        direction,
        method: Method::Cached,
        discipline: Discipline::AsSas,
        order: Order::Sequential,
        threads: 1,
        durable: false,
        bytes,
        header_bytes: 0,
        transfers: 0,
        transfer_bytes: 64 * KIB,
        depth: 1,
    }
}

pub(super) fn read(file: usize, bytes: u64) -> Use {
    one(file, Direction::Read, bytes)
}

pub(super) fn write(file: usize, bytes: u64) -> Use {
    one(file, Direction::Write, bytes)
}

pub(super) fn direct(use_: Use) -> Use {
    let pages_per_transfer = 2;
    Use {
        method: Method::Direct { pages_per_transfer },
        transfer_bytes: 128 * KIB,
        ..use_
    }
}

pub(super) fn overlapped(use_: Use) -> Use {
    Use {
        discipline: Discipline::Overlapped,
        depth: 4,
        ..direct(use_)
    }
}

/// A step whose uses move in the same parts.
pub(super) fn together(name: &str, uses: Vec<Use>) -> JobStep {
    let parts = 3;
    let part = |number: u64| Part {
        think_seconds: 0.01,
        bytes: uses
            .iter()
            .map(|it| it.bytes * (number + 1) / parts - it.bytes * number / parts)
            .collect(),
    };
    JobStep {
        name: name.to_owned(),
        line: 1,
        session: String::new(),
        seconds: None,
        after: Vec::new(),
        delay_seconds: 0.0,
        idle_seconds: 0.0,
        rounds_per_second: None,
        parallel_share: None,
        sort: None,
        parts: (0..parts).map(part).collect(),
        uses,
    }
}

/// A step whose uses follow each other.
pub(super) fn in_turn(name: &str, uses: Vec<Use>) -> JobStep {
    let mut step = together(name, uses);
    let places = 0..step.uses.len();
    step.parts = places
        .map(|place| {
            let mut bytes = vec![0; step.uses.len()];
            bytes[place] = step.uses[place].bytes;
            Part {
                think_seconds: 0.005,
                bytes,
            }
        })
        .collect();
    step
}

pub(super) fn job(files: Vec<JobFile>, mut steps: Vec<JobStep>) -> Job {
    for (index, step) in steps.iter_mut().enumerate() {
        if step.session.is_empty() {
            step.after = (0..index).collect();
        }
    }
    let job = Job {
        feedrate: JobHeader::default(),
        program: "small.sas".to_owned(),
        derived_from: Source::Profile,
        scale: 1.0,
        assumptions: Vec::new(),
        files,
        steps,
    };
    job.check().expect("a job");
    job
}
