//! Correlations of values, in one pass and on any number of threads, or of their ranks.

mod co_moments;
mod pairwise;
mod ranks;

#[cfg(test)]
mod tests;

pub use co_moments::{CoMoments, Correlation};
pub use pairwise::Pairwise;
pub use ranks::{Ranks, mean_ranks, ranks_of_ordered};
