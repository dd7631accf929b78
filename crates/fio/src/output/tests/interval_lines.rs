//! Tests of the lines of intervals.

use feedrate_pageio::cache::{CacheShare, StorageIo};

use super::*;
use crate::output::intervals::Intervals;

/// The moments of a run: seconds, blocks of 8 KiB that the first job has read and the second has written, and the
/// microseconds of each.
fn at(outcome: &mut ScheduleOutcome, seconds: u64, blocks: [u64; 2], micros: u64, from_storage: u64) {
    let batch = &mut outcome.batches[0];
    batch.elapsed = Duration::from_secs(seconds);
    batch.cache = CacheShare::Known(0.5);
    batch.storage = Some(StorageIo {
        read_bytes: from_storage,
        write_bytes: 0,
    });
    for (number, load) in batch.loads.iter_mut().enumerate() {
        let flow = match number {
            0 => &mut load.flow.read,
            _ => &mut load.flow.write,
        };
        let blocks = blocks[number];
        for _ in flow.total.count()..blocks {
            flow.total.record(Duration::from_micros(micros));
        }
        (flow.operations, flow.bytes) = (blocks, blocks * 8192);
    }
}

#[test]
fn a_line_is_what_came_since_the_line_before() {
    let mut outcome = several().outcome;
    outcome.batches.truncate(1);
    outcome.batches[0].loads.truncate(2);
    outcome.batches[0].elapsed = Duration::ZERO;
    for load in &mut outcome.batches[0].loads {
        load.flow = Default::default();
    }
    let mut text = Vec::new();
    let mut lines = Intervals::new(&mut text);
    // Nothing has been moved yet.
    lines.end(&outcome);
    at(&mut outcome, 1, [1000, 500], 1000, 8192 * 1000);
    lines.end(&outcome);
    at(&mut outcome, 3, [5000, 500], 500, 8192 * 2000);
    lines.end(&outcome);
    // A ramp has ended: what was moved before is forgotten.
    for load in &mut outcome.batches[0].loads {
        load.flow = Default::default();
    }
    at(&mut outcome, 4, [0, 100], 2000, 8192 * 2000);
    lines.end(&outcome);
    at(&mut outcome, 5, [0, 100], 2000, 8192 * 2000);
    lines.end(&outcome);
    assert_eq!(
        String::from_utf8(text).unwrap(),
        "       s  read MB/s write MB/s       IOPS   mean ms    p99 ms    max ms  cache\n     \
             1.0        8.2        4.1       1500     1.000     1.000     1.000    0 %\n     \
             3.0       16.4        0.0       2000     0.500     0.502     0.502   75 %\n     \
             4.0        0.0        0.8        100     2.000     2.000     2.000      -\n     \
             5.0        0.0        0.0          0     0.000     0.000     0.000      -\n"
    );
}
