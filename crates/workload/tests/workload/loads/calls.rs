//! Loads that move no bytes: calls about files, about their names, and computing. The figures are those of fio 3.33.

use std::fs;
use std::path::Path;
use std::time::Duration;

use feedrate_pageio::NameCall;
use feedrate_pageio::mark::MARK;
use feedrate_workload::load::{
    Compute, ComputeWork, Directions, FIO_SEED, FileCall, FioSeeds, FioSequence, Load, LoadEngine, LoadFile,
    OffsetGenerator, PerDirection,
};

use crate::loads::ground::{K, folder, load, run, run_to_its_end, try_run};

fn sequence() -> FioSequence {
    FioSequence {
        seeds: FioSeeds::from_seed(FIO_SEED, 1),
        worker: 1,
        is_repeated: true,
        generator: OffsetGenerator::Tausworthe,
        any_lengths: false,
        has_map: true,
        map_unit: 4 * K,
        alignment: PerDirection::both(4 * K),
        random_percent: PerDirection::both(100),
        center: None,
        repeats_files: false,
        queues: false,
        written_of: None,
        passes_flushes: false,
    }
}

/// A load that makes a call about three files of two blocks each.
fn calls(folder: &Path, call: NameCall, of_folders: bool) -> Load {
    let files = (0..3).map(|number| LoadFile::new(folder.join(number.to_string()), 8 * K));
    let mut load = Load::new("calls", files.collect());
    load.engine = LoadEngine::NULL;
    load.opening = Some(FileCall { call, of_folders });
    load.sequence = Some(sequence());
    load
}

#[test]
fn names_are_made_asked_for_and_removed_once_in_a_pass() {
    let folder = folder();
    let there = || fs::read_dir(folder.path()).unwrap().count();
    for (call, of_folders, left) in [
        (NameCall::OPEN_NEW, false, 3),
        (NameCall::STATUS, false, 3),
        (NameCall::REMOVE, false, 0),
        (NameCall::MAKE_FOLDER, true, 3),
        (NameCall::EXTENDED_STATUS, true, 3),
        (NameCall::REMOVE_FOLDER, true, 0),
    ] {
        let load = calls(folder.path(), call, of_folders);
        let outcome = run(&load);
        let read = &outcome.flow.read;
        assert_eq!((read.bytes, read.operations), (24 * K, 6), "{call:?}");
        assert_eq!(read.completion.count(), 3, "{call:?}");
        assert_eq!(read.total.count() + read.submission.count(), 0);
        assert_eq!(there(), left, "{call:?}");
    }
    // Files that are asked for or removed are made before, and those that are made are empty.
    let mut load = calls(folder.path(), NameCall::OPEN_NEW, false);
    load.directions = Directions::Write;
    load.limit.loops = Some(2);
    assert_eq!(run(&load).flow.write.completion.count(), 6);
    assert_eq!(fs::metadata(folder.path().join("0")).unwrap().len(), 0);
    load.layout.unlink = true;
    run(&load);
    assert_eq!(there(), 0);
}

#[test]
fn a_file_that_is_gone_ends_the_load() {
    let folder = folder();
    let mut load = calls(folder.path(), NameCall::REMOVE, false);
    load.limit.loops = Some(2);
    // As in fio: ENOENT.
    assert_eq!(run_to_its_end(&load).error.unwrap().errno, 2);
}

#[test]
fn what_feedrate_did_not_make_is_neither_removed_nor_reserved_nor_cut() {
    let folder = folder();
    let path = folder.path().join("0");
    let theirs = vec![7; 8192];
    fs::write(&path, &theirs).unwrap();
    let remove = calls(folder.path(), NameCall::REMOVE, false);
    let reserve = Load {
        engine: LoadEngine::FALLOC,
        ..load(&path, Directions::Read, 8 * K)
    };
    let cut = Load {
        engine: LoadEngine::TRUNCATE,
        ..load(&path, Directions::Write, 8 * K)
    };
    for refused in [remove, reserve, cut] {
        let message = try_run(vec![vec![refused]]).unwrap_err().to_string();
        assert!(message.contains("was not made by feedrate"), "{message}");
        assert_eq!(fs::read(&path).unwrap(), theirs);
    }
    // Opening it with O_CREAT and asking for its status change nothing.
    for call in [NameCall::OPEN_NEW, NameCall::LINK_STATUS] {
        run(&calls(folder.path(), call, false));
        assert_eq!(fs::read(&path).unwrap(), theirs);
    }
    let mut folders = calls(folder.path(), NameCall::MAKE_FOLDER, true);
    assert_eq!(run_to_its_end(&folders).error.unwrap().errno, 17);
    folders.files[0].path = "/dev/null".into();
    let message = try_run(vec![vec![folders]]).unwrap_err().to_string();
    assert!(message.contains("is a device"), "{message}");
}

