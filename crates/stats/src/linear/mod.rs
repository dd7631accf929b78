//! Least squares by orthogonal triangularization: rows come one by one, and what is kept of any number of
//! them is a triangle of the model's width.
//!
//! Sums of products (the normal equations) are never formed, for they square the condition of the problem
//! and lose half of the digits. [`Triangle`] takes rows, and those of several threads are merged;
//! [`LeastSquares`] is what a finished one says.

mod function;
mod least_squares;
mod length;
mod triangle;

pub use function::Function;
pub use least_squares::{Hypothesis, LeastSquares, SINGULAR};
pub(crate) use length::length;
pub use triangle::Triangle;
