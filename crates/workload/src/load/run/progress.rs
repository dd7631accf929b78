//! Reports the progress of a schedule.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::PreparedLoad;
use super::other_batches::{OtherBatches, never_ran};
use crate::load::live::LiveLoad;
use crate::load::outcome::{BatchOutcome, ScheduleOutcome};
use crate::load::series::SeriesSink;
use crate::load::spec::{Load, PerDirection};
use crate::load::watch::{Amount, LoadState, Rates, ScheduleState, Watch};

/// The shortest interval of reports.
const SHORTEST_PAUSE: Duration = Duration::from_millis(10);

/// Reports progress to an observer.
pub(super) struct Progress<'a> {
    pub(super) lives: &'a [LiveLoad],
    watch: &'a mut dyn Watch,
    began: Option<Instant>,
    pause: Duration,
    next: Instant,
    /// The interval of interim outcomes, and the time of the next.
    interim_pause: Option<Duration>,
    next_interim: Option<Instant>,
    batch: usize,
    /// The start of the batch, and the expected amounts of its loads.
    batch_began: Instant,
    expected: Vec<ExpectedLoad>,
    first_of_batch: usize,
    /// The time of the batches after this one, if it is known.
    later: Option<Duration>,
    before: (Instant, PerDirection<Amount>),
}

/// The expected amount of a load.
#[derive(Clone, Copy, Debug)]
struct ExpectedLoad {
    bytes: Option<u64>,
    time: Option<Duration>,
}

/// Returns the time of batches if all of their loads have a time limit.
pub(super) fn time_of(batches: &[Vec<Load>]) -> Option<Duration> {
    batches.iter().try_fold(Duration::ZERO, |sum, batch| {
        let longest = batch
            .iter()
            .try_fold(Duration::ZERO, |longest, load| Some(longest.max(time_of_load(load)?)))?;
        Some(sum.saturating_add(longest))
    })
}

fn time_of_load(load: &Load) -> Option<Duration> {
    let time = load.limit.time.filter(|_| load.limit.for_all_time)?;
    Some(time.saturating_add(load.ramp).saturating_add(load.start_after))
}

impl<'a> Progress<'a> {
    pub(super) fn new(lives: &'a [LiveLoad], watch: &'a mut dyn Watch) -> Self {
        let now = Instant::now();
        Self {
            lives,
            pause: watch.look_every().max(SHORTEST_PAUSE),
            interim_pause: watch.interim_every().map(|pause| pause.max(SHORTEST_PAUSE)),
            next_interim: None,
            watch,
            began: None,
            next: now,
            batch: 0,
            batch_began: now,
            expected: Vec::new(),
            first_of_batch: 0,
            later: None,
            before: (now, PerDirection::default()),
        }
    }

    /// Begins the first batch.
    pub(super) fn begin(&mut self) {
        let now = Instant::now();
        self.began = Some(now);
        self.next_interim = self.interim_pause.and_then(|pause| now.checked_add(pause));
    }

    /// Returns whether interim outcomes are reported.
    pub(super) fn is_told_between(&self) -> bool {
        self.interim_pause.is_some()
    }

    /// Returns the receiver of series while loads run.
    pub(super) fn series_sink(&self) -> Option<Arc<dyn SeriesSink>> {
        self.watch.series_sink()
    }

    /// Returns the number of the batch's first load in the schedule.
    pub(super) fn first_of_batch(&self) -> usize {
        self.first_of_batch
    }

    /// Returns the time until the next report.
    pub(super) fn pause(&self) -> Duration {
        let next = self.next_interim.map_or(self.next, |interim| interim.min(self.next));
        next.saturating_duration_since(Instant::now()).max(SHORTEST_PAUSE)
    }

    /// Returns whether an interim outcome is due.
    pub(super) fn is_interim_due(&self) -> bool {
        self.next_interim.is_some_and(|next| Instant::now() >= next)
    }

