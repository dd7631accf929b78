//! The time between transfers.

use std::time::Duration;

use feedrate_pageio::CpuUse;
use feedrate_pageio::course::Speed;

use super::halt::Halt;
use crate::error::Result;
use crate::job::JobStep;

/// The longest time that it computes before it looks whether it is to stop, in seconds.
const LOOK: f64 = 0.001;

/// The most by which a step may be behind and still catch up, in seconds.
const MOST_BEHIND: f64 = 0.01;

/// Rounds with which the speed is measured at first: about a millisecond.
const FIRST_ROUNDS: u64 = 1 << 14;

/// The fewest rounds at a time that tell the speed: of fewer, asking for the time is a part.
const FEWEST_ROUNDS: u64 = 1 << 9;

/// The weight of a new measure of the speed beside the ones before.
const WEIGHT: f64 = 0.1;

/// Returns how many rounds this thread does in a second of processor time.
pub(super) fn measured_speed() -> f64 {
    let speed = Speed::of_rounds(FIRST_ROUNDS).rounds_per_second();
    speed.unwrap_or(FIRST_ROUNDS as f64 / LOOK)
}

/// Computes as much as a step did between its transfers: as many rounds as its processor had done in that time, or,
/// where its speed is not known, for as much processor time. Where the step had to share its processor, the stand-in
/// has to, too. The stand-in's own work there counts.
#[derive(Debug)]
pub(super) struct Computation<'s> {
    /// True if the step computes at all, as far as is known.
    is_known: bool,
    /// The processor time of the thread when computing began, or until which it was counted.
    since: Duration,
    /// The time due before the next transfer, in seconds of the step's processor. It is negative where more was done.
    due: f64,
    /// Rounds in a second of the step's processor, if known.
    profile_speed: Option<f64>,
    /// Rounds in a second of this thread.
    own_speed: f64,
    halt: Halt<'s>,
}

impl<'s> Computation<'s> {
    /// Starts the computing of a step on a thread whose speed was [measured](measured_speed).
    pub(super) fn new(step: &JobStep, own_speed: f64, halt: Halt<'s>) -> Self {
        Self {
            is_known: step.think_seconds() > 0.0,
            since: CpuUse::time_of_thread(),
            due: 0.0,
            profile_speed: step.rounds_per_second,
            own_speed,
            halt,
        }
    }

    /// Adds what is due before the next transfer.
    pub(super) fn owe(&mut self, seconds: f64) {
        self.due += seconds;
    }

    /// Computes until everything due was done. A transfer may follow.
    ///
    /// # Errors
    ///
    /// Fails if everything is to end.
    pub(super) fn catch_up(&mut self) -> Result<()> {
        if !self.is_known {
            return self.halt.check();
        }
        self.count_own();
        while self.due > 0.0 {
            self.halt.check()?;
            let speed = self.profile_speed.unwrap_or(self.own_speed);
            let most = LOOK * self.own_speed;
            let rounds = ((self.due * speed).min(most) as u64).max(1);
            let done = Speed::of_rounds(rounds);
            self.due -= match self.profile_speed {
                Some(speed) => rounds as f64 / speed,
                None => done.nanoseconds as f64 / 1e9,
            };
            self.learn(done);
            // To ask for the time is work of its own.
            self.since += Duration::from_nanos(done.nanoseconds);
            self.count_own();
        }
        self.due = self.due.max(-MOST_BEHIND);
        Ok(())
    }

    /// Notes that a transfer has ended, and computing begins again.
    pub(super) fn begin(&mut self) {
        if self.is_known {
            self.since = CpuUse::time_of_thread();
        }
    }

    /// Counts what was done here until now, from when computing began or what was counted last.
    pub(super) fn count_own(&mut self) {
        if !self.is_known {
            return;
        }
        let now = CpuUse::time_of_thread();
        let own = now.saturating_sub(self.since).as_secs_f64();
        self.since = now;
        // A slower processor would have done less in that time.
        self.due -= own * self.profile_speed.map_or(1.0, |speed| self.own_speed / speed);
    }

    /// Follows the speed of the processor.
    fn learn(&mut self, done: Speed) {
        if done.rounds >= FEWEST_ROUNDS
            && let Some(now) = done.rounds_per_second()
        {
            self.own_speed += (now - self.own_speed) * WEIGHT;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Instant;

    use super::*;
    use crate::error::Error;

    fn step(rounds_per_second: Option<f64>) -> JobStep {
        let step = serde_json::json!({
            "name": "DATA", "line": 1, "seconds": null, "uses": [],
            "parts": [{"think_seconds": 1.0, "bytes": []}], "rounds_per_second": rounds_per_second,
        });
        serde_json::from_value(step).unwrap()
    }

    #[test]
    fn what_was_done_beside_counts() {
        let (stop, failed) = (AtomicBool::new(false), AtomicBool::new(false));
        let halt = Halt {
            stop: &stop,
            failed: &failed,
        };
        let mut computing = Computation::new(&step(None), measured_speed(), halt);
        let began = Instant::now();
        computing.owe(0.005);
        measured_speed();
        computing.catch_up().unwrap();
        assert!(computing.due <= 0.0);
        computing.begin();
        computing.owe(0.02);
        // To wait is not to compute.
        std::thread::sleep(Duration::from_millis(5));
        computing.catch_up().unwrap();
        assert!(began.elapsed() >= Duration::from_millis(30));
        stop.store(true, Ordering::Relaxed);
        computing.owe(60.0);
        assert!(matches!(computing.catch_up(), Err(Error::Interrupted)));
    }

    #[test]
    fn a_slower_processor_computes_for_longer() {
        let (stop, failed) = (AtomicBool::new(false), AtomicBool::new(false));
        let halt = Halt {
            stop: &stop,
            failed: &failed,
        };
        // Others may have had the processor meanwhile.
        let own = (0..5).map(|_| measured_speed()).fold(0.0, f64::max);
        let mut computing = Computation::new(&step(Some(own * 8.0)), own, halt);
        let began = CpuUse::time_of_thread();
        computing.begin();
        computing.owe(0.01);
        computing.catch_up().unwrap();
        // The profile's processor would have been through after 10 ms.
        let took = CpuUse::time_of_thread().saturating_sub(began);
        assert!(took > Duration::from_millis(20), "{took:?}");
    }
}
