//! The rows of a data set.

mod facts;
mod rows;
mod selection;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Weak};

use crate::error::Result;
use crate::file_format::{RowBlock, RowMemory, RowSource};
use crate::native::{self, Description, NativeSource};
use crate::pages::{FileAccount, Wait};
use crate::pipe::PageRun;
use crate::settings::Settings;
pub use rows::Rows;

pub use crate::native::{Extent, RowNumbers, Selection};

/// Reads the rows of a data set from front to back, any number of times.
///
/// Every row has the layout of rows of files made here: numbers little-endian, character values in UTF-8. Rows that are
/// stored that way are returned in their page; others are converted, as are those of other
/// [formats](crate::file_format).
///
/// Opening reads only the description of the data set; its pages are read ahead from the first requested row until the
/// last.
#[derive(Debug)]
pub struct Reader {
    /// The name of its engine in LIBNAME.
    engine: &'static str,
    path: PathBuf,
    source: Box<dyn RowSource>,
    /// The memory of the current block.
    memory: RowMemory,
    window: Window,
    /// Rows that are not deleted, up to the end of the current block.
    passed: u64,
    /// Rows before the current block, by which its rows are numbered.
    numbered: u64,
    block: RowBlock,
    /// The next row of the current block, and the end of the wanted ones.
    next: usize,
    end: usize,
}

/// The wanted rows: from `first` to before `end`, from 0.
#[derive(Clone, Copy, Debug)]
struct Window {
    first: u64,
    end: u64,
}

impl Reader {
    /// Opens a `.sas7bdat` file.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is not a valid `.sas7bdat` file.
    pub fn open(path: &Path, settings: &Settings) -> Result<Self> {
        let wait = Wait {
            most: settings.lock_wait,
            stop: &AtomicBool::new(false),
        };
        let description = Arc::new(Description::read(path, settings, wait)?);
        let source = NativeSource::new(description, Weak::new(), settings)?;
        Ok(Self::of_source(native::ENGINE, path, Box::new(source)))
    }

    /// Creates the reader of a source, which is the file at `path`. `engine` is the name of its engine.
    pub fn of_source(engine: &'static str, path: &Path, source: Box<dyn RowSource>) -> Self {
        let stride = source.schema().row_length() as usize;
        Self {
            engine,
            path: path.into(),
            source,
            memory: RowMemory::default(),
            window: Window {
                first: 0,
                end: u64::MAX,
            },
            passed: 0,
            numbered: 0,
            block: RowBlock::in_buffer(0, 0, stride),
            next: 0,
            end: 0,
        }
    }

    /// Limits the bytes of pages in flight, except for a single larger page. Must be called before the first row is
    /// requested; later it has no effect. A transport file has at most one page in flight.
    pub fn hold_at_most(&mut self, bytes: u64) {
        if let Some(file) = self.source.paged_mut() {
            file.hold_at_most(bytes);
        }
    }

    /// Frees what the pages of a `.sas7bdat` file take, when no more rows are wanted. There are none until it is
    /// positioned anew.
    pub fn release(&mut self) {
        if let Some(file) = self.source.paged_mut() {
            self.memory = RowMemory::default();
            file.release();
        }
        (self.next, self.end) = (0, 0);
    }

    /// Restricts reading to the rows from number `first` to number `last`, both from 1: `FIRSTOBS=` and `OBS=`. The
    /// next row is the first of them.
    ///
    /// Where the positions of rows follow from the file, only the pages of these rows are read: where no rows are
    /// deleted, for uncompressed rows in files of the SAS System and those made here, and for compressed ones in files
    /// with a directory of their pages. Several readers with a window each can thus read parts of a file;
    /// [`can_seek`](Self::can_seek) returns whether they do.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, or if a pipe is to be read again.
    pub fn set_window(&mut self, first: u64, last: Option<u64>) -> Result<()> {
        self.window = Window {
            first: first.saturating_sub(1),
            end: last.unwrap_or(u64::MAX),
        };
        self.rewind()
    }

    /// Receives the next pages of a pipe with rows of the window, to be handed to other threads. Returns `false` after
    /// the last, and for anything but a pipe. Must not be combined with the functions that return rows.
    ///
    /// # Errors
    ///
    /// Fails if the pipe fails.
    pub fn next_run(&mut self, run: &mut PageRun) -> Result<bool> {
        self.source.next_run(run)
    }

