//! Integers as digits, for fields that are filled millions of times.

/// Appends a number, with leading zeros if it has fewer digits than `least`, which is at most 20.
pub(crate) fn push(mut number: u64, least: usize, out: &mut Vec<u8>) {
    let mut digits = [b'0'; 20];
    let mut first = digits.len();
    while number > 0 {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    let first = first.min(digits.len().saturating_sub(least.max(1)));
    out.extend_from_slice(&digits[first..]);
}

#[cfg(test)]
mod tests {
    use super::push;

    #[test]
    fn digits_and_zeros() {
        let mut out = Vec::new();
        for (number, least) in [(0, 0), (0, 2), (7, 2), (123, 2), (u64::MAX, 3), (5, 99)] {
            push(number, least, &mut out);
            out.push(b' ');
        }
        assert_eq!(out, b"0 00 07 123 18446744073709551615 00000000000000000005 ");
    }
}
