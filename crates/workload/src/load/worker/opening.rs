//! Calls about files when their turn begins, in place of opening them.

use std::time::Instant;

use feedrate_pageio::{Direction, Error as PagesError};

use super::Worker;
use crate::error::Result;
use crate::load::load_series::Action;
use crate::load::outcome::Flow;
use crate::load::sequence::FileEvent;
use crate::load::spec::{Directions, FileCall, PerDirection};

impl Worker<'_> {
    /// Follows files that were opened and closed in the order of blocks, where that is recorded or a call is made for
    /// it.
    #[inline]
    pub(super) fn follow_files(&mut self) -> Result<()> {
        if !self.recording.is_wanted() && self.load.opening.is_none() {
            return Ok(());
        }
        for event in self.source.file_events() {
            let (what, file) = match event {
                FileEvent::Open(file) => (Action::Open, file),
                FileEvent::Close(file) => (Action::Close, file),
            };
            self.recording.add(what, file, 0, 0);
            if let (Action::Open, Some(opening)) = (what, self.load.opening) {
                self.call(opening, file)?;
            }
        }
        Ok(())
    }

    fn call(&mut self, opening: FileCall, file: usize) -> Result<()> {
        let path = &self.load.files[file].path;
        let begun = Instant::now();
        let made = opening.call.make(path);
        let done = Instant::now();
        made.map_err(|source| PagesError::File {
            action: opening.call.action(),
            path: path.clone(),
            source,
        })?;
        if !self.clock.is_ramping() {
            // As in fio: with those of reads wherever there are any, or only trims.
            let direction = match self.load.directions {
                Directions::Write | Directions::TrimWrite => Direction::Write,
                Directions::Read | Directions::Mixed { .. } | Directions::Trim => Direction::Read,
            };
            let latencies = self.tally.openings.of_mut(direction);
            latencies.record(done.saturating_duration_since(begun));
        }
        self.clock.complete_apart(done);
        Ok(())
    }

    /// Puts the latencies of calls about files in place of those of blocks that moved nothing.
    pub(super) fn only_openings(&self, flow: &mut PerDirection<Flow>, trim: &mut Flow) {
        if self.load.opening.is_none() {
            return;
        }
        for flow in [&mut flow.read, &mut flow.write, trim] {
            flow.submission.clear();
            flow.completion.clear();
            flow.total.clear();
        }
        flow.read.completion = self.tally.openings.read.clone();
        flow.write.completion = self.tally.openings.write.clone();
    }
}
