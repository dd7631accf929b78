//! Reads single ranges of a file: its header, a page by its number, or ranges in order.

use std::fs::File;
use std::path::Path;
use std::time::{Duration, Instant};

use feedrate_pageio::cache::Residency;
use feedrate_pageio::cold;
use feedrate_pageio::{Access, Completion, Direction, Discipline, Queue, QueueRequest, Transfer};

use super::account::{Amount, FileAccount};
use super::cache_share::Watch;
use super::identity::Identity;
use super::moved::transfer_alone;
use super::opening::{Opening, open_for_ranges};
use crate::error::{Error, Result};

/// Reads ranges in any order, through the page cache, one at a time.
#[derive(Debug)]
pub struct RangeReader {
    queue: Queue,
    access: Access,
    file_bytes: u64,
    most: usize,
    beside: Amount,
    watch: Watch,
    resident_before: Residency,
    opened: Instant,
    ended: Instant,
    waited: Duration,
    done: Vec<Completion>,
}

impl RangeReader {
    /// Opens a file for ranges of at most `most` bytes; no more are allocated than the file has. `access` tells the
    /// kernel in which order they will be read.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened.
    pub fn open(path: &Path, access: Access, most: u64) -> Result<Self> {
        Self::of(path, None, access, most)
    }

    fn of(path: &Path, already: Option<&File>, access: Access, most: u64) -> Result<Self> {
        let opening = Opening::begin();
        let file = open_for_ranges(path, already, access)?;
        let opened = opening.began();
        let file_bytes = file.size()?;
        let most = usize::try_from(most.min(file_bytes).max(1)).unwrap_or(usize::MAX);
        Ok(Self {
            resident_before: cold::resident_before(file.as_file()),
            queue: Queue::new(vec![file], QueueRequest::one_at_a_time(most, 1))?,
            access,
            file_bytes,
            most,
            beside: Amount::default(),
            watch: Watch::default(),
            opened,
            ended: opened,
            waited: Duration::ZERO,
            done: Vec::with_capacity(1),
        })
    }

    /// Opens the same file again for ranges of at most `most` bytes, with a new account. It may have changed since.
    pub(crate) fn again(&self, most: u64) -> Result<Self> {
        let path = self.queue.files()[0].path();
        Self::of(path, Some(self.file()), self.access, most)
    }

    /// Reopens the file for ranges of at most `most` bytes.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened or has changed.
    pub fn with_most(self, most: u64) -> Result<Self> {
        let path = self.queue.files()[0].path();
        let mut other = self.again(most)?;
        if other.identity()? != self.identity()? {
            return Err(Error::Changed { path: path.into() });
        }
        other.beside = self.moved(0);
        Ok(other)
    }

    /// Returns the open file.
    pub(crate) fn file(&self) -> &File {
        self.queue.files()[0].as_file()
    }

    /// Takes the length of the file anew, which others may have changed since it was opened.
    ///
    /// # Errors
    ///
    /// Fails if the system does not tell.
    pub(crate) fn measure(&mut self) -> Result<()> {
        self.file_bytes = self.queue.files()[0].size()?;
        Ok(())
    }

    /// Returns the length of the file when it was opened or last measured, in bytes.
    pub fn file_bytes(&self) -> u64 {
        self.file_bytes
    }

    /// Reads `bytes` bytes at `offset`, or fewer at the end of the file or beyond the maximum.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be read.
    pub fn read(&mut self, offset: u64, bytes: u64) -> Result<&[u8]> {
        let rest = self.file_bytes.saturating_sub(offset);
        let bytes = usize::try_from(bytes.min(rest)).unwrap_or(usize::MAX).min(self.most);
        if bytes > 0 {
            self.watch.resume();
            let began = Instant::now();
            let transfer = Transfer {
                direction: Direction::Read,
                file: 0,
                slot: 0,
                offset,
                bytes,
            };
            transfer_alone(&mut self.queue, transfer, began, &mut self.done)?;
            self.ended = Instant::now();
            self.waited += self.ended - began;
        }
        Ok(&self.queue.slot(0)[..bytes])
    }

    /// Returns as many bytes of what [`read`](Self::read) read last.
    pub(super) fn held(&self, bytes: u64) -> &[u8] {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        &self.queue.slot(0)[..bytes.min(self.most)]
    }

    /// Returns what was moved, in pages of `page_bytes`; 0 if none of it was pages.
    pub fn moved(&self, page_bytes: u64) -> Amount {
        let unit = if page_bytes == 0 { u64::MAX } else { page_bytes };
        let mut moved = Amount::of(&self.queue.account(), Direction::Read, unit);
        moved += self.beside;
        moved
    }

    /// Returns the identity of the file.
    ///
    /// # Errors
    ///
    /// Fails if the system does not tell.
    pub fn identity(&self) -> Result<Identity> {
        Identity::of(&self.queue.files()[0])
    }

    /// Returns what was moved so far of a file without pages.
    pub fn account(&self) -> FileAccount {
        let moved = self.moved(0);
        FileAccount {
            page_bytes: 0,
            cache: self.watch.share(moved.bytes, false),
            moved,
            elapsed: self.ended - self.opened,
            waited: self.waited,
            resident_before: Some(self.resident_before),
            ..FileAccount::of_queue(&self.queue, Direction::Read, u64::MAX, Discipline::AsSas)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_end_with_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pages");
        let content: Vec<u8> = (0..10_000).map(|index| (index % 251) as u8).collect();
        std::fs::write(&path, &content).unwrap();
        let mut ranges = RangeReader::open(&path, Access::Random, 4096).unwrap();
        assert_eq!(ranges.file_bytes(), 10_000);
        assert_eq!(ranges.read(5000, 100).unwrap(), &content[5000..5100]);
        assert_eq!(ranges.read(9000, 4096).unwrap(), &content[9000..]);
        assert_eq!(ranges.read(0, 9000).unwrap(), &content[..4096]);
        assert_eq!(ranges.read(10_000, 1).unwrap(), b"");
        assert_eq!(ranges.read(u64::MAX, 1).unwrap(), b"");
        let moved = ranges.moved(1024);
        assert_eq!((moved.transfers, moved.bytes, moved.pages), (3, 5196, 5));
        let mut ranges = ranges.with_most(9000).unwrap();
        assert_eq!(ranges.read(0, 9000).unwrap(), &content[..9000]);
        let account = ranges.account();
        assert_eq!((account.moved.transfers, account.moved.pages), (4, 0));
    }

    #[test]
    fn an_empty_file_has_no_ranges() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut ranges = RangeReader::open(file.path(), Access::Random, 4096).unwrap();
        assert_eq!(ranges.read(0, 288).unwrap(), b"");
    }
}