#[test]
fn a_file_that_is_cut_and_extended_stays_feedrates_own() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut load = load(&path, Directions::Write, 64 * K);
    load.engine = LoadEngine::TRUNCATE;
    let outcome = run(&load);
    let write = &outcome.flow.write;
    assert_eq!((write.bytes, write.operations), (64 * K, 16));
    assert_eq!(write.total.count(), 16);
    // The first block cuts it to nothing, and the last is where it ends.
    let bytes = fs::read(&path).unwrap();
    assert_eq!(bytes.len() as u64, 60 * K);
    assert!(bytes.starts_with(MARK));
    run(&load);
    load.directions = Directions::Read;
    assert!(try_run(vec![vec![load]]).is_err());
}

#[test]
fn reserving_space_keeps_what_is_there() {
    let folder = folder();
    let path = folder.path().join("f");
    run(&load(&path, Directions::Write, 64 * K));
    let before = fs::read(&path).unwrap();
    for directions in [Directions::Read, Directions::Write] {
        let mut load = load(&path, directions, 64 * K);
        load.engine = LoadEngine::FALLOC;
        let outcome = run(&load);
        let flow = match directions {
            Directions::Read => &outcome.flow.read,
            _ => &outcome.flow.write,
        };
        assert_eq!((flow.bytes, flow.total.count()), (64 * K, 16));
        assert!(fs::read(&path).unwrap() == before);
    }
    let mut trims = load(&path, Directions::Trim, 64 * K);
    trims.engine = LoadEngine::FALLOC;
    assert_eq!(run(&trims).trim.operations, 16);
    assert!(fs::read(&path).unwrap().starts_with(MARK));
}

fn computing(work: ComputeWork) -> Load {
    let mut load = Load::new("computes", Vec::new());
    load.engine = LoadEngine::NULL;
    load.compute = Some(Compute {
        work,
        percent: 50,
        ends_with_others: false,
    });
    load
}

#[test]
fn parts_are_computed_and_counted_without_bytes() {
    for (work, parts) in [(ComputeWork::Loop(Duration::from_millis(2)), 3), (ComputeWork::Sort, 1)] {
        let mut load = computing(work);
        load.limit.operations = Some(parts);
        let outcome = run(&load);
        let read = &outcome.flow.read;
        assert_eq!((read.bytes, read.operations), (0, parts));
        assert_eq!((read.completion.count(), read.total.count()), (parts, parts));
        assert!(read.run_time.is_zero() && read.submission.count() == 0);
        // It pauses as long as it computes.
        assert!(outcome.run_time.as_nanos() >= read.total.sum());
        assert_eq!(outcome.depth_levels[0], parts);
    }
}

#[test]
fn computing_ends_with_the_loads_beside_it() {
    let folder = folder();
    let mut beside = computing(ComputeWork::Loop(Duration::from_millis(1)));
    beside.compute.as_mut().unwrap().ends_with_others = true;
    let reads = load(&folder.path().join("f"), Directions::Read, 64 * K);
    // It has no other end.
    let outcome = try_run(vec![vec![beside, reads]]).unwrap();
    assert!(outcome.loads().all(|load| load.error.is_none()));
    let mut timed = computing(ComputeWork::Loop(Duration::from_millis(1)));
    timed.limit.time = Some(Duration::from_millis(20));
    timed.limit.for_all_time = true;
    assert!(run(&timed).flow.read.operations > 0);
}
