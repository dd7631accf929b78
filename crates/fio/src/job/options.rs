//! The options of a job, by fio's names.

use feedrate_workload::load::OffsetGenerator;

pub use crate::options::{
    BlockOptions, CallOptions, ContentOptions, EngineOptions, FileOptions, JobOptions, OrderOptions, PaceOptions,
    PriorityOptions, ReplayOptions, ReportOptions,
};

/// The options of a job, including defaults.
///
/// `None` is the value of options for which fio has no default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Directions, blocks and amounts.
    pub blocks: BlockOptions,
    /// The order of blocks.
    pub order: OrderOptions,
    /// Files.
    pub files: FileOptions,
    /// The engine, caches, durability and the queue.
    pub engine: EngineOptions,
    /// The priorities of single requests.
    pub priorities: PriorityOptions,
    /// Engines that move no bytes.
    pub calls: CallOptions,
    /// Rates, and when a job ends.
    pub pace: PaceOptions,
    /// The content of writes and its verification.
    pub contents: ContentOptions,
    /// Clones, the order of jobs, and where they run.
    pub jobs: JobOptions,
    /// The options of reports.
    pub reports: ReportOptions,
    /// Recorded I/O.
    pub replay: ReplayOptions,
}

impl Options {
    /// Returns the shortest and the longest block that changes files: of trims if there are only trims, else of writes.
    pub fn changed_bs(&self) -> (u64, u64) {
        match self.blocks.rw.only_trims() {
            true => self.blocks.bs.trim,
            false => self.blocks.bs.write,
        }
    }

    /// Returns whether a job in random order may visit a block again before all have been visited.
    pub fn may_repeat(&self) -> bool {
        self.order.norandommap && self.order.random_generator != OffsetGenerator::Register
    }

    /// Returns whether the job's engine moves one block at a time, whatever `iodepth` is.
    pub fn is_synchronous(&self) -> bool {
        self.engine.ioengine.is_synchronous()
    }
}
