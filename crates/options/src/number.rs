//! Numbers in options: `64K`, `0FFFFx`, `1.5M`.

/// Parses a number with an optional unit of 2^10 (`K`), 2^20 (`M`), 2^30 (`G`) or 2^40 (`T`), or a hexadecimal one that
/// begins with a digit and ends with `X`. A fraction is allowed if the product is an integer. Returns `None` for
/// anything else.
pub fn parse_number(text: &str) -> Option<u64> {
    let text = text.trim();
    let last = text.chars().last()?.to_ascii_uppercase();
    let without_last = || &text[..text.len() - 1];
    if last == 'X' {
        let digits = without_last();
        return (digits.starts_with(|c: char| c.is_ascii_digit()) && digits.chars().all(|c| c.is_ascii_hexdigit()))
            .then(|| u64::from_str_radix(digits, 16).ok())
            .flatten();
    }
    let (digits, shift) = match last {
        'K' => (without_last(), 10),
        'M' => (without_last(), 20),
        'G' => (without_last(), 30),
        'T' => (without_last(), 40),
        _ => (text, 0),
    };
    if digits.chars().all(|c| c.is_ascii_digit()) {
        let number: u64 = digits.parse().ok()?;
        return number.checked_mul(1 << shift);
    }
    if !digits.chars().all(|c| c == '.' || c.is_ascii_digit()) {
        return None;
    }
    let number = digits.parse::<f64>().ok()? * (1u64 << shift) as f64;
    // Integers are exact up to here.
    (number.fract() == 0.0 && number < (1u64 << 53) as f64).then_some(number as u64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_have_units() {
        for (text, number) in [
            ("0", Some(0)),
            ("4096", Some(4096)),
            ("64k", Some(65536)),
            ("2M", Some(2 << 20)),
            ("1G", Some(1 << 30)),
            (".5k", Some(512)),
            ("1.5M", Some(3 << 19)),
            ("0FFFx", Some(4095)),
            ("10x", Some(16)),
            ("", None),
            ("k", None),
            ("x", None),
            ("FFx", None),
            ("1.3", None),
            ("-1", None),
            ("+1", None),
            ("1e3", None),
            ("1.2.3k", None),
            ("16 k", None),
            ("99999999999999999999", None),
            ("99999999999T", None),
            ("ä", None),
        ] {
            assert_eq!(parse_number(text), number, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in ".{0,12}") {
            let _ = parse_number(&text);
        }

        #[test]
        fn kibibytes_are_1024_bytes(number in 0u64..1 << 40) {
            prop_assert_eq!(parse_number(&format!("{number}K")), Some(number << 10));
            prop_assert_eq!(parse_number(&format!("0{number:X}X")), Some(number));
        }
    }
}
