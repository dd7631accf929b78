//! Connections of pipes, as one who is no step of feedrate makes them.

pub mod between;
pub mod socket;
