//! The arguments of `feedrate profile`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use crate::arguments::{ProgramFiles, ProgramSettings};

/// Run a program and show what I/O each of its steps did, over time
///
/// For each step and file: bytes, transfers, sizes, order, method, who waited, how deep, the time between transfers,
/// and what share the page cache served. The log goes to standard error, and the listing nowhere unless --listing says
/// where. --json writes all of it, from which `feedrate derive` and `feedrate predict` work.
///
/// After `--`, any other command is run and watched from outside: by what /proc tells about its processes and files,
/// and by the counters of the devices; on Windows by the counts of its job alone. What cannot be seen so is said.
///
/// Exit code 0: all steps ran; 1: with warnings; 2: with errors, or nothing could be run; 128 + signal: interrupted.
/// That of a command is its own.
#[derive(Debug, Args)]
pub struct ProfileArguments {
    /// The program; `-` reads it from standard input
    #[arg(
        value_name = "PROGRAM",
        required_unless_present = "command",
        conflicts_with = "command"
    )]
    pub program: Option<PathBuf>,

    /// Any other command, with its arguments
    #[arg(
        last = true,
        value_name = "COMMAND",
        conflicts_with_all = ["log", "listing", "work", "options", "sysparm", "given"]
    )]
    pub command: Vec<OsString>,

    #[command(flatten)]
    pub files: ProgramFiles,

    #[command(flatten)]
    pub settings: ProgramSettings,

    /// Write the whole profile as JSON to a file (- for standard output, and then nothing else goes there)
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Write the report as one HTML file, with a picture over time of each step
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}