    /// Reports the outcome of the loads so far.
    pub(super) fn report(&mut self, batch: BatchOutcome, others: OtherBatches<'_>) {
        let after = others.after.iter().map(|batch| never_ran(batch.iter(), false));
        let mut batches = others.before.to_vec();
        batches.push(batch);
        batches.extend(after);
        self.watch.interim(&ScheduleOutcome {
            batches,
            stopped: false,
            notes: Vec::new(),
        });
        self.next_interim = self
            .next_interim
            .zip(self.interim_pause)
            .and_then(|(last, pause)| last.checked_add(pause))
            // If a report takes longer than the interval, the delay is not caught up.
            .map(|next| next.max(Instant::now()));
    }

    /// Begins a batch.
    pub(super) fn enter(&mut self, number: usize, batch: &[PreparedLoad<'_>], later: Option<Duration>) {
        self.first_of_batch += self.expected.len();
        self.watch
            .begins(self.first_of_batch..self.first_of_batch + batch.len());
        self.batch = number;
        self.batch_began = Instant::now();
        self.later = later;
        self.expected = batch
            .iter()
            .map(|prepared| ExpectedLoad {
                bytes: prepared.limits.bytes_to_come(prepared.load),
                time: prepared.load.limit.time.map(|time| {
                    time.saturating_add(prepared.load.ramp)
                        .saturating_add(prepared.load.start_after)
                }),
            })
            .collect();
    }

    /// Reports the progress, if it is due.
    pub(super) fn look(&mut self) {
        if Instant::now() >= self.next {
            self.look_now();
        }
    }

    /// Reports the progress.
    pub(super) fn look_now(&mut self) {
        let now = Instant::now();
        self.next = now + self.pause;
        let mut moved = PerDirection::<Amount>::default();
        for live in self.lives {
            let of_one = live.moved();
            for (sum, one) in [(&mut moved.read, of_one.read), (&mut moved.write, of_one.write)] {
                sum.bytes += one.bytes;
                sum.operations += one.operations;
            }
        }
        let (then, before) = std::mem::replace(&mut self.before, (now, moved));
        let seconds = now.saturating_duration_since(then).as_secs_f64();
        let rates = |now: Amount, before: Amount| {
            if seconds > 0.0 {
                Rates {
                    bytes: (now.bytes - before.bytes) as f64 / seconds,
                    operations: (now.operations - before.operations) as f64 / seconds,
                }
            } else {
                Rates::default()
            }
        };
        let elapsed = self
            .began
            .map_or(Duration::ZERO, |began| now.saturating_duration_since(began));
        let (share, left) = self.to_come(now);
        let live = ScheduleState {
            states: self.lives.iter().map(LiveLoad::state).collect(),
            batch: self.batch,
            elapsed,
            share,
            left,
            rates: PerDirection {
                read: rates(moved.read, before.read),
                write: rates(moved.write, before.write),
            },
            moved,
        };
        self.watch.look(&live);
    }

    /// Returns the completed share of the batch, and the remaining time of the schedule.
    fn to_come(&self, now: Instant) -> (Option<f64>, Option<Duration>) {
        if self.began.is_none() || self.expected.is_empty() {
            return (None, None);
        }
        let elapsed = now.saturating_duration_since(self.batch_began).as_secs_f64();
        let mut share = 1.0f64;
        for (expected, live) in self.expected.iter().zip(&self.lives[self.first_of_batch..]) {
            let is_over = matches!(live.state(), LoadState::Done | LoadState::Failed);
            let moved = live.moved();
            let bytes = moved.read.bytes + moved.write.bytes;
            let by_bytes = expected.bytes.map(|all| bytes as f64 / all.max(1) as f64);
            let by_time = expected.time.map(|all| elapsed / all.as_secs_f64().max(1e-9));
            // The limit that is reached first ends it.
            let of_one = match (by_bytes, by_time) {
                (Some(bytes), Some(time)) => Some(bytes.max(time)),
                (one, other) => one.or(other),
            };
            let of_one = if is_over { Some(1.0) } else { of_one };
            match of_one {
                Some(of_one) => share = share.min(of_one.clamp(0.0, 1.0)),
                None => return (None, None),
            }
        }
        let left = (share > 0.0)
            .then(|| Duration::try_from_secs_f64(elapsed * (1.0 - share) / share).ok())
            .flatten();
        let left = left.zip(self.later).map(|(left, later)| left.saturating_add(later));
        (Some(share), left)
    }
}
