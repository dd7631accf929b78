//! Steps that are built by hand, run, and held against what they must give.

mod arithmetic;
mod combine;
mod control;
mod kit;
mod lines;
mod notes;
