//! The engines of loads.

use feedrate_pageio::EngineKind;

/// The engine of a load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadEngine {
    /// The kind. If io_uring is not available, its replacement is used.
    pub kind: EngineKind,
    /// The number of buffers of each block (`preadv2`, `pwritev2`); unless it is 1, all blocks must have one length,
    /// which it divides. `None` for contiguous memory.
    pub segments: Option<u32>,
    /// True if a kernel thread polls for submissions (`IORING_SETUP_SQPOLL`), if the engine supports it.
    pub poll_submission: Option<SubmissionPoll>,
    /// True if completions are polled for (`IORING_SETUP_IOPOLL`), if the engine supports it. On devices without queues
    /// for that, blocks fail.
    pub polls_completions: bool,
}

/// A kernel thread that polls for submissions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SubmissionPoll {
    /// Its processor; `None` for any.
    pub processor: Option<u32>,
}

impl LoadEngine {
    /// `pread` and `pwrite`.
    pub const SINGLE: Self = Self::of(EngineKind::SYNC);

    /// io_uring with registered buffers, if they are available and transfers bypass the cache.
    pub const URING: Self = Self::of(EngineKind::URING_REGISTERED);

    /// io_uring without registered buffers.
    pub const URING_PLAIN: Self = Self::of(EngineKind::URING_PLAIN);

    /// Copies from and to mapped memory.
    pub const MAPPED: Self = Self::of(EngineKind::MAPPED);

    /// Reserves the space of blocks (`fallocate`).
    pub const FALLOC: Self = Self::of(EngineKind::FALLOC);

    /// Cuts or extends files to where blocks would be written (`ftruncate`).
    pub const TRUNCATE: Self = Self::of(EngineKind::TRUNCATE);

    /// Moves nothing, and opens no file.
    pub const NULL: Self = Self::of(EngineKind::NULL);

    /// Returns an engine with the default settings.
    pub const fn of(kind: EngineKind) -> Self {
        Self {
            kind,
            segments: None,
            poll_submission: None,
            polls_completions: false,
        }
    }

    /// Returns `preadv2` and `pwritev2` with this number of buffers for each block.
    pub const fn vectored(segments: u32) -> Self {
        Self {
            segments: Some(segments),
            ..Self::SINGLE
        }
    }

    /// Returns the calls that move a block, such as "pread and pwrite".
    pub fn calls(self) -> &'static str {
        match self.segments {
            Some(_) => "preadv and pwritev",
            None => self.kind.calls(),
        }
    }
}
