//! What can go wrong with data sets and libraries. Each message says what, where, and what to do.

use std::io;
use std::path::{Path, PathBuf};

use feedrate_pipe::PipeError;

use crate::format::FormatError;
use crate::name::{DataSetName, NameError};
use crate::pipe::PipedError;
use crate::xport::XportError;

/// The result of this crate's functions on files.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a data set or a library could not be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Pages could not be moved.
    #[error(transparent)]
    Pages(#[from] feedrate_pageio::Error),
    /// An output could not be written to its end. Nothing of it is left.
    #[error("data set {name} is not written, and what was there before is unchanged: {source}")]
    NotWritten {
        /// The data set, or its file.
        name: String,
        /// Why.
        source: Box<Error>,
    },
    /// One of several outputs could not get its name, and others that had theirs could not be taken back.
    #[error(
        "data set {name} is not written, and what was there before is unchanged, but of the same step {} could \
         not be taken back and {} there: {source}", .there.join(", "),
        if .there.len() == 1 { "is" } else { "are" }
    )]
    PartlyWritten {
        /// The data set that is not there.
        name: String,
        /// Those that are.
        there: Vec<String>,
        /// Why the first is not.
        source: Box<Error>,
    },
    /// Two data sets of a step are one file.
    #[error("data sets {other} and {name} are the same file, {}; name another", .path.display())]
    SameFile {
        /// One of them.
        name: String,
        /// The other one.
        other: String,
        /// The file.
        path: PathBuf,
    },
    /// The file has fewer pages than its header says.
    #[error(
        "{path} is cut short: its header tells of {pages} pages of {page_bytes} bytes after a header \
         of {header_bytes}, but it ends at byte {end}; copy it again from where it came"
    )]
    Truncated {
        /// The file.
        path: PathBuf,
        /// Pages that the header tells of.
        pages: u64,
        /// Bytes of a page.
        page_bytes: u64,
        /// Bytes of the header.
        header_bytes: u64,
        /// Where the file ends.
        end: u64,
    },
    /// A file has fewer rows than it says.
    #[error(
        "{path} is damaged: it tells of {told} rows, but its pages hold {found}; restore the file from a \
         copy"
    )]
    RowsMissing {
        /// The file.
        path: PathBuf,
        /// Rows that it tells of.
        told: u64,
        /// Rows that are there.
        found: u64,
    },
    /// The bytes of a file are not those of a data set.
    #[error("{path} cannot be read: {source}")]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong, and what to do.
        source: FormatError,
    },
    /// The bytes of a file are not those of a transport file.
    #[error("{path} cannot be read: {source}")]
    Transport {
        /// The file.
        path: PathBuf,
        /// What is wrong, and what to do.
        source: XportError,
    },
    /// The bytes of a file are not those of its format, or have something that data sets have not.
    #[error("{path} cannot be read: {reason}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong, and what to do.
        reason: String,
    },
    /// A value that a file of another format cannot hold.
    #[error("observation {observation} has {value} in {variable}, {reason}")]
    Value {
        /// The number of the observation, from 1.
        observation: u64,
        /// The value.
        value: f64,
        /// The variable.
        variable: String,
        /// Why it cannot be held, and what to do.
        reason: &'static str,
    },
    /// Another process changes a data set, or replaces it.
    #[error(
        "A lock is not available for {name}.DATA: {holder} changes it; run the step when that has ended, or let it \
         wait so many seconds by `options filelockwait=60;`"
    )]
    Locked {
        /// The data set.
        name: DataSetName,
        /// The process, in words.
        holder: String,
    },
    /// The user wanted an end of a wait for another process.
    #[error("the wait for another process was interrupted")]
    Stopped,
    /// A page of a file is larger than memory may be taken for it.
    #[error(
        "{path} has pages of {}K, more than the {}K that MEMSIZE= leaves for one; raise MEMSIZE=",
        page_bytes.div_ceil(1024), most.div_ceil(1024)
    )]
    PageMemory {
        /// The file.
        path: PathBuf,
        /// The bytes of a page.
        page_bytes: u64,
        /// The most that it may have.
        most: u64,
    },
    /// Another file has taken the place of one that was opened.
    #[error("{path} was replaced or changed by another program meanwhile; run the step again")]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// A file is read on after a read of it had failed.
    #[error("{path} is not read any further, because an earlier read of it failed")]
    AlreadyFailed {
        /// The file.
        path: PathBuf,
    },
    /// The variables do not fit what a data set can hold.
    #[error("data set {name} cannot be made: {reason}")]
    NotPossible {
        /// The data set.
        name: String,
        /// Why.
        reason: String,
    },
    /// A text is no name of a library or a data set.
    #[error(transparent)]
    Name(#[from] NameError),
    /// No library has that name.
    #[error(
        "library {libref} is not assigned; write `libname {libref} 'folder';` before this step"
    )]
    UnknownLibrary {
        /// The name.
        libref: String,
    },
    /// A library that belongs to the session.
    #[error("library {libref} belongs to the session and cannot be assigned or cleared")]
    OwnLibrary {
        /// The name.
        libref: String,
    },
    /// The folder of a library is not there, or is none.
    #[error("library {libref} cannot be assigned to {path}: {reason}")]
    Folder {
        /// The library.
        libref: String,
        /// The folder.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// An engine that is not supported.
    #[error(
        "library {libref} cannot be assigned: there is no engine {engine} here; the engines are V9 (or \
         BASE), for a folder of .sas7bdat files, PARQUET, ARROW and CSV, for a folder of such files, XPORT, \
         for a transport file that is read, and SASESOCK, for a pipe between two sessions"
    )]
    UnknownEngine {
        /// The library.
        libref: String,
        /// The engine.
        engine: String,
    },
    /// An engine that this build does not have.
    #[error(
        "library {libref} cannot be assigned: the engine {engine} is not in this build of feedrate, which was \
         made without it to be built in a few minutes; `cargo build --release --features open` makes one that \
         has it, and so does `--features sql`"
    )]
    EngineNotBuilt {
        /// The library.
        libref: String,
        /// The engine.
        engine: String,
    },
    /// A data set of SASHELP that does not come with feedrate.
    #[error(
        "data set {name} is not here: of SASHELP, {} come with feedrate; where you have SAS, assign its own by \
         `libname sashelp '<folder of SAS>/sashelp' access=readonly;`", shipped.join(" and ")
    )]
    NotShipped {
        /// The data set.
        name: DataSetName,
        /// Those that do.
        shipped: &'static [&'static str],
    },
    /// The library has no data set of that name.
    #[error("data set {name} does not exist in {place}{}", candidates_text(.candidates))]
    Missing {
        /// The data set.
        name: DataSetName,
        /// Where it was looked for.
        place: PathBuf,
        /// Data sets of the library with a similar name.
        candidates: Vec<String>,
    },
    /// A data set of that name is there already.
    #[error("data set {name} exists already, as {path}; delete it first or choose another name")]
    Exists {
        /// The data set.
        name: DataSetName,
        /// Its file.
        path: PathBuf,
    },
    /// A view has the name that a data set was to have.
    #[error("{name} is a view, in {path}; delete it first or choose another name")]
    ViewExists {
        /// The view.
        name: DataSetName,
        /// Its file.
        path: PathBuf,
    },
    /// The library or the data set may only be read.
    #[error("data set {name} cannot be changed: {reason}")]
    ReadOnly {
        /// The data set.
        name: DataSetName,
        /// Why not, and what to do.
        reason: String,
    },
    /// A data set did not go through a pipe.
    #[error(transparent)]
    Pipe(#[from] PipedError),
    /// Something failed on a file or a folder, other than the moving of pages.
    #[error("cannot {action} {path}: {}", reason(.source))]
    File {
        /// What was tried, as a verb.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl From<PipeError> for Error {
    fn from(error: PipeError) -> Self {
        Self::Pipe(error.into())
    }
}

impl Error {
    /// What is wrong with the bytes of a file.
    pub(crate) fn format(path: &Path, source: FormatError) -> Self {
        Self::Format {
            path: path.into(),
            source,
        }
    }

    /// What is wrong with the bytes of a transport file.
    pub(crate) fn transport(path: &Path, source: XportError) -> Self {
        Self::Transport {
            path: path.into(),
            source,
        }
    }

    /// What comes of an error of a stream of a file: what stands behind it, where it is one of these.
    pub fn of_stream(path: &Path, error: io::Error) -> Self {
        match error.downcast::<Self>() {
            Ok(error) => error,
            Err(source) => Self::file("read or write", path, source),
        }
    }

    /// Whether it was the user who wanted that.
    pub fn is_stopped(&self) -> bool {
        match self {
            Self::Pipe(PipedError::Carriage(error)) => matches!(error, PipeError::Stopped { .. }),
            Self::NotWritten { source, .. } => source.is_stopped(),
            Self::Stopped => true,
            _ => false,
        }
    }

    /// A failure on a file or folder.
    pub(crate) fn file(action: &'static str, path: impl Into<PathBuf>, source: io::Error) -> Self {
        Self::File {
            action,
            path: path.into(),
            source,
        }
    }

    /// Whether the device is full, or the user's share of it is used up.
    pub fn is_no_space(&self) -> bool {
        match self {
            Self::Pages(error) => error.is_no_space(),
            Self::NotWritten { source, .. } | Self::PartlyWritten { source, .. } => {
                source.is_no_space()
            }
            Self::File { source, .. } => matches!(
                source.kind(),
                io::ErrorKind::StorageFull
                    | io::ErrorKind::QuotaExceeded
                    | io::ErrorKind::FileTooLarge
            ),
            _ => false,
        }
    }

    /// Whether there is no such data set.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Missing { .. } | Self::NotShipped { .. })
    }
}

fn candidates_text(candidates: &[String]) -> String {
    match candidates {
        [] => String::new(),
        some => format!("; there is {}", some.join(", ")),
    }
}

/// The system's words, with what to do where that is known, and without the number that `io::Error`
/// adds.
pub(crate) fn reason(source: &io::Error) -> String {
    match source.kind() {
        io::ErrorKind::NotFound => "no such file or folder".into(),
        io::ErrorKind::PermissionDenied => {
            "permission denied; ask its owner for the right, or name another".into()
        }
        io::ErrorKind::StorageFull => "no space left; free some".into(),
        io::ErrorKind::QuotaExceeded => "disk quota used up; free some".into(),
        io::ErrorKind::ReadOnlyFilesystem => "the file system is mounted read-only".into(),
        _ => {
            let text = source.to_string();
            match text.find(" (os error") {
                Some(end) => text[..end].to_lowercase(),
                None => text,
            }
        }
    }
}
