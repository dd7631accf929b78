//! Formats numbers of PROC TTEST.

use feedrate_rows::environment::Cell;
use feedrate_values::format::fixed;
use feedrate_values::missing::PLACEHOLDER;

use crate::number::best;

/// Formats an estimate: with four decimals below 100, with one above, and with more below 0.01.
pub(super) fn estimate(value: f64) -> Cell {
    let size = value.abs();
    let text = match value {
        _ if value.is_nan() => PLACEHOLDER.to_owned(),
        f64::INFINITY => "Infty".to_owned(),
        f64::NEG_INFINITY => "-Infty".to_owned(),
        0.0 => "0".to_owned(),
        _ if !(1e-6..1e9).contains(&size) => best(value, 11),
        _ if size >= 100.0 => fixed(value, 1),
        _ if size >= 0.01 => fixed(value, 4),
        _ if size >= 0.001 => fixed(value, 5),
        _ => fixed(value, 6),
    };
    Cell::number(value, text)
}

/// Formats degrees of freedom.
pub(super) fn degrees(value: f64) -> Cell {
    Cell::number(
        value,
        if value.is_nan() {
            PLACEHOLDER.to_owned()
        } else {
            best(value, 6)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_by_their_size() {
        let shown = [89.85, 121.0, 0.0, -1.8333, 0.0353, 15906.0].map(|value| estimate(value).text);
        assert_eq!(shown, ["89.8500", "121.0", "0", "-1.8333", "0.0353", "15906.0"]);
        assert_eq!(
            [11.496_04, 6.063_04, 8.0].map(|value| degrees(value).text),
            ["11.496", "6.063", "8"]
        );
    }
}
