//! Valid requests.

use std::path::PathBuf;

use feedrate_workload::load::{Extent, Zone};

/// The request of the arguments.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// The help.
    Help,
    /// A test.
    Test(Test),
    /// Only the output lines about the arguments (`-Rp`).
    Profile(Test),
    /// A description of a test.
    Explain(Test),
}

/// A test.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The command line, as it was given.
    pub command_line: String,
    /// The targets.
    pub targets: Vec<Target>,
    /// Bytes of a block.
    pub block: u64,
    /// The beginning of the used part of a target.
    pub from: u64,
    /// Its end; `None` for the target's end.
    pub end: Option<u64>,
    /// The size of created targets.
    pub create: Option<u64>,
    /// Seconds before anything is counted.
    pub warm_up: u64,
    /// Seconds that are counted.
    pub duration: u64,
    /// Seconds that the work continues after that.
    pub cool_down: u64,
    /// Threads, and blocks in flight.
    pub queues: Queues,
    /// The order of blocks.
    pub order: Order,
    /// The offset of each thread's beginning from that of the one before.
    pub thread_stride: u64,
    /// The caches.
    pub cache: Cache,
    /// Whether a write waits for the device.
    pub write_through: bool,
    /// The hint of random order.
    pub random_hint: bool,
    /// The hint of sequential order.
    pub sequential_hint: bool,
    /// The hint of a temporary file.
    pub temporary_hint: bool,
    /// Whether large pages are requested.
    pub large_pages: bool,
    /// The percentage of blocks that are written.
    pub write_percent: u8,
    /// The content of written blocks.
    pub content: Content,
    /// The seed of random order.
    pub seed: u32,
    /// Whether affinity is disabled explicitly.
    pub affinity_disabled: bool,
    /// Groups and numbers of processors that threads are bound to in turn.
    pub processors: Vec<(u32, u32)>,
    /// Whether latencies are printed.
    pub latency: bool,
    /// Milliseconds of an interval of blocks a second, if they are printed.
    pub interval: Option<u64>,
    /// The limit of each thread and target.
    pub throttle: Option<Throttle>,
    /// Blocks of a burst.
    pub burst: Option<u64>,
    /// Milliseconds between bursts.
    pub think: Option<u64>,
    /// Whether completion routines are requested.
    pub completion_routines: bool,
    /// Priority of the I/O: 1 to 3.
    pub priority: u8,
    /// Whether the output about the arguments is verbose.
    pub verbose: bool,
    /// The form of the report.
    pub format: Format,
    /// Whether figures are printed below the result that the original does not have.
    pub account: bool,
    /// Whether files that feedrate did not make, and devices, may be written.
    pub overwrite_foreign: bool,
    /// Options with another meaning here, one line each.
    pub remarks: Vec<String>,
}

/// A file or a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its name as given.
    pub name: String,
    /// Its path.
    pub path: PathBuf,
}

/// Threads, and blocks in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queues {
    /// Threads of each target, with this many blocks in flight each.
    OfEachTarget {
        /// Threads of each.
        threads: u32,
        /// Blocks in flight of each thread.
        depth: u32,
    },
    /// Threads that work on all targets, with this many blocks in flight on each.
    OfAll {
        /// All threads.
        threads: u32,
        /// Blocks in flight of each thread on each target.
        depth: u32,
    },
    /// Threads that share the targets with this many blocks in flight, given by `-O`.
    Shared {
        /// All threads.
        threads: u32,
        /// Blocks in flight of each thread.
        depth: u32,
    },
}

impl Queues {
    /// Returns the threads of the whole test.
    pub fn threads(self, targets: usize) -> u64 {
        match self {
            Self::OfEachTarget { threads, .. } => u64::from(threads) * targets as u64,
            Self::OfAll { threads, .. } | Self::Shared { threads, .. } => threads.into(),
        }
    }

    /// Returns the blocks in flight of a thread and target.
    pub fn depth(self) -> u32 {
        match self {
            Self::OfEachTarget { depth, .. }
            | Self::OfAll { depth, .. }
            | Self::Shared { depth, .. } => depth,
        }
    }
}

/// The order of blocks.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// From front to back.
    Sequential {
        /// From the start of a block to that of the next.
        stride: u64,
        /// Whether threads share the position.
        interlocked: bool,
    },
    /// At random.
    Random {
        /// Offsets are multiples of this.
        align: u64,
        /// The percentage of blocks at random positions.
        percent: u8,
        /// Shares of blocks and of the target.
        distribution: Option<Distribution>,
    },
}

/// Shares of blocks and of a target, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// Whether parts are bytes rather than percentages.
    pub absolute: bool,
    /// Percentages of blocks, and how much of the target.
    pub parts: Vec<(u8, u64)>,
}

impl Distribution {
    /// Returns the parts with their shares, and the rest of the target with what is left of the blocks.
    pub fn zones(&self) -> Vec<Zone> {
        let extent = |of: u64| {
            if self.absolute {
                Extent::Bytes(of)
            } else {
                Extent::Percent(of as f64)
            }
        };
        let zone = |&(blocks, of): &(u8, u64)| Zone {
            access_percent: blocks.into(),
            extent: extent(of),
        };
        let mut zones: Vec<Zone> = self.parts.iter().map(zone).collect();
        let blocks: u64 = self
            .parts
            .iter()
            .map(|&(blocks, _)| u64::from(blocks))
            .sum();
        if blocks < 100 {
            let of: u64 = self.parts.iter().map(|&(_, of)| of).sum();
            zones.push(Zone {
                access_percent: (100 - blocks) as f64,
                // The end is at most that of the target.
                extent: if self.absolute {
                    Extent::Percent(100.0)
                } else {
                    Extent::Percent(100u64.saturating_sub(of) as f64)
                },
            });
        }
        zones
    }
}

/// The caches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cache {
    /// The page cache.
    Cached,
    /// Past the page cache.
    Direct,
    /// The page cache, by mapped memory.
    Mapped,
}

/// The content of written blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The bytes 0 to 255, repeated.
    Counting,
    /// Zeros.
    Zeros,
    /// Random bytes for each block.
    RandomEach,
    /// A random part of a buffer for each block.
    Source {
        /// The bytes of the buffer.
        bytes: u64,
        /// The file that it is read from, repeated if it is shorter; `None` for random bytes.
        file: Option<Target>,
    },
}

/// The form of the report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Lines and tables.
    #[default]
    Text,
    /// Elements of XML.
    Xml,
}

/// The limit of a thread and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Throttle {
    /// Bytes a millisecond.
    BytesPerMillisecond(u64),
    /// Blocks a second.
    BlocksPerSecond(u64),
}
