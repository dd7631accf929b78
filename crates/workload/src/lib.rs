//! Synthetic jobs: streams that read and write pages, all started at once.
//!
//! A [`Job`] is a list of [`Stream`]s. [`run`](run::run) starts them together, as threads or as processes, and
//! gives an [`Outcome`]: rates, latencies, processor time, the depth reached, and what of it all the
//! page cache served.
//!
//! | room | what is in it |
//! |---|---|
//! | [`job`] | what is to be done |
//! | [`run`](mod@run) | starting all streams at once, as threads |
//! | [`process`] | starting them as processes of their own |
//! | [`stream`] | one stream: its cursor, its pace, its meter |
//! | [`load`] | loads: what other tools' jobs can say, and how they run |
//! | [`outcome`] | what came of it |
//! | [`control`] | stopping a run, and watching it |
//! | `ending` | how a command that runs jobs ends early |
//! | [`size`] | sizes as people write them |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod claim;
pub mod control;
mod ending;
mod error;
pub mod figures;
pub mod job;
pub mod load;
pub mod outcome;
mod pace;
pub mod process;
pub mod run;
pub mod size;
mod slots;
pub mod stream;

pub use control::Control;
pub use ending::{Ended, Ending};
pub use error::{Error, Result, WorkerFailure};
pub use figures::Figures;
pub use job::{Job, Limit, RunAs, Stream, Target, Work};
pub use outcome::{Outcome, StreamOutcome};
pub use run::run;
