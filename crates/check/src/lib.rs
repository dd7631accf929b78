//! Measures a volume and judges whether it supplies the machine's cores.
//!
//! | module | contents |
//! |---|---|
//! | [`options`] | the folders to check, and the time limits |
//! | [`scratch`] | the check's own files: made in a folder of their own, always removed |
//! | [`preflight`] | the machine and the volume before anything is measured |
//! | [`setting`] | a method of moving pages, and its cost |
//! | [`candidates`] | the settings among which the search chooses |
//! | [`trial`] | one measurement of one setting |
//! | [`mod@bench`] | a folder laid out for trials |
//! | `layout` | the files that are to be read |
//! | [`search`] | races between the candidates |
//! | [`endurance`] | the mixed stream for hours: levels, and what lasts |
//! | [`steps`] | the standard steps: programs that are run as users run them |
//! | [`conduct`] | the phases of a check, in order |
//! | [`on_hosts`] | a check of several hosts |
//! | [`disturbance`] | others at work during a search, and the doubts about its choice |
//! | [`metadata`] | small data sets made, looked up, opened and deleted |
//! | [`measurement`] | repeated trials, and their figures |
//! | [`findings`] | the figures, phase by phase |
//! | [`verdict`] | the interpretation of the figures |
//! | `limit` | what limits a rate |
//! | [`advice`] | the chosen settings as feedrate, SAS and fio lines |
//! | [`guidance`] | when to use which way of moving pages |
//! | [`memory`] | free memory, and bringing it back |
//! | [`result`](mod@result) | the result as JSON |
//! | [`mod@document`] | the result as a report |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod advice;
pub mod bench;
pub mod candidates;
pub mod conduct;
pub mod disturbance;
pub mod document;
mod doubt;
pub mod endurance;
mod error;
pub mod findings;
pub mod guidance;
mod layout;
mod limit;
mod lossy;
pub mod measurement;
pub mod memory;
pub mod metadata;
pub mod on_hosts;
pub mod options;
mod phase;
pub mod preflight;
pub mod result;
pub mod scratch;
pub mod search;
pub mod setting;
pub mod steps;
mod system;
#[cfg(test)]
mod testing;
pub mod trial;
pub mod verdict;

pub use conduct::{Clock, Observer, check};
pub use document::document;
pub use doubt::Doubt;
pub use error::{Error, Result};
pub use options::{Effort, Options};
pub use phase::Phase;
pub use result::CheckResult;
