//! The folders to check, and the time limits.

use std::path::PathBuf;
use std::time::Duration;

use feedrate_pageio::Discipline;
use serde::{Deserialize, Serialize};

use crate::endurance::EnduranceRequest;
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
    /// All settings, 20 minutes for each folder.
    Thorough,
}

impl Effort {
    /// Returns how long a folder may take.
    pub fn budget(self) -> Duration {
        Duration::from_secs(match self {
            Self::Quick => 20,
            Self::Normal => 120,
            Self::Thorough => 1200,
        })
    }

    /// Returns how long all folders together may take, where there are several.
    pub fn budget_together(self) -> Duration {
        Duration::from_secs(match self {
            Self::Quick => 5,
            Self::Normal => 15,
            Self::Thorough => 60,
        })
    }

    /// Returns the shares of a folder's time by which its phases should end. The search has what the repeats leave,
    /// which need more of a shorter time.
    pub fn parts(self) -> PhaseShares {
        match self {
            Self::Quick => PhaseShares {
                laid_out_by: 0.12,
                searched_by: 0.38,
                confirmed_by: 0.63,
                detailed_by: 0.76,
                scaled_by: 0.84,
                stepped_by: 0.96,
            },
            Self::Normal => PhaseShares {
                laid_out_by: 0.12,
                searched_by: 0.50,
                confirmed_by: 0.68,
                detailed_by: 0.76,
                scaled_by: 0.84,
                stepped_by: 0.96,
            },
            Self::Thorough => PhaseShares {
                laid_out_by: 0.08,
                searched_by: 0.66,
                confirmed_by: 0.78,
                detailed_by: 0.82,
                scaled_by: 0.86,
                stepped_by: 0.97,
            },
        }
    }

    /// Returns how long a trial of the search should take.
    pub fn trial(self) -> Duration {
        match self {
            Self::Quick => Duration::from_millis(100),
            Self::Normal => Duration::from_millis(150),
            Self::Thorough => Duration::from_millis(400),
        }
    }

    /// Returns how long a trial of the search may take. A trial of a slow setting ends then, and its rate is that of
    /// what it moved.
    pub fn longest_trial(self) -> Duration {
        self.trial().mul_f64(1.25)
    }

    /// Returns the limits of the standard steps: the time of a round, the number of rounds, and the bytes of a data
    /// set. The end of its time may come before.
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

    /// Returns how long small data sets are made and deleted.
    pub fn metadata(self) -> Duration {
        match self {
            Self::Quick => Duration::from_millis(500),
            Self::Normal => Duration::from_secs(2),
            Self::Thorough => Duration::from_secs(10),
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

/// Shares of a folder's time, from 0 to 1. What is left after the steps is for the removal of the files.
#[derive(Clone, Copy, Debug)]
pub struct PhaseShares {
    /// The end of the layout.
    pub laid_out_by: f64,
    /// The end of the search.
    pub searched_by: f64,
    /// The end of the confirmation.
    pub confirmed_by: f64,
    /// The end of separate reading and writing.
    pub detailed_by: f64,
    /// The end of trials with more and fewer streams.
    pub scaled_by: f64,
    /// The end of the standard steps.
    pub stepped_by: f64,
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
    /// The run for hours at the best setting; absent if there is none.
    pub endurance: Option<EnduranceRequest>,
}

impl Options {
    /// Returns what to do where the time was too short for a check with so many streams.
    pub(crate) fn to_need_less_time(&self, streams: usize) -> String {
        let ways = [
            (self.effort != Effort::Thorough, "--thorough"),
            (streams > 1, "fewer --streams"),
            (self.file_bytes.is_some(), "a smaller --size"),
        ];
        let ways: Vec<_> = ways
            .into_iter()
            .filter_map(|(applies, way)| applies.then_some(way))
            .collect();
        match ways.as_slice() {
            [] => "check it when it is idle".to_owned(),
            ways => format!("use {}", ways.join(" or ")),
        }
    }

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
            endurance: None,
        }
    }

    /// Returns the time of each part of the check.
    pub fn budget(&self) -> Budget {
        Budget {
            folder: self.effort.budget(),
            long: self
                .endurance
                .map_or(Duration::ZERO, |asked| Duration::from_secs_f64(asked.seconds)),
            together: match self.folders.len() {
                0 | 1 => Duration::ZERO,
                _ => self.effort.budget_together(),
            },
        }
    }

    /// Returns how long the check takes at most. Files of a size that was asked for take as long as they take besides.
    pub fn time(&self) -> Duration {
        self.budget().of(self.folders.len())
    }
}

/// The time of each part of a check.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// A folder alone.
    pub folder: Duration,
    /// The run for hours on a folder, after that.
    pub long: Duration,
    /// All folders together.
    pub together: Duration,
}

impl Budget {
    /// Returns the time of so many folders, and of all of them together.
    pub fn of(self, folders: usize) -> Duration {
        let folders = u32::try_from(folders).unwrap_or(u32::MAX);
        let each = self.folder.saturating_add(self.long);
        each.saturating_mul(folders).saturating_add(self.together)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_follow_each_other_and_end_in_time() {
        for effort in [Effort::Quick, Effort::Normal, Effort::Thorough] {
            let parts = effort.parts();
            let ends = [
                0.0,
                parts.laid_out_by,
                parts.searched_by,
                parts.confirmed_by,
                parts.detailed_by,
                parts.scaled_by,
                parts.stepped_by,
                1.0,
            ];
            assert!(ends.is_sorted_by(|one, next| one < next), "{effort:?}");
        }
    }

    #[test]
    fn only_what_helps_is_advised_where_the_time_was_short() {
        let quick = Options {
            effort: Effort::Quick,
            ..Options::new(vec!["/data".into()])
        };
        assert_eq!(quick.to_need_less_time(1), "use --thorough");
        assert_eq!(quick.to_need_less_time(32), "use --thorough or fewer --streams");
        let thorough = Options {
            effort: Effort::Thorough,
            file_bytes: Some(1 << 30),
            ..quick
        };
        assert_eq!(thorough.to_need_less_time(1), "use a smaller --size");
    }

    #[test]
    fn several_folders_take_their_time_and_that_of_all_together() {
        let time = |folders: &[&str], effort| {
            let folders = folders.iter().map(Into::into).collect();
            let options = Options {
                effort,
                ..Options::new(folders)
            };
            options.time().as_secs()
        };
        assert_eq!(time(&["a"], Effort::Quick), 20);
        assert_eq!(time(&["a", "b"], Effort::Quick), 45);
        assert_eq!(time(&["a"], Effort::Thorough), 1200);
        assert_eq!(time(&["a", "b", "c"], Effort::Normal), 375);
        let long = Options {
            effort: Effort::Quick,
            endurance: Some(EnduranceRequest {
                seconds: 3600.0,
                until_steady: None,
            }),
            ..Options::new(vec!["a".into(), "b".into()])
        };
        assert_eq!(long.time().as_secs(), 45 + 2 * 3600);
    }
}
