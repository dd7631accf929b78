//! Formats statistics in tables.

use feedrate_values::format::{fixed, write_best};
use feedrate_values::missing::PLACEHOLDER;

/// Formats a number with at most `width` characters and `decimals` decimals. Without `decimals`, their number depends
/// on the magnitude, so that numbers of similar magnitude can be compared: seven decimals below 1000 in a width of
/// 12, and two above. Numbers that do not fit are formatted with `BESTw.`.
pub(super) fn number(number: f64, width: usize, decimals: Option<usize>) -> String {
    if number.is_nan() {
        return PLACEHOLDER.to_owned();
    }
    let suited = || {
        let size = number.abs();
        // The number of decimals after three digits, the decimal point and a sign.
        let many = width.saturating_sub(5);
        if size < 1e3 {
            let shows_three_digits = size == 0.0 || size >= 100.0 * 0.1_f64.powi(many as i32);
            return shows_three_digits.then_some(many);
        }
        // An integer has at most two decimals, if there is room.
        (size < 1e15).then_some(many.saturating_sub(5))
    };
    if let Some(decimals) = decimals.or_else(suited) {
        let text = fixed(number, decimals);
        if text.len() <= width {
            return text;
        }
    }
    let mut text = Vec::new();
    write_best(number, width, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_like_size_have_as_many_decimals() {
        let shown: Vec<_> = [
            13.315_789_473_7,
            0.000_123_456_7,
            999.5,
            1000.0,
            32_774.855,
            -192_465.0,
            14_027_638.0,
            1e9,
            123_456_789_012.5,
            1e20,
            1.5e-7,
            -2.775_557_561_562_89e-17,
            0.0,
            f64::NAN,
        ]
        .into_iter()
        .map(|value| number(value, 12, None))
        .collect();
        assert_eq!(
            shown,
            [
                "13.3157895",
                "0.0001235",
                "999.5000000",
                "1000.00",
                "32774.86",
                "-192465.00",
                "14027638.00",
                "1000000000",
                "123456789013",
                "1E20",
                "1.5E-7",
                "-2.77556E-17",
                "0.0000000",
                PLACEHOLDER
            ]
        );
    }

    #[test]
    fn decimals_and_widths_that_are_asked_for() {
        assert_eq!(number(13.315_789, 12, Some(2)), "13.32");
        assert_eq!(number(13.315_789, 8, None), "13.316");
        assert_eq!(number(123_456_789.0, 8, Some(3)), "1.2346E8");
    }

    #[test]
    fn halves_go_away_from_zero() {
        assert_eq!(number(2.125, 12, Some(2)), "2.13");
        assert_eq!(number(-2.125, 12, Some(2)), "-2.13");
        assert_eq!(crate::number::fixed(0.125, 2), "0.13");
        assert_eq!(number(2.5, 12, Some(0)), "3");
    }
}
