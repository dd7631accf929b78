//! Recorded blocks to be replayed one by one.

use std::sync::Arc;
use std::time::Duration;

/// The steps of a recording, in this order and not the load's own. The load ends with the last step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The steps.
    pub steps: Arc<[Step]>,
}

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The time of the step.
    pub when: StepTime,
    /// The operation.
    pub act: StepAction,
}

/// The time of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepTime {
    /// At this time after the start of the step before.
    After(Duration),
    /// Not before the load has run for this long.
    At(Duration),
}

/// The operation of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepAction {
    /// Reads a block.
    Read(FileBlock),
    /// Writes a block.
    Write(FileBlock),
    /// Trims a block.
    Trim(FileBlock),
    /// Flushes a file.
    Flush {
        /// The number of the load's file.
        file: usize,
        /// True if its metadata is flushed too (`fsync` rather than `fdatasync`).
        whole: bool,
    },
    /// Only waits.
    Wait,
}

/// A block of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileBlock {
    /// The number of the load's file.
    pub file: usize,
    /// The offset in the file.
    pub offset: u64,
    /// The bytes.
    pub bytes: u64,
}

impl StepAction {
    /// Returns its block; `None` if it has none.
    pub fn block(&self) -> Option<FileBlock> {
        match *self {
            Self::Read(block) | Self::Write(block) | Self::Trim(block) => Some(block),
            Self::Flush { .. } | Self::Wait => None,
        }
    }
}
