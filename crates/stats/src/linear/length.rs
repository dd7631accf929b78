//! The length of a vector.

/// The sums of squares that have neither overflowed nor lost precision.
pub(super) const SQUARES: std::ops::Range<f64> = 1e-280..1e280;

/// Returns the root of the sum of squares, even if squares would overflow or underflow.
pub(crate) fn length(parts: impl Iterator<Item = f64> + Clone) -> f64 {
    let squares: f64 = parts.clone().map(|part| part * part).sum();
    if SQUARES.contains(&squares) {
        return squares.sqrt();
    }
    let greatest = parts.clone().fold(0.0_f64, |most, part| most.max(part.abs()));
    if greatest == 0.0 || !greatest.is_finite() {
        return greatest;
    }
    let scaled: f64 = parts.map(|part| (part / greatest) * (part / greatest)).sum();
    greatest * scaled.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_any_size() {
        for scale in [1.0, 1e200, 1e-200, 1e-310, 0.0] {
            let found = length([3.0 * scale, -4.0 * scale].into_iter());
            assert!((found - 5.0 * scale).abs() <= 1e-13 * found, "{found:e}");
        }
        assert_eq!(length([1.0, f64::INFINITY].into_iter()), f64::INFINITY);
        assert_eq!(length(std::iter::empty()), 0.0);
    }
}
