//! Numbers in listings of counts.

use feedrate_values::format::{fixed, write_best};

/// A count, or a sum of weights in at most `width` characters if it is not whole.
pub(super) fn count(number: f64, width: usize) -> String {
    if number.is_nan() {
        return ".".to_owned();
    }
    if number.fract() == 0.0 && number.abs() < 1e15 {
        return fixed(number, 0);
    }
    let mut text = Vec::new();
    write_best(number, width, &mut text);
    String::from_utf8_lossy(&text).trim().to_owned()
}

/// A percentage, with two digits behind the point.
pub(super) fn percent(number: f64) -> String {
    match number.is_nan() {
        true => ".".to_owned(),
        false => fixed(number, 2),
    }
}

/// A statistic, with four digits behind the point.
pub(super) fn statistic(number: f64) -> String {
    match number.is_nan() {
        true => ".".to_owned(),
        false => fixed(number, 4),
    }
}

/// A probability, with four digits behind the point.
pub(super) fn probability(number: f64) -> String {
    match number {
        p if p < 0.0001 => "<.0001".to_owned(),
        p => statistic(p),
    }
}

/// A part in percent of a whole; missing where there is none.
pub(super) fn share(part: f64, whole: f64) -> f64 {
    match whole > 0.0 {
        true => 100.0 * part / whole,
        false => feedrate_values::missing::MISSING,
    }
}

/// A text in the middle of so many characters.
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
