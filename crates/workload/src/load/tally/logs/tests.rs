//! Tests of series: entries, windows, and what is handed on while a load runs.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};

use super::*;
use crate::load::series::{SeriesPart, SeriesSink};
use crate::load::spec::IoClass;

fn logs(average: Option<u64>, greatest: bool) -> Logs {
    Logs {
        bandwidth: true,
        operations: true,
        latency: true,
        movements: false,
        histograms: None,
        average: average.map(Duration::from_millis),
        greatest,
    }
}

fn kept(logs: Logs) -> LoadSeries {
    let start = Instant::now();
    let mut keeper = LogKeeper::new(logs, start, None).unwrap();
    for (millis, micros) in [(10, 100), (60, 300), (110, 200), (160, 200)] {
        keeper.done(&DoneBlock {
            direction: Direction::Read,
            is_trim: false,
            bytes: 1024 * 1024,
            offset: 4096,
            submission: None,
            completion: Duration::from_micros(micros),
            at: start + Duration::from_millis(millis),
            priority: RequestPriority::new(IoClass::Idle, 0, 0),
        });
    }
    keeper.finish(start + Duration::from_millis(210)).0
}

fn values(entries: &[Entry]) -> Vec<u64> {
    entries.iter().map(|entry| entry.value).collect()
}

#[test]
fn each_block_has_its_entry() {
    let series = kept(logs(None, false));
    assert_eq!(values(&series.operations), [1; 4]);
    assert_eq!(values(&series.latency), [100_000, 300_000, 200_000, 200_000]);
    assert_eq!(series.bandwidth[0].value, 10_240_000);
    assert_eq!(series.bandwidth[3].at, Duration::from_millis(160));
    assert_eq!(series.latency[0].offset, 4096);
    assert_eq!(series.latency[0].priority.class(), 3);
    assert!(series.submission.is_empty());
}

#[test]
fn windows_have_means_or_the_greatest() {
    let series = kept(logs(Some(100), false));
    // The first window is over with the third block, after 110 ms.
    assert_eq!(values(&series.latency), [200_000, 200_000]);
    assert_eq!(values(&series.operations), [18, 20]);
    assert_eq!(series.latency[0].at, Duration::from_millis(110));
    let series = kept(logs(Some(100), true));
    assert_eq!(values(&series.completion), [300_000, 200_000]);
}

/// Takes what it has room for.
#[derive(Debug, Default)]
struct Sink {
    taken: Mutex<Vec<SeriesPart>>,
    is_full: AtomicBool,
}

impl SeriesSink for Sink {
    fn take(&self, part: Box<SeriesPart>) -> Result<(), Box<SeriesPart>> {
        if self.is_full.load(Relaxed) {
            return Err(part);
        }
        self.taken.lock().unwrap().push(*part);
        Ok(())
    }
}

#[test]
fn entries_are_handed_on_while_it_runs() {
    let sink = Arc::new(Sink::default());
    let start = Instant::now();
    let outlet = SeriesOutlet {
        sink: sink.clone(),
        load: 3,
    };
    let mut keeper = LogKeeper::new(logs(None, false), start, Some(outlet)).unwrap();
    let mut done = |millis: u64| {
        keeper.done(&DoneBlock {
            direction: Direction::Write,
            is_trim: false,
            bytes: 4096,
            offset: 0,
            submission: None,
            completion: Duration::from_micros(1),
            at: start + Duration::from_millis(millis),
            priority: RequestPriority::default(),
        });
    };
    let taken = || {
        let parts = sink.taken.lock().unwrap();
        let lengths = parts.iter().map(|part| part.series.latency.len());
        lengths.collect::<Vec<_>>()
    };
    // After a second, and after many entries, whatever time it is.
    for millis in [0, 500, 1000, 1500] {
        done(millis);
    }
    assert_eq!(taken(), [3]);
    for _ in 0..8192 {
        done(1600);
    }
    assert_eq!(taken(), [3, 8192]);
    // Entries that have no room are kept and comes later, in order.
    sink.is_full.store(true, Relaxed);
    done(2700);
    sink.is_full.store(false, Relaxed);
    done(2800);
    assert_eq!(taken(), [3, 8192]);
    done(3800);
    assert_eq!(taken(), [3, 8192, 4]);
    done(3900);
    let (rest, is_whole) = keeper.finish(start);
    assert_eq!((rest.latency.len(), is_whole), (1, true));
    let parts = sink.taken.lock().unwrap();
    assert!(parts.iter().all(|part| part.load == 3 && part.start == start));
    let times = parts[2].series.latency.iter().map(|entry| entry.at.as_millis());
    assert_eq!(times.collect::<Vec<_>>(), [1600, 2700, 2800, 3800]);
}
