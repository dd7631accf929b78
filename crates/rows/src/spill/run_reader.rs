//! Reads one run from front to back.

use super::error::Result;
use super::merge::Heads;
use super::reader::RunReaders;
use super::room::SpillRoom;
use super::run::Run;

/// Reads one run from front to back.
#[derive(Debug)]
pub struct RunReader<'r> {
    readers: RunReaders<'r>,
}

impl<'r> RunReader<'r> {
    /// Opens a run that is read again later: its space is not released.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened or the queue cannot be created.
    pub fn open(room: &'r SpillRoom, run: &Run) -> Result<Self> {
        let mut readers = RunReaders::open(room, vec![run.clone()])?;
        readers.keeps = true;
        Ok(Self { readers })
    }

    /// Returns the next record, or `None` after the last.
    ///
    /// # Errors
    ///
    /// Fails if a block cannot be read.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "a record lies in the reader")]
    pub fn next(&mut self) -> Result<Option<&[u8]>> {
        Ok(match self.readers.advance(0)? {
            true => Some(self.readers.head(0)),
            false => None,
        })
    }
}
