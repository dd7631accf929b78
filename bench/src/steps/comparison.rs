//! The comparison of the rounds of a case.

use feedrate_bench::harness::comparison::{self, distinct, median};
use feedrate_stats::{PairedRatio, Verdict};
use serde::Serialize;

use super::case::Case;
use super::competitor::{Way, Who};
use super::course::Race;
use super::measurement::Measurement;
use super::requirement::Rates;
use super::rounds::Rounds;

/// The figures of one competitor that finished: medians over the rounds.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// The competitor and its settings.
    pub way: Way,
    /// 10^6 bytes of the table a second.
    pub megabytes_per_second: f64,
    /// Processor seconds for 10^9 bytes of the table.
    pub cpu_seconds_per_gigabyte: f64,
    /// Seconds that it took.
    pub seconds: f64,
    /// Seconds that reading the same columns took, where that is told.
    pub scan_seconds: Option<f64>,
    /// Seconds that the same took with one thread, where that is told.
    pub one_thread_seconds: Option<f64>,
    /// Those divided by the seconds that it took, run by run.
    pub speed_up: Option<PairedRatio>,
    /// Bytes of the file that was written.
    pub file_bytes: u64,
    /// The most memory that a process had resident at once in any round.
    pub peak_memory_bytes: u64,
    /// The greatest share of the reading that the page cache served in any round, where known.
    pub greatest_cache_share: Option<f64>,
    /// The longest that the volume still wrote after a run.
    pub longest_sync_after_seconds: f64,
    /// feedrate's rate divided by this one's, round by round; absent for feedrate itself.
    pub rate_ratio: Option<PairedRatio>,
    /// The same of processor time; absent also where a run used none.
    pub cpu_ratio: Option<PairedRatio>,
    /// All facts that the program told of how it did it, in any round.
    pub notes: Vec<String>,
}

/// feedrate beside another.
#[derive(Clone, Debug, Serialize)]
pub struct PeerRatio {
    /// The other.
    pub way: Way,
    /// feedrate's rate divided by its.
    pub ratio: PairedRatio,
}

/// The distance of feedrate from its requirement.
#[derive(Clone, Debug, Serialize)]
pub struct Distance {
    /// Beside the raw rate, of whoever gave the better one by its median; absent where nothing raw is run.
    pub of_raw: Option<PeerRatio>,
    /// Beside the faster peer by its median, if one finished.
    pub of_peer: Option<PeerRatio>,
    /// Beside DataFusion, all that it does; absent where it does not race.
    pub of_engine: Option<PeerRatio>,
    /// feedrate's rate divided by that which is [required](super::requirement::Requirement::rate) in the round.
    pub of_required: Option<PairedRatio>,
}

/// A case with the figures of its rounds.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The case.
    #[serde(skip)]
    pub case: &'static Case,
    name: &'static str,
    /// Bytes of memory that a process could have, what the page cache holds for it included.
    pub memory_bytes: Option<u64>,
    /// The figures of all competitors that finished.
    pub entries: Vec<Entry>,
    /// The distance; absent if feedrate did not finish.
    pub distance: Option<Distance>,
    /// Threads that programs were told to use; absent where they chose themselves.
    pub threads: Option<u32>,
    /// The verdict; absent where nothing is required, and feedrate finished.
    pub verdict: Option<Verdict>,
    /// All runs.
    pub runs: Rounds,
}

impl Comparison {
    /// Compares. The verdict needs an interval within `margin`, a fraction.
    pub fn of(race: Race, runs: Rounds, margin: f64) -> Result<Self, String> {
        let field = Field::of(&runs);
        let entries: Vec<_> = (0..field.finished.len())
            .map(|index| field.entry(index))
            .collect::<Option<_>>()
            .ok_or("a run gave no figures")?;
        let (distance, verdict) = match field.feedrate {
            None => (None, Some(Verdict::Failed)),
            Some(feedrate) => {
                let distance = field.distance(race.case, feedrate, &entries);
                let ratio = distance.of_required;
                let verdict = ratio.map_or(Verdict::Undecided, |it| it.verdict(margin, 1.0));
                let is_required = race.case.required.words().is_some();
                (Some(distance), is_required.then_some(verdict))
            }
        };
        Ok(Self {
            case: race.case,
            name: race.case.name,
            memory_bytes: race.memory_bytes,
            threads: race.threads,
            entries,
            distance,
            verdict,
            runs,
        })
    }
}

/// Those that finished, with their runs side by side.
struct Field<'a> {
    finished: Vec<(Way, Vec<&'a Measurement>)>,
    feedrate: Option<usize>,
}

