//! Reads one run from front to back.

use super::error::Result;
use super::merge::Heads;
use super::reader::RunReaders;
use super::room::SpillRoom;
use super::run::Run;

/// Reads runs from front to back, one after the other. Each has two blocks in memory from the beginning.
#[derive(Debug)]
pub struct RunReader<'r> {
    readers: RunReaders<'r>,
    /// The current run.
    run: usize,
}

impl<'r> RunReader<'r> {
    /// Opens a run that is read again later: its space is not released.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened or the queue cannot be created.
    pub fn open(room: &'r SpillRoom, run: &Run) -> Result<Self> {
        Self::open_all(room, vec![run.clone()])
    }

    /// Opens several runs in the same way.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be opened or the queue cannot be created.
    ///
    /// # Panics
    ///
    /// Panics if the runs differ in their layout.
    pub fn open_all(room: &'r SpillRoom, runs: Vec<Run>) -> Result<Self> {
        let mut readers = RunReaders::open(room, runs)?;
        readers.keeps = true;
        Ok(Self { readers, run: 0 })
    }

    /// Returns the next record, or `None` after the last.
    ///
    /// # Errors
    ///
    /// Fails if a block cannot be read.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "a record lies in the reader")]
    pub fn next(&mut self) -> Result<Option<&[u8]>> {
        while self.run < self.readers.count() {
            if self.readers.advance(self.run)? {
                return Ok(Some(self.readers.head(self.run)));
            }
            self.run += 1;
        }
        Ok(None)
    }
}
