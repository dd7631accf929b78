//! What can be wrong with a request, or go wrong with a test. Each message is one line that says what is wrong and
//! what to do.

use std::io;
use std::path::PathBuf;

use feedrate_workload as workload;

use crate::drives::DriveError;
use crate::own_options::OwnError;

/// The result of this module's functions.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a request makes no sense, or a test gave no result.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such option.
    #[error("{given} is not an option; {}", did_you_mean(.nearest.as_deref()))]
    UnknownOption {
        /// What was given.
        given: String,
        /// What may have been meant.
        nearest: Option<String>,
    },
    /// The value of an option is not what it should be.
    #[error("{given}: {expected}")]
    Value {
        /// The option with its value.
        given: String,
        /// What the value is to be, with an example.
        expected: &'static str,
    },
    /// An option that is of Windows, or that is not here.
    #[error("{given} is not to be had here: {why}")]
    NotHere {
        /// The option.
        given: String,
        /// Why, and what to do.
        why: &'static str,
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
    /// Options come before targets.
    #[error("{given} comes after a target; options come first, then the files")]
    OptionAfterTarget {
        /// The option.
        given: String,
    },
    /// No file is named.
    #[error(
        "no target is named; name a file after the options, such as: diskspd -c1G -b64K -r testfile.dat"
    )]
    NoTarget,
    /// Sizes or counts that do not fit each other.
    #[error("{0}")]
    Fit(String),
    /// A name that cannot be followed.
    #[error(transparent)]
    Drive(#[from] DriveError),
    /// A target that is not there.
    #[error("{path} does not exist; add -c with a size, such as -c1G, to make it")]
    NoFile {
        /// It.
        path: PathBuf,
    },
    /// A device would be written.
    #[error(
        "{path} is a device, and writing destroys what is on it; add --overwrite-foreign if that is what you want"
    )]
    Device {
        /// It.
        path: PathBuf,
    },
    /// The file to be written holds something that feedrate did not put there.
    #[error(
        "{path} was not made by feedrate and is left alone; name another file, or add --overwrite-foreign to \
         write to it"
    )]
    NotOurs {
        /// It.
        path: PathBuf,
    },
    /// A file cannot be looked at.
    #[error("cannot {action} {path}: {source}")]
    File {
        /// What was tried.
        action: &'static str,
        /// With which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A worker met an error.
    #[error("{0}")]
    Transfer(String),
    /// Anything else that kept blocks from moving.
    #[error(transparent)]
    Load(workload::Error),
    /// The result could not be printed.
    #[error("cannot print the result: {0}")]
    Output(#[from] io::Error),
    /// It was interrupted. What had been measured until then has been printed.
    #[error("interrupted")]
    Interrupted,
}

impl Error {
    /// Whether it was interrupted, by a signal or otherwise.
    pub fn is_interrupted(&self) -> bool {
        matches!(self, Self::Interrupted)
    }

    /// A load's error, in the words of this dialect where it has some.
    pub(super) fn of_load(error: workload::Error) -> Self {
        match error {
            workload::Error::NotOurs { path } => Self::NotOurs { path },
            other => Self::Load(other),
        }
    }
}

impl From<OwnError> for Error {
    fn from(error: OwnError) -> Self {
        match error {
            OwnError::Unknown(given, nearest) => Self::UnknownOption { given, nearest },
            OwnError::Drive(error) => Self::Drive(error),
        }
    }
}

fn did_you_mean(nearest: Option<&str>) -> String {
    match nearest {
        Some(option) => format!("did you mean {option}?"),
        None => "run diskspd -? to see all of them".to_owned(),
    }
}
