//! The rows of a data set.

mod description;
mod foreign;
mod native;
mod piped;
mod rows;
mod transport;

use std::path::Path;
use std::sync::{Arc, Weak};

use crate::error::Result;
use crate::foreign::RowSource;
use crate::format::{Lost, Metadata};
use crate::pages::{FileAccount, Identity};
use crate::pipe::{ENGINE, Inlet, PageRun};
use crate::schema::Schema;
use crate::settings::Settings;
pub(crate) use description::Description;
use foreign::Foreign;
use native::Native;
use piped::Piped;
pub use rows::Rows;
use transport::Transport;
pub(crate) use transport::members as transport_members;

/// Reads the rows of a data set from front to back, as often as is wanted.
///
/// Every row comes as rows of files made here are: numbers little-endian, text in UTF-8. That of a file
/// which is so already is handed out where it lies in its page; others are converted, and so are those of
/// files of other [formats](crate::foreign).
///
/// To open one reads what describes the data set and nothing else; its pages are in flight from the first
/// row that is asked for until the last.
#[derive(Debug)]
pub struct Reader {
    source: Source,
    window: Window,
    /// Rows that are not deleted, up to the current block's end.
    passed: u64,
    /// Those before the current block.
    before: u64,
    block: Block,
    /// Which of the current block's rows are not deleted, where some are.
    live: Vec<u32>,
    /// The next row of the current block, and the end of those that are wanted.
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

/// The rows that are wanted: from `first` to before `end`, counted from 0.
#[derive(Clone, Copy, Debug)]
struct Window {
    first: u64,
    end: u64,
}

/// Where the rows of the current block lie.
#[derive(Clone, Copy, Debug)]
struct Block {
    memory: Memory,
    /// Where the first one begins there.
    start: usize,
    /// From one to the next, in bytes.
    stride: usize,
    /// Whether some are deleted.
    has_deleted: bool,
}

/// What of a source a block lies in.
#[derive(Clone, Copy, Debug)]
enum Memory {
    /// The page, as it was transferred.
    Page,
    /// What rows of it are decompressed into.
    Unpacked,
    /// What rows are converted into.
    Converted,
}

/// A block that a source has found, and how many rows it has, deleted ones included.
#[derive(Clone, Copy, Debug)]
struct SourceBlock {
    block: Block,
    stored: usize,
    /// Rows of the data set before it, where they are known by their place; else they are those of the
    /// blocks before it.
    before: Option<u64>,
}

impl Reader {
    /// Opens a `.sas7bdat` file.
    pub fn open(path: &Path, settings: &Settings) -> Result<Self> {
        let description = Arc::new(Description::read(path, settings.most_page_bytes)?);
        Self::of_description(description, Weak::new(), settings)
    }

    /// Reads a `.sas7bdat` file of which the description is known, for a source.
    pub(crate) fn of_description(
        description: Arc<Description>,
        source: Weak<()>,
        settings: &Settings,
    ) -> Result<Self> {
        let native = Native::new(description, source, settings)?;
        Ok(Self::new(Source::Native(Box::new(native))))
    }

    /// Opens a data set of a transport file by its name, in either case. Its pages move through the page
    /// cache whatever the settings: it has none that direct I/O could take. `None` where there is none of
    /// that name.
    pub fn open_transport(path: &Path, member: &str) -> Result<Option<Self>> {
        let transport = Transport::open(path, member)?;
        Ok(transport.map(|transport| Self::new(Source::Transport(Box::new(transport)))))
    }

    /// Reads a file of another format by its source. `engine` is the name of what reads it.
    pub fn of_source(engine: &'static str, path: &Path, source: Box<dyn RowSource>) -> Self {
        Self::new(Source::Foreign(Box::new(Foreign::new(
            engine, path, source,
        ))))
    }

    /// Reads what comes in through a pipe.
    pub(crate) fn of_pipe(inlet: Arc<Inlet>) -> Self {
        Self::new(Source::Piped(Box::new(Piped::new(inlet))))
    }

