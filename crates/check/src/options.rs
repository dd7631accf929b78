//! What is to be checked, and how long it may take.

use std::path::PathBuf;
use std::time::Duration;

use feedrate_pageio::Discipline;
use serde::Serialize;

use crate::lossy;

/// How much work the check makes of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effort {
    /// 20 seconds a folder.
    Quick,
    /// Two minutes a folder.
    #[default]
    Normal,
    /// All settings, for as long as it takes.
    Thorough,
}

impl Effort {
    /// How long a folder may take; `None` for as long as needed.
    pub fn budget(self) -> Option<Duration> {
        match self {
            Self::Quick => Some(Duration::from_secs(20)),
            Self::Normal => Some(Duration::from_secs(120)),
            Self::Thorough => None,
        }
    }

    /// The parts of a folder's time by which its phases should be over; the standard steps have what is
    /// left. The search has what the repeats leave, and these need the more of a shorter time.
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

    /// How long one trial of the search should take.
    pub fn trial(self) -> Duration {
        match self {
            Self::Quick => Duration::from_millis(100),
            Self::Normal => Duration::from_millis(150),
            Self::Thorough => Duration::from_millis(800),
        }
    }

    /// How long one trial of the search may take. A slow setting is cut short then, and its rate taken
    /// from what it moved.
    pub fn longest_trial(self) -> Duration {
        self.trial().mul_f64(1.25)
    }

    /// How long one round of the standard steps may take, how often they run at most, and bytes of their
    /// data sets at most. Within a budget, time ends it before that.
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

    /// How long one trial of the confirmation should take.
    pub fn confirmation(self) -> Duration {
        match self {
            Self::Quick => Duration::from_millis(160),
            Self::Normal => Duration::from_millis(1000),
            Self::Thorough => Duration::from_millis(3000),
        }
    }
}

/// What is made of the standard steps.
#[derive(Clone, Copy, Debug)]
pub struct StepEffort {
    /// How long a round should take: each step once under each discipline, with its raw rates.
    pub round: Duration,
    /// Rounds for which there should be time.
    pub wanted_rounds: u32,
    /// Rounds at most.
    pub most_rounds: usize,
    /// Bytes of a data set at most.
    pub most_bytes: u64,
}

/// Parts of a folder's time, from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct PhaseShares {
    /// Layout and search are over.
    pub searched_by: f64,
    /// The chosen settings have been repeated.
    pub confirmed_by: f64,
    /// Reading and writing apart is over.
    pub detailed_by: f64,
    /// More and fewer streams are over.
    pub scaled_by: f64,
}

/// What is to be checked.
#[derive(Clone, Debug, Serialize)]
pub struct Options {
    /// The folders, each alone and then all together.
    #[serde(serialize_with = "lossy::list")]
    pub folders: Vec<PathBuf>,
    /// What a physical core needs, in 10^6 bytes a second.
    pub require_mb_per_core: f64,
    /// How much work.
    pub effort: Effort,
    /// Streams at once; one for each physical core when absent.
    pub streams: Option<usize>,
    /// Bytes of each test file; chosen by the speed of the volume when absent.
    pub file_bytes: Option<u64>,
    /// Judge by this discipline alone.
    pub discipline: Option<Discipline>,
    /// Whether each stream is a process of its own.
    pub processes: bool,
}

impl Options {
    /// The default check of some folders.
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
