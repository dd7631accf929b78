//! By what means blocks are moved.

use feedrate_pageio::EngineKind;

/// By what means blocks are moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadEngine {
    /// The engine. Where io_uring is not to be had, its stand-in takes its place.
    pub kind: EngineKind,
    /// Each block goes from or to so many buffers (`preadv2`, `pwritev2`), which all blocks must have one length for
    /// that this divides unless it is 1; absent: one run of memory.
    pub segments: Option<u32>,
    /// A thread of the kernel looks for submissions (`IORING_SETUP_SQPOLL`), where the engine knows such.
    pub poll_submission: Option<SubmissionPoll>,
}

/// A thread of the kernel that looks for submissions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SubmissionPoll {
    /// The processor that it runs on; absent: any.
    pub processor: Option<u32>,
}

impl LoadEngine {
    /// `pread` and `pwrite`.
    pub const SINGLE: Self = Self::of(EngineKind::SYNC);

    /// io_uring with registered buffers, where they are to be had and transfers go past the cache.
    pub const URING: Self = Self::of(EngineKind::URING_REGISTERED);

    /// io_uring with buffers as they are.
    pub const URING_PLAIN: Self = Self::of(EngineKind::URING_PLAIN);

    /// Copies from and to mapped memory.
    pub const MAPPED: Self = Self::of(EngineKind::MAPPED);

    /// Nothing is moved, and no file is opened.
    pub const NULL: Self = Self::of(EngineKind::NULL);

    /// Returns an engine as it is by itself.
    pub const fn of(kind: EngineKind) -> Self {
        Self {
            kind,
            segments: None,
            poll_submission: None,
        }
    }

    /// Returns `preadv2` and `pwritev2` with so many buffers for each block.
    pub const fn vectored(segments: u32) -> Self {
        Self {
            segments: Some(segments),
            ..Self::SINGLE
        }
    }

    /// Returns what moves the bytes of a block, such as "pread and pwrite".
    pub fn calls(self) -> &'static str {
        match self.segments {
            Some(_) => "preadv and pwritev",
            None => self.kind.calls(),
        }
    }
}
