//! The distributions of test statistics: the probabilities of both tails and the values that leave a
//! given probability beyond them.
//!
//! Each tail is computed on its own where it is the small one, so that a probability of 1e-200 has as many
//! digits as one of 0.2. What both tails rest on are the incomplete gamma and beta functions, whose leading
//! factor is a binomial or Poisson probability in the form of C. Loader ("Fast and Accurate Computation of
//! Binomial Probabilities", 2000): no difference of large logarithms of gamma functions is ever taken, which
//! is what costs other implementations their digits at a million degrees of freedom.
//!
//! Arguments that have no meaning (no degrees of freedom, not a number) give NaN.

mod beta;
pub mod chi_square;
pub mod f;
mod gamma;
pub mod hypergeometric;
mod inverse;
pub mod loader;
pub mod normal;
pub mod student;
mod studentized_range;

pub use studentized_range::StudentizedRange;

#[cfg(test)]
mod tests;
