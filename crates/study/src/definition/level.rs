//! A level of a factor.

/// A level of a factor: a word, a number or a size.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// As it is written.
    pub text: String,
    /// Its value, if it is a number, or a size in bytes.
    pub number: Option<f64>,
}

impl Level {
    /// Creates a level from its text. K, M, G and T after a number are powers of 1,024.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            number: number(&text),
            text,
        }
    }

    /// Returns its size in bytes, if it is one: `512M`, `65536`.
    pub fn bytes(&self) -> Option<u64> {
        self.number
            .filter(|&number| number >= 0.0 && number.fract() == 0.0 && number < 1e18)
            .map(|number| number as u64)
    }
}

/// Returns the value of a number or size.
pub(crate) fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let unit = match text.chars().next_back()?.to_ascii_uppercase() {
        'K' => 10,
        'M' => 20,
        'G' => 30,
        'T' => 40,
        _ => 0,
    };
    let digits = if unit > 0 { &text[..text.len() - 1] } else { text };
    // `inf` and `nan` are words.
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.');
    let value: f64 = digits.parse().ok().filter(|_| is_number)?;
    Some(value * f64::from(1_u32 << (unit / 2)) * f64::from(1_u32 << (unit - unit / 2)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_sizes_have_values_and_words_have_none() {
        for (text, number) in [
            ("32", Some(32.0)),
            ("64K", Some(65_536.0)),
            ("1.5m", Some(1_572_864.0)),
            ("2T", Some(2_199_023_255_552.0)),
            ("-1", Some(-1.0)),
            ("cached", None),
            ("K", None),
            ("inf", None),
            ("NaN", None),
            ("", None),
            ("1e400K", Some(f64::INFINITY)),
        ] {
            assert_eq!(Level::new(text).number, number, "{text}");
        }
        assert_eq!(Level::new("1e400K").bytes(), None);
        assert_eq!(Level::new("2K").bytes(), Some(2048));
        assert_eq!(Level::new("0.3").bytes(), None);
    }
}
