//! Tests of the parts together.

mod nist;
mod spilling;
