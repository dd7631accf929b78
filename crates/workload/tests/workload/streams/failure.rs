//! A stream that fails or is stopped ends soon, says why, and leaves nothing behind.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pageio::{Access, Create, Error as PagesError, Kinds, Method, Mode, OpenRequest, PageFile};
use feedrate_workload::{Control, Error, Figures, Job, Outcome, Result, Target};

use crate::streams::apart;
use crate::streams::ground::*;

const BYTES: u64 = 64 * PAGE;

/// Runs a job, and does something once it has moved some bytes. It must end soon after.
fn run_and_then(job: &Job, control: &Control, then: impl FnOnce() + Send) -> Result<Outcome> {
    let start = Instant::now();
    let outcome = thread::scope(|scope| {
        scope.spawn(|| {
            while control.bytes() < BYTES && start.elapsed() < PROMPT {
                thread::sleep(Duration::from_millis(1));
            }
            then();
        });
        feedrate_workload::run(job, control)
    });
    assert!(start.elapsed() < PROMPT, "it did not end soon");
    outcome
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn when_one_stream_cannot_be_made_ready_none_starts() {
    let folder = folder();
    let missing = folder.path().join("missing");
    let control = Control::default();
    let writers = (0..3).map(|index| endless(write(&folder.path().join(index.to_string())), BYTES));
    let job = job(writers.chain([cached(read(&missing), BYTES)]));
    let error = feedrate_workload::run(&job, &control).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("missing") && text.contains("no such file"), "{text}");
    assert_eq!(control.bytes(), 0);
    assert_eq!(names(folder.path()), Vec::<String>::new());
    // The failure was that run's alone.
    assert!(!control.is_stopped());
}

#[test]
fn a_stream_that_fails_stops_the_others() {
    let folder = folder();
    let (shrinks, made) = (folder.path().join("shrinks"), folder.path().join("made"));
    make(&shrinks, BYTES);
    let job = job([
        endless(write(&made), BYTES),
        endless(read(&shrinks), BYTES),
        endless(read(&shrinks), BYTES).overlapped(4),
    ]);
    let error = run_and_then(&job, &Control::default(), || {
        fs::File::options()
            .write(true)
            .open(&shrinks)
            .unwrap()
            .set_len(PAGE)
            .unwrap();
    })
    .unwrap_err();
    assert!(matches!(error, Error::Pages(PagesError::ShortFile { .. })), "{error}");
    assert_eq!(names(folder.path()), ["shrinks"]);
}

#[test]
fn a_file_that_is_too_short_is_told_before_anything_is_read() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    for work in [read(&path), write_back(&path), mixed(&path, &path, 50)] {
        let control = Control::default();
        let job = job([cached(work, BYTES + PAGE)]);
        let error = feedrate_workload::run(&job, &control).unwrap_err();
        assert!(
            matches!(error, Error::Pages(PagesError::ShortFile { end: BYTES, .. })),
            "{error}"
        );
        assert_eq!(control.bytes(), 0);
    }
}

#[test]
fn no_room_for_a_file_is_told_and_what_was_written_goes() {
    let test = "streams::failure::no_room_for_a_file_is_told_and_what_was_written_goes";
    // The child writes at most 1,000 blocks, of 512 bytes or of 1,024 by the kind of shell.
    if !apart::is_me(test, "trap '' XFSZ; ulimit -f 1000") {
        return;
    }
    let folder = folder();
    let (small, large) = (folder.path().join("small"), folder.path().join("large"));
    make(&small, BYTES);
    for stream in settings(folder.path(), &write(&large), 4 << 20) {
        let start = Instant::now();
        let error = run([endless(read(&small), BYTES), stream]).unwrap_err();
        assert!(start.elapsed() < PROMPT);
        assert!(error.is_no_space(), "{error}");
        assert!(error.to_string().contains("large"), "{error}");
        assert_eq!(names(folder.path()), ["small"]);
    }
    let mut reserved = cached(write(&large), 4 << 20);
    reserved.target = Target::Reserve;
    let error = run([reserved]).unwrap_err();
    assert!(error.is_no_space(), "{error}");
    assert_eq!(names(folder.path()), ["small"]);
}

