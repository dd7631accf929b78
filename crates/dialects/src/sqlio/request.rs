//! Valid requests.

use std::path::PathBuf;

/// The request of the arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The help.
    Help,
    /// A test.
    Test(Test),
    /// A description of a test.
    Explain(Test),
}

/// A test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// True if it writes.
    pub writes: bool,
    /// Threads, and the files that they use.
    pub pools: Vec<Pool>,
    /// Its duration in seconds.
    pub seconds: u64,
    /// The order of blocks.
    pub pattern: Pattern,
    /// Bytes of a block.
    pub block_bytes: u64,
    /// Blocks in flight of each thread and file; `None` for one of each thread, in any file.
    pub outstanding: Option<u32>,
    /// The number of buffers of a block.
    pub sub_blocks: Option<SubBlocks>,
    /// The output on latencies; `None` if they are not printed.
    pub latency: Option<Latency>,
    /// The output on processor use; `None` if it is not printed.
    pub utilisation: Option<Utilisation>,
    /// The caches.
    pub buffering: BufferMode,
    /// True if an option gave the caches.
    pub buffering_given: bool,
    /// Blocks that are skipped at the start of each file.
    pub start_blocks: u64,
    /// The name of the parameter file, as given.
    pub parameter_file: Option<String>,
    /// True if figures are printed below the result that the original does not have.
    pub account: bool,
    /// True if files that feedrate did not make, and devices, may be written.
    pub overwrite_foreign: bool,
    /// Options with another meaning here, one line each.
    pub remarks: Vec<String>,
}

/// Threads with the same work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    /// Their files, which they use in turn.
    pub files: Vec<TestFile>,
    /// The number of threads.
    pub threads: u32,
    /// Their processors.
    pub affinity: Affinity,
    /// The mask as a number, for the output.
    pub mask: u64,
}

/// A file or a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestFile {
    /// Its name as given.
    pub name: String,
    /// Its path.
    pub path: PathBuf,
    /// The size that the parameter file gives, in MB of 2^20 bytes.
    pub megabytes: Option<u64>,
    /// True if it was given as a raw partition or disk.
    pub raw: bool,
}

/// The processors of threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Affinity {
    /// Any.
    Any,
    /// Each thread on any of these processors.
    All(Vec<u32>),
    /// Each thread on the next of these processors.
    RoundRobin(Vec<u32>),
}

/// In which order blocks are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Random blocks, all equally likely.
    Random,
    /// One after the other; threads share the position.
    Sequential,
    /// A grid: runs of `ios` blocks, each `factor` blocks after the one before; the next run is a block further.
    Stripes {
        /// Blocks of a stripe.
        factor: u64,
        /// Blocks of a run.
        ios: u64,
        /// True if each run visits the same blocks (`-v1.1.1`).
        same_run: bool,
    },
}

/// The number of buffers of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubBlocks {
    /// Copied from and to them.
    Copied(u32),
    /// Scattered and gathered.
    Scattered(u32),
}

/// The output on latencies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latency {
    /// True if the processor's timer is requested.
    pub processor_timer: bool,
    /// True if the time to start a block is printed too.
    pub initiation: bool,
}

/// The output on processor use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Utilisation {
    /// True if that of each processor is printed too.
    pub each_processor: bool,
}

/// The caches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BufferMode {
    /// `-BN`: none.
    None,
    /// `-BY`: all.
    All,
    /// `-BH`: that of the disk.
    Hardware,
    /// `-BS`: that of the file system.
    Software,
}

impl BufferMode {
    /// Returns whether it bypasses the page cache.
    pub fn is_direct(self) -> bool {
        matches!(self, Self::None | Self::Hardware)
    }

    /// Returns whether a write waits for the device.
    pub fn writes_through(self) -> bool {
        matches!(self, Self::None | Self::Software)
    }
}

impl Test {
    /// Returns the number of all threads.
    pub fn threads(&self) -> u32 {
        self.pools.iter().map(|pool| pool.threads).sum()
    }

    /// Returns all files, each once for every pool that has it.
    pub fn files(&self) -> impl Iterator<Item = &TestFile> {
        self.pools.iter().flat_map(|pool| &pool.files)
    }
}
