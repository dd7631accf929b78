//! Programs over libraries of a cluster of real processes: a scheduler and executors on this machine.

mod failures;
mod machines;
mod placement;
mod procedures;
mod programs;
mod queries;
