//! The harness of the benches, the programs that race, and the volume that they work on.

pub mod harness;
pub mod peers;
pub mod process;
pub mod volume;
