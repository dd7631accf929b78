//! Steps that are built by hand, run, and compared with their expected results.

mod arithmetic;
mod combine;
mod control;
mod jumps;
mod kit;
mod lines;
mod modify;
mod notes;
mod objects;
