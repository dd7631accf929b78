//! Tests of several modules together.

mod crossings;
mod spilling;
mod values;
