//! fio: its job files, its command line, its outputs.
//!
//! [`carry_out_arguments`] does what a command line asks for. On the way, `command_line::parse` makes a request of it,
//! `load` the jobs that its files describe, `plan` a schedule of loads, and `run` runs that and prints. [`jobs_of`]
//! stops at the jobs, for who translates them.
//!
//! | room | what is in it |
//! |---|---|
//! | `command_line` | arguments to a request |
//! | `request` | what is asked for |
//! | `text` | job files as sections of lines; variables |
//! | `value` | numbers, sizes and times, as fio reads them and as they were meant |
//! | `options` | the one table of options |
//! | `resolve` | sections to jobs: inheritance, and what options mean together |
//! | [`job`] | a job's options, typed |
//! | `lint` | the traps of jobs |
//! | `iolog` | blocks that were recorded, as lines of text |
//! | `plan` | jobs to a schedule of loads |
//! | `explain` | a plan in plain words |
//! | `help` | what `--help` and the like print |
//! | `run` | running a plan |
//! | `require` | the verdict of `--require` |
//! | `output` | fio's forms of output |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod blame;
mod carry_out;
mod command_line;
mod error;
mod explain;
mod folders;
mod help;
mod iolog;
pub mod job;
mod lint;
mod load;
mod options;
mod output;
mod overwrite;
mod plan;
mod request;
mod require;
mod resolve;
mod run;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod text;
mod value;
mod wrap;

pub use carry_out::{Failure, Listen, Terminal, carry_out_arguments};
pub use error::{Error, Result};
pub use load::jobs_of;
