//! The comparison of the pairs of the job, and its table.

use feedrate_bench::harness::comparison::{self, distinct, median};
use feedrate_bench::harness::table::{self, Columns, megabytes};
use feedrate_stats::{PairedRatio, Verdict};
use serde::Serialize;

use super::job::Run;
use super::race::Pair;
use super::way::{PipeRoute, Way};

const COLUMNS: Columns<10> = Columns([-5, -15, 8, 6, 6, 6, 7, 6, 1, -13]);

/// One of the two ways: medians over its runs.
#[derive(Clone, Debug, Serialize)]
struct Entry {
    /// The way.
    way: Way,
    /// Seconds of the whole program.
    seconds: f64,
    /// Seconds of the two steps, by DATETIME.
    steps_seconds: f64,
    /// Processor seconds of all processes.
    cpu_seconds: f64,
    /// Bytes that steps read from files of data sets.
    read_bytes: f64,
    /// Bytes that they wrote to such files.
    written_bytes: f64,
    /// Bytes that they sent through pipes.
    piped_bytes: f64,
    /// Seconds that the session which computes stood still for that which tabulates, and the other way round.
    waited_seconds: [f64; 2],
    /// The transports of the pipes of any run.
    carriers: Vec<String>,
    /// The most of the claims that the page cache served in any run, where it is told.
    claims_cache_share: Option<f64>,
    /// The share of the data set between the steps that the page cache served, where it is told.
    between_cache_share: Option<f64>,
}

/// A way through a pipe beside that through disk.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// Through the pipe.
    piped: Entry,
    /// Through disk.
    disk: Entry,
    /// Seconds of a raw read of as many bytes as the claims have, and of a raw write.
    raw_seconds: [f64; 2],
    /// Seconds of the whole program through the pipe divided by those through disk.
    of_disk: PairedRatio,
    /// The same of the steps' own seconds.
    steps_of_disk: Option<PairedRatio>,
    /// The same of processor seconds.
    cpu_of_disk: Option<PairedRatio>,
    /// Seconds through the pipe divided by those of a raw read of the claims.
    of_raw_read: PairedRatio,
    /// Seconds through disk divided by those of a raw read of the claims.
    disk_of_raw_read: PairedRatio,
    /// The verdict on the first of them.
    pub verdict: Verdict,
    /// All runs.
    pairs: Vec<Pair>,
}

impl Comparison {
    /// Compares; `below` is the ratio that all of the interval is to be below.
    pub fn of((piped, disk): (Way, Way), pairs: Vec<Pair>, below: f64) -> Result<Self, String> {
        type Value = fn(&Pair) -> f64;
        let all = |value: Value| comparison::values(&pairs, value);
        let ratio = |ours: Value, theirs: Value| comparison::ratio(&all(ours), &all(theirs));
        let none = || "a run gave no time".to_owned();
        let (by_pipe, by_disk): (Value, Value) = (|pair| pair.piped.seconds, |pair| pair.disk.seconds);
        let (raw_read, raw_write): (Value, Value) = (|pair| pair.raw.read_seconds, |pair| pair.raw.write_seconds);
        let of_disk = ratio(by_pipe, by_disk).ok_or_else(none)?;
        let entry = |way, run: fn(&Pair) -> &Run| {
            let runs: Vec<&Run> = pairs.iter().map(run).collect();
            Entry::of(way, &runs).ok_or_else(none)
        };
        Ok(Self {
            piped: entry(piped, |pair| &pair.piped)?,
            disk: entry(disk, |pair| &pair.disk)?,
            raw_seconds: [
                median(&all(raw_read)).ok_or_else(none)?,
                median(&all(raw_write)).ok_or_else(none)?,
            ],
            of_disk,
            steps_of_disk: ratio(|pair| pair.piped.steps_seconds, |pair| pair.disk.steps_seconds),
            cpu_of_disk: ratio(|pair| pair.piped.cpu_seconds, |pair| pair.disk.cpu_seconds),
            of_raw_read: ratio(by_pipe, raw_read).ok_or_else(none)?,
            disk_of_raw_read: ratio(by_disk, raw_read).ok_or_else(none)?,
            // There is no margin: all of the interval is asked for.
            verdict: of_disk.verdict_at_most(0.0, below),
            pairs,
        })
    }

