//! Histograms of latencies over time.

use std::time::{Duration, Instant};

use crate::load::load_series::HistogramEntry;
use crate::load::spec::PerDirection;
use feedrate_pageio::Direction;

use super::done_block::DoneBlock;

/// Classes of a histogram: one for each nanosecond up to 127, and then 64 for each doubling, as in fio.
pub const HISTOGRAM_CLASSES: usize = 29 << BITS;

/// Of each doubling, so many bits choose the class.
const BITS: u32 = 6;

/// The class of a latency in nanoseconds; the last holds all that is longer.
fn class_of(nanoseconds: u64) -> usize {
    let highest = nanoseconds.max(1).ilog2();
    let class = match highest.checked_sub(BITS) {
        None | Some(0) => nanoseconds,
        Some(dropped) => {
            let within = (nanoseconds >> dropped) & ((1 << BITS) - 1);
            ((u64::from(dropped) + 1) << BITS) + within
        }
    };
    (class as usize).min(HISTOGRAM_CLASSES - 1)
}

/// Counts latencies from completion of submission to the end, and keeps them time and again.
#[derive(Debug)]
pub(super) struct Histograms {
    every: Duration,
    start: Instant,
    of: PerDirection<Counts>,
    trims: Counts,
}

/// Of one direction, since they were last kept.
#[derive(Debug)]
struct Counts {
    /// From which moment on; absent: nothing was done yet.
    since: Option<Instant>,
    counts: Vec<u32>,
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            since: None,
            counts: vec![0; HISTOGRAM_CLASSES],
        }
    }
}

impl Histograms {
    pub(super) fn new(every: Duration, start: Instant) -> Self {
        Self {
            every,
            start,
            of: PerDirection::default(),
            trims: Counts::default(),
        }
    }

    /// Counts a block, and gives the histogram of those until now where it is time for it.
    pub(super) fn done(&mut self, done: &DoneBlock) -> Option<HistogramEntry> {
        let of = match done.is_trim {
            true => &mut self.trims,
            false => self.of.of_mut(done.direction),
        };
        of.counts[class_of(done.completion.as_nanos() as u64)] += 1;
        // As in fio, the first block of a direction begins its time.
        let since = *of.since.get_or_insert(done.at);
        if done.at.saturating_duration_since(since) < self.every {
            return None;
        }
        of.since = Some(since + self.every);
        let counts = of.counts.iter_mut().enumerate();
        let counts = counts.filter(|(_, count)| **count > 0);
        Some(HistogramEntry {
            at: done.at.saturating_duration_since(self.start),
            is_write: !done.is_trim && done.direction == Direction::Write,
            is_trim: done.is_trim,
            block_bytes: done.bytes,
            counts: counts
                .map(|(class, count)| (class as u32, std::mem::take(count)))
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_those_of_fio() {
        for (nanoseconds, class) in [
            (0, 0),
            (127, 127),
            (128, 128),
            (129, 128),
            (130, 129),
            (255, 191),
            (256, 192),
            (1_000_000, 954),
            (u64::MAX, HISTOGRAM_CLASSES - 1),
        ] {
            assert_eq!(class_of(nanoseconds), class, "{nanoseconds}");
        }
    }

    #[test]
    fn each_block_is_in_one_histogram() {
        let start = Instant::now();
        let mut histograms = Histograms::new(Duration::from_millis(100), start);
        let kept: Vec<_> = (1..=31_u64)
            .filter_map(|number| {
                histograms.done(&DoneBlock {
                    direction: Direction::Write,
                    is_trim: false,
                    bytes: 4096,
                    offset: 0,
                    submission: None,
                    completion: Duration::from_nanos(number % 2 * 64),
                    at: start + Duration::from_millis(10 * number),
                    priority: Default::default(),
                })
            })
            .collect();
        assert_eq!(kept.len(), 3);
        assert_eq!(kept[0].at, Duration::from_millis(110));
        assert_eq!(kept[0].counts, [(0, 5), (64, 6)]);
        assert_eq!(kept[1].counts, [(0, 5), (64, 5)]);
        assert!(kept[0].is_write);
    }
}
