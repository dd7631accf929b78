//! Synthetic jobs: streams that read and write pages, all started at once.
//!
//! A [`Job`] is a list of [`Stream`]s. [`run`](run::run) starts them together, as threads or as processes, and returns
//! an [`Outcome`]: rates, latencies, processor time, the actual depth, and the share that the page cache served.
//!
//! | module | contents |
//! |---|---|
//! | [`job`] | jobs and streams |
//! | [`run`](mod@run) | starting all streams at once, as threads |
//! | [`process`] | starting them as processes of their own |
//! | [`stream`] | one stream: its cursor, its pace, its meter |
//! | [`load`] | loads, which can express other tools' jobs, and how they run |
//! | [`outcome`] | the results |
//! | [`control`] | stopping and monitoring a run |
//! | [`OtherProcesses`] | runs of several processes that start at the same time |
//! | `early_end` | early ends of commands that run jobs |
//! | [`dash`] | dashes where options have a hyphen |
//! | [`size`] | sizes with units |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod claim;
pub mod control;
pub mod dash;
mod early_end;
mod error;
pub mod figures;
pub mod job;
pub mod load;
mod other_processes;
pub mod outcome;
mod pace;
pub mod process;
mod rotation;
pub mod run;
pub mod size;
mod slots;
pub mod stream;

pub use control::Control;
pub use early_end::{CommandError, EarlyEnd};
pub use error::{Error, Result, WorkerFailure};
pub use figures::Figures;
pub use job::{Job, Limit, RunAs, Stream, Target, Work};
pub use other_processes::{OtherProcesses, Round, RoundFlow};
pub use outcome::{Outcome, StreamOutcome};
pub use run::run;
