//! What the benchmarks share: competitors, their runs, the file they work on, and how a race stops.

pub mod child;
pub mod conditions;
pub mod feedrate;
pub mod file;
pub mod fio;
pub mod port;
pub mod program;
pub mod programs;
pub mod race;
pub mod volume;
