//! A measurement of one synthetic job: a stream for each file, once or several times, with counters of the system
//! beside it.
//!
//! | module | contents |
//! |---|---|
//! | [`Options`] | the job, its files and its repeats |
//! | `job` | from the options to a job of `workload` |
//! | `resources` | checks that the machine has room for it |
//! | [`measure()`] | the repeats, one after the other |
//! | `repeat`, `volumes` | one repeat, with counters of the system; what lies beneath its files |
//! | `new_files` | files that an incomplete measurement removes |
//! | [`Measurement`], `settings` | the result as JSON |
//! | [`document()`], `warnings` | the result as a report |
//! | [`MeasureOnHosts`] | the measurement on several hosts |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod conduct;
mod document;
mod error;
mod job;
mod new_files;
mod on_hosts;
mod options;
mod repeat;
mod resources;
mod result;
mod settings;
mod volumes;
mod warnings;

pub use conduct::{Observer, measure};
pub use document::document;
pub use error::{Error, Result};
pub use on_hosts::MeasureOnHosts;
pub use options::{Action, Options};
pub use result::{FORMAT_VERSION, Measurement};
