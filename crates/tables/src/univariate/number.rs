//! Formats numbers in tables of one variable.

use feedrate_values::format::fixed as rounded;
use feedrate_values::missing::PLACEHOLDER;

use super::normality::{Bound, NormalityTest};
use crate::number::probability;

/// The width of numbers in characters.
pub(super) const WIDTH: usize = 10;

/// Formats a number with at most `width` characters, as precisely as they allow.
pub(super) fn best(value: f64, width: usize) -> String {
    match value.is_finite() {
        true => crate::number::best(value, width),
        false => PLACEHOLDER.to_owned(),
    }
}

/// Formats the numbers of a column with the same number of decimals: the maximum that any of them needs with `width`
/// characters.
pub(super) fn aligned(values: &[f64], width: usize) -> Vec<String> {
    let texts: Vec<String> = values.iter().map(|value| best(*value, width)).collect();
    let is_plain = |text: &String| !text.contains('E');
    let behind = |text: &String| text.split_once('.').map_or(0, |(_, digits)| digits.len());
    let most = texts.iter().map(behind).max().unwrap_or(0);
    if most == 0 || !texts.iter().all(is_plain) {
        return texts;
    }
    let padded = values.iter().map(|value| match value.is_finite() {
        true => rounded(*value, most),
        false => PLACEHOLDER.to_owned(),
    });
    padded.collect()
}

/// Formats the numbers of a column with this number of decimals, or fewer if they are large.
pub(super) fn fixed(values: &[f64], decimals: usize, width: usize) -> Vec<String> {
    let there = values.iter().filter(|value| value.is_finite());
    let most = there.map(|value| rounded(*value, decimals).len()).max();
    let decimals = decimals.saturating_sub(most.unwrap_or(0).saturating_sub(width));
    let shown = values.iter().map(|value| {
        let text = rounded(*value, decimals);
        match value.is_finite() && text.len() <= width {
            true => text,
            false => best(*value, width),
        }
    });
    shown.collect()
}

/// Formats a number of observations.
pub(super) fn count(value: f64) -> String {
    crate::number::fixed(value, 0)
}

/// Formats the probability of a test for normality, which may be a bound.
pub(super) fn bounded(test: NormalityTest) -> String {
    match test.bound {
        Bound::Exact => probability(test.probability),
        Bound::Greater => format!(">{}", rounded(test.probability, 4)),
        Bound::Less => format!("<{}", rounded(test.probability, 4)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_below_each_other_have_as_many_decimals() {
        assert_eq!(aligned(&[72.0, 66.5, f64::NAN], 10), ["72.0", "66.5", PLACEHOLDER]);
        assert_eq!(aligned(&[3.0, 1e30], 10), ["3", "1E30"]);
        assert_eq!(fixed(&[62.336_842_1, 7.0], 5, 9), ["62.33684", "7.00000"]);
        assert_eq!(fixed(&[1_000_043.25, 7.0], 5, 9), ["1000043.3", "7.0"]);
        assert_eq!(best(62.336_842_105, 10), "62.3368421");
    }

    #[test]
    fn halves_go_away_from_zero() {
        assert_eq!(fixed(&[2.125], 2, 12), ["2.13"]);
        assert_eq!(probability(0.031_25), "0.0313");
    }
}