#[test]
fn a_stop_ends_all_soon_with_what_they_had_and_removes_what_they_made() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    make(&path("ours"), BYTES);
    make(&path("read"), BYTES);
    let mut durable = endless(write(&path("made")), BYTES);
    durable.durable = true;
    let mut paced = endless(read(&path("read")), BYTES);
    paced.rate = Some(1);
    let streams = [
        durable,
        endless(write(&path("ours")), BYTES),
        endless(mixed(&path("read"), &path("mixed"), 50), BYTES).overlapped(8),
        paced,
    ];
    let control = Control::default();
    let outcome = run_and_then(&job(streams), &control, || control.stop()).unwrap();
    assert!(outcome.stopped && outcome.bytes > 0);
    assert!(outcome.streams.iter().all(|stream| stream.stopped));
    assert_eq!(outcome.account.bytes(), control.bytes());
    assert_eq!(names(folder.path()), ["ours", "read"]);
    // Nothing of it is said to have reached the device.
    let figures = Figures::of(&outcome);
    assert!(figures.stopped && !figures.durable && figures.sync_seconds.is_none());
    assert!(figures.megabytes_per_second > 0.0);
}

#[test]
fn a_run_that_is_stopped_before_it_begins_moves_nothing() {
    let folder = folder();
    let path = folder.path().join("file");
    let control = Control::default();
    control.stop();
    let outcome = feedrate_workload::run(&job([cached(write(&path), BYTES)]), &control).unwrap();
    assert!(outcome.stopped);
    assert_eq!(outcome.operations, 0);
    assert_eq!(names(folder.path()), Vec::<String>::new());
    let figures = serde_json::to_value(Figures::of(&outcome)).unwrap();
    assert_eq!(figures["megabytes_per_second"], 0.0);
    assert!(figures["write"].is_null());
}

#[test]
fn a_file_that_another_writes_is_refused() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    let hold = |mode| {
        let request = OpenRequest {
            mode,
            create: Create::Existing,
            method: Method::Cached,
            access: Access::Sequential,
            lock: true,
            kinds: Kinds::Files,
        };
        PageFile::open(&path, request).unwrap()
    };
    let refused = |work| {
        let error = run([cached(work, BYTES)]).unwrap_err();
        assert!(matches!(error, Error::Pages(PagesError::Locked { .. })), "{error}");
    };
    let writer = hold(Mode::Write);
    // Each waits a moment for the lock.
    thread::scope(|scope| {
        for work in [read(&path), write(&path), write_back(&path)] {
            scope.spawn(|| refused(work));
        }
    });
    drop(writer);
    let reader = hold(Mode::Read);
    refused(write(&path));
    run_one(cached(read(&path), BYTES));
    drop(reader);
    run_one(cached(write(&path), BYTES));
}

#[test]
fn streams_of_one_job_that_write_the_same_file_are_told_so() {
    let folder = folder();
    let (path, link) = (folder.path().join("file"), folder.path().join("link"));
    make(&path, BYTES);
    symlink(&path, &link).unwrap();
    let before = pages(&path);
    for work in [write(&link), read(&path), write_back(&path)] {
        let error = run([cached(write(&path), BYTES), cached(work, BYTES)]).unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, Error::Job { .. }), "{text}");
        assert!(text.contains("a file of its own"), "{text}");
        assert!(pages(&path) == before);
    }
    // By two names that are only known to be one when the second is opened.
    let hard = folder.path().join("hard");
    fs::hard_link(&path, &hard).unwrap();
    let error = run([cached(write(&path), BYTES), cached(write(&hard), BYTES)]).unwrap_err();
    assert!(matches!(error, Error::Pages(PagesError::Locked { .. })), "{error}");
    // A mix may name its one file in two ways.
    run_one(cached(mixed(&path, &link, 50), BYTES));
}

#[test]
fn a_misaligned_stream_is_told_what_is_needed_and_leaves_no_file() {
    let folder = folder();
    if !methods(folder.path()).contains(&DIRECT) {
        return;
    }
    let path = folder.path().join("file");
    let mut page = cached(write(&path), 10_000);
    page.method = DIRECT;
    page.geometry.page = 1000;
    let mut range = cached(write(&path), 10_001);
    range.method = DIRECT;
    let mut offset = cached(write(&path), 2 * PAGE);
    offset.method = DIRECT;
    offset.range.offset = 1;
    for stream in [page, range, offset] {
        let error = run([stream]).unwrap_err();
        assert!(error.is_unfit_setting(), "{error}");
        assert!(error.to_string().contains("multiple of"), "{error}");
        assert_eq!(names(folder.path()), Vec::<String>::new());
    }
}
