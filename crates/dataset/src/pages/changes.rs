//! Changes single ranges of an existing file.

use std::path::Path;
use std::time::Instant;

use feedrate_pageio::{Completion, Direction, Queue, QueueRequest, Transfer};

use super::account::Amount;
use super::identity::Identity;
use super::moved::transfer_alone;
use super::opening::open_to_change;
use crate::error::Result;

/// Reads and replaces ranges of a file, through the page cache, one at a time. The caller must ensure that no one else
/// changes the file meanwhile.
#[derive(Debug)]
pub struct Changer {
    queue: Queue,
    most: usize,
    done: Vec<Completion>,
}

impl Changer {
    /// Opens a file for ranges of at most `most` bytes.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened.
    pub fn open(path: &Path, most: usize) -> Result<Self> {
        let file = open_to_change(path, None)?;
        let most = most.max(1);
        Ok(Self {
            queue: Queue::new(vec![file], QueueRequest::one_at_a_time(most, 1))?,
            most,
            done: Vec::with_capacity(1),
        })
    }

    /// Returns the identity of the file.
    ///
    /// # Errors
    ///
    /// Fails if the system does not tell.
    pub fn identity(&self) -> Result<Identity> {
        Identity::of(&self.queue.files()[0])
    }

    /// Reads `bytes` bytes at `offset`, at most as many as it was opened for; the file must have them.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be read.
    pub fn read(&mut self, offset: u64, bytes: usize) -> Result<&[u8]> {
        let bytes = bytes.min(self.most);
        self.transfer(Direction::Read, offset, bytes)?;
        Ok(&self.queue.slot(0)[..bytes])
    }

    /// Replaces the bytes at `offset`.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be written.
    pub fn write(&mut self, offset: u64, bytes: &[u8]) -> Result<()> {
        let mut offset = offset;
        for part in bytes.chunks(self.most) {
            self.queue.slot_mut(0)[..part.len()].copy_from_slice(part);
            self.transfer(Direction::Write, offset, part.len())?;
            offset += part.len() as u64;
        }
        Ok(())
    }

    /// Waits until everything written to the file, by any process, has reached the device.
    ///
    /// # Errors
    ///
    /// Fails if the device reports an error.
    pub fn flush(&self) -> Result<()> {
        #[cfg(test)]
        super::fail_point::pass(Direction::Write, self.queue.files()[0].path())?;
        Ok(self.queue.files()[0].sync_data()?)
    }

    /// Truncates the file to `bytes` bytes.
    ///
    /// # Errors
    ///
    /// Fails if the system refuses.
    pub fn cut(&self, bytes: u64) -> Result<()> {
        let file = &self.queue.files()[0];
        if file.size()? > bytes {
            file.set_size(bytes)?;
        }
        Ok(())
    }

    /// Returns what was moved so far in both directions, in whole pages of `page_bytes`.
    pub fn moved(&self, page_bytes: u64) -> Amount {
        Amount::of_both(&self.queue.account(), page_bytes)
    }

    fn transfer(&mut self, direction: Direction, offset: u64, bytes: usize) -> Result<()> {
        #[cfg(test)]
        super::fail_point::pass(direction, self.queue.files()[0].path())?;
        let transfer = Transfer {
            direction,
            file: 0,
            slot: 0,
            offset,
            bytes,
        };
        transfer_alone(&mut self.queue, transfer, Instant::now(), &mut self.done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_replaced() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), b"0123456789").unwrap();
        let mut changer = Changer::open(file.path(), 4).unwrap();
        assert_eq!(changer.read(6, 4).unwrap(), b"6789");
        changer.write(1, b"abcdef").unwrap();
        assert_eq!(std::fs::read(file.path()).unwrap(), b"0abcdef789");
        let moved = changer.moved(4);
        assert_eq!((moved.transfers, moved.bytes), (3, 10));
        changer.cut(20).unwrap();
        changer.cut(3).unwrap();
        assert_eq!(std::fs::read(file.path()).unwrap(), b"0ab");
        let before = changer.identity().unwrap();
        assert!(before.is_at(file.path()));
    }
}
