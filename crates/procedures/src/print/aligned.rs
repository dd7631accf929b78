//! Aligns numbers without a format: those of a column have the same number of decimals, so that their decimal points
//! align.
//!
//! The number of decimals is the maximum that a number in the column needs, limited so that the greatest number has
//! at most six digits, but at least two. If this would show a nonzero number as 0, or a number is so large or small
//! that it is shown with an exponent, each number is formatted on its own.

/// The maximum number of digits of the greatest number of a column, before and after the decimal point.
const DIGITS: usize = 6;

/// The number of decimals that is always allowed.
const LEAST_DECIMALS: usize = 2;

/// Formats the numbers of a column with the same number of decimals. Each comes with its text when formatted on its
/// own.
pub(super) fn align<'c>(cells: impl Iterator<Item = (f64, &'c mut String)>) {
    let cells = cells.filter(|(number, _)| !number.is_nan());
    let mut cells: Vec<(f64, &mut String)> = cells.collect();
    let Some(decimals) = decimals(cells.iter().map(|(number, text)| (*number, text.as_str()))) else {
        return;
    };
    for (number, text) in &mut cells {
        **text = fixed(*number, decimals);
    }
}

/// Returns the number of decimals of a column; `None` if each number is formatted on its own.
fn decimals<'c>(cells: impl Iterator<Item = (f64, &'c str)> + Clone) -> Option<usize> {
    let whole = |text: &str| {
        let text = text.trim_start_matches('-');
        text.find('.').unwrap_or(text.len())
    };
    let most = cells.clone().map(|(_, text)| whole(text)).max()?;
    let most = DIGITS.saturating_sub(most.max(1)).max(LEAST_DECIMALS);
    let mut decimals = 0;
    for (number, text) in cells {
        if text.contains('E') {
            return None;
        }
        if !text.contains('.') {
            continue;
        }
        let text = fixed(number, most);
        let digits = text.trim_end_matches('0');
        if number != 0.0 && !text.contains(|digit: char| ('1'..='9').contains(&digit)) {
            return None;
        }
        let needed = digits.len() - digits.find('.').map_or(digits.len(), |point| point + 1);
        decimals = decimals.max(needed);
    }
    Some(decimals)
}

fn fixed(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    // A number that is rounded to 0 has no sign.
    match text.strip_prefix('-') {
        Some(rest) if !rest.contains(|digit: char| ('1'..='9').contains(&digit)) => rest.to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feedrate_values::Kind;
    use feedrate_values::Value;
    use feedrate_values::format::Formats;

    fn column(numbers: &[f64]) -> Vec<String> {
        let format = Formats::of_language().default_of(Kind::Number, 8);
        let shown = |number: &f64| {
            let text = format.text(Value::Number(*number));
            String::from_utf8(text).unwrap().trim().to_owned()
        };
        let mut texts: Vec<String> = numbers.iter().map(shown).collect();
        align(numbers.iter().copied().zip(&mut texts));
        texts
    }

    #[test]
    fn the_decimals_of_a_column_are_those_that_it_needs() {
        assert_eq!(column(&[92.5, 0.25, 7.0]), ["92.50", "0.25", "7.00"]);
        assert_eq!(column(&[2f64.ln(), 1.0]), ["0.69315", "1.00000"]);
        assert_eq!(column(&[3.0, -12.0]), ["3", "-12"]);
        assert_eq!(column(&[1.0, 2.0, 5.0].map(f64::exp)), ["2.718", "7.389", "148.413"]);
        assert_eq!(column(&[-1.0 / 3.0, 0.0]), ["-0.33333", "0.00000"]);
        assert_eq!(column(&[-1.0 / 3.0, -1.0]), ["-0.33333", "-1.00000"]);
        assert_eq!(column(&[f64::NAN, 1234567.891, 0.5]), [".", "1234567.89", "0.50"]);
        assert_eq!(column(&[2.000_000_1, 1.5]), ["2.0", "1.5"]);
    }

    #[test]
    fn numbers_that_alignment_would_lose_are_shown_by_themselves() {
        assert_eq!(column(&[0.000_15, 100.25]), ["0.00015", "100.25"]);
        assert_eq!(column(&[1e20, 0.5]), ["1E20", "0.5"]);
        assert_eq!(column(&[]), Vec::<String>::new());
    }
}
