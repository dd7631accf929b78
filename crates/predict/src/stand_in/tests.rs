use feedrate_pageio::{Direction, Discipline, Method};

use super::*;
use crate::job::{JobFile, JobHeader, JobStep, Order, Part, Source, Use};

const PAGE: u64 = 64 << 10;

fn file(origin: Origin, pages: u64) -> JobFile {
    JobFile {
        name: "A".to_owned(),
        origin,
        path: None,
        header_bytes: PAGE,
        page_bytes: PAGE,
        bytes: (pages + 1) * PAGE,
        removed_after: None,
        grows_with: None,
    }
}

fn use_of(file: usize, direction: Direction, pages: u64) -> Use {
    Use {
        file,
        direction,
        method: Method::Cached,
        discipline: Discipline::Overlapped,
        order: Order::Sequential,
        threads: 1,
        durable: false,
        bytes: (pages + 1) * PAGE,
        header_bytes: PAGE,
        transfers: pages,
        transfer_bytes: PAGE,
        depth: 1,
    }
}

fn step(uses: Vec<Use>, parts: u64, think_seconds: f64) -> JobStep {
    let of_part = |part: u64| Part {
        think_seconds: think_seconds / parts as f64,
        bytes: uses
            .iter()
            .map(|it| it.bytes * (part + 1) / parts - it.bytes * part / parts)
            .collect(),
    };
    JobStep {
        name: "DATA".to_owned(),
        line: 1,
        session: String::new(),
        seconds: None,
        after: Vec::new(),
        delay_seconds: 0.0,
        idle_seconds: 0.0,
        sort: None,
        rounds_per_second: None,
        parallel_share: None,
        parts: (0..parts).map(of_part).collect(),
        uses,
    }
}

fn job(files: Vec<JobFile>, steps: Vec<JobStep>) -> Job {
    Job {
        feedrate: JobHeader::default(),
        program: "p.sas".to_owned(),
        derived_from: Source::Profile,
        scale: 1.0,
        assumptions: Vec::new(),
        files,
        steps,
    }
}

fn run(job: &Job) -> JobRun {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let stop = AtomicBool::new(false);
    let mut stand_in = StandIn::prepare(job, folder.path(), &stop, &|_| {}).unwrap();
    let first = stand_in.run().unwrap();
    let again = stand_in.run().unwrap();
    for (one, other) in first.steps.iter().zip(&again.steps) {
        assert_eq!(one.bytes, other.bytes);
    }
    drop(stand_in);
    let left = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 0);
    first
}

#[test]
fn every_way_of_moving_moves_exactly_what_the_job_says() {
    for (method, discipline, threads, parts) in [
        (Method::Cached, Discipline::AsSas, 1, 7),
        (Method::Cached, Discipline::Overlapped, 3, 5),
        (Method::Direct { pages_per_transfer: 4 }, Discipline::AsSas, 1, 1),
        (Method::Direct { pages_per_transfer: 16 }, Discipline::Overlapped, 2, 9),
    ] {
        let read = Use {
            method,
            discipline,
            threads,
            ..use_of(0, Direction::Read, 53)
        };
        let written = Use {
            method,
            discipline,
            durable: true,
            ..use_of(1, Direction::Write, 31)
        };
        // Read again and again, beyond the end of the file.
        let read_again = use_of(1, Direction::Read, 100);
        let files = vec![file(Origin::Input { cached: false }, 53), file(Origin::Made, 31)];
        let mut second = step(vec![read_again], 3, 0.0);
        second.after = vec![0];
        let job = job(files, vec![step(vec![read, written], parts, 0.01), second]);
        let ran = run(&job);
        assert_eq!(
            ran.steps[0].bytes,
            [54 * PAGE, 32 * PAGE],
            "{method:?} {discipline:?} {threads}"
        );
        assert_eq!(ran.steps[1].bytes, [101 * PAGE]);
        assert!(ran.steps[0].seconds >= 0.01);
        assert!(ran.steps[1].began_after >= ran.steps[0].seconds);
    }
}

#[test]
fn utility_files_and_files_without_pages_are_moved_too() {
    let block = 1 << 20;
    let mut utility = file(Origin::Utility, 0);
    utility.header_bytes = 0;
    utility.page_bytes = block;
    utility.bytes = 5 * block;
    utility.removed_after = Some(0);
    let of_utility = |direction| Use {
        bytes: 5 * block,
        header_bytes: 0,
        transfer_bytes: block,
        ..use_of(0, direction, 0)
    };
    let mut text = file(Origin::Made, 0);
    text.header_bytes = 0;
    text.page_bytes = 0;
    text.bytes = 300_001;
    let of_text = |direction| Use {
        bytes: 300_001,
        header_bytes: 0,
        ..use_of(1, direction, 0)
    };
    let uses = vec![
        of_utility(Direction::Write),
        of_utility(Direction::Read),
        of_text(Direction::Write),
    ];
    let mut first = step(uses, 1, 0.0);
    first.parts = vec![
        Part {
            think_seconds: 0.0,
            bytes: vec![3 * block, 0, 0],
        },
        Part {
            think_seconds: 0.0,
            bytes: vec![0, 2 * block, 100],
        },
        Part {
            think_seconds: 0.0,
            bytes: vec![2 * block, 0, 0],
        },
        Part {
            think_seconds: 0.0,
            bytes: vec![0, 3 * block, 299_901],
        },
    ];
    let ran = run(&job(
        vec![utility, text],
        vec![first, step(vec![of_text(Direction::Read)], 2, 0.0)],
    ));
    assert_eq!(ran.steps[0].bytes, [5 * block, 5 * block, 300_001]);
    assert_eq!(ran.steps[1].bytes, [300_001]);
}

