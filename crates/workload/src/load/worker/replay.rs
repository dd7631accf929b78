//! Moving blocks again as they were recorded.

use std::sync::Arc;
use std::time::{Duration, Instant};

use feedrate_pageio::Direction;

use super::Worker;
use crate::error::Result;
use crate::load::spec::{Replay, Step, StepAction, StepTime};

/// The player of a recording, and its place in it.
#[derive(Debug)]
pub(super) struct Player {
    steps: Arc<[Step]>,
    next: usize,
    /// When the step before was begun.
    before: Option<Instant>,
}

impl Player {
    pub(super) fn new(replay: &Replay) -> Self {
        Self {
            steps: Arc::clone(&replay.steps),
            next: 0,
            before: None,
        }
    }

    /// Returns the time that the next step has to wait, at a moment of a load that began at `start`.
    fn wait(&self, start: Instant, now: Instant) -> Duration {
        let due = match self.steps.get(self.next).map(|step| step.when) {
            Some(StepTime::After(pause)) => self.before.map(|before| before + pause),
            Some(StepTime::At(time)) => Some(start + time),
            None => None,
        };
        due.map_or(Duration::ZERO, |due| due.saturating_duration_since(now))
    }
}

impl Worker<'_> {
    /// Begins the next step that was recorded. Says false when there is none, or none now.
    pub(super) fn play_next(&mut self) -> Result<bool> {
        let Some(player) = &mut self.player else {
            return Ok(false);
        };
        let Some(step) = player.steps.get(player.next).copied() else {
            self.end.is_near = true;
            return Ok(false);
        };
        let now = Instant::now();
        let wait = player.wait(self.clock.start, now);
        if !wait.is_zero() {
            if self.queue.in_flight() > 0 {
                // A block that is done meanwhile is taken; this one may be late by that.
                return Ok(false);
            }
            self.nap(wait);
            return Ok(!self.end.is_near);
        }
        player.next += 1;
        player.before = Some(now);
        match step.act {
            StepAction::Wait => {}
            // A step that was recorded after something saw that done.
            StepAction::Flush { file, whole } => {
                self.empty_queue()?;
                self.flush(file, whole)?;
            }
            StepAction::Trim(block) => {
                self.empty_queue()?;
                self.trim(block)?;
            }
            StepAction::Read(block) | StepAction::Write(block) => {
                let direction = match step.act {
                    StepAction::Read(_) => Direction::Read,
                    _ => Direction::Write,
                };
                self.source.count(block.bytes);
                self.think.count_block();
                self.begin(direction, block)?;
            }
        }
        Ok(!self.end.is_near)
    }
}
