//! Observes loads while they run, for a status line.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use super::outcome::ScheduleOutcome;
use super::series::SeriesSink;
use super::spec::PerDirection;

/// An observer of a schedule, called by the thread that called [`run`](super::run()).
pub trait Watch {
    /// Receives the present state. Called at the end of each interval, when all files are laid out, and at the end of
    /// the schedule.
    fn look(&mut self, live: &ScheduleState);

    /// Returns the interval of [`look`](Self::look).
    fn look_every(&self) -> Duration {
        Duration::from_millis(250)
    }

    /// Returns the interval of [`interim`](Self::interim); `None` if it is not called.
    fn interim_every(&self) -> Option<Duration> {
        None
    }

    /// Returns the receiver of the series of loads while these run; `None` if they are in the outcome.
    fn series_sink(&self) -> Option<Arc<dyn SeriesSink>> {
        None
    }

    /// Receives the numbers of the loads in the schedule that begin now together.
    fn begins(&mut self, _loads: Range<usize>) {}

    /// Receives the outcome of the loads so far, since the first batch began. Series, and results that only exist at
    /// the end of a load, are not included.
    fn interim(&mut self, _outcome: &ScheduleOutcome) {}
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullWatch;

impl Watch for NullWatch {
    fn look(&mut self, _live: &ScheduleState) {}
}

/// The state of a schedule at a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScheduleState {
    /// The state of each load, in the order of the schedule.
    pub states: Vec<LoadState>,
    /// The number of the running batch, from 0.
    pub batch: usize,
    /// The time since the first batch began; zero while files are laid out.
    pub elapsed: Duration,
    /// The completed share of the running loads, 0 to 1, if it is known.
    pub share: Option<f64>,
    /// The estimated time until the whole schedule is done, if it is known.
    pub left: Option<Duration>,
    /// Bytes and blocks since the schedule began, including ramps.
    pub moved: PerDirection<Amount>,
    /// Bytes and blocks a second since the earlier call.
    pub rates: PerDirection<Rates>,
}

/// An amount.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
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

/// The state of a load at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoadState {
    /// Its batch has not begun.
    #[default]
    Waiting,
    /// Its files are laid out.
    LayingOut,
    /// It waits for its start.
    Ready,
    /// It runs, but does not count yet.
    Ramping,
    /// It runs.
    Running,
    /// It reads back what it wrote.
    ReadingBack,
    /// It flushes its files.
    Flushing,
    /// It has ended.
    Done,
    /// It has ended with an error.
    Failed,
}