impl<'a> Field<'a> {
    fn of(runs: &'a Rounds) -> Self {
        let ways = runs.ways.iter().enumerate();
        let finished: Vec<_> = ways.filter_map(|(index, &way)| Some((way, runs.of(index)?))).collect();
        Self {
            feedrate: finished.iter().position(|(way, _)| way.who == Who::Feedrate),
            finished,
        }
    }

    fn values(&self, index: usize, value: fn(&Measurement) -> f64) -> Vec<f64> {
        comparison::values(self.finished[index].1.iter().copied(), value)
    }

    /// feedrate's value divided by another's.
    fn ratio(&self, index: usize, value: fn(&Measurement) -> f64) -> Option<PairedRatio> {
        let feedrate = self.feedrate.filter(|&feedrate| feedrate != index)?;
        comparison::ratio(&self.values(feedrate, value), &self.values(index, value))
    }

    fn entry(&self, index: usize) -> Option<Entry> {
        let median = |value| median(&self.values(index, value));
        // A time that is told of one run is told of all; of none a median is no number.
        let told = |value| median(value).filter(|seconds| seconds.is_finite());
        let (way, runs) = &self.finished[index];
        Some(Entry {
            way: *way,
            megabytes_per_second: median(rate)?,
            cpu_seconds_per_gigabyte: median(cpu)?,
            seconds: median(|run| run.seconds)?,
            scan_seconds: told(|run| run.scan_seconds.unwrap_or(f64::NAN)),
            one_thread_seconds: told(|run| run.one_thread_seconds.unwrap_or(f64::NAN)),
            speed_up: runs
                .iter()
                .map(|run| Some((run.one_thread_seconds?, run.seconds)))
                .collect::<Option<Vec<_>>>()
                .and_then(|pairs| PairedRatio::of(&pairs)),
            file_bytes: runs.iter().map(|run| run.file_bytes).max()?,
            peak_memory_bytes: runs.iter().map(|run| run.peak_memory_bytes).max()?,
            greatest_cache_share: runs
                .iter()
                .map(|run| run.cache_share)
                .try_fold(0.0, |most: f64, share| share.map(|share| most.max(share))),
            longest_sync_after_seconds: runs.iter().map(|run| run.sync_after_seconds).fold(0.0, f64::max),
            rate_ratio: self.ratio(index, rate),
            cpu_ratio: self.ratio(index, cpu),
            notes: distinct(runs.iter().flat_map(|run| &run.notes)),
        })
    }

    /// Returns the place of the one with the best rate among some.
    fn best(&self, entries: &[Entry], belongs: fn(Who) -> bool) -> Option<usize> {
        let rate = |index: &usize| entries[*index].megabytes_per_second;
        (0..entries.len())
            .filter(|&index| belongs(entries[index].way.who))
            .max_by(|a, b| rate(a).total_cmp(&rate(b)))
    }

    fn distance(&self, case: &Case, feedrate: usize, entries: &[Entry]) -> Distance {
        let raw = self.best(entries, Who::is_raw);
        let peer = self.best(entries, Who::is_peer);
        let engine = self.best(entries, |who| who == Who::Datafusion);
        let beside = |index: Option<usize>| {
            let entry = &entries[index?];
            Some(PeerRatio {
                way: entry.way,
                ratio: entry.rate_ratio?,
            })
        };
        let rates = |index: Option<usize>, value| index.map_or(Vec::new(), |index| self.values(index, value));
        let (raws, peers) = (rates(raw, rate), rates(peer, rate));
        let engines = rates(engine, Measurement::rate_without_scan);
        let [duckdb, polars] =
            [Who::Duckdb, Who::Polars].map(|who| rates(entries.iter().position(|it| it.way.who == who), rate));
        // Where no scan is told, this is the whole rate.
        let ours = self.values(feedrate, Measurement::rate_without_scan);
        let required = |round: usize| {
            case.required.rate(Rates {
                raw: raws.get(round).copied(),
                peer: peers.get(round).copied(),
                engine: engines.get(round).copied(),
                duckdb: duckdb.get(round).copied(),
                polars: polars.get(round).copied(),
            })
        };
        let required: Option<Vec<_>> = (0..ours.len()).map(required).collect();
        Distance {
            of_raw: beside(raw),
            of_peer: beside(peer),
            of_engine: beside(engine),
            of_required: required.and_then(|required| comparison::ratio(&ours, &required)),
        }
    }
}

fn rate(run: &Measurement) -> f64 {
    run.megabytes_per_second
}

fn cpu(run: &Measurement) -> f64 {
    run.cpu_seconds_per_gigabyte
}
