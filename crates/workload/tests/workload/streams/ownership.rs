//! No byte of a file that feedrate did not make is written.

use std::fs;

use feedrate_workload::{Error, Target};

use crate::streams::ground::*;

const BYTES: u64 = 16 * PAGE;

#[test]
fn a_foreign_file_is_refused_by_every_work_and_kept() {
    let folder = folder();
    let (theirs, ours) = (folder.path().join("theirs"), folder.path().join("ours"));
    let text = "years of work\n".repeat(10_000);
    fs::write(&theirs, &text).unwrap();
    make(&ours, BYTES);
    for work in [
        write(&theirs),
        write_back(&theirs),
        mixed(&ours, &theirs, 50),
        mixed(&theirs, &theirs, 50),
    ] {
        for target in [Target::Overwrite, Target::Grow, Target::Reserve] {
            for mut stream in settings(folder.path(), &work, BYTES) {
                stream.target = target;
                let Err(error) = run([stream.clone()]) else {
                    panic!("written by {stream:?}")
                };
                // That it would be emptied and read may be seen first.
                assert!(matches!(error, Error::NotOurs { .. } | Error::Job { .. }), "{error}");
                assert!(fs::read_to_string(&theirs).unwrap() == text);
            }
        }
    }
    // Reading it is no harm.
    run_one(cached(read(&theirs), BYTES));
    run_one(cached(mixed(&theirs, &ours, 50), BYTES));
    assert!(fs::read_to_string(&theirs).unwrap() == text);
}

#[test]
fn a_foreign_file_is_written_when_that_is_asked_for() {
    let folder = folder();
    let path = folder.path().join("theirs");
    fs::write(&path, vec![7; 3 * BYTES as usize]).unwrap();
    let mut stream = cached(write(&path), BYTES);
    stream.range.offset = BYTES;
    stream.overwrite_foreign = true;
    run_one(stream.clone());
    let bytes = fs::read(&path).unwrap();
    let (before, rest) = bytes.split_at(BYTES as usize);
    let (within, after) = rest.split_at(BYTES as usize);
    assert!(before.iter().chain(after).all(|&byte| byte == 7));
    assert!(!within.iter().all(|&byte| byte == 7));
    // The rest of it is still not ours.
    stream.overwrite_foreign = false;
    assert!(matches!(run([stream]), Err(Error::NotOurs { .. })));
}

#[test]
fn what_a_stream_made_may_be_written_again_wherever_it_was_written() {
    let folder = folder();
    let path = folder.path().join("ours");
    for target in [Target::Overwrite, Target::Grow, Target::Reserve] {
        for access in [feedrate_pageio::Access::Sequential, feedrate_pageio::Access::Random] {
            for offset in [0, 4 * PAGE] {
                for mut stream in two_settings(folder.path(), &write(&path), BYTES) {
                    stream.target = target;
                    stream.access = access;
                    stream.range.offset = offset;
                    // So few that random ones seldom come to the first page.
                    stream.limit.bytes = Some(PAGE);
                    run_one(stream.clone());
                    run_one(stream);
                    fs::remove_file(&path).unwrap();
                }
            }
        }
    }
}

#[test]
fn an_own_file_that_was_emptied_for_nothing_is_still_known() {
    let folder = folder();
    let (ours, missing) = (folder.path().join("ours"), folder.path().join("missing"));
    make(&ours, BYTES);
    for target in [Target::Grow, Target::Reserve] {
        let mut stream = cached(write(&ours), BYTES);
        stream.target = target;
        assert!(run([stream, cached(read(&missing), BYTES)]).is_err());
        make(&ours, BYTES);
    }
}
