//! The ends that read.

use std::io::BufRead;
use std::ops::Range;
use std::path::Path;

use feedrate_dataset::Settings;
use feedrate_dataset::pages::{PageReader, RangeReader, StreamReader};
use feedrate_pageio::Access;

use super::{GRAIN, Thread, UseTotals};
use crate::error::Result;
use crate::job::{JobFile, Use};

/// Reads pages in order: a thread's part of the file, as often as it takes.
pub(super) struct PageReads {
    pass: PageReader,
    /// Opens the file anew for another pass, whose pages are transferred again.
    open: Box<dyn Fn() -> Result<PageReader> + Send>,
    part: Range<u64>,
    /// The pages that are left to be read, of all passes.
    left: u64,
    header: Option<RangeReader>,
    /// Of the passes before.
    moved: UseTotals,
}

impl PageReads {
    /// Opens a file, of which `before` bytes of this use were read already.
    pub(super) fn open(
        use_: &Use,
        file: &JobFile,
        path: &Path,
        settings: &Settings,
        thread: Thread,
        before: u64,
    ) -> Result<Self> {
        let most = use_.header_bytes.clamp(1, 1 << 20);
        let mut header = RangeReader::open(path, Access::Sequential, most)?;
        let in_pages = header.file_bytes().saturating_sub(file.header_bytes);
        let (page, header_bytes) = (file.page_bytes, file.header_bytes);
        let all = in_pages / page;
        let wanted = (use_.bytes - use_.header_bytes) / page;
        let part = thread.share(wanted.min(all));
        let has_header = thread.number == 0 && use_.header_bytes > 0 && before == 0;
        if has_header {
            read_all(&mut header, use_.header_bytes, most)?;
        }
        let (path, settings) = (path.to_owned(), settings.clone());
        let open = move || {
            let opened = PageReader::open(&path, None, &settings, header_bytes, page, all);
            Ok(opened?)
        };
        let left = thread.part(wanted).saturating_sub(before / page);
        let mut pass = open()?;
        // Behind what was read before, where there is more.
        let begin = part.start + (before / page).min(part.end - part.start);
        let begin = if begin == part.end { part.start } else { begin };
        pass.seek(begin..part.end.min(begin + left))?;
        Ok(Self {
            pass,
            open: Box::new(open),
            left,
            part,
            header: has_header.then_some(header),
            moved: UseTotals::default(),
        })
    }

    /// Returns the bytes that are left to be read; 0 if the file has no page.
    pub(super) fn left_bytes(&self) -> u64 {
        match self.part.is_empty() {
            true => 0,
            false => self.left * self.pass.page_bytes() as u64,
        }
    }

    /// Returns the current page.
    pub(super) fn page(&self) -> &[u8] {
        self.pass.page()
    }

    /// Advances to the next page; after the last one, to the first again.
    pub(super) fn next(&mut self) -> Result<()> {
        if !self.pass.advance()? {
            self.moved.add(UseTotals::of(&self.pass.account(), 0));
            self.pass = (self.open)()?;
            let end = self.part.end.min(self.part.start + self.left);
            self.pass.seek(self.part.start..end)?;
            self.pass.advance()?;
        }
        self.left = self.left.saturating_sub(1);
        Ok(())
    }

    pub(super) fn finish(self) -> UseTotals {
        let header = self.header.map_or(0, |header| header.moved(0).bytes);
        let mut moved = UseTotals::of(&self.pass.account(), header);
        moved.add(self.moved);
        moved
    }
}

/// Reads so many bytes from the front on; after the end, from the front again.
fn read_all(reader: &mut RangeReader, bytes: u64, most: u64) -> Result<()> {
    let mut left = bytes;
    while left > 0 {
        let now = reader.read(bytes - left, left.min(most))?.len() as u64;
        let now = match now {
            0 => reader.read(0, left.min(most))?.len() as u64,
            now => now,
        };
        if now == 0 {
            break;
        }
        left -= now;
    }
    Ok(())
}

/// Reads a file without pages in order, as often as it takes.
pub(super) struct StreamReads {
    reader: StreamReader,
    moved: u64,
    at_front: bool,
}

impl StreamReads {
    pub(super) fn open(path: &Path, settings: &Settings) -> Result<Self> {
        Ok(Self {
            reader: StreamReader::open(path, settings)?,
            moved: 0,
            at_front: true,
        })
    }

    pub(super) fn next(&mut self, bytes: u64) -> Result<()> {
        let mut left = bytes;
        while left > 0 {
            let there = self.reader.fill()?.len() as u64;
            if there == 0 {
                if self.at_front {
                    return Ok(());
                }
                self.reader.rewind()?;
                self.at_front = true;
                continue;
            }
            let now = there.min(left);
            self.reader.consume(now as usize);
            self.at_front = false;
            self.moved += now;
            left -= now;
        }
        Ok(())
    }

    /// Returns what was used: whole parts of it were transferred.
    pub(super) fn finish(self) -> UseTotals {
        let account = self.reader.account();
        UseTotals {
            bytes: self.moved,
            direct_bytes: if account.method.is_direct() { self.moved } else { 0 },
            notes: account.notes,
        }
    }
}

/// Reads ranges at random.
pub(super) struct RandomRead {
    reader: RangeReader,
    random: fastrand::Rng,
    most: u64,
}

impl RandomRead {
    pub(super) fn open(path: &Path, most: u64) -> Result<Self> {
        let reader = RangeReader::open(path, Access::Random, most)?;
        Ok(Self {
            most: most.min(reader.file_bytes()),
            reader,
            random: fastrand::Rng::with_seed(1),
        })
    }

    /// Returns the bytes of a range.
    pub(super) fn unit(&self) -> u64 {
        self.most
    }

    pub(super) fn next(&mut self, bytes: u64) -> Result<()> {
        let last = self.reader.file_bytes().saturating_sub(bytes);
        let offset = self.random.u64(0..=last) / GRAIN * GRAIN;
        self.reader.read(offset, bytes)?;
        Ok(())
    }

    pub(super) fn finish(self) -> UseTotals {
        UseTotals::of(&self.reader.account(), 0)
    }
}
