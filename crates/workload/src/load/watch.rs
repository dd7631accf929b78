//! Watching loads while they run, for a status line.

use std::time::Duration;

use super::outcome::ScheduleOutcome;
use super::spec::PerDirection;

/// Who is told how far a schedule is, by the thread that called [`run`](super::run()).
pub trait Watch {
    /// It is so far. This comes at the end of each interval, when all files are laid out, and at the end of the
    /// schedule.
    fn look(&mut self, live: &Live);

    /// The intervals of [`look`](Self::look).
    fn look_every(&self) -> Duration {
        Duration::from_millis(250)
    }

    /// The intervals of [`interim`](Self::interim); absent: it is not asked for.
    fn interim_every(&self) -> Option<Duration> {
        None
    }

    /// What came of the loads until now, since the first batch began. Series, and what only the end of a load shows,
    /// are not in it.
    fn interim(&mut self, _outcome: &ScheduleOutcome) {}
}

/// Who is not interested.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn look(&mut self, _live: &Live) {}
}

/// What a schedule does at a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// What each load does, in the order of the schedule.
    pub states: Vec<LoadState>,
    /// Number of the batch that runs, from 0.
    pub batch: usize,
    /// Since the first batch began; zero while files are laid out.
    pub elapsed: Duration,
    /// The share that is done of the loads that run, 0 to 1, where it can be known.
    pub share: Option<f64>,
    /// How long it may still take until the whole schedule is done, where it can be known.
    pub left: Option<Duration>,
    /// Bytes and blocks since the schedule began, ramps included.
    pub moved: PerDirection<Moved>,
    /// Bytes and blocks a second since the last look.
    pub rates: PerDirection<Rates>,
}

/// An amount.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// Bytes.
    pub bytes: u64,
    /// Blocks.
    pub operations: u64,
}

/// Amounts a second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rates {
    /// Bytes.
    pub bytes: f64,
    /// Blocks.
    pub operations: f64,
}

/// What a load does at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoadState {
    /// Its batch has not begun.
    #[default]
    Waiting,
    /// Its files are laid out.
    LayingOut,
    /// It waits for its start.
    Ready,
    /// It runs, but nothing is counted yet.
    Ramping,
    /// It runs.
    Running,
    /// It reads back what it wrote.
    ReadingBack,
    /// It waits for the device.
    Flushing,
    /// It is done.
    Done,
    /// It is done, with an error.
    Failed,
}
