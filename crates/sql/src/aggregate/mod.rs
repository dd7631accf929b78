//! Summary functions of numbers, which pass missing values over, and groups within the memory of a plan.

mod part;
mod sorted_groups;
mod statistic;
mod summary;

pub(crate) use sorted_groups::SortedGroups;
pub(crate) use statistic::Statistic;
