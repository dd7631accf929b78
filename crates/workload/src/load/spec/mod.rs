//! What a load is: one worker that reads and writes blocks of files, in an order, at a pace, until a limit.
//!
//! It says what fio's jobs, sqlio and diskspd can say, without any of their spelling. All sizes are bytes.

mod content;
mod engine;
mod order;
mod pace;
mod replay;
mod sum;
mod watched;

use std::path::PathBuf;
use std::time::Duration;

use feedrate_pageio::Direction;
pub use feedrate_pageio::placement::{IoClass, IoPriority, MemoryPolicy};
pub use feedrate_pageio::{CallOptions, WriteSync};
use serde::Serialize;

pub use content::*;
pub use engine::*;
pub use order::*;
pub use pace::*;
pub use replay::*;
pub use sum::*;
pub use watched::*;

/// Loads that run in batches: those of a batch start together, and the next batch starts when all of it have
/// ended.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    /// The batches, in their order.
    pub batches: Vec<Vec<Load>>,
}

/// One worker.
#[derive(Clone, Debug)]
pub struct Load {
    /// What reports call it.
    pub name: String,
    /// Reports add up loads of one group.
    pub group: u32,
    /// It starts when all loads of this name have ended, within its batch.
    pub after: Option<String>,
    /// Its files, in their order.
    pub files: Vec<LoadFile>,
    /// Which file is next.
    pub choice: FileChoice,
    /// Of its files, so many are worked on at a time; a further one is taken up when one of them is done. Absent:
    /// all.
    pub open_at_once: Option<u32>,
    /// Which way blocks go.
    pub directions: Directions,
    /// In which order they are visited.
    pub order: Order,
    /// What was recorded and is to be done again, in place of all that `order`, `blocks` and `limit` say of which block
    /// is next. Lengths of blocks are then those of the longest.
    pub replay: Option<Replay>,
    /// How long they are.
    pub blocks: PerDirection<Blocks>,
    /// Lengths are those of `blocks.read` in order and of `blocks.write` at random places, whichever way they go.
    pub lengths_by_order: bool,
    /// Parts of the files that are worked on in turn.
    pub strides: Option<Strides>,
    /// Offsets are multiples of this in random order; absent: of the shortest block.
    pub alignment: Option<u64>,
    /// When it ends.
    pub limit: Limit,
    /// Time to run before anything is counted.
    pub ramp: Duration,
    /// Time to wait after the start of its batch.
    pub start_after: Duration,
    /// By what means blocks are moved.
    pub engine: LoadEngine,
    /// Past the page cache.
    pub direct: bool,
    /// What the kernel may not do with it.
    pub call_options: CallOptions,
    /// What the kernel is told of the order.
    pub advice: Advice,
    /// What a write waits for.
    pub write_sync: WriteSync,
    /// How many are in flight.
    pub depth: Depths,
    /// What reaches the device, and when.
    pub flush: Flush,
    /// The most of each direction.
    pub pace: PerDirection<Pace>,
    /// The least that it has to move.
    pub least: Option<Least>,
    /// Latencies count from when a rate has a block due, not from when it begins: that it is late is part of them.
    pub counts_from_due: bool,
    /// Pauses between blocks.
    pub think: Option<Think>,
    /// What is written.
    pub content: Contents,
    /// What is checked of what is read.
    pub verify: Option<Verify>,
    /// Whether its files leave the page cache before it starts.
    pub invalidate: bool,
    /// Whether its files are read into the page cache before it starts; they then do not leave it.
    pub pre_read: bool,
    /// How files come to be.
    pub layout: Layout,
    /// What random order follows from.
    pub seed: u64,
    /// Processors that it may run on; absent: all.
    pub processors: Option<Vec<u32>>,
    /// Where its memory is.
    pub memory: MemoryPolicy,
    /// Before whom its requests come; absent: as those of the program.
    pub io_priority: Option<IoPriority>,
    /// Whether it is a process of its own.
    pub as_process: bool,
    /// Length of an interval of the samples of throughput (fio: 500 ms).
    pub sample: Duration,
    /// Which series are kept.
    pub logs: Logs,
    /// It ends when it has become steady.
    pub steady: Option<Steady>,
    /// It looks for the deepest queue that keeps a latency.
    pub latency_target: Option<LatencyTarget>,
    /// Its weight among the loads of its batch that have one and the same `flow_id`: they keep the numbers of their
    /// blocks in the ratio of their weights, so that who is ahead waits for the others that still run.
    pub flow: Option<u32>,
    /// Which of the loads with a weight are held against each other.
    pub flow_id: u64,
    /// Numbers of the system's errors, of reads and of writes, after which it goes on.
    pub goes_on_after: PerDirection<Vec<i32>>,
    /// What else ends when it ends.
    pub ends: Ends,
    /// What else ends when it fails.
    pub fails: Ends,
    /// Whether files that feedrate did not make may be written.
    pub overwrite_foreign: bool,
}

