//! The logs of `--bandwidth-log`: the bandwidth of all jobs together, in KiB/s, while they run.
//!
//! Like fio's, they are called `agg-read_bw.log`, `agg-write_bw.log` and `agg-trim_bw.log`, and have a line for each
//! interval of samples. Trims are counted with writes.

use std::path::PathBuf;
use std::time::Duration;

use feedrate_workload::load::{Amount, PerDirection, ScheduleState};

use crate::job::Jobs;

/// The bandwidth of all jobs over time.
#[derive(Debug)]
pub struct AggregateLog {
    every: Duration,
    last: Duration,
    moved: PerDirection<Amount>,
    /// The time of each sample, with KiB/s of reads and of writes.
    samples: Vec<(Duration, [u64; 2])>,
}

impl AggregateLog {
    /// Creates logs with the shortest interval of bandwidth samples of the jobs.
    pub fn new(jobs: &Jobs) -> Self {
        let intervals = jobs.jobs.iter().map(|job| job.options.reports.bwavgtime);
        Self {
            every: intervals.min().unwrap_or(Duration::from_millis(500)),
            last: Duration::ZERO,
            moved: PerDirection::default(),
            samples: Vec::new(),
        }
    }

    /// Returns the interval of samples.
    pub fn every(&self) -> Duration {
        self.every
    }

    /// Takes a sample if one is due.
    pub fn look(&mut self, live: &ScheduleState) {
        let since = live.elapsed.saturating_sub(self.last);
        if since < self.every {
            return;
        }
        let rate = |now: u64, before: u64| (now.saturating_sub(before) as f64 / since.as_secs_f64() / 1024.0) as u64;
        let rates = [
            rate(live.moved.read.bytes, self.moved.read.bytes),
            rate(live.moved.write.bytes, self.moved.write.bytes),
        ];
        self.samples.push((live.elapsed, rates));
        self.last = live.elapsed;
        self.moved = live.moved;
    }

    /// Returns each log with its lines.
    pub fn lines(&self) -> [(PathBuf, String); 3] {
        let log = |direction: usize| {
            let lines = self.samples.iter().map(|(at, rates)| {
                let rate = rates.get(direction).copied().unwrap_or(0);
                format!("{}, {rate}, {direction}, 0, 0\n", at.as_millis())
            });
            lines.collect::<String>()
        };
        [0, 1, 2].map(|direction| (PathBuf::from(PATHS[direction]), log(direction)))
    }
}

/// The names of the logs, in the order of fio's numbers of directions.
pub const PATHS: [&str; 3] = ["agg-read_bw.log", "agg-write_bw.log", "agg-trim_bw.log"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_the_rate_since_the_one_before() {
        let mut log = AggregateLog::new(&Jobs::default());
        let mut live = ScheduleState::default();
        // fio 3.33, --bandwidth-log --eta=always with rate=1m,2m: "1150, 1027, 0, 0, 0" and "1150, 2055, 1, 0, 0".
        for (at, read, write) in [
            (0, 0, 0),
            (200, 1, 2),
            (500, 512 << 10, 1 << 20),
            (1500, 512 << 10, 3 << 20),
        ] {
            live.elapsed = Duration::from_millis(at);
            live.moved.read.bytes = read;
            live.moved.write.bytes = write;
            log.look(&live);
        }
        let [read, write, trim] = log.lines();
        assert_eq!(read.1, "500, 1024, 0, 0, 0\n1500, 0, 0, 0, 0\n");
        assert_eq!(write.1, "500, 2048, 1, 0, 0\n1500, 2048, 1, 0, 0\n");
        assert_eq!((trim.0, trim.1.lines().count()), (PathBuf::from("agg-trim_bw.log"), 2));
    }
}
