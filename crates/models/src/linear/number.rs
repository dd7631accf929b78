//! Formats numbers in listings of linear models.

use feedrate_rows::environment::Cell;
use feedrate_values::format::fixed;
use feedrate_values::missing::PLACEHOLDER;

use crate::number::best;

/// The number of digits of a column. The digits before the decimal point are subtracted, so that the greatest number
/// determines the decimals of the column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decimals(usize);

impl Decimals {
    /// Returns the decimals of a column with this total number of digits for the greatest of the values.
    pub(crate) fn of(digits: usize, values: impl Iterator<Item = f64>) -> Self {
        let finite = values.map(f64::abs).filter(|value| value.is_finite());
        let greatest = finite.fold(0.0, f64::max);
        let before = match greatest >= 1.0 {
            true => greatest.log10() as usize + 1,
            false => 1,
        };
        Self(digits.saturating_sub(before))
    }

    /// Formats a number of the column.
    pub(crate) fn cell(self, value: f64) -> Cell {
        let places = self.0;
        // The sum of no terms is -0.
        let value = value + 0.0;
        Cell::number(value, of_size(value, 1e15, || fixed(value, places)))
    }
}

/// Formats a regression statistic: with five decimals below 10,000, with none above.
pub(crate) fn statistic(value: f64) -> Cell {
    let size = value.abs();
    let text = of_size(value, 1e12, || match size {
        0.0 => "0".to_owned(),
        _ if size < 0.001 => best(value, 12),
        _ if size < 9_999.999_995 => fixed(value, 5),
        _ => fixed(value, 0),
    });
    Cell::number(value, text)
}

/// Formats a proportion, such as R-square, with this number of decimals.
pub(crate) fn share(value: f64, places: usize) -> Cell {
    let value = value + 0.0;
    Cell::number(value, of_size(value, 1e6, || fixed(value, places)))
}

/// Formats a t or F value with two decimals.
pub(crate) fn ratio(value: f64) -> Cell {
    match value {
        f64::INFINITY => Cell::number(value, "Infty"),
        f64::NEG_INFINITY => Cell::number(value, "-Infty"),
        _ => Cell::number(value, of_size(value, 1e7, || fixed(value, 2))),
    }
}

/// Formats a probability with four decimals.
pub(crate) fn probability(value: f64) -> Cell {
    Cell::number(value, crate::number::probability(value))
}

/// Formats a number of observations or degrees of freedom.
pub(crate) fn count(value: f64) -> Cell {
    Cell::number(value, of_size(value, 1e15, || fixed(value, 0)))
}

/// Returns a blank cell.
pub(crate) fn nothing() -> Cell {
    Cell::number(feedrate_values::missing::MISSING, PLACEHOLDER)
}

/// Formats a confidence level: `95%`.
pub(crate) fn confidence(alpha: f64) -> String {
    format!("{}%", best(100.0 * (1.0 - alpha), 5))
}

/// Formats a number below `most` with `shown`, and others with `BEST12.`.
fn of_size(value: f64, most: f64, shown: impl FnOnce() -> String) -> String {
    match value {
        value if value.is_nan() => PLACEHOLDER.to_owned(),
        value if value.abs() < most => shown(),
        value => best(value, 12),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_the_decimals_that_their_greatest_number_leaves() {
        let shown = |digits, values: &[f64]| {
            let decimals = Decimals::of(digits, values.iter().copied());
            let cells = values.iter().map(|value| decimals.cell(*value).text);
            cells.collect::<Vec<_>>()
        };
        assert_eq!(
            shown(10, &[4_259.338_505_7, 387.212_591, f64::NAN]),
            ["4259.338506", "387.212591", PLACEHOLDER]
        );
        assert_eq!(shown(10, &[142.188_571_4, -2.200_476_2]), ["142.1885714", "-2.2004762"]);
        assert_eq!(shown(9, &[0.25]), ["0.25000000"]);
        assert_eq!(shown(9, &[1e20, 2.0]), ["1E20", "2"]);
    }

    #[test]
    fn statistics_by_their_size() {
        let texts = [7_215.637_1, 65_317.0, -0.000_012, 0.0, 1e14, f64::NAN];
        let shown = texts.map(|value| statistic(value).text);
        assert_eq!(shown, ["7215.63710", "65317", "-0.000012", "0", "1E14", PLACEHOLDER]);
        assert_eq!(ratio(f64::INFINITY).text, "Infty");
        assert_eq!(probability(0.000_01).text, "<.0001");
        assert_eq!(confidence(0.05), "95%");
        assert_eq!(confidence(0.001), "99.9%");
    }

    #[test]
    fn halves_go_away_from_zero() {
        assert_eq!(ratio(2.125).text, "2.13");
        assert_eq!(statistic(0.015_625).text, "0.01563");
    }
}
