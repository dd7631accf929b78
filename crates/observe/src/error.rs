//! Why a command could not be observed.

use std::io;

/// Why a command could not be observed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No command was given.
    #[error("there is no command to observe; write it after --, as in: feedrate profile -- wc -l FILE")]
    NoCommand,
    /// The system does not count what other processes do.
    #[error(
        "other programs cannot be watched here: the system does not tell the counts of their job ({source}); \
         `feedrate profile PROGRAM.sas` shows the transfers of a program of steps"
    )]
    NotCounted {
        /// The error of the system.
        source: io::Error,
    },
    /// The kernel's files on processes are not there.
    #[error("/proc cannot be read: {source}; mount it, or run this where it is mounted")]
    NoProc {
        /// The error of the system.
        source: io::Error,
    },
    /// The command does not start.
    #[error(
        "{command} cannot be started: {source}; name a program that is in PATH, or the path of one that may be run"
    )]
    Start {
        /// Its first word.
        command: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The system does not tell how the command ended.
    #[error("the end of {command} (process {process}) cannot be waited for: {source}; nothing else may wait for it")]
    Wait {
        /// Its first word.
        command: String,
        /// Its number.
        process: u32,
        /// The error of the system.
        source: io::Error,
    },
    /// It was to stop, and does not.
    #[error("{processes} cannot be ended by this user, or do not end: they are left running; end them as their owner")]
    Unstoppable {
        /// Numbers and names.
        processes: String,
    },
}
