//! Formats numbers in listings of frequency tables.

use feedrate_values::missing::MISSING;

use crate::number::{best, fixed};

/// Formats a count or, if it is not an integer, a sum of weights, with at most `width` characters.
pub(super) fn count(number: f64, width: usize) -> String {
    match number.fract() == 0.0 && number.abs() < 1e15 {
        true => fixed(number, 0),
        false => best(number, width),
    }
}

/// Formats a percentage with two decimals.
pub(super) fn percent(number: f64) -> String {
    fixed(number, 2)
}

/// Formats a statistic with four decimals.
pub(super) fn statistic(number: f64) -> String {
    fixed(number, 4)
}

/// Returns a part in percent of a whole; missing if the whole is 0.
pub(super) fn share(part: f64, whole: f64) -> f64 {
    match whole > 0.0 {
        true => 100.0 * part / whole,
        false => MISSING,
    }
}

/// Centers a text in `width` characters.
pub(super) fn centred(text: &str, width: usize) -> String {
    let room = width.saturating_sub(text.chars().count());
    format!("{}{text}", " ".repeat(room / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_go_away_from_zero() {
        assert_eq!(percent(2.125), "2.13");
        assert_eq!(statistic(0.031_25), "0.0313");
    }
}
