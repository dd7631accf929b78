//! The options of loads beyond moving blocks.

use std::fs;
use std::path::Path;
use std::time::Duration;

use feedrate_pageio::EngineKind;
use feedrate_workload::load::{
    Blocks, Directions, EndScope, LeastRate, LoadEngine, LoadFile, MemoryPolicy, PerDirection, Reserve, SubmissionPoll,
    ThinkPauses,
};

use crate::loads::ground::{ENGINES, K, folder, load, run, run_to_its_end, try_run};

#[test]
fn files_may_be_laid_out_and_nothing_more() {
    let folder = folder();
    let mut only = load(&folder.path().join("a"), Directions::Read, 64 * K);
    only.layout.is_all = true;
    only.layout.flush = false;
    let other = load(&folder.path().join("b"), Directions::Read, 64 * K);
    let outcome = try_run(vec![vec![only, other]]).unwrap();
    let loads: Vec<_> = outcome.loads().collect();
    assert_eq!(loads[0].flow.read.bytes, 0);
    assert!(loads[0].error.is_none() && !loads[0].stopped);
    assert_eq!(loads[1].flow.read.bytes, 64 * K);
    assert_eq!(fs::metadata(folder.path().join("a")).unwrap().len(), 64 * K);
}

#[test]
fn buffers_are_registered_where_that_is_asked_for() {
    let folder = folder();
    let path = folder.path().join("f");
    for (fixed_buffers, other) in [(false, EngineKind::URING_REGISTERED), (true, EngineKind::URING_PLAIN)] {
        let mut load = load(&path, Directions::Write, 64 * K);
        load.direct = true;
        load.engine = match fixed_buffers {
            true => LoadEngine::URING,
            false => LoadEngine::URING_PLAIN,
        };
        let engine = run(&load).engine;
        // Where they cannot be had, that is said.
        assert!(engine.kind != other || !engine.refused.is_empty(), "{engine:?}");
    }
}

#[test]
fn a_submission_lasts_until_its_call_is_over() {
    let folder = folder();
    let path = folder.path().join("f");
    for (engine, depth) in [(ENGINES[3].0, 1), (ENGINES[3].0, 8), (LoadEngine::NULL, 8)] {
        let mut load = load(&path, Directions::Read, 64 << 20);
        load.blocks = PerDirection::both(Blocks::Fixed(1 << 20));
        load.engine = engine;
        load.depth.most = depth;
        load.pre_read = engine != LoadEngine::NULL;
        let outcome = run(&load);
        let read = &outcome.flow.read;
        assert_eq!(read.submission.count(), 64);
        let sum = read.submission.mean() + read.completion.mean();
        assert!(sum.abs_diff(read.total.mean()) < Duration::from_nanos(10), "{sum:?}");
        // A block that is in memory is copied by the call that submits it.
        if outcome.engine.kind == EngineKind::URING_PLAIN && depth == 1 {
            assert!(read.submission.sum() > read.completion.sum());
        }
    }
    // One after the other, nothing is submitted apart.
    let mut load = load(&path, Directions::Read, 64 * K);
    load.engine = LoadEngine::NULL;
    let read = run(&load).flow.read;
    assert_eq!(read.submission.count(), 0);
    assert_eq!(read.completion.sum(), read.total.sum());
}

#[test]
fn who_fails_may_end_the_others() {
    let folder = folder();
    let mut bad = load(&folder.path().join("a"), Directions::Read, 64 * K);
    bad.verify = Some(feedrate_workload::load::Verify {
        method: feedrate_workload::load::VerifyMethod::Sum(feedrate_workload::load::VerifySum::Crc32c),
        interval: None,
        header_at: 0,
        numbers: true,
        read_back: false,
        fatal: true,
        dump: false,
        backlog: None,
        only_flushed: false,
        until: None,
    });
    bad.fails = EndScope::All;
    let mut long = load(&folder.path().join("b"), Directions::Read, 64 * K);
    long.limit.time = Some(Duration::from_secs(60));
    long.limit.for_all_time = true;
    let next = load(&folder.path().join("b"), Directions::Read, 64 * K);
    let outcome = try_run(vec![vec![bad, long], vec![next]]).unwrap();
    let loads: Vec<_> = outcome.loads().collect();
    assert!(loads[0].error.is_some());
    assert!(loads[1].error.is_none() && loads[1].run_time < Duration::from_secs(30));
    assert!(loads[2].began_after.is_none());
}

#[test]
fn what_is_read_before_is_in_the_page_cache() {
    let folder = folder();
    let mut load = load(&folder.path().join("f"), Directions::Read, 1024 * K);
    run(&load);
    load.pre_read = true;
    let outcome = try_run(vec![vec![load]]).unwrap();
    // A system that does not count what came from storage cannot tell.
    if let Some(storage) = outcome.batches[0].storage {
        assert!(storage.read_bytes < 512 * K, "{storage:?}");
    }
}

