//! Every work by every method and discipline moves exactly what it should.

use std::fs;

use crate::streams::ground::*;

const BYTES: u64 = 16 * PAGE;

#[test]
fn a_read_moves_its_range_once() {
    let folder = folder();
    let path = folder.path().join("file");
    make(&path, BYTES);
    for stream in settings(folder.path(), &read(&path), BYTES) {
        let transfers = transfers_of_16_pages(&stream);
        let outcome = run_one(stream);
        let account = &outcome.account;
        assert_eq!(account.read.bytes, BYTES);
        assert_eq!(account.read.operations, transfers);
        assert_eq!(account.read.latencies.count(), transfers);
        assert_eq!(account.write.operations, 0);
        assert_eq!((outcome.bytes(), outcome.operations()), (BYTES, transfers));
        assert_eq!(outcome.passes, 0);
        assert!(!outcome.stopped && outcome.sync_time.is_none());
    }
}

#[test]
fn a_write_moves_its_range_once() {
    let folder = folder();
    let path = folder.path().join("file");
    for stream in settings(folder.path(), &write(&path), BYTES) {
        let transfers = transfers_of_16_pages(&stream);
        let outcome = run_one(stream);
        let account = &outcome.account;
        assert_eq!(account.write.bytes, BYTES);
        assert_eq!(account.write.operations, transfers);
        assert_eq!(account.read.operations, 0);
        assert_eq!(fs::metadata(&path).unwrap().len(), BYTES);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_mix_of_halves_goes_over_both_files_once() {
    let folder = folder();
    let source = folder.path().join("source");
    make(&source, BYTES);
    for target in ["target", "source"] {
        let target = folder.path().join(target);
        for stream in settings(folder.path(), &mixed(&source, &target, 50), BYTES) {
            let transfers = transfers_of_16_pages(&stream);
            let outcome = run_one(stream);
            let (read, write) = (&outcome.account.read, &outcome.account.write);
            assert_eq!((read.bytes, write.bytes), (BYTES, BYTES));
            assert_eq!((read.operations, write.operations), (transfers, transfers));
            assert_eq!(outcome.operations(), 2 * transfers);
            assert_eq!(fs::metadata(&target).unwrap().len(), BYTES);
        }
    }
}

#[test]
fn an_uneven_mix_keeps_its_proportion_and_its_bytes() {
    let folder = folder();
    let (source, target) = (folder.path().join("source"), folder.path().join("target"));
    make(&source, BYTES);
    for target in [&target, &source] {
        for stream in settings(folder.path(), &mixed(&source, target, 60), BYTES) {
            // The larger side, the reads, goes over its file once.
            let mut wanted = BYTES * 100 / 60;
            if stream.method.is_direct() {
                wanted = wanted.next_multiple_of(PAGE);
            }
            let outcome = run_one(stream);
            assert_eq!(outcome.bytes(), wanted);
            let read = outcome.account.read.operations;
            assert_eq!(read, outcome.operations() * 60 / 100);
        }
    }
}

#[test]
fn a_mix_of_one_side_is_that_side() {
    let folder = folder();
    let (source, target) = (folder.path().join("source"), folder.path().join("target"));
    make(&source, BYTES);
    for stream in settings(folder.path(), &mixed(&source, &target, 100), BYTES) {
        let outcome = run_one(stream);
        assert_eq!(outcome.account.read.bytes, BYTES);
        assert_eq!(outcome.account.write.operations, 0);
    }
    for stream in settings(folder.path(), &mixed(&source, &target, 0), BYTES) {
        let outcome = run_one(stream);
        assert_eq!(outcome.account.write.bytes, BYTES);
        assert_eq!(outcome.account.read.operations, 0);
    }
}

#[test]
fn pages_written_back_stay_as_they_were_and_count_once() {
    let folder = folder();
    let path = folder.path().join("theirs");
    let mut bytes = vec![0; BYTES as usize];
    fastrand::Rng::with_seed(5).fill(&mut bytes);
    fs::write(&path, &bytes).unwrap();
    for mut stream in settings(folder.path(), &write_back(&path), BYTES) {
        stream.overwrite_foreign = true;
        let transfers = transfers_of_16_pages(&stream);
        let outcome = run_one(stream);
        let (read, write) = (&outcome.account.read, &outcome.account.write);
        assert_eq!((read.bytes, write.bytes), (BYTES, BYTES));
        assert_eq!((read.operations, write.operations), (transfers, transfers));
        assert_eq!((outcome.bytes(), outcome.operations()), (BYTES, transfers));
        assert!(fs::read(&path).unwrap() == bytes);
    }
}