/// One file, and the part of it that is worked on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadFile {
    /// It.
    pub path: PathBuf,
    /// Where the part begins.
    pub offset: u64,
    /// Where in the part sequential order begins; it then goes on at the part's start until it has been over all of
    /// it.
    pub start: u64,
    /// Bytes of the part; absent: to the end of the file or device as it is found.
    pub bytes: Option<u64>,
    /// Bytes that the file is to have when it is made or is too short; absent: up to the end of the part.
    pub file_bytes: Option<u64>,
}

/// Which file is next.
#[derive(Clone, Debug, PartialEq)]
pub enum FileChoice {
    /// One after the other, for so many blocks in a row.
    RoundRobin {
        /// Blocks in a row, at least 1.
        blocks: u64,
    },
    /// Each to its end.
    Sequential,
    /// At random, for so many blocks in a row.
    Random {
        /// Blocks in a row, at least 1.
        blocks: u64,
        /// How likely each file is.
        distribution: Distribution,
    },
}

/// Which way blocks go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directions {
    /// From files.
    Read,
    /// To files.
    Write,
    /// Both. Each direction has its own position in sequential order; in random order they share the blocks that
    /// are left.
    Mixed {
        /// Of 100 blocks so many are reads. Chosen at random, so that the share holds over many.
        read_percent: u8,
    },
    /// Neither: the space of each block is given back. Blocks have the length of writes.
    Trim,
    /// The space of each block is given back, and it is written again.
    TrimWrite,
}

impl Directions {
    /// Whether anything is read.
    pub fn reads(self) -> bool {
        matches!(self, Self::Read | Self::Mixed { .. })
    }

    /// Whether what is there is changed: written, or trimmed.
    pub fn writes(self) -> bool {
        self != Self::Read
    }

    /// Whether anything is trimmed.
    pub fn trims(self) -> bool {
        matches!(self, Self::Trim | Self::TrimWrite)
    }
}

/// Something for each direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PerDirection<T> {
    /// For reads.
    pub read: T,
    /// For writes.
    pub write: T,
}

impl<T> PerDirection<T> {
    /// The same for both.
    pub fn both(value: T) -> Self
    where
        T: Clone,
    {
        Self {
            read: value.clone(),
            write: value,
        }
    }

    /// That of a direction.
    pub fn of(&self, direction: Direction) -> &T {
        match direction {
            Direction::Read => &self.read,
            Direction::Write => &self.write,
        }
    }

    /// That of a direction.
    pub fn of_mut(&mut self, direction: Direction) -> &mut T {
        match direction {
            Direction::Read => &mut self.read,
            Direction::Write => &mut self.write,
        }
    }
}

impl Load {
    /// A load that reads its files from front to back once, by blocks of 4 KiB, through the page cache: what the
    /// others then differ from.
    pub fn new(name: impl Into<String>, files: Vec<LoadFile>) -> Self {
        Self {
            name: name.into(),
            group: 0,
            after: None,
            files,
            choice: FileChoice::RoundRobin { blocks: 1 },
            open_at_once: None,
            directions: Directions::Read,
            order: Order::Sequential { step: 0 },
            replay: None,
            blocks: PerDirection::both(Blocks::Fixed(4096)),
            lengths_by_order: false,
            strides: None,
            alignment: None,
            limit: Limit::default(),
            ramp: Duration::ZERO,
            start_after: Duration::ZERO,
            engine: LoadEngine::SINGLE,
            direct: false,
            call_options: CallOptions::default(),
            advice: Advice::AsOrdered,
            write_sync: WriteSync::Nothing,
            depth: Depths::of(1),
            flush: Flush::default(),
            pace: PerDirection::default(),
            least: None,
            counts_from_due: false,
            think: None,
            content: Contents::Scrambled,
            verify: None,
            invalidate: true,
            pre_read: false,
            layout: Layout {
                reserve: Reserve::Native,
                overwrite: false,
                create_on_open: false,
                may_create: true,
                may_grow: true,
                unlink: false,
                flush: true,
                is_all: false,
            },
            seed: 1,
            processors: None,
            memory: MemoryPolicy::Default,
            io_priority: None,
            as_process: false,
            sample: Duration::from_millis(500),
            logs: Logs::default(),
            steady: None,
            latency_target: None,
            flow: None,
            flow_id: 0,
            goes_on_after: PerDirection::default(),
            ends: Ends::Itself,
            fails: Ends::Itself,
            overwrite_foreign: false,
        }
    }
}

impl LoadFile {
    /// The first `bytes` bytes of a file.
    pub fn new(path: impl Into<PathBuf>, bytes: u64) -> Self {
        Self {
            path: path.into(),
            offset: 0,
            start: 0,
            bytes: Some(bytes),
            file_bytes: None,
        }
    }
}
