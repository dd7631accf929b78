//! The reasons why a command line has no exit code.

use std::io;
use std::path::PathBuf;

use feedrate_workload::{CommandError, EarlyEnd};

use crate::error::Error;
use crate::run::RunError;

/// The reason why there is no exit code.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The request or its jobs are invalid.
    #[error(transparent)]
    Request(#[from] Error),
    /// Results could not be written.
    #[error(transparent)]
    Run(RunError),
    /// The file of `--output` cannot be written.
    #[error("--output={}: {source}; name a file that can be written", .path.display())]
    OutputFile {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The file of `--output` has other content.
    #[error(
        "--output={}: the file is not empty and holds no results of fio or feedrate; name another, or add \
         --overwrite-foreign",
        .0.display()
    )]
    Foreign(PathBuf),
    /// A compressed log cannot be read.
    #[error("--inflate-log={}: {source}; name a log that log_store_compressed=1 wrote", .path.display())]
    CompressedLog {
        /// The log.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The requested output could not be printed.
    #[error("cannot print: {0}")]
    Output(#[from] io::Error),
    /// It was interrupted. The results of what ran have been printed.
    #[error("interrupted")]
    Interrupted,
}

impl CommandError for Failure {
    fn early_end(&self) -> Option<EarlyEnd> {
        match self {
            Self::Interrupted => Some(EarlyEnd::Interrupted),
            Self::Output(error) => EarlyEnd::of_output(error),
            _ => None,
        }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Output(error) => Self::Output(error),
            other => Self::Run(other),
        }
    }
}
