//! The quantile of measurements, which are few and should all affect it.

/// Returns the quantile `q`, from 0 to 1, of values in ascending order, interpolated between neighbours (type 7
/// of Hyndman and Fan, 1996, which is the default of R and NumPy), in the unit of the values; `None` when there
/// are no values or `q` is outside 0 to 1.
pub fn quantile(sorted: &[f64], q: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    if !(0.0..=1.0).contains(&q) {
        return None;
    }
    let position = q * last as f64;
    let index = (position as usize).min(last);
    let (low, high) = (sorted[index], sorted[(index + 1).min(last)]);
    let fraction = position - index as f64;
    // A weighted sum, because `high - low` may overflow; clamped because of rounding.
    Some((low * (1.0 - fraction) + high * fraction).clamp(low, high))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::order::sorted;

    #[test]
    fn quantiles_agree_with_r() {
        let values = [1.0, 2.0, 4.0, 8.0, 16.0];
        assert_eq!(quantile(&values, 0.0), Some(1.0));
        assert_eq!(quantile(&values, 0.375), Some(3.0));
        assert_eq!(quantile(&values, 1.0), Some(16.0));
        assert_eq!(quantile(&values, 1.1), None);
        assert_eq!(quantile(&values, f64::NAN), None);
        assert_eq!(quantile(&[], 0.5), None);
    }

    proptest! {
        #[test]
        fn quantiles_rise_with_q(
            values in prop::collection::vec(-1e6..1e6_f64, 1..50),
            a in 0.0..=1.0_f64,
            b in 0.0..=1.0_f64,
        ) {
            let values = sorted(&values);
            prop_assert!(quantile(&values, a.min(b)) <= quantile(&values, a.max(b)));
        }
    }
}
