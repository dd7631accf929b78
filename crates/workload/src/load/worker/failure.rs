//! Blocks that failed, where the load goes on after them, and why it ends as a failure.

use std::time::Instant;

use feedrate_pageio::{Direction, Failure};

use super::Worker;
use super::proof::block_of;
use crate::error::{Error, Result};
use crate::load::outcome::{Failures, LoadError};
use crate::load::spec::PerDirection;

/// The failures of a load, and those after which it goes on.
#[derive(Debug)]
pub(super) struct Faults<'a> {
    /// Numbers of the system's errors after which it goes on.
    tolerated: &'a PerDirection<Vec<i32>>,
    is_tolerant: bool,
    /// Those after which it went on.
    pub(super) tolerable: Failures,
    /// Why it is to end as a failure.
    pub(super) fatal: Option<LoadError>,
}

impl<'a> Faults<'a> {
    pub(super) fn new(tolerated: &'a PerDirection<Vec<i32>>) -> Self {
        Self {
            tolerated,
            is_tolerant: !tolerated.read.is_empty() || !tolerated.write.is_empty(),
            tolerable: Failures::default(),
            fatal: None,
        }
    }

    /// Returns whether there are failures after which it goes on.
    #[inline]
    pub(super) fn is_tolerant(&self) -> bool {
        self.is_tolerant
    }

    /// Counts a block that failed.
    ///
    /// # Errors
    /// The error, where it is the load's end.
    fn count(&mut self, direction: Direction, error: feedrate_pageio::Error) -> Result<()> {
        let number = error.system_error().and_then(|error| error.raw_os_error());
        let tolerated = self.tolerated.of(direction);
        let error = Error::from(error);
        if !number.is_some_and(|number| tolerated.contains(&number)) {
            return Err(error);
        }
        self.tolerable.count += 1;
        self.tolerable.first.get_or_insert_with(|| LoadError::of(&error));
        Ok(())
    }
}

impl Worker<'_> {
    /// Counts blocks that failed of what the load goes on after. The first other failure is its end.
    pub(super) fn take_failures(&mut self) -> Result<()> {
        let mut result = Ok(());
        for Failure { transfer, error } in self.queue.take_failures() {
            // Or it would never come to the end of its time.
            self.clock.extend(Instant::now());
            self.buffers.free(&mut self.queue, &transfer);
            if let Some(proof) = &mut self.proof {
                proof.failed(block_of(&transfer));
            }
            result = result.and(self.faults.count(transfer.direction, error));
        }
        result
    }
}
