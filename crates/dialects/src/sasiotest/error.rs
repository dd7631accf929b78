//! What can be wrong with a request, or go wrong with a test. Each message is one line that says what
//! is wrong and what to do.

use std::io;
use std::path::PathBuf;

use feedrate_pageio as pageio;
use feedrate_workload as workload;
use feedrate_workload::size::SizeError;

use crate::drives::DriveError;
use feedrate_workload::{Ended, Ending};

/// The result of this module's functions.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a request makes no sense, or a test gave no result.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An option stands where the file name belongs.
    #[error(
        "the file name must be the first argument, before {given}; a name that begins with a hyphen is written ./{given}"
    )]
    FileNotFirst {
        /// What stands there.
        given: String,
    },
    /// The file name is empty.
    #[error("the file name is empty; name the file to read or write")]
    EmptyFileName,
    /// A name of Windows that cannot be followed.
    #[error(transparent)]
    Drive(#[from] DriveError),
    /// There is no such option.
    #[error("{given} is not an option; {}", did_you_mean(*.nearest))]
    UnknownOption {
        /// What was given.
        given: String,
        /// What may have been meant.
        nearest: Option<&'static str>,
    },
    /// An argument that is neither an option nor the value of one.
    #[error(
        "'{given}' is one argument too many: one file name comes first, and options begin with -"
    )]
    ExtraArgument {
        /// It.
        given: String,
    },
    /// An option is given twice.
    #[error("{option} is given twice; give it once")]
    Twice {
        /// Which.
        option: &'static str,
    },
    /// An option lacks its value.
    #[error("{option} needs a value, such as {option} {example}")]
    MissingValue {
        /// Which.
        option: &'static str,
        /// A value that would do.
        example: &'static str,
    },
    /// A value is not a size.
    #[error("{option}: {source}")]
    Size {
        /// Of which option.
        option: &'static str,
        /// Why not.
        source: SizeError,
    },
    /// A number of pages is not a number.
    #[error("-numpages: '{given}' is not a number of pages; write a whole number, such as 16")]
    NotPages {
        /// What was given.
        given: String,
    },
    /// A number of pages is zero.
    #[error("-numpages: a transfer of no pages moves nothing; give at least 1")]
    NoPages,
    /// A number of pages is beyond counting.
    #[error("-numpages: {given} pages are more than a transfer can have; the most is 4294967295")]
    TooManyPages {
        /// What was given.
        given: String,
    },
    /// Two options exclude each other.
    #[error("{one} and {other} do not go together: {why}")]
    Together {
        /// One.
        one: &'static str,
        /// The other.
        other: &'static str,
        /// Why, and what to do.
        why: &'static str,
    },
    /// An option is there without another that it needs.
    #[error("{option} needs {needed}")]
    Needs {
        /// The option.
        option: &'static str,
        /// What it needs, and why.
        needed: &'static str,
    },
    /// A size does not fit another.
    #[error("{what} is not a multiple of {of}; use {}", .use_instead)]
    NotAMultiple {
        /// The size, in words.
        what: String,
        /// What it should be a multiple of, in words.
        of: String,
        /// The nearest sizes that are.
        use_instead: String,
    },
    /// A page is larger than what is to be read or written.
    #[error("{page} is larger than {file}; use smaller pages or more of the file")]
    PageLargerThanFile {
        /// The page size, in words.
        page: String,
        /// The file size, in words.
        file: String,
    },
    /// A transfer would not fit in memory.
    #[error(
        "a transfer of {asked}, but {available} bytes of memory are available; use fewer or smaller pages"
    )]
    Memory {
        /// Its size, in words.
        asked: String,
        /// What there is.
        available: u64,
    },
    /// The volume has no room for what is to be written.
    #[error(
        "the volume of {path} has room for {room} bytes, fewer than {wanted}; free some space, name a file elsewhere, or give a smaller -filesize"
    )]
    NoRoom {
        /// The file.
        path: PathBuf,
        /// The file size, in words.
        wanted: String,
        /// What the file may take, with what it has.
        room: u64,
    },
    /// The file holds less than is to be read.
    #[error("{path} holds {holds} bytes, fewer than {wanted}; {advice}")]
    ShortFile {
        /// The file.
        path: PathBuf,
        /// Its length.
        holds: u64,
        /// The file size, in words.
        wanted: String,
        /// What to do.
        advice: String,
    },
    /// The file to be written holds something that feedrate did not put there.
    #[error(
        "{path} was not made by feedrate and is left alone; name another file, or add -force to write to it"
    )]
    NotOurs {
        /// The file.
        path: PathBuf,
    },
    /// A size does not fit what direct I/O needs.
    #[error(
        "{option} {value} is not a multiple of {needed} bytes, which direct I/O on {path} needs"
    )]
    Misaligned {
        /// The option that gave the size.
        option: &'static str,
        /// The size in bytes.
        value: u64,
        /// The alignment in bytes.
        needed: u64,
        /// The file.
        path: PathBuf,
    },
    /// The file system takes no direct I/O.
    #[error(
        "{path} is on a file system that refuses direct I/O; leave out {option}, or name a file elsewhere"
    )]
    DirectRefused {
        /// The file.
        path: PathBuf,
        /// The option that asked for it.
        option: &'static str,
    },
    /// Anything else that kept pages from moving.
    #[error(transparent)]
    Job(workload::Error),
    /// The result could not be printed.
    #[error("cannot print the result: {0}")]
    Output(#[from] io::Error),
    /// It was interrupted. What had been measured until then has been printed.
    #[error("interrupted")]
    Interrupted,
}

impl Error {
    /// A job's error, in the words of this dialect where it has some.
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
                option: if what == "a page" {
                    "-pagesize"
                } else {
                    "-filesize"
                },
                value,
                needed,
                path,
            },
            other => Self::Job(other),
        }
    }
}

impl Ended for Error {
    fn ending(&self) -> Option<Ending> {
        match self {
            Self::Interrupted => Some(Ending::Interrupted),
            Self::Output(error) => Ending::of_output(error),
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
