//! Tests of the parts together.

mod crossings;
mod spilling;
