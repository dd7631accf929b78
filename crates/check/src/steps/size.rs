//! The size of the data sets of the standard steps.

use std::time::{Duration, Instant};

use super::request::StepsRequest;
use crate::bench::Bench;

/// The variables of a data set, all of them numeric with eight bytes.
pub const VARIABLES: u32 = 127;

/// The bytes of an observation.
const ROW: u64 = 8 * VARIABLES as u64;

/// The bytes of the data sets with which the cost of computing is measured.
pub(super) const FIRST_LOOK: u64 = 4 << 20;

/// The bytes of the smallest useful data sets.
const LEAST: u64 = 1 << 20;

/// The fewest pages of a data set, if there is room: the pages with its metadata are read twice, the second time from
/// the page cache, and should hardly count.
const LEAST_PAGES: u64 = 24;

/// The same where there is no time for more.
const FEWEST_PAGES: u64 = 8;

/// The pages of a data set in addition to those full of observations: its header, its metadata, and the rest of the
/// last page.
const PAGES_BESIDE: u64 = 4;

/// The multiple of a data set's bytes that the steps move under one setting, with the raw rates: one is written, then
/// read and written, read, and read and written again; in addition, one is written and one is read.
const TIMES_MOVED: f64 = 8.0;

/// The assumed rate of a stream that was not measured, in bytes a second.
const UNKNOWN_RATE: f64 = 100e6;

/// The size of the data sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    rows: u64,
}

impl Size {
    /// Returns the size of data sets with this many bytes of values.
    pub(super) fn of(bytes: u64) -> Self {
        Self {
            rows: (bytes / ROW).max(1),
        }
    }

    /// Returns the size for which a round has the intended duration, given the seconds of computing for a byte of a
    /// data set and the most bytes of a data set.
    pub(super) fn within_time(asked: &StepsRequest, computing_a_byte: f64, most: u64) -> Self {
        let seconds = round(asked, left(asked)).as_secs_f64();
        // The cast saturates.
        let bytes = (seconds / seconds_a_byte(asked, computing_a_byte)) as u64;
        let least = [LEAST_PAGES, FEWEST_PAGES].map(|pages| least(asked, pages, most));
        let least = match has_time_for(asked, least[0], computing_a_byte) {
            true => least[0],
            false => least[1],
        };
        Self::of(bytes.clamp(least, most))
    }

    /// Returns the number of observations.
    pub fn rows(self) -> u64 {
        self.rows
    }

    /// Returns the bytes of the values.
    pub fn bytes(self) -> u64 {
        self.rows * ROW
    }

    /// Returns the memory limit of PROC SORT in bytes, with which it stays in memory.
    pub fn sort_bytes(self) -> u64 {
        2 * self.bytes() + (64 << 20)
    }
}

/// Returns whether there is time for a round with the smallest useful data sets, given the seconds of computing for a
/// byte of a data set.
pub(super) fn has_time(asked: &StepsRequest, computing_a_byte: f64, most: u64) -> bool {
    has_time_for(asked, least(asked, FEWEST_PAGES, most), computing_a_byte)
}

fn has_time_for(asked: &StepsRequest, bytes: u64, computing_a_byte: f64) -> bool {
    bytes as f64 * seconds_a_byte(asked, computing_a_byte) <= left(asked).as_secs_f64()
}

fn left(asked: &StepsRequest) -> Duration {
    asked.deadline.saturating_duration_since(Instant::now())
}

/// Returns the bytes of data sets of so many pages, or the smallest useful ones, where no more than `most` fit.
fn least(asked: &StepsRequest, pages: u64, most: u64) -> u64 {
    LEAST.max(pages * largest_page(asked)).min(most)
}

