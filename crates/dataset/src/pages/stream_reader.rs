//! Reads a file without pages from front to back.

use std::io::{self, BufRead, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use feedrate_pageio::Access;

use super::account::FileAccount;
use super::identity::Identity;
use super::ranges::RangeReader;
use super::reader::PageReader;
use super::stream_writer::part_bytes;
use crate::error::{Error, Result};
use crate::settings::Settings;

/// The maximum gap between two ranges that is read and skipped rather than restarting behind it.
const MOST_PASSED: u64 = 1 << 20;

/// Reads a file from front to back, any number of times. Its parts are transferred like the pages of a data set: with
/// transfers in flight, and with direct I/O if requested. What is left after the last whole part is read through the
/// page cache.
#[derive(Debug)]
pub struct StreamReader {
    path: PathBuf,
    parts: PageReader,
    part_bytes: u64,
    rest: RangeReader,
    /// The offset of the rest.
    rest_start: u64,
    /// The offset of the next byte.
    position: u64,
    is_rest_held: bool,
}

impl StreamReader {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened.
    pub fn open(path: &Path, settings: &Settings) -> Result<Self> {
        Self::open_ahead(path, settings, 0)
    }

    /// The same with so many bytes read ahead with overlapping transfers, for a caller that reads
    /// [ranges](Self::read_range) and works long on them.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened.
    pub fn open_ahead(path: &Path, settings: &Settings, ahead: u64) -> Result<Self> {
        let part = u64::from(part_bytes(settings));
        let mut rest = RangeReader::open(path, Access::Sequential, part)?;
        let parts = rest.file_bytes() / part;
        let pages = PageReader::open_ahead(path, Some(rest.file()), settings, 0, part, parts, ahead)?;
        if pages.identity()? != rest.identity()? {
            return Err(Error::Changed { path: path.into() });
        }
        if parts > 0 {
            let bytes = rest.file_bytes() % part;
            rest = rest.with_most(bytes)?;
        }
        Ok(Self {
            path: path.into(),
            parts: pages,
            part_bytes: part,
            rest,
            rest_start: parts * part,
            position: 0,
            is_rest_held: false,
        })
    }

    /// Returns the identity of the file.
    ///
    /// # Errors
    ///
    /// Fails if the system does not tell.
    pub fn identity(&self) -> Result<Identity> {
        self.parts.identity()
    }

    /// Returns the length of the file in bytes.
    pub fn file_bytes(&self) -> u64 {
        self.rest.file_bytes()
    }

    /// Goes back to the front.
    ///
    /// # Errors
    ///
    /// Fails if pending transfers do.
    pub fn rewind(&mut self) -> Result<()> {
        self.seek(0..u64::MAX)
    }

    /// Goes to the beginning of a range, behind which nothing is read ahead.
    ///
    /// # Errors
    ///
    /// Fails if pending transfers do.
    pub fn seek(&mut self, wanted: Range<u64>) -> Result<()> {
        self.position = wanted.start;
        let first = wanted.start / self.part_bytes;
        let end = wanted.end.div_ceil(self.part_bytes);
        self.parts.seek(first..end.max(first))
    }

    /// Returns the buffered bytes, after reading more if there are none; empty at the end of the file.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn fill(&mut self) -> Result<&[u8]> {
        if self.position >= self.rest_start {
            if !self.parts.page().is_empty() {
                // The pass over the parts is at its end.
                self.parts.advance()?;
            }
            if !self.is_rest_held {
                self.rest.read(self.rest_start, u64::MAX)?;
                self.is_rest_held = true;
            }
            let rest = self.rest.held(self.file_bytes() - self.rest_start);
            let at = usize::try_from(self.position - self.rest_start).unwrap_or(usize::MAX);
            return Ok(rest.get(at..).unwrap_or_default());
        }
        let wanted = self.position / self.part_bytes;
        while self.parts.page().is_empty() || self.parts.number() < wanted {
            if !self.parts.advance()? {
                // It is behind the wanted range.
                self.parts.seek(wanted..u64::MAX)?;
            }
        }
        let at = (self.position % self.part_bytes) as usize;
        Ok(&self.parts.page()[at..])
    }

    /// Reads a range, as far as the file has it. Ranges should be read in their order: gaps are skipped, and an earlier
    /// range restarts the pass.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn read_range(&mut self, range: &Range<u64>) -> Result<Vec<u8>> {
        let end = range.end.min(self.file_bytes());
        let most = end.saturating_sub(range.start);
        let mut bytes = Vec::with_capacity(usize::try_from(most).unwrap_or(0));
        let is_far = range.start.saturating_sub(self.position) > MOST_PASSED;
        if range.start < self.position || is_far {
            self.seek(range.start..self.parts.end().max(end))?;
        }
        self.position = range.start;
        while self.position < end {
            let left = usize::try_from(end - self.position).unwrap_or(usize::MAX);
            let at_hand = self.fill()?;
            let part = &at_hand[..at_hand.len().min(left)];
            bytes.extend_from_slice(part);
            let taken = part.len();
            if taken == 0 {
                let path = self.path.clone();
                return Err(Error::Changed { path });
            }
            self.consume(taken);
        }
        Ok(bytes)
    }

    /// Keeps transfers in flight, without waiting.
    ///
    /// # Errors
    ///
    /// Fails if a transfer cannot be submitted.
    pub fn go_on(&mut self) -> Result<()> {
        self.parts.go_on()
    }

    /// Returns what was moved so far.
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
        self.position += bytes as u64;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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

    proptest! {
        #[test]
        fn ranges_come_in_any_order(
            length in 0_usize..60_000,
            ranges in proptest::collection::vec((0_u64..60_000, 0_u64..20_000), 1..12),
            end in 0_u64..60_000, ahead in 0_u64..50_000, direct: bool,
        ) {
            let file = tempfile::NamedTempFile::new().unwrap();
            let content: Vec<u8> = (0..length).map(|index| (index % 251) as u8).collect();
            std::fs::write(file.path(), &content).unwrap();
            let settings = Settings {
                bufsize: 4096,
                direct,
                ..Settings::default()
            };
            let mut reader = StreamReader::open_ahead(file.path(), &settings, ahead).unwrap();
            reader.seek(ranges[0].0..end).unwrap();
            for (start, bytes) in ranges {
                let within = |at: u64| (at as usize).min(length);
                let found = reader.read_range(&(start..start + bytes)).unwrap();
                prop_assert_eq!(found, &content[within(start)..within(start + bytes)]);
                reader.go_on().unwrap();
            }
        }
    }

    #[test]
    fn what_is_read_ahead_leaves_what_is_at_hand() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let content: Vec<u8> = (0..12_u32 << 20)
            .map(|index| (index.wrapping_mul(2_654_435_761) >> 24) as u8)
            .collect();
        std::fs::write(file.path(), &content).unwrap();
        for (direct, ahead) in [(false, 0), (false, 1 << 20), (false, 64 << 20), (true, 3 << 20)] {
            let settings = Settings {
                direct,
                ..Settings::default()
            };
            let mut reader = StreamReader::open_ahead(file.path(), &settings, ahead).unwrap();
            // Ranges in order, with gaps that are skipped and gaps that are too long for that.
            let mut start = 0_u64;
            for (index, gap) in [0, 0, 7, 500_000, 0, 1, 3_000_000, 0, 0, 90_000]
                .into_iter()
                .enumerate()
            {
                start += gap;
                let end = start + 300_000 + index as u64 * 70_001;
                let found = reader.read_range(&(start..end)).unwrap();
                let whole = content.len();
                let expected = &content[(start as usize).min(whole)..(end as usize).min(whole)];
                assert!(found == expected, "{direct} {ahead}: {start}..{end}");
                for _ in 0..50 {
                    reader.go_on().unwrap();
                    std::thread::sleep(std::time::Duration::from_micros(200));
                }
                start = end;
            }
        }
    }
}
