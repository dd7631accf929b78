//! What the rounds of a case say.

use feedrate_stats::{PairedRatio, Summary, Verdict};
use serde::Serialize;

use crate::case::Case;
use crate::measurement::Measurement;
use crate::rounds::Rounds;
use crate::way::{Way, Who};

/// What share of the raw rate a step is to reach, unless the peers ask less.
pub const OF_RAW: f64 = 0.9;

/// How many times the faster peer's rate a step is to reach, unless the raw rate asks less.
pub const OF_PEER: f64 = 2.0;

/// The figures of one competitor: medians over the rounds.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// Who, and how.
    pub way: Way,
    /// 10^6 bytes of the table a second.
    pub megabytes_per_second: f64,
    /// Processor seconds for 10^9 bytes of the table.
    pub cpu_seconds_per_gigabyte: f64,
    /// Bytes of the file that was written.
    pub file_bytes: u64,
    /// The greatest share of the reading that the page cache served in any round, where known.
    pub greatest_cache_share: Option<f64>,
    /// The longest that the volume still wrote after a run.
    pub longest_sync_after_seconds: f64,
    /// feedrate's rate divided by this one's, round by round; absent for feedrate itself.
    pub rate_ratio: Option<PairedRatio>,
    /// The same of processor time; absent also where a run used none.
    pub cpu_ratio: Option<PairedRatio>,
}

/// How far feedrate is from what is asked of it.
#[derive(Clone, Debug, Serialize)]
pub struct Distance {
    /// Who gives the raw rate: the better one by its median.
    pub raw: Way,
    /// The faster peer by its median.
    pub peer: Way,
    /// feedrate's rate divided by the raw rate.
    pub of_raw: PairedRatio,
    /// feedrate's rate divided by the faster peer's.
    pub of_peer: PairedRatio,
    /// feedrate's rate divided by what is asked in the round: [`OF_RAW`] of the raw rate or [`OF_PEER`]
    /// times the faster peer's, the lesser.
    pub of_asked: PairedRatio,
    /// Whether it is reached.
    pub verdict: Verdict,
}

/// A case with what came of it.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The case.
    pub case: Case,
    /// The figures of all competitors.
    pub entries: Vec<Entry>,
    /// How far it is.
    pub distance: Distance,
    /// All runs.
    pub runs: Rounds,
}

impl Comparison {
    /// Compares. The verdict needs an interval within `margin`, a fraction.
    pub fn of(case: Case, runs: Rounds, margin: f64) -> Result<Self, String> {
        let columns = Columns::of(&runs)?;
        let entries: Vec<_> = (0..runs.ways.len())
            .map(|index| columns.entry(runs.ways[index], index))
            .collect::<Option<_>>()
            .ok_or("a run gave no figures")?;
        let distance = columns
            .distance(&entries, margin)
            .ok_or("rates do not compare")?;
        Ok(Self {
            case,
            entries,
            distance,
            runs,
        })
    }
}

/// The runs of each competitor side by side.
struct Columns {
    runs: Vec<Vec<Measurement>>,
    feedrate: usize,
}

impl Columns {
    fn of(runs: &Rounds) -> Result<Self, String> {
        let feedrate = runs.ways.iter().position(|way| way.who == Who::Feedrate);
        let column = |index: usize| {
            runs.rounds
                .iter()
                .map(|round| round[index])
                .collect::<Vec<_>>()
        };
        Ok(Self {
            runs: (0..runs.ways.len()).map(column).collect(),
            feedrate: feedrate.ok_or("feedrate did not race")?,
        })
    }

    fn values(&self, index: usize, value: fn(&Measurement) -> f64) -> Vec<f64> {
        self.runs[index].iter().map(value).collect()
    }

    fn ratio(&self, index: usize, value: fn(&Measurement) -> f64) -> Option<PairedRatio> {
        let ours = self.values(self.feedrate, value);
        let pairs: Vec<_> = ours.into_iter().zip(self.values(index, value)).collect();
        PairedRatio::of(&pairs)
    }

    fn entry(&self, way: Way, index: usize) -> Option<Entry> {
        let median = |value| Summary::of(&self.values(index, value)).map(|summary| summary.median);
        let runs = &self.runs[index];
        let ratio = |value| match index == self.feedrate {
            true => None,
            false => self.ratio(index, value),
        };
        Some(Entry {
            way,
            megabytes_per_second: median(rate)?,
            cpu_seconds_per_gigabyte: median(cpu)?,
            file_bytes: runs.iter().map(|run| run.file_bytes).max()?,
            greatest_cache_share: runs
                .iter()
                .map(|run| run.cache_share)
                .try_fold(0.0, |most: f64, share| share.map(|share| most.max(share))),
            longest_sync_after_seconds: runs
                .iter()
                .map(|run| run.sync_after_seconds)
                .fold(0.0, f64::max),
            rate_ratio: ratio(rate),
            cpu_ratio: ratio(cpu),
        })
    }

    fn distance(&self, entries: &[Entry], margin: f64) -> Option<Distance> {
        let best = |belongs: fn(Who) -> bool| {
            (0..entries.len())
                .filter(|&index| belongs(entries[index].way.who))
                .max_by(|&a, &b| {
                    entries[a]
                        .megabytes_per_second
                        .total_cmp(&entries[b].megabytes_per_second)
                })
        };
        let (raw, peer) = (best(Who::is_raw)?, best(Who::is_peer)?);
        let asked = self
            .values(raw, rate)
            .into_iter()
            .zip(self.values(peer, rate));
        let asked = asked.map(|(raw, peer)| (OF_RAW * raw).min(OF_PEER * peer));
        let pairs: Vec<_> = self
            .values(self.feedrate, rate)
            .into_iter()
            .zip(asked)
            .collect();
        let of_asked = PairedRatio::of(&pairs)?;
        Some(Distance {
            raw: entries[raw].way,
            peer: entries[peer].way,
            of_raw: entries[raw].rate_ratio?,
            of_peer: entries[peer].rate_ratio?,
            of_asked,
            verdict: of_asked.verdict(margin, 1.0),
        })
    }
}

fn rate(run: &Measurement) -> f64 {
    run.megabytes_per_second
}

fn cpu(run: &Measurement) -> f64 {
    run.cpu_seconds_per_gigabyte
}
