//! Summary functions of numbers, which skip missing values, and grouping within the memory of a plan.

mod accumulator;
mod partial_state;
mod sorted_groups;
mod statistic;
mod summary;

pub(crate) use sorted_groups::sorted_groups;
pub(crate) use statistic::Statistic;
