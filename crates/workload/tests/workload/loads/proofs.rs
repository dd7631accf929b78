//! Proofs: written blocks are found again, and changed ones are noticed.

use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::Duration;

use feedrate_workload::load::{
    Blocks, Directions, Distribution, Load, Order, PerDirection, Verify, VerifyMethod, VerifySum,
};

use crate::loads::ground::{ENGINES, K, folder, load, run, run_to_its_end, try_run};

fn verified(path: &Path, directions: Directions, method: VerifyMethod) -> Load {
    let mut load = load(path, directions, 256 * K);
    load.verify = Some(Verify {
        method,
        interval: None,
        header_at: 0,
        numbers: true,
        read_back: true,
        fatal: false,
        dump: false,
        backlog: None,
        only_flushed: false,
        until: None,
    });
    load
}

fn change(path: &Path, offset: u64) {
    let file = OpenOptions::new().read(true).write(true).open(path).unwrap();
    let mut byte = [0];
    file.read_exact_at(&mut byte, offset).unwrap();
    file.write_all_at(&[byte[0] ^ 1], offset).unwrap();
}

#[test]
fn all_that_was_written_is_read_back_once() {
    let folder = folder();
    for (number, (engine, depth)) in ENGINES.into_iter().enumerate() {
        for method in [
            VerifyMethod::Sum(VerifySum::Crc32c),
            VerifyMethod::Sum(VerifySum::Xxhash),
            VerifyMethod::Sum(VerifySum::Md5),
            VerifyMethod::Pattern(b"what is written".to_vec()),
        ] {
            let path = folder.path().join(number.to_string());
            let mut load = verified(&path, Directions::Write, method);
            load.engine = engine;
            load.depth.most = depth;
            load.order = Order::Random {
                distribution: Distribution::Even,
                repeats: true,
                hold: 1,
                identical: false,
                random_percent: 100,
            };
            let outcome = run(&load);
            assert_eq!(outcome.flow.write.operations, 64);
            // Some places came more than once.
            assert!((30..64).contains(&outcome.checked), "{}", outcome.checked);
            assert_eq!(outcome.read_back.operations, outcome.checked);
            assert_eq!(outcome.flow.read.bytes, outcome.checked * 4 * K);
            assert_eq!(outcome.differ, 0);
        }
    }
}

#[test]
fn each_of_several_passes_is_read_back() {
    let folder = folder();
    for (number, (engine, depth)) in ENGINES.into_iter().enumerate() {
        let path = folder.path().join(number.to_string());
        let mut load = verified(&path, Directions::Write, VerifyMethod::Sum(VerifySum::Crc32c));
        load.engine = engine;
        load.depth.most = depth;
        load.limit.loops = Some(3);
        let outcome = run(&load);
        assert_eq!(outcome.flow.write.operations, 3 * 64);
        assert_eq!(outcome.read_back.operations, 3 * 64);
        assert_eq!((outcome.checked, outcome.differ), (3 * 64, 0));
        assert_eq!(outcome.flow.read.bytes, 3 * 256 * K);
        let (work, back) = (outcome.flow.write.run_time, outcome.read_back.run_time);
        assert!(!work.is_zero() && !back.is_zero());
        assert_eq!(outcome.run_time, work + back);
    }
}

#[test]
fn blocks_that_differ_are_failures_where_it_goes_on_after_such() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut load = verified(&path, Directions::Write, VerifyMethod::Sum(VerifySum::Crc32c));
    if let Some(verify) = &mut load.verify {
        verify.interval = Some(1024);
    }
    run(&load);
    // Two intervals of one block, and one of another.
    for offset in [9000, 10_000, 50_000] {
        change(&path, offset);
    }
    load.directions = Directions::Read;
    let outcome = run_to_its_end(&load);
    assert_eq!((outcome.differ, outcome.failures.count), (3, 0));
    load.goes_on_after.read = vec![84];
    let outcome = run_to_its_end(&load);
    assert_eq!((outcome.differ, outcome.failures.count), (3, 2));
    assert_eq!(outcome.failures.first.map(|first| first.errno), Some(84));
}

#[test]
fn who_writes_one_file_together_takes_the_blocks_of_either() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut slow = verified(&path, Directions::Write, VerifyMethod::Sum(VerifySum::Crc32c));
    slow.pace.write.operations = Some(320);
    // It overwrites the first half of what the other writes, and reads it back long before that does.
    let mut quick = verified(&path, Directions::Write, VerifyMethod::Sum(VerifySum::Crc32c));
    quick.start_after = Duration::from_millis(100);
    let outcome = try_run(vec![vec![slow, quick]]).unwrap();
    for load in outcome.loads() {
        assert_eq!((load.checked, load.differ), (64, 0), "{:?}", load.differences);
    }
}

#[test]
fn a_later_load_finds_what_was_changed_since() {
    let folder = folder();
    let path = folder.path().join("f");
    let writer = verified(&path, Directions::Write, VerifyMethod::Sum(VerifySum::Crc32c));
    run(&writer);
    let reader = verified(&path, Directions::Read, VerifyMethod::Sum(VerifySum::Crc32c));
    assert_eq!(run(&reader).checked, 64);
    change(&path, 40_000);
    change(&path, 100_000);
    let outcome = run_to_its_end(&reader);
    assert_eq!((outcome.checked, outcome.differ), (64, 2));
    assert_eq!(outcome.differences[0].offset, 36_864);
    let error = outcome.error.unwrap();
    assert_eq!(error.errno, 84);
    assert!(error.text.contains("at offset 36864 of"), "{}", error.text);
    assert!(error.text.contains("expected"), "{}", error.text);
    let mut fatal = reader;
    if let Some(verify) = &mut fatal.verify {
        verify.fatal = true;
        verify.dump = true;
    }
    let outcome = run_to_its_end(&fatal);
    assert!(outcome.checked < 64);
    let dumped = outcome.differences[0].dumped.as_ref().unwrap();
    assert_eq!(std::fs::metadata(dumped).unwrap().len(), 4 * K);
}

#[test]
fn blocks_of_several_lengths_are_checked_by_intervals() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut load = verified(&path, Directions::Write, VerifyMethod::Sum(VerifySum::Sha256));
    load.blocks = PerDirection::both(Blocks::Range {
        least: 4 * K,
        most: 32 * K,
    });
    let outcome = run(&load);
    assert_eq!(outcome.flow.read.bytes, outcome.flow.write.bytes);
    assert_eq!(outcome.checked * 4 * K, outcome.flow.write.bytes);
    let mut reader = verified(&path, Directions::Read, VerifyMethod::Sum(VerifySum::Sha256));
    reader.limit.bytes = Some(outcome.flow.write.bytes);
    run(&reader);
}

#[test]
fn a_backlog_is_read_in_between_and_nothing_twice() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut load = verified(&path, Directions::Write, VerifyMethod::Sum(VerifySum::Crc32c));
    if let Some(verify) = &mut load.verify {
        verify.backlog = Some((10, 7));
    }
    let outcome = run(&load);
    assert_eq!(outcome.checked, 64);
    assert_eq!(outcome.flow.read.operations, 64);
    assert!((1..64).contains(&outcome.read_back.operations));
}
