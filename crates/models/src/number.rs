//! Formats numbers in listings.

use feedrate_values::format::{fixed, write_best};
use feedrate_values::missing::PLACEHOLDER;

/// Formats a number with at most `width` characters, as precisely as they allow.
pub(crate) fn best(number: f64, width: usize) -> String {
    let mut text = Vec::new();
    write_best(number, width, &mut text);
    String::from_utf8_lossy(&text).trim().to_owned()
}

/// Formats a probability with four decimals.
pub(crate) fn probability(number: f64) -> String {
    match number {
        p if p.is_nan() => PLACEHOLDER.to_owned(),
        p if p < 0.0001 => "<.0001".to_owned(),
        p => fixed(p, 4),
    }
}
