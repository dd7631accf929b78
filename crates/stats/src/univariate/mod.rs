//! What values of one variable say: tests of their location, and of their being normal.

mod location;
mod normality;

#[cfg(test)]
mod tests;

pub use location::{LocationTest, sign, sign_of, signed_rank, signed_rank_of, student};
pub use normality::{ShapiroWilk, shapiro_wilk};
