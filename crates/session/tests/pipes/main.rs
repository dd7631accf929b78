//! Sessions that stream data sets to each other through pipes.

#![expect(clippy::unwrap_used, reason = "a test may fail at what it needs")]

mod chains;
mod drawn;
mod failures;
#[path = "../random/mod.rs"]
mod random;
mod refused;
mod sessions;
mod told;
