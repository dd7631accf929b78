//! Formats numbers in listings.

use feedrate_values::format::{fixed as rounded, write_best};
use feedrate_values::missing::PLACEHOLDER;

/// Formats a number with this number of decimals.
pub(crate) fn fixed(number: f64, decimals: usize) -> String {
    match number.is_nan() {
        true => PLACEHOLDER.to_owned(),
        false => rounded(number, decimals),
    }
}

/// Formats a probability with four decimals.
pub(crate) fn probability(number: f64) -> String {
    match number < 0.0001 {
        true => "<.0001".to_owned(),
        false => fixed(number, 4),
    }
}

/// Formats a number with at most `width` characters, as precisely as they allow.
pub(crate) fn best(number: f64, width: usize) -> String {
    if number.is_nan() {
        return PLACEHOLDER.to_owned();
    }
    let mut text = Vec::new();
    write_best(number, width, &mut text);
    String::from_utf8_lossy(&text).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_probabilities_are_bounds() {
        assert_eq!(probability(0.000_03), "<.0001");
        assert_eq!(probability(0.012_345), "0.0123");
        assert_eq!(probability(f64::NAN), PLACEHOLDER);
        assert_eq!(fixed(-38.894, 2), "-38.89");
        assert_eq!(fixed(19.0, 0), "19");
    }
}
