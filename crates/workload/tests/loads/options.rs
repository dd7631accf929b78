//! What may be asked of loads beyond moving blocks.

use std::fs;
use std::time::Duration;

use feedrate_workload::load::{
    Directions, Ends, Least, LoadEngine, LoadFile, MemoryPolicy, PerDirection, SubmissionPoll,
    Think,
};

use crate::ground::{K, folder, load, run, run_to_its_end, try_run};

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
fn who_fails_may_end_the_others() {
    let folder = folder();
    let mut bad = load(&folder.path().join("a"), Directions::Read, 64 * K);
    bad.verify = Some(feedrate_workload::load::Verify {
        method: feedrate_workload::load::VerifyMethod::Crc32c,
        interval: None,
        read_back: false,
        fatal: true,
        dump: false,
        backlog: None,
    });
    bad.fails = Ends::All;
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
    load.think = Some(Think {
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
    load.least = Some(Least {
        over: Duration::from_millis(100),
        bytes: PerDirection::default(),
        operations: PerDirection::both(Some(1000)),
    });
    let outcome = run_to_its_end(&load);
    let error = outcome.error.unwrap();
    assert_eq!(error.errno, 5);
    assert!(
        error.text.contains("1000 blocks a second"),
        "{}",
        error.text
    );
    assert!(outcome.flow.read.operations >= 190);
}

#[test]
fn where_memory_and_threads_are_is_asked_for_or_noted() {
    let folder = folder();
    let mut load = load(&folder.path().join("f"), Directions::Read, 64 * K);
    load.files
        .push(LoadFile::new(folder.path().join("g"), 64 * K));
    load.memory = MemoryPolicy::Bind(vec![1023]);
    load.depth.most = 4;
    load.depth.complete_least = 0;
    load.engine = LoadEngine::Uring {
        fixed_buffers: false,
        poll_submission: Some(SubmissionPoll { processor: Some(0) }),
    };
    let outcome = run(&load);
    assert_eq!(outcome.flow.read.bytes, 128 * K);
    assert!(
        outcome.notes.iter().any(|note| note.contains("memory")),
        "{:?}",
        outcome.notes
    );
}
