//! A target of a time span, with its settings.

use std::path::PathBuf;

use feedrate_workload::load::{Extent, Zone};

/// A file or a device, and the work on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Its name as given.
    pub name: String,
    /// Its path.
    pub path: PathBuf,
    /// Bytes of a block.
    pub block: u64,
    /// The beginning of the used part.
    pub from: u64,
    /// Its end; `None` for the target's end.
    pub end: Option<u64>,
    /// The size of a created target.
    pub create: Option<u64>,
    /// Threads of its own, where threads are not of all targets.
    pub threads: u32,
    /// Blocks in flight of each thread, where they are not of all targets.
    pub depth: u32,
    /// The order of blocks.
    pub order: Order,
    /// The offset of each thread's beginning from that of the one before.
    pub thread_stride: u64,
    /// The caches.
    pub cache: Cache,
    /// True if a write waits for the device.
    pub write_through: bool,
    /// The hint of random order.
    pub random_hint: bool,
    /// The hint of sequential order.
    pub sequential_hint: bool,
    /// The hint of a temporary file.
    pub temporary_hint: bool,
    /// True if large pages are requested.
    pub large_pages: bool,
    /// The percentage of blocks that are written.
    pub write_percent: u8,
    /// The content of written blocks.
    pub content: Content,
    /// The limit of each thread.
    pub throttle: Option<Throttle>,
    /// Blocks of a burst.
    pub burst: Option<u64>,
    /// Milliseconds between bursts.
    pub think: Option<u64>,
    /// Priority of the I/O: 1 to 3.
    pub priority: u8,
}

impl Target {
    /// Returns whether another target has the same settings.
    pub fn is_used_as(&self, other: &Self) -> bool {
        let renamed = Self {
            name: other.name.clone(),
            path: other.path.clone(),
            ..self.clone()
        };
        renamed == *other
    }

    /// Returns the number of a template, whose file the command line names: `*1`.
    pub fn template(&self) -> Option<&str> {
        self.name.strip_prefix('*')
    }
}

/// A file that the arguments or a profile name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// Its name as given.
    pub name: String,
    /// Its path.
    pub path: PathBuf,
}

/// The order of blocks.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// From front to back.
    Sequential {
        /// From the start of a block to that of the next.
        stride: u64,
        /// True if threads share the position.
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
    /// True if parts are bytes rather than percentages.
    pub absolute: bool,
    /// Percentages of blocks, and how much of the target.
    pub parts: Vec<(u8, u64)>,
}

impl Distribution {
    /// Returns the shares, if they sum to no more than the whole.
    pub(super) fn new(absolute: bool, parts: Vec<(u8, u64)>) -> Option<Self> {
        let blocks: u64 = parts.iter().map(|&(blocks, _)| u64::from(blocks)).sum();
        let extents = parts.iter().map(|&(_, of)| of);
        let extent = extents.clone().try_fold(0u64, |sum, of| sum.checked_add(of))?;
        let is_valid = blocks <= 100 && extents.clone().all(|of| of > 0);
        // The rest of the blocks goes to the rest of the target, which must not be empty.
        let fits = absolute || extent < 100 || (extent == 100 && blocks == 100);
        (is_valid && fits).then_some(Self { absolute, parts })
    }

    /// Returns the parts with the rest of the target, which has what is left of the blocks; it is 0 bytes long where
    /// its end is that of the target.
    pub fn whole(&self) -> Vec<(u8, u64)> {
        let mut parts = self.parts.clone();
        let blocks: u64 = parts.iter().map(|&(blocks, _)| u64::from(blocks)).sum();
        if blocks < 100 {
            let of: u64 = parts.iter().map(|&(_, of)| of).sum();
            let rest = match self.absolute {
                true => 0,
                false => 100u64.saturating_sub(of),
            };
            parts.push(((100 - blocks) as u8, rest));
        }
        parts
    }

    /// Returns the parts with their shares, and the rest of the target with what is left of the blocks.
    pub fn zones(&self) -> Vec<Zone> {
        let zone = |(blocks, of): (u8, u64)| Zone {
            access_percent: blocks.into(),
            extent: match (self.absolute, of) {
                // The end is at most that of the target.
                (true, 0) => Extent::Percent(100.0),
                (true, bytes) => Extent::Bytes(bytes),
                (false, percent) => Extent::Percent(percent as f64),
            },
        };
        self.whole().into_iter().map(zone).collect()
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
    /// A random part of a buffer for each block.
    Source {
        /// The bytes of the buffer.
        bytes: u64,
        /// The file that it is read from, repeated if it is shorter; `None` for random bytes.
        file: Option<NamedFile>,
    },
}

/// The limit of a thread and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Throttle {
    /// Bytes a millisecond.
    BytesPerMillisecond(u64),
    /// Blocks a second.
    BlocksPerSecond(u64),
}
