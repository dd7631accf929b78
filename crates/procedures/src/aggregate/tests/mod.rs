//! Tests of the parts together.

mod crossings;
mod nist;
mod spilling;
