//! Loads: workers that read and write blocks of files, in an order, at a rate, until a limit.
//!
//! They can express the jobs of fio, sqlio and diskspd, independently of their syntax. All sizes are in bytes.

mod compute;
mod content;
mod engine;
mod file_call;
mod files;
mod locking;
mod order;
mod pace;
mod per_direction;
mod priorities;
mod replay;
mod sequence;
mod sum;
mod watched;
mod write_state;

use std::time::Duration;

pub use feedrate_pageio::placement::{IoClass, IoPriority, MemoryPolicy, RequestPriority};
pub use feedrate_pageio::{CallOptions, NameCall, WriteSync};

pub use compute::*;
pub use content::*;
pub use engine::*;
pub use file_call::*;
pub use files::*;
pub use locking::*;
pub use order::*;
pub use pace::*;
pub use per_direction::*;
pub use priorities::*;
pub use replay::*;
pub(crate) use sequence::SeedUse;
pub use sequence::{FIO_SEED, FioSeeds, FioSequence, OffsetGenerator, WrittenMix};
pub use sum::*;
pub use watched::*;
pub use write_state::*;

use crate::error::Error;

/// Loads in batches: those of a batch start together, and the next batch starts when all of them have ended.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    /// The batches, in order.
    pub batches: Vec<Vec<Load>>,
}

/// One worker.
#[derive(Clone, Debug)]
pub struct Load {
    /// Its name in reports.
    pub name: String,
    /// The number of its group, whose loads reports sum.
    pub group: u32,
    /// The name of the loads of its batch whose end it waits for.
    pub after: Option<String>,
    /// Its files, in order.
    pub files: Vec<LoadFile>,
    /// The choice of the next file.
    pub choice: FileChoice,
    /// The most files at work at a time; another one is added when one is done. `None` for all.
    pub open_at_once: Option<u32>,
    /// The directions of blocks.
    pub directions: Directions,
    /// The order of blocks.
    pub order: Order,
    /// With [`Order::Shared`]: loads of a batch share the positions in their files if this number is the same.
    pub shared_position: u32,
    /// The facts from which fio's order of the same job follows; `None` for an order of feedrate's own.
    pub sequence: Option<FioSequence>,
    /// Recorded steps to be replayed instead of `order`, `blocks` and `limit`. Lengths of blocks are then those of the
    /// longest.
    pub replay: Option<Replay>,
    /// The lengths of blocks.
    pub blocks: PerDirection<Blocks>,
    /// True if `blocks.read` applies to sequential blocks and `blocks.write` to those at random offsets, in both
    /// directions.
    pub lengths_by_order: bool,
    /// The zones of files that are used in turn.
    pub strides: Option<Strides>,
    /// The alignment of random offsets; `None` for the length of the shortest block.
    pub alignment: Option<u64>,
    /// The limit.
    pub limit: Limit,
    /// The time before anything is counted.
    pub ramp: Duration,
    /// The bytes that are moved before anything is counted.
    pub ramp_bytes: u64,
    /// The delay after the start of its batch.
    pub start_after: Duration,
    /// The engine.
    pub engine: LoadEngine,
    /// The call about each file in place of opening it, for an engine that moves nothing; `None` to open them as it
    /// needs.
    pub opening: Option<FileCall>,
    /// Its computing in place of moving blocks, with an engine that moves nothing.
    pub compute: Option<Compute>,
    /// True if the page cache is bypassed.
    pub direct: bool,
    /// Restrictions on the kernel's handling of calls.
    pub call_options: CallOptions,
    /// The hint about the order that the kernel gets.
    pub advice: Advice,
    /// The lock by which its blocks exclude those of other loads of the same files.
    pub locking: FileLocking,
    /// The place that written data must have reached before a write returns.
    pub write_sync: WriteSync,
    /// The blocks in flight.
    pub depth: Depths,
    /// The flushes to the device.
    pub flush: Flush,
    /// The highest rate of each direction.
    pub pace: PerDirection<Pace>,
    /// The least rate.
    pub least: Option<LeastRate>,
    /// True if latencies count from the time at which a block is due by its rate, rather than from its start, so that
    /// delays are included.
    pub counts_from_due: bool,
    /// Pauses between blocks.
    pub think: Option<ThinkPauses>,
    /// The content of writes.
    pub content: Contents,
    /// The verification of reads.
    pub verify: Option<Verify>,
    /// True if its files are removed from the page cache before it starts.
    pub invalidate: bool,
    /// True if its files are read into the page cache before it starts; they are then not removed.
    pub pre_read: bool,
    /// The creation of its files.
    pub layout: Layout,
    /// The seed of random order.
    pub seed: u64,
    /// The processors on which it may run; `None` for all.
    pub processors: Option<Vec<u32>>,
    /// The placement of its memory.
    pub memory: MemoryPolicy,
    /// The priority of its requests; `None` for that of the program.
    pub io_priority: Option<IoPriority>,
    /// The shares of requests with priorities of their own.
    pub priorities: PerDirection<Vec<PriorityShare>>,
    /// True if it is a separate process.
    pub as_process: bool,
    /// The interval of the samples of throughput (fio: 500 ms).
    pub sample: Duration,
    /// The recorded series.
    pub logs: Logs,
    /// The steady state at which it ends.
    pub steady: Option<SteadyCondition>,
    /// The search for the greatest depth that keeps a latency.
    pub latency_target: Option<LatencyTarget>,
    /// Its weight among the loads of its batch with the same `flow_id`: the numbers of their blocks have the ratio of
    /// their weights, so a load that is ahead waits for the others that still run.
    pub flow: Option<u32>,
    /// The number of its flow, for loads with a weight.
    pub flow_id: u64,
    /// The system's error numbers, of reads and of writes, after which it continues.
    pub goes_on_after: PerDirection<Vec<i32>>,
    /// The other loads that end when it ends.
    pub ends: EndScope,
    /// The other loads that end when it fails.
    pub fails: EndScope,
    /// True if files that feedrate did not write may be overwritten.
    pub overwrite_foreign: bool,
}

