//! The bytes of a file from front to back, of a file without pages of its own.

use std::io::{self, BufRead, Read};
use std::path::Path;

use feedrate_pageio::Access;

use super::account::FileAccount;
use super::identity::Identity;
use super::ranges::RangeReader;
use super::reader::PageReader;
use super::stream_writer::part_bytes;
use crate::error::{Error, Result};
use crate::settings::Settings;

/// Reads a file from front to back, as often as is wanted. Its parts move as the pages of a data set do:
/// with transfers in flight, and past the page cache where that is asked for. What is left of the file
/// after its last whole part comes through the page cache.
#[derive(Debug)]
pub struct StreamReader {
    parts: PageReader,
    rest: RangeReader,
    /// Where the rest begins in the file.
    rest_start: u64,
    /// The next byte of the current part, or of the rest.
    at: usize,
    is_in_rest: bool,
    is_at_front: bool,
}

impl StreamReader {
    /// Opens a file.
    pub fn open(path: &Path, settings: &Settings) -> Result<Self> {
        let part = u64::from(part_bytes(settings));
        let mut rest = RangeReader::open(path, Access::Sequential, part)?;
        let parts = rest.file_bytes() / part;
        let pages = PageReader::open(path, settings, 0, part, parts)?;
        if pages.identity()? != rest.identity()? {
            return Err(Error::Changed { path: path.into() });
        }
        if parts > 0 {
            let bytes = rest.file_bytes() % part;
            rest = rest.with_most(bytes)?;
        }
        Ok(Self {
            parts: pages,
            rest,
            rest_start: parts * part,
            at: 0,
            is_in_rest: false,
            is_at_front: true,
        })
    }

    /// Which file it is.
    pub fn identity(&self) -> Result<Identity> {
        self.parts.identity()
    }

    /// How long the file is, in bytes.
    pub fn file_bytes(&self) -> u64 {
        self.rest.file_bytes()
    }

    /// Goes back to the front.
    pub fn rewind(&mut self) -> Result<()> {
        if !self.is_at_front {
            self.parts.seek(0..u64::MAX)?;
        }
        self.at = 0;
        self.is_in_rest = false;
        self.is_at_front = true;
        Ok(())
    }

    /// The bytes that are at hand; none at the end of the file.
    pub fn fill(&mut self) -> Result<&[u8]> {
        self.is_at_front = false;
        if !self.is_in_rest && self.at >= self.parts.page().len() {
            self.at = 0;
            self.is_in_rest = !self.parts.advance()?;
            if self.is_in_rest {
                self.rest.read(self.rest_start, u64::MAX)?;
            }
        }
        Ok(match self.is_in_rest {
            true => {
                let bytes = self.rest.file_bytes() - self.rest_start;
                &self.rest.held(bytes)[self.at..]
            }
            false => &self.parts.page()[self.at..],
        })
    }

    /// What was moved so far, and how.
    pub fn account(&self) -> FileAccount {
        let (mut account, rest) = (self.parts.account(), self.rest.account());
        if account.moved.bytes == 0 {
            account.cache = rest.cache;
        }
        account.moved += rest.moved;
        account.elapsed = account.elapsed.max(rest.elapsed);
        account.waited += rest.waited;
        account.moved.pages = 0;
        account.page_bytes = 0;
        account
    }
}

impl Read for StreamReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let at_hand = self.fill_buf()?;
        let taken = at_hand.len().min(buffer.len());
        buffer[..taken].copy_from_slice(&at_hand[..taken]);
        self.consume(taken);
        Ok(taken)
    }
}

impl BufRead for StreamReader {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.fill().map_err(io::Error::other)
    }

    fn consume(&mut self, bytes: usize) {
        self.at += bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_every_length_come_whole_and_as_often_as_is_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let settings = Settings {
            bufsize: 4096,
            ..Settings::default()
        };
        for length in [0, 1, 4095, 4096, 4097, 3 * 4096, 50_000] {
            let content: Vec<u8> = (0..length).map(|index| (index % 251) as u8).collect();
            std::fs::write(&path, &content).unwrap();
            let mut reader = StreamReader::open(&path, &settings).unwrap();
            for _ in 0..2 {
                let mut found = Vec::new();
                reader.read_to_end(&mut found).unwrap();
                assert!(found == content, "{length}");
                reader.rewind().unwrap();
            }
            let account = reader.account();
            assert!(account.moved.bytes >= length as u64, "{account:?}");
            assert_eq!((account.page_bytes, account.moved.pages), (0, 0));
        }
    }
}
