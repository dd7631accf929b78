//! Blocks that were recorded, to be moved again one by one.

use std::sync::Arc;
use std::time::Duration;

/// What is to be done, in this order and not by the load's own. The load ends with the last step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The steps.
    pub steps: Arc<[Step]>,
}

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// When it may be done.
    pub when: StepTime,
    /// What is done.
    pub act: StepAction,
}

/// When a step may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepTime {
    /// So long after the step before it was begun.
    After(Duration),
    /// Not before the load has run for so long.
    At(Duration),
}

/// What is done in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepAction {
    /// A block is read.
    Read(FileBlock),
    /// A block is written.
    Write(FileBlock),
    /// A block's space is given back.
    Trim(FileBlock),
    /// What was written to a file is brought to the device: the `whole` file, or its data.
    Flush {
        /// Which of the load's files.
        file: usize,
        /// See above.
        whole: bool,
    },
    /// Nothing; it only waits.
    Wait,
}

/// A block of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileBlock {
    /// Which of the load's files.
    pub file: usize,
    /// Where in the file it begins.
    pub offset: u64,
    /// How long.
    pub bytes: u64,
}

impl StepAction {
    /// Returns the block that it works on; `None` where it works on none.
    pub fn block(&self) -> Option<FileBlock> {
        match *self {
            Self::Read(block) | Self::Write(block) | Self::Trim(block) => Some(block),
            Self::Flush { .. } | Self::Wait => None,
        }
    }
}
