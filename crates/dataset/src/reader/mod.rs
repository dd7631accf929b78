//! The rows of a data set.

mod rows;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Weak};

use crate::error::Result;
use crate::file_format::RowSource;
use crate::file_format::reading::Foreign;
use crate::format::{Directory, Lost, Metadata};
use crate::native::{Description, NativeSource as Native};
use crate::pages::{FileAccount, Identity, Wait};
use crate::pipe::source::Piped;
use crate::pipe::{ENGINE, Inlet, PageRun};
use crate::random::RandomReader;
use crate::schema::Schema;
use crate::settings::{Settings, Widening};
use crate::xport::Transport;
pub use rows::Rows;

pub use crate::native::{Extent, RowNumbers, Selection};

/// Reads the rows of a data set from front to back, any number of times.
///
/// Every row has the layout of rows of files made here: numbers little-endian, character values in UTF-8. Rows that are
/// stored that way are returned in their page; others are converted, as are those of other [formats](crate::file_format).
///
/// Opening reads only the description of the data set; its pages are read ahead from the first requested row until the
/// last.
#[derive(Debug)]
pub struct Reader {
    source: Source,
    window: Window,
    /// Rows that are not deleted, up to the end of the current block.
    passed: u64,
    /// Rows before the current block, by which its rows are numbered.
    numbered: u64,
    block: Block,
    /// The indexes of the rows of the current block that are not deleted, if some are.
    live: Vec<u32>,
    /// The next row of the current block, and the end of the wanted ones.
    next: usize,
    end: usize,
}

#[derive(Debug)]
enum Source {
    Native(Box<Native>),
    Transport(Box<Transport>),
    Foreign(Box<Foreign>),
    Piped(Box<Piped>),
}

/// The wanted rows: from `first` to before `end`, from 0.
#[derive(Clone, Copy, Debug)]
struct Window {
    first: u64,
    end: u64,
}

/// The positions of the rows in the current block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) memory: Memory,
    /// The offset of the first row.
    pub(crate) start: usize,
    /// The distance between rows, in bytes.
    pub(crate) stride: usize,
    /// Whether some are deleted.
    pub(crate) has_deleted: bool,
}

/// The memory of a source that contains a block.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Memory {
    /// The page, as it was transferred.
    Page,
    /// The buffer for decompressed rows.
    Unpacked,
    /// The buffer for converted rows.
    Converted,
    /// The current row of a selection.
    Selected,
}

