use feedrate_pageio::EngineKind;

use super::*;

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// Returns the counters of a process with this processor time and these bytes.
fn snapshot(cpu: u64, bytes: u64) -> Snapshot {
    Snapshot {
        storage: Some(StorageIo {
            read_bytes: bytes,
            write_bytes: 2 * bytes,
        }),
        process_cpu: CpuUse {
            user: millis(cpu),
            ..CpuUse::default()
        },
    }
}

/// Returns a stream that counted from `ramped` on for a time, one byte in its first interval of 100 ms, two in its
/// second, and so on.
fn stream(ramped: u64, took: u64) -> StreamOutcome {
    let series: Vec<u64> = (1..=took / 100).collect();
    let mut account = Account::default();
    account.read.bytes = series.iter().sum();
    account.read.operations = series.len() as u64;
    StreamOutcome {
        name: "s".into(),
        account,
        ramped: millis(ramped),
        transfer_time: millis(took),
        sync_time: None,
        done_after: millis(took),
        thread_cpu: CpuUse::default(),
        engine: EngineReport {
            kind: EngineKind::SYNC,
            depth: 1,
            refused: Vec::new(),
        },
        depth_asked: 1,
        depth: Depth::default(),
        passes: 0,
        written_back: false,
        stopped: false,
        interval: millis(100),
        series,
        before: snapshot(0, 0),
        after: snapshot(0, 0),
    }
}

fn outcome(streams: &[StreamOutcome]) -> Outcome {
    Outcome::of(streams.to_vec(), RunAs::Threads)
}

#[test]
fn streams_that_count_together_are_added_until_the_last_is_done() {
    let outcome = outcome(&[stream(0, 500), stream(0, 350)]);
    assert_eq!(outcome.series, [2, 4, 6]);
    assert_eq!((outcome.first_done, outcome.last_done), (millis(350), millis(500)));
    assert_eq!(outcome.bytes, 15 + 6);
    assert_eq!(outcome.bytes_a_second(), 42.0);
    assert_eq!(outcome.rates(), [20.0, 40.0, 60.0]);
}

#[test]
fn ramps_that_end_at_other_moments_shift_the_streams() {
    // Counted from 200 to 700 ms, and from 440 to 840 ms.
    let outcome = outcome(&[stream(200, 500), stream(440, 400)]);
    assert_eq!((outcome.first_done, outcome.last_done), (millis(500), millis(640)));
    // The third to fifth intervals of one, and the first to third of the other.
    assert_eq!(outcome.series, [3 + 1, 4 + 2, 5 + 3]);
    // Nearly equal moments count as equal.
    let nearly = self::outcome(&[stream(200, 300), stream(230, 300)]);
    assert_eq!(nearly.series, [2, 4, 6]);
}

#[test]
fn streams_that_were_never_counted_together_have_no_series() {
    assert!(outcome(&[stream(0, 200), stream(900, 200)]).series.is_empty());
    let mut wider = stream(0, 400);
    wider.interval = millis(200);
    assert!(outcome(&[stream(0, 400), wider]).series.is_empty());
    assert!(outcome(&[]).series.is_empty());
}

#[test]
fn counters_are_those_of_one_process_or_the_sum_of_several() {
    let with = |before, after| StreamOutcome {
        before,
        after,
        ..stream(0, 100)
    };
    let streams = [
        with(snapshot(10, 100), snapshot(50, 500)),
        with(snapshot(20, 200), snapshot(60, 600)),
    ];
    let used = |run_as| {
        let outcome = Outcome::of(streams.to_vec(), run_as);
        (outcome.cpu.total(), outcome.storage)
    };
    let storage = |read_bytes| {
        Some(StorageIo {
            read_bytes,
            write_bytes: 2 * read_bytes,
        })
    };
    // From the first beginning to the last end.
    assert_eq!(used(RunAs::Threads), (millis(50), storage(500)));
    assert_eq!(used(RunAs::Processes), (millis(80), storage(800)));
}

#[test]
fn one_process_without_counters_leaves_the_sum_unknown() {
    let mut blind = stream(0, 100);
    blind.after.storage = None;
    let outcome = Outcome::of(vec![stream(0, 100), blind], RunAs::Processes);
    assert_eq!(outcome.storage, None);
    assert_eq!(outcome.cache_share.known(), None);
}

#[test]
fn it_is_durable_when_every_writer_waited() {
    let written = |sync_time| {
        let mut stream = stream(0, 100);
        stream.account.write = std::mem::take(&mut stream.account.read);
        StreamOutcome { sync_time, ..stream }
    };
    let synced = written(Some(millis(5)));
    assert!(!outcome(&[stream(0, 100)]).is_durable());
    assert!(outcome(&[synced.clone(), stream(0, 100)]).is_durable());
    assert!(!outcome(&[synced.clone(), written(None)]).is_durable());
    assert_eq!(outcome(&[synced, written(None)]).sync_time, Some(millis(5)));
}
