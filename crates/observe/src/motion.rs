//! The motion of the positions of a file's handles, which tells how it is read and written.

use serde::Serialize;

/// The pattern in which a file seems to be read or written, by the positions at the samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// From one place to the next.
    Sequential,
    /// Mostly so, with jumps.
    Mixed,
    /// Here and there.
    NotSequential,
    /// The positions tell too little: they hardly moved, as with `pread`, `mmap`, or a file that is open for a short
    /// time only.
    Unknown,
}

impl Pattern {
    /// Returns it in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sequential => "sequential",
            Self::Mixed => "mixed",
            Self::NotSequential => "not sequential",
            Self::Unknown => "unknown",
        }
    }
}

/// The motion of the positions of a file's handles, as seen at the samples. Movements between two samples may be
/// missed: these are estimates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Motion {
    /// Bytes that positions passed forward where the file was open for reading only.
    pub read_bytes_estimate: u64,
    /// Bytes that they passed where it was open for writing only.
    pub written_bytes_estimate: u64,
    /// Bytes that they passed where it was open for both.
    pub either_bytes_estimate: u64,
    /// Movements forward.
    pub moves_forward: u64,
    /// Movements to the beginning, where the file was opened again or read once more.
    pub restarts: u64,
    /// Movements backward to elsewhere.
    pub moves_backward: u64,
    /// Movements forward that were too far to have been read or written.
    pub jumps_forward: u64,
}

impl Motion {
    /// Returns all bytes that positions passed.
    pub fn bytes(&self) -> u64 {
        self.read_bytes_estimate
            .saturating_add(self.written_bytes_estimate)
            .saturating_add(self.either_bytes_estimate)
    }

    /// Returns the pattern that the movements suggest.
    pub fn pattern(&self) -> Pattern {
        let breaks = self.moves_backward + self.jumps_forward;
        let forward = self.moves_forward;
        match (forward + self.restarts + breaks, breaks) {
            (0 | 1, _) => Pattern::Unknown,
            // Either read again and again between the samples, or small and read here and there.
            _ if self.restarts > forward + breaks => Pattern::Unknown,
            (_, 0) => Pattern::Sequential,
            _ if breaks * 10 <= forward => Pattern::Sequential,
            _ if breaks * 2 <= forward => Pattern::Mixed,
            _ => Pattern::NotSequential,
        }
    }
}
