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
#[derive(Clone, Debug, PartialEq)]
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
    pub(crate) until: JobLimit,
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
pub(crate) enum JobLimit {
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

    /// Returns its zones, each as the percentage of blocks, a slash and the percentage or the bytes of the file that
    /// these go to, with colons between them; and whether they are bytes. `None` if it has none, or both kinds.
    pub(crate) fn shares(&self) -> Option<(String, bool)> {
        let of_bytes = matches!(self.zones.first()?.extent, Extent::Bytes(_));
        let share = |zone: &Zone| match zone.extent {
            Extent::Bytes(bytes) => of_bytes.then(|| format!("{}/{bytes}", zone.access_percent)),
            Extent::Percent(percent) => (!of_bytes).then(|| format!("{}/{percent}", zone.access_percent)),
        };
        let shares: Vec<String> = self.zones.iter().map(share).collect::<Option<_>>()?;
        Some((shares.join(":"), of_bytes))
    }
}

/// Returns the common value of all files, if there is one.
pub(crate) fn same<T: PartialEq>(files: &[&File], of: fn(&File) -> T) -> Option<T> {
    let first = of(files.first()?);
    files.iter().all(|file| of(file) == first).then_some(first)
}

/// Returns the percentage of blocks that are read, which is `mix` where blocks are written too.
pub(crate) fn read_percent(reads: bool, writes: bool, mix: u8) -> u8 {
    match (reads, writes) {
        (true, true) => mix,
        (true, false) => 100,
        (false, _) => 0,
    }
}

/// Returns numbers with commas between them.
pub(crate) fn list(numbers: &[u32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    numbers.join(",")
}