    /// Goes back to before the first row.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, or if a pipe is to be read again.
    pub fn rewind(&mut self) -> Result<()> {
        self.passed = 0;
        self.next = 0;
        self.end = 0;
        self.memory.give_back();
        self.source.seek(self.window.first..self.window.end)
    }

    /// Returns the next row; `None` after the last.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is damaged.
    #[inline]
    pub fn next_row(&mut self) -> Result<Option<&[u8]>> {
        if self.next == self.end && !self.load()? {
            return Ok(None);
        }
        let index = match self.block.has_deleted {
            true => self.memory.live[self.next] as usize,
            false => self.next,
        };
        self.next += 1;
        let RowBlock { start, stride, .. } = self.block;
        Ok(Some(&self.memory.bytes()[start + index * stride..][..stride]))
    }

    /// Returns the row that [`next_row`](Self::next_row) returned last; empty if there is none.
    #[inline]
    pub fn row(&self) -> &[u8] {
        let Some(last) = self.next.checked_sub(1) else {
            return &[];
        };
        let index = match self.block.has_deleted {
            true => self.memory.live[last] as usize,
            false => last,
        };
        let RowBlock { start, stride, .. } = self.block;
        &self.memory.bytes()[start + index * stride..][..stride]
    }

    /// Returns the number of the row that [`next_row`](Self::next_row) returned last, from 1, and 0 before the first.
    /// Deleted rows count.
    #[inline]
    pub fn row_number(&self) -> u64 {
        match self.next.checked_sub(1) {
            Some(last) if self.block.has_deleted => self.numbered + u64::from(self.memory.live[last]) + 1,
            _ => self.numbered + self.next as u64,
        }
    }

    /// Returns the row that [`next_row`](Self::next_row) returned last with those that follow it contiguously in
    /// memory. Empty if there is none, and if rows between them are deleted.
    pub fn rows_at_hand(&self) -> &[u8] {
        let Some(last) = self.next.checked_sub(1) else {
            return &[];
        };
        if self.block.has_deleted {
            return &[];
        }
        let RowBlock { start, stride, .. } = self.block;
        &self.memory.bytes()[start + last * stride..start + self.end * stride]
    }

    /// Advances by a number of rows, as if [`next_row`](Self::next_row) had returned them.
    ///
    /// # Panics
    ///
    /// Panics if they are not all [at hand](Self::rows_at_hand).
    pub fn pass(&mut self, rows: usize) {
        assert!(rows <= self.end - self.next, "{rows} rows are not at hand");
        self.next += rows;
    }

    /// Returns the next rows that are together in memory: the rest of a page, or a part of it if rows are compressed.
    /// Returns `None` after the last.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is damaged.
    pub fn next_block(&mut self) -> Result<Option<Rows<'_>>> {
        if self.next == self.end && !self.load()? {
            return Ok(None);
        }
        let wanted = self.next..self.end;
        self.next = self.end;
        let RowBlock {
            start,
            stride,
            has_deleted,
            ..
        } = self.block;
        let memory = &self.memory.bytes()[start..];
        Ok(Some(match has_deleted {
            true => Rows::scattered(memory, stride, &self.memory.live[wanted], self.numbered),
            false => Rows::contiguous_at(memory, stride, wanted, self.numbered),
        }))
    }

    /// Returns what was moved so far.
    pub fn account(&self) -> FileAccount {
        self.source.account()
    }

    /// Finds the next block with rows of the window. Returns `false` if there is none.
    #[cold]
    fn load(&mut self) -> Result<bool> {
        self.next = 0;
        self.end = 0;
        let is_empty = self.window.first >= self.window.end.min(self.rows());
        // Asking a pipe again makes it stop.
        let asks = self.is_pipe();
        while asks || !is_empty && self.passed < self.window.end {
            self.memory.give_back();
            let Some(block) = self.source.next_block(&mut self.memory)? else {
                return Ok(false);
            };
            let rows = match block.has_deleted {
                true => self.memory.live.len(),
                false => block.stored,
            };
            let before = block.before.unwrap_or(self.passed);
            let within = |row: u64| row.saturating_sub(before).min(rows as u64) as usize;
            let (first, end) = (within(self.window.first), within(self.window.end));
            self.passed = before + rows as u64;
            if first < end {
                self.block = block;
                self.numbered = block.stored_before.unwrap_or(before);
                self.next = first;
                self.end = end;
                return Ok(true);
            }
        }
        Ok(false)
    }
}
