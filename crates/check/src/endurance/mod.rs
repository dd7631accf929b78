//! The mixed stream for hours: burst credits, caches that fill, throttling and garbage collection show in its rate over
//! time.
//!
//! | module | contents |
//! |---|---|
//! | `run` | the rounds, one after the other |
//! | `ring` | the files that they read and write in turn |
//! | [`course`] | the rate over time, in a bounded number of points |
//! | [`change`] | its levels, and the meaning of the changes between them |
//! | [`steady_window`] | the end by fio's rule of a steady state |

pub mod change;
pub mod course;
mod ring;
mod run;
pub mod steady_window;

use feedrate_machine::OtherLoad;
use serde::Serialize;

pub(crate) use change::LEAST_POINTS;
pub use change::{ChangeKind, PeriodicDips, RateChange, RateLevel};
pub use course::{CoursePoint, Latency};
pub(crate) use run::EnduranceRun;
pub use steady_window::SteadyWindow;

use crate::setting::Setting;
use course::Course;

/// The share of the time asked for before which a run that ends is too short.
const CUT_SHORT: f64 = 0.5;

/// A run as it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EnduranceRequest {
    /// The seconds that it takes at most.
    pub seconds: f64,
    /// The rule by which it ends before; absent if it does not.
    pub until_steady: Option<SteadyWindow>,
}

/// The reason of a run's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunEnd {
    /// Its time was over.
    Time,
    /// It was steady.
    Steady,
    /// It was interrupted.
    Interruption,
    /// It failed.
    Failure,
}

/// The mixed stream over a long time.
#[derive(Clone, Debug, Serialize)]
pub struct Endurance {
    /// The request.
    pub asked: EnduranceRequest,
    /// The setting.
    pub setting: Setting,
    /// Concurrent streams.
    pub streams: usize,
    /// The reason of its end.
    pub ended_by: RunEnd,
    /// Seconds from its start to its end.
    pub seconds: f64,
    /// Seconds of these that were measured; the rest passed between rounds.
    pub measured_seconds: f64,
    /// The number of rounds.
    pub rounds: u64,
    /// Bytes that were read and written.
    pub bytes: u64,
    /// Bytes of all files that were read and written in turn.
    pub file_bytes: u64,
    /// True if the run is [long enough](Self::is_long_enough), and the last level lasted for a third of the time and
    /// does not decay.
    pub is_steady: bool,
    /// The levels, in the order of time.
    pub levels: Vec<RateLevel>,
    /// The changes between them.
    pub changes: Vec<RateChange>,
    /// Dips that return; absent if there are none.
    pub dips: Option<PeriodicDips>,
    /// The rate over time.
    pub points: Vec<CoursePoint>,
    /// The number of points of which the levels are.
    #[serde(skip)]
    pub full_points: usize,
}

impl Endurance {
    /// Returns whether it was long enough to tell what lasts: it has the points that finding levels takes, and was not
    /// cut off before half of its time.
    pub fn is_long_enough(&self) -> bool {
        self.full_points >= change::LEAST_POINTS && !self.is_cut_short()
    }

    /// Returns whether it was cut off before half of its time.
    pub fn is_cut_short(&self) -> bool {
        let is_early = matches!(self.ended_by, RunEnd::Interruption | RunEnd::Failure);
        is_early && self.seconds < CUT_SHORT * self.asked.seconds
    }

    /// Returns the share of the time that was measured.
    pub fn measured_share(&self) -> f64 {
        (self.measured_seconds / self.seconds).min(1.0)
    }

    /// Returns the last level: what the volume gives in the end.
    pub fn last_level(&self) -> Option<&RateLevel> {
        self.levels.last()
    }

    /// Returns what others had of the processors in the last level.
    pub fn other_load(&self) -> Option<OtherLoad> {
        let (from, to) = self.last_level()?.points;
        OtherLoad::sum(self.points.get(from..to)?.iter().filter_map(|point| point.other_load))
    }

    /// Returns the outcome of a course; `None` if nothing was measured.
    pub(crate) fn of(
        asked: EnduranceRequest,
        setting: Setting,
        streams: usize,
        course: &Course,
        counts: RunCounts,
    ) -> Option<Self> {
        let points = course.points();
        let read = change::read(course.full_points());
        let mut run = (!points.is_empty()).then(|| Self {
            asked,
            setting,
            streams,
            ended_by: counts.ended_by,
            seconds: counts.seconds,
            measured_seconds: points.iter().map(|point| point.seconds).sum(),
            rounds: counts.rounds,
            bytes: points.iter().map(|point| point.bytes).sum(),
            file_bytes: counts.file_bytes,
            is_steady: read.is_steady,
            levels: read.levels,
            changes: read.changes,
            dips: read.dips,
            points: points.to_vec(),
            full_points: course.full_points().len(),
        })?;
        run.is_steady &= run.is_long_enough();
        Some(run)
    }
}

/// The counts of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunCounts {
    pub(crate) ended_by: RunEnd,
    pub(crate) seconds: f64,
    pub(crate) rounds: u64,
    pub(crate) file_bytes: u64,
}
