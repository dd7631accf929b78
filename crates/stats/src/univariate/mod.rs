//! Tests of one variable: of its location, and of normality.

mod location;
mod normality;

#[cfg(test)]
mod tests;

pub use location::{LocationTest, sign, sign_of, signed_rank, signed_rank_of, student};
pub use normality::{ShapiroWilk, shapiro_wilk};
