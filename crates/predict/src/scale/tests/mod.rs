//! Jobs of other sizes.

mod growth;

use feedrate_pageio::{Discipline, Method};

use super::*;
use crate::job::{JobFile, JobHeader, Order, Origin, Part, Sort, Source, Use};

#[test]
fn parts_keep_their_proportion_and_have_the_sum() {
    let mut parts = [3, 0, 1, 0];
    redistribute(parts.iter_mut(), 401);
    assert_eq!(parts, [300, 0, 101, 0]);
    let mut parts = [0, 0];
    redistribute(parts.iter_mut(), 5);
    assert_eq!(parts, [5, 0]);
    redistribute([].iter_mut(), 5);
}

#[test]
fn amounts_are_whole_pages() {
    assert_eq!(times(10 * 4096, 2.5, 4096), 25 * 4096);
    assert_eq!(times(4096, 0.1, 4096), 4096);
    assert_eq!(times(0, 9.0, 4096), 0);
}

#[test]
fn a_sort_that_outgrows_its_memory_spills_and_one_that_shrinks_does_not() {
    let page = 65536;
    let use_of = |file, direction, bytes| Use {
        file,
        direction,
        method: Method::Cached,
        discipline: Discipline::Overlapped,
        order: Order::Sequential,
        threads: 1,
        durable: false,
        bytes,
        header_bytes: page,
        transfers: 1,
        transfer_bytes: page,
        depth: 1,
    };
    let file = |origin| JobFile {
        name: "A".to_owned(),
        origin,
        path: None,
        header_bytes: page,
        page_bytes: page,
        bytes: 1001 * page,
        removed_after: None,
        grows_with: None,
    };
    let whole = 1001 * page;
    let step = JobStep {
        name: "SORT".to_owned(),
        line: 1,
        session: String::new(),
        seconds: Some(1.0),
        after: Vec::new(),
        delay_seconds: 0.0,
        idle_seconds: 0.5,
        rounds_per_second: None,
        parallel_share: None,
        sort: Some(Sort {
            rows: 655_360,
            row_bytes: 100,
            memory_bytes: 150 << 20,
            threads: 2,
            runs: 0,
        }),
        uses: vec![use_of(0, Direction::Read, whole), use_of(1, Direction::Write, whole)],
        parts: vec![
            Part {
                think_seconds: 0.6,
                bytes: vec![whole, 0],
            },
            Part {
                think_seconds: 0.4,
                bytes: vec![0, whole],
            },
        ],
    };
    let job = Job {
        feedrate: JobHeader::default(),
        program: "p".to_owned(),
        derived_from: Source::Profile,
        scale: 1.0,
        assumptions: Vec::new(),
        files: vec![file(Origin::Input { cached: false }), file(Origin::Made)],
        steps: vec![step],
    };
    job.check().unwrap();
    let larger = scaled(&job, 10.0, Some(400 << 20));
    larger.job.check().unwrap();
    let regimes = larger.regimes.join(" ");
    assert!(regimes.contains("no longer fits into its memory"), "{regimes}");
    assert!(regimes.contains("no longer holds all files"), "{regimes}");
    let step = &larger.job.steps[0];
    assert_eq!(step.uses[0].bytes, 10_001 * page);
    // All rows but those that stay in memory are written and read once more.
    let [written, read] = [step.uses[2].bytes, step.uses[3].bytes];
    assert!(
        written == read && written > 450 << 20 && written < 660 << 20,
        "{written} {read}"
    );
    // Written while the input is read, and read while the output is written.
    assert_eq!((step.parts[0].bytes[2], step.parts[0].bytes[3]), (written, 0));
    assert_eq!((step.parts[1].bytes[2], step.parts[1].bytes[3]), (0, read));
    // Its waits belong to its data.
    let paused = step.idle_seconds / job.steps[0].idle_seconds;
    assert!(paused > 9.9 && paused < 12.0, "{paused}");
    let assumed = larger.job.assumptions.join(" ");
    assert!(assumed.contains("wait for other things"), "{assumed}");
    // Sorting takes the logarithm besides.
    assert!(step.think_seconds() > 10.0 && step.think_seconds() < 13.0);
    // Runs are merged once more, and there are more of them.
    let merged = scaled(&larger.job, 100.0, None);
    assert!(merged.regimes.join(" ").contains("are merged"), "{:?}", merged.regimes);
    let share = |job: &Job| {
        let parts = &job.steps[0].parts;
        parts[1].think_seconds / parts[0].think_seconds
    };
    let [before, after] = [share(&larger.job), share(&merged.job)];
    assert!(after > 3.0 * before && after < 5.0 * before, "{before} {after}");
    let back = scaled(&larger.job, 0.1, Some(400 << 20));
    back.job.check().unwrap();
    assert_eq!(back.job.steps[0].uses.len(), 2);
    assert!(
        back.regimes.join(" ").contains("it no longer spills"),
        "{:?}",
        back.regimes
    );
}
