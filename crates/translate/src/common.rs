//! A test in words that are no tool's. Sizes are bytes, times seconds.

use feedrate_workload::load::{Extent, Zone};

/// A test.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workload {
    pub(crate) jobs: Vec<Job>,
    /// What these words cannot say of the source.
    pub(crate) lost: Vec<String>,
}

/// Threads that do the same at the same time.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) name: String,
    /// Whether it begins when all before have ended, not with them.
    pub(crate) waits: bool,
    pub(crate) pools: Vec<Pool>,
    /// Whether each thread has a queue for each of its files, not one for all.
    pub(crate) queue_for_each_file: bool,
    /// Of 100 blocks so many are reads.
    pub(crate) read_percent: u8,
    pub(crate) order: Order,
    /// How many of the blocks at random places go to which parts of a file; nothing said: each place is as likely.
    pub(crate) zones: Vec<Zone>,
    pub(crate) block: u64,
    /// Blocks in flight of a queue.
    pub(crate) depth: u32,
    pub(crate) direct: bool,
    pub(crate) write_through: bool,
    pub(crate) until: Until,
    pub(crate) warm_up: f64,
    /// The most of each queue, a second.
    pub(crate) rate: Option<Rate>,
    pub(crate) content: Content,
    /// Whether its files leave the page cache first.
    pub(crate) invalidate: bool,
    pub(crate) latency: bool,
}

/// Threads, and the files that each of them works on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pool {
    pub(crate) files: Vec<File>,
    pub(crate) threads: u32,
    /// Where they run; nothing said: anywhere.
    pub(crate) processors: Vec<u32>,
    /// Whether each has one of them for itself, in turn.
    pub(crate) one_each: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct File {
    pub(crate) name: String,
    /// Where the part begins that is worked on.
    pub(crate) offset: u64,
    /// Bytes of it; absent: to the end.
    pub(crate) bytes: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// From front to back, from start to start of a block so many bytes further.
    Sequential { stride: u64, shared: bool },
    /// So many of 100 at random places, which are multiples of `align`.
    Random {
        align: u64,
        percent: u8,
        repeats: bool,
    },
    /// Runs of `ios` blocks, each `factor` blocks after the one before; then a block further.
    Stripes { factor: u64, ios: u64 },
}

/// When it ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Until {
    /// After so long.
    Time(f64),
    /// When it went over its files once, or so long has passed.
    Once(Option<f64>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rate {
    Bytes(u64),
    Blocks(u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Random bytes, a little of which changes.
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

    /// All files, each once.
    pub(crate) fn files(&self) -> Vec<&File> {
        let mut files: Vec<&File> = Vec::new();
        for file in self.pools.iter().flat_map(|pool| &pool.files) {
            if !files.contains(&file) {
                files.push(file);
            }
        }
        files
    }

    pub(crate) fn threads(&self) -> u32 {
        self.pools.iter().map(|pool| pool.threads).sum()
    }
}

/// Shares of blocks, each with a number: of the percent or the bytes of the file that they go to.
pub(crate) enum Shares {
    Percent(Vec<(f64, f64)>),
    Bytes(Vec<(f64, u64)>),
}

impl Shares {
    /// Those of a job's zones, if all of them are told alike.
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
        all.map(Self::Percent).or_else(|| {
            zones
                .iter()
                .map(bytes)
                .collect::<Option<_>>()
                .map(Self::Bytes)
        })
    }
}

/// Says what is lost where random places are not alike.
pub(crate) fn lose_zones(job: &Job, lost: &mut Vec<String>) {
    if !job.zones.is_empty() {
        lost.push(format!(
            "{}: parts of files that more of the blocks go to than to others",
            job.name
        ));
    }
}

/// What all files have, if that is the same.
pub(crate) fn same<T: PartialEq>(files: &[&File], of: fn(&File) -> T) -> Option<T> {
    let first = of(files.first()?);
    files.iter().all(|file| of(file) == first).then_some(first)
}

/// Whole seconds, at least one; what that leaves out is lost.
pub(crate) fn whole_seconds(job: &Job, seconds: f64, lost: &mut Vec<String>) -> u64 {
    let whole = seconds.ceil().max(1.0);
    if whole != seconds {
        lost.push(format!(
            "{}: {seconds} s become {whole} whole seconds",
            job.name
        ));
    }
    whole as u64
}