    fn new(source: Source) -> Self {
        let schema = match &source {
            Source::Native(native) => native.schema(),
            Source::Transport(transport) => transport.schema(),
            Source::Foreign(foreign) => foreign.source.schema(),
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
            before: 0,
            live: Vec::new(),
            next: 0,
            end: 0,
        }
    }

    /// Holds no more than so many bytes of pages that are on their way, unless one page is more. It is to be
    /// said before the first row is asked for: once pages are on their way, it has no effect. A transport
    /// file has one page on its way at most.
    pub fn hold_at_most(&mut self, bytes: u64) {
        if let Source::Native(native) = &mut self.source {
            native.hold_at_most(bytes);
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        match &self.source {
            Source::Native(native) => native.path(),
            Source::Transport(transport) => transport.path(),
            Source::Foreign(foreign) => foreign.path(),
            Source::Piped(piped) => piped.path(),
        }
    }

    /// The name of what reads it, as LIBNAME has it.
    pub fn engine(&self) -> &'static str {
        match &self.source {
            Source::Native(_) => "V9",
            Source::Transport(_) => "XPORT",
            Source::Foreign(foreign) => foreign.engine,
            Source::Piped(_) => ENGINE,
        }
    }

    /// The variables, and where each lies in a row.
    pub fn schema(&self) -> &Schema {
        match &self.source {
            Source::Native(native) => native.schema(),
            Source::Transport(transport) => transport.schema(),
            Source::Foreign(foreign) => foreign.source.schema(),
            Source::Piped(piped) => piped.schema(),
        }
    }

    /// What the data set means; empty for nothing.
    pub fn label(&self) -> &str {
        match &self.source {
            Source::Native(native) => &native.metadata().label,
            Source::Transport(transport) => transport.label(),
            Source::Foreign(foreign) => foreign.source.label(),
            Source::Piped(piped) => piped.label(),
        }
    }

    /// The type of the data set, such as `CORR`; empty for an ordinary one.
    pub fn data_set_type(&self) -> &str {
        match &self.source {
            Source::Native(native) => &native.metadata().data_set_type,
            Source::Transport(transport) => transport.data_set_type(),
            Source::Foreign(foreign) => foreign.source.data_set_type(),
            Source::Piped(piped) => piped.data_set_type(),
        }
    }

    /// All that a `.sas7bdat` file says of itself; files of other formats have nothing of the kind.
    pub fn metadata(&self) -> Option<&Metadata> {
        match &self.source {
            Source::Native(native) => Some(native.metadata()),
            Source::Transport(_) | Source::Foreign(_) | Source::Piped(_) => None,
        }
    }

    /// Which file it is, as it was when it was opened; a transport file is not told apart.
    pub fn identity(&self) -> Option<Identity> {
        match &self.source {
            Source::Native(native) => Some(native.identity()),
            Source::Transport(_) | Source::Piped(_) => None,
            Source::Foreign(foreign) => Some(foreign.source.identity()),
        }
    }

    /// How many rows there are, without deleted ones, whatever the window. Of a pipe that has not ended it is the most
    /// that there could be; see [`is_pipe`](Self::is_pipe).
    pub fn rows(&self) -> u64 {
        match &self.source {
            Source::Native(native) => native.metadata().rows(),
            Source::Transport(transport) => transport.rows(),
            Source::Foreign(foreign) => foreign.source.rows(),
            Source::Piped(piped) => piped.rows().unwrap_or(u64::MAX),
        }
    }

    /// Whether its file tells how long its texts may be. Otherwise they are as long as the longest that it has.
    pub fn keeps_lengths(&self) -> bool {
        match &self.source {
            Source::Native(_) | Source::Transport(_) | Source::Piped(_) => true,
            Source::Foreign(foreign) => foreign.source.keeps_lengths(),
        }
    }

    /// What text has lost so far because it is longer in UTF-8 than its variable, or has bytes that its
    /// encoding does not have.
    pub fn lost(&self) -> Lost {
        match &self.source {
            Source::Native(native) => native.lost(),
            Source::Transport(transport) => transport.lost(),
            Source::Piped(_) => Lost::default(),
            Source::Foreign(foreign) => Lost::of_cut(foreign.source.cut()),
        }
    }

