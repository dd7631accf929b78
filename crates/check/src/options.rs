//! The folders to check, and the time limits.

use std::path::PathBuf;
use std::time::Duration;

use feedrate_pageio::Discipline;
use serde::{Deserialize, Serialize};

use crate::lossy;

/// The effort of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effort {
    /// 20 seconds for each folder.
    Quick,
    /// Two minutes for each folder.
    #[default]
    Normal,
    /// All settings, without a time limit.
    Thorough,
}

impl Effort {
    /// Returns how long a folder may take; `None` for no limit.
    pub fn budget(self) -> Option<Duration> {
        match self {
            Self::Quick => Some(Duration::from_secs(20)),
            Self::Normal => Some(Duration::from_secs(120)),
            Self::Thorough => None,
        }
    }

    /// Returns the shares of a folder's time by which its phases should end; the standard steps have the rest. The
    /// search has what the repeats leave, which need more of a shorter time.
    pub fn parts(self) -> PhaseShares {
        match self {
            Self::Quick => PhaseShares {
                searched_by: 0.39,
                confirmed_by: 0.66,
                detailed_by: 0.79,
                scaled_by: 0.88,
            },
            Self::Normal | Self::Thorough => PhaseShares {
                searched_by: 0.50,
                confirmed_by: 0.68,
                detailed_by: 0.76,
                scaled_by: 0.85,
            },
        }
    }

    /// Returns how long a trial of the search should take.
    pub fn trial(self) -> Duration {
        match self {
            Self::Quick => Duration::from_millis(100),
            Self::Normal => Duration::from_millis(150),
            Self::Thorough => Duration::from_millis(800),
        }
    }

    /// Returns how long a trial of the search may take. A trial of a slow setting ends then, and its rate is that of
    /// what it moved.
    pub fn longest_trial(self) -> Duration {
        self.trial().mul_f64(1.25)
    }

    /// Returns the limits of the standard steps: the time of a round, the number of rounds, and the bytes of a data
    /// set. Within a budget, its end may come before.
    pub fn steps(self) -> StepEffort {
        match self {
            Self::Quick => StepEffort {
                round: Duration::from_secs(2),
                wanted_rounds: 1,
                most_rounds: 2,
                most_bytes: 128 << 20,
            },
            Self::Normal => StepEffort {
                round: Duration::from_secs(5),
                wanted_rounds: 3,
                most_rounds: 9,
                most_bytes: 1 << 30,
            },
            Self::Thorough => StepEffort {
                round: Duration::from_secs(60),
                wanted_rounds: 7,
                most_rounds: 7,
                most_bytes: 4 << 30,
            },
        }
    }

    /// Returns how long a trial of the confirmation should take.
    pub fn confirmation(self) -> Duration {
        match self {
            Self::Quick => Duration::from_millis(160),
            Self::Normal => Duration::from_millis(1000),
            Self::Thorough => Duration::from_millis(3000),
        }
    }
}

/// The limits of the standard steps.
#[derive(Clone, Copy, Debug)]
pub struct StepEffort {
    /// The time that a round should take: each step once under each discipline, with its raw rates.
    pub round: Duration,
    /// The number of rounds for which there should be time.
    pub wanted_rounds: u32,
    /// The most rounds.
    pub most_rounds: usize,
    /// The most bytes of a data set.
    pub most_bytes: u64,
}

/// Shares of a folder's time, from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct PhaseShares {
    /// The end of layout and search.
    pub searched_by: f64,
    /// The end of the confirmation.
    pub confirmed_by: f64,
    /// The end of separate reading and writing.
    pub detailed_by: f64,
    /// The end of trials with more and fewer streams.
    pub scaled_by: f64,
}

/// The options of a check.
#[derive(Clone, Debug, Serialize)]
pub struct Options {
    /// The folders, each alone and then all together.
    #[serde(serialize_with = "lossy::list")]
    pub folders: Vec<PathBuf>,
    /// The required rate of a physical core, in 10^6 bytes a second.
    pub require_mb_per_core: f64,
    /// The effort.
    pub effort: Effort,
    /// Concurrent streams; one for each physical core if absent.
    pub streams: Option<usize>,
    /// Bytes of each test file; chosen by the speed of the volume if absent.
    pub file_bytes: Option<u64>,
    /// The only discipline to judge by.
    pub discipline: Option<Discipline>,
    /// True if each stream is a process of its own.
    pub processes: bool,
}

impl Options {
    /// Returns the default options for folders.
    pub fn new(folders: Vec<PathBuf>) -> Self {
        Self {
            folders,
            require_mb_per_core: 100.0,
            effort: Effort::default(),
            streams: None,
            file_bytes: None,
            discipline: None,
            processes: false,
        }
    }
}
