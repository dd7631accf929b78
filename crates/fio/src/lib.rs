//! fio: its job files, its command line, its outputs.
//!
//! [`execute_arguments`] carries out a command line: `command_line::parse` returns its request, `load` the jobs that
//! its files describe, `plan` a schedule of loads, and `run` runs that and prints. [`jobs_of`] returns the jobs only,
//! for translators.
//!
//! | module | contents |
//! |---|---|
//! | `command_line` | arguments to a request |
//! | `request` | the request |
//! | `text` | job files as sections of lines; variables |
//! | `value` | numbers, sizes and times, as fio parses them and as intended |
//! | `kinds` | the types of values of options |
//! | `options` | the tables of options, and the values of a job's |
//! | `resolve` | sections to jobs: inheritance, and combinations of options |
//! | [`job`] | jobs with their options |
//! | `lint` | the traps of jobs |
//! | `iolog` | recorded blocks as lines of text |
//! | `verify_state` | the format of files that keep how far a job has come |
//! | `saved_states` | those files as jobs leave and find them |
//! | `plan` | jobs to a schedule of loads |
//! | `explain` | descriptions of plans |
//! | `help` | the output of `--help` and the like |
//! | `run` | running a plan |
//! | `require` | the verdict of `--require` |
//! | `output` | fio's forms of output |
//! | `system` | what is not portable, with a module for each system |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

/// Writes a line to a string, which never fails.
macro_rules! line {
    ($text:expr, $($format:tt)*) => {{
        use std::fmt::Write as _;
        let _ = writeln!($text, $($format)*);
    }};
}

mod blame;
mod command_line;
mod error;
mod execution;
mod explain;
mod folders;
mod help;
mod iolog;
pub mod job;
mod kinds;
mod lint;
mod load;
mod on_hosts;
mod options;
mod output;
mod overwrite;
mod plan;
mod request;
mod require;
mod resolve;
mod run;
mod saved_states;
mod system;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod text;
mod value;
mod verify_state;
mod wrap;

pub use error::{Error, Result};
pub use execution::{ControlSource, Failure, Terminal, execute_arguments};
pub use load::jobs_of;
pub use on_hosts::FioOnHosts;
