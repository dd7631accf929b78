//! The series that were asked for.

use std::time::{Duration, Instant};

use feedrate_pageio::Direction;

use super::DoneBlock;
use super::histograms::Histograms;
use crate::load::outcome::{Entry, LoadSeries};
use crate::load::spec::{Logs, PerDirection, RequestPriority};

/// More entries than this are not kept of a series: more than a gibibyte.
const MOST: usize = 1 << 25;

/// Keeps series.
#[derive(Debug)]
pub(super) struct LogKeeper {
    logs: Logs,
    start: Instant,
    series: LoadSeries,
    window: Option<Window>,
    histograms: Option<Histograms>,
    whole: bool,
}

/// What is averaged.
#[derive(Debug)]
struct Window {
    length: Duration,
    began: Instant,
    sums: PerDirection<Sums>,
    trims: Sums,
}

/// Of one direction in one window: submission, completion and total in nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    bytes: u64,
    operations: u64,
    nanos: [u64; 3],
    greatest: [u64; 3],
    /// The greatest rate of a single block, KiB a second.
    quickest: u64,
}

impl LogKeeper {
    /// `None` when no series is asked for.
    pub(super) fn new(logs: Logs, start: Instant) -> Option<Self> {
        let wanted = logs.bandwidth || logs.operations || logs.latency || logs.histograms.is_some();
        wanted.then(|| Self {
            logs,
            start,
            series: LoadSeries::default(),
            window: logs
                .average
                .filter(|length| !length.is_zero())
                .map(|length| Window {
                    length,
                    began: start,
                    sums: PerDirection::default(),
                    trims: Sums::default(),
                }),
            histograms: logs.histograms.map(|every| Histograms::new(every, start)),
            whole: true,
        })
    }

    pub(super) fn done(&mut self, done: &DoneBlock) {
        if let Some(histograms) = &mut self.histograms
            && let Some(kept) = histograms.done(done)
        {
            self.series.histograms.push(kept);
        }
        let submission = done.submission.unwrap_or_default().as_nanos() as u64;
        let completion = done.completion.as_nanos() as u64;
        let nanos = [submission, completion, submission + completion];
        // KiB a second, of this block alone.
        let rate = done.bytes * 1_000_000_000 / 1024 / nanos[2].max(1);
        if let Some(window) = &mut self.window {
            if done.at.saturating_duration_since(window.began) >= window.length {
                self.end_window(done.at);
            }
            if let Some(window) = &mut self.window {
                let sums = match done.is_trim {
                    true => &mut window.trims,
                    false => window.sums.of_mut(done.direction),
                };
                sums.bytes += done.bytes;
                sums.operations += 1;
                sums.quickest = sums.quickest.max(rate);
                for (index, nanos) in nanos.into_iter().enumerate() {
                    sums.nanos[index] += nanos;
                    sums.greatest[index] = sums.greatest[index].max(nanos);
                }
            }
            return;
        }
        if self.series.latency.len().max(self.series.bandwidth.len()) >= MOST {
            self.whole = false;
            return;
        }
        let since = done.at.saturating_duration_since(self.start);
        let entry = |value| Entry {
            at: since,
            value,
            is_write: !done.is_trim && done.direction == Direction::Write,
            is_trim: done.is_trim,
            block_bytes: done.bytes,
            offset: done.offset,
            priority: done.priority,
        };
        self.push([rate, 1], nanos, done.submission.is_some(), entry);
    }

    fn push(
        &mut self,
        [rate, operations]: [u64; 2],
        nanos: [u64; 3],
        has_submission: bool,
        entry: impl Fn(u64) -> Entry,
    ) {
        if self.logs.bandwidth {
            self.series.bandwidth.push(entry(rate));
        }
        if self.logs.operations {
            self.series.operations.push(entry(operations));
        }
        if self.logs.latency {
            if has_submission {
                self.series.submission.push(entry(nanos[0]));
            }
            self.series.completion.push(entry(nanos[1]));
            self.series.latency.push(entry(nanos[2]));
        }
    }

    #[cold]
    fn end_window(&mut self, at: Instant) {
        let Some(window) = &mut self.window else {
            return;
        };
        let seconds = at.saturating_duration_since(window.began).as_secs_f64();
        let sums = std::mem::take(&mut window.sums);
        let trims = std::mem::take(&mut window.trims);
        window.began = at;
        let since = at.saturating_duration_since(self.start);
        let kinds = [
            (&sums.read, false, false),
            (&sums.write, true, false),
            (&trims, false, true),
        ];
        for (sums, is_write, is_trim) in kinds {
            if sums.operations == 0 || seconds == 0.0 {
                continue;
            }
            let greatest = self.logs.greatest;
            let nanos = if greatest {
                sums.greatest
            } else {
                sums.nanos.map(|nanos| nanos / sums.operations)
            };
            let rate = if greatest {
                sums.quickest
            } else {
                (sums.bytes as f64 / 1024.0 / seconds) as u64
            };
            let operations = (sums.operations as f64 / seconds).round() as u64;
            let entry = |value| Entry {
                at: since,
                value,
                is_write,
                is_trim,
                block_bytes: 0,
                offset: 0,
                // As in fio.
                priority: RequestPriority::default(),
            };
            self.push([rate, operations], nanos, sums.nanos[0] > 0, entry);
        }
    }

    /// The series, and whether they are whole.
    pub(super) fn finish(mut self, at: Instant) -> (LoadSeries, bool) {
        self.end_window(at);
        (self.series, self.whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let mut keeper = LogKeeper::new(logs, start).unwrap();
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
        assert_eq!(
            values(&series.latency),
            [100_000, 300_000, 200_000, 200_000]
        );
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
}
