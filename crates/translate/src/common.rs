//! The common form of tests. Sizes are in bytes, times in seconds.

use feedrate_workload::load::{Extent, Zone};

/// A test.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workload {
    pub(crate) jobs: Vec<Job>,
    /// The parts of the source that the common form cannot express.
    pub(crate) lost: Vec<String>,
}

/// Threads that do the same work at the same time.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) name: String,
    /// True if it begins when all before have ended, rather than with them.
    pub(crate) waits: bool,
    pub(crate) pools: Vec<Pool>,
    /// True if each thread has a queue for each of its files, rather than one for all.
    pub(crate) queue_for_each_file: bool,
    /// The percentage of blocks that are read.
    pub(crate) read_percent: u8,
    pub(crate) order: Order,
    /// The shares of random blocks that go to parts of a file; empty if all positions are equally likely.
    pub(crate) zones: Vec<Zone>,
    pub(crate) block: u64,
    /// The blocks in flight of a queue.
    pub(crate) depth: u32,
    pub(crate) direct: bool,
    pub(crate) write_through: bool,
    /// True if a mix moves all of its files in each direction, rather than in both together.
    pub(crate) each_way: bool,
    pub(crate) until: Until,
    pub(crate) warm_up: f64,
    /// The limit of each queue, per second.
    pub(crate) rate: Option<Rate>,
    pub(crate) content: Content,
    /// True if its files are evicted from the page cache first.
    pub(crate) invalidate: bool,
    pub(crate) latency: bool,
}

/// Threads, and the files of each of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pool {
    pub(crate) files: Vec<File>,
    pub(crate) threads: u32,
    /// The processors that they may use; empty for all.
    pub(crate) processors: Vec<u32>,
    /// True if each has one of them for itself, in turn.
    pub(crate) one_each: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct File {
    pub(crate) name: String,
    /// The beginning of the part that is used.
    pub(crate) offset: u64,
    /// Its bytes; `None` for all up to the end.
    pub(crate) bytes: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// From front to back, with `stride` bytes from the start of a block to that of the next.
    Sequential { stride: u64, shared: bool },
    /// A percentage of random positions, which are multiples of `align`.
    Random { align: u64, percent: u8, repeats: bool },
    /// Runs of `ios` blocks, each `factor` blocks after the one before; then a block further.
    Stripes { factor: u64, ios: u64 },
}

/// The end of a job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Until {
    /// After this time.
    Time(f64),
    /// When all files were processed once, or after this time.
    Once(Option<f64>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rate {
    Bytes(u64),
    Blocks(u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Random bytes, a few of which change.
    Scrambled,
    Zeros,
    /// The bytes 0 to 255.
    Counting,
    RandomEach,
    RandomOnce,
}

impl Job {
    pub(crate) fn reads(&self) -> bool {
        self.read_percent > 0
    }

    pub(crate) fn writes(&self) -> bool {
        self.read_percent < 100
    }

    /// Returns all files, each once.
    pub(crate) fn files(&self) -> Vec<&File> {
        let mut files: Vec<&File> = Vec::new();
        for file in self.pools.iter().flat_map(|pool| &pool.files) {
            if !files.contains(&file) {
                files.push(file);
            }
        }
        files
    }

    /// Returns whether it both reads and writes.
    pub(crate) fn is_mix(&self) -> bool {
        self.reads() && self.writes()
    }

    pub(crate) fn threads(&self) -> u32 {
        self.pools.iter().map(|pool| pool.threads).sum()
    }
}

/// Shares of blocks, each with the percentage or the bytes of the file that they go to.
pub(crate) enum Shares {
    Percent(Vec<(f64, f64)>),
    Bytes(Vec<(f64, u64)>),
}

impl Shares {
    /// Returns those of a job's zones, if all of them have the same unit.
    pub(crate) fn of(zones: &[Zone]) -> Option<Self> {
        let percent = |zone: &Zone| match zone.extent {
            Extent::Percent(percent) => Some((zone.access_percent, percent)),
            Extent::Bytes(_) => None,
        };
        let bytes = |zone: &Zone| match zone.extent {
            Extent::Bytes(bytes) => Some((zone.access_percent, bytes)),
            Extent::Percent(_) => None,
        };
        let all: Option<Vec<_>> = zones.iter().map(percent).collect();
        all.map(Self::Percent)
            .or_else(|| zones.iter().map(bytes).collect::<Option<_>>().map(Self::Bytes))
    }
}

/// Adds a loss if files are evicted from the page cache first, for a tool that leaves them there.
pub(crate) fn lose_eviction(job: &Job, lost: &mut Vec<String>) {
    if job.invalidate && !job.direct {
        lost.push(format!("{}: files that leave the page cache first", job.name));
    }
}

/// Adds a loss if random positions are not equally likely.
pub(crate) fn lose_zones(job: &Job, lost: &mut Vec<String>) {
    if !job.zones.is_empty() {
        lost.push(format!(
            "{}: parts of files that more of the blocks go to than to others",
            job.name
        ));
    }
}

/// Returns the common value of all files, if there is one.
pub(crate) fn same<T: PartialEq>(files: &[&File], of: fn(&File) -> T) -> Option<T> {
    let first = of(files.first()?);
    files.iter().all(|file| of(file) == first).then_some(first)
}

/// Returns integer seconds, at least one, and adds a loss for the rest.
pub(crate) fn whole_seconds(job: &Job, seconds: f64, lost: &mut Vec<String>) -> u64 {
    let whole = seconds.ceil().max(1.0);
    if whole != seconds {
        lost.push(format!("{}: {seconds} s become {whole} whole seconds", job.name));
    }
    whole as u64
}
