//! Errors of requests and tests. Each message is one line that says what is wrong and what to do.

use std::io;
use std::path::PathBuf;

use feedrate_pageio as pageio;
use feedrate_workload as workload;
use feedrate_workload::size::SizeError;

use crate::drives::DriveError;
use feedrate_workload::{CommandError, EarlyEnd};

/// The result of this module's functions.
pub type Result<T> = std::result::Result<T, Error>;

/// The reason why a request is invalid, or a test has no result.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An option in place of the file name.
    #[error(
        "the file name must be the first argument, before {given}; a name that begins with a hyphen is \
         written ./{given}"
    )]
    FileNotFirst {
        /// The option.
        given: String,
    },
    /// The file name is empty.
    #[error("the file name is empty; name the file to read or write")]
    EmptyFileName,
    /// A Windows name that cannot be mapped.
    #[error(transparent)]
    Drive(#[from] DriveError),
    /// There is no such option.
    #[error("{given} is not an option; {}", did_you_mean(*.nearest))]
    UnknownOption {
        /// The argument.
        given: String,
        /// A similar option.
        nearest: Option<&'static str>,
    },
    /// An argument that is neither an option nor the value of one.
    #[error("'{given}' is one argument too many: one file name comes first, and options begin with -")]
    ExtraArgument {
        /// The argument.
        given: String,
    },
    /// An option is given twice.
    #[error("{option} is given twice; give it once")]
    Twice {
        /// The option.
        option: &'static str,
    },
    /// An option lacks its value.
    #[error("{option} needs a value, such as {option} {example}")]
    MissingValue {
        /// The option.
        option: &'static str,
        /// An example of a value.
        example: &'static str,
    },
    /// A value is not a size.
    #[error("{option}: {source}")]
    Size {
        /// The option.
        option: &'static str,
        /// The reason.
        source: SizeError,
    },
    /// A number of pages is not a number.
    #[error("-numpages: '{given}' is not a number of pages; write a whole number, such as 16")]
    NotPages {
        /// The value.
        given: String,
    },
    /// A number of pages is zero.
    #[error("-numpages: a transfer of no pages moves nothing; give at least 1")]
    NoPages,
    /// A number of pages is too large.
    #[error("-numpages: {given} pages are more than a transfer can have; the most is 4294967295")]
    TooManyPages {
        /// The value.
        given: String,
    },
    /// Two options exclude each other.
    #[error("{one} and {other} do not go together: {why}")]
    Together {
        /// One.
        one: &'static str,
        /// The other.
        other: &'static str,
        /// The reason, and what to do.
        why: &'static str,
    },
    /// An option is given without another that it needs.
    #[error("{option} needs {needed}")]
    Needs {
        /// The option.
        option: &'static str,
        /// The option that it needs, and the reason.
        needed: &'static str,
    },
    /// A size is not a multiple of another.
    #[error("{what} is not a multiple of {of}; use {}", .use_instead)]
    NotAMultiple {
        /// The size, formatted.
        what: String,
        /// The size that it should be a multiple of, formatted.
        of: String,
        /// The nearest valid sizes.
        use_instead: String,
    },
    /// A page is larger than what is to be read or written.
    #[error("{page} is larger than {file}; use smaller pages or more of the file")]
    PageLargerThanFile {
        /// The page size, formatted.
        page: String,
        /// The file size, formatted.
        file: String,
    },
    /// A transfer would not fit in memory.
    #[error("a transfer of {asked}, but {available} bytes of memory are available; use fewer or smaller pages")]
    Memory {
        /// Its size, formatted.
        asked: String,
        /// The available memory.
        available: u64,
    },
    /// The volume has no room for what is to be written.
    #[error(
        "the volume of {path} has room for {room} bytes, fewer than {wanted}; free some space, name a file \
         elsewhere, or give a smaller -filesize"
    )]
    NoRoom {
        /// The file.
        path: PathBuf,
        /// The file size, formatted.
        wanted: String,
        /// The room for the file, including its present space.
        room: u64,
    },
    /// The file has fewer bytes than are to be read.
    #[error("{path} holds {holds} bytes, fewer than {wanted}; {advice}")]
    ShortFile {
        /// The file.
        path: PathBuf,
        /// Its length.
        holds: u64,
        /// The file size, formatted.
        wanted: String,
        /// The advice to the user.
        advice: String,
    },
    /// The file to be written was not made by feedrate.
    #[error("{path} was not made by feedrate and is left alone; name another file, or add -force to write to it")]
    NotOurs {
        /// The file.
        path: PathBuf,
    },
    /// A size is not aligned for direct I/O.
    #[error("{option} {value} is not a multiple of {needed} bytes, which direct I/O on {path} needs")]
    Misaligned {
        /// The option of the size.
        option: &'static str,
        /// The size in bytes.
        value: u64,
        /// The alignment in bytes.
        needed: u64,
        /// The file.
        path: PathBuf,
    },
    /// The file system does not support direct I/O.
    #[error("{path} is on a file system that refuses direct I/O; leave out {option}, or name a file elsewhere")]
    DirectRefused {
        /// The file.
        path: PathBuf,
        /// The option that requests it.
        option: &'static str,
    },
    /// Another error of the stream.
    #[error(transparent)]
    Job(workload::Error),
    /// The result could not be printed.
    #[error("cannot print the result: {0}")]
    Output(#[from] io::Error),
    /// It was interrupted. What had been measured by then was printed.
    #[error("interrupted")]
    Interrupted,
}

impl Error {
    /// Converts an error of a job to one of this dialect, if there is one.
    pub(super) fn of_job(error: workload::Error, direct_option: &'static str) -> Self {
        match error {
            workload::Error::NotOurs { path } => Self::NotOurs { path },
            workload::Error::Pages(pageio::Error::DirectRefused { path }) => Self::DirectRefused {
                path,
                option: direct_option,
            },
            workload::Error::Pages(pageio::Error::Misaligned {
                what: what @ ("a page" | "a range"),
                value,
                needed,
                path,
            }) => Self::Misaligned {
                option: if what == "a page" { "-pagesize" } else { "-filesize" },
                value,
                needed,
                path,
            },
            other => Self::Job(other),
        }
    }
}

impl CommandError for Error {
    fn early_end(&self) -> Option<EarlyEnd> {
        match self {
            Self::Interrupted => Some(EarlyEnd::Interrupted),
            Self::Output(error) => EarlyEnd::of_output(error),
            _ => None,
        }
    }
}

fn did_you_mean(nearest: Option<&str>) -> String {
    match nearest {
        Some(option) => format!("did you mean {option}?"),
        None => "run sasiotest without arguments to see all of them".to_owned(),
    }
}
