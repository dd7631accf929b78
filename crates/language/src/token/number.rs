//! The value of a number as programs spell it.

/// Parses `12`, `.5`, `1.`, `1.5e-3` or, in hexadecimal, `0FFx`. `None` if it is not a number or too large.
pub(super) fn value(text: &str) -> Option<f64> {
    let value = if is_hexadecimal(text) {
        // Floating-point arithmetic rounds numbers that are longer than an integer.
        let digits = text.chars().filter_map(|c| c.to_digit(16));
        digits.fold(0.0, |sum, digit| sum * 16.0 + f64::from(digit))
    } else {
        text.parse().ok()?
    };
    value.is_finite().then_some(value)
}

/// Returns whether a spelling is like `0FFx`: a decimal digit, hexadecimal digits, and an x.
pub(super) fn is_hexadecimal(text: &str) -> bool {
    text.strip_suffix(['x', 'X']).is_some_and(|digits| {
        digits.starts_with(|c: char| c.is_ascii_digit()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

/// Returns whether an exponent follows the digits of a number: `e5`, `E-3`.
pub(super) fn is_exponent(tail: &str) -> bool {
    tail.strip_prefix(['e', 'E']).is_some_and(|rest| {
        let digits = rest.strip_prefix(['+', '-']).unwrap_or(rest);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}