    /// Returns the table.
    pub fn rows(&self, below: f64) -> String {
        let Self { piped, disk, .. } = self;
        let name = piped.way.through.name();
        let carriers = match piped.carriers.is_empty() {
            true => String::new(),
            false => format!(" ({})", piped.carriers.join(", ")),
        };
        let mut rows = format!("CPUCOUNT {}: {name}{carriers} beside disk\n", piped.way.cpus);
        rows += &COLUMNS.line([
            "way", "how", "s", "steps", "CPU", "read", "written", "piped", "", "cache",
        ]);
        rows += &(piped.row() + &disk.row());
        let ([read, write], [writer, reader]) = (self.raw_seconds, piped.waited_seconds);
        let of_disk = format!("{}  {}", table::ratio(&self.of_disk), self.verdict);
        let lines = [
            (
                "a raw read, a raw write of the claims".to_owned(),
                format!("{read:.3} s, {write:.3} s"),
            ),
            (
                "the DATA step, PROC TABULATE waited".to_owned(),
                format!("{writer:.3} s, {reader:.3} s for the other"),
            ),
            ("pipe / raw read".to_owned(), table::ratio(&self.of_raw_read)),
            ("disk / raw read".to_owned(), table::ratio(&self.disk_of_raw_read)),
            (
                "pipe / disk, processor seconds".to_owned(),
                table::ratio_or_dash(self.cpu_of_disk.as_ref()),
            ),
            (
                "pipe / disk, steps".to_owned(),
                table::ratio_or_dash(self.steps_of_disk.as_ref()),
            ),
            (format!("pipe / disk, to be below {below:.3}"), of_disk),
        ];
        for (what, value) in lines {
            rows += &format!("  {what:<37} {value}\n");
        }
        rows
    }
}

impl Entry {
    fn of(way: Way, runs: &[&Run]) -> Option<Self> {
        let median = |value: fn(&Run) -> f64| median(&comparison::values(runs.iter().copied(), value));
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
            carriers: distinct(runs.iter().flat_map(|run| &run.moved.carriers)),
            claims_cache_share: greatest(|run| run.claims_cache_share),
            between_cache_share: greatest(|run| run.between_cache_share),
        })
    }

    fn row(&self) -> String {
        let share = |share: Option<f64>| match share {
            Some(_) => table::percent(share),
            None => "?".to_owned(),
        };
        let of_claims = share(self.claims_cache_share);
        let cache = match self.way.through {
            PipeRoute::Disk => format!("{of_claims}, {}", share(self.between_cache_share)),
            PipeRoute::Pipe | PipeRoute::Tcp => of_claims,
        };
        COLUMNS.line([
            self.way.through.name(),
            self.way.pages.label(),
            &format!("{:.3}", self.seconds),
            &format!("{:.2}", self.steps_seconds),
            &format!("{:.2}", self.cpu_seconds),
            &megabytes(self.read_bytes),
            &megabytes(self.written_bytes),
            &megabytes(self.piped_bytes),
            "",
            &cache,
        ])
    }
}

/// Returns the lines that say what is run and what the columns tell.
pub fn head(claims: u64, bytes: u64, memory: Option<u64>) -> String {
    let memory = match memory {
        Some(bytes) => format!("{} MiB for all processes of a job", bytes >> 20),
        None => "not limited".to_owned(),
    };
    format!(
        "{claims} claims, {} MB; memory: {memory}\n\n\
         s: of the whole program, its sessions started and ended. steps: of the DATA\n\
         step and PROC TABULATE, by DATETIME. CPU: processor seconds of all processes.\n\
         read, written, piped: MB of data sets. cache: the most of the claims, and of\n\
         the data set between the steps, that the page cache served in any run.\n",
        megabytes(bytes as f64)
    )
}

#[cfg(test)]
mod tests {
    use super::super::job::MovedBytes;
    use super::super::raw_rate::Passes;
    use super::super::way::{Pages, PipeRoute};
    use super::*;

    fn run(seconds: f64, piped_bytes: u64) -> Run {
        Run {
            seconds,
            steps_seconds: seconds - 0.1,
            cpu_seconds: 1.0,
            moved: MovedBytes {
                piped_bytes,
                ..MovedBytes::default()
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
        let ways = (way(PipeRoute::Pipe), way(PipeRoute::Disk));
        Comparison::of(ways, pairs.to_vec(), 0.575).unwrap()
    }

    #[test]
    fn all_of_the_interval_is_to_be_below() {
        let passed = compared([0.50, 0.51, 0.52, 0.53, 0.54, 0.55, 0.56]);
        assert_eq!(passed.verdict, Verdict::Passed);
        assert_eq!(passed.raw_seconds, [0.5, 1.0]);
        assert_eq!((passed.piped.piped_bytes, passed.disk.piped_bytes), (500.0, 0.0));
        let near = compared([0.50, 0.52, 0.54, 0.56, 0.58, 0.60, 0.62]);
        assert_eq!(near.verdict, Verdict::Undecided);
        let failed = compared([0.60, 0.61, 0.62, 0.63, 0.64, 0.65, 0.66]);
        assert_eq!(failed.verdict, Verdict::Failed);
    }
}
