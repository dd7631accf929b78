//! Small jobs, built by hand.

use feedrate_pageio::{Direction, Discipline, Method};

use crate::job::{Job, JobFile, JobHeader, JobStep, Order, Origin, Part, Source, Use};

pub(super) const KIB: u64 = 1024;
pub(super) const MIB: u64 = 1 << 20;

pub(super) fn file(name: &str, origin: Origin, bytes: u64) -> JobFile {
    JobFile {
        name: name.to_owned(),
        origin,
        path: None,
        header_bytes: 64 * KIB,
        page_bytes: 64 * KIB,
        bytes,
        removed_after: None,
        grows_with: None,
    }
}

pub(super) fn uses(file: usize, direction: Direction, bytes: u64) -> Use {
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
        transfers: bytes.div_ceil(64 * KIB),
        transfer_bytes: 64 * KIB,
        depth: 1,
    }
}

pub(super) fn step(name: &str, uses: Vec<Use>, parts: Vec<(f64, Vec<u64>)>) -> JobStep {
    JobStep {
        name: name.to_owned(),
        line: 1,
        session: String::new(),
        seconds: None,
        after: Vec::new(),
        delay_seconds: 0.0,
        idle_seconds: 0.0,
        sort: None,
        rounds_per_second: None,
        parallel_share: None,
        uses,
        parts: parts
            .into_iter()
            .map(|(think_seconds, bytes)| Part { think_seconds, bytes })
            .collect(),
    }
}

pub(super) fn job(files: Vec<JobFile>, steps: Vec<JobStep>) -> Job {
    let job = Job {
        feedrate: JobHeader {
            version: "0.1.0".to_owned(),
            ..JobHeader::default()
        },
        program: "small.sas".to_owned(),
        derived_from: Source::Profile,
        scale: 1.0,
        assumptions: vec!["Computing takes as long as on the machine of the profile.".to_owned()],
        files,
        steps,
    };
    job.check().unwrap();
    job
}

pub(super) const INPUT: Origin = Origin::Input { cached: false };

pub(super) fn copy() -> Job {
    let header = |mut it: Use| {
        it.header_bytes = 64 * KIB;
        it
    };
    job(
        vec![file("WORK.A", INPUT, MIB), file("WORK.B", Origin::Made, MIB - 1000)],
        vec![step(
            "DATA",
            vec![
                header(uses(0, Direction::Read, MIB)),
                header(Use {
                    durable: true,
                    ..uses(1, Direction::Write, MIB - 1000)
                }),
            ],
            vec![
                (0.01, vec![MIB / 2, MIB / 4]),
                (0.02, vec![MIB / 2, MIB * 3 / 4 - 1000]),
            ],
        )],
    )
}

pub(super) fn interleave() -> Job {
    let quarter = MIB / 4;
    job(
        vec![
            file("WORK.A", INPUT, quarter),
            file("WORK.B", Origin::Input { cached: true }, 2 * quarter),
            file("WORK.C", Origin::Made, 3 * quarter),
        ],
        vec![step(
            "DATA",
            vec![
                uses(0, Direction::Read, quarter),
                uses(1, Direction::Read, 2 * quarter),
                uses(2, Direction::Write, 3 * quarter),
            ],
            vec![(0.5, vec![quarter, 2 * quarter, 3 * quarter])],
        )],
    )
}