/// A block of rows, and how many there are, including deleted ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SourceBlock {
    pub(crate) block: Block,
    pub(crate) stored: usize,
    /// The number of rows before it, if known from the position; otherwise the sum of the blocks before it is used.
    pub(crate) before: Option<u64>,
    /// The number of rows before it, with deleted ones, if some of the file are deleted and it is known.
    pub(crate) stored_before: Option<u64>,
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
        Self::of_description(description, Weak::new(), settings)
    }

    /// Creates the reader of a `.sas7bdat` file whose description was read, for a source.
    pub(crate) fn of_description(
        description: Arc<Description>,
        source: Weak<()>,
        settings: &Settings,
    ) -> Result<Self> {
        let native = Native::new(description, source, settings)?;
        Ok(Self::new(Source::Native(Box::new(native))))
    }

    /// Opens a data set of a transport file by its name, in either case. Returns `None` if there is none of that name.
    /// With `widening` its texts get more room than they need.
    /// It is read through the page cache regardless of the settings: it has no pages for direct I/O.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is not a valid transport file.
    pub fn open_transport(
        path: &Path,
        member: &str,
        widening: Option<Widening>,
    ) -> Result<Option<Self>> {
        let transport = Transport::open(path, member, widening)?;
        Ok(transport.map(|transport| Self::new(Source::Transport(Box::new(transport)))))
    }

    /// Creates the reader of a source of another format. `engine` is the name of its engine.
    pub fn of_source(engine: &'static str, path: &Path, source: Box<dyn RowSource>) -> Self {
        Self::new(Source::Foreign(Box::new(Foreign::new(
            engine, path, source,
        ))))
    }

    /// The same with more room for its texts.
    ///
    /// # Errors
    ///
    /// Fails if a row would be too long.
    pub(crate) fn of_source_widened(
        engine: &'static str,
        path: &Path,
        source: Box<dyn RowSource>,
        widening: Widening,
    ) -> Result<Self> {
        let foreign = Foreign::new(engine, path, source).widened(widening)?;
        Ok(Self::new(Source::Foreign(Box::new(foreign))))
    }

    /// Creates the reader of a pipe.
    pub(crate) fn of_pipe(inlet: Arc<Inlet>) -> Self {
        Self::new(Source::Piped(Box::new(Piped::new(inlet))))
    }

    fn new(source: Source) -> Self {
        let schema = match &source {
            Source::Native(native) => native.schema(),
            Source::Transport(transport) => transport.schema(),
            Source::Foreign(foreign) => foreign.schema(),
            Source::Piped(piped) => piped.schema(),
        };
        Self {
            block: Block {
                memory: Memory::Page,
                start: 0,
                stride: schema.row_length() as usize,
                has_deleted: false,
            },
            source,
            window: Window {
                first: 0,
                end: u64::MAX,
            },
            passed: 0,
            numbered: 0,
            live: Vec::new(),
            next: 0,
            end: 0,
        }
    }

    /// Reads only the rows of a selection, in its order, from a `.sas7bdat` file that `rows` has open, too. Must be called
    /// before the first row is requested. A [window](Self::set_window) then counts rows of the selection.
    pub fn select(&mut self, selection: Selection, rows: RandomReader) {
        if let Source::Native(native) = &mut self.source {
            native.select(selection, rows);
        }
    }

    /// Returns the number of rows that are read, regardless of the window: at most [`rows`](Self::rows), and fewer with a
    /// selection of numbers.
    pub fn rows_selected(&self) -> u64 {
        match self.selection() {
            Some(Selection::Numbers(numbers)) => numbers.count(),
            Some(Selection::InOrder(_)) | None => self.rows(),
        }
    }

    /// Returns the selection, if there is one.
    pub fn selection(&self) -> Option<&Selection> {
        match &self.source {
            Source::Native(native) => native.selection(),
            Source::Transport(_) | Source::Foreign(_) | Source::Piped(_) => None,
        }
    }

    /// Limits the bytes of pages in flight, except for a single larger page. Must be called before the first row is
    /// requested; later it has no effect. A transport file has at most one page in flight.
    pub fn hold_at_most(&mut self, bytes: u64) {
        if let Source::Native(native) = &mut self.source {
            native.hold_at_most(bytes);
        }
    }

    /// Frees what the pages of a `.sas7bdat` file take, when no more rows are wanted. There are none until it is
    /// positioned anew.
    pub fn release(&mut self) {
        if let Source::Native(native) = &mut self.source {
            native.release();
        }
        self.live = Vec::new();
        (self.next, self.end) = (0, 0);
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        match &self.source {
            Source::Native(native) => native.path(),
            Source::Transport(transport) => transport.path(),
            Source::Foreign(foreign) => foreign.path(),
            Source::Piped(piped) => piped.path(),
        }
    }

    /// Returns the name of its engine in LIBNAME.
    pub fn engine(&self) -> &'static str {
        match &self.source {
            Source::Native(_) => "V9",
            Source::Transport(_) => "XPORT",
            Source::Foreign(foreign) => foreign.engine,
            Source::Piped(_) => ENGINE,
        }
    }

    /// Returns the variables and their offsets in a row.
    pub fn schema(&self) -> &Schema {
        match &self.source {
            Source::Native(native) => native.schema(),
            Source::Transport(transport) => transport.schema(),
            Source::Foreign(foreign) => foreign.schema(),
            Source::Piped(piped) => piped.schema(),
        }
    }

    /// Returns the label of the data set; may be empty.
    pub fn label(&self) -> &str {
        match &self.source {
            Source::Native(native) => &native.metadata().label,
            Source::Transport(transport) => transport.label(),
            Source::Foreign(foreign) => foreign.source.label(),
            Source::Piped(piped) => piped.label(),
        }
    }

    /// Returns the type of the data set, such as `CORR`; empty for an ordinary one.
    pub fn data_set_type(&self) -> &str {
        match &self.source {
            Source::Native(native) => &native.metadata().data_set_type,
            Source::Transport(transport) => transport.data_set_type(),
            Source::Foreign(foreign) => foreign.source.data_set_type(),
            Source::Piped(piped) => piped.data_set_type(),
        }
    }

    /// Returns the metadata of a `.sas7bdat` file; `None` for other formats.
    pub fn metadata(&self) -> Option<&Metadata> {
        match &self.source {
            Source::Native(native) => Some(native.metadata()),
            Source::Transport(_) | Source::Foreign(_) | Source::Piped(_) => None,
        }
    }

    /// Returns the size of a `.sas7bdat` file and the pages of its rows; `None` for other formats.
    pub fn extent(&self) -> Option<Extent> {
        match &self.source {
            Source::Native(native) => Some(native.extent()),
            Source::Transport(_) | Source::Foreign(_) | Source::Piped(_) => None,
        }
    }

    /// Returns whether indexes belong to it whose rows are those that are returned here, and can be read by number.
    pub fn has_indexes(&self) -> bool {
        match &self.source {
            Source::Native(native) => native.has_indexes(),
            Source::Transport(_) | Source::Foreign(_) | Source::Piped(_) => false,
        }
    }

    /// Returns the bytes of the pages with rows; 0 if there are no pages.
    pub fn stored_bytes(&self) -> u64 {
        self.metadata().map_or(0, |metadata| {
            let header = &metadata.header;
            let pages = header
                .page_count
                .saturating_sub(metadata.first_page_with_rows);
            pages.saturating_mul(header.page_size.into())
        })
    }

    /// Returns whether the page of a compressed row is known: its file has a directory of its pages, or all of them were
    /// read before in this session and have not changed since.
    pub fn is_listed(&self) -> bool {
        match &self.source {
            Source::Native(native) => native.is_listed(),
            Source::Transport(_) | Source::Foreign(_) | Source::Piped(_) => false,
        }
    }

    /// Returns the directory of pages of a compressed `.sas7bdat` file, if it has one.
    pub fn directory(&self) -> Option<&Directory> {
        match &self.source {
            Source::Native(native) => native.directory(),
            Source::Transport(_) | Source::Foreign(_) | Source::Piped(_) => None,
        }
    }

    /// Returns the identity of the file when it was opened; `None` for a transport file.
    pub fn identity(&self) -> Option<Identity> {
        match &self.source {
            Source::Native(native) => Some(native.identity()),
            Source::Transport(_) | Source::Piped(_) => None,
            Source::Foreign(foreign) => Some(foreign.source.identity()),
        }
    }

    /// Returns the number of rows that are not deleted, regardless of the window. For a pipe that has not ended, the
    /// maximum; see [`is_pipe`](Self::is_pipe).
    pub fn rows(&self) -> u64 {
        match &self.source {
            Source::Native(native) => native.metadata().rows(),
            Source::Transport(transport) => transport.rows(),
            Source::Foreign(foreign) => foreign.source.rows(),
            Source::Piped(piped) => piped.rows().unwrap_or(u64::MAX),
        }
    }

    /// Returns whether the file defines the lengths of character variables. If not, they are those of the longest
    /// values.
    pub fn keeps_lengths(&self) -> bool {
        match &self.source {
            Source::Native(_) | Source::Transport(_) | Source::Piped(_) => true,
            Source::Foreign(foreign) => foreign.source.keeps_lengths(),
        }
    }

    /// Returns how many character values were cut so far because they are longer in UTF-8 than their variable, or have
    /// bytes that are undefined in their encoding.
    pub fn lost(&self) -> Lost {
        match &self.source {
            Source::Native(native) => native.lost(),
            Source::Transport(transport) => transport.lost(),
            Source::Piped(_) => Lost::default(),
            Source::Foreign(foreign) => Lost::of_cut(foreign.source.cut()),
        }
    }

    /// Returns the lengths of the variables in the file, which may be shorter than here, and that of a row.
    pub fn stored_lengths(&self) -> (Vec<u32>, u32) {
        match &self.source {
            Source::Transport(transport) => transport.stored_lengths(),
            _ => {
                let schema = self.schema();
                let lengths = schema.variables().iter().map(|variable| variable.length);
                (lengths.collect(), schema.row_length())
            }
        }
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

    /// Returns whether a window is read from its own first page on. If not, it is read from the front of the file.
    pub fn can_seek(&self) -> bool {
        match &self.source {
            Source::Native(native) => native.can_seek(),
            Source::Transport(_) | Source::Piped(_) => false,
            Source::Foreign(foreign) => foreign.source.can_seek(),
        }
    }

    /// Returns the first rows, from 0, of the groups that are only read as a whole, in their order; none if rows are
    /// located one by one.
    pub fn group_starts(&self) -> Vec<u64> {
        match &self.source {
            Source::Foreign(foreign) => foreign.source.group_starts(),
            Source::Native(_) | Source::Transport(_) | Source::Piped(_) => Vec::new(),
        }
    }

    /// Returns whether it is a pipe: its rows can be read once, and their number is known at the end.
    pub fn is_pipe(&self) -> bool {
        matches!(self.source, Source::Piped(_))
    }

    /// Receives the next pages of a pipe with rows of the window, to be handed to other threads. Returns `false` after
    /// the last, and for anything but a pipe. Must not be combined with the functions that return rows.
    ///
    /// # Errors
    ///
    /// Fails if the pipe fails.
    pub fn next_run(&mut self, run: &mut PageRun) -> Result<bool> {
        match &mut self.source {
            Source::Piped(piped) => piped.next_run(run),
            _ => Ok(false),
        }
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
        let wanted = self.window.first..self.window.end;
        match &mut self.source {
            Source::Native(native) => native.seek(wanted),
            Source::Transport(transport) => {
                transport.seek(wanted);
                Ok(())
            }
            Source::Foreign(foreign) => foreign.seek(wanted),
            Source::Piped(piped) => piped.seek(wanted),
        }
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
            true => self.live[self.next] as usize,
            false => self.next,
        };
        self.next += 1;
        let Block { start, stride, .. } = self.block;
        Ok(Some(&self.memory()[start + index * stride..][..stride]))
    }

    /// Returns the row that [`next_row`](Self::next_row) returned last; empty if there is none.
    #[inline]
    pub fn row(&self) -> &[u8] {
        let Some(last) = self.next.checked_sub(1) else {
            return &[];
        };
        let index = match self.block.has_deleted {
            true => self.live[last] as usize,
            false => last,
        };
        let Block { start, stride, .. } = self.block;
        &self.memory()[start + index * stride..][..stride]
    }

    /// Returns the number of the row that [`next_row`](Self::next_row) returned last, from 1, and 0 before the first.
    /// Deleted rows count.
    #[inline]
    pub fn row_number(&self) -> u64 {
        match self.next.checked_sub(1) {
            Some(last) if self.block.has_deleted => self.numbered + u64::from(self.live[last]) + 1,
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
        let Block { start, stride, .. } = self.block;
        &self.memory()[start + last * stride..start + self.end * stride]
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
        let Block {
            start,
            stride,
            has_deleted,
            ..
        } = self.block;
        let memory = &self.memory()[start..];
        Ok(Some(match has_deleted {
            true => Rows::scattered(memory, stride, &self.live[wanted], self.numbered),
            false => Rows::contiguous_at(memory, stride, wanted, self.numbered),
        }))
    }

    /// Returns what was moved so far.
    pub fn account(&self) -> FileAccount {
        match &self.source {
            Source::Native(native) => native.account(),
            Source::Transport(transport) => transport.account(),
            Source::Foreign(foreign) => foreign.source.account(),
            Source::Piped(piped) => piped.account(),
        }
    }

    /// Returns the memory of the current block.
    #[inline]
    fn memory(&self) -> &[u8] {
        match &self.source {
            Source::Native(native) => native.memory(self.block.memory),
            Source::Transport(transport) => transport.memory(),
            Source::Foreign(foreign) => foreign.memory(),
            Source::Piped(piped) => piped.memory(),
        }
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
            let found = match &mut self.source {
                Source::Native(native) => native.next_block(&mut self.live)?,
                Source::Transport(transport) => transport.next_block()?,
                Source::Foreign(foreign) => foreign.next_block()?,
                Source::Piped(piped) => piped.next_block()?,
            };
            let Some(found) = found else {
                return Ok(false);
            };
            let SourceBlock {
                block,
                stored,
                stored_before,
                ..
            } = found;
            let rows = match block.has_deleted {
                true => self.live.len(),
                false => stored,
            };
            let before = found.before.unwrap_or(self.passed);
            let within = |row: u64| row.saturating_sub(before).min(rows as u64) as usize;
            let (first, end) = (within(self.window.first), within(self.window.end));
            self.passed = before + rows as u64;
            if first < end {
                self.block = block;
                self.numbered = stored_before.unwrap_or(before);
                self.next = first;
                self.end = end;
                return Ok(true);
            }
        }
        Ok(false)
    }
}
