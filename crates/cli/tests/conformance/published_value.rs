//! A published value, and whether a result is equal to it as far as it was published.

/// The relative distance up to which whole numbers are equal.
const WHOLE: f64 = 1e-12;

/// A value as it was published.
#[derive(Debug, Clone, PartialEq)]
pub enum PublishedValue {
    /// A character value. Trailing blanks do not count, and leading ones only where they were published.
    Text(String),
    /// A number, to as many decimals as were published.
    Number {
        value: f64,
        /// The decimals, less the exponent; `None` for a whole number, which is exact.
        decimals: Option<i32>,
    },
    /// A missing value: `.`, or `.` and a letter.
    Missing(String),
}

impl PublishedValue {
    /// Parses a text in quotes, a number or a missing value; `None` if it is none of these.
    pub fn parse(text: &str) -> Option<Self> {
        let quote = text.chars().next()?;
        if quote == '\'' || quote == '"' {
            let inner = text.get(1..)?.strip_suffix(quote)?;
            let text = inner.replace(&format!("{quote}{quote}"), &quote.to_string());
            return Some(Self::Text(text.trim_end().to_owned()));
        }
        if let Some(letter) = text.strip_prefix('.')
            && letter
                .chars()
                .all(|letter| letter.is_ascii_alphabetic() || letter == '_')
        {
            return Some(Self::Missing(text.to_ascii_uppercase()));
        }
        let value: f64 = text.parse().ok()?;
        let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let exponent: i32 = exponent.parse().ok()?;
        let after = digits.split_once('.').map(|(_, after)| after.len());
        let decimals = match (after, exponent) {
            (None, 0) => None,
            (after, exponent) => Some(i32::try_from(after.unwrap_or(0)).ok()? - exponent),
        };
        Some(Self::Number { value, decimals })
    }

    /// Returns whether it is a character value.
    pub fn is_text(&self) -> bool {
        matches!(self, Self::Text(_))
    }

    /// Returns whether a result, as it was written, is equal.
    pub fn equals(&self, result: &str) -> bool {
        match self {
            Self::Text(text) => result.trim_end() == text || (!text.starts_with(' ') && result.trim() == text),
            Self::Missing(missing) => {
                let result = result.trim();
                result.eq_ignore_ascii_case(missing) || Some(result) == missing.strip_prefix('.')
            }
            Self::Number { value, decimals } => {
                let Ok(result) = result.trim().parse::<f64>() else {
                    return false;
                };
                let distance = (value - result).abs();
                match decimals {
                    None => distance <= WHOLE * value.abs().max(1.0),
                    // Half of the last digit, and what its own rounding takes.
                    Some(decimals) => distance <= 0.500_000_1 * 10_f64.powi(-decimals),
                }
            }
        }
    }
}

#[test]
fn values_are_compared_as_they_were_published() {
    let equal = |published, result| PublishedValue::parse(published).map(|it| it.equals(result));
    assert_eq!(equal("'a''b '", "a'b   "), Some(true));
    assert_eq!(equal("' 1'", "1"), Some(false));
    assert_eq!(equal("'1'", "  1"), Some(true));
    assert_eq!(equal("3.14", "3.1415926"), Some(true));
    assert_eq!(equal("3.15", "3.1415926"), Some(false));
    assert_eq!(equal("1.5E-5", "0.0000156"), Some(false));
    assert_eq!(equal("1.5E-5", "0.0000151"), Some(true));
    assert_eq!(equal("21929", "21929.1"), Some(false));
    assert_eq!(equal(".", "."), Some(true));
    assert_eq!(equal(".A", "A"), Some(true));
    assert_eq!(equal(".5", "0.5"), Some(true));
    assert_eq!(equal("5", "."), Some(false));
    assert_eq!(equal("five", "5"), None);
}
