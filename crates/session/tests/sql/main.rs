//! PROC SQL in programs: beside DATA steps and PROC MEANS, at its limits, and over several sessions.

#![cfg(feature = "sql")]
#![expect(clippy::unwrap_used, reason = "a test may fail at what it needs")]

mod expressions;
mod large;
#[path = "../log_and_listing/mod.rs"]
mod log_and_listing;
mod nonsense;
mod queries;
mod summaries;
mod views;

/// The log of a program.
fn ran(text: &str) -> String {
    log_and_listing::log_and_listing(text).0
}
