//! Writes a new file without pages from front to back.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::writer::{NewPages, PageWriter, WrittenFile};
use crate::error::Result;
use crate::settings::Settings;

/// Bytes of a part, unless `BUFSIZE=` sets them.
const PART: u32 = 64 << 10;

/// The maximum bytes of a part.
const MOST: u64 = 16 << 20;

/// Parts are multiples of this, for direct I/O.
const ALIGNMENT: u64 = 4096;

/// Parts are no larger than this fraction of the memory for pages.
const SHARE: u64 = 8;

/// Returns the bytes of the parts in which a file without pages is transferred.
pub(super) fn part_bytes(settings: &Settings) -> u32 {
    match settings.bufsize {
        0 => PART,
        requested => {
            let in_memory = settings.page_memory.most().unwrap_or(u64::MAX) / SHARE;
            let most = MOST.min(in_memory.max(PART.into()));
            requested.min(most).next_multiple_of(ALIGNMENT) as u32
        }
    }
}

/// Writes the bytes of a new file. Its parts are transferred like the pages of a data set: while the next one is
/// filled, and with direct I/O if requested.
#[derive(Debug)]
pub struct StreamWriter {
    parts: PageWriter,
    /// The bytes of the current part that are filled.
    filled: usize,
    bytes: u64,
    /// Bytes that are replaced at the end, and their offsets.
    replaced: Vec<(u64, Vec<u8>)>,
}

impl StreamWriter {
    /// Opens an existing empty file, or uses an open one. The caller must ensure that no one else writes to it.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened.
    pub fn open(path: &Path, already: Option<&File>, settings: &Settings) -> Result<Self> {
        let parts = NewPages::open(path, already, settings, 0, part_bytes(settings))?.start(0, None)?;
        Ok(Self {
            parts,
            filled: 0,
            bytes: 0,
            replaced: Vec::new(),
        })
    }

    /// Returns the number of bytes so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Appends bytes.
    ///
    /// # Errors
    ///
    /// Fails if an earlier part could not be written.
    pub fn put(&mut self, mut bytes: &[u8]) -> Result<()> {
        while !bytes.is_empty() {
            let room = &mut self.parts.page_mut()[self.filled..];
            let (now, later) = bytes.split_at(bytes.len().min(room.len()));
            room[..now.len()].copy_from_slice(now);
            let is_full = now.len() == room.len();
            self.filled += now.len();
            self.bytes += now.len() as u64;
            bytes = later;
            if is_full {
                self.filled = 0;
                self.parts.advance()?;
            }
        }
        Ok(())
    }

    /// Replaces some bytes by others when all are written.
    pub(crate) fn replace(&mut self, at: u64, bytes: Vec<u8>) {
        self.replaced.push((at, bytes));
    }

    /// Writes the rest and waits for all of it; if `durable`, until it has reached the device.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn finish(mut self, durable: bool) -> Result<WrittenFile> {
        if self.filled > 0 {
            // A direct transfer is of whole parts. The excess is truncated.
            self.parts.page_mut()[self.filled..].fill(0);
            self.parts.advance()?;
        }
        self.parts.finish_at(self.bytes, &self.replaced, durable)
    }
}

impl Write for StreamWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.put(bytes).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_as_long_as_what_was_written() {
        let folder = tempfile::tempdir().unwrap();
        for (index, length) in [0, 1, 4095, 4096, 4097, 50_000].into_iter().enumerate() {
            for direct in [false, true] {
                let path = folder.path().join(format!("file-{index}-{direct}"));
                let settings = Settings {
                    bufsize: 4096,
                    direct,
                    ..Settings::default()
                };
                let content: Vec<u8> = (0..length).map(|index| (index % 251) as u8).collect();
                std::fs::write(&path, "").unwrap();
                let mut writer = StreamWriter::open(&path, None, &settings).unwrap();
                for part in content.chunks(1000) {
                    writer.write_all(part).unwrap();
                }
                let account = writer.finish(false).unwrap().close();
                assert!(std::fs::read(&path).unwrap() == content, "{length}");
                assert!(account.moved.bytes >= length as u64);
                assert_eq!((account.page_bytes, account.moved.pages), (0, 0));
            }
        }
    }
}
