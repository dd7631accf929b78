//! Programs and their processes.

pub mod child;
pub mod port;
pub mod program;
