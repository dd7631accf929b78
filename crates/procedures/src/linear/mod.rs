//! What the procedures of linear models share: numbers in their listings, what there is to say of an observation
//! by a fitted model, and how they go over a data set.
//!
//! A BY group is read once for its model, and once more where something is said of each observation. Both readings
//! are those of one step, side by side: the second one is a group behind the first, so nothing of an observation
//! stays in memory, and of a data set in small groups the second reading finds the pages in the cache. A data set
//! without groups is read for its models on several threads first.

pub(crate) mod grammar;
mod groups;
pub(super) mod number;
mod observation;
mod scan;
mod statistic;

pub(super) use groups::{Reading, group_values, readings, tell_passes};
pub(super) use observation::{Errors, Fitted};
pub(super) use scan::WholeScan;
pub use statistic::ObservationStatistic;
