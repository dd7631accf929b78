//! The harness of the benches, the programs that race, and the volume that they work on.

pub mod harness;
pub mod peers;
pub mod process;
pub mod volume;

pub mod feedrate;
pub mod file;
pub mod fio;
pub mod programs;
pub mod race;

pub use harness::conditions;
pub use process::{child, port, program};