    /// The variables as the file has them, which may be shorter than they are here, and the bytes that a
    /// row has there.
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

    /// Wants the rows from number `first` to number `last` only, both counted from 1: `FIRSTOBS=` and
    /// `OBS=`. The next row is the first of them.
    ///
    /// Where the file tells on which pages they lie, only these pages are read; that is so for rows that
    /// are neither compressed nor deleted, of files by the SAS System and of those that are made here.
    /// Several readers with a window each so read a file in parts; whether they do,
    /// [`can_seek`](Self::can_seek) tells.
    pub fn set_window(&mut self, first: u64, last: Option<u64>) -> Result<()> {
        self.window = Window {
            first: first.saturating_sub(1),
            end: last.unwrap_or(u64::MAX),
        };
        self.rewind()
    }

    /// Whether a window is read from its own first page on. Otherwise it is read from the front of the file.
    pub fn can_seek(&self) -> bool {
        match &self.source {
            Source::Native(native) => native.can_seek(),
            Source::Transport(_) | Source::Piped(_) => false,
            Source::Foreign(foreign) => foreign.source.can_seek(),
        }
    }

    /// Whether it comes in through a pipe: its rows come once, and how many there are is known when they have come.
    pub fn is_pipe(&self) -> bool {
        matches!(self.source, Source::Piped(_))
    }

    /// The next pages of a pipe with rows of the window, for who hands them on to threads; false after the last, and
    /// where this is no pipe. It is not to be mixed with the ways that give rows.
    pub fn next_run(&mut self, run: &mut PageRun) -> Result<bool> {
        match &mut self.source {
            Source::Piped(piped) => piped.next_run(run),
            _ => Ok(false),
        }
    }

    /// Goes back to before the first row.
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

    /// The next row; `None` after the last.
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

    /// The row that [`next_row`](Self::next_row) gave last; empty where it gave none.
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

    /// The number of the row that [`next_row`](Self::next_row) gave last, from 1. Deleted rows do not count.
    #[inline]
    pub fn row_number(&self) -> u64 {
        self.before + self.next as u64
    }

    /// The row that [`next_row`](Self::next_row) gave last and those that follow it, one behind the other in
    /// memory, for who goes through them without asking for each. Empty where it gave none, and where rows
    /// between them are deleted.
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

    /// Goes on by as many rows, as if [`next_row`](Self::next_row) had given them.
    ///
    /// # Panics
    /// If they are not all [at hand](Self::rows_at_hand).
    pub fn pass(&mut self, rows: usize) {
        assert!(rows <= self.end - self.next, "{rows} rows are not at hand");
        self.next += rows;
    }

    /// The next rows, as many as lie together: those of a page that are left, or a part of them where they
    /// are compressed. `None` after the last.
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
            true => Rows::scattered(memory, stride, &self.live[wanted]),
            false => Rows::contiguous_at(memory, stride, wanted),
        }))
    }

    /// What was moved so far, and how.
    pub fn account(&self) -> FileAccount {
        match &self.source {
            Source::Native(native) => native.account(),
            Source::Transport(transport) => transport.account(),
            Source::Foreign(foreign) => foreign.source.account(),
            Source::Piped(piped) => piped.account(),
        }
    }

    /// The memory in which the current block lies.
    #[inline]
    fn memory(&self) -> &[u8] {
        match &self.source {
            Source::Native(native) => native.memory(self.block.memory),
            Source::Transport(transport) => transport.memory(),
            Source::Foreign(foreign) => foreign.memory(),
            Source::Piped(piped) => piped.memory(),
        }
    }

    /// Finds the next block with rows of the window. False where there is none.
    #[cold]
    fn load(&mut self) -> Result<bool> {
        self.next = 0;
        self.end = 0;
        let is_empty = self.window.first >= self.window.end.min(self.rows());
        // A pipe learns by being asked that no more is wanted.
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
            let SourceBlock { block, stored, .. } = found;
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
                self.before = before;
                self.next = first;
                self.end = end;
                return Ok(true);
            }
        }
        Ok(false)
    }
}