/// Returns the seconds of a round for each byte of a data set.
fn seconds_a_byte(asked: &StepsRequest, computing_a_byte: f64) -> f64 {
    let of_each = asked.choices.iter().map(|choice| {
        let rate = choice.alone.map_or(UNKNOWN_RATE, |rate| rate * 1e6);
        TIMES_MOVED / rate.max(1.0) + computing_a_byte
    });
    of_each.sum()
}

/// Returns how long a round may take if this much time is left.
fn round(asked: &StepsRequest, left: Duration) -> Duration {
    let effort = &asked.effort;
    effort.round.min(left / effort.wanted_rounds)
}

/// Returns the bytes of the largest page among the settings.
fn largest_page(asked: &StepsRequest) -> u64 {
    let pages = asked.choices.iter().map(|choice| choice.setting.page);
    pages.max().unwrap_or_default()
}

/// Returns the most bytes of a data set: by the effort, by the free space, in which two must fit, and by memory, in
/// which one is sorted. `None` if that is too little.
pub(super) fn most_bytes(bench: &Bench, asked: &StepsRequest) -> Option<u64> {
    let beside = PAGES_BESIDE * largest_page(asked);
    let fits = (bench.room() / 2).saturating_sub(beside);
    let most = asked
        .effort
        .most_bytes
        .min(fits)
        .min(bench.memory_for_buffers.max(LEAST));
    (most >= LEAST).then_some(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Effort;
    use crate::setting::Setting;
    use crate::steps::Choice;

    fn asked(effort: Effort, alone: f64) -> StepsRequest {
        StepsRequest {
            choices: vec![
                Choice {
                    setting: Setting::SAS_DEFAULT,
                    alone: Some(alone),
                },
                Choice {
                    setting: Setting::direct_overlapped(1 << 20, 1, 8),
                    alone: Some(alone),
                },
            ],
            effort: effort.steps(),
            deadline: Instant::now() + Duration::from_secs(3600),
        }
    }

    #[test]
    fn a_round_takes_its_time() {
        // 5 s at 400 MB/s, with 16 times the data set to move and no computing.
        let size = Size::within_time(&asked(Effort::Normal, 400.0), 0.0, 1 << 30);
        assert_eq!(size.bytes() / 1_000_000, 124);
        // Computing of 20 ns for a byte takes the same time again.
        let size = Size::within_time(&asked(Effort::Normal, 400.0), 20e-9, 1 << 30);
        assert_eq!(size.bytes() / 1_000_000, 62);
    }

    #[test]
    fn neither_too_much_nor_too_little_is_written() {
        let bytes = |alone| Size::within_time(&asked(Effort::Quick, alone), 0.0, 64 << 20).bytes();
        assert!(bytes(1e6) <= 64 << 20 && bytes(1e6) > 63 << 20);
        // The larger page has 1 MiB. An hour is enough for 24 of them at 1 MB/s.
        for (alone, pages) in [(1.0, LEAST_PAGES), (0.001, FEWEST_PAGES)] {
            let least = pages << 20;
            assert!(bytes(alone) <= least && bytes(alone) > least - ROW, "{alone}");
        }
    }

    #[test]
    fn time_that_is_over_leaves_rounds_that_are_short() {
        let asked = asked(Effort::Normal, 400.0);
        let seconds = |left| round(&asked, left).as_secs_f64();
        assert_eq!(seconds(Duration::from_secs(60)), 5.0);
        assert_eq!(seconds(Duration::from_secs(6)), 2.0);
        assert_eq!(seconds(Duration::ZERO), 0.0);
    }

    #[test]
    fn a_volume_that_is_too_slow_for_a_round_is_not_begun_on() {
        let has_time = |alone, seconds| {
            let asked = StepsRequest {
                deadline: Instant::now() + Duration::from_secs(seconds),
                ..asked(Effort::Quick, alone)
            };
            has_time(&asked, 0.0, 1 << 30)
        };
        // 8 pages of 1 MiB are moved 16 times: 134 MB.
        assert!(has_time(100.0, 60));
        assert!(!has_time(20.0, 3));
    }
}
