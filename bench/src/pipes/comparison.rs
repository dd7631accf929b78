//! What the pairs of the job say.

use feedrate_stats::{PairedRatio, Summary, Verdict};
use serde::Serialize;

use crate::claims::Run;
use crate::pairs::Pair;
use crate::way::Way;

/// One of the two ways: medians over its runs.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// How.
    pub way: Way,
    /// Seconds of the whole program.
    pub seconds: f64,
    /// Seconds of the two steps, by DATETIME.
    pub steps_seconds: f64,
    /// Processor seconds of all processes.
    pub cpu_seconds: f64,
    /// Bytes that steps read from files of data sets.
    pub read_bytes: f64,
    /// Bytes that they wrote to such files.
    pub written_bytes: f64,
    /// Bytes that they sent through pipes.
    pub piped_bytes: f64,
    /// Seconds that the session which computes stood still for that which tabulates, and the other way round.
    pub waited_seconds: [f64; 2],
    /// What the pipes of any run went over.
    pub carriers: Vec<String>,
    /// The most of the claims that the page cache served in any run, where it is told.
    pub claims_cache_share: Option<f64>,
    /// The share of the data set between the steps that the page cache served, where it is told.
    pub between_cache_share: Option<f64>,
}

/// A way through a pipe beside that through disk.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// Through the pipe.
    pub piped: Entry,
    /// Through disk.
    pub disk: Entry,
    /// Seconds of a raw read of as many bytes as the claims have, and of a raw write.
    pub raw_seconds: [f64; 2],
    /// Seconds of the whole program through the pipe divided by those through disk.
    pub of_disk: PairedRatio,
    /// The same of the steps' own seconds.
    pub steps_of_disk: Option<PairedRatio>,
    /// The same of processor seconds.
    pub cpu_of_disk: Option<PairedRatio>,
    /// Seconds through the pipe divided by those of a raw read of the claims.
    pub of_raw_read: PairedRatio,
    /// Seconds through disk divided by those of a raw read of the claims.
    pub disk_of_raw_read: PairedRatio,
    /// Whether the first of them is below what is asked.
    pub verdict: Verdict,
    /// All runs.
    pub pairs: Vec<Pair>,
}

impl Comparison {
    /// Compares; `below` is the ratio that all of the interval is to be below.
    pub fn of((piped, disk): (Way, Way), pairs: Vec<Pair>, below: f64) -> Result<Self, String> {
        let ratio = |ours: fn(&Pair) -> f64, theirs: fn(&Pair) -> f64| {
            let pairs: Vec<_> = pairs
                .iter()
                .map(|pair| (ours(pair), theirs(pair)))
                .collect();
            PairedRatio::of(&pairs)
        };
        let none = || "a run gave no time".to_owned();
        let of_disk =
            ratio(|pair| pair.piped.seconds, |pair| pair.disk.seconds).ok_or_else(none)?;
        let median = |value: fn(&Pair) -> f64| {
            let values: Vec<_> = pairs.iter().map(value).collect();
            Summary::of(&values).map(|summary| summary.median)
        };
        Ok(Self {
            piped: Entry::of(piped, pairs.iter().map(|pair| &pair.piped)).ok_or_else(none)?,
            disk: Entry::of(disk, pairs.iter().map(|pair| &pair.disk)).ok_or_else(none)?,
            raw_seconds: [
                median(|pair| pair.raw.read_seconds).ok_or_else(none)?,
                median(|pair| pair.raw.write_seconds).ok_or_else(none)?,
            ],
            of_disk,
            steps_of_disk: ratio(
                |pair| pair.piped.steps_seconds,
                |pair| pair.disk.steps_seconds,
            ),
            cpu_of_disk: ratio(|pair| pair.piped.cpu_seconds, |pair| pair.disk.cpu_seconds),
            of_raw_read: ratio(|pair| pair.piped.seconds, |pair| pair.raw.read_seconds)
                .ok_or_else(none)?,
            disk_of_raw_read: ratio(|pair| pair.disk.seconds, |pair| pair.raw.read_seconds)
                .ok_or_else(none)?,
            // There is no margin: all of the interval is asked for.
            verdict: of_disk.verdict_at_most(0.0, below),
            pairs,
        })
    }
}

impl Entry {
    fn of<'a>(way: Way, runs: impl Iterator<Item = &'a Run>) -> Option<Self> {
        let runs: Vec<_> = runs.collect();
        let median = |value: fn(&Run) -> f64| {
            let values: Vec<_> = runs.iter().map(|run| value(run)).collect();
            Summary::of(&values).map(|summary| summary.median)
        };
        let mut carriers: Vec<String> = Vec::new();
        for carrier in runs.iter().flat_map(|run| &run.moved.carriers) {
            if !carriers.contains(carrier) {
                carriers.push(carrier.clone());
            }
        }
        let greatest = |share: fn(&Run) -> Option<f64>| {
            let shares = runs.iter().map(|run| share(run));
            shares.reduce(|a, b| Some(a?.max(b?))).flatten()
        };
        Some(Self {
            way,
            seconds: median(|run| run.seconds)?,
            steps_seconds: median(|run| run.steps_seconds)?,
            cpu_seconds: median(|run| run.cpu_seconds)?,
            read_bytes: median(|run| run.moved.read_bytes as f64)?,
            written_bytes: median(|run| run.moved.written_bytes as f64)?,
            piped_bytes: median(|run| run.moved.piped_bytes as f64)?,
            waited_seconds: [
                median(|run| run.moved.writers_waited_seconds)?,
                median(|run| run.moved.readers_waited_seconds)?,
            ],
            carriers,
            claims_cache_share: greatest(|run| run.claims_cache_share),
            between_cache_share: greatest(|run| run.between_cache_share),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::raw_rate::Passes;
    use crate::record::Moved;
    use crate::way::{Pages, Through};

    use super::*;

    fn run(seconds: f64, piped_bytes: u64) -> Run {
        Run {
            seconds,
            steps_seconds: seconds - 0.1,
            cpu_seconds: 1.0,
            moved: Moved {
                piped_bytes,
                ..Moved::default()
            },
            claims_cache_share: Some(0.0),
            between_cache_share: None,
            sync_after_seconds: 0.0,
            table: String::new(),
        }
    }

    fn compared(ratios: [f64; 7]) -> Comparison {
        let way = |through| Way {
            through,
            pages: Pages::Cached,
            cpus: 2,
        };
        let pairs = ratios.map(|ratio| Pair {
            piped: run(2.0 * ratio, 500),
            disk: run(2.0, 0),
            raw: Passes {
                read_seconds: 0.5,
                write_seconds: 1.0,
            },
        });
        let ways = (way(Through::Pipe), way(Through::Disk));
        Comparison::of(ways, pairs.to_vec(), 0.575).unwrap()
    }

    #[test]
    fn all_of_the_interval_is_to_be_below() {
        let passed = compared([0.50, 0.51, 0.52, 0.53, 0.54, 0.55, 0.56]);
        assert_eq!(passed.verdict, Verdict::Passed);
        assert_eq!(passed.raw_seconds, [0.5, 1.0]);
        assert_eq!(
            (passed.piped.piped_bytes, passed.disk.piped_bytes),
            (500.0, 0.0)
        );
        let near = compared([0.50, 0.52, 0.54, 0.56, 0.58, 0.60, 0.62]);
        assert_eq!(near.verdict, Verdict::Undecided);
        let failed = compared([0.60, 0.61, 0.62, 0.63, 0.64, 0.65, 0.66]);
        assert_eq!(failed.verdict, Verdict::Failed);
    }
}
