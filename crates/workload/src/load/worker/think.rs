//! Pauses between blocks.

use std::thread;
use std::time::{Duration, Instant};

use super::Worker;
use crate::load::spec::ThinkPauses;

/// The longest time that a load that waits sleeps before it looks whether it is to stop.
const NAP: Duration = Duration::from_millis(20);

/// Counts blocks until the next pause.
#[derive(Debug)]
pub(super) struct ThinkTime {
    think: Option<ThinkPauses>,
    /// Blocks since the last pause.
    blocks: u64,
}

impl ThinkTime {
    pub(super) fn new(think: Option<ThinkPauses>) -> Self {
        Self { think, blocks: 0 }
    }

    #[inline]
    pub(super) fn count_block(&mut self) {
        self.blocks += u64::from(self.think.is_some());
    }

    #[inline]
    pub(super) fn is_due(&self) -> bool {
        self.think.is_some_and(|think| self.blocks >= think.blocks.max(1))
    }

    /// Begins a pause: returns what it is to be.
    fn begin(&mut self) -> Option<ThinkPauses> {
        self.blocks = 0;
        self.think
    }
}

impl Worker<'_> {
    /// Pauses as is asked for.
    pub(super) fn pause(&mut self) {
        let Some(think) = self.think.begin() else {
            return;
        };
        let begun = Instant::now();
        // It heeds the user as often as a nap does.
        while begun.elapsed() < think.spin && !self.end.is_near {
            let part = Instant::now();
            while part.elapsed() < NAP && begun.elapsed() < think.spin {
                std::hint::spin_loop();
            }
            self.nap(Duration::ZERO);
        }
        while !self.end.is_near {
            let left = think.time.max(think.spin).saturating_sub(begun.elapsed());
            if left.is_zero() {
                break;
            }
            self.nap(left);
        }
        if think.is_outside_rates {
            self.pacing.put_off(begun.elapsed());
        }
        self.clock.forget_reading();
    }

    /// Sleeps a while, and looks at the clock: a time that ends there belongs to the load.
    pub(super) fn nap(&mut self, wait: Duration) {
        thread::sleep(self.clock.within_time(wait).min(NAP));
        let now = Instant::now();
        self.clock.forget_reading();
        self.look(now);
        if self.end.is_time_up {
            self.clock.extend(now);
        }
        self.answer_or_stop();
    }
}
