//! PROC SQL in programs: beside DATA steps and other procedures, at its limits, and over several sessions.

mod expressions;
mod large;
mod nonsense;
#[cfg(feature = "open")]
mod open_formats;
mod pipes;
mod queries;
mod summaries;
mod tables;
mod views;

/// A log tells of no difference and of no error.
fn assert_nothing_differs(log: &str) {
    let told: Vec<&str> = log
        .lines()
        .filter(|line| line.starts_with("DIFFERENT") || line.starts_with("ERROR"))
        .collect();
    assert!(told.is_empty(), "{}", told[..told.len().min(20)].join("\n"));
}

/// The log of a program.
fn ran(text: &str) -> String {
    crate::log_and_listing::log_and_listing(text).0
}
