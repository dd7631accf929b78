//! fio: its job files, its command line, its outputs.
//!
//! [`carry_out_arguments`] does what a command line asks for. On the way, [`command_line::parse`] makes a
//! [`request::Request`] of it, [`load`] the jobs that its files describe, [`plan::plan`] a schedule of loads, and
//! [`run::run`] runs that and prints.
//!
//! | room | what is in it |
//! |---|---|
//! | [`command_line`] | arguments to a request |
//! | [`request`] | what is asked for |
//! | [`text`] | job files as sections of lines; variables |
//! | [`value`] | numbers, sizes and times, as fio reads them and as they were meant |
//! | [`options`] | the one table of options |
//! | [`resolve`] | sections to jobs: inheritance, and what options mean together |
//! | [`job`] | a job's options, typed |
//! | [`lint`] | the traps of jobs |
//! | [`iolog`] | blocks that were recorded, as lines of text |
//! | [`plan`] | jobs to a schedule of loads |
//! | [`explain`] | a plan in plain words |
//! | [`help`] | what `--help` and the like print |
//! | [`mod@run`] | running a plan |
//! | [`require`] | the verdict of `--require` |
//! | [`output`] | fio's forms of output |

mod blame;
mod carry_out;
pub mod command_line;
mod defaults;
mod error;
pub mod explain;
mod folders;
pub mod help;
pub mod iolog;
pub mod job;
pub mod lint;
mod load;
pub mod options;
pub mod output;
pub mod plan;
pub mod request;
pub mod require;
pub mod resolve;
pub mod run;
mod spared;
pub mod text;
pub mod value;
mod wrap;

pub use carry_out::{Failure, Listen, Terminal, carry_out, carry_out_arguments};
pub use error::{Error, Result};
pub use load::{load, load_with};
