//! Results of all commands and of fio: as they lie in files, beside each other, compared, over time, and as metrics.
//!
//! | module | contents |
//! |---|---|
//! | [`measured`] | results as they lie in files: under which conditions, and the samples of each figure |
//! | [`beside`] | results beside each other |
//! | [`compare`] | what got slower between two results |
//! | [`history`] | the results of a folder over time |
//! | [`metrics`] | results as metrics for monitoring |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod beside;
pub mod compare;
mod error;
pub mod history;
pub mod measured;
pub mod metrics;

pub use error::{Error, Result};
