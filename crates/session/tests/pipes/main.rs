//! Sessions that stream data sets to each other through pipes.

#![expect(clippy::unwrap_used, reason = "a test may fail at what it needs")]

mod chains;
mod failures;
mod refused;
mod sessions;
mod told;