#[test]
fn latencies_count_from_when_a_block_is_due() {
    let folder = folder();
    let mut load = load(&folder.path().join("f"), Directions::Read, 64 * K);
    load.pace.read.operations = Some(100_000);
    // While it pauses, blocks become due.
    load.think = Some(ThinkPauses {
        time: Duration::from_millis(20),
        spin: Duration::ZERO,
        blocks: 4,
        is_outside_rates: false,
    });
    let late = |load| run(&load).flow.read.total.max();
    assert!(late(load.clone()) < Duration::from_millis(20));
    load.counts_from_due = true;
    assert!(late(load.clone()) > Duration::from_millis(40));
    load.think.as_mut().unwrap().is_outside_rates = true;
    assert!(late(load) < Duration::from_millis(20));
}

#[test]
fn a_load_that_is_too_slow_fails() {
    let folder = folder();
    let mut load = load(&folder.path().join("f"), Directions::Read, 64 * K);
    load.limit.time = Some(Duration::from_secs(30));
    load.limit.for_all_time = true;
    load.pace.read.operations = Some(100);
    load.least = Some(LeastRate {
        over: Duration::from_millis(100),
        bytes: PerDirection::default(),
        operations: PerDirection::both(Some(1000)),
    });
    let outcome = run_to_its_end(&load);
    let error = outcome.error.unwrap();
    assert_eq!(error.errno, 5);
    assert!(error.text.contains("1000 blocks a second"), "{}", error.text);
    assert!(outcome.flow.read.operations >= 190);
}

#[test]
fn where_memory_and_threads_are_is_asked_for_or_noted() {
    let folder = folder();
    let mut load = load(&folder.path().join("f"), Directions::Read, 64 * K);
    load.files.push(LoadFile::new(folder.path().join("g"), 64 * K));
    load.memory = MemoryPolicy::Bind(vec![1023]);
    load.depth.most = 4;
    load.depth.complete_least = 0;
    load.engine = LoadEngine {
        poll_submission: Some(SubmissionPoll { processor: Some(0) }),
        ..LoadEngine::URING_PLAIN
    };
    let outcome = run(&load);
    assert_eq!(outcome.flow.read.bytes, 128 * K);
    assert!(
        outcome.notes.iter().any(|note| note.contains("memory")),
        "{:?}",
        outcome.notes
    );
}

#[test]
fn files_and_blocks_shorter_than_the_mark_are_known_and_no_longer_than_asked_for() {
    let folder = folder();
    for (number, (bytes, block)) in [(1, 1), (40, 8), (96, 24), (4096, 32)].into_iter().enumerate() {
        for reserve in [Reserve::Native, Reserve::None] {
            let path = folder.path().join(format!("{number} {reserve:?}"));
            let mut load = load(&path, Directions::Write, bytes);
            load.blocks = PerDirection::both(Blocks::Fixed(block));
            load.layout.reserve = reserve;
            // The second finds what the first made.
            for _ in 0..2 {
                assert_eq!(run(&load).flow.write.bytes, bytes);
                assert_eq!(fs::metadata(&path).unwrap().len(), bytes);
            }
        }
    }
}

#[test]
fn holes_are_not_served_by_the_page_cache() {
    let folder = folder();
    let path = folder.path().join("sparse");
    let file = fs::File::create(&path).unwrap();
    file.set_len(64 * K).unwrap();
    let mut load = load(&path, Directions::Read, 64 * K);
    load.direct = true;
    let outcome = try_run(vec![vec![load]]).unwrap();
    if outcome.loads().any(|load| load.error.is_some()) {
        // This file system has no transfers past the page cache.
        return;
    }
    assert_eq!(outcome.batches[0].cache.known(), Some(0.0));
    if let Some(storage) = outcome.batches[0].storage
        && storage.read_bytes == 0
    {
        assert!(outcome.notes[0].contains("holes"), "{:?}", outcome.notes);
    }
}

#[test]
fn it_goes_on_after_errors_that_it_is_told_of_and_after_no_others() {
    const NO_SPACE: i32 = 28;
    for (engine, depth) in ENGINES {
        let mut load = load(Path::new("/dev/full"), Directions::Write, 64 * K);
        load.engine = engine;
        load.depth.most = depth;
        if engine == LoadEngine::MAPPED {
            continue;
        }
        for (told, failures) in [(vec![], 0), (vec![5], 0), (vec![5, NO_SPACE], 16)] {
            load.goes_on_after.write = told;
            let outcome = run_to_its_end(&load);
            assert_eq!(outcome.failures.count, failures, "{engine:?}");
            assert_eq!(outcome.error.map(|error| error.errno), Some(NO_SPACE));
            assert_eq!(outcome.flow.write.operations, 0);
        }
        // Time passes all the same.
        load.goes_on_after.write = vec![NO_SPACE];
        load.limit.for_all_time = true;
        load.limit.time = Some(Duration::from_millis(100));
        assert!(run_to_its_end(&load).failures.count > 16);
    }
}

#[test]
fn a_ramp_ends_after_its_bytes() {
    let folder = folder();
    let mut load = load(&folder.path().join("f"), Directions::Write, 1024 * K);
    load.ramp_bytes = 256 * K;
    load.flush.volumes_at_end = true;
    let outcome = run(&load);
    // The block that ends the ramp is a part of it.
    assert_eq!(outcome.flow.write.bytes, 768 * K);
}
