//! Measures a volume and judges whether it feeds the machine's cores.
//!
//! | room | what is in it |
//! |---|---|
//! | [`options`] | what is to be checked, and how long it may take |
//! | [`scratch`] | the check's own files: made in a folder of their own, always removed |
//! | [`preflight`] | the machine and the volume before anything is measured |
//! | [`setting`] | one way of moving pages, and what it costs |
//! | [`candidates`] | the settings among which the search chooses |
//! | [`trial`] | one measurement of one setting |
//! | [`bench`] | a folder laid out for trials |
//! | [`search`] | racing the candidates against each other |
//! | [`steps`] | the standard steps: programs that are run as users run them |
//! | [`session`] | the phases of a check, in order |
//! | [`findings`] | what was found, phase by phase |
//! | [`verdict`] | what the figures mean |
//! | [`advice`] | the chosen settings as feedrate, SAS and fio lines |
//! | [`result`](mod@result) | all of it, as it is written to JSON |
//! | [`document`] | all of it, as a person reads it |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod advice;
pub mod bench;
pub mod candidates;
pub mod document;
mod error;
pub mod findings;
mod lossy;
pub mod options;
pub mod preflight;
pub mod result;
pub mod scratch;
pub mod search;
pub mod session;
pub mod setting;
pub mod steps;
#[cfg(test)]
mod testing;
pub mod trial;
pub mod verdict;

pub use document::document;
pub use error::{Error, Result};
pub use options::{Effort, Options};
pub use result::CheckResult;
pub use session::{Observer, Phase, check};
