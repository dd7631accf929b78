//! Formats numbers in listings of correlations.

use feedrate_values::format::fixed;
use feedrate_values::missing::PLACEHOLDER;

use crate::number::best;

/// Formats a statistic: with five decimals below 1000, with none above.
pub(super) fn number(value: f64) -> String {
    let size = value.abs();
    match value {
        value if !value.is_finite() => PLACEHOLDER.to_owned(),
        0.0 => "0".to_owned(),
        value if (0.001..999.999_995).contains(&size) => fixed(value, 5),
        value if (999.0..1e12).contains(&size) => fixed(value, 0),
        value => best(value, 12),
    }
}

/// Formats a covariance with ten digits.
pub(super) fn covariance(value: f64) -> String {
    let size = value.abs();
    match value {
        value if !value.is_finite() => PLACEHOLDER.to_owned(),
        value if (1e-5..1e9).contains(&size) => {
            let before = if size >= 1.0 { size.log10() as usize + 1 } else { 1 };
            let places = 10_usize.saturating_sub(before.max(2));
            fixed(value, places)
        }
        value => best(value, 12),
    }
}

/// Formats a correlation.
pub(super) fn coefficient(value: f64) -> String {
    match value.is_nan() {
        true => PLACEHOLDER.to_owned(),
        // Adding 0 turns -0 into 0.
        false => fixed(value + 0.0, 5),
    }
}

/// Formats a number of observations.
pub(super) fn count(value: f64) -> String {
    fixed(value, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_by_their_size() {
        let shown = [44.0, 2400.78, 0.000_12, 0.0, -999.999_999, 1e15, f64::NAN].map(number);
        assert_eq!(
            shown,
            ["44.00000", "2401", "0.00012", "0", "-1000", "1E15", PLACEHOLDER]
        );
        let shown = [12.424_897_959, -0.014_7, 12_345.678_9, 0.0].map(covariance);
        assert_eq!(shown, ["12.42489796", "-0.01470000", "12345.67890", "0"]);
        assert_eq!(coefficient(-0.000_000_1), "-0.00000");
        assert_eq!(crate::number::probability(0.000_01), "<.0001");
    }

    #[test]
    fn halves_go_away_from_zero() {
        assert_eq!(coefficient(0.015_625), "0.01563");
        assert_eq!(coefficient(-0.0), "0.00000");
        assert_eq!(number(1000.5), "1001");
    }
}
