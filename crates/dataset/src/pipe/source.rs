//! The rows of a piped data set.

use std::ops::Range;
use std::sync::Arc;

use super::{Inlet, Intake, PageRun, PipedError};
use crate::error::Result;
use crate::file_format::{RowBlock, RowMemory, RowSource};
use crate::pages::FileAccount;
use crate::schema::Schema;

/// The received rows and the progress of reading.
#[derive(Debug)]
pub(crate) struct PipedSource {
    inlet: Arc<Inlet>,
    /// `Some` from the first requested row on.
    intake: Option<Intake>,
    /// The wanted rows, from 0.
    wanted: Range<u64>,
    /// The run of the current block, whose bytes are in the memory of the reader.
    run: PageRun,
    /// The next page in the run, and how many rows precede it.
    next: usize,
    before: u64,
}

impl PipedSource {
    pub(crate) fn new(inlet: Arc<Inlet>) -> Self {
        Self {
            inlet,
            intake: None,
            wanted: 0..u64::MAX,
            run: PageRun::new(),
            next: 0,
            before: 0,
        }
    }

    /// Receives the next pages with wanted rows into a run. Returns `false` after the last.
    fn receive(&mut self, run: &mut PageRun) -> Result<bool> {
        let intake = match &mut self.intake {
            Some(intake) => intake,
            None => self.intake.insert(self.inlet.begin()?),
        };
        self.inlet.receive(intake, &self.wanted, run)
    }

    /// Receives the next run, whose bytes go to `bytes`. Returns `false` after the last.
    fn receive_next(&mut self, bytes: &mut Vec<u8>) -> Result<bool> {
        let mut run = std::mem::take(&mut self.run);
        run.swap_bytes(bytes);
        let received = self.receive(&mut run);
        run.swap_bytes(bytes);
        self.run = run;
        self.next = 0;
        if !received? {
            self.run.clear();
            return Ok(false);
        }
        self.before = self.run.first_row() - 1;
        Ok(true)
    }
}

impl RowSource for PipedSource {
    fn schema(&self) -> &Schema {
        self.inlet.schema()
    }

    fn label(&self) -> &str {
        &self.inlet.metadata().label
    }

    fn data_set_type(&self) -> &str {
        &self.inlet.metadata().data_set_type
    }

    fn rows(&self) -> u64 {
        let all = self.intake.as_ref().and_then(Intake::all_rows);
        all.unwrap_or(u64::MAX)
    }

    fn is_read_once(&self) -> bool {
        true
    }

    fn seek(&mut self, wanted: Range<u64>) -> Result<()> {
        if self.intake.is_some() {
            let reason = "this step would go back in it";
            return Err(PipedError::read_once(self.inlet.name(), reason).into());
        }
        self.wanted = wanted;
        Ok(())
    }

    fn next_block(&mut self, memory: &mut RowMemory) -> Result<Option<RowBlock>> {
        loop {
            if let Some(page) = self.run.page(self.next) {
                self.next += 1;
                let before = self.before;
                self.before += page.count as u64;
                let stride = self.schema().row_length() as usize;
                return Ok(Some(RowBlock {
                    start: page.start,
                    ..RowBlock::in_buffer(before, page.count, stride)
                }));
            }
            if !self.receive_next(memory.buffer())? {
                return Ok(None);
            }
        }
    }

    fn next_run(&mut self, run: &mut PageRun) -> Result<bool> {
        self.receive(run)
    }

    fn account(&self) -> FileAccount {
        self.inlet.account(self.intake.as_ref())
    }
}

impl Drop for PipedSource {
    fn drop(&mut self) {
        if let Some(intake) = &mut self.intake {
            self.inlet.give_back(intake);
        }
    }
}
