//! Errors of data sets and libraries. Each message says what failed, where, and what to do.

use std::io;
use std::path::{Path, PathBuf};

use feedrate_pipe::PipeError;

use crate::format::{FormatError, NotExtended};
use crate::name::{DataSetName, NameError};
use crate::pipe::PipedError;
use crate::xport::XportError;

mod new_data_set;
mod remains;

pub(crate) use new_data_set::{not_possible, not_written};
pub use remains::{FileChange, Remains};

/// The result of this crate's functions on files.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a data set or a library could not be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A transfer of pages failed.
    #[error(transparent)]
    Pages(#[from] feedrate_pageio::Error),
    /// An output could not be completed. Nothing of it is left.
    #[error("data set {name} is not written, and what was there before is unchanged: {source}")]
    NotWritten {
        /// The data set, or its file.
        name: String,
        /// The reason.
        source: Box<Error>,
    },
    /// One of several outputs could not be put in place, and others that were could not be withdrawn.
    #[error(
        "data set {name} is not written, and what was there before is unchanged, but of the same step {} could \
         not be taken back and {} there: {source}", .there.join(", "),
        if .there.len() == 1 { "is" } else { "are" }
    )]
    PartlyWritten {
        /// The data set that was not written.
        name: String,
        /// Those that were.
        there: Vec<String>,
        /// Why the first was not.
        source: Box<Error>,
    },
    /// Another program has changed the file of a data set between its opening and the end of the step that changes it.
    #[error(
        "data set {name} is not updated: another program has {what} {path} since this step opened it, and this step \
         has changed nothing in it; {} the step again", .what.remedy(*.is_index)
    )]
    ChangedByOther {
        /// The data set.
        name: DataSetName,
        /// The change that the other program has made.
        what: FileChange,
        /// True if the file is that of its indexes.
        is_index: bool,
        /// The file.
        path: PathBuf,
    },
    /// The storage failed when changes of a data set were being made in its file.
    #[error("the update of data set {name} has begun and is not complete: {source}; {remains}")]
    Incomplete {
        /// The data set.
        name: DataSetName,
        /// The state in which it is.
        remains: Remains,
        /// The reason.
        source: Box<Error>,
    },
    /// Two data sets of a step are the same file.
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
        /// The number of pages in the header.
        pages: u64,
        /// Bytes of a page.
        page_bytes: u64,
        /// Bytes of the header.
        header_bytes: u64,
        /// The end of the file.
        end: u64,
    },
    /// A file has fewer rows than its header says.
    #[error(
        "{path} is damaged: it tells of {told} rows, but its pages hold {found}; restore the file from a \
         copy"
    )]
    RowsMissing {
        /// The file.
        path: PathBuf,
        /// The number of rows in the header.
        told: u64,
        /// The number of rows in the pages.
        found: u64,
    },
    /// A file is not a valid data set.
    #[error("{path} cannot be read: {source}")]
    Format {
        /// The file.
        path: PathBuf,
        /// The reason, and what to do.
        source: FormatError,
    },
    /// A file is not a valid transport file.
    #[error("{path} cannot be read: {source}")]
    Transport {
        /// The file.
        path: PathBuf,
        /// The reason, and what to do.
        source: XportError,
    },
    /// A file is not valid in its format, or contains something that data sets cannot.
    #[error("{path} cannot be read: {reason}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The reason, and what to do.
        reason: String,
    },
    /// A file format cannot hold a value.
    #[error("observation {observation} has {} in {variable}, {reason}", shown(*.value))]
    Value {
        /// The number of the observation, from 1.
        observation: u64,
        /// The value.
        value: f64,
        /// The variable.
        variable: String,
        /// The reason, and what to do.
        reason: &'static str,
    },
    /// Another process changes or replaces a data set.
    #[error(
        "A lock is not available for {name}.DATA: {holder} changes it; run the step when that has ended, or let it \
         wait so many seconds by `options filelockwait=60;`"
    )]
    Locked {
        /// The data set.
        name: DataSetName,
        /// A description of the process.
        holder: String,
    },
    /// The user stopped a wait for another process.
    #[error("the wait for another process was interrupted")]
    Stopped,
    /// A page of a file exceeds the memory limit.
    #[error(
        "{path} has pages of {}K, more than the {}K that MEMSIZE= leaves for one; raise MEMSIZE=",
        page_bytes.div_ceil(1024), most.div_ceil(1024)
    )]
    PageMemory {
        /// The file.
        path: PathBuf,
        /// The bytes of a page.
        page_bytes: u64,
        /// The limit.
        most: u64,
    },
    /// The rows of a data set cannot be read by their numbers.
    #[error("{path} is not read at random: {reason}; copy it with a DATA step first")]
    NotByNumber {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: &'static str,
    },
    /// A page of an index file is damaged.
    #[error("page {page} of {path} is damaged; make the indexes again by `proc datasets; rebuild …;`")]
    PageDamaged {
        /// The file.
        path: PathBuf,
        /// The number of the page.
        page: u64,
    },
    /// The indexes of a data set are not those of its observations.
    #[error(
        "the indexes of {name} do not agree with its observations: {reason}; make them again by `proc datasets; \
         rebuild …;`"
    )]
    IndexDisagrees {
        /// The data set, or its file.
        name: String,
        /// The disagreement.
        reason: &'static str,
    },
    /// An index of a data set cannot be made.
    #[error("the index {index} of {name} cannot be made: {reason}")]
    IndexNotPossible {
        /// The data set.
        name: DataSetName,
        /// The index, or several.
        index: String,
        /// The reason.
        reason: String,
    },
    /// An observation has a key that another one has, and an index is unique.
    #[error("the index {index} of {name} is unique, and observation {other} has the key already")]
    DuplicateKey {
        /// The data set.
        name: DataSetName,
        /// The index.
        index: String,
        /// The number of the observation with the key.
        other: u64,
    },
    /// The rows of a data set cannot be changed in place.
    #[error("{name} cannot be changed in place: {reason}; copy it with a DATA step first")]
    NotInPlace {
        /// The data set.
        name: DataSetName,
        /// The reason.
        reason: NotExtended,
    },
    /// Another process reads a file that is to be changed in place, or changes one that is to be read.
    #[error(
        "A lock is not available for {}: another process {} it; run the step when that has ended, or let it wait so \
         many seconds by `options filelockwait=60;`", .data_set, if *.is_changed { "changes" } else { "reads" }
    )]
    InUse {
        /// The data set, or its file.
        data_set: String,
        /// True if the other process changes it.
        is_changed: bool,
    },
    /// An update of a data set was interrupted while its changes were made.
    #[error(
        "{path} is damaged: an update of it was interrupted. Complete it by `proc datasets library=…; repair …;`, or \
         set DLDMGACTION=REPAIR"
    )]
    Interrupted {
        /// The file.
        path: PathBuf,
    },
    /// The journal of an update of a data set is damaged.
    #[error(
        "{path} was being updated when its program was killed, and the journal of the update, {journal}, is missing or \
         damaged; restore the file from a copy"
    )]
    JournalDamaged {
        /// The file.
        path: PathBuf,
        /// The journal.
        journal: PathBuf,
    },
    /// Another file has replaced one that was opened.
    #[error("{path} was replaced or changed by another program meanwhile; run the step again")]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// A file is read after an earlier read failed.
    #[error("{path} is not read any further, because an earlier read of it failed")]
    AlreadyFailed {
        /// The file.
        path: PathBuf,
    },
    /// A data set cannot hold the variables.
    #[error("data set {name} cannot be made: {reason}")]
    NotPossible {
        /// The data set.
        name: String,
        /// The reason.
        reason: String,
    },
    /// A text is not the name of a library or a data set.
    #[error(transparent)]
    Name(#[from] NameError),
    /// No library of that name is assigned.
    #[error("Libref {libref} is not assigned.\nWrite `libname {libref} 'folder';` before this step.")]
    UnknownLibrary {
        /// The name.
        libref: String,
    },
    /// The library belongs to the session.
    #[error("library {libref} belongs to the session and cannot be assigned or cleared")]
    OwnLibrary {
        /// The name.
        libref: String,
    },
    /// The folder of a library does not exist, or is not a folder.
    #[error("library {libref} cannot be assigned to {path}: {reason}")]
    Folder {
        /// The library.
        libref: String,
        /// The folder.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The library is assigned to a folder that is not there.
    #[error("Library {libref} does not exist.\nThere is no folder {path}; make it, or name another in LIBNAME.")]
    NoLibraryFolder {
        /// The library.
        libref: String,
        /// The folder.
        path: PathBuf,
    },
    /// There is no such engine.
    #[error(
        "library {libref} cannot be assigned: there is no engine {engine} here; the engines are V9 (or \
         BASE), for a folder of .sas7bdat files, PARQUET, ARROW and CSV, for a folder of such files, XPORT and \
         XPORTV8, for a transport file, and SASESOCK, for a pipe between two sessions"
    )]
    UnknownEngine {
        /// The library.
        libref: String,
        /// The engine.
        engine: String,
    },
    /// This build lacks the engine.
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
    /// A data set of SASHELP that is not included in feedrate.
    #[error(
        "data set {name} is not here: of SASHELP, {} come with feedrate; where you have SAS, assign its own by \
         `libname sashelp '<folder of SAS>/sashelp' access=readonly;`", shipped.join(" and ")
    )]
    NotShipped {
        /// The data set.
        name: DataSetName,
        /// Those that are.
        shipped: &'static [&'static str],
    },
    /// The library has no data set of that name.
    #[error("File {name}.DATA does not exist.\nIt is not in {place}{}.", candidates_text(.candidates))]
    Missing {
        /// The data set.
        name: DataSetName,
        /// The library's folder or file.
        place: PathBuf,
        /// Data sets of the library with a similar name.
        candidates: Vec<String>,
    },
    /// A data set of that name exists.
    #[error("data set {name} exists already, as {path}; delete it first or choose another name")]
    Exists {
        /// The data set.
        name: DataSetName,
        /// Its file.
        path: PathBuf,
    },
    /// A view has the name of a data set to be created.
    #[error("{name} is a view, in {path}; delete it first or choose another name")]
    ViewExists {
        /// The view.
        name: DataSetName,
        /// Its file.
        path: PathBuf,
    },
    /// The library or the data set can only be read.
    #[error("data set {name} cannot be changed: {reason}")]
    ReadOnly {
        /// The data set.
        name: DataSetName,
        /// The reason, and what to do.
        reason: String,
    },
    /// A data set could not be piped.
    #[error(transparent)]
    Pipe(#[from] PipedError),
    /// An operation on a file or folder failed, other than a transfer of pages.
    #[error("cannot {action} {path}: {}", reason(.source))]
    File {
        /// The operation, as a verb.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

impl From<PipeError> for Error {
    fn from(error: PipeError) -> Self {
        Self::Pipe(error.into())
    }
}

impl Error {
    /// Returns in which state a data set is whose changes were being made when the storage failed.
    pub fn remains(&self) -> Option<&Remains> {
        match self {
            Self::Incomplete { remains, .. } => Some(remains),
            _ => None,
        }
    }

    /// Rewrites an error about the use of a file to name the data set.
    pub(crate) fn in_terms_of(self, name: &DataSetName) -> Self {
        match self {
            Self::InUse { is_changed, .. } => Self::InUse {
                data_set: format!("{name}.DATA"),
                is_changed,
            },
            Self::IndexDisagrees { reason, .. } => Self::IndexDisagrees {
                name: name.to_string(),
                reason,
            },
            other => other,
        }
    }

    /// Returns the error for an invalid data set.
    pub(crate) fn format(path: &Path, source: FormatError) -> Self {
        Self::Format {
            path: path.into(),
            source,
        }
    }

    /// Returns the error for an invalid transport file.
    pub(crate) fn transport(path: &Path, source: XportError) -> Self {
        Self::Transport {
            path: path.into(),
            source,
        }
    }

    /// Converts an error of a stream: returns the wrapped [`Error`], if there is one.
    pub fn of_stream(path: &Path, error: io::Error) -> Self {
        match error.downcast::<Self>() {
            Ok(error) => error,
            Err(source) => Self::file("read or write", path, source),
        }
    }

    /// Returns whether the user stopped the operation.
    pub fn is_stopped(&self) -> bool {
        match self {
            Self::Pipe(PipedError::Carriage(error)) => matches!(error, PipeError::Stopped { .. }),
            Self::NotWritten { source, .. } | Self::Incomplete { source, .. } => source.is_stopped(),
            Self::Stopped => true,
            _ => false,
        }
    }

    /// Returns the error for a failed operation on a file or folder.
    pub(crate) fn file(action: &'static str, path: impl Into<PathBuf>, source: io::Error) -> Self {
        Self::File {
            action,
            path: path.into(),
            source,
        }
    }

    /// Returns whether the device is full or a quota is exceeded.
    pub fn is_no_space(&self) -> bool {
        match self {
            Self::Pages(error) => error.is_no_space(),
            Self::NotWritten { source, .. } | Self::PartlyWritten { source, .. } | Self::Incomplete { source, .. } => {
                source.is_no_space()
            }
            Self::File { source, .. } => matches!(
                source.kind(),
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
            ),
            _ => false,
        }
    }

    /// Returns whether there is no such data set.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Missing { .. } | Self::NotShipped { .. })
    }
}

/// Returns a number as text: with an exponent if it would have too many digits.
fn shown(value: f64) -> String {
    match value.abs() {
        1e16.. => format!("{value:e}"),
        _ => value.to_string(),
    }
}

fn candidates_text(candidates: &[String]) -> String {
    match candidates {
        [] => String::new(),
        some => format!("; there is {}", some.join(", ")),
    }
}

/// Returns the system's message, with what to do if known, and without the number that `io::Error` appends.
pub(crate) fn reason(source: &io::Error) -> String {
    match source.kind() {
        io::ErrorKind::NotFound => "no such file or folder".into(),
        io::ErrorKind::PermissionDenied => "permission denied; ask its owner for the right, or name another".into(),
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
