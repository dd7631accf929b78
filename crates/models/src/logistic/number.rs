//! Formats numbers in tables of logistic models.

/// Formats a number with a fixed number of decimals.
pub(super) use feedrate_values::format::fixed;
use feedrate_values::missing::PLACEHOLDER;

/// Formats a number of observations or degrees of freedom.
pub(super) fn count(value: f64) -> String {
    fixed(value, 0)
}

/// Formats a sum of frequencies or weights, which may have a fraction.
pub(super) fn total(value: f64) -> String {
    match value.fract() == 0.0 {
        true => fixed(value, 0),
        false => fixed(value, 4),
    }
}

/// Formats an estimate with four decimals or, if it is too small for these, with four significant digits.
pub(super) fn estimate(value: f64) -> String {
    let size = value.abs();
    match value {
        value if !value.is_finite() => PLACEHOLDER.to_owned(),
        0.0 => "0".to_owned(),
        _ if (0.001..1e5).contains(&size) => fixed(value, 4),
        _ => format!("{value:.2E}"),
    }
}

/// Formats an odds ratio.
pub(super) fn odds(value: f64) -> String {
    match value {
        value if value.is_nan() => PLACEHOLDER.to_owned(),
        value if value > 999.999 => ">999.999".to_owned(),
        value if value < 0.001 => "<0.001".to_owned(),
        value => fixed(value, 3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_go_away_from_zero() {
        assert_eq!(estimate(0.031_25), "0.0313");
        assert_eq!(odds(2.0625), "2.063");
    }
}
