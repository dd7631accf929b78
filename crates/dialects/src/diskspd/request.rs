//! What is to be done, once it is known to make sense.

use std::path::PathBuf;

use feedrate_workload::load::{Extent, Zone};

/// What the arguments ask for.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// To be told how to ask.
    Help,
    /// A test.
    Test(Test),
    /// Only the lines about what was asked for (`-Rp`).
    Profile(Test),
    /// To be told in plain words what a test would do.
    Explain(Test),
}

/// A test.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The command line, as it was given.
    pub command_line: String,
    /// What it works on.
    pub targets: Vec<Target>,
    /// Bytes of a block.
    pub block: u64,
    /// Where the part of a target begins.
    pub from: u64,
    /// Where it ends; absent: at the target's end.
    pub end: Option<u64>,
    /// The size that targets are made of.
    pub create: Option<u64>,
    /// Seconds before anything is counted.
    pub warm_up: u64,
    /// Seconds that are counted.
    pub duration: u64,
    /// Seconds that the work goes on after that.
    pub cool_down: u64,
    /// Threads, and blocks in flight.
    pub queues: Queues,
    /// In which order blocks are visited.
    pub order: Order,
    /// Each thread begins so much further than the one before.
    pub thread_stride: u64,
    /// Which caches are used.
    pub cache: Cache,
    /// Whether a write waits until it is on the device.
    pub write_through: bool,
    /// Hint of random order.
    pub random_hint: bool,
    /// Hint of sequential order.
    pub sequential_hint: bool,
    /// Hint of a temporary file.
    pub temporary_hint: bool,
    /// Whether large pages were asked for.
    pub large_pages: bool,
    /// Of 100 blocks so many are writes.
    pub write_percent: u8,
    /// What is written.
    pub content: Content,
    /// What random order follows from.
    pub seed: u32,
    /// Whether threads are bound to no processor on purpose.
    pub affinity_disabled: bool,
    /// Groups and numbers of processors that threads are bound to in turn.
    pub processors: Vec<(u32, u32)>,
    /// Whether latencies are told.
    pub latency: bool,
    /// Milliseconds of an interval of blocks a second, if they are told.
    pub interval: Option<u64>,
    /// The most of each thread and target.
    pub throttle: Option<Throttle>,
    /// Blocks of a burst.
    pub burst: Option<u64>,
    /// Milliseconds between bursts.
    pub think: Option<u64>,
    /// Whether completion routines were asked for.
    pub completion_routines: bool,
    /// Priority of the I/O: 1 to 3.
    pub priority: u8,
    /// Whether more is told of what was asked for.
    pub verbose: bool,
    /// In which form.
    pub format: Format,
    /// Whether what the original never told is told below the result.
    pub account: bool,
    /// Whether files that feedrate did not make, and devices, may be written.
    pub overwrite_foreign: bool,
    /// What given options do not mean here, a line each.
    pub remarks: Vec<String>,
}

/// A file or a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// As it was given.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
}

/// Threads, and blocks in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queues {
    /// Threads of each target, each with so many blocks in flight there.
    OfEachTarget {
        /// Threads of each.
        threads: u32,
        /// Blocks in flight of each thread.
        depth: u32,
    },
    /// Threads that work on all targets, with so many blocks in flight on each.
    OfAll {
        /// All threads.
        threads: u32,
        /// Blocks in flight of each thread on each target.
        depth: u32,
    },
    /// Threads that work on the one target with so many blocks in flight, given by `-O`.
    Shared {
        /// All threads.
        threads: u32,
        /// Blocks in flight of each thread.
        depth: u32,
    },
}

impl Queues {
    /// Threads of the whole test.
    pub fn threads(self, targets: usize) -> u64 {
        match self {
            Self::OfEachTarget { threads, .. } => u64::from(threads) * targets as u64,
            Self::OfAll { threads, .. } | Self::Shared { threads, .. } => threads.into(),
        }
    }

    /// Blocks in flight of a thread and target.
    pub fn depth(self) -> u32 {
        match self {
            Self::OfEachTarget { depth, .. }
            | Self::OfAll { depth, .. }
            | Self::Shared { depth, .. } => depth,
        }
    }
}

/// In which order blocks are visited.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// From front to back.
    Sequential {
        /// From the start of a block to that of the next.
        stride: u64,
        /// Whether threads share the place.
        interlocked: bool,
    },
    /// At random.
    Random {
        /// Offsets are multiples of this.
        align: u64,
        /// Of 100 blocks so many are at random places.
        percent: u8,
        /// Shares of blocks and of the target.
        distribution: Option<Distribution>,
    },
}

/// Shares of blocks and of a target, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// Whether parts are bytes, not percent.
    pub absolute: bool,
    /// Percent of blocks, and how much of the target.
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
                // Beyond the target's end is its end.
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

/// Which caches are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cache {
    /// The page cache.
    Cached,
    /// Past the page cache.
    Direct,
    /// The page cache, by mapped memory.
    Mapped,
}

/// What is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The bytes 0 to 255, again and again.
    Counting,
    /// Zeros.
    Zeros,
    /// Random bytes for each block.
    RandomEach,
    /// For each block a random part of bytes that are got once.
    Source {
        /// So many.
        bytes: u64,
        /// The file that they are from, again and again if it is shorter; absent: they are random.
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

/// The most of a thread and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Throttle {
    /// Bytes a millisecond.
    BytesPerMillisecond(u64),
    /// Blocks a second.
    BlocksPerSecond(u64),
}
