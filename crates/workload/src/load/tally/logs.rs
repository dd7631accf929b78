//! The series that were asked for.

use std::time::{Duration, Instant};

use feedrate_pageio::Direction;

use super::done_block::DoneBlock;
use super::histograms::Histograms;
use crate::load::load_series::{Entry, LoadSeries};
use crate::load::series::{SeriesHandover, SeriesOutlet};
use crate::load::spec::{Logs, PerDirection, RequestPriority};

/// More entries than this are not kept of a series that are not handed on: more than a gibibyte.
const MOST: usize = 1 << 25;

/// Keeps series.
#[derive(Debug)]
pub(super) struct LogKeeper {
    logs: Logs,
    start: Instant,
    series: LoadSeries,
    window: Option<Window>,
    histograms: Option<Histograms>,
    handover: Option<SeriesHandover>,
    whole: bool,
}

/// The window over which entries are averaged.
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
    /// `None` when no series is asked for. Entries are handed on through `outlet`, if there is one.
    pub(super) fn new(logs: Logs, start: Instant, outlet: Option<SeriesOutlet>) -> Option<Self> {
        let wanted = logs.bandwidth || logs.operations || logs.latency || logs.histograms.is_some();
        wanted.then(|| Self {
            logs,
            start,
            series: LoadSeries::default(),
            window: logs.average.filter(|length| !length.is_zero()).map(|length| Window {
                length,
                began: start,
                sums: PerDirection::default(),
                trims: Sums::default(),
            }),
            histograms: logs.histograms.map(|every| Histograms::new(every, start)),
            handover: outlet.map(|outlet| SeriesHandover::new(outlet, start)),
            whole: true,
        })
    }

    pub(super) fn done(&mut self, done: &DoneBlock) {
        if let Some(histograms) = &mut self.histograms
            && let Some(kept) = histograms.done(done)
        {
            self.series.histograms.push(kept);
            self.hand_on(done.at);
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
        self.hand_on(done.at);
    }

    /// Hands on what is kept, if it is time for it.
    fn hand_on(&mut self, at: Instant) {
        if let Some(handover) = &mut self.handover {
            handover.kept(&mut self.series, at);
        }
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
        self.hand_on(at);
    }

    /// The series that were not handed on, and whether all are whole.
    pub(super) fn finish(mut self, at: Instant) -> (LoadSeries, bool) {
        self.end_window(at);
        (self.series, self.whole)
    }
}

#[cfg(test)]
mod tests;
