//! The rows of a piped data set.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Inlet, Intake, PageRun, PipedError};
use crate::error::Result;
use crate::pages::FileAccount;
use crate::reader::{Block, Memory, SourceBlock};
use crate::schema::Schema;

/// The received rows and the progress of reading.
#[derive(Debug)]
pub(crate) struct Piped {
    inlet: Arc<Inlet>,
    path: PathBuf,
    /// `Some` from the first requested row on.
    intake: Option<Intake>,
    /// The wanted rows, from 0.
    wanted: Range<u64>,
    run: PageRun,
    /// The next page in the run, and how many rows precede it.
    next: usize,
    before: u64,
}

impl Piped {
    pub(crate) fn new(inlet: Arc<Inlet>) -> Self {
        Self {
            path: inlet.address().into(),
            inlet,
            intake: None,
            wanted: 0..u64::MAX,
            run: PageRun::new(),
            next: 0,
            before: 0,
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn schema(&self) -> &Schema {
        self.inlet.schema()
    }

    pub(crate) fn label(&self) -> &str {
        &self.inlet.metadata().label
    }

    pub(crate) fn data_set_type(&self) -> &str {
        &self.inlet.metadata().data_set_type
    }

    /// Returns the number of rows once all were received.
    pub(crate) fn rows(&self) -> Option<u64> {
        self.intake.as_ref().and_then(Intake::all_rows)
    }

    pub(crate) fn seek(&mut self, wanted: Range<u64>) -> Result<()> {
        if self.intake.is_some() {
            let reason = "this step would go back in it";
            return Err(PipedError::read_once(self.inlet.name(), reason).into());
        }
        self.wanted = wanted;
        Ok(())
    }

    pub(crate) fn memory(&self) -> &[u8] {
        self.run.bytes()
    }

    pub(crate) fn next_block(&mut self) -> Result<Option<SourceBlock>> {
        loop {
            if let Some(page) = self.run.page(self.next) {
                self.next += 1;
                let before = self.before;
                self.before += page.count as u64;
                return Ok(Some(SourceBlock {
                    block: Block {
                        memory: Memory::Page,
                        start: page.start,
                        stride: self.schema().row_length() as usize,
                        has_deleted: false,
                    },
                    stored: page.count,
                    before: Some(before),
                    stored_before: None,
                }));
            }
            let mut run = std::mem::take(&mut self.run);
            let is_there = self.next_run(&mut run);
            self.run = run;
            self.next = 0;
            if !is_there? {
                self.run.clear();
                return Ok(None);
            }
            self.before = self.run.first_row() - 1;
        }
    }

    /// Receives the next pages with wanted rows. Returns `false` after the last.
    pub(crate) fn next_run(&mut self, run: &mut PageRun) -> Result<bool> {
        let intake = match &mut self.intake {
            Some(intake) => intake,
            None => self.intake.insert(self.inlet.begin()?),
        };
        self.inlet.receive(intake, &self.wanted, run)
    }

    pub(crate) fn account(&self) -> FileAccount {
        self.inlet.account(self.intake.as_ref())
    }
}

impl Drop for Piped {
    fn drop(&mut self) {
        if let Some(intake) = &mut self.intake {
            self.inlet.give_back(intake);
        }
    }
}
