//! Code shared by the procedures of linear models: numbers in listings, statistics of observations, and reading.
//!
//! A BY group is read once for its model, and again if statistics of observations are needed. Both readings belong to
//! one step; the second is one group behind the first, so that no observation stays in memory, and for small groups
//! the second reading finds the pages in the cache. A data set without BY groups is first read for its models by
//! several threads.

pub(crate) mod grammar;
mod groups;
pub(super) mod number;
mod observation;
mod scan;
mod statistic;
pub(super) mod tables;

pub(super) use groups::{Reading, run_groups};
pub(super) use observation::{Errors, PredictedObservation, clear_statistics, frequency};
pub(super) use scan::{WholeScan, intent};
pub use statistic::ObservationStatistic;
