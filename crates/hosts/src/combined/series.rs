//! The course of all hosts together, from the reports of each: bytes at moments of one clock. Between two reports a
//! host is taken to move at a constant rate.

use feedrate_workload::figures::MEGABYTE;

use super::WhileAllRan;

/// The least interval of a series, in nanoseconds: that of the reports.
const INTERVAL: u64 = 100_000_000;

/// The most intervals of a series.
const MOST: u64 = 600;

/// The least time over which a rate is computed from reports, in nanoseconds.
const LEAST: u64 = 2 * INTERVAL;

/// Returns the bytes that one host had moved by a moment.
fn moved_by(reports: &[(u64, u64)], at: u64) -> f64 {
    let next = reports.partition_point(|(moment, _)| *moment <= at);
    let bytes = |index: usize| reports[index].1 as f64;
    match (next.checked_sub(1), reports.get(next)) {
        (None, _) => 0.0,
        (Some(last), None) => bytes(last),
        (Some(last), Some((moment, _))) => {
            let (from, to) = (reports[last].0, *moment);
            let share = (at - from) as f64 / (to - from) as f64;
            bytes(last) + share * (bytes(next) - bytes(last))
        }
    }
}

fn moved_between(all: &[&[(u64, u64)]], from: u64, until: u64) -> f64 {
    let moved = all
        .iter()
        .map(|reports| moved_by(reports, until) - moved_by(reports, from));
    moved.sum()
}

/// Returns what all moved while all ran, from `from` to `until`.
pub(super) fn while_all_ran(all: &[&[(u64, u64)]], from: u64, until: u64) -> Option<WhileAllRan> {
    let time = until.checked_sub(from).filter(|time| *time >= LEAST)?;
    let seconds = time as f64 / 1e9;
    Some(WhileAllRan {
        seconds,
        megabytes_per_second: moved_between(all, from, until) / seconds / MEGABYTE,
    })
}

/// Returns the length of an interval in seconds, and 10^6 bytes a second of all in each whole interval; `None` if there
/// are not two.
pub(super) fn rates(all: &[&[(u64, u64)]], from: u64, until: u64) -> Option<(f64, Vec<f64>)> {
    let time = until.checked_sub(from)?;
    let interval = INTERVAL * (time / INTERVAL).div_ceil(MOST).max(1);
    let count = time / interval;
    if count < 2 {
        return None;
    }
    let seconds = interval as f64 / 1e9;
    let rates = (0..count).map(|number| {
        let begin = from + number * interval;
        moved_between(all, begin, begin + interval) / seconds / MEGABYTE
    });
    Some((seconds, rates.collect()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SECOND: u64 = 1_000_000_000;

    #[test]
    fn rates_of_hosts_add_up() {
        // One moves 100 MB/s for two seconds, the other 50 MB/s for one.
        let one = [(0, 0), (SECOND, 100_000_000), (2 * SECOND, 200_000_000)];
        let other = [(0, 0), (SECOND, 50_000_000)];
        let all: [&[(u64, u64)]; 2] = [&one, &other];
        let (interval, rates) = rates(&all, 0, 2 * SECOND).unwrap();
        assert_eq!((interval, rates.len()), (0.1, 20));
        assert!(rates[..10].iter().all(|rate| (rate - 150.0).abs() < 1e-6), "{rates:?}");
        assert!(rates[10..].iter().all(|rate| (rate - 100.0).abs() < 1e-6), "{rates:?}");
        let together = while_all_ran(&all, 0, SECOND).unwrap();
        assert!((together.megabytes_per_second - 150.0).abs() < 1e-6);
        assert_eq!(while_all_ran(&all, 0, SECOND / 10), None);
    }

    #[test]
    fn long_series_have_longer_intervals() {
        let one = [(0, 0), (3_600 * SECOND, 3_600_000_000)];
        let (interval, rates) = rates(&[&one], 0, 3_600 * SECOND).unwrap();
        assert!(rates.len() as u64 <= MOST && interval >= 6.0, "{interval}");
        assert!(rates.iter().all(|rate| (rate - 1.0).abs() < 1e-6));
    }

    proptest! {
        #[test]
        fn no_bytes_are_lost_between_intervals(
            steps in proptest::collection::vec((1u64..300_000_000, 0u64..1_000_000), 1..40),
        ) {
            let mut reports = vec![(0, 0)];
            for (time, bytes) in steps {
                let &(at, moved) = reports.last().unwrap();
                reports.push((at + time, moved + bytes));
            }
            let &(end, all) = reports.last().unwrap();
            let until = end.next_multiple_of(INTERVAL);
            if let Some((interval, rates)) = rates(&[&reports], 0, until) {
                let sum: f64 = rates.iter().map(|rate| rate * interval * MEGABYTE).sum();
                prop_assert!((sum - all as f64).abs() < 1.0, "{} {}", sum, all);
            }
        }
    }
}
