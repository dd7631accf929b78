//! Summary functions of numbers, which pass missing values over.

mod cell;
mod part;
mod statistic;
mod summary;

pub(crate) use statistic::Statistic;
