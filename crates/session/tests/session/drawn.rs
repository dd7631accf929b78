//! Programs over data that are drawn.

use crate::log_and_listing::log_and_listing;

/// The listing of a program that has nothing to complain of.
pub fn listing(text: &str) -> String {
    let (log, listing) = log_and_listing(text);
    assert!(!log.contains("ERROR") && !log.contains("WARNING"), "{log}");
    listing
}

/// The step that draws data, of which `#` is the seed, and `@` how many observations there are.
pub fn drawn(step: &str, seed: u32, observations: u32) -> String {
    step.replace('#', &seed.to_string())
        .replace('@', &observations.to_string())
}