#[test]
fn what_is_read_and_changed_at_random_stays_in_its_file() {
    let random = |direction, bytes| Use {
        order: Order::Random,
        bytes,
        header_bytes: 0,
        transfer_bytes: 4096,
        ..use_of(0, direction, 0)
    };
    let uses = vec![random(Direction::Read, 40_000), random(Direction::Write, 10_000)];
    let ran = run(&job(
        vec![file(Origin::Input { cached: true }, 3)],
        vec![step(uses, 3, 0.0)],
    ));
    assert_eq!(ran.steps[0].bytes, [40_000, 10_000]);
}

#[test]
fn both_ends_of_a_pipe_move_at_the_same_time() {
    let mut pipe = file(Origin::Pipe, 0);
    pipe.header_bytes = 0;
    pipe.bytes = 10_000_001;
    let end = |direction| Use {
        bytes: 10_000_001,
        header_bytes: 0,
        ..use_of(0, direction, 0)
    };
    let mut reader = step(vec![end(Direction::Read)], 4, 0.05);
    reader.session = "S1".to_owned();
    let ran = run(&job(
        vec![pipe],
        vec![step(vec![end(Direction::Write)], 2, 0.0), reader],
    ));
    assert_eq!(
        (&ran.steps[0].bytes[..], &ran.steps[1].bytes[..]),
        (&[10_000_001][..], &[10_000_001][..])
    );
    assert!(ran.steps[0].seconds > 0.02, "{:?}", ran.steps[0]);
}

#[test]
fn it_stops_and_leaves_nothing() {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let stop = AtomicBool::new(false);
    let long = job(
        vec![file(Origin::Made, 9)],
        vec![step(vec![use_of(0, Direction::Write, 9)], 1, 3600.0)],
    );
    let mut stand_in = StandIn::prepare(&long, folder.path(), &stop, &|_| {}).unwrap();
    let ran = std::thread::scope(|scope| {
        let ran = scope.spawn(|| stand_in.run());
        std::thread::sleep(std::time::Duration::from_millis(50));
        stop.store(true, Ordering::Relaxed);
        ran.join().unwrap()
    });
    assert!(matches!(ran, Err(Error::Interrupted)));
    drop(stand_in);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn too_little_space_is_told_before_anything_is_made() {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let mut large = file(Origin::Input { cached: false }, 0);
    large.bytes = 1 << 49;
    let stop = AtomicBool::new(false);
    let job = job(vec![large], vec![]);
    let prepared = StandIn::prepare(&job, folder.path(), &stop, &|_| {});
    let error = prepared.unwrap_err().to_string();
    assert!(error.contains("is free; choose another folder"), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_reader_that_wants_less_does_not_keep_its_writer() {
    let mut pipe = file(Origin::Pipe, 0);
    pipe.header_bytes = 0;
    pipe.bytes = 10_000_000;
    let end = |direction, bytes| Use {
        bytes,
        header_bytes: 0,
        ..use_of(0, direction, 0)
    };
    let mut reader = step(vec![end(Direction::Read, 1_000_000)], 1, 0.0);
    reader.session = "S1".to_owned();
    let writer = step(vec![end(Direction::Write, 10_000_000)], 3, 0.0);
    let job = job(vec![pipe], vec![writer, reader]);
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let stop = AtomicBool::new(false);
    let mut stand_in = StandIn::prepare(&job, folder.path(), &stop, &|_| {}).unwrap();
    let ran = stand_in.run().unwrap();
    assert_eq!(ran.steps[1].bytes, [1_000_000]);
    assert!((1_000_000..=10_000_000).contains(&ran.steps[0].bytes[0]));
}

#[test]
fn a_step_that_fails_ends_the_others_and_tells_why() {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let mut pipe = file(Origin::Pipe, 0);
    pipe.header_bytes = 0;
    let end = |direction| Use {
        bytes: PAGE,
        header_bytes: 0,
        ..use_of(0, direction, 0)
    };
    // It removes the file that its next step reads.
    let mut lost = file(Origin::Input { cached: false }, 3);
    lost.removed_after = Some(0);
    let first = step(vec![use_of(1, Direction::Read, 3)], 1, 0.0);
    let mut second = step(vec![use_of(1, Direction::Read, 3), end(Direction::Write)], 1, 0.0);
    second.after = vec![0];
    let mut reader = step(vec![end(Direction::Read)], 1, 0.0);
    reader.session = "S1".to_owned();
    let job = job(vec![pipe, lost], vec![first, second, reader]);
    let stop = AtomicBool::new(false);
    let mut stand_in = StandIn::prepare(&job, folder.path(), &stop, &|_| {}).unwrap();
    let error = stand_in.run().unwrap_err();
    assert!(!matches!(error, Error::Interrupted), "{error}");
    drop(stand_in);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn threads_beside_the_first_compute_for_their_share() {
    let mut step = step(Vec::new(), 1, 0.5);
    let thinks = |step: &JobStep| [0, 1].map(|thread| step.think_of_thread(&step.parts[0], thread));
    assert_eq!(thinks(&step), [0.5, 0.5]);
    step.parallel_share = Some(0.2);
    assert_eq!(thinks(&step), [0.5, 0.1]);
}
