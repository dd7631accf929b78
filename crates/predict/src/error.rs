//! Errors of profiles, jobs and predictions.

use std::path::PathBuf;

/// A failure of a profile, a job or a prediction.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file is not a profile, a record or a job of feedrate.
    #[error("{path}: {why}; give a program, or what `feedrate profile --json` or `feedrate derive` wrote")]
    NotAProfile {
        /// The file.
        path: PathBuf,
        /// The description of what it is instead.
        why: String,
    },
    /// A profile says nothing that a job could be derived from.
    #[error("{program}: {why}")]
    NothingToDerive {
        /// The program.
        program: String,
        /// The reason.
        why: String,
    },
    /// A program has other steps in each profile.
    #[error("{program}: it has other steps each time that it runs; take one profile of it (--profiles 1)")]
    OtherSteps {
        /// The program.
        program: String,
    },
    /// A job does not agree with itself.
    #[error("the job of {program} is damaged: {why}")]
    Damaged {
        /// The program.
        program: String,
        /// The parts that do not agree.
        why: String,
    },
    /// A folder has too little space.
    #[error(
        "{folder}: the job's files take {needed} with a reserve, and {free} is free; choose another folder, or a \
         smaller --scale"
    )]
    Space {
        /// The folder.
        folder: PathBuf,
        /// The space that the files take.
        needed: String,
        /// The space that is free.
        free: String,
    },
    /// A file or folder cannot be used.
    #[error("cannot {action} {path}: {source}")]
    File {
        /// The action that failed.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// The system refuses a thread.
    #[error("no thread can be started ({source}): allow this user more processes (ulimit -u)")]
    Thread {
        /// The reason.
        source: std::io::Error,
    },
    /// Pages cannot be moved.
    #[error(transparent)]
    DataSet(#[from] feedrate_dataset::Error),
    /// Pages cannot be moved.
    #[error(transparent)]
    Pages(#[from] feedrate_pageio::Error),
    /// Runs of a sort cannot be moved.
    #[error(transparent)]
    Spill(#[from] feedrate_rows::spill::Error),
    /// The program itself did not run to its end.
    #[error("{0}")]
    Program(String),
    /// The user has stopped it.
    #[error("interrupted")]
    Interrupted,
}

/// A result whose error is an [`Error`].
pub type Result<T> = std::result::Result<T, Error>;
