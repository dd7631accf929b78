//! Least squares by orthogonal triangularization: rows are added one by one, and only a triangle of the model's width
//! is stored for any number of them.
//!
//! Sums of products (the normal equations) are never computed, because they square the condition of the problem and
//! lose half of the digits. [`Triangle`] accumulates rows, and those of several threads are merged; [`LeastSquares`]
//! solves a complete one.

mod function;
mod least_squares;
mod length;
mod triangle;

pub use function::Function;
pub use least_squares::{Hypothesis, LeastSquares, SINGULAR};
pub(crate) use length::length;
pub use triangle::Triangle;
