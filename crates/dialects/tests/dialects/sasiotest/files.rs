//! The files that are written and read, and those that are refused.

use std::fs;
use std::sync::Barrier;
use std::thread;

use feedrate_dialects::sasiotest::Error;
use feedrate_pageio as pageio;
use feedrate_pageio::{Create, Method, Mode, OpenRequest, PageFile, mark};
use feedrate_workload as workload;

use crate::sasiotest::support::{Folder, size};

fn is_locked(error: &Error) -> bool {
    matches!(error, Error::Job(workload::Error::Pages(pageio::Error::Locked { .. })))
}

/// Holds a file as another test under way would.
fn hold(folder: &Folder, name: &str, mode: Mode) -> PageFile {
    let request = OpenRequest {
        mode,
        create: Create::Existing,
        lock: true,
        ..OpenRequest::read(Method::Cached)
    };
    PageFile::open(&folder.path(name), request).expect("nobody else holds it")
}

#[test]
fn a_written_file_has_its_size_and_the_mark_and_is_written_anew() {
    let folder = Folder::new();
    folder.must("f -w -filesize 2M");
    assert_eq!(size(&folder.path("f")), 2 << 20);
    assert!(fs::read(folder.path("f")).unwrap().starts_with(mark::MARK));
    folder.must("f -w -filesize 64K");
    assert_eq!(size(&folder.path("f")), 64 << 10);
    let first = fs::read(folder.path("f")).unwrap();
    folder.must("f -w -filesize 64K");
    assert_ne!(first, fs::read(folder.path("f")).unwrap(), "content must not repeat");
}

#[test]
fn a_last_page_may_be_shorter_when_writing_through_the_cache() {
    let folder = Folder::new();
    let printed = folder.must("f -w -filesize 10000 -pagesize 3000");
    assert!(printed.contains("writing 10000 bytes"));
    assert_eq!(size(&folder.path("f")), 10_000);
    folder.must("f -w -filesize 10001 -pagesize 3000 -writethru");
    assert_eq!(size(&folder.path("f")), 10_001);
}

#[test]
fn every_operation_leaves_a_file_of_the_same_size() {
    let folder = Folder::new();
    folder.must("f -w -filesize 4M");
    let lines = [
        "f -filesize 4M",
        "f -filesize 2M -ran",
        "f -filesize 4M -ran -unbuffered",
        "f -filesize 4M -rw",
        "f -filesize 1M -rw -writethru",
        "f -r -writethru",
        "f -w -writethru -filesize 4M -pagesize 1M",
    ];
    let direct = [
        "f -filesize 4M -unbuffered",
        "f -filesize 4M -sgio -numpages 64",
        "f -filesize 4M -sgio -numpages 16 -unbuffered -writethru",
        "f -w -filesize 4M -unbuffered -pagesize 4K",
        "f -w -filesize 4M -sgio -numpages 32",
    ];
    let direct = direct.iter().filter(|_| folder.takes_direct_io());
    for line in lines.iter().chain(direct) {
        folder.must(line);
        assert_eq!(size(&folder.path("f")), 4 << 20, "{line}");
    }
}

#[test]
fn reading_and_writing_back_changes_no_byte() {
    let folder = Folder::new();
    folder.must("f -w -filesize 4M");
    let before = fs::read(folder.path("f")).unwrap();
    for line in [
        "f -rw -filesize 4M",
        "f -rw -filesize 4M -pagesize 64K -explain",
        "f -rw -filesize 30000 -pagesize 3000 -writethru",
    ] {
        folder.must(line);
        assert!(fs::read(folder.path("f")).unwrap() == before, "{line}");
    }
}

#[test]
fn what_feedrate_did_not_make_is_left_alone_unless_forced() {
    let folder = Folder::new();
    let years_of_work = vec![7; 1 << 20];
    fs::write(folder.path("f"), &years_of_work).unwrap();
    for line in ["f -w", "f -rw"] {
        assert_eq!(
            folder.message(line),
            "f was not made by feedrate and is left alone; name another file, or add -force to write to it"
        );
        assert!(fs::read(folder.path("f")).unwrap() == years_of_work);
    }
    // Reading harms nothing.
    folder.must("f -r");
    folder.must("f -rw -force");
    assert!(fs::read(folder.path("f")).unwrap() == years_of_work);
    folder.must("f -w -force");
    // Now it is feedrate's.
    folder.must("f -w");
}

#[test]
fn an_empty_file_may_be_written() {
    let folder = Folder::new();
    fs::write(folder.path("f"), "").unwrap();
    folder.must("f -w");
}

#[test]
fn a_file_that_is_too_small_is_not_read() {
    let folder = Folder::new();
    folder.must("f -w -filesize 100000");
    assert_eq!(
        folder.message("f"),
        "f holds 100000 bytes, fewer than the file size 1048576 (the default); give -filesize 98304 or less"
    );
    assert_eq!(
        folder.message("f -sgio -numpages 128"),
        "f holds 100000 bytes, fewer than the file size 1048576 (the default); write it first with -w"
    );
    assert!(folder.message("f -rw -filesize 200K").contains("give -filesize 98304"));
    // Only what was asked for is read of a larger one.
    assert!(folder.must("f -filesize 64K").contains("reading 65536 bytes"));
}

#[test]
fn writers_are_alone_and_readers_share() {
    let folder = Folder::new();
    folder.must("f -w");
    let writer = hold(&folder, "f", Mode::Write);
    for line in ["f -w", "f -rw", "f -r"] {
        let (ended, printed) = folder.run(line);
        assert!(ended.is_err_and(|error| is_locked(&error)), "{line}");
        assert!(!printed.contains("Throughput"));
    }
    drop(writer);
    let reader = hold(&folder, "f", Mode::Read);
    folder.must("f -r");
    for line in ["f -w -filesize 16K", "f -rw"] {
        let (ended, _) = folder.run(line);
        assert!(ended.is_err_and(|error| is_locked(&error)), "{line}");
    }
    assert_eq!(size(&folder.path("f")), 1 << 20);
    drop(reader);
    folder.must("f -w -filesize 16K");
}

#[test]
fn several_read_one_file_and_write_files_of_their_own_at_once() {
    let folder = Folder::new();
    folder.must("f -w");
    thread::scope(|scope| {
        for number in 0..4 {
            let folder = &folder;
            scope.spawn(move || folder.must("f -r"));
            scope.spawn(move || folder.must(&format!("f{number} -w")));
        }
    });
}

#[test]
fn of_several_that_make_one_file_at_once_none_takes_it_from_another() {
    const WRITERS: usize = 6;
    let folder = Folder::new();
    for round in 0..60 {
        let line = format!("new{round} -w -filesize 256K");
        let barrier = Barrier::new(WRITERS);
        let written: usize = thread::scope(|scope| {
            let writers: Vec<_> = (0..WRITERS)
                .map(|_| {
                    scope.spawn(|| {
                        barrier.wait();
                        match folder.run(&line).0 {
                            Ok(()) => 1,
                            Err(error) if is_locked(&error) => 0,
                            Err(error) => panic!("{error}"),
                        }
                    })
                })
                .collect();
            writers.into_iter().map(|writer| writer.join().unwrap()).sum()
        });
        assert!(written >= 1);
        assert_eq!(size(&folder.path(&format!("new{round}"))), 256 << 10);
    }
}
