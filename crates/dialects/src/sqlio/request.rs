//! What is to be done, once it is known to make sense.

use std::path::PathBuf;

/// What the arguments ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// To be told how to ask.
    Help,
    /// A test.
    Test(Test),
    /// To be told in plain words what a test would do.
    Explain(Test),
}

/// A test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Whether it writes.
    pub writes: bool,
    /// Threads, and the files that they work on.
    pub pools: Vec<Pool>,
    /// How long it runs.
    pub seconds: u64,
    /// In which order blocks are visited.
    pub pattern: Pattern,
    /// Bytes of a block.
    pub block_bytes: u64,
    /// Blocks in flight, of each thread and file; absent: one a thread, whichever file it is in.
    pub outstanding: Option<u32>,
    /// Into how many buffers a block falls.
    pub sub_blocks: Option<SubBlocks>,
    /// Whether latencies are told.
    pub latency: Option<Latency>,
    /// Whether processor use is told.
    pub utilisation: Option<Utilisation>,
    /// Which caches are used.
    pub buffering: Buffering,
    /// Whether an option said which caches.
    pub buffering_given: bool,
    /// Blocks that are left out at the start of each file.
    pub start_blocks: u64,
    /// The name of the parameter file, as it was given.
    pub parameter_file: Option<String>,
    /// Whether what the original never told is told below the result.
    pub account: bool,
    /// Whether files that feedrate did not make, and devices, may be written.
    pub overwrite_foreign: bool,
    /// What given options do not mean here, a line each.
    pub remarks: Vec<String>,
}

/// Threads that do the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    /// What they work on, in turn.
    pub files: Vec<TestFile>,
    /// How many there are.
    pub threads: u32,
    /// Where they run.
    pub affinity: Affinity,
    /// The mask as a number, for who reads the output.
    pub mask: u64,
}

/// A file or a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestFile {
    /// As it was given.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// The size that the parameter file gives, in MB of 2^20 bytes.
    pub megabytes: Option<u64>,
    /// Whether it was named as a raw partition or disk.
    pub raw: bool,
}

/// Where threads run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Affinity {
    /// Anywhere.
    Any,
    /// Each on any of these processors.
    All(Vec<u32>),
    /// Each on the next of these processors.
    RoundRobin(Vec<u32>),
}

/// In which order blocks are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Any block, each as likely.
    Random,
    /// One after the other; threads share the position.
    Sequential,
    /// A grid: runs of `ios` blocks, each `factor` blocks after the one before; the next run is a block further.
    Stripes {
        /// Blocks of a stripe.
        factor: u64,
        /// Blocks of a run.
        ios: u64,
        /// Whether each run visits the same blocks (`-v1.1.1`).
        same_run: bool,
    },
}

/// Into how many buffers a block falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubBlocks {
    /// Copied from and to them.
    Copied(u32),
    /// Scattered and gathered.
    Scattered(u32),
}

/// How latencies are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latency {
    /// Whether the processor's timer was asked for.
    pub processor_timer: bool,
    /// Whether the time to start a block is told too.
    pub initiation: bool,
}

/// How processor use is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Utilisation {
    /// For each processor too.
    pub each_processor: bool,
}

/// Which caches are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffering {
    /// `-BN`: none.
    None,
    /// `-BY`: all.
    All,
    /// `-BH`: that of the disk.
    Hardware,
    /// `-BS`: that of the file system.
    Software,
}

impl Buffering {
    /// Past the page cache.
    pub fn is_direct(self) -> bool {
        matches!(self, Self::None | Self::Hardware)
    }

    /// Whether a write waits until it is on the device.
    pub fn writes_through(self) -> bool {
        matches!(self, Self::None | Self::Software)
    }
}

impl Test {
    /// All threads.
    pub fn threads(&self) -> u32 {
        self.pools.iter().map(|pool| pool.threads).sum()
    }

    /// All files, each once for every pool that has it.
    pub fn files(&self) -> impl Iterator<Item = &TestFile> {
        self.pools.iter().flat_map(|pool| &pool.files)
    }
}
