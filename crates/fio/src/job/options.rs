//! The options of a job, by fio's names.

use super::Engine;
pub use crate::options::{
    BlockOptions, ContentOptions, EngineOptions, FileOptions, JobOptions, OrderOptions,
    PaceOptions, ReplayOptions, ReportOptions,
};

/// What options of a job mean, defaults included.
///
/// Absent values are those that fio has no default for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// What is moved.
    pub blocks: BlockOptions,
    /// In which order blocks are visited.
    pub order: OrderOptions,
    /// Files.
    pub files: FileOptions,
    /// How blocks are moved.
    pub engine: EngineOptions,
    /// At which pace, and when it is enough.
    pub pace: PaceOptions,
    /// What is written, and what is checked of it.
    pub contents: ContentOptions,
    /// Jobs together, and where they run.
    pub jobs: JobOptions,
    /// Reports.
    pub reports: ReportOptions,
    /// Recorded I/O.
    pub replay: ReplayOptions,
}

impl Options {
    /// The shortest and the longest block of what changes files: of trims where there are only such, else of writes.
    pub fn changed_bs(&self) -> (u64, u64) {
        match self.blocks.rw.only_trims() {
            true => self.blocks.bs.trim,
            false => self.blocks.bs.write,
        }
    }

    /// Whether a job in random order may visit a block again before all have been visited.
    pub fn may_repeat(&self) -> bool {
        self.order.norandommap && !self.order.random_lfsr
    }

    /// Whether the job's engine takes one block at a time, whatever `iodepth` says.
    pub fn is_synchronous(&self) -> bool {
        !matches!(
            self.engine.ioengine,
            Engine::Libaio | Engine::IoUring | Engine::Posixaio | Engine::Null
        )
    }
}
