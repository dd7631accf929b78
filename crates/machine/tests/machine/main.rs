//! The readers against machines made of files, and against the machine that the tests run on.

mod cores;
mod devices;
mod fixture;
mod hazards;
mod host;
mod limits;
mod memory;
mod properties;
mod volumes;
