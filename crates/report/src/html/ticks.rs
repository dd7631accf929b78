//! Where the ticks of an axis stand.

/// More ticks than this stand too close to each other.
const MOST: usize = 12;

/// The distance between the ticks of an even axis of whole numbers: 1, 2 or 5,
/// or such a number of tens, hundreds and so on.
pub(super) fn whole_step(low: f64, high: f64) -> f64 {
    let least = (high - low) / MOST as f64;
    if !least.is_finite() || least <= 1.0 {
        return 1.0;
    }
    let power = 10_f64.powi(least.log10().floor() as i32);
    let steps = [1.0, 2.0, 5.0].map(|step| step * power);
    steps
        .into_iter()
        .find(|step| *step >= least)
        .unwrap_or(10.0 * power)
}

/// The powers of two around two values, thinned out when they are many.
pub(super) fn powers_of_two(low: f64, high: f64) -> Vec<f64> {
    if !(low > 0.0 && high.is_finite()) {
        return Vec::new();
    }
    let (first, last) = (low.log2().floor() as i32, high.log2().ceil() as i32);
    let mut step = 1;
    while (last - first) as usize / step > MOST {
        step *= 2;
    }
    (first..=last)
        .step_by(step)
        .map(|exponent| 2_f64.powi(exponent))
        .collect()
}

/// The powers of ten around two values, with twice and five times each of
/// them while there is room.
pub(super) fn powers_of_ten(low: f64, high: f64) -> Vec<f64> {
    if !(low > 0.0 && high.is_finite()) {
        return Vec::new();
    }
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let mut ticks: Vec<f64> = Vec::new();
    let steps: &[u8] = if (last - first) as usize * 3 <= MOST {
        &[1, 2, 5]
    } else {
        &[1]
    };
    for exponent in first..=last {
        // Parsed rather than multiplied, so that 5e-3 is the number 0.005.
        ticks.extend(
            steps
                .iter()
                .filter_map(|step| format!("{step}e{exponent}").parse::<f64>().ok()),
        );
    }
    ticks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_span_the_values_and_stay_legible() {
        assert_eq!(powers_of_two(1.0, 8.0), [1.0, 2.0, 4.0, 8.0]);
        assert_eq!(powers_of_two(3.0, 5.0), [2.0, 4.0, 8.0]);
        assert_eq!(powers_of_two(1.0, 2_f64.powi(20)).len(), 11);
    }

    #[test]
    fn powers_of_ten_are_divided_while_there_is_room() {
        assert_eq!(
            powers_of_ten(0.002, 0.07),
            [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5]
        );
        assert_eq!(
            powers_of_ten(1e-6, 1.0),
            [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1.0]
        );
    }

    #[test]
    fn whole_numbers_are_never_divided() {
        for (high, step) in [
            (1.0, 1.0),
            (12.0, 1.0),
            (16.0, 2.0),
            (60.0, 5.0),
            (1e5, 1e4),
        ] {
            assert_eq!(whole_step(0.0, high), step, "{high}");
        }
        assert_eq!(whole_step(f64::INFINITY, f64::NEG_INFINITY), 1.0);
    }

    #[test]
    fn without_values_there_are_no_ticks() {
        assert!(powers_of_two(f64::INFINITY, f64::NEG_INFINITY).is_empty());
        assert!(powers_of_two(0.0, 8.0).is_empty());
        assert!(powers_of_ten(0.0, 8.0).is_empty());
    }
}
