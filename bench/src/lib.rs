//! The harness of the benches, the programs that race, and the volume that they work on.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod harness;
pub mod peers;
pub mod process;
pub mod volume;