/// The directions of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directions {
    /// Reads.
    Read,
    /// Writes.
    Write,
    /// Both. Each direction has its own position in sequential order; in random order they share the remaining blocks.
    Mixed {
        /// The percentage of reads. Directions are random, so that it holds on average.
        read_percent: u8,
    },
    /// Trims. Blocks have the lengths of writes.
    Trim,
    /// Each block is trimmed and then written.
    TrimWrite,
}

impl Directions {
    /// Returns whether anything is read.
    pub fn reads(self) -> bool {
        matches!(self, Self::Read | Self::Mixed { .. })
    }

    /// Returns whether content is changed: written, or trimmed.
    pub fn writes(self) -> bool {
        self != Self::Read
    }

    /// Returns whether anything is trimmed.
    pub fn trims(self) -> bool {
        matches!(self, Self::Trim | Self::TrimWrite)
    }
}

impl Load {
    /// Returns the error of a load that cannot be run.
    pub(crate) fn error(&self, what: String) -> Error {
        Error::Job {
            stream: self.name.clone(),
            what,
        }
    }

    /// Returns the least time of its ramp; `None` if it counts from its start.
    pub(crate) fn ramp_time(&self) -> Option<Duration> {
        (!self.ramp.is_zero() || self.ramp_bytes > 0).then_some(self.ramp)
    }

    /// Returns the priority of its requests that have none of their own.
    pub(crate) fn own_priority(&self) -> RequestPriority {
        let own = self.io_priority;
        own.map_or(RequestPriority::default(), |own| own.of_request())
    }

    /// Creates a load that reads its files from front to back once, in blocks of 4 KiB, through the page cache, whose
    /// fields callers change.
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
            shared_position: 0,
            sequence: None,
            replay: None,
            blocks: PerDirection::both(Blocks::Fixed(4096)),
            lengths_by_order: false,
            strides: None,
            alignment: None,
            limit: Limit::default(),
            ramp: Duration::ZERO,
            ramp_bytes: 0,
            start_after: Duration::ZERO,
            engine: LoadEngine::SINGLE,
            opening: None,
            compute: None,
            direct: false,
            call_options: CallOptions::default(),
            locking: FileLocking::None,
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
            priorities: PerDirection::default(),
            as_process: false,
            sample: Duration::from_millis(500),
            logs: Logs::default(),
            steady: None,
            latency_target: None,
            flow: None,
            flow_id: 0,
            goes_on_after: PerDirection::default(),
            ends: EndScope::Itself,
            fails: EndScope::Itself,
            overwrite_foreign: false,
        }
    }
}
