//! The time between transfers.

use std::time::{Duration, Instant};

use super::halt::Halt;
use crate::error::Result;

/// How long it computes at most before it looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(20);

/// How much later than due a step may be before it is no longer caught up.
const MOST_BEHIND: f64 = 0.01;

/// Computes for as long as a step did between its transfers. What the stand-in itself does there counts.
#[derive(Debug)]
pub(super) struct Computing<'s> {
    /// When the last transfer ended.
    since: Instant,
    /// What is due before the next one, in seconds. It is negative where more was done.
    due: f64,
    halt: Halt<'s>,
}

impl<'s> Computing<'s> {
    pub(super) fn new(halt: Halt<'s>) -> Self {
        Self {
            since: Instant::now(),
            due: 0.0,
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
        let until = self.due;
        let mut passed = self.since.elapsed().as_secs_f64();
        if passed < until {
            let mut looked = Instant::now();
            while passed < until {
                std::hint::spin_loop();
                let now = Instant::now();
                passed = (now - self.since).as_secs_f64();
                if now - looked > LOOK {
                    looked = now;
                    self.halt.check()?;
                }
            }
        }
        self.due = (until - passed).max(-MOST_BEHIND);
        Ok(())
    }

    /// Notes that a transfer has ended, and computing begins again.
    pub(super) fn begin(&mut self) {
        self.since = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::error::Error;

    #[test]
    fn what_was_done_beside_counts() {
        let (stop, failed) = (AtomicBool::new(false), AtomicBool::new(false));
        let began = Instant::now();
        let mut computing = Computing::new(Halt {
            stop: &stop,
            failed: &failed,
        });
        computing.owe(0.005);
        std::thread::sleep(Duration::from_millis(6));
        computing.catch_up().unwrap();
        assert!(computing.due < 0.0);
        computing.begin();
        computing.owe(0.02);
        computing.catch_up().unwrap();
        // Together at least what was due.
        assert!(began.elapsed() >= Duration::from_millis(25));
        stop.store(true, Ordering::Relaxed);
        computing.owe(60.0);
        assert!(matches!(computing.catch_up(), Err(Error::Interrupted)));
    }
}
