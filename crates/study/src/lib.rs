//! Experiments: factors and levels in, runs in a store, an analysis and a report out.
//!
//! | module | contents |
//! |---|---|
//! | [`definition`] | the file of a study: what is run, the factors, what is measured |
//! | [`plan`] | the cells of a study, the order of its runs, and the space that they need |
//! | [`store`] | the file of results: every finished run is in it at once |
//! | [`opening`] | opens the store of a study for its runs |
//! | [`conduct`] | carries out a plan: a process for each run, with its factors set and put back |
//! | [`figures`] | the figures of a run, from what it wrote |
//! | [`analysis`] | what the runs say: intervals, ratios, models, curves, what is unusual, the recommendation |
//! | [`tune`] | the settings that suit each step of a program |
//! | [`mod@document`] | the analysis as a report |
//! | [`result`](mod@result) | the analysis and all runs as JSON |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod analysis;
pub mod conduct;
pub mod definition;
pub mod document;
mod error;
pub mod figures;
pub mod opening;
pub mod plan;
pub mod result;
mod source;
pub mod store;
mod system;
pub mod tune;

pub use document::document;
pub use error::{Error, Result};
